//! The transparency log of a database that was restored from a backup (L2.5).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::TimeDelta;
use regicide_server::service::{OsEntropy, Refusal, Service, Settings, TlogSettings};
use serde_json::json;

use crate::client::Client;
use crate::games::{id, player};
use crate::server::Setting;

/// Plays a game to its end: its id.
pub(crate) async fn play(client: &Client) -> String {
    let created = client.create(&json!({"players": 1})).await;
    player(client, &created, 0).make(id(&created), "concede").await.expect(201);
    id(&created).to_owned()
}

fn service(setting: &Setting, checkpoint_file: &Path) -> Service {
    let tlog = TlogSettings { checkpoint_file: Some(checkpoint_file.to_owned()), ..TlogSettings::default() };
    let settings = Settings { tlog, ..Settings::default() };
    Service::new(setting.store.clone(), Arc::new(setting.clock.clone()), Arc::new(OsEntropy), settings)
}

/// Writes a copy of the database as it is now.
async fn back_up(setting: &Setting, folder: &Path) -> PathBuf {
    let copy = folder.join("copy.db");
    setting.execute(&format!("vacuum into '{}'", copy.display())).await.unwrap();
    copy
}

#[actix_web::test]
async fn a_log_that_has_gone_back_does_not_grow() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let setting = Setting::sqlite().await;
    play(&setting.client).await;
    assert!(service(&setting, &file).advance_tlog().await.unwrap());
    play(&setting.client).await;
    let copy = back_up(&setting, folder.path()).await;
    play(&setting.client).await;
    setting.clock.pass(TimeDelta::minutes(2));
    assert!(service(&setting, &file).advance_tlog().await.unwrap());
    let size = setting.store.tlog_size().await.unwrap();

    let restored = setting.restored(&copy).await;
    let service = service(&restored, &file);
    let before = restored.store.tlog_size().await.unwrap();
    assert_eq!(before + 2, size);
    for _ in 0..2 {
        play(&restored.client).await;
        restored.clock.pass(TimeDelta::minutes(2));
        assert!(!service.advance_tlog().await.unwrap());
        let refusal = service.tlog_refusal();
        assert!(matches!(refusal, Some(Refusal::Behind { signed, .. }) if signed == size), "{refusal:?}");
        assert_eq!(restored.store.tlog_size().await.unwrap(), before, "no other entries are added");
    }
}
