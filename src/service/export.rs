//! Records out of the service: one game's, and all finished public games'.

use uuid::Uuid;

use super::Service;
use super::error::Error;
use super::table::Table;
use crate::engine::Game as _;
use crate::record::RecordFile;
use crate::store::Exported;

impl Service {
    /// The record file of a game that is over (RECORD.md S6).
    ///
    /// # Errors
    /// [`Error::NotOver`] while the game runs, an unknown game, or the
    /// store's.
    pub async fn record(&self, id: Uuid) -> Result<RecordFile, Error> {
        let table = self.past(id).await?;
        table.require_open()?;
        let keys = self.signing_keys().await?;
        Ok(table.signed_record(self.settings.public_url.as_deref(), &keys))
    }

    /// The place in the export that a game has, to go on after it.
    ///
    /// # Errors
    /// [`Error::NoSuchCursor`] if the export does not hold the game.
    pub async fn export_position(&self, after: Option<Uuid>) -> Result<i64, Error> {
        match after {
            None => Ok(0),
            Some(id) => self.store.export_position(id).await?.ok_or(Error::NoSuchCursor),
        }
    }

    /// The next records of the export after a place, at most `limit`, with
    /// the place of the last.
    ///
    /// # Errors
    /// The store's.
    pub async fn export(&self, after: i64, limit: u32) -> Result<(Vec<RecordFile>, i64), Error> {
        let exported = self.store.export(after, limit, self.now()).await?;
        let last = exported.last().map_or(after, |row| row.position);
        let (url, keys) = (self.settings.public_url.as_deref(), self.signing_keys().await?);
        let record = |Exported { game, .. }| Ok(Table::rebuild(game, self.now())?.signed_record(url, &keys));
        let records = exported.into_iter().map(record).collect::<Result<_, Error>>()?;
        Ok((records, last))
    }
}

impl Table {
    /// The record file of the game, with everything that a reader can check.
    pub(super) fn record(&self, public_url: Option<&str>) -> RecordFile {
        let game = self.game();
        let entries = game.moves.iter().map(|row| row.entry);
        let mut record = RecordFile::new(&game.setup, &game.seed, entries);
        record.commitment = Some(game.seed.commitment());
        record.seed_by = Some(game.seed_by);
        if game.seats.iter().any(|seat| seat.name.is_some()) {
            record.seats = Some(game.seats.iter().map(|seat| seat.name.clone()).collect());
        }
        record.result = self.position.outcome().and_then(|outcome| serde_json::to_value(outcome).ok());
        record.position = Some(self.position.to_string());
        record.chain = Some(self.chain.hash());
        record.id = Some(game.id.to_string());
        record.url = public_url.map(|url| format!("{url}/v1/games/{}", game.id));
        record
    }
}
