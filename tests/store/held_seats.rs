//! Seats that are held, rematches, and whose turn it is.

use regicide_engine::engine::Seat;
use regicide_store::{
    Append, Conflict, Game, GameFilter, GamesOfPlayer, Invitee, SeatInvitation, SeatPlayer, SeatState,
    Status, Store, TokenHash, Topic, Visibility, Wake, WhichGames,
};
use uuid::Uuid;

use crate::challenges::{attempt, daily, entry, player};
use crate::contract::on_both_databases;
use crate::fixtures::{
    STALE, STORED, after, append, changed, conflict, deletion, everything, game, lost, store,
};
use crate::support::Database;

on_both_databases!(
    an_invitation_holds_open_seats_with_the_version,
    a_held_seat_is_among_the_games_of_its_player,
    held_seats_do_not_hide_a_players_games,
    held_seats_of_a_player_are_limited,
    taking_a_seat_ends_the_players_other_invitations,
    no_seat_is_held_for_a_deleted_player,
    a_game_has_one_rematch,
    games_of_players_need_their_tokens,
    the_seat_to_act_is_stored_with_the_game_and_its_moves,
    attempts_at_a_challenge_are_counted_by_game,
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
    store.games.create(&made, None).await.unwrap();
    let seats = [held(0, 1), held(1, 2)];
    assert_eq!(conflict(store.seats.invite(made.id, 1, (&seats, &[]), after(0), 9, None).await), STALE);
    assert_eq!(conflict(store.seats.invite(made.id, 0, (&seats, &[]), after(0), 9, None).await), STORED);
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!(stored.version, 1);
    assert_eq!(stored.seats, seats);
    let nowhere = [held(0, 3), held(3, 4)];
    assert!(!changed(store.seats.invite(made.id, 1, (&nowhere, &[]), after(0), 9, None).await));
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!((stored.version, stored.seats), (1, seats.to_vec()));
}

async fn a_held_seat_is_among_the_games_of_its_player(database: Database) {
    let store = store(&database).await;
    let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
    let made = Game { seats: Seat::all(2).map(SeatState::open).collect(), ..game(1) };
    store.games.create(&made, None).await.unwrap();
    let in_play = async |(id, _): (Uuid, TokenHash), now| {
        let found = store.games.in_play(id, now, 10, 10).await.unwrap();
        found.into_iter().map(|game| (game.id, game.status, game.held_until.is_some())).collect::<Vec<_>>()
    };
    let mut told = store.changes.subscribe(Topic::Player(ben.0));
    let seat = |number| Seat::try_from(number).unwrap();
    let held = [SeatState::held_for(seat(1), ben.0, after(50))];
    store.seats.invite(made.id, 0, (&held, &[]), after(0), 9, None).await.unwrap();
    assert!([Wake::Game(made.id), Wake::Anything].contains(&told.changed().await));
    assert_eq!(in_play(ben, after(49)).await, [(made.id, Status::Waiting, true)]);
    assert_eq!(in_play(ben, after(50)).await, [], "the invitation has expired");
    assert_eq!(in_play(ada, after(0)).await, []);
    // A deleted player is invited no more, and cached copies of the game are void.
    let deleted = store.players.update(ben.0, &ben.1, deletion(1), None).await;
    assert_eq!(conflict(deleted), STORED);
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!((stored.version, stored.seats[1].invitation), (2, None));
    assert_eq!(in_play(ben, after(0)).await, []);
}

/// Games with two open seats, of which the second one is to be held for a player.
async fn inviting(store: &Store, numbers: impl IntoIterator<Item = u8>) -> Vec<Uuid> {
    let mut made = Vec::new();
    for number in numbers {
        let open = Game { seats: Seat::all(2).map(SeatState::open).collect(), ..game(number) };
        store.games.create(&open, None).await.unwrap();
        made.push(open.id);
    }
    made
}

fn second_seat_for(player: Uuid) -> SeatState {
    SeatState::held_for(Seat::try_from(1).unwrap(), player, after(50))
}

