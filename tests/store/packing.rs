//! Packed logs in place of rows of moves.

use regicide_engine::engine::Hash;
use regicide_engine::tlog::{Entry, EntryKind};
use regicide_store::{
    Append, ChallengeEntry, Game, GameFilter, LogEntry, MoveKey, NewTlogEntry, Origin, PackedLog, SeatEnd,
    Store, TlogSubject,
};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use uuid::Uuid;

use crate::contract::{execute, on_both_databases, with_statements_of_a_cluster};
use crate::fixtures::{
    STALE, after, append, chained, changed, conflict, everything, first_broken, game, lost, row, store,
    unpacked,
};
use crate::support::Database;

with_statements_of_a_cluster!(a_packed_game_is_the_same, rows_stay_until_their_log_is_packed);

on_both_databases!(
    a_packed_game_is_the_same,
    only_games_that_have_ended_are_packed,
    games_that_time_has_ended_are_packed,
    an_import_is_packed_at_once,
    two_instances_pack_each_game_once,
    rows_stay_until_their_log_is_packed,
    packed_logs_are_immutable,
    a_changed_byte_is_named_with_its_move,
);

/// A finished game of three moves with keys, and with its entry in the transparency log.
async fn finished(store: &Store, number: u8) -> Game {
    let made = chained(game(number), (1..=3).map(row));
    store.games.create(&Game { moves: Vec::new(), ..made.clone() }, None).await.unwrap();
    let mut last = None;
    for entry in &made.moves {
        let key = Some(MoveKey { key: Hash::of(&entry.entry.seq.to_be_bytes()), request: Hash([9; 32]) });
        let is_last = entry.entry.seq == 3;
        let stored = Append {
            row: LogEntry { key, ..*entry },
            after: last.replace(entry.h),
            finished: is_last.then(|| lost(after(3))),
            seat_ends: made
                .seats
                .iter()
                .map(|seat| SeatEnd { seat: seat.seat, counted: None, former: None })
                .collect(),
            ..append(&made, entry.entry.seq)
        };
        let seat_ends = if is_last { stored.seat_ends.clone() } else { Vec::new() };
        store.moves.append(&Append { seat_ends, ..stored }).await.unwrap();
    }
    made
}

async fn log(store: &Store, game: &Game) {
    let hash = Hash::of(game.id.as_bytes());
    let entry = Entry { kind: EntryKind::Game, subject: hash, hash };
    let entry = NewTlogEntry { subject: TlogSubject::Game(game.id), entry, players: None };
    store.tlog.add_entries(&[entry], after(9)).await.unwrap();
}

/// Packs all games that ended 100 seconds after the first was made, and returns their ids.
async fn pack(store: &Store) -> Vec<Uuid> {
    let (mut packed, mut from) = (Vec::new(), Some(Uuid::nil()));
    while let Some(id) = from {
        let page = store.games.unpacked(id, after(100), 2).await.unwrap();
        let games: Vec<Game> = page.games.into_iter().map(Result::unwrap).collect();
        let logs: Vec<_> = games.iter().map(|game| PackedLog::of(game).unwrap()).collect();
        store.games.pack(&logs).await.unwrap();
        packed.extend(games.iter().map(|game| game.id));
        from = page.next;
    }
    packed
}

async fn count(database: &Database, what: &str) -> i64 {
    let sql = AssertSqlSafe(format!("select count(*) from {what}"));
    if database.url.starts_with("sqlite") {
        let mut connection = SqliteConnection::connect(&database.url).await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
    } else {
        let mut connection = PgConnection::connect(&database.url).await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
    }
}

async fn a_packed_game_is_the_same(database: Database) {
    let store = store(&database).await;
    let games = [finished(&store, 1).await, finished(&store, 2).await, finished(&store, 3).await];
    for game in &games {
        log(&store, game).await;
    }
    let seen = async || {
        let mut seen = Vec::new();
        for game in &games {
            let stored = unpacked(store.games.read(game.id).await.unwrap().unwrap());
            seen.push(format!("{stored:?} {:?}", store.games.head(game.id).await.unwrap().unwrap()));
        }
        let listed = store.games.list(&everything(), 9).await.unwrap().items;
        assert_eq!(store.games.last_export_position(after(100)).await.unwrap(), 3);
        let exported = store.games.export(0, 9, after(100)).await.unwrap();
        let exported: Vec<_> =
            exported.into_iter().map(|row| (row.position, row.game.unwrap().moves.len())).collect();
        seen.push(format!("{listed:?} {exported:?}"));
        seen
    };
    let before = seen().await;
    assert_eq!(store.games.count_unpacked(after(100)).await.unwrap(), 3);
    let mut packed = pack(&store).await;
    assert_eq!(store.games.count_unpacked(after(100)).await.unwrap(), 0);
    packed.sort_unstable();
    let mut ids = games.each_ref().map(|game| game.id);
    ids.sort_unstable();
    assert_eq!(packed, ids);
    assert_eq!(seen().await, before);
    assert_eq!((count(&database, "moves").await, count(&database, "packed_logs").await), (0, 3));
    assert!(pack(&store).await.is_empty());
    // The end stays the end.
    let late = Append { version: 1, after: Some(games[0].moves[2].h), ..append(&games[0], 4) };
    assert_eq!(conflict(store.moves.append(&late).await), STALE);
}

