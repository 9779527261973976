// The speed of bots and animations: moves of bots are shown as the service makes them, or slower.

import { getSettings } from "../store.js";

/** The pause after a bot's move in milliseconds, and the factor by which an animation is longer. */
const PACES = { "1×": { pause: 0, stretch: 1 }, "½×": { pause: 900, stretch: 2 }, "¼×": { pause: 2700, stretch: 4 } };
/** @typedef {keyof typeof PACES} Pace */

/** The player's speed; what is stored may be of another version. */
const pace = () => PACES[getSettings().pace] ?? PACES["1×"];

/** Waits as long as a move stays alone on the table. @param {Schemas["SeatInfo"] | undefined} mover @returns {Promise<void>} */
export function rest(mover) {
  const { pause } = pace();
  return new Promise((resolve) => (mover?.bot_level && pause > 0 ? setTimeout(resolve, pause) : resolve()));
}

/** The duration of an animation at the player's speed. @param {number} milliseconds */
export function paced(milliseconds) {
  return milliseconds * pace().stretch;
}
