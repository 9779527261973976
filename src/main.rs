//! The `regicide` command.

fn main() {}
