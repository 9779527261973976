//! Each layer knows only those below it (ARCHITECTURE.md).

use crate::sources;

/// A layer, and what its sources must not name.
const LAYERS: [(&str, &[&str]); 6] = [
    (
        "src/engine",
        &[
            "crate::words",
            "crate::record",
            "crate::store",
            "crate::service",
            "crate::api",
            "crate::cli",
            "serde_json::",
            "async fn",
            "tokio",
            "actix",
            "sqlx",
            "chrono",
            "tracing",
            "std::fs",
            "std::io",
            "std::net",
            "std::time",
            "println!",
        ],
    ),
    (
        "src/words",
        &[
            "crate::record",
            "crate::store",
            "crate::service",
            "crate::api",
            "crate::cli",
            "actix",
            "sqlx",
            "tokio",
            "async fn",
        ],
    ),
    (
        "src/record",
        &["crate::store", "crate::service", "crate::api", "crate::cli", "actix", "sqlx", "tokio", "async fn"],
    ),
    ("src/store", &["crate::service", "crate::api", "crate::cli", "actix"]),
    ("src/service", &["crate::api", "crate::cli", "actix", "sqlx"]),
    ("src/api", &["crate::cli", "sqlx", "engine::regicide", "engine::tricks"]),
];

/// A source without its tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

#[test]
fn each_layer_knows_only_those_below_it() {
    for (layer, unknown) in LAYERS {
        for (path, text) in sources(layer) {
            let in_tests = path.components().any(|part| part.as_os_str() == "tests");
            let code: Vec<&str> = without_tests(&text)
                .lines()
                .filter(|line| !in_tests && !line.trim_start().starts_with("//"))
                .collect();
            for word in unknown {
                let line = code.iter().find(|line| line.contains(word));
                assert!(line.is_none(), "{} names {word}: {}", path.display(), line.unwrap());
            }
        }
    }
}

#[test]
fn a_game_is_chosen_in_one_place() {
    let choosing = |text: &str| text.contains("Self::Tricks(") || text.contains("::Tricks =>");
    let mut files: Vec<String> = sources("src")
        .into_iter()
        .filter(|(_, text)| choosing(without_tests(text)))
        .map(|(path, _)| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    // The second only says what the games are called.
    assert_eq!(files, ["any.rs", "options.rs"]);
}

#[test]
fn only_one_file_each_asks_the_machine_for_time_and_chance() {
    for (call, home) in [("Utc::now()", "clock.rs"), ("getrandom::fill(", "entropy.rs")] {
        let askers: Vec<_> = sources("src").into_iter().filter(|(_, text)| text.contains(call)).collect();
        let names: Vec<_> = askers.iter().map(|(path, _)| path.file_name().unwrap()).collect();
        assert_eq!(names, [home], "{call}");
    }
}
