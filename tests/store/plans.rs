//! Lists are read by an index in their order, however many rows there are: the cost of a
//! page does not grow with the tables.

use std::sync::Arc;

use chrono::TimeDelta;
use regicide_engine::engine::Seat;
use regicide_store::{
    BoardPosition, Challenge, ChallengeFilter, GameFilter, GamesOfPlayer, Options, Plan, Plans,
    StandingFilter, StandingOrder, Status, Store, TokenHash, UnloggedCursor, WhichGames,
};
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use uuid::Uuid;

use crowd::{Behind, Template};

use crate::challenges::{daily, player, results_of, tried};
use crate::fixtures::{after, everything, game, store};
use crate::support::Database;

/// How many rows the tables of the lists have: with fewer, Postgres reads some of them
/// as a whole, which takes no longer.
const ROWS: u32 = 100_000;

/// How many rows a page may sort or read at once.
const BOUNDED: u64 = 2_500;
const DAY: i32 = 20_777;

/// Lists that SQLite may sort: the results of the player who has a token, seats that are
/// held for a player, and challenges that are not over.
const FEW: [&str; 3] = ["(token=?)", "seats_invited_player", "challenges_listed (ends_at>?)"];

#[expect(dead_code, reason = "no webhooks are needed here")]
#[path = "../../benches/crowd.rs"]
mod crowd;

