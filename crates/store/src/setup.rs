//! The set-up of a game or a challenge in a row.

use regicide_engine::engine::{Options, Ruleset, Setup};

use super::database::{Invalid, Row};

pub(super) fn read_setup(row: &Row) -> Result<Setup, Invalid> {
    let game: String = row.get("game")?;
    let ruleset = Ruleset::find(&game, row.get::<i64>("rules")?).map_err(Invalid::Rules)?;
    let options: Options = serde_json::from_str(&row.get::<String>("options")?).map_err(Invalid::new)?;
    Setup::new(ruleset, row.get("players")?, &options).map_err(Invalid::new)
}
