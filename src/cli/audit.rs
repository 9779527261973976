//! `regicide audit`: checks everything in a database.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use futures_util::future::LocalBoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _, stream};
use regicide_engine::engine::Message;
use regicide_offline::failures::Failure;
use regicide_offline::interrupt::Interrupt;
use regicide_offline::output::Output;
use regicide_offline::progress::Progress;
use serde_json::json;
use uuid::Uuid;

use super::database::Database;
use crate::service::audit::{
    AuditCheck, Audited, Difference, Finding, audit_boards, audit_challenges, audit_games, audit_standings,
    audit_tlog,
};
use regicide_store::{Store, StoreError};

/// Check everything in a database
///
/// Every game is rebuilt from its seed and log, and all derived data are compared with
/// the games: results, counts, averages, streaks, attempts and challenges. The
/// transparency log is checked too, and its tree is compared with every checkpoint. One
/// line for each wrong row, then a summary.
///
/// All cores are used. The service may run meanwhile. With damaged pages of SQLite
/// everything readable is checked, and the rest is listed. Exit status 1 if a row is
/// wrong.
///
/// The schema may be older than this program: before an upgrade the audit lists the
/// stored games that the new program would judge otherwise.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide audit
  regicide audit --json --database-url sqlite://copy.db")]
pub(super) struct Audit {
    #[command(flatten)]
    database: Database,
}

/// The number of games that a task reads at once.
const CHUNK: usize = 256;

const IDS: u32 = 10_000;

#[derive(Default)]
struct Found {
    games: u64,
    moves: u64,
    is_damaged: bool,
    failed: Vec<Failed>,
}

/// A wrong row.
struct Failed {
    row: String,
    what: Message,
    /// The differences between the stored values and those that this program computes.
    differences: Vec<AuditCheck>,
}

impl Failed {
    /// A wrong row without details.
    const fn new(row: String, what: Message) -> Self {
        Self { row, what, differences: Vec::new() }
    }
}

/// The totals of all games and other rows.
#[derive(Default)]
struct Sum {
    games: u64,
    moves: u64,
    failed_games: u64,
    failed_rows: u64,
}

impl Audit {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let interrupt = Interrupt::catch()?;
        let (sum, elapsed) = runtime.block_on(async {
            let (store, lacking) = self.database.readable(out).await?;
            if let Some(migration) = lacking {
                let message = Message::new("command-older-schema").with("migration", migration);
                out.report(&json!({ "type": "schema", "lacking_migration": migration }), &message)?;
            }
            let checked = check_all(&store, &interrupt, out).await;
            checked.map_err(|failure| explained(failure, lacking, out))
        })?;
        sum.print(elapsed, out)?;
        Ok(interrupt.check()?)
    }
}

impl Sum {
    fn print(&self, elapsed: Duration, out: &mut Output) -> io::Result<()> {
        let &Self { games, moves, failed_games, failed_rows } = self;
        if games == 0 {
            out.report(&json!({ "type": "empty" }), &"command-audit-empty".into())?;
        }
        let rate = u128::from(moves) * 1000 / elapsed.as_millis().max(1);
        let rate = u64::try_from(rate).unwrap_or(u64::MAX);
        let summary = Message::new("command-audited")
            .with("games", games)
            .with("moves", moves)
            .with("held", games - failed_games)
            .with("failed", failed_games)
            .with("rate", rate)
            .with("rows", failed_rows);
        let object = json!({
            "type": "sum", "games": games, "moves": moves, "failed_games": failed_games, "failed_rows": failed_rows,
        });
        out.report(&object, &summary)
    }
}

/// Checks everything, up to a signal.
async fn check_all(
    store: &Arc<Store>,
    interrupt: &Interrupt,
    out: &mut Output,
) -> Result<(Sum, Duration), Failure> {
    let (ids, mut is_damaged) = interrupt.or(game_ids(store)).await??;
    let progress = Progress::up_to(ids.len() as u64, "progress-games", out);
    let mut sum = Sum::default();
    let mut checked = std::pin::pin!(check_games(store, &ids));
    while let Some(found) = checked.try_next().await? {
        sum.games += found.games;
        sum.moves += found.moves;
        sum.failed_games += found.failed.len() as u64;
        is_damaged |= found.is_damaged;
        progress.advance(found.games);
        progress.aside(|| report(&found.failed, out))?;
        if interrupt.check().is_err() {
            progress.finish();
            return Ok((sum, progress.elapsed()));
        }
    }
    let mut rows = Vec::new();
    let checked = interrupt.or(check_rows(store, is_damaged, &mut rows)).await;
    sum.failed_rows = rows.len() as u64;
    progress.aside(|| report(&rows, out))?;
    progress.finish();
    if let Ok(checked) = checked {
        checked?;
    }
    Ok((sum, progress.elapsed()))
}

/// A failure with an older schema: it may lack a column that this program reads.
fn explained(failure: Failure, lacking: Option<i64>, out: &Output) -> Failure {
    match (lacking, failure.downcast_ref()) {
        (Some(migration), Some(StoreError::Database(error))) => {
            let message = Message::new("command-schema-too-old").with("migration", migration);
            out.failure(&message.with("error", error.to_string()))
        }
        _ => failure,
    }
}

