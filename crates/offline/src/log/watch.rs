//! `regicide log watch`: mirrors a log, verifies the service's export, and requires that
//! the log contains its records.

use std::collections::{HashMap, HashSet};
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use regicide_engine::engine::{Hash, Message};
use regicide_engine::i18n::Language;
use regicide_engine::json::{from_text, parse};
use regicide_engine::record::{
    Authenticity, CheckName, Checked, Expected, PublicKey, RecordFile, Verdict, verify,
};
use regicide_engine::tlog::{Checkpoint, Entry, LogPolicy};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::contradiction::{Contradiction, Stop};
use super::folder::{LogEntries, LogFolder, lines};
use super::mirror::{Update, update};
use super::place::{Api, Place, Source};
use super::policy::{LogKeys, LogWitnesses};
use crate::failures::{Failure, describe};
use crate::interrupt::Interrupt;
use crate::output::{Output, visible};

/// The id of the last record that was verified.
const AFTER: &str = "records.after";
/// The signed games so far: on each line id, last hash of the chain, and the index of the
/// entry, or `-`.
const GAMES: &str = "games";
/// Records whose entry no checkpoint has yet.
const PENDING: &str = "pending.json";
/// The public keys that sign games.
const SIGNING_KEYS: &str = "signing-keys";

/// The number of records that are read at once, and their longest size together.
const PAGE: usize = 100;
const MAX_PAGE: usize = PAGE << 20;
/// The size limit of the other answers.
const MAX_ANSWER: usize = 1 << 20;

/// The number of later checkpoints that may lack an exported record.
const MOST_MISSED: u32 = 1;

/// Watch a service: its log only grows, and has every signed game
///
/// Mirrors the log as `log mirror` does, and checks that witnesses have signed each new
/// checkpoint. Every record of the export is rebuilt and verified, and each one that the
/// service has signed has to be in the log, at the latest in the second checkpoint after
/// it was exported. One line for each round with news.
///
/// Exit status 1, with the proof in `contradiction.json` in the folder, when the
/// service contradicts itself; with `--once` also when too few witnesses have signed.
/// From a folder with a copy only the log itself is watched.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide log watch https://regicide.example copy
  regicide log watch --once --json https://regicide.example copy >> watched.ndjson")]
pub struct Watch {
    /// The service, such as `https://regicide.example`, or a folder with a copy
    #[arg(value_name = "URL")]
    from: Place,
    /// The folder for the copy of the log, and for the progress of the verification
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    keys: LogKeys,
    #[command(flatten)]
    witnesses: LogWitnesses,
    /// Seconds from one round to the next
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    interval: u64,
    /// Make one round, and end
    #[arg(long)]
    once: bool,
}

impl Watch {
    pub async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let policy = self.witnesses.policy(self.keys.log_keys, out)?;
        let source = self.from.open(out);
        let folder = LogFolder::new(self.folder);
        let mut watcher = Watcher { source, folder, policy, entries: LogEntries::default() };
        let interrupt = Interrupt::catch_resumable()?;
        loop {
            match interrupt.or(watcher.round(out)).await? {
                Ok(round) => {
                    if self.once && round.unwitnessed.is_some() {
                        out.record_failure();
                    }
                    if self.once || round.is_news() {
                        round.report(out)?;
                    }
                }
                Err(Stop::Contradicted(contradiction)) => return contradiction.report(&watcher.folder, out),
                Err(Stop::Failed(failure)) if self.once => return Err(failure),
                // The next round may succeed.
                Err(Stop::Failed(failure)) => {
                    writeln!(
                        std::io::stderr(),
                        "regicide: {}",
                        visible(&describe(&*failure, out.language()))
                    )?;
                }
            }
            if self.once {
                return Ok(());
            }
            interrupt.or(tokio::time::sleep(Duration::from_secs(self.interval))).await?;
        }
    }
}

/// The result of a round.
struct Round {
    checkpoint: Checkpoint,
    new: u64,
    witnesses: Vec<String>,
    unwitnessed: Option<Message>,
    /// The number of verified records.
    verified: u64,
    /// The number of entries of games without a record.
    unexplained: u64,
    /// The number of records that wait for their entries.
    pending: usize,
    /// The number of games in the export that cannot be read.
    skipped: u64,
}

