//! Records of finished games, `tests/data/games/`.

use std::fs;
use std::path::{Path, PathBuf};

/// Path and text of every record, sorted by path.
pub(crate) fn games() -> Vec<(PathBuf, String)> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folder =
        above.map(|folder| folder.join("crates/engine/tests/data/games")).find(|games| games.is_dir());
    let files = fs::read_dir(folder.unwrap()).unwrap().map(|entry| entry.unwrap().path());
    let mut games: Vec<_> = files.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect();
    games.sort();
    assert!(games.len() >= 23);
    games
}
