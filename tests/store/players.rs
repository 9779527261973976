//! The contract of players and keys, method by method, on both databases.

use std::collections::BTreeSet;
use std::sync::Arc;

use regicide_engine::engine::regicide::Medal;
use regicide_engine::engine::{GameKind, Seat};
use regicide_store::{
    Append, CountedGame, GameStats, Identity, Player, PlayerChange, SeatEnd, SeatPlayer, SeatState,
    SigningKey, Store, TokenHash,
};
use uuid::Uuid;

use crate::challenges::{daily, results_of, tried};
use crate::contract::{execute, on_both_databases, with_statements_of_a_cluster};
use crate::fixtures::{STALE, after, append, changed, conflict, deletion, game, lost, store};
use crate::support::Database;

on_both_databases!(
    a_player_is_found_by_id_and_token,
    a_change_of_a_player_reaches_every_seat,
    a_seat_is_not_taken_with_a_token_that_has_changed,
    a_move_is_not_made_with_a_token_that_has_changed,
    a_move_is_not_shown_by_tokens_that_have_changed,
    finished_games_of_a_player_are_counted,
    keys_are_numbered_and_stay,
    skeletons_of_names_follow_the_unicode_of_the_program,
);

with_statements_of_a_cluster!(
    a_move_is_not_made_with_a_token_that_has_changed,
    finished_games_of_a_player_are_counted,
);

pub(crate) fn player(number: u8) -> Player {
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
        assert!(changed(store.players.create(player, None).await));
    }
    let found = store.players.read(ada.id).await.unwrap().unwrap();
    assert_eq!(format!("{found:?}"), format!("{ada:?}"));
    let found = store.players.by_token(&TokenHash([2; 32])).await.unwrap().unwrap();
    assert_eq!(format!("{found:?}"), format!("{ben:?}"));
    assert!(store.players.read(Uuid::nil()).await.unwrap().is_none());
    assert!(store.players.by_token(&TokenHash([3; 32])).await.unwrap().is_none());
}

async fn a_change_of_a_player_reaches_every_seat(database: Database) {
    let store = store(&database).await;
    let ada = player(1);
    store.players.create(&ada, None).await.unwrap();
    let (one, other) = (game(1), game(2));
    for made in [&one, &other] {
        store.games.create(made, None).await.unwrap();
        assert!(changed(
            store.seats.update(made.id, 0, &seat_of(&ada, &made.seats[1]), None, None, None).await
        ));
    }
    let last = Append { version: 1, finished: Some(lost(after(9))), ..append(&other, 1) };
    store.moves.append(&last).await.unwrap();

    // Another name alone is one row, however many seats there are.
    let was = TokenHash([1; 32]);
    let called = Identity { name: "Duchess".to_owned(), name_hidden: false, token: was };
    assert!(changed(store.players.update(ada.id, &was, PlayerChange::Update(&called), None).await));
    for (made, version) in [(&one, 1), (&other, 2)] {
        let present = store.games.head(made.id).await.unwrap().unwrap();
        let seats = present.seats.into_iter().map(|seat| (seat.name, seat.player_token.map(|token| token.0)));
        let seen = vec![(None, None), (Some("Duchess".to_owned()), Some([1; 32]))];
        assert_eq!((present.revision.version, seats.collect::<Vec<_>>()), (version, seen));
        let stored = store.games.read(made.id).await.unwrap().unwrap();
        assert_eq!((stored.version, stored.seats[1].name.as_deref()), (version, Some("Duchess")));
    }
    let renamed = Identity { name: "Countess".to_owned(), name_hidden: false, token: TokenHash([9; 32]) };
    assert!(!changed(
        store.players.update(ada.id, &TokenHash([8; 32]), PlayerChange::Update(&renamed), None).await
    ));
    assert!(changed(store.players.update(ada.id, &was, PlayerChange::Update(&renamed), None).await));
    assert!(
        !changed(store.players.update(ada.id, &was, PlayerChange::Update(&renamed), None).await),
        "it is another now"
    );
    for (made, version) in [(&one, 1), (&other, 2)] {
        let present = store.games.head(made.id).await.unwrap().unwrap();
        let token = present.seats[1].player_token.map(|token| token.0);
        assert_eq!(
            (present.revision.version, token),
            (version, Some([9; 32])),
            "no seat, no game is written"
        );
        let stored = store.games.read(made.id).await.unwrap().unwrap();
        let seat = &stored.seats[1];
        assert_eq!((stored.version, seat.name.as_deref()), (version, Some("Countess")));
        assert_eq!(seat.player.map(|player| (player.id, player.token.0)), Some((ada.id, [9; 32])));
        assert!(stored.seats[0].player.is_none());
    }

    assert!(changed(store.players.update(ada.id, &renamed.token, deletion(10), None).await));
    assert!(store.players.read(ada.id).await.unwrap().unwrap().identity.is_none());
    assert!(store.players.by_token(&renamed.token).await.unwrap().is_none());
    let seats = store.games.read(one.id).await.unwrap().unwrap().seats;
    assert!(seats[1].player.is_none() && seats[1].name.is_none());
}

