//! `regicide keys`: the keys that sign finished games.

use clap::Args;

use super::output::Output;
use super::{Database, Failure};
use crate::service::Settings;

/// Print the public keys that sign finished games, with their dates
///
/// The last one is active. The first is created when it is needed.
#[derive(Args, Debug)]
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
        let service = self.database.service(Settings::default()).await?;
        if self.rotate {
            service.rotate_key().await?;
        }
        for key in service.keys().await?.items {
            let text = format!("{} {} from {}", key.id, key.public_key, key.valid_from.to_rfc3339());
            out.result(&key, text)?;
        }
        Ok(())
    }
}
