//! Actions of operators on players, seats and results.

use std::sync::Arc;

use regicide_engine::engine::Seat;
use regicide_store::{
    BoardPosition, Challenge, Identity, PlayerChange, Ranking, SeatState, StandingFilter, StandingOrder,
    Store, TokenHash,
};
use uuid::Uuid;

use crate::challenges::{act, attempt, daily, entry, player, results_of};
use crate::contract::on_both_databases;
use crate::fixtures::{changed, deletion, game, store};
use crate::support::Database;

on_both_databases!(
    the_results_of_a_game_are_read_with_its_players,
    the_results_of_a_bot_stand_on_the_board_of_bots,
    a_voided_result_moves_to_the_board_of_bots_and_is_not_counted,
    a_restored_result_counts_on_the_board_where_it_belongs,
    a_hidden_name_is_never_shown,
    a_player_whose_token_was_revoked_is_found_by_the_new_one_only,
    the_token_of_a_seat_is_revoked,
);

const DAY: i32 = 20_777;

/// How many acts are in the log.
async fn acts(store: &Arc<Store>) -> usize {
    store.admin.log(Uuid::nil(), 100).await.unwrap().len()
}

/// Players with a game each in a challenge.
struct Entrants {
    challenge: Challenge,
    players: Vec<(Uuid, TokenHash)>,
    games: Vec<Uuid>,
}

async fn enter(store: &Arc<Store>, count: u8) -> Entrants {
    let challenge = daily(DAY, 1);
    assert!(changed(store.challenges.add(&challenge, None, None).await));
    let (mut players, mut games) = (Vec::new(), Vec::new());
    for number in 1..=count {
        let player = player(store, number).await;
        let game = attempt(&challenge, player);
        assert!(changed(store.games.start_attempt(&game, &entry(&challenge, &player), None).await));
        players.push(player);
        games.push(game.id);
    }
    Entrants { challenge, players, games }
}

/// The players on a board, with their scores.
async fn board(store: &Arc<Store>, challenge: Uuid, bots: bool) -> Vec<(u32, Uuid)> {
    let results = store.boards.read(challenge, bots, None, 10).await.unwrap();
    assert!(results.iter().all(|result| result.bots == bots));
    results.iter().map(|result| (result.place.score, result.members[0].player)).collect()
}

async fn the_results_of_a_game_are_read_with_its_players(database: Database) {
    let store = store(&database).await;
    let Entrants { challenge, players, games } = enter(&store, 2).await;
    assert!(
        store.boards.results_of_game(challenge.id, games[0]).await.unwrap().is_empty(),
        "nothing is ranked yet"
    );
    for (game, score) in games.iter().zip([7, 8]) {
        assert_eq!(
            store.boards.rank_game(&results_of(&challenge, *game, score)).await.unwrap(),
            Ranking::Ranked
        );
    }
    let results = store.boards.results_of_game(challenge.id, games[0]).await.unwrap();
    let [result] = &results[..] else { panic!("one result: {results:?}") };
    assert_eq!(result.place, BoardPosition { score: 7, game: games[0], seat: Seat::default() });
    assert_eq!((result.bots, result.micros, &result.void_reason), (false, 5, &None));
    assert_eq!(result.members.len(), 1);
    let member = &result.members[0];
    assert_eq!((member.player, member.name.as_deref()), (players[0].0, Some("Player 1")));
    assert!(changed(store.admin.void_results(challenge.id, games[0], "Two accounts.", &act(1)).await));
    let void = store.boards.results_of_game(challenge.id, games[0]).await.unwrap();
    assert_eq!(void[0].void_reason.as_deref(), Some("Two accounts."), "it can still be read");
    assert_eq!(void[0].void_actor.as_deref(), Some("operator"));
    assert!(store.boards.results_of_game(challenge.id, Uuid::nil()).await.unwrap().is_empty());
    assert!(store.boards.results_of_game(Uuid::nil(), games[0]).await.unwrap().is_empty());
}

