//! Taking in records from elsewhere, and judging them without.

use serde::Serialize;
use utoipa::ToSchema;

use super::Service;
use super::create::invalid;
use super::error::Error;
use super::idempotency::{IdempotencyKey, Reply, request_hash};
use super::name::check_name;
use super::table::{Caller, Table};
use super::view::GameView;
use crate::engine::{Game as _, Hash, Message, Seat, SeedError, Silent};
use crate::record::{BadMoveInfo, Checked, Expected, Rebuild, RecordFile, SeedBy, Verdict, verify};
use crate::store::{Finished, Game, LogEntry, NewGame, Origin, SeatState, Visibility};
use crate::words::Language;

/// A record that was taken in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Imported {
    /// The game, marked as imported.
    pub game: GameView,
    /// What was checked.
    pub verdict: Verdict,
}

/// A record that was judged and holds.
#[derive(Debug)]
pub struct Prepared {
    game: NewGame,
    verdict: Verdict,
    request: Hash,
}

impl Service {
    /// Judges a record without storing it. Takes a while for long records:
    /// not for a thread that others wait for.
    #[must_use]
    pub fn verify(record: &RecordFile, expected: &Expected, language: Language) -> Verdict {
        verify(record, expected, language)
    }

    /// Judges a record that is to be imported. As [`Service::verify`], not for
    /// a thread that others wait for.
    ///
    /// # Errors
    /// [`Error::BadRecord`] with what does not hold.
    pub fn prepare_import(&self, record: &RecordFile, language: Language) -> Result<Prepared, Error> {
        let verdict = verify(record, &Expected::default(), language);
        if !verdict.consistent {
            return Err(bad_record(&verdict));
        }
        let now = self.now();
        let (setup, seed) = (
            record.setup()?,
            record.seed().map_err(|SeedError| invalid("seed", Message::new("seed-malformed")))?,
        );
        let mut rebuild = Rebuild::new(&setup, &seed);
        let mut moves = Vec::with_capacity(record.moves.len());
        for entry in record.entries() {
            let entry = entry.and_then(|entry| rebuild.add(&entry, &mut Silent).map(|()| entry));
            let entry = entry.map_err(|bad| invalid("moves", bad.message()))?;
            moves.push(LogEntry { entry, h: rebuild.chain().hash(), key: None });
        }
        let ended = moves.last().and_then(|row| row.entry.at).unwrap_or(now);
        let finished = rebuild.position().outcome().map(|outcome| Finished { at: ended, outcome });
        let commitment = seed.commitment();
        let game = NewGame {
            id: self.new_id(now),
            setup,
            seed,
            commitment,
            seed_by: SeedBy::Client,
            origin: Origin::Imported,
            visibility: Visibility::Public,
            created_at: now,
            abandon_after: self.settings.abandon_after,
            owner: None,
            seats: seats(record, setup.players())?,
            moves,
            finished,
            challenge: None,
        };
        Ok(Prepared { game, verdict, request: request_hash("import_record", record) })
    }

    /// Stores a record that holds as a game.
    ///
    /// # Errors
    /// Trouble with the key, or the store's.
    pub async fn import(&self, prepared: Prepared, key: Option<&IdempotencyKey>) -> Result<Reply, Error> {
        let Prepared { game, verdict, request } = prepared;
        let stored = Game { game: game.clone(), version: 0, cancelled_at: None };
        let view = Table::rebuild(stored, self.now())?.view(Caller::Spectator);
        let reply = Reply::new(game.id, &Imported { game: view, verdict });
        self.store_once(&game, reply, key, request).await
    }
}

/// The seats of an imported game: nobody has their tokens.
fn seats(record: &RecordFile, players: u8) -> Result<Vec<SeatState>, Error> {
    let names = record.seats.as_deref().unwrap_or_default();
    let seat = |seat: Seat| {
        let name = names.get(seat.index()).cloned().flatten();
        name.iter().try_for_each(|name| check_name("seats", name))?;
        Ok(SeatState { seat, name, open: false, token: None, asked_to_concede: None, player: None })
    };
    Seat::all(players).map(seat).collect()
}

/// What does not hold, in one sentence.
fn bad_record(verdict: &Verdict) -> Error {
    if let Some(bad) = &verdict.bad_move {
        let BadMoveInfo { seq, reason, rule } = bad;
        let reason = Message::new("bad-move").with("seq", *seq).with("fault", reason.as_str());
        return Error::BadRecord { reason, seq: Some(verdict.moves_valid), clause: Some(rule) };
    }
    let failed = verdict.checks.iter().find(|check| check.outcome == Checked::Failed);
    let reason = failed.map_or_else(String::new, |check| {
        let detail = check.detail.as_deref().unwrap_or_default();
        format!("{}: {detail}", check.name.name())
    });
    Error::BadRecord { reason: Message::text(reason), seq: None, clause: None }
}
