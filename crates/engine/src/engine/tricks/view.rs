//! Views (T11).

use serde::Serialize;
use utoipa::ToSchema;

use super::deal::deck;
use super::forecast::BestCard;
use super::points::Points;
use super::position::{Phase, Position, TurnedUp};
use super::scoring::score;
use super::trick::Highest;
use crate::engine::card::{Card, CardSet, Suit, count};
use crate::engine::game::Viewer;
use crate::engine::moves::Seat;

/// The table of the trick-taking game as one viewer may see it while the game
/// runs. It cannot hold what T11 hides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TricksView)]
pub struct View {
    /// The phase of the hand.
    pub phase: Phase,
    /// The dealer of this hand.
    pub dealer: Seat,
    /// The card turned up after the deal, and its present place.
    pub turned_up: TurnedUp,
    /// The trump suit, once it is settled.
    pub trump: Option<Suit>,
    /// The rank that is highest below the joker.
    pub highest: Highest,
    /// The seat that leads the present or the next trick.
    pub leader: Seat,
    /// The trick so far, the card led first, then clockwise.
    pub trick: Vec<Card>,
    /// The best card of the trick so far, which wins it unless a better one
    /// follows (T7).
    pub best: Option<BestCard>,
    /// Every card played in this hand, those of the trick too, in canonical
    /// order.
    pub played: Vec<Card>,
    /// Tricks won in this hand, by seat.
    pub tricks: Vec<u8>,
    /// Points by side, without this hand.
    #[schema(value_type = Vec<u32>, min_items = 2, max_items = 4)]
    pub points: Points,
    /// The score of this hand by its tricks so far, by side (T9).
    #[schema(value_type = Vec<u32>, min_items = 2, max_items = 4)]
    pub hand_points: Points,
    /// The number of cards in each hand, by seat.
    pub hand_sizes: Vec<u8>,
    /// The viewer's own hand in canonical order, nothing for spectators.
    pub hand: Option<Vec<Card>>,
    /// Cards in the stock; a card turned down lies on top.
    pub stock_left: u8,
    /// The seat that has buried a card in this hand, if one has.
    pub buried_by: Option<Seat>,
    /// The card that the viewer buried in this hand.
    pub buried: Option<Card>,
}

impl Position {
    /// The view of a viewer (T11).
    pub fn view(&self, viewer: Viewer) -> View {
        let seats = || self.seats();
        let hand = |seat: Seat| self.hands[seat.index()];
        let buried_by = self.buried.and(self.turned_up.taken_by());
        View {
            phase: self.phase,
            dealer: self.dealer,
            turned_up: self.turned_up,
            trump: self.trump,
            highest: self.highest,
            leader: self.leader,
            trick: self.trick.to_vec(),
            best: self.best_card(),
            played: played(self).iter().collect(),
            tricks: seats().map(|seat| self.tricks[seat.index()]).collect(),
            points: self.points,
            hand_points: score(self.setup, self.tricks),
            hand_sizes: seats().map(|seat| count(hand(seat).len())).collect(),
            hand: seats().find(|&seat| viewer.is(seat)).map(|seat| hand(seat).iter().collect()),
            stock_left: count(self.stock.len()),
            buried_by,
            buried: self.buried.filter(|_| buried_by.is_some_and(|seat| viewer.is(seat))),
        }
    }

    /// Everything that a view hides. Only for games that are over (T11).
    pub fn reveal(&self) -> Revealed {
        Revealed {
            stock: self.stock.to_vec(),
            hands: self.seats().map(|seat| self.hands[seat.index()].iter().collect()).collect(),
            buried: self.buried,
        }
    }
}

/// The cards that are no longer in a hand or in the stock, and not buried:
/// everybody saw them.
fn played(position: &Position) -> CardSet {
    let aside = [position.turned_up.open(), position.buried].into_iter().flatten();
    let held = position.hands.into_iter().fold(aside.collect(), CardSet::union);
    deck(position.setup).difference(held).difference(position.stock.iter().copied().collect())
}

/// All that was hidden, once the game is over (T11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TricksRevealed)]
pub struct Revealed {
    /// The stock, top first.
    pub stock: Vec<Card>,
    /// Every hand in canonical order, by seat.
    pub hands: Vec<Vec<Card>>,
    /// The buried card, if one was buried in this hand.
    pub buried: Option<Card>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tricks::table;

    /// A hand of three in which seat 1 took 9D, buried 8S and won KC 7C 6C;
    /// every other card is where it must be.
    const LINE: &str = "5S6S7S9SKS3D4D5D6D7D8D - AC2C3C4C5C8C9CKD|9DAH2H3H4H5HAS2S|AD2D6H7H8H9HKH3S \
                        8S - 1 0,1,0 D:A 0,0,0 0 change 1 9";

    fn position() -> Position {
        let [by] = table::seats([1]);
        let card = "9D".parse().unwrap();
        Position { turned_up: TurnedUp::Taken { card, seat: by }, ..table::set(table::of(3), LINE) }
    }

    fn texts(cards: &[Card]) -> String {
        cards.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn t11_everybody_sees_what_is_public() {
        let view = position().view(Viewer::Spectator);
        assert_eq!(texts(&view.played), "6C7CKC4SX1X2");
        assert_eq!((view.hand, view.buried), (None, None));
        assert_eq!(view.buried_by, table::seats([1]).into_iter().next());
        assert_eq!((view.hand_sizes, view.tricks), (vec![8, 8, 8], vec![0, 1, 0]));
        assert_eq!((view.stock_left, view.trump, view.highest), (11, Some(Suit::Diamonds), Highest::Ace));
    }

    #[test]
    fn t11_a_seat_sees_its_own_hand_and_what_it_buried() {
        let [first, second] = table::seats([0, 1]);
        let view = position().view(Viewer::Seat(second));
        assert_eq!(texts(&view.hand.unwrap()), "9DAH2H3H4H5HAS2S");
        assert_eq!(view.buried, "8S".parse().ok());
        let view = position().view(Viewer::Seat(first));
        assert_eq!(texts(&view.hand.unwrap()), "AC2C3C4C5C8C9CKD");
        assert_eq!(view.buried, None);
    }

    #[test]
    fn t11_a_view_is_the_same_wherever_the_hidden_cards_are() {
        let [viewer] = table::seats([0]);
        let position = position();
        let mut other = position;
        other.hands.swap(1, 2);
        other.stock.as_mut_slice().reverse();
        other.buried = other.stock.first().copied();
        other.stock.as_mut_slice()[0] = "8S".parse().unwrap();
        for viewer in [Viewer::Seat(viewer), Viewer::Spectator] {
            assert_eq!(position.view(viewer), other.view(viewer));
        }
    }

    #[test]
    fn t11_at_the_end_all_is_revealed() {
        let revealed = position().reveal();
        assert_eq!(texts(&revealed.stock), "5S6S7S9SKS3D4D5D6D7D8D");
        assert_eq!(texts(&revealed.hands[2]), "AD2D6H7H8H9HKH3S");
        assert_eq!(revealed.buried, "8S".parse().ok());
    }
}
