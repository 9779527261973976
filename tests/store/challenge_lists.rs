//! Challenges one by one and in lists.

use chrono::TimeDelta;
use regicide_store::{
    Challenge, ChallengeFilter, ChallengeStatus, MAX_LISTED, OrganiserListing, Source, Visibility,
};
use uuid::Uuid;

use crate::challenges::{act, daily, player};
use crate::contract::on_both_databases;
use crate::fixtures::{changed, connect, store};
use crate::support::Database;

on_both_databases!(
    a_challenge_comes_back_as_it_was_stored,
    challenges_are_listed_by_kind_players_and_status,
    challenges_are_listed_page_by_page,
    an_organiser_lists_a_few_at_a_time,
    a_hidden_challenge_is_in_no_list_and_has_no_name,
);

const DAY: i32 = 20_777;

/// A challenge of an organiser, which opens with the day.
fn organised(day: i32, name: &str) -> Challenge {
    let source = Source::Custom { name: Some(name.to_owned()), organiser: None };
    Challenge { source, attempts: 3, ..daily(day, 2) }
}

/// All challenges, at the middle of the day.
fn everything() -> ChallengeFilter {
    let now = daily(DAY, 1).opens_at + TimeDelta::hours(12);
    ChallengeFilter { daily: None, players: Vec::new(), status: Vec::new(), after: None, now }
}

async fn a_challenge_comes_back_as_it_was_stored(database: Database) {
    let store = store(&database).await;
    for made in [daily(DAY, 4), organised(DAY, "Cup ♠")] {
        assert!(store.challenges.read(made.id).await.unwrap().is_none());
        assert!(changed(store.challenges.add(&made, None, None).await));
        let stored = store.challenges.read(made.id).await.unwrap().unwrap();
        assert_eq!(format!("{stored:?}"), format!("{made:?}"));
        assert_eq!(stored.seed, made.seed);
    }
    assert!(store.challenges.read(Uuid::nil()).await.unwrap().is_none());
}

async fn challenges_are_listed_by_kind_players_and_status(database: Database) {
    let store = store(&database).await;
    // A day is open, the one before over since noon, and the next to come.
    let noon = everything().now;
    let over = Challenge { ends_at: noon, ..daily(DAY - 1, 1) };
    let closing = daily(DAY - 1, 3);
    let closing = Challenge { ends_at: noon + TimeDelta::microseconds(1), ..closing };
    let open = daily(DAY, 1);
    let coming = organised(DAY + 1, "Cup");
    let unlisted = Challenge { visibility: Visibility::Unlisted, ..organised(DAY, "Club") };
    for challenge in [&over, &closing, &open, &coming, &unlisted] {
        assert!(changed(store.challenges.add(challenge, None, None).await));
    }
    let ids = async |filter: ChallengeFilter| {
        let mut ids: Vec<_> = Vec::new();
        for listed in store.challenges.list(&filter, 10).await.unwrap().items {
            assert!(filter.status.is_empty() || filter.status.contains(&listed.status(filter.now)));
            ids.push(listed.id);
        }
        ids
    };
    assert_eq!(ids(everything()).await, [open.id, closing.id, coming.id, over.id]);
    let kind = async |daily| ids(ChallengeFilter { daily: Some(daily), ..everything() }).await;
    assert_eq!(kind(false).await, [coming.id]);
    assert_eq!(kind(true).await, [open.id, closing.id, over.id]);
    let players = async |players| ids(ChallengeFilter { players: vec![players], ..everything() }).await;
    assert_eq!(
        (players(2).await, players(3).await, players(4).await),
        (vec![coming.id], vec![closing.id], vec![])
    );
    for (status, id) in [
        (ChallengeStatus::Over, over.id),
        (ChallengeStatus::Closing, closing.id),
        (ChallengeStatus::Open, open.id),
        (ChallengeStatus::Coming, coming.id),
    ] {
        assert_eq!(ids(ChallengeFilter { status: vec![status], ..everything() }).await, [id], "{status:?}");
    }
    let status = vec![ChallengeStatus::Over, ChallengeStatus::Open, ChallengeStatus::Coming];
    let several = ids(ChallengeFilter { status, ..everything() }).await;
    assert_eq!(several, [open.id, coming.id, over.id], "in the order of the list");
    assert_eq!(ids(ChallengeFilter { players: vec![3, 2], ..everything() }).await, [closing.id, coming.id]);
}

