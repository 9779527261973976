//! Dispatch over the games, in this file of the layer alone.

use super::row::{Field, Fields, Numbers, Row};
use super::seats::Seats;
use super::{regicide, tricks};
use crate::engine::{Game as _, GameKind, Key, Move, Options, Position, Ruleset, Seat, Setup, View, Viewer};

/// How many actions a game has.
pub const fn actions(kind: GameKind) -> usize {
    match kind {
        GameKind::Regicide => regicide::ACTIONS,
        GameKind::Tricks => tricks::ACTIONS,
    }
}

/// The actions of one seat, which sees a view of its own.
#[derive(Clone, Debug)]
pub struct Actions<'a>(Known<'a>);

#[derive(Clone, Debug)]
enum Known<'a> {
    Regicide(regicide::Actions<'a>),
    /// Its actions are the same whatever the seat sees.
    Tricks,
}

impl<'a> Actions<'a> {
    /// Those of `seat`, which sees `view`.
    pub fn new(setup: &Setup, view: &'a View, seat: Seat) -> Self {
        Self(match view {
            View::Regicide(view) => Known::Regicide(regicide::Actions::new(view, Seats::of(*setup, seat))),
            View::Tricks(_) => Known::Tricks,
        })
    }

    /// The action that is this move. Nothing for a concession, which is no
    /// action, and for the moves of the other game. A card that is not in the
    /// hand gives some action.
    pub fn of(&self, mv: &Move) -> Option<usize> {
        match &self.0 {
            Known::Regicide(actions) => actions.of(mv),
            Known::Tricks => tricks::action(mv),
        }
    }

    /// The move that this action is now, legal or not.
    pub fn to_move(&self, action: usize) -> Option<Move> {
        match &self.0 {
            Known::Regicide(actions) => actions.to_move(action),
            Known::Tricks => tricks::to_move(action),
        }
    }

    /// Writes for every action of the game whether it is a legal move of the
    /// seat, which is to act: 1 if it is, 0 if not.
    ///
    /// # Panics
    /// If `mask` is shorter than there are actions.
    pub fn mask(&self, position: &Position, mask: &mut [u8]) {
        mask.fill(0);
        position.for_each_legal(|mv| {
            if let Some(action) = self.of(&mv) {
                mask[action] = 1;
            }
        });
    }
}

/// The fields of an observation of a game, in their order.
///
/// # Panics
/// Never: every game can be dealt to two.
pub fn fields(kind: GameKind) -> Vec<Field> {
    let setup = Setup::new(Ruleset::current(kind), 2, &Options::default()).expect("two can play");
    let dealt = Position::deal(&setup, Key::labelled("regicide/encoding/fields", &[0; 32]));
    let mut fields = Fields::default();
    write(setup, &dealt.view(Viewer::Seat(Seat::default())), Seat::default(), None, &mut fields);
    fields.0
}

/// Writes what `seat` sees, whose view this is, where `to_act` has the move.
///
/// # Panics
/// If `row` is shorter than all fields together.
pub fn observe(setup: &Setup, view: &View, seat: Seat, to_act: Option<Seat>, row: &mut [u8]) {
    write(*setup, view, seat, to_act, &mut Numbers(row));
}

fn write(setup: Setup, view: &View, seat: Seat, to_act: Option<Seat>, row: &mut impl Row) {
    let seats = Seats::of(setup, seat);
    row.one_of("players", 4, Some(usize::from(setup.players() - 1)));
    row.one_of("to_act", 4, to_act.map(|seat| seats.steps_to(seat)));
    match (setup, view) {
        (Setup::Regicide(setup), View::Regicide(view)) => regicide::write(setup, view, seats, row),
        (Setup::Tricks(setup), View::Tricks(view)) => tricks::write(setup, view, seats, row),
        _ => {}
    }
}

/// How far a seat has come, in parts of the way.
pub(super) fn progress(position: &Position, seat: Seat) -> f32 {
    match position {
        Position::Regicide(position) => regicide::progress(position),
        Position::Tricks(position) => tricks::progress(position, seat),
    }
}
