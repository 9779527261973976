// Draws the table from its state. The regions stay; their content is rebuilt, except for the log, which only grows.

import { Problem } from "../api.js";
import { betweenPresses, h, keyed, link, render } from "../dom.js";
import { deviceButton, seatHere } from "../device.js";
import { openDialog } from "../dialog.js";
import { t } from "../language.js";
import { problemNote } from "../notes.js";
import { canNotify, notifies } from "../notify.js";
import { animate, count, counts, places } from "./animate.js";
import { bar } from "./bar.js";
import { castleRow } from "./castle.js";
import { guideBand } from "./guide.js";
import { gameLine, specialNote } from "./game-line.js";
import { hand, roomFor } from "./hand.js";
import { growLog } from "./log.js";
import { middle } from "./middle.js";
import { headline } from "./news.js";
import { offerBand } from "./offer.js";
import { keepsNotes, ownNotes } from "./own-notes.js";
import { spectatorsText } from "./presence.js";
import { scoreDialog } from "./score.js";
import { seats } from "./seats.js";
import { sound } from "./sound.js";
import { isMyTurn, isOver, mayHint, mustAnswer, shownLog } from "./state.js";
import { talk } from "./talk.js";
import { tricksMiddle } from "./tricks.js";
import { turnClock } from "./turn.js";
import { isOverdue, mayLeave } from "./vacancy.js";
import { waitingPanel } from "./waiting.js";
import { wayInForm } from "./way-in.js";
import { yourSeat } from "./your-seat.js";

/** The name of the tab. @param {Table} table */
function titleOf(table) {
  const calls = (table.view?.players ?? 0) > 1 && isMyTurn(table) && !table.covered;
  return `${calls ? `● ${t("your_turn")}` : t("table")} · Regicide`;
}

/**
 * @param {HTMLElement} root
 * @param {() => Table} current
 * @param {(event: import("./reduce.js").Event) => void} dispatch
 * @param {AbortSignal} signal ends with the page
 * @returns {{ page: Page, draw: () => void }} `draw` draws the state as it is now
 */
export function tableRenderer(root, current, dispatch, signal) {
  let table = current();
  /** @type {Map<string, HTMLElement>} */
  const kept = new Map();
  /** @type {Page} */
  const page = {
    current,
    dispatch,
    // The action is meant for the drawn table.
    act: (action) => dispatch({ ...action, at: table.view?.seq ?? 0 }),
    once(part, make) {
      const made = kept.get(part) ?? make();
      kept.set(part, made);
      return /** @type {ReturnType<typeof make>} */ (made);
    },
  };
  const note = h("div", { class: "connection", role: "status" });
  const seated = h("div", {});
  const game = h("p", { class: "game-line" });
  const turn = h("p", { class: "turn" });
  const field = h("div", { class: "field" });
  const last = h("div", { class: "last" });
  const guide = h("div", { class: "guide", role: "status" });
  const action = h("div", { class: "bar" });
  const cards = h("div", { class: "hand-part", role: "group", "aria-label": t("hand") });
  const log = h("ol", { class: "log", tabindex: "0", "aria-label": t("log") });
  const empty = h("p", { class: "soft" }, t("log_empty"));
  const notes = ownNotes(table.id);
  const tools = h("div", { class: "row tools" });
  const offer = h("div", { class: "offer", role: "status" });
  const whole = h("div", { class: "table" },
    h("h1", { class: "spoken" }, t("table")),
    h("div", { class: "table-main" }, note, h("div", { class: "table-top" }, seated, game, turn), field, h("div", { class: "dock" }, last, guide, offer, action, cards), tools),
    h("aside", { class: "table-log" }, h("h2", {}, t("log")), notes, empty, log));
  render(root, whole);
  // Of several moves that arrive together each has its own table, while all else is current.
  let shownAt = -1;
  let { prepared } = table;
  const draw = betweenPresses(whole, () => {
    // A draw that waits for a press may outlast the page.
    if (signal.aborted) return;
    table = current();
    document.title = titleOf(table);
    const before = shownAt >= 0 && shownAt !== table.view?.shown_seq ? places(root) : new Map();
    const numbers = counts(root);
    const focused = root.contains(document.activeElement) && document.activeElement?.closest(".last, .bar, .hand-part, .guide, .offer, .seats, .tools");
    render(note, table.connected ? null : h("p", { class: "note" }, t("connection_lost")));
    render(seated, castleRow(table), seats(table, page));
    render(game, ...gameLine(table));
    drawTurn(table);
    render(field, ...fieldOf(table, page));
    render(last, table.view?.seq === 0 && !table.covered ? talk(table, page) : newsOf(table));
    guideBand(guide, table, draw);
    render(action, table.view?.table || (table.view && isOver(table.view)) ? bar(table, page) : null);
    render(cards, ...hand(table, page));
    roomFor(cards, table);
    render(tools, ...toolButtons(table, page));
    offerBand(offer, table, page);
    notes.hidden = !keepsNotes(table);
    empty.hidden = !hasNoEntries(table);
    growLog(log, table);
    // A page that has been opened has no focus yet; where it was, it moves on.
    const isNew = shownAt < 0 && cards.childElementCount > 0;
    if ((focused || isNew) && document.activeElement === document.body) refocus(root);
    if (table.prepared !== prepared) keyed(action, "send")?.focus({ preventScroll: true });
    ({ prepared } = table);
    if (before.size > 0) {
      const effects = table.log.at(-1)?.effects ?? [];
      animate(root, before, effects);
      count(root, numbers);
      sound(effects);
    }
    shownAt = table.view?.shown_seq ?? -1;
    // Until the rules are here, the hand is not at its place.
    if (table.book) whole.dataset.seq = String(shownAt);
  });
  const drawTurn = turnClock(turn, draw, signal);
  return { page, draw };
}

