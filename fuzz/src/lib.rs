//! What the fuzz targets share.

pub mod games;
#[cfg(feature = "server")]
pub mod service;
