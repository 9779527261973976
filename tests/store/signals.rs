//! Signals are stored beside the log, at their place there.

use regicide_engine::engine::{Seat, Signal};
use regicide_store::{Conflict, MAX_SIGNALS, Revision, SaidSignal, StoreError, Topic, Wake};

use crate::changes::{listening, notified};
use crate::contract::{execute, on_both_databases};
use crate::fixtures::{STALE, after, append, conflict, game, row, store};
use crate::support::Database;

on_both_databases!(
    signals_are_kept_in_their_order,
    a_signal_requires_the_current_state_of_the_game,
    signals_of_a_game_are_limited,
    concurrent_signals_of_a_seat_are_stored_once,
);

fn seat(number: u8) -> Seat {
    Seat::try_from(number).unwrap()
}

/// A game's revision after so many moves.
fn after_moves(seq: u32) -> Revision {
    Revision { version: 0, last: (seq > 0).then(|| (seq, row(seq).h)) }
}

fn why(said: Result<SaidSignal, StoreError>) -> Option<Conflict> {
    conflict(said.map(|_| ()))
}

async fn signals_are_kept_in_their_order(database: Database) {
    let store = listening(&database).await;
    let (made, other) = (game(1), game(2));
    for game in [&made, &other] {
        store.games.create(game, None).await.unwrap();
    }
    let hello = store.games.add_signal(made.id, &after_moves(0), seat(1), Signal::Hello, after(0)).await;
    assert_eq!(hello.unwrap().seq, 0);
    for game in [&made, &other] {
        store.moves.append(&append(game, 1)).await.unwrap();
    }
    let mut place = store.changes.subscribe(Topic::Game(made.id));
    let mut all = store.games.signals(made.id, 0, 10).await.unwrap();
    for (number, (who, signal)) in (2..).zip([(1, Signal::GoodPlay), (0, Signal::NotNext)]) {
        let said =
            store.games.add_signal(made.id, &after_moves(1), seat(who), signal, after(5)).await.unwrap();
        assert_eq!(said, SaidSignal { number, seat: seat(who), seq: 1, signal, at: after(5) });
        all.push(said);
    }
    notified(&mut place, Wake::Game(made.id)).await;
    let again = store.games.add_signal(made.id, &after_moves(1), seat(1), Signal::GoodPlay, after(6)).await;
    assert_eq!(again.unwrap(), all[1], "the signal was given already");
    store.moves.append(&append(&made, 2)).await.unwrap();
    let later = store.games.add_signal(made.id, &after_moves(2), seat(1), Signal::GoodPlay, after(7)).await;
    all.push(later.unwrap());
    assert_eq!((all[3].number, all[3].seq), (4, 2));
    assert_eq!(store.games.signals(made.id, 0, 10).await.unwrap(), all);
    assert_eq!(store.games.signals(made.id, 1, 1).await.unwrap(), all[1..2]);
    assert_eq!(store.games.signals(other.id, 0, 10).await.unwrap(), []);
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!((stored.version, stored.moves.len()), (0, 2), "the game is as it was");
}

async fn a_signal_requires_the_current_state_of_the_game(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    store.moves.append(&append(&made, 1)).await.unwrap();
    let otherwise = [
        after_moves(0),
        after_moves(2),
        Revision { version: 1, ..after_moves(1) },
        Revision { version: 0, last: Some((1, row(2).h)) },
    ];
    for validated_by in otherwise {
        let said = store.games.add_signal(made.id, &validated_by, seat(0), Signal::GoodPlay, after(5)).await;
        assert_eq!(why(said), STALE, "{validated_by:?}");
    }
    let nowhere =
        store.games.add_signal(game(2).id, &after_moves(1), seat(0), Signal::GoodPlay, after(5)).await;
    assert_eq!(why(nowhere), STALE);
    assert_eq!(store.games.signals(made.id, 0, 10).await.unwrap(), []);
}

async fn signals_of_a_game_are_limited(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    store.moves.append(&append(&made, 1)).await.unwrap();
    let last = MAX_SIGNALS - 1;
    let many = format!(
        "insert into signals (game_id, number, seat, seq, signal, at)
        select id, {last}, 0, 1, 'not_next', 1 from games"
    );
    execute(&database, &many).await;
    let validated_by = after_moves(1);
    let say = |who| store.games.add_signal(made.id, &validated_by, seat(who), Signal::GoodPlay, after(5));
    assert_eq!(say(0).await.unwrap().number, MAX_SIGNALS);
    assert_eq!(why(say(1).await), Some(Conflict::Full));
    assert_eq!(say(0).await.unwrap().number, MAX_SIGNALS, "a stored signal stays");
}

async fn concurrent_signals_of_a_seat_are_stored_once(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    store.moves.append(&append(&made, 1)).await.unwrap();
    let validated_by = after_moves(1);
    let say = |who: u8| store.games.add_signal(made.id, &validated_by, seat(who), Signal::GoodPlay, after(5));
    let said = futures_util::future::join_all([0, 1, 0, 1, 0, 1].map(say)).await;
    let mut numbers: Vec<u32> = said.into_iter().map(|said| said.unwrap().number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 1, 1, 2, 2, 2]);
}