async fn a_seat_is_not_taken_with_a_token_that_has_changed(database: Database) {
    let store = store(&database).await;
    let (ada, made) = (player(1), game(1));
    store.players.create(&ada, None).await.unwrap();
    store.games.create(&made, None).await.unwrap();
    let renamed = Identity { name: "Ada".to_owned(), name_hidden: false, token: TokenHash([9; 32]) };
    store.players.update(ada.id, &TokenHash([1; 32]), PlayerChange::Update(&renamed), None).await.unwrap();
    assert!(!changed(store.seats.update(made.id, 0, &seat_of(&ada, &made.seats[0]), None, None, None).await));
    assert_eq!(store.games.head(made.id).await.unwrap().unwrap().revision.version, 0);
    let ada = Player { identity: Some(renamed), ..ada };
    assert!(changed(store.seats.update(made.id, 0, &seat_of(&ada, &made.seats[0]), None, None, None).await));
}

async fn a_move_is_not_made_with_a_token_that_has_changed(database: Database) {
    let store = store(&database).await;
    let (ada, made) = (player(1), game(1));
    store.players.create(&ada, None).await.unwrap();
    store.games.create(&made, None).await.unwrap();
    store.seats.update(made.id, 0, &seat_of(&ada, &made.seats[0]), None, None, None).await.unwrap();
    let (old, new) = (TokenHash([1; 32]), TokenHash([9; 32]));
    let sent = |seq, token| Append { version: 1, player_token: token, ..append(&made, seq) };
    assert!(changed(store.moves.append(&sent(1, Some(old))).await));
    let rotated = Identity { name: "Ada".to_owned(), name_hidden: false, token: new };
    store.players.update(ada.id, &old, PlayerChange::Update(&rotated), None).await.unwrap();
    assert_eq!(conflict(store.moves.append(&sent(2, Some(old))).await), STALE);
    assert!(changed(store.moves.append(&sent(2, Some(new))).await));
    assert!(changed(store.moves.append(&sent(3, None)).await), "a seat's own token is not the player's");
}

async fn a_move_is_not_shown_by_tokens_that_have_changed(database: Database) {
    let store = store(&database).await;
    let (ada, ben, made) = (player(1), player(2), game(1));
    store.games.create(&made, None).await.unwrap();
    for (version, player) in [(0, &ada), (1, &ben)] {
        store.players.create(player, None).await.unwrap();
        let seat = &made.seats[version as usize];
        store.seats.update(made.id, version, &seat_of(player, seat), None, None, None).await.unwrap();
    }
    let [adas, old, new] = [1, 2, 9].map(|byte| TokenHash([byte; 32]));
    let sent = |seq, own, seated: &[_]| Append {
        version: 2,
        player_token: own,
        seated: seated.to_vec(),
        ..append(&made, seq)
    };
    assert!(changed(store.moves.append(&sent(1, Some(adas), &[adas, old])).await));
    assert!(changed(store.moves.append(&sent(2, None, &[adas, old])).await));
    let rotated = Identity { name: "Ben".to_owned(), name_hidden: false, token: new };
    store.players.update(ben.id, &old, PlayerChange::Update(&rotated), None).await.unwrap();
    if store.moves.confirms_players() {
        for own in [None, Some(adas)] {
            assert_eq!(conflict(store.moves.append(&sent(3, own, &[adas, old])).await), STALE);
        }
    }
    assert!(changed(store.moves.append(&sent(3, Some(adas), &[])).await), "nothing is shown by it");
    assert!(changed(store.moves.append(&sent(4, Some(adas), &[adas, new])).await));
}

