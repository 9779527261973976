//! The contract of the store, method by method, on both databases.

use chrono::TimeDelta;
use futures_util::future::join_all;
use regicide_engine::engine::{GameKind, Hash, Options as Chosen, Ruleset, Seat, Setup};
use regicide_engine::record::SeedBy;
use regicide_store::{
    Append, Claim, ClaimState, Game, GameFilter, Invitee, LogEntry, MoveKey, Options, Origin, Proposal,
    ProposalKind, Revision, RowKind, SeatInvitation, SeatState, Status, Store, StoreError, StoredAnswer,
    Timeouts, TokenHash, Visibility,
};
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::fixtures::{
    STALE, STORED, after, append, chained, changed, conflict, connect, everything, game, lost, row, store,
    unpacked,
};
use crate::players::player;
use crate::support::Database;

/// Makes a test of each function for each database.
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::$name(crate::support::Database::sqlite().await).await;
            })+
        }

        mod postgres {
            $(#[tokio::test]
            async fn $name() {
                super::$name(crate::support::Database::postgres().await).await;
            })+
        }

        mod pooled {
            $(#[tokio::test]
            async fn $name() {
                super::$name(crate::support::Database::pooled().await).await;
            })+
        }
    };
}

pub(crate) use on_both_databases;

/// The same on one server with the statements of a cluster, which is not needed
/// for that.
macro_rules! with_statements_of_a_cluster {
    ($($name:ident),+ $(,)?) => {
        mod stand_in {
            $(#[tokio::test]
            async fn $name() {
                super::$name(crate::support::Database::stand_in_for_a_cluster().await).await;
            })+
        }
    };
}

pub(crate) use with_statements_of_a_cluster;

with_statements_of_a_cluster!(
    moves_are_added_at_exactly_their_place,
    a_move_follows_exactly_the_move_before_it,
    a_move_requires_the_version_of_its_game,
    concurrent_writers_store_each_move_once,
    a_proposal_changes_with_the_version,
    a_game_is_cancelled_once,
);

on_both_databases!(
    a_game_comes_back_as_it_was_stored,
    moves_are_added_at_exactly_their_place,
    a_move_follows_exactly_the_move_before_it,
    every_change_of_a_game_has_a_new_revision,
    a_move_requires_the_version_of_its_game,
    concurrent_writers_store_each_move_once,
    a_seat_changes_with_the_version,
    a_game_is_cancelled_once,
    the_status_in_lists_is_that_of_the_game,
    lists_are_paged_without_repeats_while_games_are_created,
    the_export_is_gapless_and_never_skips,
    claims_are_kept_answered_freed_and_forgotten,
    a_lost_claim_stores_nothing,
    corrupt_rows_are_reported,
    each_of_many_concurrent_reads_has_its_own_result,
    the_schema_is_checked,
    a_closed_store_is_unavailable,
);

/// Runs SQL behind the store's back.
pub(crate) async fn execute(database: &Database, statement: &str) {
    database.execute(statement).await.unwrap();
}

fn key(text: &str) -> MoveKey {
    MoveKey { key: Hash::of(text.as_bytes()), request: Hash::of(b"request") }
}

