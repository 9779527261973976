//! Games.

mod analyses;
mod bytes;
mod game;
mod info;
mod lists;
mod log;
mod lookup;
mod packed;
mod proposal;
mod rows;
mod seat_rows;
mod signals;
mod statements;
mod stream;
mod writer;

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::engine::{Hash, Seat};
use uuid::Uuid;

use super::attempts::{Entrant, enter, remove_attempts_of};
use super::batch::Batches;
use super::database::{Database, Row, ToValue, Transaction, Value, params};
use super::error::{Conflict, RowKind, StoreError};
use super::idempotency::{StoredAnswer, commit_with_answer};
use super::locks::{LOCK_STREAM_END, SequenceLock, lock_invited, lock_player};
use super::outbox::insert_events;
use super::page::{Page, page_of};
use super::seats::{END_SEATS, SeatState, announce_game};
use super::status::Status;
use super::text::{one_of, to_json};
use lists::{
    IN_PLAY, LIST, LIST_OF_PLAYER, LIST_PUBLIC_OF_PLAYER, LIST_PUBLIC_UNFINISHED_OF_PLAYER, LIST_TO_ACT,
    LIST_UNFINISHED, LIST_UNFINISHED_OF_PLAYER, LOOKED_AT, LOOKED_AT_OF_PLAYER,
};
use statements::{
    ANALYZE_EXPORT_POSITIONS, ANALYZED_FROM, CANCEL, EMBARGOES_HAVE_ENDED, EXPORT, EXPORT_IS_BEHIND,
    EXPORT_POSITION, GAME, GAME_IDS, GIVE_EXPORT_POSITIONS, IMPORTED_GAMES, LAST_EXPORT_POSITION,
    LIFT_EMBARGOES, NAME_REMATCH, PRESENT, REVISION, SET_PROPOSAL,
};

pub(super) use game::CLOSED_AFTER;
pub use game::{
    Exported, Game, GameFilter, GameHead, GameInPlay, GamesOfPlayer, Origin, Revision, SeatIdentity,
    WhichGames,
};
pub use info::{ForkedFrom, GameInfo, ListedGame, OriginName, SeatInfo};
pub(super) use lists::{LAST_MOVE, STATUS};
pub(super) use lookup::{Lookup, LookupReader};
pub use packed::{PackedLog, Unpacked};
pub use proposal::{OpenProposal, Proposal, ProposalKind};
pub(super) use rows::{read_finished, read_visibility};
pub use signals::{MAX_SIGNALS, SaidSignal};
pub(super) use statements::{
    AUDITED_GAMES, SET_PLAYERS_HASH, UNLOGGED_CLOSED_GAMES, UNLOGGED_GAMES, UNLOGGED_GAMES_OF_PLAYER, closed,
};
pub(super) use statements::{COLUMNS, SEATS_POSTGRES, SEATS_SQLITE};
pub use stream::StreamedGame;
pub(super) use writer::insert_game;

/// The number of games that join the lists in one step when their challenge is over.
const LIFTED_AT_ONCE: u32 = 500;

/// The stored games.
pub struct Games {
    pub(super) database: Database,
    pub(super) lookups: Batches<Lookup>,
    pub(super) sequence_lock: SequenceLock,
}

