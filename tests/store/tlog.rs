//! The transparency log (docs/spec/log.md): every finished game and every challenge
//! gets one entry, in an order that never changes.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use regicide_engine::engine::Hash;
use regicide_engine::tlog::{
    Entry, EntryKind, Tile, TileKind, complete_root, is_included, leaf_hash, tiles_of_inclusion,
    tiles_of_root,
};
use regicide_store::{
    Append, ChallengeEntry, Conflict, Game, NewTlogEntry, Origin, Revision, SignedCheckpoint, Store,
    StoredCosignature, TlogSubject, UnloggedCursor, Visibility,
};
use uuid::Uuid;

use crate::challenges::daily;
use crate::contract::on_both_databases;
use crate::fixtures::{STALE, STORED, after, append, changed, conflict, connect, game, lost, store};
use crate::support::Database;

on_both_databases!(
    subjects_without_an_entry_are_found_in_order,
    a_closed_game_gets_an_entry_and_a_place_in_the_export_and_takes_no_move,
    a_closed_game_gets_no_entry_of_an_older_state,
    concurrent_additions_give_one_entry_each,
    the_tree_is_that_of_all_entries,
    a_checkpoint_follows_the_last_one,
    the_first_signature_of_a_witness_counts,
    a_subject_in_the_log_gets_no_second_entry,
    rows_that_do_not_fit_the_entries_are_found,
);

fn entry(number: u64) -> Entry {
    let hash = Hash::of(&number.to_be_bytes());
    Entry { kind: EntryKind::Game, subject: Hash::of(hash.to_string().as_bytes()), hash }
}

fn new(subject: TlogSubject, number: u64) -> NewTlogEntry {
    NewTlogEntry { subject, entry: entry(number), players: Some(Hash([7; 32])) }
}

/// A game that was created with a number and ended at a time.
async fn finished(store: &Store, number: u8, at: i64) -> Game {
    let made = game(number);
    store.games.create(&made, None).await.unwrap();
    store.moves.append(&Append { finished: Some(lost(after(at))), ..append(&made, 1) }).await.unwrap();
    made
}

async fn waiting(store: &Store, limit: u32) -> (Vec<Uuid>, Vec<Uuid>) {
    waiting_at(store, after(100), limit).await
}

async fn waiting_at(store: &Store, now: DateTime<Utc>, limit: u32) -> (Vec<Uuid>, Vec<Uuid>) {
    let (mut challenges, mut games) = (Vec::new(), Vec::new());
    let mut after = Some(UnloggedCursor::default());
    while let Some(place) = after {
        let unlogged = store.tlog.unlogged(place, now, limit).await.unwrap();
        assert!(unlogged.games.len() <= 2 * limit as usize);
        challenges.extend(unlogged.challenges.into_iter().map(|challenge| challenge.unwrap().id));
        games.extend(unlogged.games.into_iter().map(|game| game.unwrap().id));
        after = unlogged.next;
    }
    (challenges, games)
}

