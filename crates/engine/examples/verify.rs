//! Says whether a record on standard input holds.
//!
//! `cargo run --example play | cargo run --example verify`

use regicide_engine::i18n::Language;
use regicide_engine::record::{Expected, RecordFile, verify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::io::read_to_string(std::io::stdin())?;
    let verdict = verify(&RecordFile::from_json(&text)?, &Expected::default(), Language::default());
    println!("{}", serde_json::to_string_pretty(&verdict)?);
    if verdict.consistent { Ok(()) } else { Err("the record does not hold".into()) }
}