impl Round {
    fn is_news(&self) -> bool {
        self.new > 0 || self.verified > 0 || self.unwitnessed.is_some()
    }

    fn report(&self, out: &mut Output) -> Result<(), Failure> {
        let Self { checkpoint: Checkpoint { origin, size, root }, new, verified, unexplained, .. } = self;
        let summary = Message::new("log-watched").with("origin", origin.as_str()).with("size", *size);
        let summary = summary.with("new", *new).with("verified", *verified);
        let summary = summary.with("unexplained", unexplained.to_string());
        let summary = summary.with("pending", u64::try_from(self.pending).unwrap_or(u64::MAX));
        let witnessed = self.unwitnessed.as_ref().map(|fault| out.text(fault));
        let object = json!({
            "type": "checkpoint", "origin": origin, "size": size, "root": root.to_base64(), "new": new,
            "verified": verified, "unexplained": unexplained, "pending": self.pending,
            "skipped": self.skipped, "witnesses": self.witnesses, "error": witnessed,
        });
        let line = out.text(&summary);
        let line = witnessed.map_or_else(|| line.clone(), |witnessed| format!("{line}. {witnessed}"));
        Ok(out.result(&object, line)?)
    }
}

/// Records whose entries are missing.
#[derive(Default, Deserialize, Serialize)]
struct Pending {
    /// The size of the last checkpoint that was searched.
    size: u64,
    games: Vec<Waiting>,
}

#[derive(Deserialize, Serialize)]
struct Waiting {
    /// The number of checkpoints after the export that lack it.
    missed: u32,
    record: RecordFile,
}

/// A game of an earlier round.
#[derive(Clone, Copy)]
struct Seen {
    chain: Hash,
    index: Option<u64>,
}

struct Watcher {
    source: Source,
    folder: LogFolder,
    policy: LogPolicy,
    entries: LogEntries,
}

/// The place of a record in the log.
enum Found {
    At(u64),
    NotYet,
}

impl Watcher {
    async fn round(&mut self, out: &Output) -> Result<Round, Stop> {
        let Self { source, folder, policy, entries } = self;
        let updated = update(source, folder, policy, entries, out).await?;
        let size = updated.witnessed.checkpoint.size;
        folder.extend(entries, size, out)?;
        let mut round = Round {
            new: size - updated.before,
            witnesses: updated.witnessed.witnesses.iter().map(|(name, _)| name.clone()).collect(),
            unwitnessed: updated.unwitnessed.map(|fault| fault.message()),
            verified: 0,
            unexplained: self.entries.games,
            pending: 0,
            skipped: 0,
            checkpoint: updated.witnessed.checkpoint.clone(),
        };
        if let Source::Service(api) = &self.source {
            let mut records = Records::open(self, api, &updated, out).await?;
            records.search_again().await?;
            (round.verified, round.skipped) = records.follow().await?;
            round.pending = records.pending.games.len();
            let explained = records.seen.values().filter(|seen| seen.index.is_some()).count();
            round.unexplained -= u64::try_from(explained).unwrap_or(u64::MAX).min(round.unexplained);
        }
        Ok(round)
    }
}

/// The records of a service, compared with its log.
struct Records<'a> {
    api: &'a Api,
    folder: &'a LogFolder,
    entries: &'a LogEntries,
    /// The policy for proofs, with the log's checkpoint as the kept one.
    policy: LogPolicy,
    checkpoint: String,
    keys: Vec<PublicKey>,
    seen: HashMap<String, Seen>,
    pending: Pending,
    language: Language,
}

