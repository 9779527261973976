//! The store's contract for challenges.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use regicide_engine::bots::difficulty::{Difficulty, Measured};
use regicide_engine::engine::{GameKind, Hash, Move, Options as Chosen, Ruleset, Seat, Seed, Setup};
use regicide_engine::record::SeedBy;
use regicide_store::{
    AdminAction, Admission, Append, BoardPosition, Challenge, ChallengeEntry, DailyKey, DealDifficulty,
    DealSearch, Defeat, Defeats, Entrant, FirstAttempt, Game, GameResults, Identity, Invitation, NEIGHBOURS,
    NewInvitation, Player, RankedResult, Ranking, Reached, Revision, SeatPlayer, SeatState, Source, Status,
    Store, Streak, TokenHash, Visibility,
};
use regicide_system::entropy::{OsEntropy, new_id};
use uuid::Uuid;

use crate::contract::{on_both_databases, with_statements_of_a_cluster};
use crate::fixtures::{STALE, STORED, after, append, changed, conflict, deletion, game, store};
use crate::support::Database;

on_both_databases!(
    a_game_takes_no_move_from_its_closing_on,
    concurrent_attempts_create_one,
    an_invitation_admits_one_player,
    invitations_are_listed_with_their_players,
    a_key_for_a_published_day_is_refused,
    a_result_is_ranked_once,
    attempts_follow_one_another,
    a_board_is_read_from_anywhere,
    the_reader_of_a_board_is_found_by_token,
    results_about_a_deal_stay_as_they_were_announced,
);

with_statements_of_a_cluster!(a_game_takes_no_move_from_its_closing_on);

const DAY: i32 = 20_777;

fn time(day: i32) -> DateTime<Utc> {
    DateTime::from_timestamp(i64::from(day) * 86_400, 0).unwrap()
}

/// A daily challenge for so many players.
pub(crate) fn daily(day: i32, players: u8) -> Challenge {
    let seed: Seed = format!("daily.{day}.{players}").parse().unwrap();
    Challenge {
        id: new_id(&OsEntropy, time(day)),
        source: Source::Daily(day),
        setup: Setup::new(Ruleset::current(GameKind::Regicide), players, &Chosen::default()).unwrap(),
        commitment: seed.commitment(),
        seed,
        seed_by: SeedBy::Service,
        created_at: time(day - 1),
        opens_at: time(day),
        closes_at: time(day + 1),
        ends_at: time(day + 1) + TimeDelta::hours(2),
        attempts: 1,
        admission: Admission::Anyone,
        visibility: Visibility::Public,
        listed: true,
        search: None,
        difficulty: DealDifficulty::Unwanted,
        logged: None,
    }
}

/// A player whose token is a number.
pub(crate) async fn player(store: &Arc<Store>, number: u8) -> (Uuid, TokenHash) {
    let token = TokenHash([number; 32]);
    let identity = Identity { name: format!("Player {number}"), name_hidden: false, token };
    let id = new_id(&OsEntropy, after(number.into()));
    let player = Player { id, created_at: after(0), identity: Some(identity), bot: false };
    assert!(changed(store.players.create(&player, None).await));
    (id, token)
}

/// A game of a challenge with a player on its first seat.
pub(crate) fn attempt(challenge: &Challenge, (player, token): (Uuid, TokenHash)) -> Game {
    let seat = |seat: Seat| SeatState {
        open: seat != Seat::default(),
        player: (seat == Seat::default()).then_some(SeatPlayer { id: player, token }),
        ..SeatState::open(seat)
    };
    Game {
        id: new_id(&OsEntropy, challenge.opens_at),
        setup: challenge.setup,
        seed: challenge.seed.clone(),
        commitment: challenge.commitment,
        created_at: challenge.opens_at,
        seats: Seat::all(challenge.setup.players()).map(seat).collect(),
        challenge: Some(entered(challenge)),
        ..game(0)
    }
}

fn entered(challenge: &Challenge) -> ChallengeEntry {
    ChallengeEntry { challenge: challenge.id, attempt: 1, ends_at: challenge.ends_at }
}

/// The entrant of a player's first attempt.
pub(crate) fn entry(challenge: &Challenge, player: &(Uuid, TokenHash)) -> Entrant {
    Entrant {
        entry: Some(entered(challenge)),
        player: SeatPlayer { id: player.0, token: player.1 },
        invitation: None,
    }
}

