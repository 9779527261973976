//! The challenges of a service, compared with its log.

use regicide_engine::engine::Message;
use regicide_engine::json;
use regicide_engine::record::Commitment;
use serde_json::Value;

use super::api::{Api, MAX_FILE};
use super::copy::{CopyTimes, LogCopy};
use super::folder::LogFolder;
use super::service::is_id;
use super::stop::Stop;

/// The challenge after which those that are over are read again.
const AGAIN: &str = "challenges.again";

/// The most pages of challenges that are not over: a list without an end is none.
const PAGES: usize = 1000;

/// A log to compare challenges with.
pub(super) struct LogTimes<'a> {
    pub(super) copy: &'a LogCopy,
    pub(super) times: &'a CopyTimes,
}

/// Checks the commitments of all listed challenges that are not over, and of a page of the others
/// (L4.9).
pub(super) async fn check_challenges(
    api: &Api,
    folder: &LogFolder,
    log: &LogTimes<'_>,
    suspicions: &mut Vec<Message>,
) -> Result<(), Stop> {
    let mut check = |challenges: Vec<Commitment>| {
        suspicions.extend(challenges.iter().filter_map(|challenge| log.suspicion(challenge)));
    };
    let mut after = None;
    for _ in 0..PAGES {
        let (challenges, next) = page(api, "coming,open,closing", after.as_deref()).await?;
        check(challenges);
        if next.is_none() || next == after {
            break;
        }
        after = next;
    }
    let after = folder.read_text(AGAIN)?.map(|id| id.trim().to_owned()).filter(|id| is_id(id));
    let (challenges, next) = page(api, "over", after.as_deref()).await?;
    check(challenges);
    Ok(folder.write(AGAIN, format!("{}\n", next.unwrap_or_default()).as_bytes())?)
}

/// A page of the list after a challenge, and the challenge to go on after. Where there is no such
/// challenge any more the list begins anew.
async fn page(
    api: &Api,
    status: &str,
    after: Option<&str>,
) -> Result<(Vec<Commitment>, Option<String>), Stop> {
    let cursor = after.map(|id| format!("&after={id}")).unwrap_or_default();
    let path = format!("/v1/challenges?limit=100&status={status}{cursor}");
    let Some(list) = api.found(&path, MAX_FILE).await? else { return Ok((Vec::new(), None)) };
    let mut list = json::parse(list).map_err(|_| api.unusable(&path))?;
    let next = list["next"].as_str().filter(|id| is_id(id)).map(str::to_owned);
    let Value::Array(items) = list["items"].take() else { return Err(api.unusable(&path).into()) };
    let challenges: Option<Vec<_>> = items.into_iter().map(Commitment::of_challenge).collect();
    Ok((challenges.ok_or_else(|| api.unusable(&path))?, next))
}

impl LogTimes<'_> {
    fn suspicion(&self, challenge: &Commitment) -> Option<Message> {
        let entry = challenge.entry();
        let message = match self.copy.entries.of_subject(entry.subject) {
            Some((_, hash)) if hash != entry.hash => "log-other-challenge",
            Some((index, _)) if self.times.without(index).is_some_and(|at| at > challenge.log_by()) => {
                "log-late-challenge"
            }
            None if self.copy.witnessed.signed_at > challenge.log_by() => "log-no-challenge",
            Some(_) | None => return None,
        };
        Some(Message::new(message).with("id", challenge.id.as_str()))
    }
}