/** @param {Table} table @param {Page} page */
function fieldOf(table, page) {
  const { view } = table;
  if (!view) return table.problem ? [problemNote(table.problem), isClosed(table.problem) ? wayInForm(table, page) : null, h("div", { class: "row" }, link("/", { class: "button" }, t("home")), isClosed(table.problem) ? yourSeat() : null)] : [h("p", { class: "loading" }, t("loading"))];
  if (view.status === "waiting") return waitingPanel(table, page);
  if (!view.table) return [];
  return view.table.kind === "regicide" ? middle(table, view.table) : tricksMiddle(table, view.table, page);
}

/** True if a game is shown to its seats only. @param {unknown} problem */
function isClosed(problem) {
  return problem instanceof Problem && (problem.code === "forbidden" || problem.code === "embargoed");
}

/** The result of the last move, next to the hand; the rest is in the log. @param {Table} table */
function newsOf(table) {
  const line = shownLog(table).at(-1);
  if (!line || line.seq !== table.view?.shown_seq) return null;
  return h("button", { type: "button", class: "quiet news", "data-key": "news", onclick: () => showLog(table) },
    h("span", {}, headline(line)), h("span", { class: "spoken" }, ` (${t("log")})`));
}

/** True if nothing has happened; a covered log has entries that are not shown. @param {Table} table */
function hasNoEntries({ log, said }) {
  return log.length + said.length === 0;
}

/** @param {Table} table */
function showLog(table) {
  const list = h("ol", { class: "log" });
  growLog(list, table);
  openDialog(t("log"), specialNote(table), hasNoEntries(table) ? h("p", {}, t("log_empty")) : list,
    keepsNotes(table) ? ownNotes(table.id) : null).querySelector(".log")?.lastElementChild?.scrollIntoView();
}

/** @param {Table} table @param {Page} page */
function toolButtons(table, page) {
  const { view } = table;
  if (!view?.table) return [];
  const running = view.status === "running" && table.seat !== null;
  return [
    running && view.proposal ? proposalButton(table, page) : null,
    // With several people its place stays, so that nothing jumps while hands change.
    running && !view.proposal && (view.can_undo || view.players > 1)
      ? h("button", { type: "button", class: view.can_undo ? "quiet small" : "quiet small no-room", "data-key": view.can_undo ? "undo" : "no-undo", disabled: !view.can_undo, onclick: () => page.act({ type: "undo" }) }, t("undo")) : null,
    mayHint(table) ? h("button", { type: "button", class: "quiet small", "data-key": "hint", onclick: () => page.act({ type: "hint" }) }, t("hint")) : null,
    view.kind === "regicide-tricks" ? h("button", { type: "button", class: "quiet small", "data-key": "score", onclick: () => scoreDialog(table) }, t("score")) : null,
    h("button", { type: "button", class: "quiet small log-button", "data-key": "log", onclick: () => showLog(table) }, t("log")),
    // In a window of its own, so that the game stays.
    h("a", { class: "button quiet small rules-button", "data-key": "rules", href: `/rules#${view.kind}`, target: "_blank" }, t("rules")),
    running && view.players > 1 && canNotify() ? h("button", {
      type: "button", class: "quiet small", "data-key": "notify", "aria-pressed": String(notifies()), onclick: () => page.act({ type: "notify" }),
    }, t("notify")) : null,
    running ? deviceButton(() => (table.seat === null ? null : seatHere(view, table.seat)), "quiet small",
      [h("span", { class: "long" }, t("device")), h("span", { class: "short" }, t("device_short"))]) : null,
    h("button", { type: "button", class: "quiet small", "data-key": "help", onclick: () => page.act({ type: "help" }) },
      h("span", { "aria-hidden": "true" }, "?"), h("span", { class: "spoken" }, t("help"))),
    running && (!view.proposal || view.kind === "regicide-tricks" || (view.proposal.type === "concede" && isOverdue(view))) ? h("button", { type: "button", class: "quiet small", "data-key": "concede", onclick: () => page.act({ type: "open_question", question: "concede" }) }, t("concede")) : null,
    mayLeave(table) ? h("button", { type: "button", class: "quiet small", "data-key": "leave-table", onclick: () => page.act({ type: "open_question", question: "leave" }) }, t("leave_table")) : null,
    spectatorsText(table),
  ];
}

/** @param {Table} table @param {Page} page */
function proposalButton(table, page) {
  const answers = mustAnswer(table);
  return h("button", {
    type: "button", class: "quiet small", "data-key": answers ? "answer" : "withdraw", onclick: () => (answers ? page.act({ type: "open_question", question: "proposal" }) : page.dispatch({ type: "withdraw" })),
  }, t(answers ? "proposal_answer" : table.view?.proposal?.seat === table.seat ? "proposal_withdraw" : "proposal_close"));
}

/** Moves the focus to the control that the player needs next. @param {HTMLElement} root */
function refocus(root) {
  const next = [".end", ".hand-card:not([aria-disabled])", ".bar button:not(:disabled)", ".hand-card", ".log-button"]
    .map((one) => root.querySelector(one)).find((one) => one !== null);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
