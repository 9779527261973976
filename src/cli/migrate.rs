//! `regicide migrate`.

use clap::Args;
use regicide_engine::engine::Message;
use regicide_offline::failures::Failure;
use regicide_offline::output::Output;
use regicide_offline::progress::Progress;

use super::database::Database;

/// Migrate the database's schema; a SQLite file is created if there is none
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  regicide migrate
  regicide migrate --database-url sqlite://copy.db
  DATABASE_URL=postgres://localhost/regicide regicide migrate")]
pub(super) struct Migrate {
    #[command(flatten)]
    database: Database,
    /// Spread the tables over the servers of a Citus cluster, with their rows; the
    /// database is the coordinator's, and no service uses it meanwhile
    #[arg(long)]
    distributed: bool,
    /// Number of shards, instead of one for each server: at most as many servers
    /// can hold games, and only moves of one shard share statements
    #[arg(long, value_name = "N", requires = "distributed")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    shards: Option<u32>,
}

impl Migrate {
    pub(super) async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let progress = Progress::of_step("progress-migration", out);
        let store = self.database.create(out).await?;
        if self.distributed {
            store.distribute(self.shards).await?;
        }
        progress.finish();
        Ok(out.only_line(out.text(&Message::new("command-migrated")))?)
    }
}