impl<'a> Records<'a> {
    async fn open(
        watcher: &'a Watcher,
        api: &'a Api,
        update: &Update,
        out: &Output,
    ) -> Result<Records<'a>, Stop> {
        let folder = &watcher.folder;
        let checkpoint = update.witnessed.checkpoint.clone();
        let mut keys = watcher.policy.keys.clone();
        if keys.is_empty() {
            keys = folder.keys()?;
        }
        let kept = Some(checkpoint).filter(|checkpoint| checkpoint.size > 0);
        let pending = folder.read_text(PENDING)?.map(from_text).transpose();
        Ok(Self {
            api,
            folder,
            entries: &watcher.entries,
            policy: LogPolicy { keys, kept, ..LogPolicy::default() },
            checkpoint: update.note.clone(),
            keys: signing_keys(api, folder).await?,
            seen: seen_games(folder)?,
            pending: pending.map_err(Failure::from)?.unwrap_or_default(),
            language: out.language(),
        })
    }

    fn size(&self) -> u64 {
        self.policy.kept.as_ref().map_or(0, |kept| kept.size)
    }

    /// Searches again for records whose entries were missing.
    async fn search_again(&mut self) -> Result<(), Stop> {
        let size = self.size();
        let is_later = size > self.pending.size;
        for Waiting { missed, record } in std::mem::take(&mut self.pending.games) {
            let missed = missed + u32::from(is_later);
            let entry = self.verify(&record, None).entry;
            match self.place(&record, entry).await? {
                Found::At(index) => self.note(&record, Some(index))?,
                Found::NotYet if missed > MOST_MISSED => {
                    return Err(self.contradiction(Message::new("log-not-logged"), &record).stop());
                }
                Found::NotYet => self.pending.games.push(Waiting { missed, record }),
            }
        }
        self.pending.size = size;
        Ok(self.save_pending()?)
    }

    fn save_pending(&self) -> Result<(), Failure> {
        self.folder.write(PENDING, &serde_json::to_vec(&self.pending)?)
    }

    /// Verifies the new records of the export; returns the number of records, and of
    /// games that cannot be read.
    async fn follow(&mut self) -> Result<(u64, u64), Stop> {
        let mut after = self.folder.read_text(AFTER)?.map(|id| id.trim().to_owned());
        let (mut verified, mut skipped) = (0, 0);
        // The export has each game once: one that repeats games would never end.
        let mut passed = HashSet::new();
        loop {
            let cursor = after.as_ref().map(|id| format!("&after={id}")).unwrap_or_default();
            let path = format!("/v1/records?limit={PAGE}{cursor}");
            let unusable = || Stop::from(self.api.unusable(&path));
            let page = self.api.found(&path, MAX_PAGE).await?;
            let Some(page) = page else {
                if after.take().is_some() {
                    // The game is lost, as after the restoration of a backup: the rest is
                    // compared with the stored games.
                    continue;
                }
                let message = self.language.text(&Message::new("log-no-export"));
                return Err(Failure::from(message).into());
            };
            let page = String::from_utf8(page).map_err(|_| unusable())?;
            let mut count = 0;
            for line in page.lines() {
                count += 1;
                let value = parse(line).map_err(|_| unusable())?;
                let id = value["id"].as_str().filter(|id| is_id(id)).ok_or_else(unusable)?;
                if count > PAGE || !passed.insert(id.to_owned()) {
                    return Err(unusable());
                }
                after = Some(id.to_owned());
                if value["format"] == "regicide-skipped/1" {
                    skipped += 1;
                    continue;
                }
                let record = RecordFile::from_value(value).map_err(Failure::from)?;
                self.check(&record).await?;
                verified += 1;
            }
            // The pending records are stored before the position in the export.
            self.save_pending()?;
            if let Some(after) = &after {
                self.folder.write(AFTER, format!("{after}\n").as_bytes())?;
            }
            if count < PAGE {
                return Ok((verified, skipped));
            }
        }
    }

    fn verify(&self, record: &RecordFile, log: Option<LogPolicy>) -> Verdict {
        verify(record, &Expected { keys: self.keys.clone(), log, ..Expected::default() }, self.language)
    }

    /// Requires that a record is valid, and that the log contains it.
    async fn check(&mut self, record: &RecordFile) -> Result<(), Stop> {
        let verdict = self.verify(record, None);
        let is_unsigned = record.signature.is_none();
        let holds =
            verdict.consistent && (is_unsigned || verdict.authenticity == Authenticity::Authenticated);
        if !holds {
            let shown = json!({ "record": record, "verdict": verdict });
            return Err(self.contradiction(Message::new("log-bad-record"), record).about(shown).stop());
        }
        if is_unsigned {
            return Ok(());
        }
        let id = record.id.clone().unwrap_or_default();
        let before = self.seen.get(&id).copied();
        if let Some(before) = before.filter(|before| Some(before.chain) != verdict.chain) {
            let shown = json!({ "record": record, "earlier_chain": before.chain });
            return Err(self.contradiction(Message::new("log-two-chains"), record).about(shown).stop());
        }
        if before.is_some() {
            return Ok(());
        }
        match self.place(record, verdict.entry).await? {
            Found::At(index) => self.note(record, Some(index))?,
            Found::NotYet => {
                self.note(record, None)?;
                self.pending.games.push(Waiting { missed: 0, record: record.clone() });
            }
        }
        Ok(())
    }

    /// The place of a record in the log: by its own entry, or by a proof of the service,
    /// since a player may have been deleted.
    async fn place(&self, record: &RecordFile, entry: Option<Entry>) -> Result<Found, Stop> {
        if let Some(index) = entry.and_then(|entry| self.entries.place(&entry)) {
            return Ok(Found::At(index));
        }
        let id = record.id.as_deref().unwrap_or_default();
        let since = Some(self.size()).filter(|size| *size > 0);
        let since = since.map(|size| format!("?since={size}")).unwrap_or_default();
        let path = format!("/v1/games/{id}/proof{since}");
        let Some(proof) = self.api.found(&path, MAX_ANSWER).await? else { return Ok(Found::NotYet) };
        let proof = Some(String::from_utf8(proof).map_err(|_| self.api.unusable(&path))?);
        let proven = RecordFile { proof, ..record.clone() };
        let verdict = self.verify(&proven, Some(self.policy.clone()));
        let is_logged =
            verdict.checks.iter().any(|check| check.name == CheckName::Log && check.outcome == Checked::Held);
        match verdict.log.filter(|_| is_logged) {
            Some(log) => Ok(Found::At(log.index)),
            None => Err(self.contradiction(Message::new("log-bad-proof"), &proven).stop()),
        }
    }

    /// Stores a game that was checked.
    fn note(&mut self, record: &RecordFile, index: Option<u64>) -> Result<(), Failure> {
        let (Some(id), Some(chain)) = (record.id.clone(), record.chain) else { return Ok(()) };
        let place = index.map_or_else(|| "-".to_owned(), |index| index.to_string());
        self.folder.append(GAMES, &format!("{id} {chain} {place}"))?;
        self.seen.insert(id, Seen { chain, index });
        Ok(())
    }

    fn contradiction(&self, message: Message, record: &RecordFile) -> Contradiction {
        let message = message.with("id", record.id.as_deref().unwrap_or("-"));
        Contradiction::new(message).between(None, self.checkpoint.clone()).about(json!(record))
    }
}

/// Returns true if a text is an id that can be sent and stored.
fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The games of earlier rounds, by id.
fn seen_games(folder: &LogFolder) -> Result<HashMap<String, Seen>, Failure> {
    let read = |line: &str| {
        let mut parts = line.split(' ');
        let (id, chain) = (parts.next()?.to_owned(), parts.next()?.parse().ok()?);
        Some((id, Seen { chain, index: parts.next()?.parse().ok() }))
    };
    Ok(lines(folder.read_text(GAMES)?).iter().filter_map(|line| read(line)).collect())
}

/// All keys that have signed games. A service never drops one.
async fn signing_keys(api: &Api, folder: &LogFolder) -> Result<Vec<PublicKey>, Stop> {
    let listed = api.signing_keys().await?;
    let kept = lines(folder.read_text(SIGNING_KEYS)?);
    if let Some(dropped) = kept.iter().find(|key| !listed.contains(key)) {
        return Err(Contradiction::new(Message::new("log-key-dropped").with("key", dropped.as_str())).stop());
    }
    if kept.len() < listed.len() {
        folder.write(SIGNING_KEYS, (listed.join("\n") + "\n").as_bytes())?;
    }
    Ok(listed.iter().filter_map(|key| key.parse().ok()).collect())
}
