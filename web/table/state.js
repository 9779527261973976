// The state of the table, as one plain object, and how it changes.

import { mayFit } from "./choice.js";

/** @typedef {import("../api.js").Schemas} Schemas */
/** @typedef {Schemas["GameView"]} GameView */
/** @typedef {Schemas["LogLine"]} LogLine */
/** @typedef {Schemas["Move"]} Move */
/** @typedef {Schemas["SignalLine"]} SignalLine */

/**
 * @typedef {object} Table
 * @property {string} id of the game
 * @property {number | null} seat whose hand is shown; `null` for spectators
 * @property {GameView | null} view
 * @property {number} drawn how many moves the drawn view has: what is clicked there is meant for it
 * @property {import("../rulebook.js").Rulebook | null} book
 * @property {Schemas["ChallengeView"] | null} challenge that a waiting game is an attempt at, once loaded
 * @property {LogLine[]} log
 * @property {SignalLine[]} said the signals given, in order
 * @property {Schemas["SignalPage"]["allowed"]} allowed the signals that the seat may give now
 * @property {string[]} chosen the selected cards of the hand, in the order of selection
 * @property {boolean} early whether the cards were selected before the shown position
 * @property {string | null} loaded the text form of the selected move without cards
 * @property {"suit" | "value"} order of the hand
 * @property {boolean} connected
 * @property {Map<number, { since: number, wasHere: boolean }> | null} missing the seats that do not follow the game, since when, and whether they did before; `null` if that is unknown
 * @property {number} spectators how many follow the game without a seat
 * @property {boolean} sending whether a move at the shown position is in flight
 * @property {unknown} problem the last error
 * @property {boolean} watching whether who is invited would rather watch
 * @property {boolean} covered whether the hand is hidden until its player confirms
 */

/**
 * @param {string} id
 * @param {number | null} seat
 * @param {"suit" | "value"} order
 * @returns {Table}
 */
export function begin(id, seat, order) {
  return {
    id, seat, order, view: null, drawn: 0, book: null, challenge: null, log: [], said: [], allowed: [], chosen: [], early: false, loaded: null, connected: true, missing: null, spectators: 0, sending: false,
    problem: null, watching: false, covered: false,
  };
}

/**
 * Takes a view from the stream or from the response to a move. A view that is
 * older than the shown one is ignored.
 * @param {Table} table
 * @param {GameView} view
 */
export function sawView(table, view) {
  if (table.view && view.seq < table.view.seq) return;
  if (table.view && view.seq > table.view.seq) {
    // The stream may report the own move before the response to it arrives:
    // cards that are selected from here on are for the next move.
    table.problem = null;
    table.sending = false;
    table.loaded = null;
    table.early = true;
    table.allowed = [];
  }
  table.view = view;
  const hand = mayChoose(table) ? handOf(table) : [];
  const chosen = table.chosen.filter((card) => hand.includes(card));
  table.chosen = isMyTurn(table) && !mayFit(view.legal_moves ?? [], chosen) ? [] : chosen;
}

/**
 * Selects cards, or a move without cards by its text form; nothing, if nothing is given.
 * @param {Table} table
 * @param {{ chosen?: string[], loaded?: string | null }} [selection]
 */
export function select(table, { chosen = [], loaded = null } = {}) {
  table.chosen = chosen;
  table.early = false;
  table.loaded = loaded;
}

/**
 * Adds a move to the log, unless the log has it already.
 * @param {Table} table
 * @param {LogLine} line
 * @returns {boolean} whether it is new
 */
export function sawLine(table, line) {
  if (line.seq <= (table.log.at(-1)?.seq ?? 0)) return false;
  table.log.push(line);
  return true;
}

/**
 * Adds a signal of a player. One that is already there is not added again.
 * @param {Table} table
 * @param {SignalLine} said
 * @returns {boolean} whether it is new
 */
export function sawSignal(table, said) {
  if (table.said.some((one) => one.number === said.number)) return false;
  table.said = [...table.said, said].sort((one, other) => one.number - other.number);
  return true;
}

/**
 * Signals that this seat may still give: each once until the next move.
 * @param {Table} table
 */
export function sayable({ allowed, said, seat, view }) {
  return allowed.filter(({ signal }) =>
    !said.some((one) => one.seat === seat && one.seq === view?.seq && one.signal === signal));
}

/**
 * Signals of a seat that still matter: from the jester until the named player has
 * moved.
 * @param {Table} table
 * @param {number} seat
 */
export function wordsOf({ said, view }, seat) {
  return said.filter((one) => one.seat === seat && view !== null && one.seq >= view.seq - 1);
}

/**
 * The hand that is shown, in canonical order.
 * @param {Table} table
 * @returns {string[]}
 */
export function handOf(table) {
  return table.view?.table?.hand ?? [];
}

/** True if the player at this seat is to move. @param {Table} table */
export function isMyTurn({ view, seat }) {
  return view !== null && view.status === "running" && seat !== null && view.to_act === seat;
}

/** True if the player at this seat may select cards, for this turn or the next. @param {Table} table */
export function mayChoose({ covered, seat, view }) {
  return view?.status === "running" && seat !== null && !covered;
}

/** True if the game accepts no more moves. @param {GameView} view */
export function isOver(view) {
  return view.status !== "waiting" && view.status !== "running";
}
