//! `regicide import`: imports records into a database.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use futures_util::{StreamExt as _, stream};
use regicide_engine::engine::Message;
use regicide_engine::i18n::Language;
use regicide_offline::failures::{Failure, NamedError};
use regicide_offline::interrupt::Interrupt;
use regicide_offline::output::Output;
use regicide_offline::records::{Inputs, Piece};
use serde_json::json;

use super::database::Database;
use crate::service::Service;
use crate::service::games::{ImportOutcome, Prepared};
use crate::service::settings::Settings;

/// Import records into a database; each is verified first
///
/// Files and standard input as for `verify`. Records that the database holds
/// already, as original games or from an earlier import, are counted and
/// skipped, so an interrupted import can be started again. One line
/// for each refused record, then a summary. Exit status 1 if any is
/// refused, 2 if there is no record.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide import games.ndjson
  regicide export | regicide import --database-url sqlite://copy.db -")]
pub(super) struct Import {
    #[command(flatten)]
    database: Database,
    /// Record files; standard input if none is named, or for `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The number of concurrent imports: the store writes those that wait together in one
/// commit.
const UNDER_WAY: usize = 64;

struct RecordLocation {
    file: String,
    line: u64,
}

/// The location of a record, with the result or the reason for its refusal.
type Placed<T> = (RecordLocation, Result<T, String>);

#[derive(Default)]
struct Sum {
    imported: u64,
    present: u64,
    refused: u64,
}

impl Import {
    pub(super) async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let service = self.database.service(Settings::default(), out).await?;
        let inputs = Inputs::new(&self.files, Interrupt::catch_resumable()?, out)?;
        let progress = &inputs.progress;
        let language = out.language();
        let mut sum = Sum::default();
        let mut begun = HashSet::new();
        let prepared = stream::iter(inputs.records()).map(|found| prepare(&service, found, language));
        let stored = prepared.buffered(UNDER_WAY).map(|prepared| {
            // A copy of the record earlier in the input may still be in progress.
            let is_repeated = matches!(&prepared, Ok((_, Ok(prepared))) if !begun.insert(prepared.chain()));
            store(&service, prepared, is_repeated)
        });
        let mut stored = std::pin::pin!(stored.buffered(UNDER_WAY));
        // After a signal those are stored that have been read.
        while let Some(done) = stored.next().await {
            let (RecordLocation { file, line }, outcome) = done?;
            progress.advance(1);
            match outcome {
                Ok(ImportOutcome::Stored) => sum.imported += 1,
                Ok(ImportOutcome::Present) => sum.present += 1,
                Err(what) => {
                    sum.refused += 1;
                    out.record_failure();
                    let text = out.text(&Message::new("command-import-refused").with("what", what.as_str()));
                    let object = json!({ "type": "refused", "file": file, "line": line, "error": what });
                    progress.aside(|| out.verified(&object, (&file, line), &text))?;
                }
            }
        }
        progress.finish();
        sum.print(out)?;
        Ok(inputs.interrupt.check()?)
    }
}

impl Sum {
    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        let Self { imported, present, refused } = self;
        let records = imported + present + refused;
        let summary = Message::new("command-imported")
            .with("records", records)
            .with("imported", *imported)
            .with("present", *present)
            .with("refused", *refused);
        let object = json!({
            "type": "sum", "records": records, "imported": imported, "present": present, "refused": refused,
        });
        Ok(out.report(&object, &summary)?)
    }
}

/// Verifies a record on a separate thread.
async fn prepare(
    service: &Service,
    found: Result<(String, Piece), NamedError>,
    language: Language,
) -> Result<Placed<Prepared>, Failure> {
    let (file, piece) = found?;
    let place = RecordLocation { file, line: piece.line };
    let now = service.core.now().await?;
    let service = service.clone();
    let verified = tokio::task::spawn_blocking(move || {
        let record = piece.record(language)?;
        let prepared = service.games.prepare_import(&record, now, language);
        prepared.map_err(|error| language.text(&error.message()))
    });
    Ok((place, verified.await?))
}

async fn store(
    service: &Service,
    prepared: Result<Placed<Prepared>, Failure>,
    is_repeated: bool,
) -> Result<Placed<ImportOutcome>, Failure> {
    let (place, prepared) = prepared?;
    let outcome = match prepared {
        Ok(_) if is_repeated => Ok(ImportOutcome::Present),
        Ok(prepared) => Ok(service.games.import_once(prepared).await?),
        Err(what) => Err(what),
    };
    Ok((place, outcome))
}
