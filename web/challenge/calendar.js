// The days of a month, with what this browser's player reached on each.

import { getItems } from "../api.js";
import { ROYALS } from "../cards/castle.js";
import { mark } from "../cards/suit.js";
import { h, link } from "../dom.js";
import { filled } from "../filled.js";
import { t, time } from "../language.js";
import { getState } from "../store.js";
import { DAY } from "../time.js";

/** The most pages of games that are read for those of a month. */
const PAGES = 5;

/** @param {{ date: string, players: number, signal: AbortSignal }} shown the day that the page is for */
export function calendarSection({ date, players, signal }) {
  const place = h("div", { class: "stack" });
  let month = date.slice(0, 7);
  /** @type {Map<string, Schemas["ChallengeInfo"]> | undefined} */
  let days;
  signal.addEventListener("abort", filled(place, async (shown, again) => {
    days ??= await daysWith(players, shown);
    const results = await resultsOf(month, players, shown);
    return calendar({ month, date, players, days, results }, (wanted) => {
      month = wanted;
      again();
    });
  }));
  return h("section", { class: "stack" }, h("h2", {}, t("calendar")), place);
}

/** The daily challenges by their day. @param {number} players @param {AbortSignal} signal */
async function daysWith(players, signal) {
  const { items } = await getItems(`/v1/challenges?source=daily&players=${players}`, { signal }, 1);
  return new Map(items.map((one) => [one.date ?? "", one]));
}

/**
 * The games of a month at daily challenges, by their day.
 * @param {string} month
 * @param {number} players
 * @param {AbortSignal} signal
 */
async function resultsOf(month, players, signal) {
  const { player } = getState();
  if (!player) return new Map();
  const range = `created_after=${month}-01T00:00:00Z&created_before=${monthAfter(month, 1)}-01T00:00:00Z`;
  const { items } = await getItems(`/v1/players/${player.id}/games?players=${players}&${range}`, { token: player.token, signal }, PAGES);
  return new Map(items.map((game) => [game.challenge && dayOf(game.challenge.id), game]));
}

/**
 * The day of a daily challenge, whose id begins with its midnight in
 * milliseconds (docs/spec/challenges.md C1.2); nothing for other challenges.
 * @param {string} id
 */
function dayOf(id) {
  const midnight = Number.parseInt(id.replace("-", "").slice(0, 12), 16);
  return midnight % DAY === 0 ? new Date(midnight).toISOString().slice(0, 10) : null;
}

/** The month so many months later. @param {string} month such as `2026-11` @param {number} months */
function monthAfter(month, months) {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/**
 * @typedef {object} Month
 * @property {string} month such as `2026-11`
 * @property {string} date of the page
 * @property {number} players
 * @property {Map<string, Schemas["ChallengeInfo"]>} days with a challenge
 * @property {Map<string | null, Schemas["PlayerGame"]>} results
 */

/** @param {Month} shown @param {(month: string) => void} show */
function calendar(shown, show) {
  const { month, days } = shown;
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const length = (Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`) - first) / DAY;
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const weeks = Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => week * 7 + weekday - before + 1));
  const known = [...days.values()].filter((one) => one.status !== "coming").map((one) => one.date?.slice(0, 7) ?? "").sort();
  const turn = (/** @type {number} */ months, /** @type {import("../language.js").Key} */ key, /** @type {boolean} */ possible) => h("button", {
    type: "button", class: "quiet", "data-key": key, "aria-label": t(key), title: t(key), disabled: !possible,
    onclick: () => show(monthAfter(month, months)),
  }, months < 0 ? "‹" : "›");
  const name = time(`${month}-01T00:00:00Z`, { month: "long", year: "numeric", timeZone: "UTC" });
  return h("div", { class: "stack calendar" },
    h("div", { class: "calendar-month" },
      turn(-1, "calendar_before", month > (known[0] ?? month)),
      h("strong", { role: "status" }, name),
      turn(1, "calendar_after", month < (known.at(-1) ?? month))),
    h("table", { "aria-label": `${t("calendar")}, ${name}` },
      h("thead", {}, h("tr", {}, weekdays().map(({ short, long }) => h("th", { scope: "col", abbr: long }, short)))),
      h("tbody", {}, weeks.map((week) => h("tr", {}, week.map((day) => h("td", {}, day < 1 || day > length ? null : dayCell(day, shown))))))),
    h("p", { class: "soft" }, t(getState().player ? "calendar_about" : "calendar_practice")));
}

/** The names of the days of the week, from Monday. */
function weekdays() {
  const monday = Date.UTC(2024, 0, 1);
  return Array.from({ length: 7 }, (_, day) => {
    const at = new Date(monday + day * DAY).toISOString();
    return { short: time(at, { weekday: "narrow", timeZone: "UTC" }), long: time(at, { weekday: "long", timeZone: "UTC" }) };
  });
}

/** @param {number} day of the month @param {Month} shown */
function dayCell(day, { month, date, players, days, results }) {
  const at = `${month}-${String(day).padStart(2, "0")}`;
  const challenge = days.get(at);
  const game = results.get(at);
  const number = h("span", { class: "calendar-day" }, day);
  if (!game && (!challenge || challenge.status === "coming")) return number;
  const defeated = game?.result?.kind === "regicide" ? game.result.enemies_defeated : null;
  const won = defeated === ROYALS;
  return link(`/daily/${at}${players === 1 ? "" : `?players=${players}`}`, {
    class: ["calendar-link", won ? "won" : "", game ? "played" : "", at === date ? "shown" : ""].filter(Boolean).join(" "),
    "aria-current": challenge?.status === "open" ? "date" : null,
    style: { "--part": String((defeated ?? 0) / ROYALS) },
  },
  number,
  defeated !== null ? [
    h("span", { class: "spoken" }, `: ${t(won ? "calendar_won" : "score_enemies", { n: defeated })}`),
    h("span", { class: "calendar-result figures", "aria-hidden": "true" }, won ? mark("crown-3", { size: 16 }) : defeated),
  ] : game ? [
    h("span", { class: "spoken" }, `: ${t("calendar_begun")}`),
    h("span", { class: "calendar-result", "aria-hidden": "true" }, "…"),
  ] : null);
}
