//! The `regicide` command.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Answers are many small pieces, made on one thread and often freed on
/// another.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    regicide_server::cli::main()
}
