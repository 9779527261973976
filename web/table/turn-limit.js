// The turn limit of a game: the field for it, and its words.

import { serviceTime } from "../clock.js";
import { h } from "../dom.js";
import { t, time } from "../language.js";
import { duration } from "../time.js";

/** The limits that are offered, in seconds. */
const LIMITS = [300, 3_600, 86_400, 259_200, 1_209_600];

/**
 * @param {{ limit: number | null, team: boolean, choose?: (limit: number | null) => void }} options
 *   `team` is true in challenges: their games have a limit, and seats keep their players
 */
export function limitField({ limit, team, choose = () => {} }) {
  const option = (/** @type {number | null} */ one) =>
    h("option", { value: one ?? "", selected: one === limit }, one === null ? t("turn_limit_none") : duration(one));
  return h("div", { class: "turn-limit" },
    h("label", { class: "bot-field" }, h("span", {}, t("turn_limit")),
      h("select", {
        "data-key": "turn-limit", "aria-describedby": "turn-limit-about",
        onchange: ({ target }) => choose(Number(target.value) || null),
      }, team ? null : option(null), LIMITS.map(option))),
    h("p", { class: "soft", id: "turn-limit-about" }, limitMeaning(team)));
}

/** The limit that is chosen in a field, if there is one. @param {HTMLElement | null} field */
export function limitIn(field) {
  return Number(field?.querySelector("select")?.value) || undefined;
}

/** The way of the others on when a turn takes longer. @param {boolean} team */
export function limitMeaning(team) {
  return t(team ? "turn_limit_team" : "turn_limit_others");
}

/** The limit of a game in a list or on the table; nothing without one. @param {{ turn_limit: number | null }} game */
export function limitText({ turn_limit: limit }) {
  return limit === null ? null : t("turn_limit_is", { time: duration(limit) });
}

const HALF_DAY = 43_200_000;

/**
 * The limit of a game, and when its turn ends, with the date where that is not soon; nothing without a limit.
 * @param {{ turn_limit: number | null, turn_ends_at: string | null }} game
 */
export function turnText(game) {
  const { turn_ends_at: end } = game;
  const left = end === null ? 0 : Date.parse(end) - serviceTime();
  if (end === null || left <= 0) return limitText(game);
  const until = time(end, left < HALF_DAY ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
  return [limitText(game), t("turn_until", { time: until })].join(" · ");
}
