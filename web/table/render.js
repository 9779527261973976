// Draws the table from its state. The regions stay; their content is
// rebuilt, except for the log, which only grows.

import { betweenPresses, h, render } from "../dom.js";
import { openDialog } from "../dialog.js";
import { t } from "../language.js";
import { problemNote } from "../notes.js";
import { animate, places, pulse } from "./animate.js";
import { bar } from "./bar.js";
import { castleRow } from "./castle.js";
import { hand } from "./hand.js";
import { keysDialog } from "./keys.js";
import { growLog } from "./log.js";
import { middle } from "./middle.js";
import { seats } from "./seats.js";
import { handOf, isOver } from "./state.js";
import { tricksMiddle } from "./tricks.js";
import { waitingPanel } from "./waiting.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./actions.js").Actions} Actions */

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {Actions} actions
 * @returns {() => void} draws the state as it is now
 */
export function tableRenderer(root, table, actions) {
  const note = h("div", { class: "connection", role: "status" });
  const top = h("div", { class: "table-top" });
  const field = h("div", { class: "field" });
  const last = h("div", { class: "last" });
  const action = h("div", { class: "bar" });
  const cards = h("div", { class: "hand-part", role: "group", "aria-label": t("hand") });
  const log = h("ol", { class: "log", tabindex: "0", "aria-label": t("log") });
  const empty = h("p", { class: "soft" }, t("log_empty"));
  const tools = h("div", { class: "row tools" });
  const whole = h("div", { class: "table" },
    h("h1", { class: "spoken" }, t("table")),
    h("div", { class: "table-main" }, note, top, field, last, h("div", { class: "dock" }, action, cards), tools),
    h("aside", { class: "table-log" }, h("h2", {}, t("log")), empty, log));
  render(root, whole);
  // Of several moves that arrive together each has its own table, while all else is current.
  let shownAt = -1;
  return betweenPresses(whole, () => {
    const before = shownAt >= 0 && shownAt !== table.view?.shown_seq ? places(root) : new Map();
    const focused = root.contains(document.activeElement) && document.activeElement?.closest(".bar, .hand-part");
    render(note, table.connected ? null : h("p", { class: "note" }, t("connection_lost")));
    render(top, castleRow(table), seats(table));
    render(field, ...fieldOf(table, actions));
    render(last, lastMove(table));
    render(action, table.view?.table || (table.view && isOver(table.view)) ? bar(table, actions) : null);
    render(cards, ...hand(table, actions));
    render(tools, ...toolButtons(table, actions));
    empty.hidden = table.log.length > 0;
    growLog(log, table);
    if (focused && document.activeElement === document.body) refocus(root);
    animate(root, before, table.log.at(-1)?.effects ?? []);
    if (before.size > 0) pulse(root.querySelector("[data-count]"));
    shownAt = table.view?.shown_seq ?? -1;
    table.drawn = table.view?.seq ?? 0;
    whole.dataset.seq = String(shownAt);
  });
}

/**
 * @param {Table} table
 * @param {Actions} actions
 */
function fieldOf(table, actions) {
  const { view } = table;
  if (!view) return table.problem ? [problemNote(table.problem)] : [h("p", { class: "loading" }, t("loading"))];
  if (view.status === "waiting") return waitingPanel(table, actions);
  if (!view.table) return [];
  return view.table.kind === "regicide" ? middle(table, view.table) : tricksMiddle(table, view.table);
}

/** The narration of the last move, next to the hand. @param {Table} table */
function lastMove({ log, view }) {
  const line = log.at(-1);
  if (!line || !view || line.seq !== view.shown_seq) return null;
  return h("p", { class: "last-move" }, line.narration.join(" "));
}

/**
 * @param {Table} table
 * @param {Actions} actions
 */
function toolButtons(table, actions) {
  const { view } = table;
  if (!view?.table) return [];
  const showLog = () => {
    const list = h("ol", { class: "log" });
    growLog(list, table);
    openDialog(t("log"), table.log.length === 0 ? h("p", {}, t("log_empty")) : list).querySelector(".log")?.lastElementChild?.scrollIntoView();
  };
  const running = view.status === "running" && table.seat !== null;
  return [
    handOf(table).length < 2 ? null : h("button", { type: "button", class: "quiet small", "data-key": "order", onclick: actions.sort },
      t(table.order === "suit" ? "by_value" : "by_suit")),
    h("button", { type: "button", class: "quiet small log-button", "data-key": "log", onclick: showLog }, t("log")),
    h("button", { type: "button", class: "quiet small keys-button", "data-key": "keys", onclick: keysDialog }, t("keys")),
    running ? h("button", { type: "button", class: "quiet small", "data-key": "concede", onclick: actions.askConcede }, t("concede")) : null,
  ];
}

/** Moves the focus to the control that the player needs next. @param {HTMLElement} root */
function refocus(root) {
  const next = root.querySelector(".end, .bar button:not(:disabled), .hand-card:not([aria-disabled]), .hand-card, .log-button");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
