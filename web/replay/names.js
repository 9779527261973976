// Names of seats in a replay.

import { nameAt } from "../names.js";
import { seatsAt } from "../table/hands.js";

/**
 * The name of who had the seat at a move.
 * @param {Parameters<typeof seatsAt>[0]} game
 * @param {number} seat
 * @param {number} seq
 */
export function nameThen(game, seat, seq) {
  return nameAt(seatsAt(game, seq), seat);
}
