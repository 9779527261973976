//! Notes belong to a player and a game.

use regicide_engine::record::Comment;
use regicide_store::{Conflict, Identity, MAX_NOTED_GAMES, PlayerChange, SeatPlayer, StoreError, TokenHash};
use uuid::Uuid;

use crate::contract::{execute, on_both_databases, with_statements_of_a_cluster};
use crate::fixtures::{changed, conflict, deletion, store};
use crate::players::player;
use crate::support::Database;

on_both_databases!(
    notes_are_replaced_and_deleted,
    notes_require_the_token_of_their_player,
    a_player_has_notes_on_so_many_games,
    invalid_notes_are_reported,
);

with_statements_of_a_cluster!(notes_are_replaced_and_deleted, a_player_has_notes_on_so_many_games);

fn note(seq: u32, text: &str) -> Comment {
    Comment { seq, text: text.to_owned() }
}

const fn who(number: u8) -> SeatPlayer {
    SeatPlayer { id: Uuid::from_u128(number as u128), token: TokenHash([number; 32]) }
}

const GAME: Uuid = Uuid::from_u128(1000);
const OTHER: Uuid = Uuid::from_u128(2000);

async fn notes_are_replaced_and_deleted(database: Database) {
    let store = store(&database).await;
    let (ada, ben) = (who(1), who(2));
    for number in [1, 2] {
        store.players.create(&player(number), None).await.unwrap();
    }
    let read = async |player: SeatPlayer, game| store.notes.read(player.id, game).await.unwrap();
    assert_eq!(read(ada, GAME).await, []);
    let first = [note(0, "Two\nlines: \u{1f0cf}"), note(7, "'); drop table notes; --")];
    store.notes.replace(&ada, GAME, &first).await.unwrap();
    store.notes.replace(&ada, OTHER, &first[..1]).await.unwrap();
    store.notes.replace(&ben, GAME, &[note(1, "Ben's")]).await.unwrap();
    assert_eq!(read(ada, GAME).await, first);
    store.notes.replace(&ada, GAME, &[note(3, "other")]).await.unwrap();
    assert_eq!(read(ada, GAME).await, [note(3, "other")]);
    store.notes.replace(&ada, GAME, &[]).await.unwrap();
    assert_eq!((read(ada, GAME).await, read(ada, OTHER).await), (vec![], first[..1].to_vec()));
    let gone = deletion(100);
    assert!(changed(store.players.update(ada.id, &ada.token, gone, None).await));
    assert_eq!((read(ada, OTHER).await, read(ben, GAME).await), (vec![], vec![note(1, "Ben's")]));
}

async fn notes_require_the_token_of_their_player(database: Database) {
    let store = store(&database).await;
    store.players.create(&player(1), None).await.unwrap();
    let ada = who(1);
    let notes = [note(0, "late")];
    let renewed = Identity { name: "Ada".to_owned(), name_hidden: false, token: TokenHash([9; 32]) };
    store.players.update(ada.id, &ada.token, PlayerChange::Update(&renewed), None).await.unwrap();
    assert_eq!(conflict(store.notes.replace(&ada, GAME, &notes).await), Some(Conflict::TokenChanged));
    store.players.update(ada.id, &renewed.token, deletion(9), None).await.unwrap();
    let deleted = SeatPlayer { token: renewed.token, ..ada };
    assert_eq!(conflict(store.notes.replace(&deleted, GAME, &notes).await), Some(Conflict::TokenChanged));
    assert_eq!(store.notes.read(ada.id, GAME).await.unwrap(), []);
}

async fn a_player_has_notes_on_so_many_games(database: Database) {
    let store = store(&database).await;
    store.players.create(&player(1), None).await.unwrap();
    let put = async |game: u128, notes: &[Comment]| {
        conflict(store.notes.replace(&who(1), Uuid::from_u128(game), notes).await)
    };
    for game in 1..=u128::from(MAX_NOTED_GAMES) {
        assert_eq!(put(game, &[note(0, "x")]).await, None);
    }
    assert_eq!(put(9999, &[note(0, "x")]).await, Some(Conflict::TooManyNotes));
    assert_eq!(put(1, &[note(0, "again")]).await, None, "it has notes already");
    assert_eq!(put(1, &[]).await, None);
    assert_eq!(put(9999, &[note(0, "x")]).await, None);
}

async fn invalid_notes_are_reported(database: Database) {
    let store = store(&database).await;
    store.players.create(&player(1), None).await.unwrap();
    store.notes.replace(&who(1), GAME, &[note(0, "x")]).await.unwrap();
    execute(&database, "update notes set notes = '{}'").await;
    assert!(matches!(store.notes.read(who(1).id, GAME).await, Err(StoreError::Corrupt { .. })));
}
