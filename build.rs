//! Takes in the languages: every file of `locales/` is one, and nothing else
//! has to be said about it.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("locales");
    let mut files =
        fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ftl"));
    files.sort();
    let mut list = String::from("[\n");
    for file in files {
        let tag =
            file.file_stem().and_then(|stem| stem.to_str()).ok_or("a language file's name is no text")?;
        let path = file.to_str().ok_or("the project's folder has no name in Unicode")?;
        writeln!(list, "({tag:?}, include_str!({path:?})),")?;
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("locales.rs"), list)?;
    println!("cargo::rerun-if-changed=locales");
    println!("cargo::rerun-if-changed=migrations");
    Ok(())
}