async fn a_game_comes_back_as_it_was_stored(database: Database) {
    let store = store(&database).await;
    let setup = Setup::new(
        Ruleset::current(GameKind::Tricks),
        4,
        &Chosen { partners: Some(true), ..Chosen::default() },
    )
    .unwrap();
    let invited = player(1);
    store.players.create(&invited, None).await.unwrap();
    let seats = Seat::all(4).map(|seat| SeatState {
        name: (seat.index() < 2).then(|| "Ada ♠".to_owned()),
        open: seat.index() >= 2,
        token: (seat.index() == 1).then_some(TokenHash([7; 32])),
        invitation: match seat.index() {
            2 => Some(SeatInvitation { invitee: Invitee::Code(TokenHash([5; 32])), until: after(60) }),
            3 => Some(SeatInvitation { invitee: Invitee::Player(invited.id), until: after(70) }),
            _ => None,
        },
        ..SeatState::open(seat)
    });
    let mut moves = vec![row(1), row(2)];
    moves[0].key = Some(key("one"));
    moves[1].entry.at = None;
    let origins = [Origin::Created, Origin::Imported, Origin::Fork { of: Uuid::max(), at: 2 }];
    for (number, origin) in (1..).zip(origins) {
        let made = Game {
            setup,
            origin,
            seed_by: SeedBy::Client,
            visibility: Visibility::Private,
            owner: Some(TokenHash([9; 32])),
            spectator_code: Some(TokenHash([8; 32])),
            seats: seats.clone().collect(),
            moves: moves.clone(),
            created_at: after(5) + TimeDelta::microseconds(1),
            creator: Some(Uuid::max()),
            rematch_of: Some(Uuid::from_u128(7)),
            ..game(number)
        };
        // An import is packed at once, without keys.
        let made = match made.origin {
            Origin::Imported => chained(made, moves.iter().map(|row| LogEntry { key: None, ..*row })),
            Origin::Created | Origin::Fork { .. } => made,
        };
        assert!(changed(store.games.create(&made, None).await));
        let mut stored = store.games.read(made.id).await.unwrap().unwrap();
        if made.origin == Origin::Imported {
            stored = unpacked(stored);
        }
        assert_eq!(format!("{stored:?}"), format!("{made:?}"));
        assert_eq!((stored.seed.as_str(), stored.moves), (made.seed.as_str(), made.moves));
    }
    assert!(store.games.read(Uuid::nil()).await.unwrap().is_none());
}

async fn moves_are_added_at_exactly_their_place(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    let add = async |seq| conflict(store.moves.append(&append(&made, seq)).await);
    assert_eq!(add(2).await, STALE, "a gap");
    assert_eq!(add(1).await, STORED);
    assert_eq!(add(1).await, STALE, "the place is taken");
    assert_eq!(add(2).await, STORED);
    let stored = store.games.read(made.id).await.unwrap().unwrap().moves;
    assert_eq!(stored, [row(1), row(2)]);
    let unknown = Append { game: Uuid::nil(), ..append(&made, 1) };
    assert_eq!(conflict(store.moves.append(&unknown).await), STALE);
}

async fn a_move_follows_exactly_the_move_before_it(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    assert_eq!(conflict(store.moves.append(&append(&made, 1)).await), STORED);
    for other in [None, Some(Hash([7; 32]))] {
        let elsewhere = Append { after: other, ..append(&made, 2) };
        assert_eq!(conflict(store.moves.append(&elsewhere).await), STALE);
    }
    assert_eq!(conflict(store.moves.append(&append(&made, 2)).await), STORED);
}

async fn every_change_of_a_game_has_a_new_revision(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    assert!(store.games.head(made.id).await.unwrap().is_none());
    store.games.create(&made, None).await.unwrap();
    let mark = async || store.games.head(made.id).await.unwrap().unwrap().revision;
    assert_eq!(mark().await, Revision { version: 0, last: None });
    store.moves.append(&append(&made, 1)).await.unwrap();
    assert_eq!(mark().await, Revision { version: 0, last: Some((1, row(1).h)) });
    assert!(changed(store.seats.update(made.id, 0, &made.seats[0], None, None, None).await));
    assert_eq!(mark().await, Revision { version: 1, last: Some((1, row(1).h)) });
    let last = Append { version: 1, finished: Some(lost(after(9))), ..append(&made, 2) };
    assert_eq!(conflict(store.moves.append(&last).await), STORED);
    assert_eq!(mark().await, Revision { version: 2, last: Some((2, row(2).h)) });
}

