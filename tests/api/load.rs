//! `regicide load`, as people call it.

use std::process::{Command, Output};

use actix_web::web::block;
use serde_json::Value;

use crate::server::Setting;

crate::on_both_databases!(
    every_answer_is_what_the_load_expects_and_every_move_it_counts_is_in_the_log,
    limits_on_addresses_are_errors,
);

/// Runs the command while the server goes on in this thread.
async fn load(address: String, arguments: &'static [&'static str]) -> Output {
    let run = move || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
        // No test may depend on how fast it is: the number of moves is the end.
        command.args(["load", "--json", "--seconds", "600", "--url", &address]).args(arguments);
        command.output().unwrap()
    };
    block(run).await.unwrap()
}

/// The sum in the last line.
fn sum(output: &Output) -> Value {
    let told = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(told.lines().last().unwrap_or_else(|| panic!("{complaints}"))).unwrap()
}

async fn every_answer_is_what_the_load_expects_and_every_move_it_counts_is_in_the_log(setting: Setting) {
    let mut moves = 0;
    let runs: [&[&str]; 4] = [
        &["--moves", "200", "--games", "7", "--connections", "3"],
        &["--moves", "200", "--games", "7", "--connections", "3", "--light", "--seed", "light"],
        &["--moves", "120", "--games", "2", "--connections", "2", "--players", "4"],
        &["--moves", "350", "--games", "1", "--game", "regicide-tricks"],
    ];
    for arguments in runs {
        let output = load(setting.client.base().to_owned(), arguments).await;
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {complaints}");
        let sum = sum(&output);
        assert_eq!(sum["moves"].to_string(), arguments[1]);
        assert_eq!((&sum["conflicts"], &sum["errors"]), (&0.into(), &0.into()));
        assert!(sum["games_finished"].as_u64().unwrap() > 0, "{sum}");
        assert!(sum["latency_us"]["p50"].as_u64() <= sum["latency_us"]["max"].as_u64());
        moves += sum["moves"].as_i64().unwrap();
        assert_eq!(setting.moves_in_the_log().await, moves);
    }
}

async fn limits_on_addresses_are_errors(setting: Setting) {
    let limited = setting.instance_with(|config| config.creations_per_minute = 1);
    let arguments = &["--moves", "200", "--games", "2", "--connections", "2", "--light"];
    let output = load(limited.base().to_owned(), arguments).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("a game was answered with 429"));
    assert_eq!(sum(&output)["moves"], setting.moves_in_the_log().await);
}
