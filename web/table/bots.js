// House bots: their levels, their mark, and seating them.

import { post, remove } from "../api.js";
import { mark } from "../cards/suit.js";
import { h } from "../dom.js";
import { t } from "../language.js";

/** @typedef {Schemas["BotLevel"]} Level */

/** @type {Level[]} */
export const LEVELS = ["novice", "steady", "strong"];

/** The level that is offered first. @type {Level} */
export const USUAL = "steady";

/** The level in words. @param {Level} level */
export function levelText(level) {
  return t(`bot_${level}`);
}

/** The mark of the bot at a seat, with the word. @param {number} seat */
export function botMark(seat) {
  return [mark("bot", { size: 16 }), " ", t("bot_at", { n: seat + 1 })];
}

/**
 * A field for who takes a seat.
 * @param {{ label: string, level: Level | null, person?: string, key: string, choose?: (level: Level | null) => void }} options
 *   `person` is the choice for no bot, if there is that choice
 */
export function levelField({ label, level, person, key, choose = () => {} }) {
  const option = (/** @type {Level | null} */ one, /** @type {string} */ text) =>
    h("option", { value: one ?? "", selected: one === level }, text);
  return h("label", { class: "bot-field" }, h("span", {}, label),
    h("select", {
      "aria-label": label, "data-key": key, onchange: ({ target }) => choose(/** @type {Level | ""} */ (target.value) || null),
    }, person ? option(null, person) : null, LEVELS.map((one) => option(one, t("bot_level", { level: levelText(one) })))));
}

/** The level that is chosen in a field. @param {HTMLElement} field */
export function levelIn(field) {
  return /** @type {Level} */ (field.querySelector("select")?.value ?? USUAL);
}

/**
 * Puts a bot on an open seat, or in a running game in the place of a person.
 * @param {string} game
 * @param {number} seat
 * @param {Level} level
 * @param {string | null} token the creator's; in a running game, of a seat
 */
export function seatBot(game, seat, level, token) {
  return post(`/v1/games/${game}/seats/${seat}/bot`, { token, body: { level } });
}

/**
 * Takes a bot, or in a running game a person, off a seat, which is open then.
 * @param {string} game
 * @param {number} seat
 * @param {string | null} token as for `seatBot`
 */
export function takeOff(game, seat, token) {
  return remove(`/v1/games/${game}/seats/${seat}`, { token });
}
