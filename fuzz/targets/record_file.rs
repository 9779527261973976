//! A text is no record file, or one that is verified the same each time; one that
//! holds is written as it was read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use regicide_engine::i18n::Language;
use regicide_engine::record::{Expected, RecordFile, verify};

fuzz_target!(|text: &str| {
    let Ok(record) = RecordFile::from_json(text) else { return };
    let verify = |record| verify(record, &Expected::default(), Language::default());
    let verdict = verify(&record);
    assert!(verdict.moves_valid as usize <= record.moves.len());
    assert_eq!(verify(&record), verdict);
    let written = serde_json::to_string(&record).expect("a record can be written");
    let read = RecordFile::from_json(&written).expect("what was written can be read");
    // A record that does not hold need not have a written form, for instance a time finer
    // than a microsecond.
    if verdict.consistent {
        assert_eq!(read, record);
        assert_eq!(verify(&read), verdict);
    }
});
