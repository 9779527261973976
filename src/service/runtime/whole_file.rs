//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file so that it is there as a whole, after a crash too.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let temporary = path.with_added_extension("new");
    let mut file = File::create(&temporary)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&temporary, path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