async fn a_move_requires_the_version_of_its_game(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    let stale = Append { version: 1, ..append(&made, 1) };
    assert_eq!(conflict(store.moves.append(&stale).await), STALE);
    let last = Append { finished: Some(lost(after(9))), ..append(&made, 1) };
    assert_eq!(conflict(store.moves.append(&last).await), STORED);
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!((stored.version, &stored.finished), (1, &Some(lost(after(9)))));
    let late = Append { version: 1, ..append(&made, 2) };
    assert_eq!(conflict(store.moves.append(&late).await), STALE, "the game is over");
    assert!(!changed(store.games.cancel(made.id, 1, after(10)).await));
    assert!(!changed(store.seats.update(made.id, 1, &made.seats[0], None, None, None).await));
}

async fn concurrent_writers_store_each_move_once(database: Database) {
    let first = store(&database).await;
    let stores = [first.clone(), connect(&database).await, connect(&database).await];
    let made = game(1);
    first.games.create(&made, None).await.unwrap();
    for seq in 1..=5 {
        let tries = (0..12).map(|number| {
            let (store, append) = (stores[number % 3].clone(), append(&made, seq));
            tokio::spawn(async move { conflict(store.moves.append(&append).await) })
        });
        let mut winners = 0;
        for tried in tries.collect::<Vec<_>>() {
            winners += u32::from(tried.await.unwrap() == STORED);
        }
        assert_eq!(winners, 1);
    }
    assert_eq!(first.games.read(made.id).await.unwrap().unwrap().moves.len(), 5);
}

async fn a_seat_changes_with_the_version(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    let taken =
        SeatState { name: Some("Ben".to_owned()), token: Some(TokenHash([3; 32])), ..made.seats[1].clone() };
    assert!(!changed(store.seats.update(made.id, 5, &taken, None, None, None).await));
    assert!(changed(store.seats.update(made.id, 0, &taken, None, None, None).await));
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!(stored.version, 1);
    assert_eq!(stored.seats[1], taken);
    assert!(!changed(store.seats.update(Uuid::nil(), 0, &taken, None, None, None).await));
    let nowhere = SeatState { seat: Seat::try_from(3).unwrap(), ..taken };
    assert!(!changed(store.seats.update(made.id, 1, &nowhere, None, None, None).await));
    assert_eq!(store.games.read(made.id).await.unwrap().unwrap().version, 1, "nothing is half-stored");
}

/// R11.2.
async fn a_proposal_changes_with_the_version(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    let seats: Vec<Seat> = Seat::all(2).collect();
    let of = |kind, accepted: &[Seat]| Proposal {
        kind,
        seat: seats[1],
        seq: 4,
        accepted: accepted.to_vec(),
        at: after(1),
    };
    let [concede, undo] =
        [of(ProposalKind::Concede, &seats[1..]), of(ProposalKind::Undo, &[seats[1], seats[0]])];
    assert!(!changed(store.games.set_proposal(made.id, 5, Some(&concede), None).await));
    for (version, proposal) in [(0, Some(&concede)), (1, Some(&undo)), (2, None)] {
        assert!(changed(store.games.set_proposal(made.id, version, proposal, None).await));
        let stored = store.games.read(made.id).await.unwrap().unwrap();
        assert_eq!((stored.version, stored.proposal.as_ref()), (version + 1, proposal));
    }
    assert!(changed(store.games.cancel(made.id, 3, after(3)).await));
    assert!(!changed(store.games.set_proposal(made.id, 4, Some(&concede), None).await));
    assert!(!changed(store.games.set_proposal(Uuid::nil(), 0, None, None).await));
}

async fn a_game_is_cancelled_once(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    assert!(!changed(store.games.cancel(made.id, 7, after(3)).await));
    assert!(changed(store.games.cancel(made.id, 0, after(3)).await));
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!((stored.cancelled_at, stored.version), (Some(after(3)), 1));
    assert!(!changed(store.games.cancel(made.id, 1, after(4)).await));
    let late = Append { version: 1, ..append(&made, 1) };
    assert_eq!(conflict(store.moves.append(&late).await), STALE);
}