/// Something that an operator did.
pub(crate) fn act(number: i64) -> AdminAction {
    let at = after(number);
    AdminAction { id: new_id(&OsEntropy, at), at, actor: "operator".to_owned(), action: "{}".to_owned() }
}

/// The score of a game without moves.
pub(crate) fn results_of(challenge: &Challenge, game: Uuid, score: u32) -> GameResults {
    GameResults {
        challenge: challenge.id,
        game,
        revision: Revision { version: 0, last: None },
        scores: vec![(Seat::default(), score)],
        reached: Vec::new(),
        micros: 5,
    }
}

/// Players with a game each, by number.
pub(crate) async fn tried(
    store: &Arc<Store>,
    challenge: &Challenge,
    numbers: std::ops::Range<u8>,
) -> Vec<Uuid> {
    assert!(changed(store.challenges.add(challenge, None, None).await));
    let mut games = Vec::new();
    for number in numbers {
        let player = player(store, number).await;
        let game = attempt(challenge, player);
        assert!(changed(store.games.start_attempt(&game, &entry(challenge, &player), None).await));
        games.push(game.id);
    }
    games
}

async fn a_game_takes_no_move_from_its_closing_on(database: Database) {
    let store = store(&database).await;
    let ends_at = after(60);
    let closing = Some(ChallengeEntry { challenge: Uuid::nil(), attempt: 1, ends_at });
    let made = Game { challenge: closing, ..game(1) };
    store.games.create(&made, None).await.unwrap();
    let move_at = |seq: u32, at: DateTime<Utc>| {
        let mut append = append(&made, seq);
        append.row.entry.at = Some(at);
        append
    };
    let microsecond = TimeDelta::microseconds(1);
    assert_eq!(conflict(store.moves.append(&move_at(1, ends_at)).await), STALE);
    assert_eq!(conflict(store.moves.append(&move_at(1, ends_at - microsecond)).await), STORED);
    assert_eq!(conflict(store.moves.append(&move_at(2, ends_at)).await), STALE);
    let stored = store.games.read(made.id).await.unwrap().unwrap();
    assert_eq!((stored.challenge, stored.moves.len()), (closing, 1));
    assert!(stored.is_embargoed(ends_at - microsecond) && !stored.is_embargoed(ends_at));
}

async fn concurrent_attempts_create_one(database: Database) {
    let stores = [store(&database).await, store(&database).await];
    let challenge = daily(DAY, 1);
    stores[0].challenges.add(&challenge, None, None).await.unwrap();
    let ada = player(&stores[0], 1).await;
    let tries = (0..8).map(async |number| {
        let game = attempt(&challenge, ada);
        changed(stores[number % 2].games.start_attempt(&game, &entry(&challenge, &ada), None).await)
    });
    let made = join_all(tries).await;
    assert_eq!(made.iter().filter(|made| **made).count(), 1);
    assert_eq!(stores[1].attempts.of_player(challenge.id, ada.0, challenge.opens_at).await.unwrap().len(), 1);
    let stranger = (ada.0, TokenHash([9; 32]));
    let game = attempt(&daily(DAY, 2), stranger);
    assert!(!changed(stores[0].games.start_attempt(&game, &entry(&daily(DAY, 2), &stranger), None).await));
    assert!(stores[0].games.read(game.id).await.unwrap().is_none());
    // The day counts once.
    assert_eq!(stores[0].standings.streak_of(ada.0, DAY).await.unwrap(), Streak { current: 1, longest: 1 });
}

async fn an_invitation_admits_one_player(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let code = TokenHash([5; 32]);
    assert!(changed(store.challenges.add_invitations(challenge.id, &[invitation(1, code)], None).await));
    let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
    let brings = |code| Invitation(Some(code));
    assert!(store.challenges.is_admitted(challenge.id, ada.0, brings(code)).await.unwrap());
    assert!(!store.challenges.is_admitted(challenge.id, ada.0, brings(TokenHash([6; 32]))).await.unwrap());
    assert!(!store.challenges.is_admitted(Uuid::nil(), ada.0, brings(code)).await.unwrap());
    let with = |who| Entrant { invitation: Some(brings(code)), ..entry(&challenge, who) };
    let tries = [&ada, &ben].map(async |who| {
        changed(store.games.start_attempt(&attempt(&challenge, *who), &with(who), None).await)
    });
    let [one, two] = join_all(tries).await[..] else { panic!("two have tried") };
    assert!(one ^ two, "one of them");
    let admitted = if one { ada } else { ben };
    assert!(store.challenges.is_admitted(challenge.id, admitted.0, Invitation(None)).await.unwrap());
    let other = if one { ben } else { ada };
    assert!(!store.challenges.is_admitted(challenge.id, other.0, brings(code)).await.unwrap());
}