#[tokio::test]
async fn postgres_reads_lists_by_their_indexes() {
    let mut bad = Vec::new();
    for Plan { statement, steps } in plans(Database::one_postgres().await).await {
        let plan: Vec<&str> = steps.iter().map(|(.., text)| &text[..]).collect();
        let reads_all = |step: &&&str| {
            let node = step.trim_start().trim_start_matches("->").trim_start();
            let rows = node.split_once("rows=").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
            let nodes = ["Seq Scan", "Sort ", "Bitmap Heap Scan", "HashAggregate", "Hash "];
            nodes.iter().any(|name| node.starts_with(name)) && rows > Some(BOUNDED)
        };
        if let Some(step) = plan.iter().find(reads_all) {
            bad.push(format!("{step}\n\n{}\n\n{statement}", plan.join("\n")));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n\n"));
}

#[tokio::test]
async fn sqlite_reads_lists_by_their_indexes() {
    let mut bad = Vec::new();
    for Plan { statement, steps } in plans(Database::sqlite().await).await {
        let is_subquery = |name: &str| {
            let made = [format!("CO-ROUTINE {name}"), format!("MATERIALIZE {name}")];
            name == "CONSTANT" || steps.iter().any(|(.., text)| made.contains(text))
        };
        let of_table = |text: &str| {
            let table = text.strip_prefix("SCAN ").or(text.strip_prefix("SEARCH "));
            let name = table.and_then(|table| table.split(' ').next());
            !text.contains("VIRTUAL TABLE") && name.is_some_and(|name| !is_subquery(name))
        };
        for (_, parent, text) in &steps {
            // The rows to be sorted come from the first loop beside it.
            let first = steps.iter().find(|(_, of, text)| of == parent && text.starts_with('S'));
            let first = first.map_or("", |(.., text)| text);
            let sorts = text.starts_with("USE TEMP B-TREE FOR ORDER BY")
                && of_table(first)
                && !FEW.iter().any(|few| first.contains(few));
            let scans = text.starts_with("SCAN ") && !text.contains(" USING ") && of_table(text);
            if sorts || scans {
                bad.push(format!("{text} ({first})\n\n{steps:?}\n\n{statement}"));
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n\n"));
}

#[tokio::test]
async fn postgres_plans_an_export_with_statistics_of_new_positions() {
    let database = Database::one_postgres().await;
    let store = store(&database).await;
    let template = game(0);
    store.games.create(&template, None).await.unwrap();
    let mut connection = PgConnection::connect(&database.url).await.unwrap();
    let finished = "
        insert into games (id, game, rules, players, options, seed, commitment, seed_by, origin, visibility,
            created_at, abandon_after, version, to_act, finished_at, result)
        select lpad(i::text, 32, '0')::uuid, game, rules, players, options, seed, commitment, seed_by, origin,
            visibility, created_at, abandon_after, version, to_act, created_at, '{}'
        from generate_series(1, 10000) as numbers (i) cross join games where id = $1";
    sqlx::query(finished).bind(template.id).execute(&mut connection).await.unwrap();
    assert_eq!(store.games.export(0, 9, after(100)).await.unwrap().len(), 9);
    let known = "select count(*) from pg_stats where tablename = 'games' and attname = 'export_position'";
    assert_eq!(sqlx::query_scalar::<_, i64>(known).fetch_one(&mut connection).await.unwrap(), 1);
}

/// As `.cargo/config.toml` has it built.
#[tokio::test]
async fn sqlite_is_built_without_locks_that_all_readers_share() {
    let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    let used = "select sqlite_compileoption_used('ENABLE_MEMORY_MANAGEMENT'),
        sqlite_compileoption_used('DEFAULT_MEMSTATUS=0')";
    let used: (i64, i64) = sqlx::query_as(used).fetch_one(&mut connection).await.unwrap();
    assert_eq!(used, (0, 1));
}

/// The plans of all lists, on a database where they are long.
async fn plans(database: Database) -> Vec<Plan> {
    let filled = store(&database).await;
    let (ada, token) = player(&filled, 200).await;
    let public = game(0);
    filled.games.create(&public, None).await.unwrap();
    let challenge = daily(DAY, 1);
    let played = tried(&filled, &challenge, 1..2).await[0];
    filled.boards.rank_game(&results_of(&challenge, played, 7)).await.unwrap();
    let first = TokenHash([1; 32]);
    let one = filled.boards.reader(first, challenge.id).await.unwrap().unwrap().player;
    let template = Template { challenge: challenge.id, player: one, game: played };
    let mut behind = Behind::connect(&database.url).await.unwrap();
    behind.add_players(template, ROWS).await.unwrap();
    for statement in long_lists(&behind, public.id, ada, challenge.id) {
        behind.execute(statement).await.unwrap();
    }
    // Names of a crowd that do not look alike.
    let name = if matches!(behind, Behind::Sqlite(_)) { "hex(id)" } else { "id::text" };
    behind.execute(format!("update players set name = {name}, skeleton = {name}")).await.unwrap();
    behind.count_rows().await.unwrap();
    if let Behind::Postgres(_) = behind {
        // Otherwise no index is read alone.
        behind.execute("vacuum seats".to_owned()).await.unwrap();
    }

    let plans = Plans::default();
    let options = Options { plans: Some(plans.clone()), ..database.options.clone() };
    let store = Arc::new(Store::connect(&database.url, &options).await.unwrap());
    let (reached, game) = behind.middle(challenge.id, ROWS).await.unwrap();
    let middle = BoardPosition { score: u32::try_from(reached).unwrap(), game, seat: Seat::default() };
    read_lists(&store, (ada, token), &challenge, first, middle).await;
    let plans = std::mem::take(&mut *plans.lock());
    assert!(plans.len() > 30, "{}", plans.len());
    plans
}

/// Games, half of them ended, with a player in all; their moves, and their positions
/// in the stream and the export; and challenges that are over.
fn long_lists(behind: &Behind, public: Uuid, player: Uuid, challenge: Uuid) -> Vec<String> {
    // After the numbers of the crowd.
    let last = 1_000_000 + ROWS;
    let numbers =
        format!("with recursive n (i) as (select 1000001 union all select i + 1 from n where i < {last})");
    let (public, player, challenge) = (behind.id(public), behind.id(player), behind.id(challenge));
    let id = behind.texts().0;
    let result = r#"{"outcome":"lost","enemies_defeated":3}"#;
    vec![
        format!(
            "insert into games (id, game, rules, players, options, seed, commitment, seed_by, origin, visibility,
                created_at, abandon_after, version, to_act, finished_at, result, export_position) {numbers}
            select {id}, t.game, t.rules, t.players, t.options, t.seed, t.commitment, t.seed_by, t.origin,
                t.visibility, t.created_at, t.abandon_after, t.version, t.to_act,
                case when i % 2 = 0 then t.created_at end, case when i % 2 = 0 then '{result}' end,
                case when i % 2 = 0 then i end
            from n cross join games t where t.id = {public}"
        ),
        format!(
            "insert into seats (game_id, seat, open, player, ended, counts_from, kind, players, won, enemies, moves)
                {numbers}
            select {id}, t.seat, t.open, case when t.seat = 0 then {player} end, 1 - i % 2,
                case when i % 2 = 0 then i end, 'regicide', 2, 0, 3, 1
            from n cross join seats t where t.game_id = {public}"
        ),
        format!(
            "insert into moves (game_id, seq, seat, move, at, h, to_act) {numbers}
            select {id}, 1, 0, 'yield', t.created_at, t.commitment, 1 from n cross join games t where t.id = {public}"
        ),
        "update stream_positions set position = given.number
        from (select game_id, row_number() over (order by game_id) as number from stream_positions) as given
        where given.game_id = stream_positions.game_id"
            .to_owned(),
        "update stream_end set position = (select max(position) from stream_positions)".to_owned(),
        format!(
            "insert into challenges (id, name, game, rules, players, options, seed, commitment, seed_by, created_at,
                opens_at, closes_at, ends_at, attempts, admission, visibility, listed) {numbers}
            select {id}, 'Cup', t.game, t.rules, t.players, t.options, t.seed, t.commitment, t.seed_by,
                t.created_at, t.opens_at - 86400000000, t.closes_at - 86400000000 - i,
                t.ends_at - 86400000000 - i, t.attempts, t.admission, t.visibility, t.listed
            from n cross join challenges t where t.id = {challenge}"
        ),
    ]
}

/// Every list, from its beginning and from a place far down.
async fn read_lists(
    store: &Store,
    (ada, token): (Uuid, TokenHash),
    challenge: &Challenge,
    first: TokenHash,
    middle: BoardPosition,
) {
    let deep = Uuid::from_u128(u128::from(1_000_000 + ROWS / 2));
    let none = GameFilter { players: vec![4], ..everything() };
    let of = |status: &[Status]| GameFilter { status: status.to_vec(), ..everything() };
    let filters =
        [everything(), none, of(&[Status::Finished]), of(&[Status::Cancelled]), of(&[Status::Waiting])];
    let which = [None, Some(WhichGames::Public), Some(WhichGames::All), Some(WhichGames::ToAct)];
    for which in which {
        let player = which.map(|which| GamesOfPlayer::all(ada, which));
        for filter in &filters {
            for after in [None, Some(deep)] {
                let filter = GameFilter { player, after, ..filter.clone() };
                store.games.list(&filter, 100).await.unwrap();
                let chosen =
                    |of| GamesOfPlayer { co_player: Some(Uuid::from_u128(7)), won: Some(true), ..of };
                let filter = GameFilter { player: player.map(chosen), ..filter };
                store.games.list(&filter, 100).await.unwrap();
            }
        }
    }
    store.games.in_play(ada, after(100), 200, 50).await.unwrap();
    let end = i64::from(ROWS);
    for position in [0, end / 2] {
        store.games.streamed(position, end, 100, after(100)).await.unwrap();
        store.games.export(1_000_000 + position, 25, after(100)).await.unwrap();
    }
    store.games.unpacked(deep, after(100), 200).await.unwrap();
    store.tlog.unlogged(UnloggedCursor::default(), after(100), 25).await.unwrap();
    for place in [None, Some(middle)] {
        store.boards.read(challenge.id, false, place, 101).await.unwrap();
    }
    store.boards.removed_results(challenge.id, false, 100).await.unwrap();
    for token in [first, token] {
        store.boards.reader(token, challenge.id).await.unwrap();
    }
    store.boards.around(challenge.id, false, middle).await.unwrap();
    store.attempts.of_player(challenge.id, ada, after(100)).await.unwrap();
    let now = challenge.opens_at + TimeDelta::hours(12);
    let all = ChallengeFilter { daily: None, players: Vec::new(), status: Vec::new(), after: None, now };
    let page = store.challenges.list(&all, 100).await.unwrap();
    let after = page.items.last().map(|last| last.list_place(now));
    assert!(page.next.is_some());
    store.challenges.list(&ChallengeFilter { after, ..all }, 100).await.unwrap();
    store.players.game_stats(ada, challenge.ends_at).await.unwrap();
    store.standings.streak_of(ada, DAY).await.unwrap();
    assert_eq!(store.standings.day_to_add(challenge.ends_at).await.unwrap(), Some(challenge.id));
    // The results of a day are read as an audit reads them.
    store.standings.add_day(challenge.id, Uuid::nil(), 100).await.unwrap();
    store.audit.standings_between(Uuid::from_u128(ada.as_u128() - 1), ada).await.unwrap();
    for order in [StandingOrder::Average, StandingOrder::Streak] {
        let filter = StandingFilter { period: 0, players: 1, bots: false, min_played: 1, order };
        store.standings.list(filter, 100).await.unwrap();
    }
}
