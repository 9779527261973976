//! The times of signals (R8.4).

use super::position::Position;
use crate::engine::game::Refusal;
use crate::engine::moves::Seat;
use crate::engine::signals::Signal;

impl Position {
    /// The signals that each player may give now: courtesies before the first move and after the
    /// end.
    pub fn signals(&self) -> &'static [Signal] {
        Signal::courtesies(self.setup.players(), self.seq(), self.outcome().is_some())
    }

    /// Validates a signal of a seat's player.
    pub fn validate_signal(&self, seat: Seat, signal: Signal) -> Result<(), Refusal> {
        signal.validate(seat, self.setup.players(), self.signals(), "R8.4")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Reason;
    use crate::engine::tricks::table::{key, of, play};

    #[test]
    fn t13_players_greet_each_other_before_the_first_move_and_after_the_end() {
        let dealt = Position::deal(&of(2), key("talk"));
        let dealer = dealt.dealer;
        let (begun, _) = play(&dealt, dealer, "pass").unwrap();
        let (over, _) = play(&begun, dealer, "concede").unwrap();
        for (position, allowed) in
            [(dealt, &[Signal::Hello][..]), (begun, &[]), (over, &[Signal::WellPlayed])]
        {
            assert_eq!(position.signals(), allowed);
            for signal in [Signal::GoodPlay, Signal::NotNext, Signal::Hello, Signal::WellPlayed] {
                let refused = position.validate_signal(dealer, signal);
                let refusal = Refusal { reason: Reason::NotToBeSaidNow, clause: "R8.4" };
                assert_eq!(refused, if allowed.contains(&signal) { Ok(()) } else { Err(refusal) });
            }
        }
    }
}
