//! Rules about the sources and the documentation: layers, clauses, what stands
//! in one place, what the tests of the store call, and what monitoring uses.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]
#![expect(clippy::wildcard_enum_match_arm, reason = "of Rust's syntax, most is of no interest here")]

mod clauses;
mod contributing;
mod encoding;
mod errors;
mod example;
mod glossary;
mod layers;
mod messages;
mod monitoring;
mod names;
mod security;
mod single_places;
mod source;
mod store_methods;
mod strict_reading;
mod times;

#[path = "../support/spec.rs"]
mod spec;

use std::fs;
use std::path::{Path, PathBuf};

/// All Rust files below a folder of the project, with their texts.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    files(folder, &["rs"])
}

/// Everything of the project that people read and that may cite something:
/// sources, messages, migrations, the OpenAPI document and the documentation.
fn texts() -> Vec<(PathBuf, String)> {
    let kinds = ["rs", "py", "ts", "sql", "ftl", "json", "md"];
    let folders =
        ["bindings", "crates", "src", "tests", "benches", "examples", "migrations", "openapi", "docs"];
    let mut found: Vec<_> = folders.into_iter().flat_map(|folder| files(folder, &kinds)).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "build.rs"] {
        let path = root.join(name);
        found.extend(fs::read_to_string(&path).ok().map(|text| (path, text)));
    }
    // Records hold cards, and the checker's own tests what leads nowhere.
    found.retain(|(path, _)| {
        !path.starts_with(root.join("crates/engine/tests/data")) && !path.ends_with("sources/clauses.rs")
    });
    found
}

/// All files of some kinds below a folder of the project, with their texts.
fn files(folder: &str, kinds: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let kind = path.extension().and_then(|kind| kind.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if kind.is_some_and(|kind| kinds.contains(&kind)) {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty());
    found
}
