//! What differs for a database that is spread over the servers of a cluster.

use regicide::store::StoreError;

use crate::contract::on_both_databases;
use crate::fixtures::{game, store};
use crate::support::cluster::SHARDS;
use crate::support::{Database, Spread};

on_both_databases!(only_a_cluster_is_spread_and_once);

async fn only_a_cluster_is_spread_and_once(database: Database) {
    let store = store(&database).await;
    let spread = store.distribute(2).await;
    if database.spread.is_some() {
        spread.unwrap();
    } else {
        let StoreError::Database(reason) = spread.unwrap_err() else { panic!("it is refused") };
        assert!(reason.to_string().contains("Citus"), "{reason}");
    }
    store.create_game(&game(1), None).await.unwrap();
}

impl Database {
    /// The same kind of database before any migration, which for a cluster is
    /// one server's.
    pub(crate) async fn before_migrations(self) -> Self {
        if self.spread.is_some() { Self::on_one_server().await } else { self }
    }

    /// Where each of its servers can be reached.
    pub(crate) fn servers(&self) -> Vec<String> {
        self.spread.as_ref().map_or_else(|| vec![self.url.clone()], Spread::servers)
    }

    /// Into how many shards its games are spread.
    pub(crate) const fn shards(&self) -> usize {
        if self.spread.is_some() { SHARDS as usize } else { 1 }
    }
}
