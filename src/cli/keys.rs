//! `regicide keys`: the keys that sign finished games.

use clap::Args;

use super::Database;
use crate::cli::Failure;
use crate::service::Settings;

/// Print the public keys that sign finished games, with their dates
///
/// The last one is in force. The first is made when it is needed.
#[derive(Args, Debug)]
pub(super) struct Keys {
    #[command(flatten)]
    database: Database,
    /// Put a new key in force first: games that end from now on are signed
    /// with it, and all that ended before keep theirs
    #[arg(long)]
    rotate: bool,
}

impl Keys {
    /// # Errors
    /// If the database cannot be used.
    pub(super) async fn run(self) -> Result<(), Failure> {
        let service = self.database.service(Settings::default()).await?;
        if self.rotate {
            service.rotate_key().await?;
        }
        for key in service.keys().await?.keys {
            println!("{} {} from {}", key.id, key.public_key, key.valid_from.to_rfc3339());
        }
        Ok(())
    }
}
