//! The records of a service, compared with its log.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use regicide_engine::engine::Message;
use regicide_engine::json::parse;
use regicide_engine::record::{
    Authenticity, Check, CheckName, Checked, Expected, GamePurpose, RecordFile, Verdict, verify,
};
use regicide_engine::tlog::{EntryKind, LogPolicy, MAX_DELAY};
use serde_json::json;

use super::api::{Api, MAX_FILE};
use super::copy::{CopyTimes, LogCopy};
use super::evidence::{Evidence, entry_of_signed, may_have_deleted};
use super::folder::LogFolder;
use super::service::is_id;
use super::stop::Stop;
use crate::failures::Failure;
use crate::output::Output;

/// The ids of the records that were read, in the order of the export.
const IDS: &str = "records";
/// The number of records that were read again.
const AGAIN: &str = "records.again";

/// The number of records that are read at once, and their longest size together.
const PAGE: usize = 100;
const MAX_PAGE: usize = PAGE << 20;
/// The number of new records of a round, besides two for each game in the log.
const MOST_AT_ONCE: u64 = 10_000;

/// The records of a service, compared with its log.
pub(super) struct Records<'a> {
    api: &'a Api,
    folder: &'a LogFolder,
    copy: &'a LogCopy,
    times: &'a CopyTimes,
    /// The policy for proofs, with the log's checkpoint as the kept one.
    policy: LogPolicy,
    ids: Vec<String>,
    /// The games that a suspicion was found of.
    suspected: HashSet<String>,
    suspicions: &'a mut Vec<Message>,
    pub(super) verified: u64,
    pub(super) again: u64,
    pub(super) waiting: u64,
}

impl<'a> Records<'a> {
    pub(super) fn open(
        api: &'a Api,
        folder: &'a LogFolder,
        (copy, times): (&'a LogCopy, &'a CopyTimes),
        policy: &LogPolicy,
        suspicions: &'a mut Vec<Message>,
    ) -> Result<Self, Failure> {
        let kept = Some(copy.witnessed.checkpoint.clone()).filter(|checkpoint| checkpoint.size > 0);
        Ok(Self {
            api,
            folder,
            copy,
            times,
            policy: LogPolicy { kept, ..policy.clone() },
            ids: folder.lines(IDS)?,
            suspected: HashSet::new(),
            suspicions,
            verified: 0,
            again: 0,
            waiting: 0,
        })
    }

    /// The number of entries of games whose records were read.
    pub(super) fn explained(&self) -> u64 {
        let has_entry = |id: &&String| self.copy.entries.of_subject(EntryKind::Game.subject(id)).is_some();
        u64::try_from(self.ids.iter().filter(has_entry).count()).unwrap_or(u64::MAX)
    }

    /// Checks the new records of the export.
    pub(super) async fn follow(&mut self, player: Option<&str>, out: &mut Output) -> Result<(), Stop> {
        let (first, mut page) = self.page_from(self.ids.len(), out).await?;
        // Each game is there once, and most of them are in the log: an export without an end is none.
        let mut left = MOST_AT_ONCE + 2 * self.copy.entries.games;
        let mut passed: HashSet<String> = self.ids[..first].last().into_iter().cloned().collect();
        let known: HashSet<String> = self.ids[first..].iter().cloned().collect();
        while !page.is_empty() && left > 0 {
            let after = page.last().map(|(id, _)| id.clone());
            for (id, record) in page {
                left = left.saturating_sub(1);
                if !passed.insert(id.clone()) {
                    return Err(self.api.unusable("/v1/records").into());
                }
                if known.contains(&id) {
                    continue;
                }
                self.folder.append(IDS, &id)?;
                self.ids.push(id.clone());
                self.check(&id, record.as_deref(), out).await?;
                self.verified += 1;
                if let (Some(player), Some(record)) = (player, record)
                    && has_player(&record, player)
                {
                    report_game(&id, player, &record, out)?;
                }
            }
            page = self.page(after).await?.unwrap_or_default();
        }
        Ok(())
    }

    /// Checks a page of earlier records again: none may have changed.
    pub(super) async fn read_again(&mut self, out: &mut Output) -> Result<(), Stop> {
        let last = self.folder.read_text(AGAIN)?.and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        let last = if last < self.ids.len() { last } else { 0 };
        let (first, page) = self.page_from(last, out).await?;
        let known = self.ids[first..].iter().take(PAGE).cloned().collect::<Vec<_>>();
        let next = (first + known.len()).max(last + usize::from(!known.is_empty()));
        self.folder.write(AGAIN, format!("{next}\n").as_bytes())?;
        let mut found: HashMap<String, Option<Box<RecordFile>>> = page.into_iter().collect();
        for id in &known {
            match found.remove(id) {
                Some(record) => self.check(id, record.as_deref(), out).await?,
                None => self.suspect("log-withdrawn", id),
            }
        }
        self.again = u64::try_from(known.len()).unwrap_or(u64::MAX);
        Ok(())
    }

    /// The page of the export after so many known games, or after fewer where it no longer has the
    /// game before; with that number.
    async fn page_from(&mut self, number: usize, out: &Output) -> Result<(usize, Vec<Exported>), Stop> {
        let mut first = number;
        loop {
            let after = first.checked_sub(1).map(|before| self.ids[before].clone());
            if let Some(page) = self.page(after.clone()).await? {
                return Ok((first, page));
            }
            let Some(id) = after else {
                return Err(Failure::from(out.text(&Message::new("log-no-export"))).into());
            };
            self.suspect("log-withdrawn", &id);
            first = first.saturating_sub(1 + 2 * (number - first));
        }
    }

