//! Validation of a move, before anything changes.

use super::position::{Phase, Position};
use super::values::worth;
use crate::engine::card::{Card, CardSet, Rank};
use crate::engine::game::{Reason, Refusal, refuse};
use crate::engine::moves::{Move, Named, Seat};
use crate::engine::options::{SoloYield, Variant};

/// A move that was validated and can be carried out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Act {
    Play(Named),
    Yield,
    Discard(Named),
    Next(Seat),
    Flip,
    Concede(Seat),
}

impl Position {
    /// The move as an act, if `seat` may make it.
    pub(super) fn validate(&self, seat: Seat, mv: &Move) -> Result<Act, Refusal> {
        match self.phase {
            Phase::Won => return refuse(Reason::Over, "R5.6"),
            Phase::Lost => return refuse(Reason::Over, "R4.13"),
            Phase::Play | Phase::Discard { .. } | Phase::Next => {}
        }
        if seat.index() >= usize::from(self.players()) {
            return refuse(Reason::NoSuchSeat(seat), "R4.1");
        }
        if *mv == Move::Concede {
            return Ok(Act::Concede(seat));
        }
        if seat != self.seat {
            return refuse(Reason::NotYourTurn(self.seat), "R4.1");
        }
        match (*mv, self.phase) {
            (Move::Play(cards), Phase::Play) => self.validate_play(cards),
            (Move::Yield, Phase::Play) => self.validate_yield(),
            (Move::Discard(cards), Phase::Discard { damage, .. }) => self.validate_discard(cards, damage),
            (Move::Next(seat), Phase::Next) if seat.index() < usize::from(self.players()) => {
                Ok(Act::Next(seat))
            }
            (Move::Next(seat), Phase::Next) => refuse(Reason::NoSuchSeat(seat), "R6.4"),
            (Move::Flip, Phase::Play | Phase::Discard { .. }) if self.jesters > 0 => Ok(Act::Flip),
            (Move::Flip, _) => refuse(Reason::NoJesterLeft, "R9.1"),
            (Move::Play(_) | Move::Yield | Move::Next(_), Phase::Discard { .. }) => {
                refuse(Reason::WrongPhase, "R4.12")
            }
            (Move::Play(_) | Move::Yield | Move::Discard(_), Phase::Next) => {
                refuse(Reason::WrongPhase, "R6.4")
            }
            (Move::Play(_) | Move::Yield | Move::Discard(_) | Move::Next(_), _) => {
                refuse(Reason::WrongPhase, "R4.1")
            }
            (Move::Undo, _) => refuse(Reason::NothingToUndo, "S3.1"),
            (
                Move::Take
                | Move::Pass
                | Move::Trump(_)
                | Move::Bury(_)
                | Move::Keep
                | Move::Change(_)
                | Move::Concede,
                _,
            ) => refuse(Reason::NotInThisGame, "R4.1"),
        }
    }

    /// The named cards as a set, if the seat to act holds each of them.
    fn held(&self, cards: &[Card], clause: &'static str) -> Result<CardSet, Refusal> {
        let mut set = CardSet::EMPTY;
        for &card in cards {
            if !set.insert(card) {
                return refuse(Reason::NamedTwice(card), clause);
            }
            if !self.hand(self.seat).contains(card) {
                return refuse(Reason::NotInHand(card), clause);
            }
        }
        Ok(set)
    }

    /// R4.2.
    fn validate_play(&self, cards: Named) -> Result<Act, Refusal> {
        self.held(&cards, "R4.2")?;
        if cards.len() > 1 {
            if cards.iter().any(|card| card.is_jester()) {
                return refuse(Reason::JesterNotAlone, "R4.2");
            }
            let companion = cards.iter().any(|card| card.rank() == Some(Rank::Ace));
            match (companion, cards.len()) {
                (true, 2) => {}
                (true, _) => return refuse(Reason::NotTogether, "R4.2"),
                (false, _) => self.validate_combo(&cards)?,
            }
        }
        Ok(Act::Play(cards))
    }

    /// R4.3.
    fn validate_combo(&self, cards: &[Card]) -> Result<(), Refusal> {
        if cards.iter().any(|card| card.rank() != cards[0].rank()) {
            return refuse(Reason::NotTogether, "R4.3");
        }
        if self.setup.has(Variant::NoCombos) {
            return refuse(Reason::CombosOff, "R10.3");
        }
        match worth(cards.iter().copied()) {
            ..=10 => Ok(()),
            worth => refuse(Reason::ComboTooHigh(worth), "R4.3"),
        }
    }

    fn validate_yield(&self) -> Result<Act, Refusal> {
        match (self.may_yield(), self.is_solo(), self.setup.solo_yield()) {
            (true, ..) => Ok(Act::Yield),
            (false, false, _) => refuse(Reason::OthersYielded, "R7.2"),
            (false, true, SoloYield::Never) => refuse(Reason::SoloYield, "R7.3"),
            (false, true, SoloYield::Once) => refuse(Reason::YieldedLast, "R7.3"),
        }
    }

    /// R4.12; R10.2 and R9.2 for hands that are too small.
    fn validate_discard(&self, cards: Named, damage: u8) -> Result<Act, Refusal> {
        let set = self.held(&cards, "R4.12")?;
        if self.hand_worth(self.seat) < damage {
            if self.is_solo() {
                return refuse(Reason::OnlyFlip, "R9.2");
            }
            if set != self.hand(self.seat) {
                return refuse(Reason::WholeHand, "R10.2");
            }
            return Ok(Act::Discard(cards));
        }
        match worth(set) {
            worth if worth < damage => refuse(Reason::TooLittle { worth, damage }, "R4.12"),
            _ => Ok(Act::Discard(cards)),
        }
    }
}
