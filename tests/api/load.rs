//! The load generator, `benches/load/`.

use clap::Parser;
use serde_json::Value;

use crate::generator::Load;
use crate::server::Setting;

crate::on_both_databases!(
    every_response_is_expected_and_every_counted_move_is_in_the_log,
    every_reader_gets_every_move,
    rate_limits_are_errors,
);

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    load: Load,
}

/// The report of a run.
async fn load(address: &str, arguments: &[&str]) -> Value {
    // No test may depend on its speed: the number of moves ends the run.
    let options = ["load", "--seconds", "600", "--url", address];
    let Cli { load } = Cli::parse_from(options.iter().chain(arguments));
    let report = load.run(std::future::pending()).await.unwrap();
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(report.has_errors(), json["errors"] != 0);
    json
}

async fn every_response_is_expected_and_every_counted_move_is_in_the_log(setting: Setting) {
    let mut moves = 0;
    let runs: [&[&str]; 6] = [
        &["--moves", "200", "--games", "7", "--connections", "3"],
        &["--moves", "200", "--games", "7", "--connections", "3", "--light", "--seed", "light"],
        &["--moves", "120", "--games", "2", "--connections", "2", "--players", "4"],
        &["--moves", "350", "--games", "1", "--kind", "regicide-tricks"],
        &["--moves", "120", "--games", "2", "--connections", "2", "--minimal", "--seed", "minimal"],
        &["--moves", "350", "--games", "1", "--kind", "regicide-tricks", "--minimal", "--seed", "minimal"],
    ];
    for arguments in runs {
        let report = load(setting.client.base(), arguments).await;
        assert_eq!(report["errors"], 0, "{arguments:?}: {report}");
        assert_eq!(report["conflicts"], 0, "{arguments:?}");
        assert_eq!(report["moves"].to_string(), arguments[1]);
        assert!(report["games_finished"].as_u64().unwrap() > 0, "{report}");
        assert!(report["latency_us"]["p50"].as_u64() <= report["latency_us"]["max"].as_u64());
        moves += report["moves"].as_i64().unwrap();
        assert_eq!(setting.rows("moves").await, moves);
    }
}

async fn every_reader_gets_every_move(setting: Setting) {
    let arguments = &[
        "--moves",
        "100",
        "--games",
        "3",
        "--connections",
        "2",
        "--players",
        "2",
        "--streams",
        "3",
        "--pause",
        "1",
    ];
    let report = load(setting.client.base(), arguments).await;
    assert_eq!((&report["errors"], &report["events"]), (&Value::from(0), &Value::from(300)), "{report}");
    let begun = report["games_finished"].as_u64().unwrap() + 3;
    assert!(report["streams"].as_u64().unwrap() >= 3 * (begun - 2) && begun > 3, "{report}");
}

async fn rate_limits_are_errors(setting: Setting) {
    let limited = setting.instance_with(|config| config.allowances.creations_per_minute = 1);
    let arguments = &["--moves", "200", "--games", "2", "--connections", "2", "--light"];
    let report = load(limited.base(), arguments).await;
    assert_ne!(report["errors"], 0);
    let first = report["first_errors"][0].as_str().unwrap();
    assert!(first.contains("a game was answered with 429"), "{first}");
    assert_eq!(report["moves"], setting.rows("moves").await);
}
