//! Common code of the fuzz targets.

pub mod games;
#[cfg(feature = "server")]
pub mod service;