async fn the_results_of_a_bot_stand_on_the_board_of_bots(database: Database) {
    let store = store(&database).await;
    let Entrants { challenge, players, games } = enter(&store, 2).await;
    for game in &games {
        assert_eq!(store.boards.rank_game(&results_of(&challenge, *game, 7)).await.unwrap(), Ranking::Ranked);
    }
    assert_eq!(store.standings.add_day(challenge.id, Uuid::nil(), 10).await.unwrap(), None);
    let standings = async |bots| {
        let order = StandingOrder::Average;
        let filter = StandingFilter { period: 0, players: 1, bots, min_played: 1, order };
        let rows = store.standings.list(filter, 10).await.unwrap();
        rows.into_iter().map(|row| row.player).collect::<Vec<_>>()
    };
    let (ada, ben) = (players[0].0, players[1].0);
    let check = async |people: &[Uuid], bots: &[Uuid]| {
        for (kind, expected) in [(false, people), (true, bots)] {
            let mut found: Vec<_> = board(&store, challenge.id, kind).await;
            found.sort_unstable();
            let mut expected: Vec<_> = expected.iter().map(|player| (7, *player)).collect();
            expected.sort_unstable();
            assert_eq!(found, expected);
            let mut standings = standings(kind).await;
            standings.sort_unstable();
            assert_eq!(standings, expected.iter().map(|(_, player)| *player).collect::<Vec<_>>());
            let counts = store.boards.score_counts(challenge.id, kind).await.unwrap();
            assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), expected.len() as u64);
        }
    };
    check(&[ada, ben], &[]).await;
    let before = store.games.head(games[0]).await.unwrap().unwrap().revision.version;
    assert!(changed(store.admin.mark_bot(ada, true, &act(1)).await));
    assert!(store.players.read(ada).await.unwrap().unwrap().bot);
    assert!(store.games.head(games[0]).await.unwrap().unwrap().revision.version > before);
    check(&[ben], &[ada]).await;
    assert!(changed(store.admin.mark_bot(ada, true, &act(2)).await), "the same again changes nothing");
    check(&[ben], &[ada]).await;
    assert!(changed(store.admin.mark_bot(ada, false, &act(3)).await));
    check(&[ada, ben], &[]).await;
    assert!(!changed(store.admin.mark_bot(Uuid::nil(), true, &act(4)).await));
    assert_eq!(acts(&store).await, 3, "what was not done is not in the log");
}

async fn a_voided_result_moves_to_the_board_of_bots_and_is_not_counted(database: Database) {
    let store = store(&database).await;
    let Entrants { challenge, players, games } = enter(&store, 1).await;
    assert_eq!(store.boards.rank_game(&results_of(&challenge, games[0], 7)).await.unwrap(), Ranking::Ranked);
    assert!(changed(store.admin.void_results(challenge.id, games[0], "Two accounts.", &act(1)).await));
    assert!(changed(store.admin.mark_bot(players[0].0, true, &act(2)).await));
    let void = async |bots| store.boards.removed_results(challenge.id, bots, 10).await.unwrap().len();
    assert_eq!((void(false).await, void(true).await), (0, 1));
    for bots in [false, true] {
        assert!(store.boards.score_counts(challenge.id, bots).await.unwrap().is_empty());
        assert!(board(&store, challenge.id, bots).await.is_empty());
    }
}

async fn a_restored_result_counts_on_the_board_where_it_belongs(database: Database) {
    let store = store(&database).await;
    let Entrants { challenge, players, games } = enter(&store, 2).await;
    for game in &games {
        assert_eq!(store.boards.rank_game(&results_of(&challenge, *game, 7)).await.unwrap(), Ranking::Ranked);
    }
    let (id, game) = (challenge.id, games[0]);
    let restore = async |voided_by| store.admin.restore_results(id, game, voided_by, &act(1)).await;
    assert!(!changed(restore(None).await), "it was not taken off");
    assert!(changed(store.admin.void_results(id, game, "Two accounts.", &act(2)).await));
    assert!(!changed(restore(Some("challenge")).await), "another actor took it off");
    assert!(changed(store.admin.mark_bot(players[0].0, true, &act(3)).await));
    assert!(changed(restore(Some("operator")).await));
    assert_eq!(board(&store, id, true).await, [(7, players[0].0)]);
    assert_eq!(board(&store, id, false).await, [(7, players[1].0)]);
    for bots in [false, true] {
        assert_eq!(store.boards.score_counts(id, bots).await.unwrap(), [(7, 1)]);
    }
    let removed = store.boards.removed_results(id, true, 10).await.unwrap();
    let [result] = &removed[..] else { panic!("one result: {removed:?}") };
    assert_eq!((&result.void_reason, result.restored_reason.as_deref()), (&None, Some("Two accounts.")));
    // Those that do not count come first.
    assert!(changed(store.admin.void_results(id, games[1], "Late.", &act(4)).await));
    assert!(changed(store.admin.mark_bot(players[1].0, true, &act(5)).await));
    let removed = store.boards.removed_results(id, true, 10).await.unwrap();
    let reasons: Vec<_> = removed.iter().map(|result| result.void_reason.as_deref()).collect();
    assert_eq!(reasons, [Some("Late."), None]);
    assert_eq!(acts(&store).await, 5);
}