impl Games {
    /// Stores a new game with its seats and, for forks and imports, its moves, all or nothing.
    /// With `answer`, a claimed idempotency key gets its answer in the same transaction.
    ///
    /// # Errors
    /// [`Conflict::TokenChanged`] if a player who sits there has another token by now,
    /// [`Conflict::Stale`] if the player's name is hidden by now or a seat is held for a player
    /// who was deleted, [`Conflict::ClaimLost`].
    pub async fn create(&self, game: &Game, answer: Option<&StoredAnswer>) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        insert_game_of_players(&mut transaction, game).await?;
        commit_with_answer(transaction, answer).await
    }

    /// Stores the rematch of a game that has none, and stores its id with that game, whose
    /// version rises.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if there is one by now; or as
    /// [`Games::create`].
    pub async fn create_rematch(
        &self,
        game: &Game,
        of: Uuid,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        insert_game_of_players(&mut transaction, game).await?;
        transaction.execute_or(Conflict::Stale, NAME_REMATCH, params![of, game.id]).await?;
        announce_game(&mut transaction, of, None).await?;
        commit_with_answer(transaction, answer).await
    }

    /// Stores the game of an attempt with the player on its first seat, all or nothing.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if the player has that attempt already, has not ended those before,
    /// or has a hidden name by now;
    /// [`Conflict::TokenChanged`]; [`Conflict::NotAdmitted`];
    /// [`Conflict::ClaimLost`].
    pub async fn start_attempt(
        &self,
        game: &Game,
        entrant: &Entrant,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        lock_player(&mut transaction, &entrant.player).await?;
        enter(&mut transaction, entrant, game.id, Seat::default()).await?;
        insert_game(&mut transaction, game).await?;
        commit_with_answer(transaction, answer).await
    }

    /// True unless a game with this id is on an unavailable server of a cluster.
    #[must_use]
    pub fn is_available(&self, id: Uuid) -> bool {
        self.database.servers().check_game(id).is_ok()
    }

    /// A game with its seats and its whole log: one round trip.
    pub async fn read(&self, id: Uuid) -> Result<Option<Game>, StoreError> {
        self.database.read_row(GAME, params![id], Game::read).await
    }

    /// A game with its seats and its whole log, for one that has probably finished. It comes
    /// from a replica if that has it as finished.
    pub async fn read_past(&self, id: Uuid) -> Result<Option<Game>, StoreError> {
        let rows = self.database.fetch_from_replica(GAME, params![id]).await;
        let found = rows.as_deref().and_then(<[_]>::first).and_then(|row| Game::read(row).ok());
        match found.filter(|found| found.finished.is_some()) {
            Some(finished) => Ok(Some(finished)),
            None => self.read(id).await,
        }
    }

    /// The version check of a game and the names at its seats: one round trip, which reads no
    /// log and is shared with other version checks. `None` if there is no such game.
    pub async fn head(&self, id: Uuid) -> Result<Option<GameHead>, StoreError> {
        self.lookups.run(Lookup(id)).await?.transpose()
    }

    /// Cancels a game if it still has `version` and is neither finished nor
    /// cancelled.
    ///
    /// # Errors
    /// [`Conflict::Stale`].
    pub async fn cancel(&self, id: Uuid, version: u32, at: DateTime<Utc>) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.execute_or(Conflict::Stale, CANCEL, params![id, version, at]).await?;
        transaction.execute(END_SEATS, params![id]).await?;
        remove_attempts_of(&mut transaction, id).await?;
        announce_game(&mut transaction, id, None).await?;
        insert_events(&mut transaction, id, None).await?;
        transaction.commit().await
    }

    /// Stores or removes the proposal of a game, if the game still has `version` and is neither
    /// finished nor cancelled, and raises the version by one.
    ///
    /// # Errors
    /// [`Conflict::Stale`]; [`Conflict::ClaimLost`].
    pub async fn set_proposal(
        &self,
        id: Uuid,
        version: u32,
        proposal: Option<&Proposal>,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        let values = params![id, version, proposal.map(to_json)];
        transaction.execute_or(Conflict::Stale, SET_PROPOSAL, values).await?;
        announce_game(&mut transaction, id, None).await?;
        commit_with_answer(transaction, answer).await
    }

    /// A page of the games that fit `filter`, newest first: public ones or all of a player's.
    /// Public ones come from the replica, if there is one. Games whose rows cannot be read are
    /// left out.
    ///
    /// With a filter, a page reads a limited number of games: it can hold fewer than `limit`,
    /// and have a next page all the same.
    pub async fn list(&self, filter: &GameFilter, limit: u32) -> Result<Page<ListedGame, Uuid>, StoreError> {
        self.lift_embargoes(filter.now).await?;
        let any_status = filter.status.is_empty();
        let goes_on = |status: &Status| matches!(status, Status::Waiting | Status::Running);
        let goes_on = !any_status && filter.status.iter().all(goes_on);
        let list = match filter.player.map(|of| of.which) {
            None if any_status || filter.status.contains(&Status::Finished) => LIST,
            None => LIST_UNFINISHED,
            Some(WhichGames::Public) if goes_on => LIST_PUBLIC_UNFINISHED_OF_PLAYER,
            Some(WhichGames::Public) => LIST_PUBLIC_OF_PLAYER,
            Some(WhichGames::All) if goes_on => LIST_UNFINISHED_OF_PLAYER,
            Some(WhichGames::All) => LIST_OF_PLAYER,
            Some(WhichGames::ToAct) => LIST_TO_ACT,
        };
        let (from, before) = id_range(filter);
        let mut values = params![
            filter.now,
            before,
            from,
            filter.created_before.map_or(i64::MAX, |time| time.timestamp_micros()),
            filter.created_after.map_or(i64::MIN, |time| time.timestamp_micros()),
            one_of(&filter.players),
            one_of(filter.game.iter().map(<&str>::from)),
            one_of(filter.status.iter().map(<&str>::from)),
            limit,
        ]
        .to_vec();
        if let Some(GamesOfPlayer { player, co_player, won, .. }) = filter.player {
            values.extend([player.to_value(), co_player.to_value(), won.map(i64::from).to_value()]);
        }
        let fetch = async |statement, values: &[Value<'_>]| {
            if filter.latest {
                self.database.fetch(statement, values).await
            } else {
                self.database.fetch_from_replica_or_primary(statement, values).await
            }
        };
        let id_of = |row: &Row| row.id(RowKind::Game, "id");
        let is_chosen = filter.player.is_some_and(|of| of.co_player.is_some() || of.won.is_some());
        let wants_all = filter.game.is_empty() && filter.players.is_empty() && any_status && !is_chosen;
        let most = match filter.player.map(|of| of.which) {
            None if wants_all => None,
            None => Some(LOOKED_AT),
            // All games with a seat of the player fit, so one more shows if there is a next page.
            Some(WhichGames::All) if wants_all => Some(limit + 1),
            Some(_) => Some(LOOKED_AT_OF_PLAYER),
        };
        let (mut looked_at, mut end) = (0, None);
        if let Some(most) = most {
            values[8] = most.to_value();
            let rows = fetch(list.looked_at, &values).await?;
            let read = |row: &Row| Ok((row.get::<u32>("number")?, row.optional::<Uuid>("last")?));
            let row = rows.first().map(|row| row.parse(RowKind::Game, "last", read)).transpose()?;
            (looked_at, end) = row.unwrap_or_default();
            // With fewer games than that, the list ends.
            end = end.filter(|_| looked_at == most);
        }
        values[2] = end.unwrap_or(from).to_value();
        values[8] = (limit + 1).to_value();
        let page = page_of(&fetch(list.page, &values).await?, limit, ListedGame::read, id_of)?;
        let looked_at = page.looked_at.max(looked_at as usize);
        Ok(Page { next: page.next.or(end), looked_at, ..page })
    }

    /// The newest games of a player that have not ended, unless by the clock, as they are at a
    /// time; at most `limit` and, of those where a seat is held for the player, `held`. One
    /// statement, which reads no log.
    pub async fn in_play(
        &self,
        player: Uuid,
        now: DateTime<Utc>,
        limit: u32,
        held: u32,
    ) -> Result<Vec<GameInPlay>, StoreError> {
        self.database.read_rows(IN_PLAY, params![now, player, limit, held], GameInPlay::read).await
    }

    /// Lets games of finished challenges join the lists, a limited number at a time.
    async fn lift_embargoes(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        if self.database.fetch_optional(EMBARGOES_HAVE_ENDED, params![now]).await?.is_some() {
            let lifted = self.database.execute(LIFT_EMBARGOES, params![now, LIFTED_AT_ONCE]).await;
            StoreError::deferred(lifted)?;
        }
        Ok(())
    }

    /// Finished public games after a position of the export, in its order, at most `limit`.
    /// Every such game has its permanent position by the time it is first returned. Games that
    /// finish later have later positions, whenever they began. Those of challenges that still
    /// run at `now` wait.
    pub async fn export(
        &self,
        after: i64,
        limit: u32,
        now: DateTime<Utc>,
    ) -> Result<Vec<Exported>, StoreError> {
        self.give_missing_export_positions(now).await?;
        let replica = self.database.fetch_from_replica(EXPORT, params![after, limit]).await;
        let mut exported: Vec<Exported> =
            replica.unwrap_or_default().iter().map(Exported::read).collect::<Result<_, _>>()?;
        // The replica has a prefix of the primary's rows.
        let last = exported.last().map_or(after, |row| row.position);
        let missing = limit.saturating_sub(u32::try_from(exported.len()).unwrap_or(limit));
        if missing > 0 {
            exported.extend(self.database.read_rows(EXPORT, params![last, missing], Exported::read).await?);
        }
        if self.database.is_distributed() {
            // Its servers commit one after the other: rows after a position that is not visible
            // yet are left for the next page.
            let seen =
                exported.iter().zip(after + 1..).take_while(|(row, next)| row.position == *next).count();
            if let Some(next) = exported.get(seen) {
                tracing::warn!(
                    position = next.position,
                    "a position of the export before this one is not seen"
                );
            }
            exported.truncate(seen);
        }
        Ok(exported)
    }

    /// The position of the last game of the export, 0 without games. Positions are consecutive.
    pub async fn last_export_position(&self, now: DateTime<Utc>) -> Result<i64, StoreError> {
        self.give_missing_export_positions(now).await?;
        let position = |row: &Row| row.parse(RowKind::Game, "export", |row| row.get("export_position"));
        Ok(self.database.read_row(LAST_EXPORT_POSITION, &[], position).await?.unwrap_or_default())
    }

    async fn give_missing_export_positions(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        if self.database.fetch_optional(EXPORT_IS_BEHIND, params![now]).await?.is_some() {
            StoreError::deferred(self.give_export_positions(now).await)?;
        }
        Ok(())
    }

    async fn give_export_positions(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        let guard = self.sequence_lock.lock().await;
        let mut transaction = self.database.begin().await?;
        transaction.fetch(LOCK_STREAM_END, &[]).await?;
        let given = transaction.execute(GIVE_EXPORT_POSITIONS, params![now]).await?;
        transaction.commit().await?;
        drop(guard);
        if given >= ANALYZED_FROM && !self.database.is_sqlite() {
            self.database.execute(ANALYZE_EXPORT_POSITIONS, &[]).await?;
        }
        Ok(())
    }

    /// The position of a game in the export, if it has one.
    pub async fn export_position(&self, id: Uuid) -> Result<Option<i64>, StoreError> {
        let position = |row: &Row| row.parse(RowKind::Game, "id", |row| row.get("export_position"));
        self.database.read_row(EXPORT_POSITION, params![id], position).await
    }

    /// The ids of the imported games whose seed has this commitment.
    pub async fn imported(&self, commitment: Hash) -> Result<Vec<Uuid>, StoreError> {
        self.database.read_rows(IMPORTED_GAMES, params![commitment], |row| row.id(RowKind::Game, "id")).await
    }

    /// The ids of all games after one, in their order, at most `limit`.
    pub async fn ids(&self, after: Uuid, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        self.database.read_rows(GAME_IDS, params![after, limit], |row| row.id(RowKind::Game, "id")).await
    }
}

