//! The transparency log (docs/spec/log.md).

mod trees;
mod vectors;