async fn finished_games_of_a_player_are_counted(database: Database) {
    let store = store(&database).await;
    let ada = player(1);
    store.players.create(&ada, None).await.unwrap();
    let seat = Seat::all(2).last().unwrap();
    let counted = |from, won: bool, enemies| CountedGame {
        from,
        kind: GameKind::Regicide,
        players: 2,
        won,
        medal: won.then_some(Medal::Silver),
        enemies: Some(enemies),
        moves: u32::from(enemies),
    };
    // Of the last ones, one counts later, one does not, one was cancelled, and one runs.
    let ends = [
        Some(counted(after(9), false, 3)),
        Some(counted(after(9), true, 12)),
        Some(counted(after(50), true, 11)),
        None,
    ];
    let mut expected = Vec::new();
    for number in 1..=6 {
        let made = game(number);
        store.games.create(&made, None).await.unwrap();
        assert!(changed(
            store.seats.update(made.id, 0, &seat_of(&ada, &made.seats[1]), None, None, None).await
        ));
        if let Some(counted) = ends.get(usize::from(number) - 1).copied() {
            let other = SeatEnd { seat: Seat::default(), counted: None, former: None };
            let seat_ends = vec![other, SeatEnd { seat, counted, former: None }];
            expected.push((made.id, seat_ends.clone()));
            let finished = Some(lost(after(9)));
            let last = Append { version: 1, finished, seat_ends, ..append(&made, 1) };
            // It is stored with the move, or not at all.
            let late = Append { version: 7, ..last.clone() };
            assert_eq!(conflict(store.moves.append(&late).await), STALE);
            assert!(seat_ends_of(&store, made.id).await.is_empty());
            store.moves.append(&last).await.unwrap();
        }
        if number == 5 {
            store.games.cancel(made.id, 1, after(9)).await.unwrap();
            expected.push((
                made.id,
                Seat::all(2).map(|seat| SeatEnd { seat, counted: None, former: None }).collect(),
            ));
        }
        if number == 6 {
            // It goes on.
            expected.push((made.id, Vec::new()));
        }
    }
    for (game, ends) in &expected {
        assert_eq!(seat_ends_of(&store, *game).await, *ends);
    }
    let stats = GameStats {
        game: GameKind::Regicide,
        players: 2,
        finished: 2,
        won: 1,
        medals: [0, 1, 0],
        by_enemies_defeated: std::array::from_fn(|enemies| [3, 12].contains(&enemies).into()),
        fewest_moves_to_win: Some(12),
    };
    let at = async |seconds| store.players.game_stats(ada.id, after(seconds)).await.unwrap();
    assert_eq!((at(8).await, at(49).await), (vec![], vec![stats]));
    let with_last = GameStats {
        finished: 3,
        won: 2,
        medals: [0, 2, 0],
        by_enemies_defeated: std::array::from_fn(|enemies| [3, 11, 12].contains(&enemies).into()),
        fewest_moves_to_win: Some(11),
        ..stats
    };
    assert_eq!(at(50).await, [with_last]);
    let gone = deletion(100);
    assert!(changed(store.players.update(ada.id, &TokenHash([1; 32]), gone, None).await));
    assert!(at(100).await.is_empty(), "no data of a deleted player is left");
}

/// The ends of a game at its seats, as an audit reads them.
async fn seat_ends_of(store: &Arc<Store>, game: Uuid) -> Vec<SeatEnd> {
    let before = Uuid::from_u128(game.as_u128() - 1);
    let [(_, found)] = &store.audit.games_between(before, game).await.unwrap()[..] else {
        panic!("one game")
    };
    found.as_ref().unwrap().seat_ends.clone()
}

async fn keys_are_numbered_and_stay(database: Database) {
    let store = store(&database).await;
    assert!(store.keys.signing().await.unwrap().is_empty());
    let key = |number: u32| SigningKey { number, secret: [7; 32], valid_from: after(number.into()) };
    assert!(changed(store.keys.add_signing(&key(1)).await));
    let late = SigningKey { valid_from: after(99), ..key(1) };
    assert!(!changed(store.keys.add_signing(&late).await), "the first stays");
    assert!(changed(store.keys.add_signing(&key(2)).await));
    let keys = store.keys.signing().await.unwrap();
    let known: Vec<_> = keys.iter().map(|key| (key.number, key.valid_from)).collect();
    assert_eq!(known, [(1, after(1)), (2, after(2))]);
    assert_eq!(store.keys.vapid().await.unwrap(), None);
    for secret in [[1; 32], [2; 32]] {
        store.keys.add_vapid(&secret).await.unwrap();
    }
    assert_eq!(store.keys.vapid().await.unwrap(), Some([1; 32]), "the first stays");
}

async fn skeletons_of_names_follow_the_unicode_of_the_program(database: Database) {
    let store = store(&database).await;
    let challenge = daily(20_777, 1);
    let games = tried(&store, &challenge, 1..4).await;
    let everybody: BTreeSet<Uuid> =
        store.audit.standing_players(Uuid::nil(), 10).await.unwrap().into_iter().collect();
    for game in &games {
        store.boards.rank_game(&results_of(&challenge, *game, 7)).await.unwrap();
    }
    assert_eq!(store.standings.add_day(challenge.id, Uuid::nil(), 10).await.unwrap(), None);
    let alike = async || store.players.lookalikes_on_board(challenge.id, false, &everybody).await.unwrap();
    assert!(alike().await.is_empty(), "Player 1, Player 2, Player 3");
    // Names with skeletons of another version, and one without.
    execute(&database, "update players set name = 'Player O', skeleton_unicode = 1").await;
    execute(
        &database,
        "update players set name = 'Player 0', skeleton = null, skeleton_unicode = null
        where id = (select player from attempts order by player limit 1)",
    )
    .await;
    assert!(alike().await.is_empty());
    store.migrate().await.unwrap();
    assert_eq!(alike().await, everybody);
    assert!(store.players.lookalikes_on_board(challenge.id, true, &everybody).await.unwrap().is_empty());
    assert_eq!(store.players.lookalikes_in_standings((0, 1), false, &everybody).await.unwrap(), everybody);
    assert!(store.players.lookalikes_in_standings((0, 4), false, &everybody).await.unwrap().is_empty());
    let one: BTreeSet<Uuid> = everybody.iter().copied().take(1).collect();
    assert_eq!(store.players.lookalikes_on_board(challenge.id, false, &one).await.unwrap(), one);
    execute(
        &database,
        "update players set name_hidden = 1 where id <> (select player from attempts order by player limit 1)",
    )
    .await;
    assert!(store.players.lookalikes_on_board(challenge.id, false, &one).await.unwrap().is_empty());
}
