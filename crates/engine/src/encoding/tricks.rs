//! The trick-taking game.

use super::row::{Row, place_of};
use super::seats::Seats;
use crate::engine::tricks::{Highest, Phase, Points, Position, Setup, TurnedUp, View};
use crate::engine::{Card, CardSet, Change, Move, Seat, Suit};

const TAKE: usize = 0;
const PASS: usize = 1;
const TRUMP: usize = 2;
const KEEP: usize = TRUMP + 4;
const CHANGE_TRUMP: usize = KEEP + 1;
const REVERSE: usize = CHANGE_TRUMP + 4;
const CHANGE_BOTH: usize = REVERSE + 1;
const PLAY: usize = CHANGE_BOTH + 4;
const BURY: usize = PLAY + Card::COUNT;
/// How many actions there are.
pub(super) const ACTIONS: usize = BURY + Card::COUNT;

pub(super) fn action(mv: &Move) -> Option<usize> {
    match mv {
        Move::Take => Some(TAKE),
        Move::Pass => Some(PASS),
        Move::Trump(suit) => Some(TRUMP + *suit as usize),
        Move::Keep => Some(KEEP),
        Move::Change(Change::Trump(suit)) => Some(CHANGE_TRUMP + *suit as usize),
        Move::Change(Change::Reverse) => Some(REVERSE),
        Move::Change(Change::Both(suit)) => Some(CHANGE_BOTH + *suit as usize),
        Move::Play(cards) => cards.first().map(|card| PLAY + card.index()),
        Move::Bury(card) => Some(BURY + card.index()),
        Move::Concede | Move::Undo | Move::Yield | Move::Discard(_) | Move::Next(_) | Move::Flip => None,
    }
}

pub(super) fn to_move(action: usize) -> Option<Move> {
    let suit = |first: usize| Suit::ALL[action - first];
    let card = |first: usize| CardSet::ALL.iter().nth(action - first);
    match action {
        TAKE => Some(Move::Take),
        PASS => Some(Move::Pass),
        TRUMP..KEEP => Some(Move::Trump(suit(TRUMP))),
        KEEP => Some(Move::Keep),
        CHANGE_TRUMP..REVERSE => Some(Move::Change(Change::Trump(suit(CHANGE_TRUMP)))),
        REVERSE => Some(Move::Change(Change::Reverse)),
        CHANGE_BOTH..PLAY => Some(Move::Change(Change::Both(suit(CHANGE_BOTH)))),
        PLAY..BURY => card(PLAY).and_then(|card| Move::play(&[card]).ok()),
        BURY..ACTIONS => card(BURY).map(Move::Bury),
        _ => None,
    }
}

/// How far the side of a seat has come, in parts of the way.
pub(super) fn progress(position: &Position, seat: Seat) -> f32 {
    let setup = position.setup;
    f32::from(points(setup, &position.points, seat)) / f32::from(setup.target())
}

/// The points of a seat's side. No game goes on beyond a few hands after its
/// target of at most 100.
fn points(setup: Setup, points: &Points, seat: Seat) -> u8 {
    u8::try_from(points.of(setup.side(seat))).unwrap_or(u8::MAX)
}

pub(super) fn write(setup: Setup, view: &View, seats: Seats, row: &mut impl Row) {
    let suit = |suit: Option<Suit>| suit.map(|suit| suit as usize);
    let seat = |seat: Option<Seat>| seat.map(|seat| seats.steps_to(seat));
    row.number("partners", setup.partners().into());
    row.number("jokers", setup.jokers());
    row.number("target", setup.target());
    row.one_of(
        "phase",
        5,
        match view.phase {
            Phase::Take => Some(0),
            Phase::Trump => Some(1),
            Phase::Bury => Some(2),
            Phase::Play => Some(3),
            Phase::Change => Some(4),
            Phase::Over => None,
        },
    );
    row.one_of("dealer", 4, seat(Some(view.dealer)));
    row.number("turned_up", place_of(view.turned_up.card()));
    row.one_of(
        "turned_up_is",
        3,
        Some(match view.turned_up {
            TurnedUp::Open { .. } => 0,
            TurnedUp::Taken { .. } => 1,
            TurnedUp::Stock { .. } => 2,
        }),
    );
    row.one_of("taken_by", 4, seat(view.turned_up.taken_by()));
    row.one_of("buried_by", 4, seat(view.buried_by));
    row.number("buried", view.buried.map_or(0, place_of));
    row.one_of("trump", 4, suit(view.trump));
    row.number("ace_is_highest", (view.highest == Highest::Ace).into());
    row.one_of("leader", 4, seat(Some(view.leader)));
    row.one_of("best", 4, seat(view.best.map(|best| best.seat)));
    row.places("trick", 4, &view.trick);
    row.number("stock_left", view.stock_left);
    seats.numbers(row, "tricks", |seat| view.tricks[seat.index()]);
    seats.numbers(row, "points", |seat| points(setup, &view.points, seat));
    seats.numbers(row, "hand_points", |seat| points(setup, &view.hand_points, seat));
    seats.numbers(row, "hand_sizes", |seat| view.hand_sizes[seat.index()]);
    row.cards("hand", view.hand.as_deref().unwrap_or_default());
    row.cards("played", &view.played);
}
