// The state of the table, as one plain object that is never changed, and what can be
// read from it. `reduce.js` makes the next one.

import { mayFit, wholeHand } from "./choice.js";

/** @typedef {Schemas["GameView"]} GameView */
/** @typedef {Schemas["LogLine"]} LogLine */
/** @typedef {Schemas["Move"]} Move */
/** @typedef {Schemas["SignalLine"]} SignalLine */
/** @typedef {{ seat: number, token: string }} OwnSeat */
/** @typedef {Readonly<import("../store.js").Settings>} Settings */

/**
 * @typedef {object} Table
 * @property {string} id of the game
 * @property {OwnSeat[]} own the seats of this browser, in their order
 * @property {{ id: string, token: string } | null} player of this browser
 * @property {number | null} seat whose hand is shown; `null` for spectators
 * @property {GameView | null} view
 * @property {Rulebook | null} book
 * @property {Schemas["ChallengeView"] | null} challenge that the game is an attempt at, once loaded
 * @property {LogLine[]} log
 * @property {string[]} unsaid sentences of moves that are not announced yet
 * @property {SignalLine[]} said the signals given, in order
 * @property {Schemas["SignalPage"]["allowed"]} allowed the signals that the seat may give now
 * @property {string | null} talked the position for which signals were last requested
 * @property {string[]} chosen the selected cards of the hand, in the order of selection
 * @property {boolean} early whether the cards were selected before the shown position
 * @property {string | null} tapped the card of the last tap
 * @property {number} prepared the number of moves that a drop or a double tap has completed and that wait for the button
 * @property {string | null} loaded the text form of the selected move without cards
 * @property {Settings} settings of the player
 * @property {boolean} connected
 * @property {Map<number, { since: number, wasHere: boolean }> | null} missing the seats that do not follow the game, since when, and whether they did before; `null` if that is unknown
 * @property {number} spectators how many follow the game without a seat
 * @property {boolean} sending whether a move at the shown position is in flight
 * @property {unknown} problem the last error
 * @property {Move | null} unsent the move whose request failed with it
 * @property {Schemas["SampledMove"] | null} advice the move of a bot in the player's place, until the next move
 * @property {boolean} watching whether who is invited would rather watch
 * @property {boolean} covered whether the hand is hidden until its player confirms
 * @property {boolean} confirmed whether that player has confirmed, and the view of the seat is to come
 * @property {string} questioned the proposal that the last question was about
 * @property {number | null} held the move that completed the trick which is still shown, while all else is current
 */

/** @param {string} id @param {{ own: OwnSeat[], player: Table["player"], settings: Settings }} browser @returns {Table} */
export function begin(id, { own, player, settings }) {
  return {
    id, own, player, settings, seat: own[0]?.seat ?? null, view: null, book: null, challenge: null, log: [], unsaid: [], said: [], allowed: [], talked: null,
    chosen: [], early: false, tapped: null, prepared: 0, loaded: null, connected: true, missing: null, spectators: 0, sending: false, problem: null, unsent: null, advice: null, watching: false, covered: false, confirmed: false, questioned: "", held: null,
  };
}

/**
 * With a view from the stream or from the response to a move. A view that is older than the shown one is ignored.
 * @param {Table} before
 * @param {GameView} view
 * @returns {Table}
 */
export function withView(before, view) {
  if (before.view && view.seq < before.view.seq) return before;
  const isLater = before.view !== null && view.seq > before.view.seq;
  // The stream may report the own move before the response to it arrives:
  // cards that are selected from here on are for the next move.
  const table = { ...before, view, ...(isLater ? { problem: null, sending: false, loaded: null, early: true, tapped: null, allowed: [], advice: null } : {}) };
  const hand = mayChoose(table) ? handOf(table) : [];
  const chosen = table.chosen.filter((card) => hand.includes(card));
  if (!isMyTurn(table)) return { ...table, chosen };
  const legal = view.legal_moves ?? [];
  const whole = wholeHand(legal);
  if (whole) return { ...table, chosen: whole.cards, early: false };
  return { ...table, chosen: mayFit(legal, chosen) ? chosen : [] };
}

/**
 * With cards selected, or a move without cards by its text form; with nothing, if nothing is given.
 * @param {Table} table
 * @param {{ chosen?: string[], loaded?: string | null }} [selection]
 * @returns {Table}
 */
export function selecting(table, { chosen = [], loaded = null } = {}) {
  return { ...table, chosen, early: false, tapped: null, loaded };
}

/** With a move in the log, which may have it already. @param {Table} table @param {LogLine} line @returns {Table} */
export function withLine(table, line) {
  if (line.seq <= (table.log.at(-1)?.seq ?? 0)) return table;
  // Moves that the shown position has are logged, as after a change of hands, but not announced.
  return { ...table, log: [...table.log, line], unsaid: table.view && line.seq > table.view.shown_seq ? [...table.unsaid, ...line.narration] : table.unsaid };
}