async fn only_games_that_have_ended_are_packed(database: Database) {
    let store = store(&database).await;
    let running = game(1);
    store.games.create(&running, None).await.unwrap();
    store.moves.append(&append(&running, 1)).await.unwrap();
    let unlogged = finished(&store, 2).await;
    // This one ends after the time.
    let late = game(3);
    store.games.create(&late, None).await.unwrap();
    assert!(changed(store.games.cancel(late.id, 0, after(101)).await));
    assert!(pack(&store).await.is_empty());
    log(&store, &unlogged).await;
    assert_eq!(pack(&store).await, [unlogged.id]);
    assert!(changed(store.moves.append(&append(&running, 2)).await));
}

async fn games_that_time_has_ended_are_packed(database: Database) {
    let store = store(&database).await;
    let abandoned = chained(Game { abandon_after: 95, ..game(1) }, [row(1), row(2)]);
    let going_on =
        Game { id: game(6).id, ..chained(Game { abandon_after: 95, ..game(1) }, [row(1), row(6)]) };
    let mut waiting = Game { abandon_after: 95, ..game(3) };
    waiting.seats[1].open = true;
    let cancelled = game(4);
    let closed = ChallengeEntry { challenge: Uuid::from_u128(9), attempt: 1, ends_at: after(50) };
    let closed = Game { challenge: Some(closed), ..chained(game(5), [row(1)]) };
    for game in [&abandoned, &going_on, &waiting, &cancelled, &closed] {
        store.games.create(game, None).await.unwrap();
    }
    assert!(changed(store.games.cancel(cancelled.id, 0, after(9)).await));
    assert_eq!(count(&database, "seats where ended = 0").await, 8);
    let mut packed = pack(&store).await;
    packed.sort_unstable();
    let mut expected = [abandoned.id, waiting.id, cancelled.id, closed.id];
    expected.sort_unstable();
    assert_eq!(packed, expected);
    assert_eq!(count(&database, "seats where ended = 0").await, 2);
    for (game, moves) in [(&abandoned, 2), (&waiting, 0), (&cancelled, 0), (&closed, 1)] {
        let stored = store.games.read(game.id).await.unwrap().unwrap();
        assert_eq!((stored.moves.len(), stored.version), (moves, 1));
        // Also by a clock that goes back.
        let early = GameFilter { now: after(3), ..everything() };
        let listed = store.games.list(&early, 9).await.unwrap().items;
        let listed = listed.into_iter().find(|listed| listed.info.id == game.id);
        assert!(stored.status(after(3)).is_over());
        assert!(listed.is_none_or(|listed| listed.info.status == stored.status(after(3))));
        let head = store.games.head(game.id).await.unwrap().unwrap().revision;
        assert_eq!(head.last, stored.moves.last().map(|row| (row.entry.seq, row.h)));
    }
    let listed = store.games.list(&everything(), 9).await.unwrap().items;
    let listed = listed.iter().find(|listed| listed.info.id == abandoned.id).unwrap();
    assert_eq!((listed.info.seq, listed.info.updated_at), (2, after(2)));
    // A move that was validated before.
    let late = Append { after: Some(abandoned.moves[1].h), ..append(&abandoned, 3) };
    assert_eq!(conflict(store.moves.append(&late).await), STALE);
    assert_eq!(conflict(store.moves.append(&append(&waiting, 1)).await), STALE);
    // One that was validated after it.
    let late = Append { version: 1, ..append(&waiting, 1) };
    assert!(store.moves.append(&late).await.is_err());
    assert_eq!(count(&database, "moves where game_id in (select id from games where packed = 1)").await, 0);
}

async fn an_import_is_packed_at_once(database: Database) {
    let store = store(&database).await;
    let untimed = LogEntry { entry: regicide_engine::record::Entry { at: None, ..row(2).entry }, ..row(2) };
    let imported = chained(Game { origin: Origin::Imported, ..game(1) }, [row(1), untimed]);
    store.games.create(&imported, None).await.unwrap();
    assert_eq!((count(&database, "moves").await, count(&database, "packed_logs").await), (0, 1));
    assert_eq!(unpacked(store.games.read(imported.id).await.unwrap().unwrap()).moves, imported.moves);
    assert!(pack(&store).await.is_empty());
}

async fn two_instances_pack_each_game_once(database: Database) {
    let stores = [store(&database).await, store(&database).await];
    for number in 1..20 {
        let made = chained(Game { abandon_after: 9, ..game(number) }, (1..=5).map(row));
        stores[0].games.create(&made, None).await.unwrap();
    }
    let packing = stores.clone().map(|store| tokio::spawn(async move { pack(&store).await }));
    for packing in packing {
        packing.await.unwrap();
    }
    assert_eq!((count(&database, "moves").await, count(&database, "packed_logs").await), (0, 19));
    assert_eq!(count(&database, "games where packed = 1 and version = 1").await, 19);
}