async fn the_status_in_lists_is_that_of_the_game(database: Database) {
    let store = store(&database).await;
    let mut ids = Vec::new();
    for number in 0..40_u8 {
        let mut made = Game { abandon_after: 50, ..game(number) };
        made.seats[1].open = number % 3 == 0;
        made.moves = (1..=u32::from(number % 4)).map(row).collect();
        if number % 7 == 0 {
            let moves = made.moves.clone();
            made = chained(Game { origin: Origin::Imported, ..made }, moves);
        }
        if number % 11 == 0 {
            made.finished = Some(lost(after(60)));
        }
        store.games.create(&made, None).await.unwrap();
        if number % 5 == 0 {
            let is_over = made.finished.is_some();
            assert_eq!(changed(store.games.cancel(made.id, 0, after(61)).await), !is_over);
        }
        ids.push(made.id);
    }
    for seconds in [0, 49, 50, 51, 52, 53, 60, 80, 100] {
        let now = after(seconds) + TimeDelta::microseconds(seconds % 2);
        let filter = GameFilter { now, ..everything() };
        let listed = store.games.list(&filter, 100).await.unwrap().items;
        assert_eq!(listed.len(), 40);
        for summary in listed {
            let stored = store.games.read(summary.info.id).await.unwrap().unwrap();
            assert_eq!(summary.info.status, stored.status(now), "{summary:?} at {now}");
            assert_eq!(summary.info.seq as usize, stored.moves.len());
        }
        let mut counted = 0;
        for status in
            [Status::Waiting, Status::Running, Status::Finished, Status::Abandoned, Status::Cancelled]
        {
            let narrowed = store
                .games
                .list(&GameFilter { status: vec![status], ..filter.clone() }, 100)
                .await
                .unwrap()
                .items;
            assert!(narrowed.iter().all(|summary| summary.info.status == status));
            counted += narrowed.len();
        }
        assert_eq!(counted, 40);
        for several in [[Status::Waiting, Status::Running], [Status::Abandoned, Status::Finished]] {
            let of = async |status| {
                store.games.list(&GameFilter { status, ..filter.clone() }, 100).await.unwrap().items.len()
            };
            let [one, other] = several;
            assert_eq!(of(several.to_vec()).await, of(vec![one]).await + of(vec![other]).await);
        }
    }
}

async fn lists_are_paged_without_repeats_while_games_are_created(database: Database) {
    let store = store(&database).await;
    let mut wanted = Vec::new();
    for number in 0..10 {
        let made = game(number);
        store.games.create(&made, None).await.unwrap();
        wanted.insert(0, made.id);
        let hidden = Game { visibility: Visibility::Unlisted, ..game(number) };
        store.games.create(&hidden, None).await.unwrap();
    }
    let (mut seen, mut cursor) = (Vec::new(), None);
    for newer in 100.. {
        let page = store.games.list(&GameFilter { after: cursor, ..everything() }, 3).await.unwrap().items;
        let Some(last) = page.last() else { break };
        cursor = Some(last.info.id);
        seen.extend(page.iter().map(|summary| summary.info.id));
        store.games.create(&game(newer), None).await.unwrap();
    }
    assert_eq!(seen, wanted);
    let solo = Game {
        setup: Setup::new(Ruleset::current(GameKind::Regicide), 1, &Chosen::default()).unwrap(),
        ..game(50)
    };
    let solo = Game { seats: solo.seats[..1].to_vec(), ..solo };
    store.games.create(&solo, None).await.unwrap();
    let only = async |filter: GameFilter| store.games.list(&filter, 100).await.unwrap().items.len();
    assert_eq!(only(GameFilter { players: vec![1], ..everything() }).await, 1);
    assert_eq!(only(GameFilter { players: vec![1, 4], ..everything() }).await, 1);
    assert_eq!(only(GameFilter { game: vec![GameKind::Tricks], ..everything() }).await, 0);
    let both = only(GameFilter { game: GameKind::ALL.to_vec(), ..everything() }).await;
    assert_eq!(both, only(everything()).await);
}

