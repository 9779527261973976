//! The schemas of both databases are equivalent.
//!
//! The schema is read from each database's catalogue as a set of facts, a line
//! each. Expressions are written differently by the two, so those of
//! SQLite are given to Postgres in a schema of their own, and what Postgres
//! makes of both is compared.

mod ddl;
mod postgres;
mod sqlite;

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::fixtures::store;
use crate::support::Database;

/// The schema of a database, a line for each table, column, key, index, check and
/// trigger.
type Facts = BTreeSet<String>;

/// Why only SQLite has something: its `insert or replace` deletes the row in
/// the way without running the triggers for deletions.
const NO_REPLACE: &str = "Postgres has no insert or replace";
/// Why only Postgres has something.
const NO_TRUNCATE: &str = "SQLite has no truncate";

/// The purpose of a trigger, which each database expresses in its own way.
const IN_STREAM: &str = "a trigger that changes stream_positions";
const PACKED: &str = "a trigger that refuses to delete moves whose log is not packed";

/// Facts of SQLite only, with the reasons.
const ONLY_SQLITE: [(&str, &str); 30] = [
    ("column write_probe.latest_time integer not null default 0", "the clock of Postgres is its server's"),
    ("column idempotency.answer uuid null", "bytes of any length, which look like a UUID"),
    ("column packed_logs.log uuid not null", "bytes of any length, which look like a UUID"),
    (
        "trigger games: before row update of packed when new.packed = 1 and old.packed = 0 and ( exists \
         (select 1 from moves where game_id = new.id) or not exists (select 1 from packed_logs where game_id \
         = new.id) ) does select raise(abort, 'games have either rows of moves or a packed log')",
        PACKED,
    ),
    (
        "trigger moves: before row delete when not exists ( select 1 from packed_logs as packed where \
         packed.game_id = old.game_id and (old.seq < packed.moves or old.seq = packed.moves and old.h = \
         packed.h) ) does select raise(abort, 'rows of moves are never deleted before their log is packed')",
        PACKED,
    ),
    (
        "trigger packed_logs: before row insert when (select count(*) from moves where game_id = new.game_id) \
         not in (0, new.moves) does select raise(abort, 'rows of moves are never deleted before their log is \
         packed')",
        PACKED,
    ),
    (
        "trigger admin_log: before row insert when exists (select 1 from admin_log where id = new.id)",
        NO_REPLACE,
    ),
    (
        "trigger attempts: before row insert when exists ( select 1 from attempts where challenge = \
         new.challenge and player = new.player and number = new.number and ranked = 1 )",
        NO_REPLACE,
    ),
    (
        "trigger challenges: before row insert when exists (select 1 from challenges where id = \
         new.id or (day = new.day and players = new.players))",
        NO_REPLACE,
    ),
    (
        "trigger daily_keys: before row insert when exists ( select 1 from daily_keys where number = \
         new.number or fingerprint = new.fingerprint or valid_from = new.valid_from )",
        NO_REPLACE,
    ),
    (
        "trigger games: before row insert when exists (select 1 from games where id = new.id or \
         export_position = new.export_position)",
        NO_REPLACE,
    ),
    (
        "trigger games: before row update of export_position when exists (select 1 from games where \
         export_position = new.export_position and id <> new.id)",
        NO_REPLACE,
    ),
    (
        "trigger games: after row insert when new.visibility = 'public' and new.challenge is null does \
         insert into stream_positions (game_id) values (new.id)",
        IN_STREAM,
    ),
    (
        "trigger games: after row update of finished_at, cancelled_at when new.visibility = 'public' and \
         new.challenge is null does update stream_positions set position = null where game_id = new.id",
        IN_STREAM,
    ),
    (
        "trigger seats: after row update of open when old.open <> new.open does update stream_positions \
         set position = null where game_id = new.game_id and (select sum(open) from seats where game_id = \
         new.game_id) = new.open and not exists (select 1 from former_players where game_id = new.game_id)",
        IN_STREAM,
    ),
    (
        "trigger former_players: before row insert when exists ( select 1 from former_players where game_id = \
         new.game_id and version = new.version and seat = new.seat )",
        NO_REPLACE,
    ),
    (
        "trigger moves: before row insert when exists (select 1 from moves where game_id = \
         new.game_id and seq = new.seq)",
        NO_REPLACE,
    ),
    (
        "trigger packed_logs: before row insert when exists (select 1 from packed_logs where game_id = \
         new.game_id)",
        NO_REPLACE,
    ),
    (
        "trigger players: before row insert when exists (select 1 from players where id = new.id or \
         token = new.token)",
        NO_REPLACE,
    ),
    (
        "trigger players: before row update of token when exists (select 1 from players where token = \
         new.token and id <> new.id)",
        NO_REPLACE,
    ),
    (
        "trigger results: before row insert when exists (select 1 from results where challenge = \
         new.challenge and game = new.game and seat = new.seat)",
        NO_REPLACE,
    ),
    (
        "trigger seats: before row insert when exists (select 1 from seats where game_id = \
         new.game_id and seat = new.seat)",
        NO_REPLACE,
    ),
    (
        "trigger signals: before row insert when exists ( select 1 from signals where game_id = \
         new.game_id and (number = new.number or seq = new.seq and seat = new.seat and signal = \
         new.signal) )",
        NO_REPLACE,
    ),
    (
        "trigger signing_keys: before row insert when exists (select 1 from signing_keys where number \
         = new.number)",
        NO_REPLACE,
    ),
    (
        "trigger log_checkpoints: before row insert when exists (select 1 from log_checkpoints where number = \
         new.number)",
        NO_REPLACE,
    ),
    (
        "trigger log_entries: before row insert when exists (select 1 from log_entries where position = \
         new.position or subject = new.subject)",
        NO_REPLACE,
    ),
    (
        "trigger log_nodes: before row insert when exists (select 1 from log_nodes where level = new.level \
         and number = new.number)",
        NO_REPLACE,
    ),
    (
        "trigger tlog_checkpoints: before row insert when exists (select 1 from tlog_checkpoints where size = \
         new.size)",
        NO_REPLACE,
    ),
    (
        "trigger tlog_entries: before row insert when exists (select 1 from tlog_entries where position = \
         new.position)",
        NO_REPLACE,
    ),
    (
        "trigger tlog_nodes: before row insert when exists (select 1 from tlog_nodes where level = new.level \
         and number = new.number)",
        NO_REPLACE,
    ),
];

