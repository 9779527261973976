//! Seats that are held, rematches, and whose turn it is.

use regicide::engine::Seat;
use regicide_server::store::{
    Append, Game, GameFilter, GamesOfPlayer, Invitee, SeatInvitation, SeatPlayer, SeatState, Status, Store,
    TokenHash, Visibility, WhichGames,
};
use uuid::Uuid;

use crate::challenges::{attempt, daily, entry, player};
use crate::contract::on_both_databases;
use crate::fixtures::{STALE, STORED, after, append, changed, conflict, everything, game, lost, store};
use crate::support::Database;

on_both_databases!(
    an_invitation_holds_open_seats_with_the_version,
    a_game_has_one_rematch,
    games_of_players_need_their_tokens,
    the_seat_to_act_is_stored_with_the_game_and_its_moves,
    who_tries_a_challenge_is_counted_by_game,
);

fn held(seat: u8, code: u8) -> SeatState {
    let invitation = SeatInvitation { invitee: Invitee::Code(TokenHash([code; 32])), until: after(50) };
    SeatState { invitation: Some(invitation), ..SeatState::open(Seat::try_from(seat).unwrap()) }
}

/// A game with a player on the first seat and an open second seat.
pub(crate) fn game_of(number: u8, (id, token): (Uuid, TokenHash)) -> Game {
    let mut made = Game { creator: Some(id), ..game(number) };
    made.seats[0].player = Some(SeatPlayer { id, token });
    made
}

async fn an_invitation_holds_open_seats_with_the_version(database: Database) {
    let store = store(&database).await;
    let made = Game { seats: Seat::all(2).map(SeatState::open).collect(), ..game(1) };
    store.create_game(&made, None).await.unwrap();
    let seats = [held(0, 1), held(1, 2)];
    assert_eq!(conflict(store.invite_to_seats(made.id, 1, &seats, None).await), STALE);
    assert_eq!(conflict(store.invite_to_seats(made.id, 0, &seats, None).await), STORED);
    let stored = store.game(made.id).await.unwrap().unwrap();
    assert_eq!(stored.version, 1);
    assert_eq!(stored.seats, seats);
    let nowhere = [held(0, 3), held(3, 4)];
    assert!(!changed(store.invite_to_seats(made.id, 1, &nowhere, None).await));
    let stored = store.game(made.id).await.unwrap().unwrap();
    assert_eq!((stored.version, stored.seats), (1, seats.to_vec()));
}

async fn a_game_has_one_rematch(database: Database) {
    let store = store(&database).await;
    let over = Game { finished: Some(lost(after(9))), ..game(1) };
    store.create_game(&over, None).await.unwrap();
    let [first, second] = [2, 3].map(|number| Game { rematch_of: Some(over.id), ..game(number) });
    assert_eq!(conflict(store.create_rematch(&first, over.id, None).await), STORED);
    assert_eq!(conflict(store.create_rematch(&second, over.id, None).await), STALE);
    assert!(store.game(second.id).await.unwrap().is_none(), "nothing is half-stored");
    let stored = store.game(over.id).await.unwrap().unwrap();
    assert_eq!((stored.rematch, stored.version), (Some(first.id), 1));
    assert_eq!(store.game(first.id).await.unwrap().unwrap().rematch_of, Some(over.id));
}

async fn games_of_players_need_their_tokens(database: Database) {
    let store = store(&database).await;
    let ada = player(&store, 1).await;
    assert!(changed(store.create_game(&game_of(1, ada), None).await));
    let void = game_of(2, (ada.0, TokenHash([9; 32])));
    assert!(!changed(store.create_game(&void, None).await));
    assert!(store.game(void.id).await.unwrap().is_none());
}

/// Which of a player's games a list holds, and whose turn it is in them.
async fn turns(store: &Store, player: Uuid, which: WhichGames) -> Vec<(Uuid, Option<Seat>)> {
    let status = vec![Status::Running];
    let filter =
        GameFilter { status, player: Some(GamesOfPlayer { player, which }), now: after(20), ..everything() };
    let page = store.list_games(&filter, 10).await.unwrap();
    page.items.iter().map(|summary| (summary.info.id, summary.to_act)).collect()
}

