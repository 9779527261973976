//! `regicide log checkpoint`: the last checkpoint of a database.

use clap::Args;
use regicide_engine::engine::Message;
use regicide_offline::failures::Failure;
use regicide_offline::output::Output;
use serde_json::json;

use crate::cli::database::Database;
use crate::service::settings::Settings;

/// Print the last checkpoint of the transparency log of a database
///
/// For a new file of `REGICIDE_LOG_CHECKPOINT_FILE`, where the old one was lost or an instance is
/// added. Make sure that the database was not restored from a backup: the service takes
/// the file as proof of that. Exit status 1 if the log has no checkpoint.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide log checkpoint > checkpoint")]
pub(super) struct LastCheckpoint {
    #[command(flatten)]
    database: Database,
}

impl LastCheckpoint {
    pub(super) async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let service = self.database.service(Settings::default(), out).await?;
        let Some(note) = service.tlog.stored_checkpoint().await? else {
            return Err(out.failure(&Message::new("log-no-checkpoint")));
        };
        Ok(out.result(&json!({ "type": "checkpoint", "note": note }), note.trim_end())?)
    }
}
