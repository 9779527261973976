//! Challenges, compared with what was published of them and, for daily ones, with the
//! keys that their seeds are made with.

use chrono::Days;
use regicide_engine::engine::Seed;
use regicide_engine::record::SeedBy;
use uuid::Uuid;

use super::Finding;
use super::game::is_made_by_service;
use crate::service::challenges::daily;
use crate::service::challenges::deals::lines_hold;
use regicide_store::{Challenge, DailyKey, Source, Store, StoreError};

const BATCH: u32 = 256;

pub async fn audit_challenges(store: &Store) -> Result<Vec<Finding>, StoreError> {
    let keys = store.keys.daily().await?;
    let mut findings = Vec::new();
    let mut after = Uuid::nil();
    loop {
        let found = store.challenges.after(after, BATCH).await?;
        for (id, challenge) in &found {
            let checks = match challenge {
                Ok(challenge) => failed(challenge, &keys),
                Err(StoreError::UnknownRules { .. }) => vec!["unknown_rules"],
                Err(_) => vec!["rows"],
            };
            if !checks.is_empty() {
                findings.push(Finding { row: "challenge", id: id.to_string(), checks });
            }
        }
        match found.last() {
            Some((last, _)) => after = *last,
            None => return Ok(findings),
        }
    }
}

/// The checks of a challenge that fail.
fn failed(challenge: &Challenge, keys: &[DailyKey]) -> Vec<&'static str> {
    let mut failed = Vec::new();
    let mut check = |name, holds: bool| failed.extend((!holds).then_some(name));
    check("commitment", challenge.seed.commitment() == challenge.commitment);
    let seed_holds = match challenge.source {
        Source::Daily(day) => {
            check("day", is_of_day(challenge, day));
            // A key that is only in a configuration is not available here.
            let key = keys.iter().rev().find(|key| key.valid_from <= day);
            let secret = key.and_then(|key| key.secret);
            let players = challenge.setup.players();
            // The candidates in their order: those that were skipped, and the seed.
            let skipped = challenge.search.iter().flat_map(|search| &search.skipped);
            let is_candidate = |(number, seed): (usize, &Seed)| {
                secret.is_none_or(|key| daily::seed(&key, daily::date_of(day), players, number) == *seed)
            };
            challenge.seed_by == SeedBy::Service
                && is_made_by_service(&challenge.seed)
                && skipped.chain([&challenge.seed]).enumerate().all(is_candidate)
        }
        Source::Custom { .. } => challenge.seed_by == SeedBy::Client || is_made_by_service(&challenge.seed),
    };
    check("seed", seed_holds);
    check("solution", lines_hold(challenge));
    failed
}

/// True if id and times are those of the day (docs/spec/challenges.md C1.2).
fn is_of_day(challenge: &Challenge, day: i32) -> bool {
    let date = daily::date_of(day);
    let opens_at = daily::begin_of(date);
    challenge.id == daily::id(date, challenge.setup.players())
        && challenge.opens_at == opens_at
        && challenge.closes_at == opens_at + Days::new(1)
}
