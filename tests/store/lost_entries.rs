//! Entries of the transparency log that come back from a copy.

use regicide_engine::engine::Hash;
use regicide_engine::tlog::{Entry, EntryKind, tiles_of_root};
use regicide_store::{NewTlogEntry, TlogSubject};

use crate::contract::on_both_databases;
use crate::fixtures::{STALE, after, conflict, store};
use crate::support::Database;

on_both_databases!(entries_are_recovered_only_at_their_index);

fn lost(number: u32) -> NewTlogEntry {
    let hash = Hash::of(&number.to_be_bytes());
    let entry = Entry { kind: EntryKind::Game, subject: Hash::of(hash.to_string().as_bytes()), hash };
    NewTlogEntry { subject: TlogSubject::Lost, entry, players: None }
}

async fn entries_are_recovered_only_at_their_index(database: Database) {
    let other = Database::sqlite().await;
    let (complete, restored) = (store(&other).await, store(&database).await);
    let entries: Vec<NewTlogEntry> = (0..600).map(lost).collect();
    assert_eq!(complete.tlog.add_entries(&entries, after(0)).await.unwrap(), 600);
    assert_eq!(restored.tlog.add_entries(&entries[..300], after(0)).await.unwrap(), 300);
    let (next, rest) = (&entries[300..500], &entries[500..]);
    for wrong in [0, 299, 301, 500] {
        let refused = restored.tlog.recover_entries(next, wrong, after(1)).await;
        assert_eq!(conflict(refused.map(drop)), STALE, "{wrong}");
    }
    assert_eq!(restored.tlog.recover_entries(next, 300, after(1)).await.unwrap(), 500);
    assert_eq!(restored.tlog.recover_entries(rest, 500, after(2)).await.unwrap(), 600);
    let (wanted, mut roots) = (tiles_of_root(600), Vec::new());
    for store in [complete, restored] {
        roots.push(store.tlog.tiles(&wanted).await.unwrap().root(600));
    }
    assert_eq!(roots[0], roots[1]);
}
