//! The `regicide` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    regicide::cli::main()
}