async fn the_export_is_gapless_and_never_skips(database: Database) {
    let store = store(&database).await;
    let finish = async |number: u8, visibility| {
        let made = Game { visibility, ..game(number) };
        store.games.create(&made, None).await.unwrap();
        let last = Append { finished: Some(lost(after(200 - i64::from(number)))), ..append(&made, 1) };
        assert_eq!(conflict(store.moves.append(&last).await), STORED);
        made.id
    };
    let early = game(1);
    store.games.create(&early, None).await.unwrap();
    finish(2, Visibility::Unlisted).await;
    let first = finish(3, Visibility::Public).await;
    let read = async |last, limit| {
        let rows = store.games.export(last, limit, after(1_000_000)).await.unwrap();
        rows.into_iter().map(|row| (row.position, row.id)).collect::<Vec<_>>()
    };
    assert_eq!(read(0, 10).await, [(1, first)]);
    let second = finish(4, Visibility::Public).await;
    // This one began before all others and ends after they were read.
    let last = Append { finished: Some(lost(after(1))), ..append(&early, 1) };
    assert_eq!(read(1, 10).await, [(2, second)]);
    store.moves.append(&last).await.unwrap();
    assert_eq!(read(0, 10).await, [(1, first), (2, second), (3, early.id)]);
    assert_eq!((read(1, 1).await, read(3, 10).await), (vec![(2, second)], vec![]));
    assert_eq!(store.games.export_position(second).await.unwrap(), Some(2));
    assert_eq!(store.games.export_position(Uuid::nil()).await.unwrap(), None);
    let imported = Game { origin: Origin::Imported, finished: Some(lost(after(0))), ..game(9) };
    let imported = chained(imported, [row(1)]);
    store.games.create(&imported, None).await.unwrap();
    let readers = (0..6).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { store.games.export(3, 10, after(1_000_000)).await.unwrap().len() })
    });
    for reader in readers.collect::<Vec<_>>() {
        assert_eq!(reader.await.unwrap(), 1);
    }
}

fn claim(name: &str, request: &str, by: u128) -> Claim {
    Claim { key: Hash::of(name.as_bytes()), request: Hash::of(request.as_bytes()), by: Uuid::from_u128(by) }
}

async fn claims_are_kept_answered_freed_and_forgotten(database: Database) {
    let store = store(&database).await;
    let request_key = async |claim: &Claim, now: i64| {
        store.idempotency.claim(claim, after(now), after(now - 60), after(now - 3600)).await.unwrap()
    };
    let first = claim("key", "request", 1);
    assert_eq!(request_key(&first, 0).await, ClaimState::Claimed);
    assert_eq!(request_key(&claim("key", "request", 2), 1).await, ClaimState::Running { since: after(0) });
    assert_eq!(request_key(&claim("key", "other", 2), 1).await, ClaimState::OtherRequest);
    assert_eq!(request_key(&claim("another", "request", 2), 1).await, ClaimState::Claimed);
    store.idempotency.release(&claim("key", "request", 2)).await.unwrap();
    assert_eq!(
        request_key(&claim("key", "request", 2), 1).await,
        ClaimState::Running { since: after(0) },
        "only its own claim is released"
    );
    store.idempotency.release(&first).await.unwrap();
    let second = claim("key", "request", 3);
    assert_eq!(request_key(&second, 2).await, ClaimState::Claimed);
    let answer = StoredAnswer { claim: second, body: b"embargoed".to_vec() };
    assert!(changed(store.games.create(&game(1), Some(&answer)).await));
    assert_eq!(
        request_key(&claim("key", "request", 4), 3).await,
        ClaimState::Answered(b"embargoed".to_vec())
    );
    assert_eq!(request_key(&claim("key", "other", 4), 3).await, ClaimState::OtherRequest);
    store.idempotency.release(&second).await.unwrap();
    assert_eq!(
        request_key(&claim("key", "request", 4), 200).await,
        ClaimState::Answered(b"embargoed".to_vec())
    );
    assert_eq!(
        request_key(&claim("key", "request", 5), 4000).await,
        ClaimState::Claimed,
        "answers are forgotten"
    );
    assert_eq!(
        request_key(&claim("key", "request", 6), 4100).await,
        ClaimState::Claimed,
        "the request with the claim has ended"
    );
    store.idempotency.forget(after(4100)).await.unwrap();
    let kept = claim("key", "request", 7);
    assert_eq!(request_key(&kept, 4101).await, ClaimState::Running { since: after(4100) });
    store.idempotency.forget(after(4101)).await.unwrap();
    assert_eq!(request_key(&kept, 4101).await, ClaimState::Claimed, "older keys are forgotten");
}

