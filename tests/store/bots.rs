//! Seats of house bots, and which games wait for one.

use std::collections::BTreeSet;

use regicide_engine::bots::Level;
use regicide_engine::engine::Seat;
use regicide_engine::record::Entry;
use regicide_store::{Append, BotTable, BotTurn, BotsNext, Game, LogEntry, SeatState, Store, Topic, Wake};
use uuid::Uuid;

use crate::changes::{listening, notified};
use crate::contract::{on_both_databases, with_statements_of_a_cluster};
use crate::fixtures::{STALE, after, append, conflict, game, lost, row, store};
use crate::players::player;
use crate::support::Database;

on_both_databases!(
    a_bots_seat_comes_back_as_it_was_stored,
    a_turn_of_a_bot_is_stored_with_the_change_that_leads_to_it,
    a_refused_move_changes_no_turn_of_a_bot,
    settling_a_turn_keeps_a_later_one,
    turns_are_read_page_by_page,
    a_turn_comes_with_its_table,
    games_with_bots_are_found_while_they_go_on,
);

with_statements_of_a_cluster!(
    a_turn_of_a_bot_is_stored_with_the_change_that_leads_to_it,
    a_refused_move_changes_no_turn_of_a_bot,
    settling_a_turn_keeps_a_later_one,
);

fn bot(seat: u8) -> SeatState {
    let seat = Seat::try_from(seat).unwrap();
    SeatState {
        name: Some("Bot (strong)".into()),
        open: false,
        bot: Some(Level::Strong),
        ..SeatState::open(seat)
    }
}

/// A game for two with a bot on the second seat.
fn with_bot(number: u8) -> Game {
    let mut made = game(number);
    made.seats[1] = bot(1);
    made
}

fn turn(game: &Game, seq: u32) -> BotTurn {
    BotTurn { game: game.id, seq }
}

fn leads_to(bots: BotsNext, game: &Game, seq: u32) -> Append {
    Append { bots, ..append(game, seq) }
}

async fn noted(store: &Store, game: &Game) -> Option<BotTurn> {
    let turn = store.bots.turn(game.id).await.unwrap().map(|(turn, _)| turn);
    let all = store.bots.turns(Uuid::nil(), 100).await.unwrap();
    assert_eq!(all.into_iter().find(|turn| turn.game == game.id), turn);
    turn
}

async fn a_bots_seat_comes_back_as_it_was_stored(database: Database) {
    let store = store(&database).await;
    let made = with_bot(1);
    store.games.create(&made, None).await.unwrap();
    let found = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!(found.seats[1].bot, Some(Level::Strong));
    assert_eq!(found.seats[1].name.as_deref(), Some("Bot (strong)"));
    assert_eq!(found.seats[0].bot, None);
    let freed = SeatState::open(Seat::try_from(1).unwrap());
    store.seats.update(made.id, 0, &freed, None, None, None).await.unwrap();
    let found = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!((found.seats[1].bot, found.seats[1].open), (None, true));
}

async fn a_turn_of_a_bot_is_stored_with_the_change_that_leads_to_it(database: Database) {
    let store = listening(&database).await;
    let mut turns = store.changes.subscribe(Topic::BotTurns);
    let (made, without) = (with_bot(1), game(2));
    store.games.create(&without, None).await.unwrap();
    store.moves.append(&append(&without, 1)).await.unwrap();
    store.games.create(&made, None).await.unwrap();
    notified(&mut turns, Wake::Game(made.id)).await;
    assert_eq!(noted(&store, &made).await, Some(turn(&made, 0)), "it may begin with the bot");
    store.moves.append(&leads_to(BotsNext::Wait, &made, 1)).await.unwrap();
    assert_eq!(noted(&store, &made).await, None);
    store.moves.append(&leads_to(BotsNext::Move, &made, 2)).await.unwrap();
    notified(&mut turns, Wake::Game(made.id)).await;
    assert_eq!(noted(&store, &made).await, Some(turn(&made, 2)));
    store.moves.append(&leads_to(BotsNext::Move, &made, 3)).await.unwrap();
    assert_eq!(noted(&store, &made).await, Some(turn(&made, 3)), "a bot after a bot");
    let last = Append { finished: Some(lost(after(9))), ..leads_to(BotsNext::Wait, &made, 4) };
    store.moves.append(&last).await.unwrap();
    assert_eq!(noted(&store, &made).await, None);
    assert_eq!(noted(&store, &without).await, None);

    // A seat that is taken last begins the game.
    let open = |number: u8| SeatState::open(Seat::try_from(number).unwrap());
    let waiting = Game { seats: vec![open(0), open(1)], ..game(3) };
    store.games.create(&waiting, None).await.unwrap();
    store.seats.update(waiting.id, 0, &bot(1), None, None, None).await.unwrap();
    assert_eq!(noted(&store, &waiting).await, None);
    let taken = SeatState { open: false, ..open(0) };
    store.seats.update(waiting.id, 1, &taken, None, None, None).await.unwrap();
    notified(&mut turns, Wake::Game(waiting.id)).await;
    assert_eq!(noted(&store, &waiting).await, Some(turn(&waiting, 0)));
}

