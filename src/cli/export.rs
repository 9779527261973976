//! `regicide export`: the records of a database.

use std::io::{self, Write as _};

use clap::Args;
use regicide_engine::engine::Message;
use regicide_offline::failures::Failure;
use regicide_offline::interrupt::Interrupt;
use regicide_offline::output::Output;
use regicide_offline::progress::Progress;
use uuid::Uuid;

use super::arguments::{given, id, public_url};
use super::database::Database;
use crate::service::export::ExportLine;
use crate::service::settings::Settings;

/// Print the records of all finished public games of a database, one a line
///
/// The lines and their order are those of `GET /v1/records`, so that both can continue
/// where the other stopped. At the end, and after a signal, standard error shows how to
/// continue. A game that cannot be read has a line in place of its record, and the exit
/// status is 1 then.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide export > games.ndjson
  regicide export --after 01a1fc41-4874-771b-b13b-4b2a8ab118df >> games.ndjson")]
pub(super) struct Export {
    #[command(flatten)]
    database: Database,
    /// Go on after this game, the last one of an earlier export
    #[arg(long, value_name = "ID", value_parser = id)]
    after: Option<Uuid>,
    /// The public URL of the service, for links in records
    #[arg(long, env = "REGICIDE_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,
    /// The URL of the pages for people, if they are elsewhere
    #[arg(long, env = "REGICIDE_PAGES_URL", value_name = "URL", value_parser = public_url)]
    pages_url: Option<String>,
}

/// The number of records that are read at once.
const CHUNK: u32 = 256;

impl Export {
    pub(super) async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let (public_url, pages_url) = (given(self.public_url.as_ref()), given(self.pages_url.as_ref()));
        let settings = Settings { public_url, pages_url, ..Settings::default() };
        let service = self.database.service(settings, out).await?;
        let position = service.export.position(self.after).await;
        let mut position = position.map_err(|error| out.text(&error.message()))?;
        let total = if Progress::is_shown(out) { service.export.left(position).await? } else { 0 };
        let progress = Progress::up_to(total, "progress-records", out);
        let (mut count, mut last_id) = (0_u64, None);
        let interrupt = Interrupt::catch()?;
        while interrupt.check().is_ok() {
            let (lines, last) = service.export.page(position, CHUNK).await?;
            if lines.is_empty() {
                break;
            }
            for line in &lines {
                let id = match line {
                    ExportLine::Record(record) => record.id.clone(),
                    ExportLine::Skipped(skipped) => {
                        out.record_failure();
                        Some(skipped.id.to_string())
                    }
                };
                progress.aside(|| out.object(line))?;
                progress.advance(1);
                (count, last_id) = (count + 1, id);
            }
            position = last;
        }
        progress.finish();
        let summary = match last_id {
            Some(id) => Message::new("command-exported").with("records", count).with("last", id),
            None => Message::new("command-exported-none"),
        };
        // The export is complete even if this cannot be written.
        let _ = writeln!(io::stderr(), "{}", out.text(&summary));
        Ok(interrupt.check()?)
    }
}
