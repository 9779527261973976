//! Standings: results of players in finished daily challenges.

use std::sync::Arc;

use chrono::TimeDelta;
use futures_util::future::{join_all, join3};
use regicide_engine::engine::Seat;
use regicide_store::{
    AuditedStanding, Challenge, Game, GameResults, PlayerChange, Ranking, SeatPlayer, SeatState,
    StandingFilter, StandingOrder, StandingTotals, Store, Streak, TeamChange, TokenHash,
};
use uuid::Uuid;

use crate::challenges::{act, attempt, daily, entry, player, results_of, tried};
use crate::contract::{execute, on_both_databases};
use crate::fixtures::{changed, store};
use crate::support::Database;

on_both_databases!(
    a_day_is_added_once_it_is_over,
    a_day_is_added_in_parts_that_can_be_repeated,
    days_are_added_to_stored_standings_in_any_order,
    results_that_come_late_change_the_standings,
    marking_a_bot_recounts_the_games_of_the_team,
    a_deleted_player_has_no_standings,
    days_in_a_row_are_those_of_games_that_have_begun,
    standings_follow_from_results_whatever_happens_at_once,
);

/// 2026-11-20.
const DAY: i32 = 20_777;

/// The score of a loss with so many enemies defeated, or of a win with all twelve.
const fn score(enemies: u32) -> u32 {
    enemies << 23
}

/// Ranks the games of a challenge, each with so many enemies defeated.
async fn rank(store: &Arc<Store>, challenge: &Challenge, games: &[Uuid], enemies: &[u32]) {
    for (game, enemies) in games.iter().zip(enemies) {
        let results = results_of(challenge, *game, score(*enemies));
        assert_eq!(store.boards.rank_game(&results).await.unwrap(), Ranking::Ranked);
    }
}

/// Adds all of a day, so many players at a time.
async fn add(store: &Arc<Store>, challenge: &Challenge, limit: u32) {
    let mut after = Some(Uuid::nil());
    while let Some(last) = after {
        after = store.standings.add_day(challenge.id, last, limit).await.unwrap();
    }
}

/// Names, numbers of results and averages of a table.
async fn table(store: &Arc<Store>, period: i32, players: u8, bots: bool) -> Vec<(String, u32, u32)> {
    let filter = StandingFilter { period, players, bots, min_played: 1, order: StandingOrder::Average };
    let rows = store.standings.list(filter, 100).await.unwrap();
    rows.into_iter().map(|row| (row.name.unwrap(), row.totals.played, row.totals.average)).collect()
}

fn row(number: u8, played: u32, average: u32) -> (String, u32, u32) {
    (format!("Player {number}"), played, average)
}

/// All standings, which are those that follow from results.
async fn audited(store: &Arc<Store>) -> Vec<AuditedStanding> {
    let found = store.audit.standings_between(Uuid::nil(), Uuid::max()).await.unwrap();
    let of_one = |one: &AuditedStanding, other: &AuditedStanding| {
        (one.player, one.period, one.players) == (other.player, other.period, other.players)
    };
    for pair in found.chunk_by(of_one) {
        let [stored, computed] = pair else { panic!("only one of both: {pair:?}") };
        assert!(!stored.is_computed && computed.is_computed);
        assert_eq!((stored.bot, stored.totals), (computed.bot, computed.totals));
    }
    found.into_iter().filter(|standing| !standing.is_computed).collect()
}

/// A game of two for a challenge, in which both sit.
async fn team(store: &Arc<Store>, challenge: &Challenge, team: [&(Uuid, TokenHash); 2]) -> Game {
    let [first, second] = team;
    let game = attempt(challenge, *first);
    assert!(changed(store.games.start_attempt(&game, &entry(challenge, first), None).await));
    let seat = SeatState {
        open: false,
        player: Some(SeatPlayer { id: second.0, token: second.1 }),
        ..SeatState::open(Seat::all(2).last().unwrap())
    };
    let joins = TeamChange::Join(entry(challenge, second));
    assert!(changed(store.seats.update(game.id, 0, &seat, Some(&joins), None, None).await));
    game
}

