//! The transparency log (docs/spec/log.md).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod ends;
mod trees;
mod vectors;