async fn a_lost_claim_stores_nothing(database: Database) {
    let store = store(&database).await;
    let lost = claim("key", "request", 1);
    let request_key =
        |claim, now| store.idempotency.claim(claim, after(now), after(now - 60), after(now - 3600));
    request_key(&lost, 0).await.unwrap();
    request_key(&claim("key", "request", 2), 100).await.unwrap();
    let answer = StoredAnswer { claim: lost, body: Vec::new() };
    let made = game(1);
    assert!(!changed(store.games.create(&made, Some(&answer)).await));
    assert!(store.games.read(made.id).await.unwrap().is_none());
    store.games.create(&made, None).await.unwrap();
    assert!(!changed(store.seats.update(made.id, 0, &made.seats[0], None, None, Some(&answer)).await));
    assert_eq!(store.games.read(made.id).await.unwrap().unwrap().version, 0);
}

async fn corrupt_rows_are_reported(database: Database) {
    let store = store(&database).await;
    let sqlite = database.url.starts_with("sqlite");
    let drop = |trigger: &str, table: &str| {
        if sqlite { format!("drop trigger {trigger}") } else { format!("drop trigger {trigger} on {table}") }
    };
    let never_changed = if sqlite { "moves_not_updated" } else { "moves_never_changed" };
    execute(&database, &drop(never_changed, "moves")).await;
    execute(&database, &drop("moves_deleted_if_packed", "moves")).await;
    execute(&database, &drop("games_keep_identity", "games")).await;
    for (number, damage) in (1..).zip([
        "update moves set move = 'dance' where seq = 2",
        "update moves set seq = 7 where seq = 3",
        "delete from moves where seq = 2",
        "update games set options = '{'",
        "update games set options = '{\"first\":3}'",
        "update games set players = 3",
        "update games set seed = 'not a seed'",
        "update games set finished_at = 1, result = '{}'",
    ]) {
        let made = Game { moves: (1..=3).map(row).collect(), ..game(number) };
        store.games.create(&made, None).await.unwrap();
        let id = if sqlite { format!("x'{}'", made.id.simple()) } else { format!("'{}'", made.id) };
        let column = if damage.contains("moves") { "game_id" } else { "id" };
        let joint = if damage.contains("where") { "and" } else { "where" };
        execute(&database, &format!("{damage} {joint} {column} = {id}")).await;
        match store.games.read(made.id).await {
            Err(StoreError::Corrupt { row: RowKind::Game, id, .. }) => assert_eq!(id, made.id.to_string()),
            other => panic!("{damage}: {other:?}"),
        }
    }
}

async fn each_of_many_concurrent_reads_has_its_own_result(database: Database) {
    let store = store(&database).await;
    let mut expected = Vec::new();
    for number in 1..=40 {
        let moves = (1..=u32::from(number) % 3).map(row).collect::<Vec<_>>();
        let last = moves.last().map(|row| (row.entry.seq, row.h));
        let made = Game { moves, ..game(number) };
        if number % 4 > 0 {
            store.games.create(&made, None).await.unwrap();
        }
        let known = (number % 4 > 0).then_some(Revision { version: 0, last });
        expected.extend([(made.id, known), (made.id, known)]);
    }
    let looks = expected.iter().map(|(id, _)| store.games.head(*id));
    for (found, (id, known)) in join_all(looks).await.into_iter().zip(&expected) {
        assert_eq!(found.unwrap().map(|found| found.revision), *known, "{id}");
    }
}

