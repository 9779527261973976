//! Which moves are legal, and why others are not (T12).

use super::position::{Phase, Position};
use crate::engine::card::{Card, CardSet, Suit};
use crate::engine::game::{Reason, Refusal, refuse};
use crate::engine::moves::{Change, Move, Seat};

/// A move that was validated and found legal.
#[derive(Clone, Copy)]
pub(super) enum Act {
    Take,
    Pass,
    Trump(Suit),
    Bury(Card),
    Play(Card),
    Keep,
    Change(Change),
    Concede,
}

impl Position {
    /// Validates a move, changing nothing.
    pub(super) fn validate(&self, seat: Seat, mv: &Move) -> Result<Act, Refusal> {
        if self.phase == Phase::Over {
            let clause = if self.conceded_by.is_some() { "T12" } else { "T10" };
            return refuse(Reason::Over, clause);
        }
        if seat.index() >= usize::from(self.setup.players()) {
            return refuse(Reason::NoSuchSeat(seat), "T2");
        }
        match mv {
            Move::Concede => return Ok(Act::Concede),
            Move::Undo => return refuse(Reason::NothingToUndo, "S3.1"),
            Move::Yield | Move::Discard(_) | Move::Next(_) | Move::Flip => {
                return refuse(Reason::NotInThisGame, "T12");
            }
            Move::Play(_)
            | Move::Take
            | Move::Pass
            | Move::Trump(_)
            | Move::Bury(_)
            | Move::Keep
            | Move::Change(_) => {}
        }
        if seat != self.turn {
            return refuse(Reason::NotYourTurn(self.turn), self.phase.clause());
        }
        match (self.phase, *mv) {
            (Phase::Take, Move::Take) => Ok(Act::Take),
            (Phase::Take, Move::Pass) => Ok(Act::Pass),
            (Phase::Trump, Move::Trump(suit)) => Ok(Act::Trump(suit)),
            (Phase::Bury, Move::Bury(card)) => self.validate_bury(card),
            (Phase::Play, Move::Play(cards)) => self.validate_play(&cards),
            (Phase::Change, Move::Keep) => Ok(Act::Keep),
            (Phase::Change, Move::Change(change)) => self.validate_change(change),
            _ => refuse(Reason::WrongPhase, "T12"),
        }
    }

    fn validate_bury(&self, card: Card) -> Result<Act, Refusal> {
        if !self.hand(self.turn).contains(card) {
            return refuse(Reason::NotInHand(card), "T5");
        }
        Ok(Act::Bury(card))
    }

    fn validate_play(&self, cards: &[Card]) -> Result<Act, Refusal> {
        let [card] = *cards else { return refuse(Reason::OneCard, "T6") };
        if !self.hand(self.turn).contains(card) {
            return refuse(Reason::NotInHand(card), "T6");
        }
        match self.suit_to_follow() {
            Some(suit) if self.order().suit(card) != Some(suit) => refuse(Reason::MustFollow(suit), "T6"),
            Some(_) | None => Ok(Act::Play(card)),
        }
    }

    fn validate_change(&self, change: Change) -> Result<Act, Refusal> {
        match change {
            Change::Trump(suit) | Change::Both(suit) if self.trump == Some(suit) => {
                refuse(Reason::TrumpAlready(suit), "T8")
            }
            Change::Trump(_) | Change::Both(_) | Change::Reverse => Ok(Act::Change(change)),
        }
    }

    /// Hands every legal move of the seat to act to `each`.
    pub(super) fn list_legal(&self, mut each: impl FnMut(Move)) {
        match self.phase {
            Phase::Take => [Move::Take, Move::Pass].into_iter().for_each(each),
            Phase::Trump => Suit::ALL.map(Move::Trump).into_iter().for_each(each),
            Phase::Bury => self.hand(self.turn).iter().map(Move::Bury).for_each(each),
            Phase::Play => {
                let play = |card| Move::Play([card].into_iter().collect());
                self.playable().iter().map(play).for_each(each);
            }
            Phase::Change => {
                let others = || Suit::ALL.into_iter().filter(|&suit| self.trump != Some(suit));
                each(Move::Keep);
                others().for_each(|suit| each(Move::Change(Change::Trump(suit))));
                each(Move::Change(Change::Reverse));
                others().for_each(|suit| each(Move::Change(Change::Both(suit))));
            }
            Phase::Over => {}
        }
    }

    /// The cards that the seat to act may play (T6).
    fn playable(&self) -> CardSet {
        let hand = self.hand(self.turn);
        self.suit_to_follow().map_or(hand, |suit| hand.intersection(self.order().of_suit(suit)))
    }

    /// The suit led, if the seat to act has a card of it (T6).
    fn suit_to_follow(&self) -> Option<Suit> {
        let led = self.order().suit(*self.trick.first()?)?;
        let can = !self.hand(self.turn).intersection(self.order().of_suit(led)).is_empty();
        can.then_some(led)
    }
}

