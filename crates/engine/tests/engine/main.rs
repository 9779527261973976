//! The rules of both games under test.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod coop;
mod diagrams;
mod notation;
mod tricks;
mod vectors;
