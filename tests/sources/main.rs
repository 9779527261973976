//! What the sources say of themselves: layers, clauses, names.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod clauses;
mod layers;

use std::fs;
use std::path::{Path, PathBuf};

/// All Rust files below a folder of the project, with their texts.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty());
    found
}
