//! The SQL of games with house bots that go on.

use constcat::concat;

use crate::store::database::Statement;

/// A game with a bot that is not over at $1, and in which something was done
/// after $2. What a fork took over was done before it.
const GOES_ON: &str = "
    g.finished_at is null and g.cancelled_at is null and (g.ends_at is null or g.ends_at > $1)
    and exists (select 1 from seats where game_id = g.id and bot is not null)
    and (g.created_at > $2
        or (select at from moves where game_id = g.id order by seq desc limit 1) > $2)";

pub(super) const BOT_GAMES_OF: Statement = Statement::new(concat!(
    "select g.id from games g
    where g.creator = $3 and",
    GOES_ON,
    " limit $4"
));

pub(super) const BOT_GAMES_AMONG: Statement = Statement::each(
    concat!(
        "select g.id from games g
        where g.id in (select value::uuid from json_array_elements_text($3::json) as ids (value)) and",
        GOES_ON
    ),
    concat!("select g.id from games g where g.id in (select unhex(value) from json_each($3)) and", GOES_ON),
);
