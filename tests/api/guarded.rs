//! The conditions under which the transparency log is signed: a guard outside the database has
//! shown the last checkpoint (docs/spec/log.md L2.5), and the time is right (L2.4).

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono::TimeDelta;
use regicide_engine::tlog::{Checkpoint, Note};
use regicide_server::service::Service;
use regicide_server::service::runtime::Clock as _;
use regicide_server::service::settings::{CheckpointGuard, Settings, TlogSettings};
use regicide_server::service::tlog::Refusal;
use regicide_store::{DatabaseClock, Store};
use regicide_system::entropy::OsEntropy;

use crate::audited::{audit, stdout};
use crate::restored::play;
use crate::server::Setting;
use crate::tlog::checkpoint_of;

crate::on_both_databases!(
    nothing_is_signed_before_a_guard_has_answered,
    a_guard_of_another_log_or_key_is_refused_and_stays,
    a_quiet_log_is_signed_daily,
    a_log_is_signed_again_after_a_clock_that_was_ahead,
    nothing_is_signed_while_the_clock_is_refused,
    a_game_that_is_changed_after_its_end_gets_no_second_entry,
    what_the_log_lacks_is_found,
);

fn service_on(setting: &Setting, store: Arc<Store>, guard: CheckpointGuard) -> Service {
    let tlog = TlogSettings { guard, ..TlogSettings::default() };
    let settings = Settings { tlog, ..Settings::default() };
    Service::new(store, Arc::new(setting.clock.clone()), Arc::new(OsEntropy), settings)
}

fn service(setting: &Setting, guard: CheckpointGuard) -> Service {
    service_on(setting, setting.store.clone(), guard)
}

fn guard(path: &Path) -> CheckpointGuard {
    CheckpointGuard::File(path.to_owned())
}

/// Lets a service look at the log: true if it has signed, or the reason why it does not.
async fn advance(service: &Service) -> Result<bool, Refusal> {
    let signed = service.tlog.advance().await.unwrap();
    service.tlog.refusal().map_or(Ok(signed), Err)
}

async fn nothing_is_signed_before_a_guard_has_answered(setting: Setting) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    play(&setting.client).await;
    let without = service(&setting, CheckpointGuard::Witnesses);
    assert_eq!(advance(&without).await, Err(Refusal::Unguarded));
    assert_eq!(setting.store.tlog.size().await.unwrap(), 0);
    let info = without.tlog.info().await.unwrap();
    assert!(info.refused.unwrap().contains("REGICIDE_LOG_CHECKPOINT_FILE"));

    // A new log begins its file.
    let first = service(&setting, guard(&path("first")));
    assert_eq!(advance(&first).await, Ok(true));
    assert!(path("first").exists());
    play(&setting.client).await;
    setting.clock.pass(TimeDelta::minutes(2));
    // The file of a log that exists is missing: it was lost, or the database was exchanged.
    let second = service(&setting, guard(&path("second")));
    for _ in 0..2 {
        assert_eq!(advance(&second).await, Err(Refusal::Unguarded));
    }
    assert_eq!((setting.store.tlog.size().await.unwrap(), path("second").exists()), (1, false));
    let served = setting.client.get("/log/checkpoint").await.text;
    std::fs::write(path("second"), served).unwrap();
    assert_eq!(advance(&second).await, Ok(true));
    play(&setting.client).await;
    setting.clock.pass(TimeDelta::minutes(2));
    assert_eq!(advance(&service(&setting, CheckpointGuard::Unguarded)).await, Ok(true));
    // A file of an instance that stood still is older than the database: only what another instance
    // signs shows that this was not restored.
    std::fs::copy(path("first"), path("third")).unwrap();
    let third = service(&setting, guard(&path("third")));
    assert_eq!(advance(&third).await, Err(Refusal::Unguarded));
    play(&setting.client).await;
    setting.clock.pass(TimeDelta::minutes(2));
    assert_eq!(advance(&third).await, Err(Refusal::Unguarded));
    assert_eq!(advance(&second).await, Ok(true));
    assert_eq!(advance(&third).await, Ok(false));
    assert_eq!(std::fs::read(path("third")).unwrap(), std::fs::read(path("second")).unwrap());
    // The guard that answered once goes on without its file.
    std::fs::remove_file(path("second")).unwrap();
    play(&setting.client).await;
    setting.clock.pass(TimeDelta::minutes(2));
    assert_eq!(advance(&second).await, Ok(true));
}

async fn a_guard_of_another_log_or_key_is_refused_and_stays(setting: Setting) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let good = service(&setting, guard(&path));
    play(&setting.client).await;
    assert_eq!(advance(&good).await, Ok(true));
    let note = std::fs::read_to_string(&path).unwrap();
    let other_log = checkpoint_of(&setting, 7).await.replace("/log/", "/log/0");
    for (content, is_other) in [
        (other_log, true),
        (note.replacen("\n1\n", "\n2\n", 1), false),
        (note.replace("— ", "- "), false),
        ("x".repeat(100_000), false),
        (String::new(), false),
    ] {
        std::fs::write(&path, &content).unwrap();
        setting.clock.pass(TimeDelta::days(2));
        for service in [&good, &service(&setting, guard(&path))] {
            match advance(service).await {
                Err(Refusal::OtherLog(origin)) => assert!(is_other && origin.contains("/log/0"), "{origin}"),
                Err(Refusal::File(_)) => assert!(!is_other, "{content}"),
                other => panic!("{content}: {other:?}"),
            }
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), content, "it is not overwritten");
    }
    std::fs::write(&path, note).unwrap();
    assert_eq!(advance(&good).await, Ok(true));
}