async fn a_day_is_added_once_it_is_over(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let games = tried(&store, &challenge, 1..4).await;
    rank(&store, &challenge, &games, &[3, 12]).await;
    assert_eq!(table(&store, 0, 1, false).await, [], "no table includes a day before it is over");
    let before = challenge.ends_at - TimeDelta::microseconds(1);
    assert_eq!(store.standings.day_to_add(before).await.unwrap(), None);
    assert_eq!(store.standings.day_to_add(challenge.ends_at).await.unwrap(), Some(challenge.id));
    add(&store, &challenge, 10).await;
    assert_eq!(store.standings.day_to_add(challenge.ends_at).await.unwrap(), None);
    for period in [0, 202_611] {
        assert_eq!(table(&store, period, 1, false).await, [row(2, 1, 12_000), row(1, 1, 3_000)]);
    }
    assert_eq!((table(&store, 202_612, 1, false).await, table(&store, 0, 2, false).await), (vec![], vec![]));
    // A player without a result has played the day, too.
    let filter =
        StandingFilter { period: 0, players: 1, bots: false, min_played: 0, order: StandingOrder::Streak };
    let rows = store.standings.list(filter, 10).await.unwrap();
    let totals = StandingTotals {
        played: 1,
        won: 1,
        enemies: 12,
        average: 12_000,
        streak: 1,
        longest_streak: 1,
        last_day: DAY,
    };
    assert_eq!(rows.iter().find(|row| row.totals.won == 1).unwrap().totals, totals);
    assert_eq!((rows.len(), rows[2].totals.played, rows[2].totals.streak), (3, 0, 1));
    // The next day goes on in another month, for one of them with a gap.
    let december = daily(DAY + 11, 1);
    assert!(changed(store.challenges.add(&december, None, None).await));
    let next = attempt(&december, (rows[0].player, token_of(&store, rows[0].player).await));
    let own = entry(&december, &(rows[0].player, token_of(&store, rows[0].player).await));
    assert!(changed(store.games.start_attempt(&next, &own, None).await));
    rank(&store, &december, &[next.id], &[2]).await;
    add(&store, &december, 10).await;
    let standings = audited(&store).await;
    let of_first = standings.iter().filter(|standing| standing.player == rows[0].player);
    let found: Vec<_> = of_first.map(|of| (of.period, of.totals.played, of.totals.longest_streak)).collect();
    assert_eq!(found, [(0, 2, 1), (202_611, 1, 1), (202_612, 1, 1)]);
}

async fn token_of(store: &Arc<Store>, player: Uuid) -> TokenHash {
    store.players.read(player).await.unwrap().unwrap().identity.unwrap().token
}

async fn a_day_is_added_in_parts_that_can_be_repeated(database: Database) {
    let stores = [store(&database).await, store(&database).await];
    let challenge = daily(DAY, 1);
    let games = tried(&stores[0], &challenge, 1..6).await;
    rank(&stores[0], &challenge, &games, &[1, 2, 3, 4, 5]).await;
    let first = stores[0].standings.add_day(challenge.id, Uuid::nil(), 2).await.unwrap().unwrap();
    assert_eq!(table(&stores[0], 0, 1, false).await.len(), 2);
    assert_eq!(audited(&stores[0]).await.len(), 0, "players of a day that is being added are left out");
    // This instance ends here; another one begins again.
    assert_eq!(stores[1].standings.day_to_add(challenge.ends_at).await.unwrap(), Some(challenge.id));
    add(&stores[1], &challenge, 2).await;
    let expected = [row(5, 1, 5_000), row(4, 1, 4_000), row(3, 1, 3_000), row(2, 1, 2_000), row(1, 1, 1_000)];
    assert_eq!(table(&stores[0], 0, 1, false).await, expected);
    assert_eq!(stores[1].standings.day_to_add(challenge.ends_at).await.unwrap(), None);
    // The first one goes on after all.
    let rest = stores[0].standings.add_day(challenge.id, first, 3).await.unwrap();
    assert_eq!(stores[0].standings.add_day(challenge.id, rest.unwrap(), 3).await.unwrap(), None);
    assert_eq!(table(&stores[0], 0, 1, false).await, expected);
    assert_eq!(audited(&stores[0]).await.len(), 10);
    assert_eq!(stores[1].standings.day_to_add(challenge.ends_at).await.unwrap(), None);
}

async fn days_are_added_to_stored_standings_in_any_order(database: Database) {
    let store = store(&database).await;
    let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
    let play = async |day, players| {
        let challenge = daily(DAY + day, players);
        assert!(changed(store.challenges.add(&challenge, None, None).await));
        let game = attempt(&challenge, ada);
        let game = if players == 2 {
            team(&store, &challenge, [&ada, &ben]).await
        } else {
            assert!(changed(store.games.start_attempt(&game, &entry(&challenge, &ada), None).await));
            game
        };
        rank_at_last(&store, &challenge, game.id).await;
        add(&store, &challenge, 1).await;
        challenge
    };
    // From 29 November on.
    for (day, players) in [(9, 1), (11, 1), (10, 1), (10, 2), (11, 2), (14, 1), (12, 1), (13, 1)] {
        play(day, players).await;
        audited(&store).await;
    }
    let found = audited(&store).await;
    let of_ada = found.iter().filter(|standing| standing.player == ada.0);
    let of_ada = of_ada.map(|of| (of.period, of.players, of.totals.played, of.totals.streak));
    let expected = [
        (0, 1, 6, 6),
        (0, 2, 2, 2),
        (202_611, 1, 2, 2),
        (202_611, 2, 1, 1),
        (202_612, 1, 4, 4),
        (202_612, 2, 1, 1),
    ];
    assert_eq!(of_ada.collect::<Vec<_>>(), expected);

    // Earlier results are not read again, unless one of them changes.
    execute(&database, "update standings set enemies = enemies + 700 where period = 0 and players = 1").await;
    let last = play(15, 1).await;
    add(&store, &last, 1).await;
    assert_eq!(table(&store, 0, 1, false).await, [row(1, 7, 105_000)]);
    assert_eq!(table(&store, 202_612, 1, false).await, [row(1, 5, 5_000)]);
    assert!(changed(store.admin.mark_bot(ada.0, false, &act(1)).await));
    assert_eq!(table(&store, 0, 1, false).await, [row(1, 7, 5_000)]);
    audited(&store).await;
}

