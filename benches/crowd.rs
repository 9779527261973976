//! A crowd: players on the board of a challenge, and webhooks of theirs, written by
//! the database itself, since a million attempts take too long to play.
//!
//! The rows are copies of those that the service has stored of one who has played:
//! player, game, seat, attempt and result, and a webhook. Ids, tokens and scores
//! differ. The counts of the board are raised with it. The games have no moves, so
//! that none of them can be rebuilt.

use std::ops::RangeInclusive;

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use uuid::Uuid;

/// How many a statement adds: the service is not locked out for long.
const AT_ONCE: u32 = 20_000;

/// A score for the number `i`: one in twenty has won, with some thousand different
/// scores.
const SCORE: &str = "case when i % 20 = 0 then 100663296 + (i / 20 % 4) * 2097152 + 19980 - i / 80 % 500
    else (i % 12) * 8388608 + (i / 12 % 40) * 32768 end";

/// An attempt that is ranked, and in the transparency log if there is one, with its
/// player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Template {
    pub(crate) challenge: Uuid,
    pub(crate) player: Uuid,
    pub(crate) game: Uuid,
}

/// A connection to the database of a service.
pub(crate) enum Behind {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

impl Behind {
    pub(crate) async fn connect(url: &str) -> Result<Self, sqlx::Error> {
        Ok(if url.starts_with("postgres") {
            Self::Postgres(PgConnection::connect(url).await?)
        } else {
            Self::Sqlite(SqliteConnection::connect(url).await?)
        })
    }

    pub(crate) async fn execute(&mut self, statement: String) -> Result<(), sqlx::Error> {
        let statement = AssertSqlSafe(statement);
        match self {
            Self::Postgres(connection) => sqlx::query(statement).execute(connection).await.map(|_| ()),
            Self::Sqlite(connection) => sqlx::query(statement).execute(connection).await.map(|_| ()),
        }
    }

    /// An id made of the number `i`, and the hash of a token.
    pub(crate) const fn texts(&self) -> (&str, &str) {
        match self {
            Self::Postgres(_) => ("lpad(to_hex(i), 32, '0')::uuid", "sha256(i::text::bytea)"),
            Self::Sqlite(_) => ("unhex(printf('%032x', i))", "unhex(printf('%064x', i))"),
        }
    }

    pub(crate) fn id(&self, id: Uuid) -> String {
        match self {
            Self::Postgres(_) => format!("'{id}'::uuid"),
            Self::Sqlite(_) => format!("unhex('{}')", id.simple()),
        }
    }

    /// Adds so many players with an attempt each.
    pub(crate) async fn add_players(&mut self, of: Template, count: u32) -> Result<(), sqlx::Error> {
        let (challenge, player, game) = (self.id(of.challenge), self.id(of.player), self.id(of.game));
        for numbers in batches(count) {
            let (id, token) = self.texts();
            let statements = [
                format!(
                    "insert into players (id, name, token, created_at, bot, skeleton, skeleton_unicode) {numbers}
                    select {id}, t.name, {token}, t.created_at, t.bot, t.skeleton, t.skeleton_unicode
                    from n cross join players t where t.id = {player}"
                ),
                format!(
                    "insert into games (id, game, rules, players, options, seed, commitment, seed_by, origin,
                        visibility, created_at, abandon_after, version, finished_at, result, challenge, attempt,
                        ends_at, embargoed, to_act, log_position) {numbers}
                    select {id}, t.game, t.rules, t.players, t.options, t.seed, t.commitment, t.seed_by, t.origin,
                        t.visibility, t.created_at, t.abandon_after, t.version, t.finished_at, t.result,
                        t.challenge, t.attempt, t.ends_at, t.embargoed, t.to_act, t.log_position
                    from n cross join games t where t.id = {game}"
                ),
                format!(
                    "insert into seats (game_id, seat, open, player, ended) {numbers}
                    select {id}, t.seat, t.open, {id}, t.ended from n cross join seats t where t.game_id = {game}"
                ),
                format!(
                    "insert into attempts (challenge, player, number, game, seat, ranked) {numbers}
                    select t.challenge, {id}, t.number, {id}, t.seat, t.ranked
                    from n cross join attempts t where t.challenge = {challenge} and t.game = {game}"
                ),
                format!(
                    "insert into results (challenge, game, seat, bots, score, micros) {numbers}
                    select t.challenge, {id}, t.seat, t.bots, {SCORE}, t.micros
                    from n cross join results t where t.challenge = {challenge} and t.game = {game}"
                ),
                format!(
                    "insert into board_counts (challenge, bots, score, results) {numbers}
                    select {challenge}, 0, {SCORE}, count(*) from n where true group by 3
                    on conflict (challenge, bots, score) do update
                        set results = board_counts.results + excluded.results"
                ),
            ];
            self.execute("begin".to_owned()).await?;
            for statement in statements {
                self.execute(statement).await?;
            }
            self.execute("commit".to_owned()).await?;
        }
        self.count_rows().await
    }