async fn a_quiet_log_is_signed_daily(setting: Setting) {
    let service = service(&setting, CheckpointGuard::Unguarded);
    play(&setting.client).await;
    assert_eq!(advance(&service).await, Ok(true));
    setting.clock.pass(TimeDelta::hours(23));
    assert_eq!(advance(&service).await, Ok(false));
    setting.clock.pass(TimeDelta::hours(1));
    assert_eq!(advance(&service).await, Ok(true));
    let [last, first] = &setting.store.tlog.checkpoints(9).await.unwrap()[..] else { panic!("two") };
    assert_eq!((first.size, last.size, last.number), (1, 1, 1));
    let text = |note: &str| note.parse::<Note>().unwrap().text.parse::<Checkpoint>().unwrap();
    assert_eq!(text(&first.note), text(&last.note));
    assert_ne!(first.note, last.note, "its time is another");
    assert_eq!(audit(&setting).status.code(), Some(0));
}

async fn a_log_is_signed_again_after_a_clock_that_was_ahead(setting: Setting) {
    let service = service(&setting, CheckpointGuard::Unguarded);
    setting.clock.pass(TimeDelta::days(30));
    play(&setting.client).await;
    assert_eq!(advance(&service).await, Ok(true));
    setting.clock.pass(TimeDelta::days(-30));
    play(&setting.client).await;
    assert_eq!(advance(&service).await, Ok(true));
    let last = setting.store.tlog.checkpoints(1).await.unwrap().remove(0);
    assert!(last.size == 2 && last.at < setting.clock.now(), "{last:?}");
    assert_eq!(advance(&service).await, Ok(false));
}

async fn nothing_is_signed_while_the_clock_is_refused(setting: Setting) {
    let passed = Arc::<AtomicU64>::default();
    let (clock, uptime) = (setting.clock.clone(), passed.clone());
    let uptime = move || Duration::from_secs(uptime.load(Ordering::Relaxed));
    let clock = DatabaseClock::replaced(move || clock.now()).beside(uptime);
    let store = setting.store_with_clock(clock).await;
    let service = service_on(&setting, store, CheckpointGuard::Unguarded);
    play(&setting.client).await;
    assert_eq!(advance(&service).await, Ok(true));
    play(&setting.client).await;
    setting.clock.pass(TimeDelta::days(40));
    assert!(matches!(advance(&service).await, Err(Refusal::Clock(_))));
    assert_eq!(setting.store.tlog.size().await.unwrap(), 1);
    passed.store(40 * 86_400, Ordering::Relaxed);
    assert_eq!(advance(&service).await, Ok(true));
    assert_eq!(setting.store.tlog.size().await.unwrap(), 2);
}

/// L1.7.
async fn a_game_that_is_changed_after_its_end_gets_no_second_entry(setting: Setting) {
    let service = service(&setting, CheckpointGuard::Unguarded);
    let game = play(&setting.client).await;
    assert_eq!(advance(&service).await, Ok(true));
    setting.clock.pass(TimeDelta::minutes(2));
    for trigger in ["games_keep_log_position", "games_keep_identity"] {
        let on = if setting.url().starts_with("sqlite") { "" } else { " on games" };
        setting.execute(&format!("drop trigger {trigger}{on}")).await.unwrap();
    }
    setting.execute("update games set log_position = null").await.unwrap();
    assert_eq!(advance(&service).await, Ok(false));
    assert_eq!(audit(&setting).status.code(), Some(0), "it is the game of its entry");
    setting.execute("update games set log_position = null, seed_by = 'client'").await.unwrap();
    play(&setting.client).await;
    assert_eq!(advance(&service).await, Ok(true));
    assert_eq!(setting.store.tlog.size().await.unwrap(), 2);
    let output = audit(&setting);
    assert!(stdout(&output).contains(&format!("{game}: FAILED, log;")), "{output:?}");
}

async fn what_the_log_lacks_is_found(setting: Setting) {
    let service = service(&setting, CheckpointGuard::Unguarded);
    let (first, second) = (play(&setting.client).await, play(&setting.client).await);
    assert_eq!(advance(&service).await, Ok(true));
    setting.clock.pass(TimeDelta::days(1));
    assert_eq!(advance(&service).await, Ok(true));
    assert_eq!(audit(&setting).status.code(), Some(0));
    let on = if setting.url().starts_with("sqlite") { "" } else { " on games" };
    setting.execute(&format!("drop trigger games_keep_log_position{on}")).await.unwrap();
    setting.execute("update games set log_position = 1 - log_position").await.unwrap();
    let found = stdout(&audit(&setting));
    assert!([&first, &second].iter().all(|game| found.contains(&format!("{game}: FAILED, log;"))), "{found}");
    setting.execute("update games set log_position = 0").await.unwrap();
    let found = stdout(&audit(&setting));
    for line in ["entry 0: FAILED, subject", "entry 1: FAILED, subject"] {
        assert!(found.lines().any(|printed| printed == line), "{line}: {found}");
    }
    setting.execute("update games set log_position = null").await.unwrap();
    let found = stdout(&audit(&setting));
    for game in [first, second] {
        assert!(found.lines().any(|line| line == format!("game {game}: FAILED, log")), "{found}");
    }
}