async fn the_schema_is_checked(database: Database) {
    let database = database.before_migrations().await;
    let fresh = connect(&database).await;
    assert!(matches!(fresh.ready().await, Err(StoreError::Schema(_))));
    fresh.migrate().await.unwrap();
    fresh.migrate().await.unwrap();
    fresh.ready().await.unwrap();
    execute(&database, "update _sqlx_migrations set version = version + 99").await;
    assert!(matches!(fresh.ready().await, Err(StoreError::Schema(_))));
}

async fn a_closed_store_is_unavailable(database: Database) {
    let store = store(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    let before = store.transactions();
    store.moves.append(&append(&made, 1)).await.unwrap();
    assert_eq!(store.transactions(), before + 1, "a move is one transaction");
    store.close().await;
    assert!(matches!(store.ready().await, Err(StoreError::Unavailable(_))));
    assert!(matches!(store.moves.append(&append(&made, 2)).await, Err(StoreError::Unavailable(_))));
}

#[tokio::test]
async fn an_unreachable_database_is_unavailable() {
    let timeouts = Timeouts { acquire: std::time::Duration::from_millis(300), ..Timeouts::default() };
    let options = Options { timeouts, ..Options::default() };
    let away = Store::connect("postgres://nobody@127.0.0.1:1/nothing", &options).await;
    assert!(matches!(away, Err(StoreError::Unavailable(_))));
    let away = Store::connect("sqlite:///no/such/folder/x.db", &options).await;
    assert!(matches!(away, Err(StoreError::Unavailable(_))));
    assert!(matches!(Store::connect("mysql://x", &options).await, Err(StoreError::Database(_))));
}

#[tokio::test]
async fn postgres_is_available_after_its_connections_were_cut() {
    let database = Database::postgres().await;
    let store = store(&database).await;
    store.ready().await.unwrap();
    execute(
        &database,
        "select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()",
    )
    .await;
    let mut answers = Vec::new();
    for _ in 0..20 {
        answers.push(store.ready().await);
    }
    let others = answers.iter().filter(|answer| !matches!(answer, Ok(()) | Err(StoreError::Unavailable(_))));
    assert_eq!(others.count(), 0);
    assert!(answers.last().unwrap().is_ok());
}

#[tokio::test]
async fn postgres_an_export_misses_nothing_that_was_begun_earlier_and_committed_later() {
    let database = Database::postgres().await;
    let store = store(&database).await;
    let (slow, quick) = (game(1), game(2));
    for made in [&slow, &quick] {
        store.games.create(made, None).await.unwrap();
    }
    let mut connection = PgConnection::connect(&database.url).await.unwrap();
    let mut held = connection.begin().await.unwrap();
    let result = serde_json::to_string(&lost(after(1)).outcome).unwrap();
    sqlx::query("update games set version = 1, finished_at = 1, result = $2 where id = $1")
        .bind(slow.id)
        .bind(result)
        .execute(&mut *held)
        .await
        .unwrap();
    let last = Append { finished: Some(lost(after(2))), ..append(&quick, 1) };
    store.moves.append(&last).await.unwrap();
    let read = async |from| {
        let rows = store.games.export(from, 10, after(1_000_000)).await.unwrap();
        rows.into_iter().map(|row| (row.position, row.id)).collect::<Vec<_>>()
    };
    assert_eq!(read(0).await, [(1, quick.id)]);
    let newer = game(3);
    store.games.create(&newer, None).await.unwrap();
    assert_eq!(
        store.games.list(&everything(), 10).await.unwrap().items[0].info.id,
        newer.id,
        "a long transaction hides no new game"
    );
    held.commit().await.unwrap();
    assert_eq!(read(1).await, [(2, slow.id)]);
}