/// The ids of all games, in their order, with true if the index to them was damaged.
async fn game_ids(store: &Store) -> Result<(Vec<Uuid>, bool), StoreError> {
    let mut ids = Vec::new();
    loop {
        let after = ids.last().copied().unwrap_or_default();
        match store.games.ids(after, IDS).await {
            Ok(found) if found.is_empty() => return Ok((ids, false)),
            Ok(found) => ids.extend(found),
            Err(error) if error.is_damage() => return Ok((store.audit.surviving_game_ids().await?, true)),
            Err(error) => return Err(error),
        }
    }
}

/// The findings about each chunk of games; several chunks are checked concurrently.
fn check_games(
    store: &Arc<Store>,
    ids: &[Uuid],
) -> impl futures_util::Stream<Item = Result<Found, Failure>> + use<> {
    let chunks: Vec<Vec<Uuid>> = ids.chunks(CHUNK).map(<[Uuid]>::to_vec).collect();
    let under_way = 2 * std::thread::available_parallelism().map_or(1, usize::from);
    let checked = stream::iter(chunks).map({
        let store = store.clone();
        move |ids| {
            let store = store.clone();
            async move { Ok(tokio::spawn(async move { check(&store, &ids).await }).await??) }
        }
    });
    checked.buffer_unordered(under_way)
}

async fn check(store: &Store, ids: &[Uuid]) -> Result<Found, StoreError> {
    let mut found = Found::default();
    for (id, audited) in audit_games(store, ids).await? {
        found.games += 1;
        match audited {
            Audited::Checked(audit) => {
                found.moves += u64::from(audit.moves_valid);
                found.is_damaged |= audit.commitment.is_empty();
                if !audit.holds {
                    let failed =
                        Message::new("command-audit-failed").with("checks", audit.failed().join(", "));
                    found.failed.push(Failed {
                        row: id.to_string(),
                        what: failed.with("moves", audit.moves_valid),
                        differences: audit.checks.into_iter().filter(|check| !check.holds).collect(),
                    });
                }
            }
            Audited::UnknownRules(rules) => {
                let not_checked = Message::new("command-not-audited").with("rules", rules.name());
                found.failed.push(Failed::new(id.to_string(), not_checked));
            }
        }
    }
    Ok(found)
}

/// Checks everything except games, and adds the findings about each table to `lines`. A
/// damaged table is reported, and the others are checked.
async fn check_rows(store: &Store, mut is_damaged: bool, lines: &mut Vec<Failed>) -> Result<(), Failure> {
    let tables: [(&str, LocalBoxFuture<'_, _>); 4] = [
        ("challenges", audit_challenges(store).boxed_local()),
        ("boards", audit_boards(store).boxed_local()),
        ("standings", audit_standings(store).boxed_local()),
        ("transparency_log", audit_tlog(store).boxed_local()),
    ];
    for (table, findings) in tables {
        match findings.await {
            Ok(found) => lines.extend(found.into_iter().map(line)),
            Err(error) if error.is_damage() => {
                is_damaged = true;
                lines.push(Failed::new(table.to_owned(), row_failed("rows")));
            }
            Err(error) => return Err(error.into()),
        }
    }
    // The database's own error text, untranslated.
    if is_damaged {
        let damage = match store.audit.damage().await {
            Err(error) if error.is_damage() => vec![error.to_string()],
            damage => damage?,
        };
        let damaged = |what: String| Failed::new("database".to_owned(), row_failed(what.trim()));
        lines.extend(damage.into_iter().map(damaged));
    }
    Ok(())
}

fn line(Finding { row, id, checks }: Finding) -> Failed {
    Failed::new(format!("{row} {id}"), row_failed(&checks.join(", ")))
}

fn row_failed(checks: &str) -> Message {
    Message::new("command-audit-row-failed").with("checks", checks)
}

fn report(lines: &[Failed], out: &mut Output) -> io::Result<()> {
    lines.iter().try_for_each(|Failed { row, what, differences }| {
        out.record_failure();
        let mut description = out.text(what);
        let mut objects = Vec::new();
        for AuditCheck { name, seq, difference, .. } in differences {
            let check: &str = name.into();
            match difference {
                Some(Difference::Refused { text, clause, reason }) => {
                    let reason = out.text(reason);
                    let refused = Message::new("command-audit-refused").with("seq", seq.unwrap_or_default());
                    let refused = refused.with("move", text.as_str()).with("clause", *clause);
                    description =
                        format!("{description}; {}", out.text(&refused.with("reason", reason.as_str())));
                    objects.push(json!({
                        "check": check, "seq": seq, "move": text, "clause": clause, "reason": reason,
                    }));
                }
                Some(Difference::Value { stored, computed }) => {
                    let differs = Message::new("command-audit-differs").with("check", check);
                    let differs = differs.with("seq", seq.unwrap_or_default());
                    let differs = differs.with("stored", stored.as_str()).with("computed", computed.as_str());
                    description = format!("{description}; {}", out.text(&differs));
                    objects
                        .push(json!({ "check": check, "seq": seq, "stored": stored, "computed": computed }));
                }
                Some(Difference::Unreadable(what)) => {
                    description = format!("{description}; {what}");
                    objects.push(json!({ "check": check, "seq": seq, "error": what }));
                }
                None => objects.push(json!({ "check": check, "seq": seq })),
            }
        }
        let object = json!({ "type": "failed", "row": row, "what": description, "differences": objects });
        out.result(&object, format_args!("{row}: {description}"))
    })
}
