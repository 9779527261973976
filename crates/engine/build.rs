//! Rebuilds the crate when a language is added or removed: the macro that
//! embeds them sees only changes of the files that it knows.

fn main() {
    println!("cargo::rerun-if-changed=locales");
}