async fn results_that_come_late_change_the_standings(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let games = tried(&store, &challenge, 1..4).await;
    rank(&store, &challenge, &games, &[3]).await;
    assert!(store.standings.add_day(challenge.id, Uuid::nil(), 1).await.unwrap().is_some());
    rank(&store, &challenge, &games[1..], &[5]).await;
    add(&store, &challenge, 10).await;
    rank(&store, &challenge, &games[2..], &[7]).await;
    assert_eq!(table(&store, 0, 1, false).await, [row(3, 1, 7_000), row(2, 1, 5_000), row(1, 1, 3_000)]);
    assert!(changed(store.admin.void_results(challenge.id, games[1], "Two accounts.", &act(1)).await));
    assert_eq!(table(&store, 202_611, 1, false).await, [row(3, 1, 7_000), row(1, 1, 3_000)]);
    assert_eq!(audited(&store).await.len(), 6);
    // An audit finds changes that bypass the service.
    execute(&database, "update standings set won = 1 where period = 0").await;
    let found = store.audit.standings_between(Uuid::nil(), Uuid::max()).await.unwrap();
    assert_eq!(found.iter().filter(|standing| standing.totals.won == 1).count(), 3);
    assert_eq!(store.audit.standing_players(Uuid::nil(), 2).await.unwrap().len(), 2);
}

async fn marking_a_bot_recounts_the_games_of_the_team(database: Database) {
    let store = store(&database).await;
    let (ada, ben, cleo) = (player(&store, 1).await, player(&store, 2).await, player(&store, 3).await);
    let (first, second) = (daily(DAY, 2), daily(DAY + 1, 2));
    for challenge in [&first, &second] {
        assert!(changed(store.challenges.add(challenge, None, None).await));
    }
    let with_cleo = team(&store, &first, [&ada, &cleo]).await;
    let without = team(&store, &second, [&ben, &ada]).await;
    for (challenge, game, enemies) in [(&first, &with_cleo, 4), (&second, &without, 6)] {
        let revision = store.games.head(game.id).await.unwrap().unwrap().revision;
        let results = GameResults { revision, ..results_of(challenge, game.id, score(enemies)) };
        assert_eq!(store.boards.rank_game(&results).await.unwrap(), Ranking::Ranked);
        add(&store, challenge, 10).await;
    }
    let both = [row(2, 1, 6_000), row(1, 2, 5_000), row(3, 1, 4_000)];
    assert_eq!(table(&store, 0, 2, false).await, both);
    assert!(changed(store.admin.mark_bot(cleo.0, true, &act(1)).await));
    let people = [row(1, 1, 6_000), row(2, 1, 6_000)];
    let mut found = table(&store, 0, 2, false).await;
    found.sort();
    assert_eq!(found, people, "people do not score by what bots helped them to");
    assert_eq!(table(&store, 0, 2, true).await, [row(3, 1, 4_000)]);
    audited(&store).await;
    assert!(changed(store.admin.mark_bot(cleo.0, false, &act(2)).await));
    assert_eq!(table(&store, 202_611, 2, false).await, both);
    assert_eq!(audited(&store).await.len(), 6);
}

async fn a_deleted_player_has_no_standings(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let games = tried(&store, &challenge, 1..3).await;
    rank(&store, &challenge, &games, &[3]).await;
    add(&store, &challenge, 10).await;
    for number in 1..3 {
        let token = TokenHash([number; 32]);
        let id = store.players.by_token(&token).await.unwrap().unwrap().id;
        assert_eq!(store.standings.streak_of(id, DAY).await.unwrap(), Streak { current: 1, longest: 1 });
        let gone = PlayerChange::Delete { at: challenge.ends_at, players_hash: |_| None };
        assert!(changed(store.players.update(id, &token, gone, None).await));
        assert_eq!(store.standings.streak_of(id, DAY).await.unwrap(), Streak::default());
    }
    // Neither the same day nor a late result brings them back.
    add(&store, &challenge, 10).await;
    let revision = store.games.head(games[1]).await.unwrap().unwrap().revision;
    let late = GameResults { revision, ..results_of(&challenge, games[1], score(5)) };
    store.boards.rank_game(&late).await.unwrap();
    assert!(audited(&store).await.is_empty());
}

