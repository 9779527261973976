//! The SQL of seats.

use crate::database::Statement;

pub(crate) const INSERT_SEAT: Statement = Statement::new(
    "insert into seats (game_id, seat, name, open, token, asked_to_concede, player,
        concession_place, concession_key, concession_request, invitation, invited_player, invited_until,
        bot)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
);

pub(super) const SEATED: Statement =
    Statement::new("select coalesce(player, invited_player) as player, open from seats where game_id = $1");

pub(super) const UPDATE_SEAT: Statement = Statement::new(
    "update seats set name = $3, open = $4, token = $5, asked_to_concede = $6, player = $7,
        concession_place = $8, concession_key = $9, concession_request = $10,
        invitation = $11, invited_player = $12, invited_until = $13, bot = $14
    where game_id = $1 and seat = $2",
);

/// The seats that are held for a player at a time, up to a limit.
pub(super) const HELD: Statement = Statement::new(
    "select s.game_id from seats s join games g on g.id = s.game_id
    where s.invited_player = $1 and s.open = 1 and s.invited_until > $2
        and g.finished_at is null and g.cancelled_at is null
    limit $3",
);

/// A player who sits in a game is not invited to it any more.
pub(super) const RELEASE_OTHERS: Statement = Statement::new(
    "update seats set invited_player = null, invited_until = null
    where game_id = $1 and invited_player = $2 and seat <> $3",
);

pub(super) const RAISE_VERSION: Statement = Statement::new(
    "update games set version = version + 1
    where id = $1 and version = $2 and finished_at is null and cancelled_at is null",
);

/// A game that ends without a result counts for no player.
pub(crate) const END_SEATS: Statement = Statement::new("update seats set ended = 1 where game_id = $1");