/// An invitation by number.
fn invitation(number: u8, code: TokenHash) -> NewInvitation {
    NewInvitation { id: Uuid::from_u128(number.into()), code, name: Some(format!("Pupil {number}")) }
}

async fn invitations_are_listed_with_their_players(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let codes = [1, 2, 3].map(|number| TokenHash([number; 32]));
    let mut made: Vec<_> = (1..).zip(codes).map(|(number, code)| invitation(number, code)).collect();
    made[2].name = None;
    assert!(changed(store.challenges.add_invitations(challenge.id, &made, None).await));
    let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
    let game = attempt(&challenge, ada);
    let with = |code| Entrant { invitation: Some(Invitation(Some(code))), ..entry(&challenge, &ada) };
    assert!(changed(store.games.start_attempt(&game, &with(codes[0]), None).await));
    let page = store.challenges.invitations(challenge.id, Uuid::nil(), 2).await.unwrap();
    assert_eq!((page.items.len(), page.next), (2, Some(made[1].id)));
    let used = &page.items[0];
    assert_eq!((used.id, used.name.as_deref(), used.revoked), (made[0].id, Some("Pupil 1"), false));
    assert_eq!((used.player, used.player_name.as_deref()), (Some(ada.0), Some("Player 1")));
    let rest = store.challenges.invitations(challenge.id, made[1].id, 2).await.unwrap();
    assert_eq!((rest.items.len(), &rest.items[0].name, rest.next), (1, &None, None));
    let now = challenge.opens_at;
    let first = store.attempts.first_of(challenge.id, [ada.0, ben.0].into_iter(), now).await.unwrap();
    let [(tried, attempt)] = &first[..] else { panic!("one attempt: {first:?}") };
    assert_eq!((*tried, attempt.game, attempt.status), (ada.0, game.id, Status::Running));
    assert!(changed(store.challenges.update_invitation(challenge.id, made[1].id, Some(true), None).await));
    assert!(changed(store.challenges.update_invitation(challenge.id, made[0].id, Some(true), None).await));
    let revoked = store.challenges.invitation(challenge.id, made[1].id).await.unwrap().unwrap();
    assert!(revoked.revoked && revoked.player.is_none());
    let named = async |name| {
        assert!(changed(store.challenges.update_invitation(challenge.id, made[1].id, None, name).await));
        let named = store.challenges.invitation(challenge.id, made[1].id).await.unwrap().unwrap();
        assert!(named.revoked);
        named.name
    };
    assert_eq!(named(None).await.as_deref(), Some("Pupil 2"));
    assert_eq!(named(Some("Ben")).await.as_deref(), Some("Ben"));
    assert_eq!(named(Some("")).await, None);
    let is_admitted = async |who: (Uuid, TokenHash), code| {
        store.challenges.is_admitted(challenge.id, who.0, Invitation(code)).await.unwrap()
    };
    for (who, code) in [(ben, Some(codes[1])), (ada, None), (ada, Some(codes[0])), (ada, Some(codes[2]))] {
        assert!(!is_admitted(who, code).await);
    }
    // The player's attempt with another code is refused also where it is stored.
    let refused = store.games.start_attempt(&self::attempt(&challenge, ada), &with(codes[2]), None).await;
    assert!(!changed(refused));
    assert!(changed(store.challenges.update_invitation(challenge.id, made[0].id, Some(false), None).await));
    assert!(is_admitted(ada, None).await);
    assert!(!changed(store.challenges.update_invitation(challenge.id, Uuid::max(), Some(true), None).await));
    assert!(!changed(store.challenges.update_invitation(Uuid::nil(), made[0].id, Some(true), None).await));
    assert!(store.challenges.invitation(Uuid::nil(), made[0].id).await.unwrap().is_none());
    // A deleted player has no name in it either.
    assert!(changed(store.players.update(ada.0, &ada.1, deletion(9), None).await));
    let used = store.challenges.invitation(challenge.id, made[0].id).await.unwrap().unwrap();
    assert_eq!((used.name, used.player_name), (None, None));
}