/// L1.1, L1.6.
async fn subjects_without_an_entry_are_found_in_order(database: Database) {
    let store = store(&database).await;
    assert_eq!(waiting(&store, 9).await, (vec![], vec![]));
    let (late, early) = (finished(&store, 1, 20).await, finished(&store, 2, 10).await);
    store.games.create(&game(3), None).await.unwrap();
    let import = Game { origin: Origin::Imported, finished: Some(lost(after(5))), ..game(4) };
    store.games.create(&import, None).await.unwrap();
    let challenge = daily(20_777, 1);
    assert!(changed(store.challenges.add(&challenge, None, None).await));
    assert_eq!(waiting(&store, 9).await, (vec![challenge.id], vec![early.id, late.id]));
    assert_eq!(waiting(&store, 1).await, (vec![challenge.id], vec![early.id, late.id]), "page by page");

    let added = [
        NewTlogEntry { players: None, ..new(TlogSubject::Challenge(challenge.id), 0) },
        new(TlogSubject::Game(early.id), 1),
    ];
    assert_eq!(store.tlog.add_entries(&added, after(30)).await.unwrap(), 2);
    assert_eq!(waiting(&store, 9).await, (vec![], vec![late.id]));
    let of_challenge = store.tlog.entry_of_challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!((of_challenge.position, of_challenge.entry, of_challenge.players), (0, entry(0), None));
    let of_game = store.tlog.entry_of_game(early.id).await.unwrap().unwrap();
    assert_eq!((of_game.position, of_game.entry, of_game.at), (1, entry(1), after(30)));
    assert_eq!(of_game.players, Some(Hash([7; 32])));
    assert_eq!(store.tlog.entry_of_game(late.id).await.unwrap(), None);
    let logged = store.challenges.read(challenge.id).await.unwrap().unwrap().logged.unwrap();
    assert_eq!((logged.position, logged.at), (0, after(30)));
    let audited = store.audit.games_between(Uuid::nil(), Uuid::max()).await.unwrap();
    let logged: Vec<_> = audited.into_iter().map(|(id, audited)| (id, audited.unwrap().logged)).collect();
    assert!(logged.contains(&(early.id, Some((entry(1), of_game.players)))));
    assert!(logged.contains(&(late.id, None)));
    // A logged subject gets no second entry.
    let again = [added[1], new(TlogSubject::Game(late.id), 2)];
    assert_eq!(store.tlog.add_entries(&again, after(40)).await.unwrap(), 3);
    assert_eq!(store.tlog.entry_of_game(late.id).await.unwrap().unwrap().position, 2);
    assert_eq!(store.tlog.entry_of_game(early.id).await.unwrap().unwrap().at, after(30));
}

/// S6.15, L1.6: from a minute after its deadline.
async fn a_closed_game_gets_an_entry_and_a_place_in_the_export_and_takes_no_move(database: Database) {
    let store = store(&database).await;
    let ends_at = after(60);
    let challenge = Some(ChallengeEntry { challenge: Uuid::nil(), attempt: 1, ends_at });
    let attempt = |number| Game { challenge, ..game(number) };
    let (closed, moved, ended, cancelled) = (attempt(1), attempt(2), attempt(3), attempt(4));
    let hidden = Game { visibility: Visibility::Unlisted, ..attempt(5) };
    let mut waits = attempt(6);
    waits.seats[1].open = true;
    let runs =
        Game { challenge: challenge.map(|entry| ChallengeEntry { ends_at: after(300), ..entry }), ..game(7) };
    for game in [&closed, &moved, &ended, &cancelled, &hidden, &waits, &runs] {
        store.games.create(game, None).await.unwrap();
    }
    store.moves.append(&append(&moved, 1)).await.unwrap();
    store.moves.append(&Append { finished: Some(lost(after(20))), ..append(&ended, 1) }).await.unwrap();
    store.games.cancel(cancelled.id, 0, after(30)).await.unwrap();

    assert_eq!(waiting_at(&store, after(119), 9).await.1, [ended.id]);
    let (_, found) = waiting_at(&store, after(120), 9).await;
    assert_eq!(found, [ended.id, closed.id, moved.id, hidden.id]);
    assert_eq!(waiting_at(&store, after(120), 1).await.1, found, "page by page");
    let long_after = after(61) + TimeDelta::days(30);
    assert_eq!(waiting_at(&store, long_after, 9).await.1, [ended.id, runs.id]);

    let unlogged = async |at| store.tlog.unlogged_before(after(at)).await.unwrap();
    assert_eq!(unlogged(60).await, [(EntryKind::Game, ended.id)]);
    assert_eq!(unlogged(150).await.len(), 4);
    let exported = async || {
        let exported = store.games.export(0, 9, after(200)).await.unwrap();
        exported.into_iter().map(|exported| exported.id).collect::<Vec<_>>()
    };
    assert_eq!(exported().await, [ended.id]);
    assert_eq!(conflict(store.moves.append(&append(&closed, 1)).await), STORED, "by a clock that went back");

    let entries: Vec<_> = (0..).zip(&found).map(|(number, id)| new(TlogSubject::Game(*id), number)).collect();
    store.tlog.add_entries(&entries, after(130)).await.unwrap();
    assert!(waiting_at(&store, after(140), 9).await.1.is_empty());
    assert_eq!(unlogged(150).await, []);
    assert_eq!(exported().await, [ended.id, closed.id, moved.id]);
    assert_eq!(conflict(store.moves.append(&append(&closed, 2)).await), STALE);
    assert_eq!(conflict(store.moves.append(&append(&runs, 1)).await), STORED);
    let read = store.games.read(moved.id).await.unwrap().unwrap();
    assert_eq!(read.players_hash, Some(Hash([7; 32])));
}