async fn held_seats_do_not_hide_a_players_games(database: Database) {
    let store = store(&database).await;
    let ada = player(&store, 1).await;
    let own = [game_of(1, ada), game_of(2, ada)];
    for made in &own {
        store.games.create(made, None).await.unwrap();
    }
    let inviting = inviting(&store, 3..6).await;
    for game in &inviting {
        store.seats.invite(*game, 0, (&[second_seat_for(ada.0)], &[]), after(0), 9, None).await.unwrap();
    }
    let found = async |limit, held| {
        let found = store.games.in_play(ada.0, after(0), limit, held).await.unwrap();
        found.into_iter().map(|game| (game.id, game.held_until)).collect::<Vec<_>>()
    };
    let held = |place: usize| (inviting[place], Some(after(50)));
    assert_eq!(found(2, 2).await, [held(2), held(1), (own[1].id, None), (own[0].id, None)]);
    assert_eq!(found(1, 9).await, [held(2), held(1), held(0), (own[1].id, None)]);
}

async fn held_seats_of_a_player_are_limited(database: Database) {
    let store = store(&database).await;
    let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
    let games = inviting(&store, 1..=4).await;
    let invite = async |game: usize, (id, _): (Uuid, TokenHash), now| {
        conflict(store.seats.invite(games[game], 0, (&[second_seat_for(id)], &[]), now, 2, None).await)
    };
    assert_eq!(invite(0, ada, after(0)).await, STORED);
    assert_eq!(invite(1, ada, after(0)).await, STORED);
    assert_eq!(invite(2, ada, after(49)).await, Some(Conflict::TooManyHeldSeats));
    assert_eq!(invite(2, ben, after(49)).await, STORED, "another player");
    store.games.cancel(games[0], 1, after(1)).await.unwrap();
    assert_eq!(invite(3, ada, after(49)).await, STORED, "a cancelled game does not count");
}

async fn taking_a_seat_ends_the_players_other_invitations(database: Database) {
    let store = store(&database).await;
    let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
    let seat = |number| Seat::try_from(number).unwrap();
    let made = Game {
        seats: vec![SeatState::held_for(seat(0), ada.0, after(50)), second_seat_for(ben.0)],
        ..game(1)
    };
    store.games.create(&made, None).await.unwrap();
    let sits = |number, (id, token): (Uuid, TokenHash)| SeatState {
        player: Some(SeatPlayer { id, token }),
        open: false,
        token: Some(TokenHash([9; 32])),
        ..SeatState::open(seat(number))
    };
    assert!(changed(store.seats.update(made.id, 0, &sits(1, ada), None, None, None).await));
    let invited = async || {
        let seats = store.games.read(made.id).await.unwrap().unwrap().seats;
        seats.iter().map(|seat| seat.invitation.is_some()).collect::<Vec<_>>()
    };
    assert_eq!(invited().await, [false, false]);
    let held = [SeatState::held_for(seat(0), ben.0, after(50))];
    store.seats.invite(made.id, 1, (&held, &[]), after(0), 9, None).await.unwrap();
    let renewed = SeatState { name: None, ..sits(1, ada) };
    assert!(changed(store.seats.update(made.id, 2, &renewed, None, None, None).await));
    assert_eq!(invited().await, [true, false], "another player's stays");
}

async fn no_seat_is_held_for_a_deleted_player(database: Database) {
    let store = store(&database).await;
    let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
    let game = inviting(&store, [1]).await[0];
    store.players.update(ben.0, &ben.1, deletion(1), None).await.unwrap();
    let held = [second_seat_for(ben.0)];
    assert_eq!(conflict(store.seats.invite(game, 0, (&held, &[]), after(2), 9, None).await), STALE);
    let mut rematch = game_of(2, ada);
    rematch.seats[1] = second_seat_for(ben.0);
    assert_eq!(conflict(store.games.create(&rematch, None).await), STALE);
}

async fn a_game_has_one_rematch(database: Database) {
    let store = store(&database).await;
    let over = Game { finished: Some(lost(after(9))), ..game(1) };
    store.games.create(&over, None).await.unwrap();
    let [first, second] = [2, 3].map(|number| Game { rematch_of: Some(over.id), ..game(number) });
    assert_eq!(conflict(store.games.create_rematch(&first, over.id, None).await), STORED);
    assert_eq!(conflict(store.games.create_rematch(&second, over.id, None).await), STALE);
    assert!(store.games.read(second.id).await.unwrap().is_none(), "nothing is half-stored");
    let stored = store.games.read(over.id).await.unwrap().unwrap();
    assert_eq!((stored.rematch, stored.version), (Some(first.id), 1));
    assert_eq!(store.games.read(first.id).await.unwrap().unwrap().rematch_of, Some(over.id));
}