async fn results_about_a_deal_stay_as_they_were_announced(database: Database) {
    let store = store(&database).await;
    let key = DailyKey { number: 1, fingerprint: Hash([1; 32]), secret: None, valid_from: DAY };
    assert!(changed(store.keys.add_daily(&key, None).await));
    let search = DealSearch {
        solver: 1,
        nodes: 5_000_000,
        skipped: vec!["one".parse().unwrap(), "two".parse().unwrap()],
        win: Some(vec!["play AC".parse().unwrap(), Move::Flip]),
        gold: None,
    };
    let wanted = |day, players| Challenge {
        search: Some(search.clone()),
        difficulty: DealDifficulty::Awaited,
        ..daily(day, players)
    };
    let (later, nearer) = (wanted(DAY + 1, 1), wanted(DAY, 2));
    for challenge in [&later, &nearer, &daily(DAY, 1)] {
        assert!(changed(store.challenges.add(challenge, Some(1), None).await));
    }
    assert_eq!(store.challenges.published_days(DAY, DAY).await.unwrap(), [(DAY, 1), (DAY, 2)]);
    let stored = async |id| store.challenges.read(id).await.unwrap().unwrap();
    assert_eq!(stored(later.id).await.search, Some(search));
    assert_eq!(stored(later.id).await.difficulty, DealDifficulty::Awaited);

    let unmeasured = async |now| store.challenges.unmeasured(now).await.unwrap().map(|found| found.id);
    assert_eq!(unmeasured(time(DAY)).await, Some(nearer.id));
    assert_eq!(unmeasured(nearer.ends_at).await, Some(later.id), "what is over is not measured");
    let first = Measured { games: 100, won: 5, enemies_defeated: 700 };
    assert!(changed(store.challenges.update_difficulty(nearer.id, Difficulty::Hard, first).await));
    let second = Measured { enemies_defeated: 900, ..first };
    assert!(changed(store.challenges.update_difficulty(nearer.id, Difficulty::Easy, second).await));
    let measured = DealDifficulty::Measured { level: Difficulty::Hard, games: 100, enemies: 700 };
    assert_eq!(stored(nearer.id).await.difficulty, measured, "the first one stays");
    assert_eq!(unmeasured(time(DAY)).await, Some(later.id));
}

async fn a_key_for_a_published_day_is_refused(database: Database) {
    let store = store(&database).await;
    let key = |number: u8, valid_from| DailyKey {
        number: number.into(),
        fingerprint: Hash([number; 32]),
        secret: Some([number; 32]),
        valid_from,
    };
    assert!(!changed(store.keys.add_daily(&key(2, DAY), None).await), "the first is number 1");
    assert!(changed(store.keys.add_daily(&key(1, DAY), None).await));
    assert!(!changed(store.keys.add_daily(&key(1, DAY), None).await));
    assert!(!changed(store.challenges.add(&daily(DAY, 1), Some(2), None).await));
    assert!(changed(store.challenges.add(&daily(DAY, 1), Some(1), None).await));
    assert!(!changed(store.challenges.add(&daily(DAY, 1), Some(1), None).await), "there is one");
    assert!(!changed(store.keys.add_daily(&key(2, DAY), Some(&act(1))).await));
    assert!(
        store.admin.log(Uuid::nil(), 10).await.unwrap().is_empty(),
        "what was not done is not written down"
    );
    assert!(changed(store.keys.add_daily(&key(2, DAY + 1), Some(&act(2))).await));
    assert_eq!(store.admin.log(Uuid::nil(), 10).await.unwrap().len(), 1);
    assert!(
        !changed(store.challenges.add(&daily(DAY + 1, 1), Some(1), None).await),
        "the key is another now"
    );
    assert!(changed(store.challenges.add(&daily(DAY + 1, 1), Some(2), None).await));
    assert_eq!(store.challenges.last_published_day(DAY - 5).await.unwrap(), Some(DAY + 1));
    assert_eq!(store.challenges.last_published_day(DAY + 2).await.unwrap(), None);
    let days = store.challenges.of_days(DAY, DAY + 5).await.unwrap();
    assert_eq!(days.len(), 2);
    assert_eq!(days[0].seed, daily(DAY, 1).seed);
    let keys = store.keys.daily().await.unwrap();
    assert_eq!((keys.len(), keys[1].secret, keys[1].valid_from), (2, Some([2; 32]), DAY + 1));
}

