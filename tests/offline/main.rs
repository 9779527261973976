//! Records without the service: the library and the commands.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod commands;
mod released;
mod schema;
