//! The SQL of seats.

use crate::store::database::Statement;

pub(in crate::store) const INSERT_SEAT: Statement = Statement::new(
    "insert into seats (game_id, seat, name, open, token, asked_to_concede, player,
        concession_place, concession_key, concession_request, invitation, invited_player, invited_until,
        bot)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
);

pub(super) const PLAYERS: Statement =
    Statement::new("select player from seats where game_id = $1 and player is not null");

pub(super) const UPDATE_SEAT: Statement = Statement::new(
    "update seats set name = $3, open = $4, token = $5, asked_to_concede = $6, player = $7,
        concession_place = $8, concession_key = $9, concession_request = $10,
        invitation = $11, invited_player = $12, invited_until = $13, bot = $14
    where game_id = $1 and seat = $2",
);

pub(super) const RAISE_VERSION: Statement = Statement::new(
    "update games set version = version + 1
    where id = $1 and version = $2 and finished_at is null and cancelled_at is null",
);