async fn a_result_is_ranked_once(database: Database) {
    let stores = [store(&database).await, store(&database).await];
    let challenge = daily(DAY, 1);
    let games = tried(&stores[0], &challenge, 1..3).await;
    let end = challenge.ends_at;
    assert!(
        stores[0]
            .boards
            .unranked_games(challenge.id, Uuid::nil(), end - TimeDelta::seconds(1), 10)
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(stores[0].boards.unranked_games(challenge.id, Uuid::nil(), end, 10).await.unwrap().len(), 2);
    let tries = (0..6).map(async |number| {
        stores[number % 2].boards.rank_game(&results_of(&challenge, games[0], 7)).await.unwrap()
    });
    let ranked = join_all(tries).await;
    assert_eq!(ranked.iter().filter(|ranked| **ranked == Ranking::Ranked).count(), 1);
    assert!(ranked.iter().all(|ranked| matches!(ranked, Ranking::Ranked | Ranking::AlreadyRanked)));
    assert_eq!(stores[1].boards.score_counts(challenge.id, false).await.unwrap(), [(7, 1)]);
    let stale =
        GameResults { revision: Revision { version: 1, last: None }, ..results_of(&challenge, games[1], 8) };
    let stale = stores[0].boards.rank_game(&stale).await.unwrap_err();
    assert!(stale.is_stale(), "{stale}");
    assert_eq!(
        stores[0].boards.rank_game(&results_of(&challenge, games[1], 7)).await.unwrap(),
        Ranking::Ranked
    );
    assert_eq!(stores[1].boards.score_counts(challenge.id, false).await.unwrap(), [(7, 2)]);
    // A move that was validated before the ranking is stale after it.
    let late = Append { game: games[1], ..append(&game(0), 1) };
    assert_eq!(conflict(stores[1].moves.append(&late).await), STALE);
    assert!(stores[0].boards.unranked_games(challenge.id, Uuid::nil(), end, 10).await.unwrap().is_empty());
    assert!(changed(stores[0].admin.void_results(challenge.id, games[1], "Two accounts.", &act(1)).await));
    assert!(!changed(stores[0].admin.void_results(challenge.id, games[1], "Again.", &act(2)).await));
    assert_eq!(stores[1].boards.score_counts(challenge.id, false).await.unwrap(), [(7, 1)]);
    let kept = stores[0].boards.removed_results(challenge.id, false, 10).await.unwrap();
    assert_eq!(kept[0].void_reason.as_deref(), Some("Two accounts."));
    assert_eq!(stores[0].admin.log(Uuid::nil(), 10).await.unwrap().len(), 1);
}

async fn attempts_follow_one_another(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    store.challenges.add(&challenge, None, None).await.unwrap();
    let ada = player(&store, 1).await;
    let start = async |number: u8| {
        let entered = Some(ChallengeEntry { attempt: number, ..entered(&challenge) });
        let game = Game { challenge: entered, ..attempt(&challenge, ada) };
        let entry = Entrant { entry: entered, ..entry(&challenge, &ada) };
        changed(store.games.start_attempt(&game, &entry, None).await).then_some(game.id)
    };
    assert_eq!(start(2).await, None, "the first comes first");
    let first = start(1).await.unwrap();
    assert_eq!(start(2).await, None, "the first is not over");
    let known = async |now| store.attempts.of_player(challenge.id, ada.0, now).await.unwrap();
    let running = &known(challenge.opens_at).await[0];
    assert_eq!(
        (running.status, running.is_full, running.status.counts(running.is_full)),
        (Status::Running, true, true)
    );
    assert_eq!(known(challenge.ends_at).await[0].status, Status::Closed);
    assert!(changed(store.admin.close_game(first, challenge.opens_at, &act(1)).await));
    let second = start(2).await.unwrap();
    let defeats = Some(Defeats(vec![Defeat::Exactly, Defeat::Beyond]));
    let reached = Reached { score: 77, defeats };
    store.attempts.update_reached(challenge.id, second, &[(Seat::default(), reached.clone())]).await.unwrap();
    let later = Reached { score: 78, defeats: None };
    store.attempts.update_reached(challenge.id, second, &[(Seat::default(), later)]).await.unwrap();
    let known = known(challenge.opens_at).await;
    assert_eq!(
        (known[0].status, known[0].status.counts(known[0].is_full), &known[0].reached),
        (Status::Cancelled, false, &None)
    );
    assert_eq!((known[1].game, &known[1].reached), (second, &Some(reached)), "once");
}

async fn a_board_is_read_from_anywhere(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let games = tried(&store, &challenge, 1..10).await;
    for (game, score) in games.iter().zip([5, 9, 5, 1, 5, 9, 0, 2, 5]) {
        assert_eq!(
            store.boards.rank_game(&results_of(&challenge, *game, score)).await.unwrap(),
            Ranking::Ranked
        );
    }
    let places = |board: Vec<RankedResult>| {
        assert!(board.iter().all(|result| result.members.len() == 1 && result.micros == 5));
        board.into_iter().map(|result| result.place).collect::<Vec<_>>()
    };
    let after = async |from: Option<BoardPosition>, limit| {
        places(store.boards.read(challenge.id, false, from, limit).await.unwrap())
    };
    let all = after(None, 100).await;
    assert_eq!(all.iter().map(|place| place.score).collect::<Vec<_>>(), [9, 9, 5, 5, 5, 5, 2, 1, 0]);
    for (index, place) in all.iter().enumerate() {
        assert_eq!(after(Some(*place), 100).await, all[index + 1..]);
        assert_eq!(after(Some(*place), 1).await.first(), all.get(index + 1));
    }
    assert!(store.boards.read(challenge.id, true, None, 10).await.unwrap().is_empty());
    // All at the same time, some twice, and an unknown one.
    let reader = |number: u8| store.boards.reader(TokenHash([number; 32]), challenge.id);
    let readers = join_all((1..=10).chain(3..=5).map(reader)).await;
    for (number, reader) in (1..=10_usize).chain(3..=5).zip(readers) {
        let reader = reader.unwrap();
        let Some(game) = games.get(number - 1) else {
            assert!(reader.is_none());
            continue;
        };
        let FirstAttempt::Ranked(Some(own)) = reader.unwrap().first_attempt else { panic!("it is ranked") };
        assert_eq!(own.place.game, *game);
    }
    // Neighbours of all at the same time, some twice, and of a position without a result.
    let nowhere = BoardPosition { score: 6, ..all[0] };
    let around = |place| store.boards.around(challenge.id, false, place);
    let found = join_all(all.iter().chain(&all[2..4]).copied().chain([nowhere]).map(around)).await;
    let reach = NEIGHBOURS as usize;
    for (at, found) in (0..all.len()).chain(2..4).zip(&found) {
        let found = places(found.as_ref().unwrap().clone());
        assert_eq!(found, all[at.saturating_sub(reach)..all.len().min(at + reach + 1)]);
    }
    assert_eq!(places(found.into_iter().next_back().unwrap().unwrap()), all[..6]);
}

async fn the_reader_of_a_board_is_found_by_token(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let game = tried(&store, &challenge, 1..2).await[0];
    let token = |number| TokenHash([number; 32]);
    let (tried, other) = (token(1), player(&store, 2).await);
    let reader = async |token, challenge| store.boards.reader(token, challenge).await.unwrap();
    let first = async || reader(tried, challenge.id).await.unwrap().first_attempt;
    assert!(matches!(first().await, FirstAttempt::Unranked));
    assert_eq!(store.boards.rank_game(&results_of(&challenge, game, 5)).await.unwrap(), Ranking::Ranked);
    let FirstAttempt::Ranked(Some(own)) = first().await else { panic!("it is ranked") };
    assert_eq!((own.place.score, own.place.game, own.bots, own.is_void), (5, game, false, false));
    assert!(changed(store.admin.void_results(challenge.id, game, "Two accounts.", &act(1)).await));
    assert!(matches!(first().await, FirstAttempt::Ranked(Some(own)) if own.is_void));
    let missing = reader(token(2), challenge.id).await.unwrap();
    assert_eq!((missing.player, missing.organises), (other.0, false));
    assert!(matches!(missing.first_attempt, FirstAttempt::Missing));
    assert!(reader(token(9), challenge.id).await.is_none());
    let own = Challenge {
        id: Uuid::from_u128(0x00c0_ffee),
        source: Source::Custom { name: Some("Own".to_owned()), organiser: Some(other.0) },
        ..challenge
    };
    store.challenges.add(&own, None, None).await.unwrap();
    assert!(reader(token(2), own.id).await.unwrap().organises);
    assert!(!reader(tried, own.id).await.unwrap().organises);
}
