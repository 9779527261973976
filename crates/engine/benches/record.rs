//! How fast record files are verified, from their text on. It prints figures
//! and verifies none.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use regicide_engine::i18n::Language;
use regicide_engine::record::{Expected, RecordFile, verify};

fn main() {
    divan::main();
}

/// The games of released rules versions, as their files hold them.
fn files(prefix: &str) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games");
    let entries = std::fs::read_dir(folder).expect("the kept games");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let wanted =
        paths.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix)));
    wanted.map(|path| std::fs::read_to_string(path).expect("a readable file")).collect()
}

/// Games a second on one core.
#[divan::bench(args = ["regicide", "tricks"])]
fn verify_from_json(bencher: Bencher<'_, '_>, prefix: &str) {
    let files = files(prefix);
    bencher.counter(ItemsCount::new(files.len())).bench_local(|| {
        for text in &files {
            let record = RecordFile::from_json(text).expect("a record");
            assert!(verify(black_box(&record), &Expected::default(), Language::default()).consistent);
        }
    });
}