/// Stores a game if its players still have the tokens that were validated, and announces it.
async fn insert_game_of_players(transaction: &mut Transaction, game: &Game) -> Result<(), StoreError> {
    let player_of = |seat: &SeatState| match (seat.player, seat.invitation) {
        (Some(player), _) => Some((player.id, Some(player))),
        (None, invitation) => Some((invitation?.player()?, None)),
    };
    let mut players: Vec<_> = game.seats.iter().filter_map(player_of).collect();
    // In one order, so that no two requests wait for each other.
    players.sort_unstable_by_key(|(id, _)| *id);
    for (id, sitting) in players {
        match sitting {
            Some(player) => lock_player(transaction, &player).await?,
            None => lock_invited(transaction, id).await?,
        }
    }
    insert_game(transaction, game).await
}

/// The revision of a game's present state.
///
/// # Errors
/// [`Conflict::Stale`] if there is no such game.
pub(crate) async fn present_revision(
    transaction: &mut Transaction,
    game: Uuid,
) -> Result<Revision, StoreError> {
    let row = transaction.fetch_optional(REVISION, params![game]).await?.ok_or(Conflict::Stale)?;
    Revision::read(&row).map_err(|what| StoreError::corrupt_game(game, what))
}

/// Requires that games have these revisions at present.
///
/// # Errors
/// [`Conflict::Stale`] if one has another, or is not there.
pub(crate) async fn require_revisions(
    transaction: &mut Transaction,
    games: &[(Uuid, Revision)],
) -> Result<(), StoreError> {
    if games.is_empty() {
        return Ok(());
    }
    let ids = Value::ids_of(transaction.dialect, games.iter().map(|(id, _)| *id));
    let rows = transaction.fetch(PRESENT, params![ids]).await?;
    let read =
        |row: &Row| Ok((row.id(RowKind::Game, "id")?, row.parse(RowKind::Game, "id", Revision::read)?));
    let present = rows.iter().map(read).collect::<Result<HashMap<Uuid, Revision>, StoreError>>()?;
    let is_present = |(id, revision): &(Uuid, Revision)| present.get(id) == Some(revision);
    if games.iter().all(is_present) { Ok(()) } else { Err(Conflict::Stale.into()) }
}

