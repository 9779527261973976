//! The library for Python: `regicide_engine._native`, which the modules of
//! `python/regicide_engine` show under the names of the library's own modules.

mod bots;
mod history;
mod position;
mod record;
mod setup;
mod solver;
mod table;
mod tables;
mod threads;
mod values;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::bots::{Observer, difficulty, levels, play_many};
    #[pymodule_export]
    use super::position::{Position, Refusal, Step};
    #[pymodule_export]
    use super::record::{Verdict, build, replay, verify, verify_many};
    #[pymodule_export]
    use super::setup::{Setup, commitment, languages, rulesets};
    #[pymodule_export]
    use super::solver::{analyse_many, solve_many};
    #[pymodule_export]
    use super::table::{Table, actions, fields, size_of};
    #[pymodule_export]
    use super::tables::Tables;
    /// The length of a move in an observation.
    #[pymodule_export]
    const MOVE_SIZE: usize = super::history::MOVE_SIZE;
    /// The version of actions and observations.
    #[pymodule_export]
    const ENCODING: u32 = regicide_engine::encoding::VERSION;
}
