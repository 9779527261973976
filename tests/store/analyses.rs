//! Analyses are kept by game and version.

use crate::contract::on_both_databases;
use crate::fixtures::{game, store};
use crate::support::Database;

on_both_databases!(each_version_of_an_analysis_is_kept_until_another_takes_its_place);

async fn each_version_of_an_analysis_is_kept_until_another_takes_its_place(database: Database) {
    let store = store(&database).await;
    let (one, other) = (game(1).id, game(2).id);
    assert_eq!(store.games.analysis(one, 1).await.unwrap(), None);
    for (version, findings) in [(1, "{}"), (2, "[2]"), (1, "[1]"), (1, "[1]")] {
        store.games.upsert_analysis(one, version, findings).await.unwrap();
    }
    assert_eq!(store.games.analysis(one, 1).await.unwrap().as_deref(), Some("[1]"));
    assert_eq!(store.games.analysis(one, 2).await.unwrap().as_deref(), Some("[2]"));
    assert_eq!(store.games.analysis(other, 1).await.unwrap(), None);
}