/// The greatest difference between a game's time and the one in its id. Both are taken in one
/// request, but not at one moment.
const ID_TIME_TOLERANCE: TimeDelta = TimeDelta::minutes(1);

/// The last millisecond that an id can hold, in the year 10889.
const MAX_ID_MILLIS: u64 = (1 << 48) - 1;

/// The range of ids of the games of a list, the first included. Ids begin with their time, so
/// lists skip games that are too old or too young. The exact times are compared later.
fn id_range(filter: &GameFilter) -> (Uuid, Uuid) {
    let oldest =
        filter.created_after.and_then(|time| time.checked_sub_signed(ID_TIME_TOLERANCE)).map(first_id);
    let youngest =
        filter.created_before.and_then(|time| time.checked_add_signed(ID_TIME_TOLERANCE)).map(first_id);
    let before = filter.after.unwrap_or(Uuid::max());
    (oldest.unwrap_or(Uuid::nil()), youngest.map_or(before, |youngest| youngest.min(before)))
}

/// The least id that can hold a time.
fn first_id(time: DateTime<Utc>) -> Uuid {
    let millis = u64::try_from(time.timestamp_millis()).unwrap_or(0).min(MAX_ID_MILLIS);
    Uuid::from_u64_pair(millis << 16, 0)
}