async fn challenges_are_listed_page_by_page(database: Database) {
    let store = store(&database).await;
    // Two a day: those that end together are ordered by their ids. Some are
    // over, one day is closing, one is open, and others come.
    for day in DAY - 3..DAY + 3 {
        for challenge in [daily(day, 1), daily(day, 2), organised(day, "Cup")] {
            assert!(changed(store.challenges.add(&challenge, None, None).await));
        }
    }
    let now = daily(DAY, 1).opens_at + TimeDelta::hours(1);
    let everything = || ChallengeFilter { now, ..everything() };
    let all = store.challenges.list(&everything(), 100).await.unwrap().items;
    let places: Vec<_> = all.iter().map(|challenge| challenge.list_place(now)).collect();
    assert!(places.len() == 18 && places.is_sorted_by(|a, b| a < b));
    let own: Vec<_> = all.iter().map(|challenge| matches!(challenge.source, Source::Custom { .. })).collect();
    assert_eq!(own[..6], [false, false, true, false, false, true], "the service's come first");
    for size in [1, 4, 7] {
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let page = store.challenges.list(&ChallengeFilter { after, ..everything() }, size).await.unwrap();
            let places: Vec<_> = page.items.iter().map(|challenge| challenge.list_place(now)).collect();
            assert_eq!(page.next, page.items.last().map(|last| last.id).filter(|_| page.next.is_some()));
            after = places.last().copied();
            seen.extend(places);
            if page.next.is_none() {
                break;
            }
        }
        assert_eq!(seen, places, "pages of {size}");
    }
}

async fn an_organiser_lists_a_few_at_a_time(database: Database) {
    let store = store(&database).await;
    let other = connect(&database).await;
    let (ada, _) = player(&store, 1).await;
    let (ben, _) = player(&store, 2).await;
    let by = |organiser, day| {
        let source = Source::Custom { name: Some("Cup".to_owned()), organiser: Some(organiser) };
        Challenge { source, ..daily(day, 1) }
    };
    let now = daily(DAY, 1).created_at;
    let listing = async |organiser| store.challenges.organiser_listing(organiser, now).await.unwrap();
    assert_eq!(listing(ada).await, OrganiserListing { current: 0, hidden: false });
    // However many are made at once.
    let made = (0..20).map(|number| {
        let (store, challenge) = ([&store, &other][number % 2].clone(), by(ada, DAY));
        tokio::spawn(async move { changed(store.challenges.add(&challenge, None, None).await) })
    });
    let mut listed = 0;
    for made in made.collect::<Vec<_>>() {
        listed += u32::from(made.await.unwrap());
    }
    assert_eq!(listed, MAX_LISTED);
    assert_eq!(listing(ada).await, OrganiserListing { current: MAX_LISTED, hidden: false });
    let unlisted = Challenge { listed: false, ..by(ada, DAY) };
    assert!(changed(store.challenges.add(&unlisted, None, None).await), "others are not counted");
    assert!(changed(store.challenges.add(&by(ben, DAY), None, None).await));
    // Those that are over are not counted, either.
    let later = Challenge { created_at: daily(DAY, 1).ends_at, ..by(ada, DAY + 3) };
    assert!(changed(store.challenges.add(&later, None, None).await));

    let names = async || {
        let listed = store.challenges.list(&everything(), 100).await.unwrap().items;
        listed.into_iter().map(|challenge| challenge.source).collect::<Vec<_>>()
    };
    assert_eq!(names().await.len(), 7);
    assert!(!changed(store.admin.list_challenge(Uuid::nil(), &act(1)).await));
    assert!(changed(store.admin.list_challenge(unlisted.id, &act(2)).await), "an operator lists more");
    assert_eq!(names().await.len(), 8);
    assert!(!changed(store.admin.hide_organiser(Uuid::nil(), &act(3)).await));
    assert!(changed(store.admin.hide_organiser(ada, &act(4)).await));
    assert_eq!(store.admin.log(Uuid::nil(), 10).await.unwrap().len(), 2);
    let left = names().await;
    assert!(matches!(left[..], [Source::Custom { organiser: Some(left), .. }] if left == ben), "{left:?}");
    assert!(listing(ada).await.hidden);
    let again = Challenge { created_at: daily(DAY + 9, 1).ends_at, ..by(ada, DAY + 20) };
    assert!(
        !changed(store.challenges.add(&again, None, None).await),
        "a player with a hidden challenge lists no more"
    );
    let again = Challenge { listed: false, ..again };
    assert!(changed(store.challenges.add(&again, None, None).await));
    assert!(!changed(store.admin.list_challenge(unlisted.id, &act(5)).await), "what is hidden stays hidden");
}

async fn a_hidden_challenge_is_in_no_list_and_has_no_name(database: Database) {
    let store = store(&database).await;
    let (cup, day) = (organised(DAY, "Cup"), daily(DAY, 1));
    for challenge in [&cup, &day] {
        assert!(changed(store.challenges.add(challenge, None, None).await));
    }
    assert!(!changed(store.admin.hide_challenge(Uuid::nil(), &act(1)).await));
    assert!(!changed(store.admin.hide_challenge(day.id, &act(2)).await), "a day's has no name to hide");
    assert!(store.admin.log(Uuid::nil(), 10).await.unwrap().is_empty());
    assert!(changed(store.admin.hide_challenge(cup.id, &act(3)).await));
    assert_eq!(store.admin.log(Uuid::nil(), 10).await.unwrap().len(), 1);
    let listed = store.challenges.list(&everything(), 10).await.unwrap().items;
    assert_eq!(listed.iter().map(|challenge| challenge.id).collect::<Vec<_>>(), [day.id]);
    let hidden = store.challenges.read(cup.id).await.unwrap().unwrap();
    assert!(matches!(hidden.source, Source::Custom { name: None, .. }), "{hidden:?}");
}