/// True if the database refuses a change.
async fn is_refused(database: &Database, sql: &str) -> bool {
    let sql = AssertSqlSafe(sql.to_owned());
    if database.url.starts_with("sqlite") {
        let mut connection = SqliteConnection::connect(&database.url).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.is_err()
    } else {
        let mut connection = PgConnection::connect(&database.url).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.is_err()
    }
}

async fn rows_stay_until_their_log_is_packed(database: Database) {
    let store = store(&database).await;
    let made = finished(&store, 1).await;
    let hex = if database.url.starts_with("sqlite") { "x'" } else { "'\\x" };
    let id = if database.url.starts_with("sqlite") {
        format!("x'{}'", made.id.simple())
    } else {
        format!("'{}'", made.id)
    };
    let forge = |moves: u32, h: Hash| {
        format!(
            "insert into packed_logs (game_id, moves, h, log) values ({id}, {moves}, {hex}{h}', {hex}01')"
        )
    };
    let last = made.moves[2].h;
    for refused in [
        "delete from moves".to_owned(),
        "update moves set seat = 1".to_owned(),
        "update games set packed = 1".to_owned(),
        // A pack of fewer moves, of more, and one with another hash.
        format!("{}; delete from moves", forge(2, last)),
        format!("{}; delete from moves", forge(4, last)),
        format!("{}; delete from moves", forge(3, Hash([7; 32]))),
        format!("{}; update games set packed = 1", forge(3, last)),
    ] {
        assert!(is_refused(&database, &format!("begin; {refused}; commit")).await, "{refused}");
        assert_eq!(store.games.read(made.id).await.unwrap().unwrap().moves.len(), 3);
    }
    log(&store, &made).await;
    // A packed log that nobody has stored with the deletion of the rows.
    let id = made.id;
    execute(&database, &forge(3, last)).await;
    let audited = store.audit.games_between(Uuid::nil(), Uuid::max()).await.unwrap();
    let error = audited[0].1.as_ref().unwrap_err().to_string();
    assert!(error.contains("rows of moves and a packed log"), "{error}");
    let packed = PackedLog::of(&store.games.read(id).await.unwrap().unwrap()).unwrap();
    assert!(store.games.pack(&[packed]).await.is_err());
    assert_eq!(store.games.read(id).await.unwrap().unwrap().moves.len(), 3);
}

async fn packed_logs_are_immutable(database: Database) {
    let store = store(&database).await;
    let made = finished(&store, 1).await;
    log(&store, &made).await;
    assert_eq!(pack(&store).await, [made.id]);
    for refused in [
        "delete from packed_logs".to_owned(),
        "update packed_logs set moves = 2".to_owned(),
        "update games set packed = 0".to_owned(),
    ] {
        assert!(is_refused(&database, &refused).await, "{refused}");
    }
}

async fn a_changed_byte_is_named_with_its_move(database: Database) {
    let store = store(&database).await;
    let made = chained(Game { abandon_after: 9, ..game(1) }, (1..=3).map(row));
    store.games.create(&made, None).await.unwrap();
    let packed = PackedLog::of(&made).unwrap();
    store.games.pack(std::slice::from_ref(&packed)).await.unwrap();
    let (open, trigger) = if database.url.starts_with("sqlite") {
        ("x'", "drop trigger packed_logs_not_updated")
    } else {
        ("'\\x", "drop trigger packed_logs_append_only on packed_logs")
    };
    execute(&database, trigger).await;
    let bytes = packed.log();
    for place in 0..bytes.len() {
        let mut changed = bytes.to_vec();
        changed[place] ^= 1;
        let sql = format!("update packed_logs set log = {open}{}'", hex::encode(&changed));
        execute(&database, &sql).await;
        let named = match store.games.read(made.id).await {
            Ok(game) => first_broken(&game.unwrap()).is_some(),
            Err(error) => error.to_string().contains("move "),
        };
        assert!(named || place == 0, "byte {place}");
    }
    execute(&database, &format!("update packed_logs set log = {open}{}'", hex::encode(bytes))).await;
    let hash = |h: Hash| format!("h = {open}{h}'");
    for (changed, restored) in [
        ("last_at = last_at + 5".to_owned(), "last_at = last_at - 5".to_owned()),
        (hash(Hash([7; 32])), hash(made.moves[2].h)),
    ] {
        execute(&database, &format!("update packed_logs set {changed}")).await;
        let read = store.games.read(made.id).await.unwrap().unwrap();
        assert_eq!(first_broken(&read), Some(3), "{changed}");
        execute(&database, &format!("update packed_logs set {restored}")).await;
    }
    execute(&database, "update packed_logs set moves = 2").await;
    let error = store.games.read(made.id).await.unwrap_err().to_string();
    assert!(error.contains("3 of 2 packed moves"), "{error}");
}
