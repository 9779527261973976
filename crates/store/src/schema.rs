//! The schema: its migration, and the check that this program can work with it, by the rule in
//! `migrations/README.md`.

use std::collections::BTreeMap;

use super::Store;
use super::database::{Row, Statement, params};
use super::error::{RowKind, StoreError};
use super::moves::APPEND_BATCH_AFTER_RACE;

const SCHEMA: Statement = Statement::new(
    "select version, checksum, (select least_known_migration from schema_compatibility) as least_known
    from _sqlx_migrations where success order by version",
)
.of_any_server();

/// The schema of a database.
#[derive(Clone, Debug, Default)]
struct Schema {
    /// The migrations that were applied, with their checksums.
    applied: BTreeMap<i64, Vec<u8>>,
    /// The oldest migration that a program must contain; a newer one will do.
    least_known: i64,
}

/// The reason for which a program cannot work with a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum Misfit {
    #[error("it lacks migration {0}")]
    Lacks(i64),
    #[error("migration {0} was applied with another text than this program knows")]
    Changed(i64),
    #[error("migration {0} was applied, which has no place among those of this program, up to {1}")]
    Unknown(i64, i64),
    #[error("it needs a program that knows migration {0}; this one is older, and knows migrations up to {1}")]
    Contracted(i64, i64),
}

impl Store {
    /// Brings the schema up to date, and the stored forms of names if another version of
    /// Unicode has made them. Has no effect on an up-to-date database, or on one that a newer
    /// program has migrated further.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if this program cannot work with the schema, or the
    /// database is spread over a cluster and lacks migrations.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        // A database that takes no writes can be read, if it lacks nothing. A cluster takes
        // only some of the statements of migrations, and would be left with half of them.
        if self.check_schema().await.is_err() && !self.database.is_distributed() {
            self.database.migrate().await?;
        }
        self.check_schema().await?;
        self.players.update_skeletons().await
    }

    /// Spreads the tables over the servers of a Citus cluster, with their rows: the games by their
    /// ids, in this number of shards, or one for each server. Has no effect if they are spread
    /// already. No instance may work with the database meanwhile.
    pub async fn distribute(&self, shards: Option<u32>) -> Result<(), StoreError> {
        self.database.distribute(shards, APPEND_BATCH_AFTER_RACE).await
    }

    /// Succeeds if the database answers and this program can work with its schema.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if the schema does not fit.
    pub async fn check_schema(&self) -> Result<(), StoreError> {
        let fit = fit(&self.database.known_migrations(), &self.schema().await?);
        fit.map_err(|misfit| self.refusal(misfit))
    }

    /// The first migration that the schema lacks: the tables before it can be read.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if this program could not work with the schema even after that
    /// migration.
    pub async fn lacking_migration(&self) -> Result<Option<i64>, StoreError> {
        match fit(&self.database.known_migrations(), &self.schema().await?) {
            Ok(()) => Ok(None),
            Err(Misfit::Lacks(version)) => Ok(Some(version)),
            Err(misfit) => Err(self.refusal(misfit)),
        }
    }

    async fn schema(&self) -> Result<Schema, StoreError> {
        let read = |row: &Row| {
            row.parse(RowKind::Migration, "version", |row| {
                Ok((row.get("version")?, row.get("checksum")?, row.get("least_known")?))
            })
        };
        let rows: Vec<(i64, Vec<u8>, i64)> =
            self.database.read_rows(SCHEMA, params![], read).await.map_err(no_table)?;
        let mut schema = Schema::default();
        for (version, checksum, least_known) in rows {
            schema.applied.insert(version, checksum);
            schema.least_known = least_known;
        }
        Ok(schema)
    }

    fn refusal(&self, misfit: Misfit) -> StoreError {
        let mut reason = misfit.to_string();
        if self.database.is_distributed() && matches!(misfit, Misfit::Lacks(_)) {
            reason += ", and is spread over a cluster, where migrations do not run; \
                       docs/explanation/scaling.md says how a dump brings it to another version";
        }
        StoreError::Schema(reason)
    }
}

/// Checks that a program with these migrations, in their order, can work with a schema.
fn fit(known: &[(i64, Vec<u8>)], schema: &Schema) -> Result<(), Misfit> {
    let newest = known.last().map_or(0, |(version, _)| *version);
    for (version, checksum) in &schema.applied {
        match known.iter().find(|(known, _)| known == version) {
            Some((_, text)) if text != checksum => return Err(Misfit::Changed(*version)),
            None if *version <= newest => return Err(Misfit::Unknown(*version, newest)),
            Some(_) | None => {}
        }
    }
    if schema.least_known > newest {
        return Err(Misfit::Contracted(schema.least_known, newest));
    }
    let lacking = known.iter().find(|(version, _)| !schema.applied.contains_key(version));
    match (lacking, schema.applied.last_key_value()) {
        (None, _) => Ok(()),
        // Another program has applied a later migration without this one.
        (Some(_), Some((last, _))) if *last > newest => Err(Misfit::Unknown(*last, newest)),
        (Some((version, _)), _) => Err(Misfit::Lacks(*version)),
    }
}

/// A database without the table of migrations has another schema.
fn no_table(error: StoreError) -> StoreError {
    if let StoreError::Database(error) = error { StoreError::Schema(error.to_string()) } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program's migrations with checksums.
    fn migrations(versions: &[i64]) -> Vec<(i64, Vec<u8>)> {
        versions.iter().map(|version| (*version, version.to_be_bytes().to_vec())).collect()
    }

    fn fits(known: &[i64], applied: &[i64], least_known: i64) -> Result<(), Misfit> {
        fit(&migrations(known), &Schema { applied: migrations(applied).into_iter().collect(), least_known })
    }

    #[test]
    fn a_program_works_with_its_own_schema_and_with_one_that_was_expanded() {
        assert_eq!(fits(&[1, 2, 5], &[1, 2, 5], 2), Ok(()));
        assert_eq!(fits(&[1, 2, 5], &[1, 2, 5, 6, 9], 5), Ok(()));
    }

    #[test]
    fn a_program_is_refused_by_any_other_schema() {
        assert_eq!(fits(&[1, 2, 5], &[], 0), Err(Misfit::Lacks(1)));
        assert_eq!(fits(&[1, 2, 5], &[1, 2], 2), Err(Misfit::Lacks(5)));
        assert_eq!(fits(&[1, 2, 5], &[1, 2, 6], 2), Err(Misfit::Unknown(6, 5)));
        assert_eq!(fits(&[1, 2, 5], &[1, 2, 3, 5], 2), Err(Misfit::Unknown(3, 5)));
        assert_eq!(fits(&[1, 2, 5], &[1, 2, 5, 6], 6), Err(Misfit::Contracted(6, 5)));
        let changed = BTreeMap::from([(1, vec![1]), (2, vec![2])]);
        let known = [(1, vec![1]), (2, vec![3])];
        assert_eq!(fit(&known, &Schema { applied: changed, least_known: 0 }), Err(Misfit::Changed(2)));
    }
}