impl Phase {
    /// The clause that decides whose turn it is.
    const fn clause(self) -> &'static str {
        match self {
            Self::Take | Self::Trump | Self::Bury => "T5",
            Self::Play => "T6",
            Self::Change => "T8",
            Self::Over => "T10",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Game as _;
    use crate::engine::tricks::table;

    /// The legal moves at a table of two.
    fn legal(line: &str) -> Vec<String> {
        table::set(table::of(2), line).legal_moves().iter().map(Move::to_string).collect()
    }

    /// Why the seat to act may not make a move, at a table of two.
    fn refused(line: &str, mv: &str) -> (Reason, &'static str) {
        let position = table::set(table::of(2), line);
        let refusal = table::play(&position, position.turn, mv).unwrap_err();
        (refusal.reason, refusal.clause)
    }

    #[test]
    fn t5_the_card_turned_up_is_taken_or_left() {
        assert_eq!(legal("3C 9D 7C|6C - - 0 0,0 -:K 0,0 0 take 0 0"), ["take", "pass"]);
    }

    #[test]
    fn t5_any_suit_may_be_named() {
        let all = ["trump C", "trump D", "trump H", "trump S"];
        assert_eq!(legal("9D3C - 7C|6C - - 0 0,0 -:K 0,0 0 trump 0 2"), all);
    }

    #[test]
    fn t5_any_card_of_the_hand_is_buried() {
        let line = "3C - 7C9DX1|6C - - 0 0,0 D:K 0,0 0 bury 0 1";
        assert_eq!(legal(line), ["bury 7C", "bury 9D", "bury X1"]);
        let card = "6C".parse().unwrap();
        assert_eq!(refused(line, "bury 6C"), (Reason::NotInHand(card), "T5"));
    }

    #[test]
    fn t6_any_card_is_led() {
        let line = "- - 7C9DX1|6C7D8D - - 0 0,0 D:K 0,0 0 play 0 5";
        assert_eq!(legal(line), ["play 7C", "play 9D", "play X1"]);
        assert_eq!(refused(line, "play 7C 9D"), (Reason::OneCard, "T6"));
        let card = "6C".parse().unwrap();
        assert_eq!(refused(line, "play 6C"), (Reason::NotInHand(card), "T6"));
    }

    #[test]
    fn t6_the_suit_led_is_followed() {
        let line = "- - 7C|6C8C9DX1 - 9C 0 0,0 D:K 0,0 0 play 1 5";
        assert_eq!(legal(line), ["play 6C", "play 8C"]);
        assert_eq!(refused(line, "play X1"), (Reason::MustFollow(Suit::Clubs), "T6"));
    }

    #[test]
    fn t6_who_cannot_follow_plays_anything() {
        let line = "- - 7C|6C9DX1 - 9H 0 0,0 D:K 0,0 0 play 1 5";
        assert_eq!(legal(line), ["play 6C", "play 9D", "play X1"]);
    }

    #[test]
    fn t6_a_joker_follows_trump() {
        let line = "- - 7C|6CX1X2 - 9D 0 0,0 D:K 0,0 0 play 1 5";
        assert_eq!(legal(line), ["play X1", "play X2"]);
        assert_eq!(refused(line, "play 6C"), (Reason::MustFollow(Suit::Diamonds), "T6"));
    }

    #[test]
    fn t6_leading_a_joker_leads_trump() {
        let line = "- - 7C|6C9DX2 - X1 0 0,0 D:K 0,0 0 play 1 5";
        assert_eq!(legal(line), ["play 9D", "play X2"]);
        assert_eq!(refused(line, "play 6C"), (Reason::MustFollow(Suit::Diamonds), "T6"));
    }

    #[test]
    fn t8_there_are_eight_ways_to_go_on() {
        let line = "- - 7C|6C - - 1 3,1 D:A 0,0 0 change 1 9";
        let all = [
            "keep",
            "change C",
            "change H",
            "change S",
            "change reverse",
            "change C reverse",
            "change H reverse",
            "change S reverse",
        ];
        assert_eq!(legal(line), all);
        for mv in ["change D", "change D reverse"] {
            assert_eq!(refused(line, mv), (Reason::TrumpAlready(Suit::Diamonds), "T8"));
        }
    }

    #[test]
    fn t12_other_phases_and_other_games_moves_are_refused() {
        let line = "- - 7C|6C - - 1 3,1 D:A 0,0 0 change 1 9";
        for mv in ["play 6C", "take", "pass", "trump H", "bury 6C"] {
            assert_eq!(refused(line, mv), (Reason::WrongPhase, "T12"), "{mv}");
        }
        for mv in ["yield", "flip", "next 0", "discard 6C"] {
            assert_eq!(refused(line, mv), (Reason::NotInThisGame, "T12"), "{mv}");
        }
    }

    #[test]
    fn t12_only_the_seat_to_act_moves() {
        let position = table::set(table::of(2), "- - 7C|6C - - 1 3,1 D:A 0,0 0 change 1 9");
        let [first, third] = table::seats([0, 2]);
        let refusal = table::play(&position, first, "keep").unwrap_err();
        assert_eq!(refusal, Refusal { reason: Reason::NotYourTurn(position.turn), clause: "T8" });
        let refusal = table::play(&position, third, "concede").unwrap_err();
        assert_eq!(refusal, Refusal { reason: Reason::NoSuchSeat(third), clause: "T2" });
    }

    #[test]
    fn t12_nothing_is_legal_when_the_game_is_over() {
        let line = "- - -|- KH - 1 2,7 C:K 45,53 0 over 1 411";
        assert!(legal(line).is_empty());
        for mv in ["concede", "keep", "play 7C"] {
            assert_eq!(refused(line, mv), (Reason::Over, "T10"), "{mv}");
        }
    }
}
