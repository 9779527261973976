//! `regicide keys`: the keys that sign finished games.

use clap::Args;
use regicide_engine::engine::Message;
use regicide_offline::failures::Failure;
use regicide_offline::output::Output;

use super::database::Database;
use crate::service::settings::Settings;

/// Print the public keys that sign finished games, with their dates
///
/// The last one is active. The first is created when it is needed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide keys
  regicide keys --rotate --database-url sqlite://regicide.db")]
pub(super) struct Keys {
    #[command(flatten)]
    database: Database,
    /// Activate a new key first: games that end from now on are signed
    /// with it, earlier ones keep their key
    #[arg(long)]
    rotate: bool,
}

impl Keys {
    pub(super) async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let service = self.database.service(Settings::default(), out).await?;
        if self.rotate {
            service.keys.rotate().await?;
        }
        for key in service.keys.list().await?.items {
            let message = Message::new("command-key").with("id", key.id.as_str());
            let message = message.with("key", key.public_key.to_string());
            out.report(&key, &message.with("from", key.valid_from.to_rfc3339()))?;
        }
        Ok(())
    }
}