async fn a_hidden_name_is_never_shown(database: Database) {
    let store = store(&database).await;
    let Entrants { challenge, players, games } = enter(&store, 1).await;
    let (ada, token) = players[0];
    assert_eq!(store.boards.rank_game(&results_of(&challenge, games[0], 7)).await.unwrap(), Ranking::Ranked);
    assert!(!changed(store.admin.hide_name(Uuid::nil(), &act(1)).await));
    assert_eq!(acts(&store).await, 0);
    let before = store.games.head(games[0]).await.unwrap().unwrap().revision.version;
    assert!(changed(store.admin.hide_name(ada, &act(2)).await));
    assert_eq!(acts(&store).await, 1);
    let identity = store.players.read(ada).await.unwrap().unwrap().identity.unwrap();
    assert_eq!((identity.name_hidden, identity.shown_name()), (true, None));
    let stored = store.games.read(games[0]).await.unwrap().unwrap();
    assert!(stored.version > before && stored.seats[0].name.is_none());
    let results = store.boards.results_of_game(challenge.id, games[0]).await.unwrap();
    assert_eq!(results[0].members[0].name, None);
    assert_eq!(store.standings.add_day(challenge.id, Uuid::nil(), 10).await.unwrap(), None);
    let order = StandingOrder::Average;
    let filter = StandingFilter { period: 0, players: 1, bots: false, min_played: 1, order };
    assert_eq!(store.standings.list(filter, 10).await.unwrap()[0].name, None);

    // For good: another name is hidden, too, at seats that are taken later as well.
    let other = Identity { name: "Other".to_owned(), name_hidden: false, token };
    assert!(changed(store.players.update(ada, &token, PlayerChange::Update(&other), None).await));
    assert_eq!(store.players.read(ada).await.unwrap().unwrap().identity.unwrap().shown_name(), None);
    assert!(store.games.read(games[0]).await.unwrap().unwrap().seats[0].name.is_none());
    let next = daily(DAY + 1, 1);
    assert!(changed(store.challenges.add(&next, None, None).await));
    let mut game = attempt(&next, players[0]);
    game.seats[0].name = Some("Other".to_owned());
    assert!(changed(store.games.start_attempt(&game, &entry(&next, &players[0]), None).await));
    assert!(store.games.read(game.id).await.unwrap().unwrap().seats[0].name.is_none());
}

async fn a_player_whose_token_was_revoked_is_found_by_the_new_one_only(database: Database) {
    let store = store(&database).await;
    let Entrants { players, games, .. } = enter(&store, 2).await;
    let ((ada, token), new) = (players[0], TokenHash([99; 32]));
    assert!(!changed(store.admin.revoke_player_token(Uuid::nil(), &new, &act(1)).await));
    assert_eq!(acts(&store).await, 0);
    assert!(changed(store.admin.revoke_player_token(ada, &new, &act(2)).await));
    assert_eq!(acts(&store).await, 1);
    assert!(store.players.by_token(&token).await.unwrap().is_none());
    assert_eq!(store.players.by_token(&new).await.unwrap().unwrap().id, ada);
    let token_at = async |game: Uuid| {
        let stored = store.games.read(game).await.unwrap().unwrap();
        (stored.version, stored.seats[0].player.unwrap().token.0)
    };
    assert_eq!(token_at(games[0]).await, (0, [99; 32]));
    assert_eq!(token_at(games[1]).await, (0, [2; 32]), "no other token changes");
    // A change with the old token comes too late.
    let gone = deletion(10);
    assert!(!changed(store.players.update(ada, &token, gone, None).await));
    assert!(changed(store.players.update(ada, &new, gone, None).await));
    assert!(
        !changed(store.admin.revoke_player_token(ada, &TokenHash([98; 32]), &act(3)).await),
        "no player is left"
    );
}

async fn the_token_of_a_seat_is_revoked(database: Database) {
    let store = store(&database).await;
    let mut made = game(1);
    made.seats[0] = SeatState { token: Some(TokenHash([1; 32])), ..made.seats[0].clone() };
    made.seats[1].open = true;
    assert!(changed(store.games.create(&made, None).await));
    let new = TokenHash([99; 32]);
    let revoke = async |game, seat: u8, number| {
        let seat = Seat::try_from(seat).unwrap();
        changed(store.admin.revoke_seat_token(game, seat, &new, &act(number)).await)
    };
    assert!(!revoke(made.id, 1, 1).await, "it is open");
    assert!(!revoke(made.id, 2, 2).await, "there is none");
    assert!(!revoke(Uuid::nil(), 0, 3).await);
    assert_eq!(
        (acts(&store).await, store.games.head(made.id).await.unwrap().unwrap().revision.version),
        (0, 0)
    );
    assert!(revoke(made.id, 0, 4).await);
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!((acts(&store).await, stored.version), (1, 1));
    let tokens: Vec<_> = stored.seats.iter().map(|seat| seat.token.map(|token| token.0)).collect();
    assert_eq!(tokens, [Some([99; 32]), None]);
}
