//! Rebuilds the crate when a migration is added or removed.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