async fn a_refused_move_changes_no_turn_of_a_bot(database: Database) {
    let store = store(&database).await;
    let made = with_bot(1);
    store.games.create(&made, None).await.unwrap();
    store.moves.append(&leads_to(BotsNext::Wait, &made, 1)).await.unwrap();
    let late = Append { version: 7, ..leads_to(BotsNext::Move, &made, 2) };
    assert_eq!(conflict(store.moves.append(&late).await), STALE);
    assert_eq!(noted(&store, &made).await, None);
    store.moves.append(&leads_to(BotsNext::Move, &made, 2)).await.unwrap();
    let late = Append { version: 7, ..leads_to(BotsNext::Wait, &made, 3) };
    assert_eq!(conflict(store.moves.append(&late).await), STALE);
    assert_eq!(noted(&store, &made).await, Some(turn(&made, 2)));
}

async fn settling_a_turn_keeps_a_later_one(database: Database) {
    let store = store(&database).await;
    let made = with_bot(1);
    store.games.create(&made, None).await.unwrap();
    store.moves.append(&leads_to(BotsNext::Move, &made, 1)).await.unwrap();
    store.bots.remove_turn(BotTurn { game: made.id, seq: 0 }).await.unwrap();
    assert_eq!(noted(&store, &made).await, Some(turn(&made, 1)));
    store.bots.remove_turn(BotTurn { game: made.id, seq: 1 }).await.unwrap();
    assert_eq!(noted(&store, &made).await, None);
}

async fn turns_are_read_page_by_page(database: Database) {
    let store = store(&database).await;
    let games: Vec<Game> = (1..=5).map(with_bot).collect();
    for game in &games {
        store.games.create(game, None).await.unwrap();
    }
    let mut ids: Vec<Uuid> = games.iter().map(|game| game.id).collect();
    ids.sort_unstable();
    let page = async |after, limit| -> Vec<Uuid> {
        store.bots.turns(after, limit).await.unwrap().iter().map(|turn| turn.game).collect()
    };
    assert_eq!(page(Uuid::nil(), 2).await, ids[..2]);
    assert_eq!(page(ids[1], 9).await, ids[2..]);
}

async fn a_turn_comes_with_its_table(database: Database) {
    let store = store(&database).await;
    let levels: &[&[Level]] = &[
        &[Level::Novice],
        &[Level::Novice, Level::Steady],
        &[Level::Novice, Level::Strong],
        &[Level::Strong, Level::Steady],
    ];
    for (number, levels) in (1..).zip(levels) {
        let mut made = game(number);
        for (seat, &level) in (0..).zip(levels.iter()) {
            made.seats[usize::from(seat)] = SeatState { bot: Some(level), ..bot(seat) };
        }
        store.games.create(&made, None).await.unwrap();
        let (_, table) = store.bots.turn(made.id).await.unwrap().unwrap();
        let level = *levels.iter().max_by_key(|&&level| level as u8).unwrap();
        assert_eq!(table, BotTable { people: levels.len() < made.seats.len(), level, version: 0 });
    }
}

async fn games_with_bots_are_found_while_they_go_on(database: Database) {
    let store = store(&database).await;
    let ada = player(1);
    store.players.create(&ada, None).await.unwrap();
    let made = |number| Game { creator: Some(ada.id), ..with_bot(number) };
    let (one, other, without) = (made(1), made(50), Game { creator: Some(ada.id), ..game(3) });
    let of_nobody = with_bot(4);
    let all = [&one, &other, &without, &of_nobody];
    for game in all {
        store.games.create(game, None).await.unwrap();
    }
    let ids = all.map(|game| game.id);
    let found = async |now, since| {
        let of_ada = store.bots.games_of(ada.id, after(now), after(since), 9).await.unwrap();
        let mut among = store.bots.games_among(&ids, after(now), after(since)).await.unwrap();
        assert!(of_ada.iter().all(|game| among.contains(game)));
        among.retain(|game| !of_ada.contains(game));
        assert!(among.iter().all(|&game| game == of_nobody.id));
        BTreeSet::from_iter(of_ada)
    };
    assert_eq!(found(60, 0).await, BTreeSet::from([one.id, other.id]));
    assert_eq!(store.bots.games_of(ada.id, after(60), after(0), 1).await.unwrap().len(), 1);
    assert!(store.bots.games_of(player(2).id, after(60), after(0), 9).await.unwrap().is_empty());
    assert!(store.bots.games_among(&[], after(60), after(0)).await.unwrap().is_empty());
    assert_eq!(found(60, 49).await, BTreeSet::from([other.id]), "the first was not touched since");
    store.moves.append(&append(&one, 1)).await.unwrap();
    let late = Append {
        row: LogEntry { entry: Entry { at: Some(after(55)), ..row(2).entry }, ..row(2) },
        ..append(&one, 2)
    };
    store.moves.append(&late).await.unwrap();
    assert_eq!(found(60, 49).await, BTreeSet::from([one.id, other.id]));
    let last = Append { finished: Some(lost(after(56))), ..append(&one, 3) };
    store.moves.append(&last).await.unwrap();
    assert_eq!(found(60, 0).await, BTreeSet::from([other.id]));
}