/** The moves that stand: an undo takes the one before it back. @param {LogLine[]} log @returns {LogLine[]} */
export function standing(log) {
  /** @type {LogLine[]} */
  const lines = [];
  for (const line of log) {
    const back = line.effects.find(({ type }) => type === "taken_back");
    if (back?.type === "taken_back") while ((lines.at(-1)?.seq ?? 0) >= back.seq) lines.pop();
    else lines.push(line);
  }
  return lines;
}

/**
 * With a signal of a player. One that is already there is not added again.
 * @param {Table} table
 * @param {SignalLine} said
 * @returns {Table}
 */
export function withSignal(table, said) {
  if (table.said.some((one) => one.number === said.number)) return table;
  return { ...table, said: [...table.said, said].sort((one, other) => one.number - other.number) };
}

/**
 * With the readers of the game's stream.
 * @param {Table} table
 * @param {{ present_seats: number[], spectators: number } | null} readers nothing while the connection is lost
 * @param {number} now
 * @returns {Table}
 */
export function withReaders(table, readers, now) {
  const { missing: before } = table;
  const missing = readers && new Map([0, 1, 2, 3].filter((seat) => !readers.present_seats.includes(seat))
    .map((seat) => [seat, before?.get(seat) ?? { since: now, wasHere: before !== null }]));
  return { ...table, missing, spectators: readers?.spectators ?? 0 };
}

/** Signals that this seat may still give: each once until the next move. @param {Table} table */
export function sayable({ allowed, said, seat, view }) {
  return allowed.filter(({ signal }) =>
    !said.some((one) => one.seat === seat && one.seq === view?.seq && one.signal === signal));
}

/**
 * Signals of a seat that still matter: from the jester until the named player has moved.
 * @param {Table} table
 * @param {number} seat
 */
export function wordsOf({ said, view }, seat) {
  return said.filter((one) => one.seat === seat && view !== null && one.seq >= view.seq - 1);
}

/** The log, but for that of another player on this device: it names that player's cards. @param {Pick<Table, "covered" | "log">} table */
export function shownLog({ covered, log }) {
  return covered ? [] : log;
}

/** The seat on this device whose player is to confirm. @param {Pick<Table, "own" | "seat" | "view">} table */
export function nextHere({ own, seat, view }) {
  return own.find((one) => one.seat === view?.to_act)?.seat ?? seat;
}

/** True if a view or an answer is of another player on this device. @param {Pick<Table, "seat">} table @param {GameView} view */
export function isOfOther({ seat }, view) {
  return seat !== null && view.seat !== null && view.seat !== seat;
}

/** The points that win the trick-taking game. @param {{ view: Pick<GameView, "options"> | null }} table */
export function targetOf({ view }) {
  return view?.options.target ?? 50;
}

/** The side of a seat. @param {{ view: Pick<GameView, "options"> | null }} table @param {number} seat */
export function sideOf({ view }, seat) {
  return view?.options.partners ? seat % 2 : seat;
}

/** The hand that is shown, in canonical order. @param {Pick<Table, "view">} table @returns {string[]} */
export function handOf(table) {
  return table.view?.table?.hand ?? [];
}

/** True if the player at this seat is to move. @param {Pick<Table, "view" | "seat">} table */
export function isMyTurn({ view, seat }) {
  return view !== null && view.status === "running" && seat !== null && view.to_act === seat;
}

/** True if a game never counts: its deal could be known (R11.4). @param {Pick<GameView, "challenge" | "seed_by">} view */
export function neverCounts({ challenge, seed_by: by }) {
  return by === "client" && !challenge;
}

/** True if the service gives the player advice now. @param {Pick<Table, "covered" | "view" | "seat">} table */
export function mayHint(table) {
  return isMyTurn(table) && !table.covered && table.view !== null && neverCounts(table.view);
}

/** True if the player at this seat may select cards, for this turn or the next. @param {Pick<Table, "covered" | "view" | "seat">} table */
export function mayChoose({ covered, seat, view }) {
  return view?.status === "running" && seat !== null && !covered;
}

/** True if the game accepts no more moves. @param {GameView} view */
export function isOver(view) {
  return view.status !== "waiting" && view.status !== "running";
}

/** The token that shows the table. @param {Pick<Table, "own" | "seat">} table */
export function seatToken({ own, seat }) {
  return own.find((one) => one.seat === seat)?.token ?? null;
}

/** True if one person plays, alone or with bots. @param {Schemas["SeatInfo"][]} seats */
export function hasOnePerson(seats) {
  return seats.filter(({ bot_level: bot }) => !bot).length === 1;
}

/** True if the open proposal waits for the player. @param {Pick<Table, "view" | "seat">} table */
export function mustAnswer({ view, seat }) {
  return seat !== null && (view?.proposal?.waiting_for.includes(seat) ?? false);
}
