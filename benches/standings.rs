//! Measures the standings of the players of a daily challenge, on both databases, in steps as the
//! service takes them: computed from all their results, and with a day added to those before.
//! Prints figures, and checks that the standings follow from the results.
//!
//! Players and results are written by the database itself.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on panics")]

use std::fmt::Display;
use std::fs::read_to_string;
use std::process;
use std::time::{Duration, Instant};

use regicide_store::Store;
use sqlx::{Connection as _, PgConnection};
use uuid::Uuid;

use crowd::Behind;
use support::Database;

#[expect(dead_code, reason = "these players are made otherwise")]
mod crowd;

#[expect(dead_code, reason = "tests use the rest of it")]
#[path = "../tests/support/mod.rs"]
mod support;

/// The players of the first and the last day: three of ten play every day, the others every four
/// weeks.
const PLAYERS: u32 = 10_000;
const FIRST_DAY: u32 = LAST_DAY - 364;
/// 2026-11-20.
const LAST_DAY: u32 = 20_777;
/// The number of players whose standings a step of the service stores.
const PLAYERS_AT_ONCE: u32 = 100;

#[tokio::main]
async fn main() {
    println!("Days of {PLAYERS} players, {} of whom play every day of a year", PLAYERS * 3 / 10);
    for (name, database) in [("SQLite", Database::sqlite().await), ("Postgres", Database::postgres().await)] {
        let store = Store::connect(&database.url, &database.options).await.unwrap();
        store.migrate().await.unwrap();
        fill(&mut Behind::connect(&database.url).await.unwrap()).await;
        let server = server(&database).await;
        measure(&format!("{name}, from all results"), &store, FIRST_DAY, server).await;
        measure(&format!("{name}, a day added"), &store, LAST_DAY, server).await;
        check(&store).await;
    }
}

async fn measure(name: &str, store: &Store, day: u32, server: Option<u32>) {
    let (began, used) = (Instant::now(), processor_time(server));
    let (mut after, mut longest) = (Some(Uuid::nil()), Duration::ZERO);
    while let Some(last) = after {
        let step = Instant::now();
        after = store.standings.add_day(Uuid::from_u128(day.into()), last, PLAYERS_AT_ONCE).await.unwrap();
        longest = longest.max(step.elapsed());
    }
    let (took, used) = (began.elapsed(), processor_time(server) - used);
    println!("{name}: {used:.2} s of processor time, {took:.2?}, longest step {longest:.2?}");
}

async fn check(store: &Store) {
    let mut after = Uuid::nil();
    while let Some(&last) = store.audit.standing_players(after, PLAYERS / 50).await.unwrap().last() {
        for pair in store.audit.standings_between(after, last).await.unwrap().chunks(2) {
            assert_eq!((pair[0].player, pair[0].period), (pair[1].player, pair[1].period));
            assert_eq!(pair[0].totals, pair[1].totals);
        }
        after = last;
    }
}

/// Writes players, and a challenge, attempts and results for each day. All days but the last are
/// in the standings.
async fn fill(behind: &mut Behind) {
    let numbers = |first: u32, last: u32| {
        format!("with recursive n (i) as (select {first} union all select i + 1 from n where i < {last})")
    };
    let (id, hash) = behind.texts();
    let mut statements = vec![
        format!(
            "insert into players (id, name, token, created_at) {} select {id}, 'Player', {hash}, 0 from n",
            numbers(1, PLAYERS)
        ),
        format!(
            "insert into challenges (id, day, game, rules, players, options, seed, commitment, seed_by,
                created_at, opens_at, closes_at, ends_at, attempts, admission, visibility, in_standings) {}
            select {id}, i, 'regicide', 1, 1, '{{}}', 'seed', {hash}, 'service', 0, 0, i, i, 1, 'anyone', 'public',
                case when i < {LAST_DAY} then 2 else 0 end
            from n",
            numbers(FIRST_DAY, LAST_DAY)
        ),
        // A row of a later day is computed from all results.
        format!(
            "insert into standings {} select 0, 1, {id}, 0, 0, 0, 0, 0, 0, 0, {LAST_DAY} + 1 from n",
            numbers(1, PLAYERS)
        ),
    ];
    for day in FIRST_DAY..=LAST_DAY {
        // Not in the order of players.
        let game = format!("({day} * 16384 + i * 7919 % 10007)");
        let game = id.replace("(i)", &game).replace(", i)", &format!(", {game})"));
        let challenge = behind.id(Uuid::from_u128(day.into()));
        let played = format!(
            "{} , played as (
                select {challenge} as challenge, {id} as player, {game} as game, i from n
                where i % 10 < 3 or (i + {LAST_DAY} - {day}) % 28 = 0 or {day} in ({FIRST_DAY}, {LAST_DAY})
            )",
            numbers(1, PLAYERS)
        );
        statements.push(format!(
            "insert into attempts (challenge, player, number, game, seat, ranked) {played}
            select challenge, player, 1, game, 0, 1 from played order by game"
        ));
        statements.push(format!(
            "insert into results (challenge, game, seat, bots, score, micros) {played}
            select challenge, game, 0, 0, (i + {day}) % 13 * 8388608, 5 from played order by game"
        ));
    }
    behind.execute("begin".to_owned()).await.unwrap();
    for statement in statements {
        behind.execute(statement).await.unwrap();
    }
    behind.execute("commit".to_owned()).await.unwrap();
    behind.count_rows().await.unwrap();
}

/// The process of Postgres that has started all others.
async fn server(database: &Database) -> Option<u32> {
    let mut connection = PgConnection::connect(&database.url).await.ok()?;
    let backend = sqlx::query_scalar::<_, i32>("select pg_backend_pid()").fetch_one(&mut connection).await;
    stat(backend.unwrap())[1].parse().ok()
}

/// Seconds used so far by this process and by a server with its children.
fn processor_time(server: Option<u32>) -> f64 {
    let children =
        server.map(|server| read_to_string(format!("/proc/{server}/task/{server}/children")).unwrap());
    let children = children.iter().flat_map(|children| children.split_whitespace());
    let children = children.map(|child| child.parse().unwrap());
    let all = children.chain(server).chain([process::id()]).map(stat);
    let ticks =
        all.flat_map(|stat| stat.into_iter().skip(11).take(4)).map(|ticks| ticks.parse::<u32>().unwrap());
    f64::from(ticks.sum::<u32>()) / 100.0
}

/// The fields of a process's `/proc/PID/stat`, from the third on.
fn stat(process: impl Display) -> Vec<String> {
    let text = read_to_string(format!("/proc/{process}/stat")).unwrap();
    text.rsplit(')').next().unwrap().split_whitespace().map(str::to_owned).collect()
}