    /// A page of the export after a game: ids with records, without one for games that the service
    /// cannot read; nothing if it has no such game.
    async fn page(&self, after: Option<String>) -> Result<Option<Vec<Exported>>, Stop> {
        let cursor = after.map(|id| format!("&after={id}")).unwrap_or_default();
        let path = format!("/v1/records?limit={PAGE}{cursor}");
        let unusable = || Stop::from(self.api.unusable(&path));
        let Some(page) = self.api.found(&path, MAX_PAGE).await? else { return Ok(None) };
        let page = String::from_utf8(page).map_err(|_| unusable())?;
        let mut read: Vec<Exported> = Vec::new();
        for line in page.lines() {
            if line.len() > MAX_FILE || read.len() == PAGE {
                return Err(unusable());
            }
            let value = parse(line).map_err(|_| unusable())?;
            let id = value["id"].as_str().filter(|id| is_id(id)).ok_or_else(unusable)?.to_owned();
            read.push((id, RecordFile::from_value(value).ok().map(Box::new)));
        }
        Ok(Some(read))
    }

    fn suspect(&mut self, message: &'static str, id: &str) {
        if self.suspected.insert(id.to_owned()) {
            self.suspicions.push(Message::new(message).with("id", id));
        }
    }

    /// Checks an exported record, and that the log has its entry.
    async fn check(&mut self, id: &str, record: Option<&RecordFile>, out: &mut Output) -> Result<(), Stop> {
        let Some(record) = record else {
            self.suspect("log-skipped", id);
            return Ok(());
        };
        let verdict = self.verify(record, None, out);
        if !verdict.consistent || verdict.authenticity == Authenticity::Contradicted {
            self.suspect("log-bad-record", id);
            return Ok(());
        }
        let is_import = record.played_as.as_ref().is_some_and(|played| played.purpose == GamePurpose::Import);
        if record.signature.is_none() && is_import {
            return Ok(());
        }
        let Some(entry) = verdict.entry.filter(|_| record.signature.is_some()) else {
            self.suspect("log-unsigned-record", id);
            return Ok(());
        };
        let Some(ended) =
            verdict.ended_at.filter(|ended| *ended - self.copy.witnessed.signed_at <= MAX_DELAY)
        else {
            self.suspect("log-bad-record", id);
            return Ok(());
        };
        let is_late = |at: Option<DateTime<Utc>>| at.is_some_and(|at| at - ended > MAX_DELAY);
        match self.copy.entries.of_subject(entry.subject) {
            Some((index, hash)) => {
                if is_late(self.times.without(index)) {
                    self.suspect("log-late-record", id);
                }
                if hash != entry.hash {
                    self.check_other(id, record, index, out).await?;
                }
            }
            None if is_late(Some(self.copy.witnessed.signed_at)) => self.suspect("log-not-logged", id),
            None => self.waiting += 1,
        }
        Ok(())
    }

    /// Checks a record whose own players are not those of its entry: one may have been deleted, and
    /// then a proof of the service leads to the entry (L1.4).
    async fn check_other(
        &mut self,
        id: &str,
        record: &RecordFile,
        index: u64,
        out: &mut Output,
    ) -> Result<(), Stop> {
        let size = self.copy.size();
        if entry_of_signed(record, &self.policy).is_some() {
            let (note, entry) = (self.copy.note.clone(), self.copy.entries.proven(index, size));
            let evidence = Evidence::other_end(note, entry, record.clone());
            return Ok(evidence.report(&self.policy, self.folder, out)?);
        }
        let mut proof = None;
        if may_have_deleted(record) {
            let path = format!("/v1/games/{id}/proof?since={size}");
            proof = self.api.found(&path, MAX_FILE).await?;
        }
        let proof = proof.and_then(|proof| String::from_utf8(proof).ok());
        let verdict = self.verify(&RecordFile { proof, ..record.clone() }, Some(self.policy.clone()), out);
        let is_logged = |check: &Check| check.name == CheckName::Log && check.outcome == Checked::Held;
        if !verdict.checks.iter().any(is_logged) {
            self.suspect("log-bad-proof", id);
        }
        Ok(())
    }

    fn verify(&self, record: &RecordFile, log: Option<LogPolicy>, out: &Output) -> Verdict {
        let keys = self.policy.signing_keys();
        verify(record, &Expected { keys, log, ..Expected::default() }, out.language())
    }
}

/// A game of the export, with its record if the service can read it.
type Exported = (String, Option<Box<RecordFile>>);

fn has_player(record: &RecordFile, player: &str) -> bool {
    let former = record.former_players.iter().map(|former| &former.player_id);
    record.player_ids.iter().flatten().chain(former).any(|id| id.as_deref() == Some(player))
}

fn report_game(id: &str, player: &str, record: &RecordFile, out: &mut Output) -> Result<(), Failure> {
    let object = json!({ "type": "game", "id": id, "player": player, "result": record.result });
    Ok(out.report(&object, &Message::new("log-game-of-player").with("id", id).with("player", player))?)
}