async fn games_of_players_need_their_tokens(database: Database) {
    let store = store(&database).await;
    let ada = player(&store, 1).await;
    assert!(changed(store.games.create(&game_of(1, ada), None).await));
    let void = game_of(2, (ada.0, TokenHash([9; 32])));
    assert!(!changed(store.games.create(&void, None).await));
    assert!(store.games.read(void.id).await.unwrap().is_none());
}

/// Which of a player's games a list holds, and whose turn it is in them.
async fn turns(store: &Store, player: Uuid, which: WhichGames) -> Vec<(Uuid, Option<Seat>)> {
    let status = vec![Status::Running];
    let filter = GameFilter {
        status,
        player: Some(GamesOfPlayer::all(player, which)),
        now: after(20),
        ..everything()
    };
    let page = store.games.list(&filter, 10).await.unwrap();
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
        store.games.create(made, None).await.unwrap();
    }
    store.moves.append(&Append { to_act: first, ..append(&own, 1) }).await.unwrap();
    store.moves.append(&Append { to_act: first, ..append(&others, 1) }).await.unwrap();
    store.moves.append(&Append { to_act: second, ..append(&others, 2) }).await.unwrap();
    store.moves.append(&Append { finished: Some(lost(after(9))), ..append(&over, 1) }).await.unwrap();
    store.moves.append(&Append { to_act: first, ..append(&unlisted, 1) }).await.unwrap();
    let public = [(begun.id, first), (fresh.id, second), (others.id, second), (own.id, first)];
    assert_eq!(turns(&store, ada.0, WhichGames::Public).await, public);
    let all =
        [(begun.id, first), (unlisted.id, first), (fresh.id, second), (others.id, second), (own.id, first)];
    assert_eq!(turns(&store, ada.0, WhichGames::All).await, all);
    let in_play = async |which| {
        let filter = GameFilter { player: Some(GamesOfPlayer::all(ada.0, which)), ..everything() };
        let page = store.games.list(&filter, 10).await.unwrap();
        page.items.iter().map(|summary| summary.info.id).collect::<Vec<_>>()
    };
    assert_eq!(in_play(WhichGames::All).await, [begun.id, unlisted.id, over.id, fresh.id, others.id, own.id]);
    let in_play = async |limit| {
        let found = store.games.in_play(ada.0, everything().now, limit, 1).await.unwrap();
        found.into_iter().map(|game| (game.id, game.status, game.is_on_turn)).collect::<Vec<_>>()
    };
    let newest = [begun.id, unlisted.id, fresh.id, others.id, own.id];
    let found = in_play(10).await;
    assert_eq!(found.iter().map(|(id, ..)| *id).collect::<Vec<_>>(), newest);
    assert_eq!(in_play(2).await, found[..2]);
    let on_turn = found.iter().filter(|(.., is_on_turn)| *is_on_turn).map(|(id, ..)| *id);
    assert_eq!(on_turn.collect::<Vec<_>>(), [begun.id, unlisted.id, own.id]);
    let page = store.games.list(&GameFilter { latest: true, ..everything() }, 10).await.unwrap();
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

async fn attempts_at_a_challenge_are_counted_by_game(database: Database) {
    let store = store(&database).await;
    let challenge = daily(20_777, 2);
    assert!(changed(store.challenges.add(&challenge, None, None).await));
    let counts = async || {
        let counts = store.attempts.turnout(challenge.id).await.unwrap();
        (counts.attempts, counts.finished)
    };
    assert_eq!(counts().await, (0, 0));
    for number in 1..=3 {
        let player = player(&store, number).await;
        let made = attempt(&challenge, player);
        assert!(changed(store.games.start_attempt(&made, &entry(&challenge, &player), None).await));
    }
    assert_eq!(counts().await, (3, 0));
    assert_eq!(store.attempts.turnout(Uuid::nil()).await.unwrap().attempts, 0);
}