/// A move whose commit took longer than a minute after the deadline.
async fn a_closed_game_gets_no_entry_of_an_older_state(database: Database) {
    let store = store(&database).await;
    let challenge = Some(ChallengeEntry { challenge: Uuid::nil(), attempt: 1, ends_at: after(60) });
    let closed = Game { challenge, ..game(1) };
    store.games.create(&closed, None).await.unwrap();
    let ended = finished(&store, 2, 10).await;
    let entries = async || {
        let found = store.tlog.unlogged(UnloggedCursor::default(), after(120), 9).await.unwrap().games;
        assert_eq!(found.len(), 2);
        let last = found[1].as_ref().unwrap();
        let version = last.version;
        let revision = Revision { version, last: last.moves.last().map(|row| (row.entry.seq, row.h)) };
        [new(TlogSubject::Game(ended.id), 0), new(TlogSubject::ClosedGame(closed.id, revision), 1)]
    };
    for seq in 1..=2 {
        let read = entries().await;
        assert!(changed(store.moves.append(&append(&closed, seq)).await));
        assert_eq!(conflict(store.tlog.add_entries(&read, after(130)).await.map(drop)), STALE);
        assert_eq!(store.tlog.size().await.unwrap(), 0);
    }
    assert_eq!(store.tlog.add_entries(&entries().await, after(130)).await.unwrap(), 2);
    assert_eq!(store.tlog.entry_of_game(closed.id).await.unwrap().unwrap().position, 1);
}

async fn concurrent_additions_give_one_entry_each(database: Database) {
    let instances = [store(&database).await, connect(&database).await, connect(&database).await];
    let mut games = Vec::new();
    for number in 1..=6 {
        games.push(finished(&instances[0], number, i64::from(number)).await.id);
    }
    let add = async |store: &Arc<Store>, ids: &[Uuid]| {
        let number = |id: &Uuid| id.as_u64_pair().1;
        let entries: Vec<_> = ids.iter().map(|id| new(TlogSubject::Game(*id), number(id))).collect();
        store.tlog.add_entries(&entries, after(9)).await.unwrap()
    };
    let added = instances.iter().enumerate().map(|(place, store)| add(store, &games[place..]));
    join_all(added).await;
    assert_eq!(instances[0].tlog.size().await.unwrap(), 6);
    let mut positions = Vec::new();
    for id in &games {
        positions.push(instances[1].tlog.entry_of_game(*id).await.unwrap().unwrap().position);
    }
    positions.sort_unstable();
    assert_eq!(positions, [0, 1, 2, 3, 4, 5]);
}

