//! Games that are played by actions.

use super::any::{Actions, observe, progress};
use crate::engine::{Game as _, Ignore, Position, Seat, SeatResult, Seed, Setup, View, Viewer};

/// A game that is played by actions. It holds all cards; a seat learns only
/// what [`observe`](Self::observe) writes for it.
#[derive(Clone, Debug)]
pub struct Table {
    setup: Setup,
    reward: Reward,
    position: Position,
}

/// The reward of the seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Reward {
    /// Co-operative game: for each defeated enemy a twelfth, to all. Trick-taking
    /// game: for each point of the seat's side its part of the target.
    #[default]
    Progress,
    /// 1 at the end to every seat whose side has won.
    Win,
}

/// The result of an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The rewards by seat.
    pub rewards: [f32; Seat::COUNT],
    /// True if the game has ended by its rules.
    pub terminated: bool,
    /// True if it is stopped, because its log holds no more moves.
    pub truncated: bool,
}

/// An action that is no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the action {0} is no legal move")]
pub struct IllegalAction(pub usize);

impl Table {
    /// A deal.
    pub fn new(setup: Setup, reward: Reward, deal: &Seed) -> Self {
        Self { setup, reward, position: Position::deal(&setup, deal.key()) }
    }

    /// The position, with all cards.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The seat to act, or nothing once the game is over or stopped.
    pub fn to_act(&self) -> Option<Seat> {
        self.position.to_act().filter(|_| self.position.seq() < self.setup.max_moves())
    }

    /// The result of a seat. A game that was stopped is lost for all.
    pub fn result(&self, seat: Seat) -> SeatResult {
        let outcome = self.position.outcome();
        outcome.map(|outcome| outcome.seat_result(&self.setup, seat)).unwrap_or_default()
    }

    fn view(&self, seat: Seat) -> View {
        self.position.view(Viewer::Seat(seat))
    }

    /// Writes what a seat sees.
    ///
    /// # Panics
    /// If `row` is shorter than the observation.
    pub fn observe(&self, seat: Seat, row: &mut [u8]) {
        observe(&self.setup, &self.view(seat), seat, self.to_act(), row);
    }

    /// Writes what the seat to act sees, and for every action whether it is legal:
    /// nothing but zeros once nobody is to act.
    ///
    /// # Panics
    /// If a slice is shorter than what is written.
    pub fn observe_to_act(&self, row: &mut [u8], mask: &mut [u8]) {
        let Some(seat) = self.to_act() else {
            row.fill(0);
            return mask.fill(0);
        };
        let view = self.view(seat);
        observe(&self.setup, &view, seat, Some(seat), row);
        Actions::new(&self.setup, &view, seat).mask(&self.position, mask);
    }

    /// Writes the mask alone.
    ///
    /// # Panics
    /// If `mask` is shorter than there are actions.
    pub fn mask(&self, mask: &mut [u8]) {
        match self.to_act() {
            None => mask.fill(0),
            Some(seat) => Actions::new(&self.setup, &self.view(seat), seat).mask(&self.position, mask),
        }
    }

    /// Plays an action of the seat to act. One that is not legal changes
    /// nothing.
    pub fn play(&mut self, action: usize) -> Result<Step, IllegalAction> {
        let illegal = IllegalAction(action);
        let seat = self.to_act().ok_or(illegal)?;
        let view = self.view(seat);
        let mv = Actions::new(&self.setup, &view, seat).to_move(action).ok_or(illegal)?;
        let before = self.position;
        self.position.advance(seat, &mv, &mut Ignore).map_err(|_| illegal)?;
        let terminated = self.position.to_act().is_none();
        let truncated = !terminated && self.to_act().is_none();
        let mut rewards = [0.0; Seat::COUNT];
        for seat in Seat::all(self.setup.players()) {
            rewards[seat.index()] = match self.reward {
                Reward::Progress => progress(&self.position, seat) - progress(&before, seat),
                Reward::Win => f32::from(u8::from(self.result(seat).won)),
            };
        }
        Ok(Step { rewards, terminated, truncated })
    }
}
