// Names of seats in a replay.

import { nameAt } from "../names.js";
import { seatsAt } from "../table/hands.js";

/**
 * @param {{ seats: Schemas["SeatInfo"][] }} game
 * @param {number} seat
 */
export function seatName(game, seat) {
  return nameAt(game.seats, seat);
}

/**
 * The name of who had the seat at a move.
 * @param {import("./game.js").Replay} game
 * @param {number} seat
 * @param {number} seq
 */
export function nameThen(game, seat, seq) {
  return nameAt(seatsAt(game, seq), seat);
}

/**
 * The names of all players, in one line.
 * @param {{ seats: Schemas["SeatInfo"][] }} game
 */
export function everybody(game) {
  return game.seats.map(({ seat }) => seatName(game, seat)).join(", ");
}
