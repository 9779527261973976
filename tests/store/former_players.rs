//! Seats that change hands, and who had them before.

use regicide_engine::bots::Level;
use regicide_engine::engine::{GameKind, Seat};
use regicide_store::{
    Append, CountedGame, FormerPlayer, Game, PlayerChange, SeatEnd, SeatState, Seated, Status, Store,
};
use uuid::Uuid;

use crate::challenges::player;
use crate::contract::on_both_databases;
use crate::fixtures::{STALE, STORED, after, append, changed, conflict, game, lost, store};
use crate::held_seats::game_of;
use crate::support::Database;

on_both_databases!(
    a_seat_changes_hands_with_the_version_and_the_log,
    a_running_game_with_an_open_seat_waits_for_its_bot,
    a_former_player_may_count_the_game,
    a_deleted_player_leaves_open_seats_and_no_name,
);

fn former(made: &Game, seat: u8, version: u32, until: u32) -> FormerPlayer {
    let state = &made.seats[usize::from(seat)];
    FormerPlayer {
        version,
        seat: state.seat,
        until,
        player: state.player.map(|player| player.id),
        bot: state.bot,
        token: state.token.filter(|_| state.player.is_none()),
        name: state.name.clone(),
    }
}

fn hands(former: &FormerPlayer) -> Seated {
    Seated { at: after(20), begins: false, former: Some(former.clone()) }
}

fn bot(seat: u8) -> SeatState {
    let seat = Seat::try_from(seat).unwrap();
    SeatState { open: false, bot: Some(Level::Steady), ..SeatState::open(seat) }
}

/// Gives a seat of a game as it was created to a bot.
pub(crate) async fn leave(store: &Store, made: &Game, seat: u8) {
    let seated = hands(&former(made, seat, 1, 0));
    store.seats.update(made.id, 0, &bot(seat), None, Some(&seated), None).await.unwrap();
}

async fn a_seat_changes_hands_with_the_version_and_the_log(database: Database) {
    let store = store(&database).await;
    let ada = player(&store, 1).await;
    let made = Game { turn_limit: Some(90), ..game_of(1, ada) };
    store.games.create(&made, None).await.unwrap();
    store.moves.append(&append(&made, 1)).await.unwrap();
    let guest = FormerPlayer { name: made.seats[1].name.clone(), ..former(&made, 1, 1, 1) };
    let early = FormerPlayer { until: 0, ..guest.clone() };
    let update = async |version, former: &FormerPlayer| {
        conflict(
            store
                .seats
                .update(made.id, version, &bot(former.seat.into()), None, Some(&hands(former)), None)
                .await,
        )
    };
    assert_eq!(update(0, &early).await, STALE, "a move was stored since");
    assert_eq!(update(1, &guest).await, STALE);
    assert_eq!(update(0, &guest).await, STORED);
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!((stored.version, stored.seated_at, stored.turn_limit), (1, Some(after(20)), Some(90)));
    assert_eq!((&stored.seats[1].bot, &stored.former_players), (&Some(Level::Steady), &vec![guest.clone()]));

    // Of the player the name is read from the player's row.
    let own = former(&made, 0, 2, 1);
    assert_eq!(update(1, &own).await, STORED);
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    let name = store.players.read(ada.0).await.unwrap().unwrap().identity.unwrap().name;
    assert_eq!(stored.former_players, vec![guest, FormerPlayer { name: Some(name), ..own }]);
}

async fn a_running_game_with_an_open_seat_waits_for_its_bot(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    let left = former(&made, 1, 1, 0);
    let open = SeatState::open(made.seats[1].seat);
    store.seats.update(made.id, 0, &open, None, Some(&hands(&left)), None).await.unwrap();
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!((stored.status(after(30)), stored.has_begun()), (Status::Running, true));
    assert!(store.bots.turn(made.id).await.unwrap().is_none());
    let left = former(&made, 0, 2, 0);
    store.seats.update(made.id, 1, &bot(0), None, Some(&hands(&left)), None).await.unwrap();
    assert!(store.bots.turn(made.id).await.unwrap().is_some());
}

async fn a_former_player_may_count_the_game(database: Database) {
    let store = store(&database).await;
    let ada = player(&store, 1).await;
    let made = game_of(1, ada);
    store.games.create(&made, None).await.unwrap();
    leave(&store, &made, 0).await;
    let counted = CountedGame {
        from: after(30),
        kind: GameKind::Regicide,
        players: 2,
        won: false,
        medal: None,
        enemies: Some(3),
        moves: 1,
    };
    let mut seat_ends: Vec<_> =
        Seat::all(2).map(|seat| SeatEnd { seat, counted: None, former: None }).collect();
    seat_ends.push(SeatEnd { seat: Seat::default(), counted: Some(counted), former: Some(1) });
    let last = Append { version: 1, seat_ends, ..append(&made, 1) };
    let last = Append { finished: Some(lost(after(30))), ..last };
    store.moves.append(&last).await.unwrap();
    let stats = store.players.game_stats(ada.0, after(40)).await.unwrap();
    assert_eq!((stats[0].finished, stats[0].won, stats[0].by_enemies_defeated[3]), (1, 0, 1));
    let held = store.audit.games_between(Uuid::nil(), Uuid::max()).await.unwrap();
    assert_eq!(
        held[0].1.as_ref().unwrap().former_ends,
        [SeatEnd { seat: Seat::default(), counted: Some(counted), former: Some(1) }]
    );
}

async fn a_deleted_player_leaves_open_seats_and_no_name(database: Database) {
    let store = store(&database).await;
    let ada = player(&store, 1).await;
    let (left, running) = (game_of(1, ada), game_of(2, ada));
    for made in [&left, &running] {
        store.games.create(made, None).await.unwrap();
    }
    leave(&store, &left, 0).await;
    assert!(changed(store.players.update(ada.0, &ada.1, PlayerChange::Delete(after(9)), None).await));
    let stored = store.games.read(left.id).await.unwrap().unwrap();
    assert_eq!(
        (stored.version, stored.former_players[0].player, &stored.former_players[0].name),
        (2, None, &None)
    );
    let stored = store.games.read(running.id).await.unwrap().unwrap();
    assert!(stored.seats[0].open && stored.status(after(10)) == Status::Running);
    assert_eq!(stored.seated_at, Some(after(9)));
    let deleted = FormerPlayer { player: None, name: None, ..former(&running, 0, 1, 0) };
    assert_eq!(stored.former_players, [deleted]);
}
