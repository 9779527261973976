//! A stored game, compared with its seed and log.

use std::fmt::Display;

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::engine::{Ignore, Outcome, Seed};
use regicide_engine::record::{BadMove, Entry, Rebuild, SeedBy};
use uuid::Uuid;

use super::{Audit, AuditCheck, AuditCheckName, Difference};
use crate::service::core::is_hex;
use crate::service::runtime::work::count_rebuilt;
use regicide_store::{Game, Origin};

/// The tolerance between a game's time of creation and the one in its id, as both are
/// taken in one request, and for inherited moves made after the creation: clocks
/// differ a little.
const TOLERANCE: TimeDelta = TimeDelta::minutes(1);

/// Rebuilds a stored game and reports the checks.
#[must_use]
pub fn audit(game: &Game) -> Audit {
    count_rebuilt(game.moves.len());
    let mut rebuild = Rebuild::new(&game.setup, &game.seed);
    let (mut illegal, mut broken, mut untimely) = (None, None, None);
    let inherited = inherited(game);
    let mut last = None;
    for row in &game.moves {
        let seq = row.entry.seq;
        if let Err(bad) = rebuild.add(&row.entry, &mut Ignore) {
            illegal = Some((seq, refused(&row.entry, &bad)));
            break;
        }
        let (stored, computed) = (game.stored_hash(row), rebuild.chain().hash());
        if !computed.0.starts_with(stored) {
            broken = broken.or_else(|| Some((seq, differs(hex::encode(stored), computed))));
        }
        let is_later = seq as usize <= inherited && row.entry.at > Some(game.created_at + TOLERANCE);
        if is_later || (row.entry.at.is_some() && row.entry.at < last) {
            untimely = untimely.or(Some(seq));
        }
        last = row.entry.at.or(last);
    }
    let outcome = rebuild.position().outcome();
    let stored = game.finished.as_ref().map(|finished| &finished.outcome);
    let result = (stored != outcome.as_ref()).then(|| differs(or_dash(stored), or_dash(outcome.as_ref())));
    let check = |name, holds, seq| AuditCheck { name, holds, seq, difference: None };
    let of_move = |name, found: Option<(u32, Difference)>| {
        let (seq, difference) = found.unzip();
        AuditCheck { name, holds: seq.is_none(), seq, difference }
    };
    let checks = vec![
        check(AuditCheckName::Rows, true, None),
        check(AuditCheckName::Commitment, game.seed.commitment() == game.commitment, None),
        of_move(AuditCheckName::Legality, illegal),
        of_move(AuditCheckName::Chain, broken),
        check(AuditCheckName::Times, untimely.is_none(), untimely),
        AuditCheck { name: AuditCheckName::Result, holds: result.is_none(), seq: None, difference: result },
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

fn refused(entry: &Entry, bad: &BadMove) -> Difference {
    let (clause, reason) = (bad.fault.clause(), bad.fault.message());
    Difference::Refused { text: entry.mv.to_string(), clause, reason }
}

fn differs(stored: impl Display, computed: impl Display) -> Difference {
    Difference::Value { stored: stored.to_string(), computed: computed.to_string() }
}

fn or_dash(outcome: Option<&Outcome>) -> String {
    outcome.map_or_else(|| "-".to_owned(), Outcome::to_string)
}

/// True if a game was created when its id was made, and before its own moves.
fn creation_holds(game: &Game) -> bool {
    let made = id_time(game.id);
    let is_near = made.is_some_and(|made| (made - game.created_at).abs() <= TOLERANCE);
    let mut own = game.moves.iter().skip(inherited(game)).filter_map(|row| row.entry.at);
    is_near && own.all(|at| at >= game.created_at)
}

/// The number of moves that a game inherited from another.
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

/// True if a game ended with its last move; an import whose last move has no time
/// ended when it was imported.
fn end_holds(game: &Game) -> bool {
    let last = game.moves.last().and_then(|row| row.entry.at).unwrap_or(game.created_at);
    game.finished.as_ref().is_none_or(|finished| finished.at == last)
}

/// True if the seed has the form of its maker (docs/spec/record.md S1.5). Imports and
/// forks name a client as the maker (S1.4).
fn maker_holds(game: &Game) -> bool {
    let is_created = game.origin == Origin::Created;
    game.seed_by == SeedBy::Client || (is_created && is_made_by_service(&game.seed))
}

/// True if the service could have made a seed: it ends in 32 hex digits.
pub(super) fn is_made_by_service(seed: &Seed) -> bool {
    let text = seed.as_str();
    let (words, digits) = text.rsplit_once('~').unwrap_or(("-", text));
    !words.is_empty() && is_hex(digits, 32)
}
