//! How promising a position is: one integer, the greater the better.
//!
//! The unit is a hundredth of a point of card value in the hand. The weights
//! were found by trial on several hundred deals, and their exact size matters
//! little: a search that looks at many positions makes up for them.

use crate::engine::regicide::{Phase, Position, StandingEnemy, value};
use crate::engine::{Card, Rank, Seat, Suit};

/// The evaluation of a game that was won: better than any that runs.
pub const WON: i32 = 1_000_000_000;
/// The evaluation of a game that was lost: worse than any that runs.
pub const LOST: i32 = -1_000_000_000;

const HEALTH_REMOVED: i32 = 120;
const ENEMY_DEFEATED: i32 = 800;
const SOLO_JESTER: i32 = 2_500;
/// The weight of damage that a hand lacks to cover the enemy's attack.
const UNCOVERED: i32 = 100;
/// So many cards on top of the tavern count more: they will be drawn.
const SOON_DRAWN: usize = 10;

const IN_HAND: [i32; Card::COUNT] = by_card(CardLocation::Hand);
const IN_TAVERN: [i32; Card::COUNT] = by_card(CardLocation::Tavern);
const ON_TOP_OF_TAVERN: [i32; Card::COUNT] = by_card(CardLocation::TopOfTavern);
const USED: [i32; Card::COUNT] = by_card(CardLocation::Used);

/// The place of a card.
#[derive(Clone, Copy)]
enum CardLocation {
    Hand,
    Tavern,
    TopOfTavern,
    /// On the table or in the discard pile, from where hearts bring it back.
    Used,
}

/// The value of each card in a location.
const fn by_card(location: CardLocation) -> [i32; Card::COUNT] {
    let mut weights = [0; Card::COUNT];
    let mut suit = 0;
    while suit < Suit::ALL.len() {
        let mut rank = 0;
        while rank < Rank::ALL.len() {
            let card = Card::new(Rank::ALL[rank], Suit::ALL[suit]);
            weights[card.index()] = weight(card, location);
            rank += 1;
        }
        suit += 1;
    }
    weights[Card::X1.index()] = weight(Card::X1, location);
    weights[Card::X2.index()] = weight(Card::X2, location);
    weights
}

const fn weight(card: Card, location: CardLocation) -> i32 {
    let value = value(card) as i32;
    let Some(suit) = card.suit() else {
        return match location {
            CardLocation::Hand => 400,
            CardLocation::Tavern | CardLocation::TopOfTavern => 200,
            CardLocation::Used => 10,
        };
    };
    match location {
        CardLocation::Hand => {
            let power = match suit {
                Suit::Clubs => 20,
                Suit::Diamonds | Suit::Hearts => 30,
                Suit::Spades => 10,
            };
            let companion = if value == 1 { 150 } else { 0 };
            value * (100 + power) + 50 + companion
        }
        CardLocation::Tavern => value * 45 + 50,
        CardLocation::TopOfTavern => value * 55 + 50,
        CardLocation::Used => value * 20 + 10,
    }
}

/// The loss of evaluation when a card goes from a hand to the discard pile.
pub const fn discard_cost(card: Card) -> i32 {
    IN_HAND[card.index()] - USED[card.index()]
}

/// How promising a position is for the players, from [`LOST`] to [`WON`].
///
/// It looks at every card. A player who may not must evaluate a position in
/// which the hidden cards are sampled.
pub fn evaluate(position: &Position) -> i32 {
    match position.phase {
        Phase::Won => return WON,
        Phase::Lost => return LOST,
        Phase::Play | Phase::Discard { .. } | Phase::Next => {}
    }
    let Some(enemy) = position.enemy else { return WON };
    progress(position) + cards(position) + safety(position, enemy)
}

/// The value of the enemies' losses.
fn progress(position: &Position) -> i32 {
    let defeated = i32::from(position.enemies_defeated());
    HEALTH_REMOVED * health_removed(position).cast_signed() + ENEMY_DEFEATED * defeated
}

/// The health that the enemies have lost, of which four each have 20, 30 and 40
/// (R2.3).
pub(crate) fn health_removed(position: &Position) -> u32 {
    let defeated = u32::from(position.enemies_defeated());
    let of_defeated = 20 * defeated + 10 * defeated.saturating_sub(4) + 10 * defeated.saturating_sub(8);
    of_defeated + position.enemy.map_or(0, |enemy| u32::from(enemy.damage))
}

/// The value of the cards where they are.
fn cards(position: &Position) -> i32 {
    let sum = |weights: &[i32], cards: &[Card]| cards.iter().map(|card| weights[card.index()]).sum::<i32>();
    let (top, rest) = position.tavern.split_at(SOON_DRAWN.min(position.tavern.len()));
    let hands: i32 = Seat::all(position.players()).map(|seat| hand(position, seat)).sum();
    let tavern = sum(&ON_TOP_OF_TAVERN, top) + sum(&IN_TAVERN, rest);
    let used = sum(&USED, &position.discard_pile) + sum(&USED, &position.table);
    hands + tavern + used + SOLO_JESTER * i32::from(position.jesters)
}

/// The value of a hand; of a hand that has yet to cover damage, the share that
/// will be left.
fn hand(position: &Position, seat: Seat) -> i32 {
    let cards: i32 = position.hand(seat).iter().map(|card| IN_HAND[card.index()]).sum();
    match position.phase {
        Phase::Discard { damage, .. } if seat == position.seat => {
            let worth = i32::from(position.hand_worth(seat));
            let left = (worth - i32::from(damage)).max(0);
            cards * left / worth.max(1)
        }
        Phase::Play | Phase::Discard { .. } | Phase::Next | Phase::Won | Phase::Lost => cards,
    }
}

/// How well the players stand up to the enemy.
fn safety(position: &Position, enemy: StandingEnemy) -> i32 {
    // A shield is worth more the longer the enemy will stand.
    let shield = 8 * i32::from(enemy.shield()) * i32::from(enemy.health_left()).min(30);
    let attack = i32::from(enemy.attack());
    let missing = |seat| (attack - i32::from(position.hand_worth(seat))).max(0);
    let missing: i32 = Seat::all(position.players()).map(missing).sum();
    shield - UNCOVERED * missing / i32::from(position.players())
}