    /// Gives a player seats of so many finished games. Profiles read nothing else of them.
    pub(crate) async fn add_finished_games(&mut self, player: Uuid, count: u32) -> Result<(), sqlx::Error> {
        let player = self.id(player);
        for numbers in batches(count) {
            let id = self.texts().0;
            self.execute(format!(
                "insert into seats
                    (game_id, seat, open, player, ended, counts_from, kind, players, won, enemies, moves) {numbers}
                select {id}, 1, 0, {player}, 1, i, 'regicide', 1 + i % 4, 0, i % 12, 40 from n"
            ))
            .await?;
        }
        self.count_rows().await
    }

    /// Gives so many of the players a copy of a webhook.
    pub(crate) async fn add_webhooks(&mut self, of: Uuid, count: u32) -> Result<(), sqlx::Error> {
        let of = self.id(of);
        for numbers in batches(count) {
            let id = self.texts().0;
            self.execute(format!(
                "insert into webhooks (id, player, url, events, form, language, secret, status, created_at,
                    told_day, due_at, position) {numbers}
                select {id}, {id}, t.url || '-' || i, t.events, t.form, t.language, t.secret, t.status,
                    t.created_at, t.told_day, t.due_at, t.position
                from n cross join webhooks t where t.id = {of}"
            ))
            .await?;
        }
        self.count_rows().await
    }

    /// Score and player of the result in the middle of a board of people.
    pub(crate) async fn middle(&mut self, challenge: Uuid, results: u32) -> Result<(i64, Uuid), sqlx::Error> {
        let statement = format!(
            "select cast(r.score as bigint), a.player
            from results r join attempts a on a.challenge = r.challenge and a.game = r.game
            where r.challenge = {} and r.bots = 0 and r.void_reason is null
            order by r.score desc, r.game, r.seat limit 1 offset {}",
            self.id(challenge),
            results / 2
        );
        let statement = AssertSqlSafe(statement);
        match self {
            Self::Postgres(connection) => sqlx::query_as(statement).fetch_one(connection).await,
            Self::Sqlite(connection) => sqlx::query_as(statement).fetch_one(connection).await,
        }
    }

    /// Postgres does this by itself after a while; the service never does on SQLite.
    pub(crate) async fn count_rows(&mut self) -> Result<(), sqlx::Error> {
        match self {
            Self::Postgres(_) => self.execute("analyze".to_owned()).await,
            Self::Sqlite(_) => Ok(()),
        }
    }
}

/// Numbers from 1, for the statements of one batch each.
fn batches(count: u32) -> impl Iterator<Item = String> {
    let ranges = (0..count).step_by(AT_ONCE as usize);
    let ranges = ranges.map(move |before| before + 1..=count.min(before + AT_ONCE));
    ranges.map(|range: RangeInclusive<u32>| {
        let (first, last) = range.into_inner();
        format!("with recursive n (i) as (select {first} union all select i + 1 from n where i < {last})")
    })
}