/// Facts of Postgres only, with the reasons.
const ONLY_POSTGRES: [(&str, &str); 26] = [
    ("column idempotency.answer bytes null", "bytes of any length"),
    ("column packed_logs.log bytes not null", "bytes of any length"),
    (
        "trigger games: before row update of packed when ((new.packed = 1) AND (old.packed = 0)) does \
         refuse_two_logs",
        PACKED,
    ),
    ("trigger moves: after statement delete does refuse_loss_of_moves", PACKED),
    ("trigger games: after statement insert does enter_stream", IN_STREAM),
    (
        "trigger games: after row update of cancelled_at, finished_at when (((new.visibility)::text = \
         'public'::text) AND (new.challenge IS NULL)) does end_in_stream",
        IN_STREAM,
    ),
    (
        "trigger seats: after row update of open when (old.open <> (new.open)::smallint) does begin_in_stream",
        IN_STREAM,
    ),
    ("trigger admin_log: before statement truncate", NO_TRUNCATE),
    ("trigger attempts: before statement truncate", NO_TRUNCATE),
    ("trigger challenges: before statement truncate", NO_TRUNCATE),
    ("trigger daily_keys: before statement truncate", NO_TRUNCATE),
    ("trigger former_players: before statement truncate", NO_TRUNCATE),
    ("trigger games: before statement truncate", NO_TRUNCATE),
    ("trigger moves: before statement truncate", NO_TRUNCATE),
    ("trigger packed_logs: before statement truncate", NO_TRUNCATE),
    ("trigger players: before statement truncate", NO_TRUNCATE),
    ("trigger results: before statement truncate", NO_TRUNCATE),
    ("trigger seats: before statement truncate", NO_TRUNCATE),
    ("trigger signals: before statement truncate", NO_TRUNCATE),
    ("trigger signing_keys: before statement truncate", NO_TRUNCATE),
    ("trigger log_checkpoints: before statement truncate", NO_TRUNCATE),
    ("trigger log_entries: before statement truncate", NO_TRUNCATE),
    ("trigger log_nodes: before statement truncate", NO_TRUNCATE),
    ("trigger tlog_checkpoints: before statement truncate", NO_TRUNCATE),
    ("trigger tlog_entries: before statement truncate", NO_TRUNCATE),
    ("trigger tlog_nodes: before statement truncate", NO_TRUNCATE),
];

/// Both databases with today's schema.
struct Both {
    sqlite: SqliteConnection,
    postgres: PgConnection,
    _databases: [Database; 2],
}

impl Both {
    async fn new() -> Self {
        let databases = [Database::empty_sqlite(), Database::empty_postgres().await];
        for database in &databases {
            store(database).await;
        }
        Self {
            sqlite: SqliteConnection::connect(&databases[0].url).await.unwrap(),
            postgres: PgConnection::connect(&databases[1].url).await.unwrap(),
            _databases: databases,
        }
    }

