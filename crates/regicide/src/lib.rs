#![doc = include_str!("../README.md")]

pub mod bots;
pub mod engine;
pub mod i18n;
pub mod record;
pub mod solver;