/// L2.1.
async fn the_tree_is_that_of_all_entries(database: Database) {
    let store = store(&database).await;
    let mut size = 0;
    // Some begin within a tile, end with one, and go beyond several.
    for count in [1, 254, 1, 0, 300, 700, 12, 300] {
        let entries: Vec<_> = (size..size + count).map(|number| new(TlogSubject::Lost, number)).collect();
        size += count;
        assert_eq!(store.tlog.add_entries(&entries, after(1)).await.unwrap(), size);
    }
    assert_eq!(store.tlog.size().await.unwrap(), size);
    let leaves: Vec<Hash> = (0..size).map(|number| leaf_hash(entry(number).to_string().as_bytes())).collect();
    let level = Tile::within(TileKind::Hashes(1), 0, size).unwrap();
    let expected: Vec<Hash> = leaves.chunks_exact(256).map(complete_root).collect();
    assert_eq!(store.tlog.tiles(&[level]).await.unwrap().get(level), expected);
    let root = store.tlog.tiles(&tiles_of_root(size)).await.unwrap().root(size).unwrap();
    for index in [0, 255, 256, 700, size - 1] {
        let tiles = store.tlog.tiles(&tiles_of_inclusion(index, size)).await.unwrap();
        let proof = tiles.inclusion(index, size).unwrap();
        assert!(is_included(entry(index).to_string().as_bytes(), index, size, root, &proof), "{index}");
    }
    let bundle = |number, width| Tile { kind: TileKind::Entries, number, width };
    let second = store.tlog.bundle(bundle(1, 256)).await.unwrap();
    assert!(second.iter().map(|logged| logged.entry).eq((256..512).map(entry)));
    assert!(store.tlog.bundle(bundle(6, 200)).await.is_err(), "there are not so many");
}

fn signed(number: u64, size: u64) -> SignedCheckpoint {
    SignedCheckpoint { number, size, note: format!("note {number} of {size}"), at: after(1) }
}

async fn a_checkpoint_follows_the_last_one(database: Database) {
    let store = store(&database).await;
    assert_eq!(store.tlog.checkpoints(9).await.unwrap(), []);
    assert_eq!(conflict(store.tlog.add_checkpoint(&signed(0, 1)).await), Some(Conflict::Stale), "too large");
    assert!(changed(store.tlog.add_checkpoint(&signed(0, 0)).await));
    assert_eq!(conflict(store.tlog.add_checkpoint(&signed(0, 0)).await), Some(Conflict::Stale));
    let entries: Vec<_> = (0..5).map(|number| new(TlogSubject::Lost, number)).collect();
    store.tlog.add_entries(&entries, after(1)).await.unwrap();
    let other = connect(&database).await;
    let adds = [(&store, 3), (&other, 5)]
        .map(|(store, size)| async move { changed(store.tlog.add_checkpoint(&signed(1, size)).await) });
    let added = join_all(adds).await;
    assert_eq!(added.iter().filter(|added| **added).count(), 1, "{added:?}");
    let last = store.tlog.checkpoints(1).await.unwrap().remove(0);
    assert_eq!(store.tlog.checkpoints_from(1, 9).await.unwrap(), std::slice::from_ref(&last));
    assert_eq!(store.tlog.checkpoints_from(0, 9).await.unwrap(), [signed(0, 0), last.clone()]);
    assert_eq!(store.tlog.checkpoints(9).await.unwrap(), [last.clone(), signed(0, 0)]);
    // A log that has not grown is signed anew.
    let again = signed(2, last.size);
    assert!(changed(store.tlog.add_checkpoint(&again).await));
    let with = async |position, limit| store.tlog.checkpoints_with(position, limit).await.unwrap();
    assert_eq!(with(0, 9).await, std::slice::from_ref(&last), "the first one");
    let cosignature = StoredCosignature {
        checkpoint: again.number,
        size: again.size,
        witness: "w".to_owned(),
        line: "line".to_owned(),
        at: after(1),
    };
    store.tlog.add_cosignature(&cosignature).await.unwrap();
    assert_eq!(with(0, 9).await, [last.clone(), again], "and those with cosignatures");
    assert_eq!(with(last.size - 1, 1).await, [last]);
    assert_eq!(store.tlog.checkpoints_with(5, 9).await.unwrap(), []);
}