    /// Facts of SQLite only, and of Postgres only, except the listed ones.
    async fn differences(&mut self) -> [Facts; 2] {
        let sqlite = sqlite::facts(&mut self.sqlite, &mut self.postgres).await;
        let postgres = postgres::facts(&mut self.postgres).await;
        let unlisted = |own: &Facts, other: &Facts, listed: &[(&str, &str)]| {
            let listed: Facts = listed.iter().map(|(fact, _)| (*fact).to_owned()).collect();
            let own: Facts = own.difference(other).cloned().collect();
            own.symmetric_difference(&listed).cloned().collect()
        };
        [unlisted(&sqlite, &postgres, &ONLY_SQLITE), unlisted(&postgres, &sqlite, &ONLY_POSTGRES)]
    }
}

fn lines<'a>(facts: impl IntoIterator<Item = &'a String>) -> String {
    facts.into_iter().flat_map(|fact| ["\n  ", fact]).collect()
}

#[tokio::test]
async fn both_databases_have_the_same_schema() {
    let mut both = Both::new().await;
    let facts = postgres::facts(&mut both.postgres).await;
    for kind in ["table", "column", "primary key", "unique", "foreign key", "check", "index", "trigger"] {
        assert!(facts.iter().any(|fact| fact.starts_with(kind)), "no {kind} was found");
    }
    let [sqlite, postgres] = both.differences().await;
    assert!(
        sqlite.is_empty() && postgres.is_empty(),
        "of SQLite only and not listed, or listed wrongly:{}\nof Postgres only and not listed, or listed wrongly:{}",
        lines(&sqlite),
        lines(&postgres),
    );
}

/// Changes of SQLite's schema, each with the fact that shows it.
const CHANGES_OF_SQLITE: [(&str, &str); 9] = [
    ("alter table games add column extra integer", "column games.extra integer null"),
    (
        "alter table seats add column note text not null default 'x'",
        "column seats.note text not null default 'x'",
    ),
    ("alter table seats add column more integer check (more > 7)", "check seats: (more > 7)"),
    (
        "alter table seats add column other blob references games (id)",
        "foreign key seats (other) references games (id)",
    ),
    ("create table extra (id blob primary key) strict", "primary key extra (id)"),
    ("create table loose (id blob primary key)", "table loose, not strict"),
    ("create unique index players_name on players (name)", "unique index players_name on players"),
    ("create trigger late after update on games begin select 1; end", "trigger games: after row update"),
    ("drop trigger players_never_deleted", "trigger players: before row delete"),
];

/// Changes of the schema of Postgres, each with the fact that shows it.
const CHANGES_OF_POSTGRES: [(&str, &str); 14] = [
    ("alter table games add column extra bigint", "column games.extra integer null"),
    ("alter table games alter column seed drop not null", "column games.seed text null"),
    ("alter table standings alter column won type text", "column standings.won text not null"),
    (
        "alter table challenges alter column hidden set default 1",
        "column challenges.hidden integer not null default 1",
    ),
    (
        "alter table bot_turns drop constraint bot_turns_game_id_fkey",
        "foreign key bot_turns (game_id) references games (id)",
    ),
    ("alter table moves alter column h type bytea", "check moves: (length(h) = 32)"),
    ("alter table analyses alter column version type move_number", "check analyses: (version <= 20000)"),
    (
        "alter table attempts drop constraint attempts_pkey",
        "primary key attempts (challenge, player, number)",
    ),
    ("alter table daily_keys drop constraint daily_keys_valid_from_key", "unique daily_keys (valid_from)"),
    ("alter table results drop constraint results_score_check", "check results: (score >= 0)"),
    ("alter table results add check (score < 9)", "check results: (score < 9)"),
    ("drop index games_unfinished", "index games_unfinished on games"),
    ("create index later on games (created_at desc)", "index later on games"),
    (
        "create trigger more before update of version on games for each row when (new.version > 9)
            execute function refuse_change()",
        "trigger games: before row update of version when",
    ),
];

#[tokio::test]
async fn a_change_of_one_schema_is_seen() {
    let mut both = Both::new().await;
    for (statement, fact) in CHANGES_OF_SQLITE {
        sqlx::query(statement).execute(&mut both.sqlite).await.unwrap();
        let found = lines(both.differences().await.iter().flatten());
        assert!(found.contains(fact), "{statement} is not seen:\n{found}");
    }
    let mut both = Both::new().await;
    for (statement, fact) in CHANGES_OF_POSTGRES {
        sqlx::query(AssertSqlSafe(statement)).execute(&mut both.postgres).await.unwrap();
        let found = lines(both.differences().await.iter().flatten());
        assert!(found.contains(fact), "{statement} is not seen:\n{found}");
    }
}