async fn days_in_a_row_are_those_of_games_that_have_begun(database: Database) {
    let store = store(&database).await;
    let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
    assert_eq!(store.standings.streak_of(ada.0, DAY).await.unwrap(), Streak::default());
    for day in [DAY, DAY + 1, DAY + 3] {
        let challenge = daily(day, 1);
        assert!(changed(store.challenges.add(&challenge, None, None).await));
        let game = attempt(&challenge, ada);
        assert!(changed(store.games.start_attempt(&game, &entry(&challenge, &ada), None).await));
    }
    let streak = async |player: Uuid, today| {
        let Streak { current, longest } = store.standings.streak_of(player, today).await.unwrap();
        (current, longest)
    };
    assert_eq!(streak(ada.0, DAY + 3).await, (1, 2));
    assert_eq!(streak(ada.0, DAY + 4).await, (1, 2), "today is not over");
    assert_eq!(streak(ada.0, DAY + 5).await, (0, 2));
    // A game that waits for others has not begun.
    let gap = daily(DAY + 2, 2);
    assert!(changed(store.challenges.add(&gap, None, None).await));
    let game = attempt(&gap, ada);
    assert!(changed(store.games.start_attempt(&game, &entry(&gap, &ada), None).await));
    assert_eq!((streak(ada.0, DAY + 3).await, streak(ben.0, DAY + 3).await), ((1, 2), (0, 0)));
    let seat = SeatState {
        open: false,
        player: Some(SeatPlayer { id: ben.0, token: ben.1 }),
        ..SeatState::open(Seat::all(2).last().unwrap())
    };
    let joins = TeamChange::Join(entry(&gap, &ben));
    assert!(changed(store.seats.update(game.id, 0, &seat, Some(&joins), None, None).await));
    assert_eq!((streak(ada.0, DAY + 3).await, streak(ben.0, DAY + 3).await), ((4, 4), (1, 1)));
}

/// Two instances add days while games are ranked, results voided and players marked.
async fn standings_follow_from_results_whatever_happens_at_once(database: Database) {
    let stores = [store(&database).await, store(&database).await];
    let mut players = Vec::new();
    for number in 1..=8 {
        players.push(player(&stores[0], number).await);
    }
    let (mut days, mut games) = (Vec::new(), Vec::new());
    for day in DAY..DAY + 4 {
        let challenge = daily(day, 1);
        assert!(changed(stores[0].challenges.add(&challenge, None, None).await));
        for player in &players {
            let game = attempt(&challenge, *player);
            assert!(changed(stores[0].games.start_attempt(&game, &entry(&challenge, player), None).await));
            games.push((challenge.clone(), game.id));
        }
        days.push(challenge);
    }
    let adding = join_all((0..2).map(async |number: usize| {
        for day in &days {
            add(&stores[number], day, [3, 5][number]).await;
        }
    }));
    let ranking = join_all((0..4).map(async |number: usize| {
        let store = &stores[number % 2];
        for (place, (challenge, game)) in games.iter().enumerate().skip(number).step_by(4) {
            rank_at_last(store, challenge, *game).await;
            if place % 8 == 7 {
                assert!(changed(store.admin.void_results(challenge.id, *game, "x", &act(1)).await));
            }
        }
    }));
    let marking = async {
        for (player, _) in &players[..3] {
            assert!(changed(stores[1].admin.mark_bot(*player, true, &act(1)).await));
        }
    };
    join3(adding, ranking, marking).await;
    assert_eq!(stores[0].standings.day_to_add(days[3].ends_at).await.unwrap(), None);
    assert_eq!(audited(&stores[0]).await.len(), 16);
    let expected: Vec<_> =
        (1..=8).map(|number| row(number, if number == 8 { 0 } else { 4 }, 5_000)).collect();
    let mut found = [table(&stores[0], 0, 1, false).await, table(&stores[0], 0, 1, true).await].concat();
    found.sort();
    assert_eq!(found, expected[..7], "all results of the last player are void");
}

/// Ranks a game whose version may rise meanwhile.
async fn rank_at_last(store: &Arc<Store>, challenge: &Challenge, game: Uuid) {
    loop {
        let revision = store.games.head(game).await.unwrap().unwrap().revision;
        let results = GameResults { revision, ..results_of(challenge, game, score(5)) };
        match store.boards.rank_game(&results).await {
            Err(error) if error.is_stale() => {}
            ranked => break assert_eq!(ranked.unwrap(), Ranking::Ranked),
        }
    }
}