async fn the_first_signature_of_a_witness_counts(database: Database) {
    let store = store(&database).await;
    let by = |witness: &str, checkpoint: u64, line: &str| StoredCosignature {
        checkpoint,
        size: 0,
        witness: witness.to_owned(),
        line: line.to_owned(),
        at: after(1),
    };
    for number in 0..3 {
        store.tlog.add_checkpoint(&signed(number, 0)).await.unwrap();
    }
    let [first, second, other] = [by("a", 1, "one"), by("a", 2, "two"), by("b", 1, "three")];
    for cosignature in [&first, &second, &other, &by("a", 2, "another")] {
        store.tlog.add_cosignature(cosignature).await.unwrap();
    }
    assert_eq!(store.tlog.cosignatures(2, 9).await.unwrap(), std::slice::from_ref(&second));
    assert_eq!(store.tlog.cosignatures(0, 2).await.unwrap(), [first.clone(), other.clone(), second.clone()]);
    assert_eq!(store.tlog.cosignatures(0, 1).await.unwrap(), [first, other.clone()]);
    assert_eq!(store.tlog.last_cosignatures().await.unwrap(), [second, other]);
}

/// L1.7: as after a restore, when a game ends again.
async fn a_subject_in_the_log_gets_no_second_entry(database: Database) {
    let store = store(&database).await;
    let (game, next) = (finished(&store, 1, 10).await, finished(&store, 2, 20).await);
    store.tlog.add_entries(&[new(TlogSubject::Lost, 0), new(TlogSubject::Lost, 1)], after(1)).await.unwrap();
    let mut second = new(TlogSubject::Game(game.id), 1);
    second.entry.hash = Hash([9; 32]);
    let entries = [second, new(TlogSubject::Game(next.id), 2)];
    assert_eq!(store.tlog.add_entries(&entries, after(2)).await.unwrap(), 3);
    let logged = store.tlog.entry_of_game(game.id).await.unwrap().unwrap();
    assert_eq!((logged.position, logged.entry), (1, entry(1)), "the first one stays");
    assert_eq!(store.tlog.entry_of_game(next.id).await.unwrap().unwrap().position, 2);
    let recovered = store.tlog.recover_entries(&[new(TlogSubject::Lost, 2)], 3, after(3)).await;
    assert_eq!(conflict(recovered.map(drop)), Some(Conflict::Stale), "a copy cannot have it twice");
    assert_eq!(store.tlog.size().await.unwrap(), 3);
}

async fn rows_that_do_not_fit_the_entries_are_found(database: Database) {
    let store = store(&database).await;
    let games = [finished(&store, 1, 10).await, finished(&store, 2, 20).await, finished(&store, 3, 30).await];
    let subject = |game: &Game| TlogSubject::Game(game.id);
    let entries = [new(subject(&games[0]), 0), new(TlogSubject::Lost, 1), new(subject(&games[1]), 2)];
    store.tlog.add_entries(&entries, after(1)).await.unwrap();
    assert!(store.tlog.unfit_positions(9).await.unwrap().is_empty());
    let unlogged = async |at| store.tlog.unlogged_before(after(at)).await.unwrap();
    assert_eq!(unlogged(30).await, []);
    assert_eq!(unlogged(31).await, [(EntryKind::Game, games[2].id)]);
    let challenge = daily(20_777, 1);
    assert!(changed(store.challenges.add(&challenge, None, None).await));
    let last = (EntryKind::Game, games[2].id);
    assert_eq!(unlogged(1_000_000_000).await, [(EntryKind::Commitment, challenge.id), last]);

    // An entry without a game, and one with two.
    let gone = NewTlogEntry { subject: TlogSubject::Game(Uuid::from_u128(77)), ..new(TlogSubject::Lost, 3) };
    assert_eq!(store.tlog.add_entries(&[gone], after(2)).await.unwrap(), 4);
    let second = NewTlogEntry { subject: subject(&games[2]), ..entries[0] };
    store.tlog.add_entries(&[second], after(2)).await.unwrap();
    assert_eq!(store.tlog.unfit_positions(9).await.unwrap(), [0, 3]);
}
