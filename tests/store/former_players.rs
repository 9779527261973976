//! Seats that change hands, and who had them before.

use regicide_engine::bots::Level;
use regicide_engine::engine::{GameKind, Seat};
use regicide_store::{
    Append, Conflict, CountedGame, FormerPlayer, Game, GameFilter, GamesOfPlayer, SeatEnd, SeatPlayer,
    SeatState, Seated, Status, Store, TokenHash, WhichGames,
};
use uuid::Uuid;

use crate::challenges::player;
use crate::contract::on_both_databases;
use crate::fixtures::{
    STALE, STORED, after, append, changed, conflict, deletion, everything, game, lost, store,
};
use crate::held_seats::game_of;
use crate::support::Database;

on_both_databases!(
    a_seat_changes_hands_with_the_version_and_the_log,
    a_running_game_with_an_open_seat_waits_for_its_bot,
    a_former_player_may_count_the_game,
    an_invitation_takes_the_seat_of_a_former_player,
    games_of_former_players_are_listed,
    a_guest_keeps_a_finished_game,
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
        lost: true,
    }
}

fn hands(former: &FormerPlayer) -> Seated {
    Seated { at: after(20), begins: false, former: Some(former.clone()) }
}

/// A lost game of one move in the counts of a player.
fn lost_game() -> CountedGame {
    CountedGame {
        from: after(30),
        kind: GameKind::Regicide,
        players: 2,
        won: false,
        medal: None,
        enemies: Some(3),
        moves: 1,
    }
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
    let counted = lost_game();
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

async fn a_guest_keeps_a_finished_game(database: Database) {
    let store = store(&database).await;
    let (ada, ben, cem) = (player(&store, 1).await, player(&store, 2).await, player(&store, 3).await);
    let mut made = game_of(1, ada);
    let token = TokenHash([5; 32]);
    made.seats[1].token = Some(token);
    let guest = made.seats[1].clone();
    store.games.create(&made, None).await.unwrap();
    store.moves.append(&Append { finished: Some(lost(after(30))), ..append(&made, 1) }).await.unwrap();
    let keep = async |seat, token, (id, token_of): (Uuid, TokenHash)| {
        let player = SeatPlayer { id, token: token_of };
        conflict(store.seats.set_kept_by(made.id, seat, token, &player, None).await)
    };
    assert_eq!(keep(guest.seat, TokenHash([7; 32]), ben).await, STALE, "another token");
    assert_eq!(keep(made.seats[0].seat, token, ben).await, STALE, "a player's seat");
    assert_eq!(keep(guest.seat, token, (ben.0, TokenHash([7; 32]))).await, Some(Conflict::TokenChanged));
    for _ in 0..2 {
        assert_eq!(keep(guest.seat, token, ben).await, STORED);
    }
    assert_eq!(keep(guest.seat, token, cem).await, STALE);
    let listed = async |player| {
        let of = GamesOfPlayer::all(player, WhichGames::All);
        let page = store.games.list(&GameFilter { player: Some(of), ..everything() }, 9).await.unwrap();
        page.items.iter().map(|item| item.former_seat).collect::<Vec<_>>()
    };
    assert_eq!(listed(ben.0).await, [Some(guest.seat)]);
    assert_eq!(listed(cem.0).await, []);
    assert!(store.seats.is_kept_by(made.id, ben.0).await.unwrap());
    assert!(!store.seats.is_kept_by(made.id, ada.0).await.unwrap());
    assert_eq!(store.games.read(made.id).await.unwrap().unwrap().version, 1, "only of the move");
    store.players.update(ben.0, &ben.1, deletion(40), None).await.unwrap();
    assert_eq!(listed(ben.0).await, []);
    assert_eq!(keep(guest.seat, token, cem).await, STORED);
}

async fn an_invitation_takes_the_seat_of_a_former_player(database: Database) {
    let store = store(&database).await;
    let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
    let made = game_of(1, ada);
    store.games.create(&made, None).await.unwrap();
    store.moves.append(&append(&made, 1)).await.unwrap();
    let held = [SeatState::held_for(made.seats[0].seat, ben.0, after(90))];
    let invite = async |version, former: FormerPlayer| {
        conflict(store.seats.invite(made.id, version, (&held, &[former]), after(20), 9, None).await)
    };
    assert_eq!(invite(0, former(&made, 0, 1, 0)).await, STALE, "a move was stored since");
    assert_eq!(invite(1, former(&made, 0, 1, 1)).await, STALE);
    assert_eq!(invite(0, former(&made, 0, 1, 1)).await, STORED);
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!((stored.version, stored.seated_at, stored.former_players.len()), (1, Some(after(20)), 1));
    assert_eq!((stored.status(after(30)), stored.seats[0].clone()), (Status::Running, held[0].clone()));
}

/// The games in a player's list, with the seat that the player had.
async fn listed(
    store: &Store,
    which: WhichGames,
    filter: GameFilter,
    of: GamesOfPlayer,
) -> Vec<(Uuid, Option<Seat>)> {
    let filter = GameFilter { player: Some(GamesOfPlayer { which, ..of }), ..filter };
    let mut games = Vec::new();
    let mut after = None;
    loop {
        let page = store.games.list(&GameFilter { after, ..filter.clone() }, 1).await.unwrap();
        games.extend(page.items.iter().map(|one| (one.info.id, one.former_seat)));
        after = page.next;
        if after.is_none() {
            return games;
        }
    }
}

async fn games_of_former_players_are_listed(database: Database) {
    let store = store(&database).await;
    let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
    let first = Some(Seat::default());
    let games: Vec<_> = (1..=5).map(|number| Game { to_act: first, ..game_of(number, ada) }).collect();
    for made in &games {
        store.games.create(made, None).await.unwrap();
    }
    let [own, free, counted, not_counted, taken] = &games[..] else { panic!("five games") };
    for left in [free, counted, not_counted, taken] {
        leave(&store, left, 0).await;
    }
    for (made, counted) in [(counted, Some(lost_game())), (not_counted, None)] {
        let ended = Seat::all(2).map(|seat| SeatEnd { seat, counted: None, former: None });
        let former = SeatEnd { seat: Seat::default(), counted, former: Some(1) };
        let seat_ends = ended.chain(counted.map(|_| former)).collect();
        let last = Append { version: 1, seat_ends, finished: Some(lost(after(30))), ..append(made, 1) };
        store.moves.append(&last).await.unwrap();
    }
    let ben_there = SeatState {
        player: Some(SeatPlayer { id: ben.0, token: ben.1 }),
        open: false,
        ..SeatState::open(Seat::default())
    };
    let seated = Seated {
        former: Some(FormerPlayer {
            bot: Some(Level::Steady),
            player: None,
            name: None,
            token: None,
            ..former(taken, 0, 2, 0)
        }),
        ..hands(&former(taken, 0, 2, 0))
    };
    store.seats.update(taken.id, 1, &ben_there, None, Some(&seated), None).await.unwrap();

    let all = |player| GamesOfPlayer::all(player, WhichGames::All);
    let now = GameFilter { now: after(40), ..everything() };
    let running = GameFilter { status: vec![Status::Running], ..now.clone() };
    let finished = GameFilter { status: vec![Status::Finished], ..now.clone() };
    let (own_game, free_game, counted_game) = ((own.id, None), (free.id, first), (counted.id, first));
    for which in [WhichGames::All, WhichGames::Public] {
        let listed = async |filter: &GameFilter, of| listed(&store, which, filter.clone(), of).await;
        assert_eq!(listed(&now, all(ada.0)).await, [counted_game, free_game, own_game]);
        assert_eq!(listed(&running, all(ada.0)).await, [free_game, own_game]);
        assert_eq!(listed(&finished, all(ada.0)).await, [counted_game]);
        let lost = GamesOfPlayer { won: Some(false), ..all(ada.0) };
        assert_eq!(listed(&now, lost).await, [counted_game]);
        let won = GamesOfPlayer { won: Some(true), ..all(ada.0) };
        assert_eq!(listed(&now, won).await, []);
        let with_ben = GamesOfPlayer { co_player: Some(ben.0), ..all(ada.0) };
        assert_eq!(listed(&now, with_ben).await, []);
        assert_eq!(listed(&now, all(ben.0)).await, [(taken.id, None)]);
    }
    assert_eq!(listed(&store, WhichGames::ToAct, now, all(ada.0)).await, [own_game]);
}

async fn a_deleted_player_leaves_open_seats_and_no_name(database: Database) {
    let store = store(&database).await;
    let ada = player(&store, 1).await;
    let (left, running) = (game_of(1, ada), game_of(2, ada));
    for made in [&left, &running] {
        store.games.create(made, None).await.unwrap();
    }
    leave(&store, &left, 0).await;
    assert!(changed(store.players.update(ada.0, &ada.1, deletion(9), None).await));
    let stored = store.games.read(left.id).await.unwrap().unwrap();
    assert_eq!(
        (stored.version, stored.former_players[0].player, &stored.former_players[0].name),
        (2, None, &None)
    );
    let stored = store.games.read(running.id).await.unwrap().unwrap();
    assert!(stored.seats[0].open && stored.status(after(10)) == Status::Running);
    assert_eq!(stored.seated_at, Some(after(9)));
    let deleted = FormerPlayer { player: None, name: None, lost: false, ..former(&running, 0, 1, 0) };
    assert_eq!(stored.former_players, [deleted]);
}
