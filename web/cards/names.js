// Names of powers in one word. The names of cards and suits come from
// the service (rulebook.js).

import { t } from "../language.js";

/**
 * The name of a suit's power, such as "heals".
 * @param {string} suit `C`, `D`, `H` or `S`
 */
export function powerWord(suit) {
  return t(/** @type {import("../language.js").Key} */ (`power_${suit}`));
}
