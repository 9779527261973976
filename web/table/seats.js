// The seats around the enemy: names, numbers of cards, whose turn it is.

import { backs } from "../cards/pile.js";
import { serviceTime } from "../clock.js";
import { h, link } from "../dom.js";
import { t } from "../language.js";
import { nameAt, openText } from "../names.js";
import { holderText, replacedBy } from "./hands.js";
import { isOver, sideOf, wordsOf } from "./state.js";
import { botMark, levelText } from "./bots.js";
import { presenceMark } from "./presence.js";
import { proposalNote } from "./proposal.js";
import { sideMark } from "./score.js";
import { vacancyOf } from "./vacancy.js";
import { duration } from "../time.js";

const HOUR = 3_600_000;

/** @param {Table} table @param {Page} page */
export function seats(table, page) {
  const { view } = table;
  if (!view || view.players === 1) return null;
  return h("ol", { class: `seats${view.kind === "regicide" ? "" : " tricks"}${view.options.partners ? " sides" : ""}`, "aria-label": t("seats") }, view.seats.map((info) => seatChip(table, info, page)));
}

/** @param {Table} table @param {Schemas["SeatInfo"]} info @param {Page} page */
function seatChip(table, info, page) {
  const { view } = table;
  const shown = view?.table ?? null;
  const acts = view?.to_act === info.seat && view !== null && !isOver(view);
  const size = shown?.hand_sizes[info.seat];
  const isOwn = info.seat === table.seat;
  const name = info.open ? openText() : nameAt(view?.seats ?? [], info.seat);
  const side = sideOf(table, info.seat);
  const replaced = view && replacedBy(view, info.seat);
  const notes = [
    // Beside the name of the person there is no room for the level.
    info.bot_level && !replaced ? levelText(info.bot_level) : null,
    acts ? toActNote(table) : agoNote(table, info),
    shown?.kind === "regicide" && shown.yielded[info.seat] ? t("yielded") : null,
    proposalNote(view, info.seat),
    shown?.kind === "regicide-tricks" ? t("tricks_won", { n: shown.tricks[info.seat] ?? 0 }) : null,
    shown?.kind === "regicide-tricks" && !view?.options.partners ? t("points", { n: shown.points[side] ?? 0 }) : null,
    shown?.kind === "regicide-tricks" && shown.dealer === info.seat ? t("dealer") : null,
  ].filter((note) => note !== null);
  const who = info.bot_level ? [...botMark(info.seat), replaced ? [" ", h("span", { class: "seat-for" }, t("bot_for", { name: holderText(replaced) }))] : null].flat()
    : [presenceMark(table, info), isOwn ? [h("span", { class: "own-name seat-long" }, name, " "), h("span", { class: "own-tag" }, t("you_short"))] : name].flat();
  const marked = [shown?.kind === "regicide-tricks" ? sideMark(table, side) : null, ...who,
    shown?.kind === "regicide-tricks" && !isOwn && table.seat !== null && side === sideOf(table, table.seat) ? h("span", { class: "seat-partner" }, ` · ${t("partner")}`) : null];
  // An overdue seat has its button in the bar.
  const vacancy = vacancyOf(table, info.seat);
  const named = vacancy === "bot" || vacancy === "open" ? h("button", {
    type: "button", class: "seat-name", "data-key": `seat-${info.seat}`, "data-explain": t(`seat_${vacancy}`), onclick: () => page.act({ type: "hand_over", seat: info.seat }),
  }, marked)
    : info.player_id ? link(`/players/${info.player_id}`, { class: "seat-name" }, marked) : h("span", { class: "seat-name" }, marked);
  return h("li", { class: `seat${acts ? " acts" : ""}${info.open ? " open" : ""}${info.bot_level ? " bot" : ""}${isOwn ? " own" : ""}`, "data-seat": info.seat },
    named,
    size === undefined ? null : h("span", { class: shown?.kind === "regicide" ? "seat-cards" : "seat-cards seat-long" },
      backs(size, { width: 13 }), h("span", { class: "figures" }, t("cards", { n: size }))),
    notes.length > 0 ? h("span", { class: "seat-notes" }, notes.flatMap((note, index) => (index > 0 ? [" · ", note] : [note]))) : null,
    bubble(wordsOf(table, info.seat)));
}

/** A player's signals, at the seat. @param {Schemas["SignalLine"][]} words */
export function bubble(words) {
  if (words.length === 0) return null;
  return h("div", { class: "bubble" }, words.map(({ number, signal }) => h("q", { "data-signal": number }, t(`signal_${signal}`))));
}

/** Times from so long ago are shown at the seats. */
const LONG = 120_000;

/** The note at the seat to act, with the time of a long wait. @param {Table} table */
function toActNote({ log, view }) {
  const time = timeSince(log.at(-1)?.at ?? view?.created_at);
  return time === null ? t("to_act") : timeNote(t("to_act_for", { time }), time);
}

/**
 * How long ago a person acted; beside the points of the trick-taking game there is no room.
 * @param {Table} table
 * @param {Schemas["SeatInfo"]} info
 */
function agoNote({ log, view }, { bot_level: bot, seat }) {
  if (view?.kind !== "regicide" || isOver(view) || bot) return null;
  const time = timeSince(log.findLast((line) => line.seat === seat)?.at);
  return time === null ? null : timeNote(t("acted_ago", { time }), time);
}

/** A note of which only the time is seen where the seat is narrow. @param {string} text @param {string} time */
function timeNote(text, time) {
  return h("span", {}, h("span", { class: "seat-long" }, text), h("span", { class: "seat-short", "aria-hidden": "true" }, time));
}

/** The time since a moment in its largest unit; nothing if it is short. @param {string | null | undefined} moment */
function timeSince(moment) {
  const since = moment ? serviceTime() - Date.parse(moment) : 0;
  return since < LONG ? null : duration(since < HOUR ? since / 1000 : Math.floor(since / HOUR) * (HOUR / 1000));
}
