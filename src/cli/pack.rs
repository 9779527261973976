//! `regicide pack`.

use clap::Args;
use regicide_engine::engine::Message;
use regicide_offline::failures::Failure;
use regicide_offline::interrupt::Interrupt;
use regicide_offline::output::Output;
use regicide_offline::progress::Progress;
use serde_json::json;

use super::database::Database;
use crate::service::settings::Settings;

/// Pack the logs of games that ended a day ago or earlier
///
/// A packed log takes a tenth of the space and holds everything but the idempotency keys
/// of its moves. A running service packs every hour; this command packs at once, beside a
/// running service or without one. It can be stopped at any time and goes on when it is
/// repeated. Finished games wait until a service has given them their entry in the
/// transparency log.
///
/// The space is free for new rows. To give it back to the file system, run `VACUUM` on
/// SQLite, or `VACUUM FULL moves` on Postgres, which locks the table.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide pack
  regicide pack --database-url postgres://localhost/regicide")]
pub(super) struct Pack {
    #[command(flatten)]
    database: Database,
}

impl Pack {
    pub(super) async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let service = self.database.service(Settings::default(), out).await?;
        let total = if Progress::is_shown(out) { service.games.count_unpacked().await? } else { 0 };
        let progress = Progress::up_to(total, "progress-games", out);
        let interrupt = Interrupt::catch_resumable()?;
        let mut games = 0;
        let count = |packed| {
            games += packed;
            progress.advance(packed);
            interrupt.check().is_ok()
        };
        service.games.pack_ended(count).await?;
        progress.finish();
        let message = Message::new("command-packed").with("games", games);
        out.report(&json!({ "type": "packed", "games": games }), &message)?;
        Ok(interrupt.check()?)
    }
}
