//! Reading all games of a database, as the audit does.

use regicide_engine::engine::Hash;
use regicide_store::{Game, Origin, RowKind, StoreError, Visibility};
use uuid::Uuid;

use crate::contract::{execute, on_both_databases};
use crate::fixtures::{append, changed, game, store};
use crate::support::Database;

on_both_databases!(
    the_ids_of_all_games_are_read_page_by_page,
    games_are_read_in_ranges_of_their_ids,
    imported_games_are_found_by_their_commitment,
);

/// Games whose ids ascend, every other one unlisted.
async fn five_games(store: &regicide_store::Store) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for number in 1..=5 {
        let visibility = if number % 2 == 0 { Visibility::Unlisted } else { Visibility::Public };
        let made = Game { visibility, ..game(number) };
        assert!(changed(store.games.create(&made, None).await));
        store.moves.append(&append(&made, 1)).await.unwrap();
        ids.push(made.id);
    }
    assert!(ids.is_sorted());
    ids
}

async fn the_ids_of_all_games_are_read_page_by_page(database: Database) {
    let store = store(&database).await;
    assert!(store.games.ids(Uuid::nil(), 10).await.unwrap().is_empty());
    let ids = five_games(&store).await;
    assert_eq!(store.games.ids(Uuid::nil(), 10).await.unwrap(), ids);
    assert_eq!(store.games.ids(Uuid::nil(), 2).await.unwrap(), ids[..2]);
    assert_eq!(store.games.ids(ids[1], 2).await.unwrap(), ids[2..4]);
    assert!(store.games.ids(ids[4], 2).await.unwrap().is_empty());
}

async fn imported_games_are_found_by_their_commitment(database: Database) {
    let store = store(&database).await;
    let imported = |number| Game { origin: Origin::Imported, ..game(number) };
    let (first, other) = (imported(1), imported(2));
    let same = Game { seed: first.seed.clone(), commitment: first.commitment, ..imported(3) };
    let created = Game { seed: first.seed.clone(), commitment: first.commitment, ..game(4) };
    assert_ne!(first.commitment, other.commitment);
    for made in [&first, &other, &same, &created] {
        assert!(changed(store.games.create(made, None).await));
    }
    assert_eq!(store.games.imported(first.commitment).await.unwrap(), [first.id, same.id]);
    assert_eq!(store.games.imported(other.commitment).await.unwrap(), [other.id]);
    assert!(store.games.imported(Hash::of(b"another")).await.unwrap().is_empty());
}

async fn games_are_read_in_ranges_of_their_ids(database: Database) {
    let store = store(&database).await;
    let ids = five_games(&store).await;
    for (after, last, expected) in [
        (Uuid::nil(), Uuid::max(), &ids[..]),
        (ids[0], ids[3], &ids[1..4]),
        (ids[3], ids[4], &ids[4..]),
        (ids[4], Uuid::max(), &[]),
    ] {
        let mut found = Vec::new();
        for (_, audited) in store.audit.games_between(after, last).await.unwrap() {
            let game = audited.unwrap().game;
            assert_eq!((game.moves.len(), game.seats.len()), (1, 2));
            found.push(game.id);
        }
        found.sort_unstable();
        assert_eq!(found, expected);
    }

    // A game that cannot be read does not hide the others.
    let sqlite = database.url.starts_with("sqlite");
    let (trigger, id) = if sqlite {
        ("games_keep_identity", format!("x'{}'", ids[2].simple()))
    } else {
        ("games_keep_identity on games", format!("'{}'", ids[2]))
    };
    execute(&database, &format!("drop trigger {trigger}")).await;
    execute(&database, &format!("update games set players = 9 where id = {id}")).await;
    let games = store.audit.games_between(Uuid::nil(), Uuid::max()).await.unwrap();
    for (game, audited) in games {
        let is_corrupt = matches!(audited, Err(StoreError::Corrupt { row: RowKind::Game, .. }));
        assert_eq!((is_corrupt, audited.is_ok()), (game == ids[2], game != ids[2]), "{audited:?}");
    }
}
