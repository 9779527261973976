//! The moves of a game. A position line leaves out earlier facts that views show, such as
//! the card that was turned up: a game is restored by its moves.

use std::sync::Arc;

use regicide_engine::engine::{Move, Seat};

/// The moves up to a position. Positions of one game share them.
#[derive(Clone, Default)]
pub(crate) struct History(Option<Arc<Link>>);

struct Link {
    before: History,
    seat: Seat,
    mv: Move,
}

impl History {
    /// These moves and one more.
    pub(crate) fn and(&self, seat: Seat, mv: Move) -> Self {
        Self(Some(Arc::new(Link { before: self.clone(), seat, mv })))
    }

    /// These moves without the last one.
    pub(crate) fn before(&self) -> Self {
        self.0.as_ref().map(|link| link.before.clone()).unwrap_or_default()
    }

    /// The moves in their order, with their seats.
    pub(crate) fn moves(&self) -> Vec<(u8, String)> {
        let mut moves = Vec::new();
        let mut next = &self.0;
        while let Some(link) = next {
            moves.push((link.seat.into(), link.mv.text()));
            next = &link.before.0;
        }
        moves.reverse();
        moves
    }
}

/// A long chain would be dropped by as many nested calls.
impl Drop for History {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(link) = next {
            next = Arc::into_inner(link).and_then(|mut link| link.before.0.take());
        }
    }
}