async fn the_seat_to_act_is_stored_with_the_game_and_its_moves(database: Database) {
    let store = store(&database).await;
    let ada = player(&store, 1).await;
    let [own, others, fresh, over] = [1, 2, 3, 4].map(|number| game_of(number, ada));
    let [first, second] = [0, 1].map(|seat| Some(Seat::try_from(seat).unwrap()));
    let unlisted = Game { visibility: Visibility::Unlisted, ..game_of(5, ada) };
    let fresh = Game { to_act: second, ..fresh };
    let begun = Game { to_act: first, ..game_of(6, ada) };
    for made in [&own, &others, &fresh, &over, &unlisted, &begun] {
        store.create_game(made, None).await.unwrap();
    }
    store.append_move(&Append { to_act: first, ..append(&own, 1) }).await.unwrap();
    store.append_move(&Append { to_act: first, ..append(&others, 1) }).await.unwrap();
    store.append_move(&Append { to_act: second, ..append(&others, 2) }).await.unwrap();
    store.append_move(&Append { finished: Some(lost(after(9))), ..append(&over, 1) }).await.unwrap();
    store.append_move(&Append { to_act: first, ..append(&unlisted, 1) }).await.unwrap();
    let public = [(begun.id, first), (fresh.id, second), (others.id, second), (own.id, first)];
    assert_eq!(turns(&store, ada.0, WhichGames::Public).await, public);
    let all =
        [(begun.id, first), (unlisted.id, first), (fresh.id, second), (others.id, second), (own.id, first)];
    assert_eq!(turns(&store, ada.0, WhichGames::All).await, all);
    let in_play = async |which| {
        let filter = GameFilter { player: Some(GamesOfPlayer { player: ada.0, which }), ..everything() };
        let page = store.list_games(&filter, 10).await.unwrap();
        page.items.iter().map(|summary| summary.info.id).collect::<Vec<_>>()
    };
    assert_eq!(in_play(WhichGames::All).await, [begun.id, unlisted.id, over.id, fresh.id, others.id, own.id]);
    let in_play = async |limit| {
        let found = store.games_in_play(ada.0, everything().now, limit).await.unwrap();
        found.into_iter().map(|game| (game.id, game.status, game.is_on_turn)).collect::<Vec<_>>()
    };
    let newest = [begun.id, unlisted.id, fresh.id, others.id, own.id];
    let found = in_play(10).await;
    assert_eq!(found.iter().map(|(id, ..)| *id).collect::<Vec<_>>(), newest);
    assert_eq!(in_play(2).await, found[..2]);
    let on_turn = found.iter().filter(|(.., is_on_turn)| *is_on_turn).map(|(id, ..)| *id);
    assert_eq!(on_turn.collect::<Vec<_>>(), [begun.id, unlisted.id, own.id]);
    let page = store.list_games(&GameFilter { latest: true, ..everything() }, 10).await.unwrap();
    let listed = page
        .items
        .iter()
        .filter_map(|summary| found.iter().find(|(id, ..)| *id == summary.info.id).zip(Some(summary)));
    assert!(
        listed.clone().count() > 0 && listed.clone().all(|(found, summary)| found.1 == summary.info.status)
    );
    let own_turns = [(begun.id, first), (unlisted.id, first), (own.id, first)];
    assert_eq!(turns(&store, ada.0, WhichGames::ToAct).await, own_turns);
    assert!(turns(&store, Uuid::nil(), WhichGames::All).await.is_empty());
}

async fn who_tries_a_challenge_is_counted_by_game(database: Database) {
    let store = store(&database).await;
    let challenge = daily(20_777, 2);
    assert!(changed(store.add_challenge(&challenge, None, None).await));
    let counts = async || {
        let counts = store.turnout(challenge.id).await.unwrap();
        (counts.attempts, counts.finished)
    };
    assert_eq!(counts().await, (0, 0));
    for number in 1..=3 {
        let player = player(&store, number).await;
        let made = attempt(&challenge, player);
        assert!(changed(store.start_attempt(&made, &entry(&challenge, &player), None).await));
    }
    assert_eq!(counts().await, (3, 0));
    assert_eq!(store.turnout(Uuid::nil()).await.unwrap().attempts, 0);
}
