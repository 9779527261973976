//! Values of flags.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use regicide_engine::engine::Seat;

/// A parser of one of these choices by its name: help, errors, completions and man pages
/// list them.
pub(super) fn one_of<T>(all: &'static [T]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Into<&'static str> + Send + Sync,
{
    let names = all.iter().map(|&one| -> &'static str { one.into() });
    PossibleValuesParser::new(names).try_map(|name| {
        let found = all.iter().copied().find(|&one| one.into() == name);
        found.ok_or("there is no such name")
    })
}

/// A seat by its number.
pub fn seat(text: &str) -> Result<Seat, String> {
    let number: u8 = text.parse().map_err(|error: std::num::ParseIntError| error.to_string())?;
    number.try_into().map_err(|error: regicide_engine::engine::SeatError| error.to_string())
}
