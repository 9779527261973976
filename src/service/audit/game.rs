//! A stored game, compared with what its seed and log lead to.

use chrono::{DateTime, TimeDelta, Utc};
use regicide::engine::{Game as _, Ignore, Seed};
use regicide::record::{Rebuild, SeedBy};
use uuid::Uuid;

use super::{Audit, AuditCheck, AuditCheckName};
use crate::service::is_hex;
use crate::service::runtime::work::count_rebuilt;
use crate::store::{Game, Origin};

/// How far a game's time of creation can be from the one in its id, as both are
/// taken in one request, and how far behind the times of moves that it began
/// with: by clocks that agree about.
const TOLERANCE: TimeDelta = TimeDelta::minutes(1);

/// Rebuilds a stored game and says what holds.
#[must_use]
pub fn audit(game: &Game) -> Audit {
    count_rebuilt(game.moves.len());
    let mut rebuild = Rebuild::new(&game.setup, &game.seed);
    let (mut illegal, mut broken, mut untimely) = (None, None, None);
    let inherited = inherited(game);
    let mut last = None;
    for row in &game.moves {
        let seq = row.entry.seq;
        if rebuild.add(&row.entry, &mut Ignore).is_err() {
            illegal = Some(seq);
            break;
        }
        if rebuild.chain().hash() != row.h {
            broken = broken.or(Some(seq));
        }
        let is_later = seq as usize <= inherited && row.entry.at > Some(game.created_at + TOLERANCE);
        if is_later || (row.entry.at.is_some() && row.entry.at < last) {
            untimely = untimely.or(Some(seq));
        }
        last = row.entry.at.or(last);
    }
    let outcome = rebuild.position().outcome();
    let result = game.finished.as_ref().map(|finished| &finished.outcome) == outcome.as_ref();
    let check = |name, holds, seq| AuditCheck { name, holds, seq };
    let checks = vec![
        check(AuditCheckName::Rows, true, None),
        check(AuditCheckName::Commitment, game.seed.commitment() == game.commitment, None),
        check(AuditCheckName::Legality, illegal.is_none(), illegal),
        check(AuditCheckName::Chain, broken.is_none(), broken),
        check(AuditCheckName::Times, untimely.is_none(), untimely),
        check(AuditCheckName::Result, result, None),
        check(AuditCheckName::CreatedAt, creation_holds(game), None),
        check(AuditCheckName::FinishedAt, end_holds(game), None),
        check(AuditCheckName::SeedBy, maker_holds(game), None),
    ];
    Audit {
        holds: checks.iter().all(|check| check.holds),
        moves_valid: rebuild.position().seq(),
        commitment: game.commitment.to_string(),
        chain: rebuild.chain().hash().to_string(),
        checks,
    }
}

/// Whether a game was created when its id was made, and before its own moves.
fn creation_holds(game: &Game) -> bool {
    let made = id_time(game.id);
    let is_near = made.is_some_and(|made| (made - game.created_at).abs() <= TOLERANCE);
    let mut own = game.moves.iter().skip(inherited(game)).filter_map(|row| row.entry.at);
    is_near && own.all(|at| at >= game.created_at)
}

/// How many moves a game began with, which were made in another.
fn inherited(game: &Game) -> usize {
    match game.origin {
        Origin::Created => 0,
        Origin::Fork { at, .. } => at as usize,
        Origin::Imported => game.moves.len(),
    }
}

/// The time in an id of version 7.
pub(super) fn id_time(id: Uuid) -> Option<DateTime<Utc>> {
    let (seconds, nanos) = id.get_timestamp()?.to_unix();
    DateTime::from_timestamp(i64::try_from(seconds).ok()?, nanos)
}

/// Whether a game ended with its last move; an import whose last move has no
/// time ended when it was imported.
fn end_holds(game: &Game) -> bool {
    let last = game.moves.last().and_then(|row| row.entry.at).unwrap_or(game.created_at);
    game.finished.as_ref().is_none_or(|finished| finished.at == last)
}

/// Whether the seed has a form that its maker gives it (docs/spec/record.md
/// S1.5); forks and imports say that a client made it (S1.4).
fn maker_holds(game: &Game) -> bool {
    game.seed_by == SeedBy::Client || (game.origin == Origin::Created && is_made_by_service(&game.seed))
}

/// Whether the service could have made a seed: it ends in 32 hex digits.
pub(super) fn is_made_by_service(seed: &Seed) -> bool {
    let text = seed.as_str();
    let (words, digits) = text.rsplit_once('~').unwrap_or(("-", text));
    !words.is_empty() && is_hex(digits, 32)
}
