//! The contract of players and keys, method by method, on both databases.

use regicide::store::{Append, Identity, Player, PlayerChange, SeatPlayer, SeatState, StoredKey, TokenHash};
use uuid::Uuid;

use crate::contract::on_both_databases;
use crate::made::{after, append, game, lost, store};
use crate::support::Database;

on_both_databases!(
    a_player_is_found_by_id_and_token,
    a_change_of_a_player_reaches_every_seat,
    a_seat_is_not_taken_with_a_token_that_has_changed,
    finished_games_of_a_player_are_found,
    keys_are_numbered_and_stay,
);

fn player(number: u8) -> Player {
    let identity =
        Identity { name: format!("Player {number}"), name_hidden: false, token: TokenHash([number; 32]) };
    Player {
        id: Uuid::from_u128(number.into()),
        created_at: after(number.into()),
        identity: Some(identity),
        bot: false,
    }
}

fn seat_of(player: &Player, state: &SeatState) -> SeatState {
    let identity = player.identity.as_ref().unwrap();
    let sits = SeatPlayer { id: player.id, token: identity.token };
    SeatState { name: Some(identity.name.clone()), player: Some(sits), ..state.clone() }
}

async fn a_player_is_found_by_id_and_token(database: Database) {
    let store = store(&database).await;
    let (ada, ben) = (player(1), player(2));
    for player in [&ada, &ben] {
        assert!(store.create_player(player, None).await.unwrap());
    }
    let found = store.player(ada.id).await.unwrap().unwrap();
    assert_eq!(format!("{found:?}"), format!("{ada:?}"));
    let found = store.player_with(&TokenHash([2; 32])).await.unwrap().unwrap();
    assert_eq!(format!("{found:?}"), format!("{ben:?}"));
    assert!(store.player(Uuid::nil()).await.unwrap().is_none());
    assert!(store.player_with(&TokenHash([3; 32])).await.unwrap().is_none());
}

async fn a_change_of_a_player_reaches_every_seat(database: Database) {
    let store = store(&database).await;
    let ada = player(1);
    store.create_player(&ada, None).await.unwrap();
    let (one, other) = (game(1), game(2));
    for made in [&one, &other] {
        store.create_game(made, None).await.unwrap();
        assert!(store.set_seat(made.id, 0, &seat_of(&ada, &made.seats[1]), None, None).await.unwrap());
    }
    let last = Append { version: 1, finished: Some(lost(after(9))), ..append(&other, 1) };
    store.append(&last).await.unwrap();

    let was = TokenHash([1; 32]);
    let changed = Identity { name: "Countess".to_owned(), name_hidden: false, token: TokenHash([9; 32]) };
    assert!(
        !store
            .change_player(ada.id, &TokenHash([8; 32]), PlayerChange::Becomes(&changed), None)
            .await
            .unwrap()
    );
    assert!(store.change_player(ada.id, &was, PlayerChange::Becomes(&changed), None).await.unwrap());
    assert!(
        !store.change_player(ada.id, &was, PlayerChange::Becomes(&changed), None).await.unwrap(),
        "it is another now"
    );
    for (made, version) in [(&one, 2), (&other, 3)] {
        let stored = store.game(made.id).await.unwrap().unwrap();
        let seat = &stored.game.seats[1];
        assert_eq!((stored.version, seat.name.as_deref()), (version, Some("Countess")));
        assert_eq!(seat.player.map(|player| (player.id, player.token.0)), Some((ada.id, [9; 32])));
        assert!(stored.game.seats[0].player.is_none());
    }

    assert!(
        store.change_player(ada.id, &changed.token, PlayerChange::Deleted(after(10)), None).await.unwrap()
    );
    assert!(store.player(ada.id).await.unwrap().unwrap().identity.is_none());
    assert!(store.player_with(&changed.token).await.unwrap().is_none());
    let seats = store.game(one.id).await.unwrap().unwrap().game.seats;
    assert!(seats[1].player.is_none() && seats[1].name.is_none());
}

async fn a_seat_is_not_taken_with_a_token_that_has_changed(database: Database) {
    let store = store(&database).await;
    let (ada, made) = (player(1), game(1));
    store.create_player(&ada, None).await.unwrap();
    store.create_game(&made, None).await.unwrap();
    let changed = Identity { name: "Ada".to_owned(), name_hidden: false, token: TokenHash([9; 32]) };
    store.change_player(ada.id, &TokenHash([1; 32]), PlayerChange::Becomes(&changed), None).await.unwrap();
    assert!(!store.set_seat(made.id, 0, &seat_of(&ada, &made.seats[0]), None, None).await.unwrap());
    assert_eq!(store.mark(made.id).await.unwrap().unwrap().version, 0);
    let ada = Player { identity: Some(changed), ..ada };
    assert!(store.set_seat(made.id, 0, &seat_of(&ada, &made.seats[0]), None, None).await.unwrap());
}

async fn finished_games_of_a_player_are_found(database: Database) {
    let store = store(&database).await;
    let ada = player(1);
    store.create_player(&ada, None).await.unwrap();
    for number in 1..=3 {
        let made = game(number);
        store.create_game(&made, None).await.unwrap();
        assert!(store.set_seat(made.id, 0, &seat_of(&ada, &made.seats[1]), None, None).await.unwrap());
        if number < 3 {
            let last = Append { version: 1, finished: Some(lost(after(9))), ..append(&made, 1) };
            store.append(&last).await.unwrap();
        }
    }
    let finishes = store.finishes(ada.id, after(100)).await.unwrap();
    assert_eq!(finishes.len(), 2);
    assert!(finishes.iter().all(|finish| finish.moves == 1 && finish.seat.index() == 1));
    assert_eq!(finishes[0].outcome, lost(after(9)).outcome);
    assert!(store.finishes(Uuid::nil(), after(100)).await.unwrap().is_empty());
}

async fn keys_are_numbered_and_stay(database: Database) {
    let store = store(&database).await;
    assert!(store.signing_keys().await.unwrap().is_empty());
    let key = |number: u32| StoredKey { number, secret: [7; 32], valid_from: after(number.into()) };
    assert!(store.add_signing_key(&key(1)).await.unwrap());
    let late = StoredKey { valid_from: after(99), ..key(1) };
    assert!(!store.add_signing_key(&late).await.unwrap(), "the first stays");
    assert!(store.add_signing_key(&key(2)).await.unwrap());
    let keys = store.signing_keys().await.unwrap();
    let known: Vec<_> = keys.iter().map(|key| (key.number, key.valid_from)).collect();
    assert_eq!(known, [(1, after(1)), (2, after(2))]);
}
