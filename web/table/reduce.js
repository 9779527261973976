// How the table changes: the next state, and the effects that follow, from a state and
// an event. Nothing here has an effect itself; `effects.js` runs them.

import { Problem, Unreachable } from "../api.js";
import { cardsOf, planned, selected, selectedMove, tapped } from "./choice.js";
import { changesOf } from "./hands.js";
import { handOf, hasOnePerson, isMyTurn, isOfOther, isOver, mayChoose, mayHint, mustAnswer, nextHere, selecting, withLine, withReaders, withSignal, withView } from "./state.js";

/** @typedef {import("./state.js").OwnSeat} OwnSeat */
/** @typedef {import("./state.js").Move} Move */

/**
 * Of the player: `at` is the number of moves that the drawn table has.
 * @typedef {{ type: "tap", card: string, clicks?: number } | { type: "load", text: string | null } | { type: "clear" } | { type: "play", card: string }
 *   | { type: "send", move: Move } | { type: "say", signal: Schemas["Signal"] } | { type: "undo" } | { type: "hint" } | { type: "uncover" }
 *   | { type: "open_question", question: Question } | { type: "hand_over", seat: number } | { type: "help" }
 *   | { type: "sit", way: import("./vacancy.js").Way, name: string | null } | { type: "watch", watching: boolean }
 *   | { type: "again", begins: "same" | "next" } | { type: "same_deal" } | { type: "notify" } | { type: "accept", name: string | null } | { type: "decline" } | { type: "go_on" }} Action
 *
 * Of the service, of requests, of dialogs and of the browser.
 * @typedef {{ type: "propose", proposal: Schemas["ProposalKind"], expected?: number | undefined } | { type: "withdraw" } | { type: "leave" }
 *   | { type: "view" | "first_view", view: Schemas["GameView"] } | { type: "line", line: Schemas["LogLine"] } | { type: "said", said: Schemas["SignalLine"] }
 *   | { type: "present", readers: { present_seats: number[], spectators: number }, now: number } | { type: "connection", connected: boolean, now: number }
 *   | { type: "closed", error: unknown, hasWay: boolean } | { type: "online" }
 *   | { type: "book", book: Rulebook } | { type: "challenge", challenge: Schemas["ChallengeView"] }
 *   | { type: "talk", page: Schemas["SignalPage"] } | { type: "talk_failed" } | { type: "advised", advice: Schemas["SampledMove"], at: number }
 *   | { type: "answered", answer: Schemas["MoveAnswer"], at: number } | { type: "proposed", answer: Schemas["MoveAnswer"] | null }
 *   | { type: "failed", error: unknown, at?: number, move?: Move } | { type: "done", error: unknown } | { type: "refreshed", view: Schemas["GameView"] | null, error: unknown }
 *   | { type: "seated", own: OwnSeat[] } | { type: "lost", seat: number, view: Schemas["GameView"] } | { type: "redraw" } | { type: "settings", settings: import("./state.js").Settings } | { type: "rested", held: number }} News
 *
 * @typedef {(Action & { at: number }) | News} Event
 * @typedef {"concede" | "leave" | "proposal"} Question
 *
 * @typedef {{ type: "listen" } | { type: "stop" }
 *   | { type: "announce", text: string } | { type: "announce_news", sentences: string[], isTurn: boolean, isEnd: boolean, isRematch: boolean }
 *   | { type: "load_book", kind: Schemas["GameView"]["kind"] } | { type: "load_challenge", challenge: string } | { type: "load_talk", after: number }
 *   | { type: "move", move: Move, at: number, expected: number } | { type: "signal", signal: Schemas["Signal"], expected: number }
 *   | { type: "load_advice", at: number } | { type: "announce_advice" }
 *   | { type: "propose", proposal: Schemas["ProposalKind"], expected?: number | undefined } | { type: "close_proposal" } | { type: "refresh", error: unknown }
 *   | { type: "open_question", question: Question } | { type: "close_question" } | { type: "hand_over", seat: number } | { type: "help" }
 *   | { type: "keep_seat", seat: OwnSeat } | { type: "leave_seat", seat: number } | { type: "note_owner" } | { type: "note_end" }
 *   | { type: "leave", seat: number } | { type: "sit", way: import("./vacancy.js").Way, name: string | null }
 *   | { type: "again", begins: "same" | "next" } | { type: "same_deal" }
 *   | { type: "switch_notifying" } | { type: "accept_offer", name: string | null } | { type: "decline_offer" } | { type: "rest", held: number }} Effect
 *
 * @typedef {{ table: Table, effects: Effect[] }} Step
 */

/** @param {Table} table @param {Event} event @returns {Step} */
export function reduce(table, event) {
  switch (event.type) {
    case "view": return see(table, event.view);
    // It is old after a view of the stream, and of no use if the seat has changed meanwhile.
    case "first_view": return table.view || event.view.seat !== table.seat ? step(table) : see(table, event.view);
    case "line": return step(withLine(table, event.line));
    case "said": return hear(table, event.said);
    case "present": return step(withReaders(table, event.readers, event.now));
    case "connection": return connect(table, event.connected, event.now);
    // A private game is closed to who has left it: the way back is shown in place of that.
    case "closed": return step({ ...table, unsent: null, problem: table.view !== null && event.error instanceof Problem && event.error.status === 403 && event.hasWay ? null : event.error });
    case "online": return step(reachable(table));
    case "book": return step({ ...table, book: event.book });
    case "challenge": return step({ ...table, challenge: event.challenge });
    case "talk": return learn(table, event.page);
    // The table works without them; the stream sends later ones.
    case "talk_failed": return step({ ...table, talked: null });
    case "answered": return then(settle(table, event.at), (settled) => take(settled, event.answer));
    case "proposed": return take({ ...table, sending: false }, event.answer);
    case "failed": return fail(table, event);
    case "done": return step({ ...table, sending: false, problem: event.error, unsent: null });
    case "refreshed": return then(event.view ? see(table, event.view) : step(table), (seen) => step({ ...seen, problem: event.error, unsent: null }));
    case "seated": return seat({ ...table, own: event.own });
    case "lost": return lose(table, event.seat, event.view);
    case "redraw": return step(table);
    case "settings": return step({ ...table, settings: event.settings });
    case "rested": return step(event.held === table.held ? { ...table, held: null } : table);
    case "go_on": return step({ ...table, held: null });
    // Two quick clicks may be on two cards.
    case "tap": return ((event.clicks ?? 0) >= 2 && table.tapped === event.card ? play : tap)(table, event.card, event.at);
    case "play": return play(table, event.card, event.at);
    case "load": return load(table, event.text);
    case "clear": return step({ ...selecting(table), problem: null, held: null });
    case "send": return send(table, event.move, event.at);
    case "say": return step({ ...table, problem: null }, { type: "signal", signal: event.signal, expected: event.at });
    case "hint": return mayHint(table) && !table.sending ? hint(table, event.at) : step(table);
    case "advised": return then(settle(table, event.at), (settled) => event.at === settled.view?.seq && mayHint(settled) ? hint({ ...settled, advice: event.advice }, event.at) : step(settled));
    case "undo": return propose(table, "undo", event.at);
    case "propose": return propose(table, event.proposal, event.expected);
    case "withdraw": return step(table, { type: "close_proposal" });
    case "uncover": return uncover(table, event.at);
    case "open_question": return step(table, { type: "open_question", question: event.question });
    case "hand_over": return step(table, { type: "hand_over", seat: event.seat });
    case "help": return step(table, { type: "help" });
    // The end of this stream is no news.
    case "leave": return table.seat === null ? step(table) : step(table, { type: "stop" }, { type: "leave", seat: table.seat });
    case "sit": return step({ ...table, problem: null }, { type: "sit", way: event.way, name: event.name });
    case "watch": return step({ ...table, watching: event.watching });
    case "again": return goOn(table, { type: "again", begins: event.begins });
    case "same_deal": return goOn(table, { type: "same_deal" });
    case "notify": return step(table, { type: "switch_notifying" });
    case "accept": return step(table, { type: "accept_offer", name: event.name });
    case "decline": return step(table, { type: "decline_offer" });
  }
}

/** @param {Table} table @param {Effect[]} effects @returns {Step} */
function step(table, ...effects) {
  return { table, effects };
}

/** A step after another. @param {Step} first @param {(table: Table) => Step} next @returns {Step} */
function then({ table, effects }, next) {
  const second = next(table);
  return { table: second.table, effects: [...effects, ...second.effects] };
}

/** @param {Table} before @param {Schemas["GameView"]} view @returns {Step} */
function see(before, view) {
  // The token of a player outlasts the seat, which was given to another.
  if (before.seat !== null && view.seat === null) return lose(before, before.seat, view);
  // The answer to the move of a player who has handed over the device shows that player's hand.
  if (isOfOther(before, view)) return step(before);
  /** @type {Effect[]} */
  const effects = [];
  let table = before;
  if (table.seat === null && table.player && typeof view.seat === "number") {
    const own = { seat: view.seat, token: table.player.token };
    effects.push({ type: "keep_seat", seat: own });
    table = { ...table, seat: view.seat, own: [...table.own, own] };
  }
  table = withView(table, view);
  // A player owns the own games on every device.
  if (view.creator_id !== null && view.creator_id === table.player?.id) effects.push({ type: "note_owner" });
  if (isOver(view)) effects.push({ type: "close_question" }, { type: "note_end" });
  if (!table.book) effects.push({ type: "load_book", kind: view.kind });
  if (view.challenge && !table.challenge) effects.push({ type: "load_challenge", challenge: view.challenge.id });
  /** @type {((table: Table) => Step)[]} */
  const following = [(seen) => hold(before, seen), request, changeHands, question, (seen) => announce(before, seen, view)];
  return following.reduce(then, { table, effects });
}

/** Leaves a trick that was completed on the table until it was seen; the table goes on meanwhile. @param {Table} before @param {Table} table @returns {Step} */
function hold(before, table) {
  const seen = before.view?.shown_seq ?? Infinity;
  const held = table.log.findLast(({ effects, seq }) => seq > seen && seq <= (table.view?.shown_seq ?? 0) && effects.some(({ type }) => type === "trick_won"))?.seq;
  return held === undefined ? step(table) : step({ ...table, held }, { type: "rest", held });
}

/** The news of a view. @param {Table} before @param {Table} table @param {Schemas["GameView"]} view @returns {Step} */
function announce(before, table, view) {
  const changes = changesOf(view).slice(before.view?.former_players.length ?? Infinity).map(({ text }) => text);
  const sentences = [...table.unsaid, ...changes];
  const isTurn = !isMyTurn(before) && isMyTurn(table) && !table.covered;
  const isEnd = before.view !== null && !isOver(before.view) && isOver(view);
  const isRematch = before.view !== null && before.view.rematch_id === null && view.rematch_id !== null;
  const silent = { ...table, unsaid: [] };
  return sentences.length > 0 || isTurn || isEnd || isRematch ? step(silent, { type: "announce_news", sentences, isTurn, isEnd, isRematch }) : step(silent);
}

/**
 * Requests earlier signals and those that the seat may give now. Signals are possible only while the player of a jester
 * names who goes next (R8.2), before the first move and after the end (R8.4). Bots say and hear nothing.
 * @param {Table} table
 * @returns {Step}
 */
function request(table) {
  const { view, talked } = table;
  if (!view || view.status === "waiting" || hasOnePerson(view.seats)) return step(table);
  const mayTalk = view.seq === 0 || view.table?.phase === "next" || isOver(view);
  const position = `${view.status} ${view.seq}`;
  if (position === talked || (talked !== null && !mayTalk)) return step(table);
  return step({ ...table, talked: position }, { type: "load_talk", after: table.said.at(-1)?.number ?? 0 });
}

/** @param {Table} before @param {Schemas["SignalPage"]} page @returns {Step} */
function learn(before, { allowed, items, next, seq }) {
  const table = items.reduce(withSignal, seq === before.view?.seq ? { ...before, allowed } : before);
  return next === null || next === undefined ? step(table) : step(table, { type: "load_talk", after: Number(next) });
}

/** @param {Table} table @param {Schemas["SignalLine"]} said @returns {Step} */
function hear(table, said) {
  const heard = withSignal(table, said);
  return heard === table ? step(table) : step(heard, { type: "announce", text: said.narration.join(" ") });
}

/** Hides the hand when another player on this device is to act, until that player has confirmed. @param {Table} table @returns {Step} */
function changeHands(table) {
  const { own, seat: shown, view } = table;
  if (!view || view.status !== "running") return step({ ...table, covered: false, confirmed: false });
  const isHandedOver = view.to_act !== shown && own.some((one) => one.seat === view.to_act);
  const covered = isHandedOver || (table.covered && !table.confirmed);
  // The question was for the player who has handed over the device.
  return step({ ...table, covered, confirmed: false }, ...covered ? [/** @type {const} */ ({ type: "close_question" })] : []);
}

/** Questions the player once about a proposal that is open; a closed one is no question. @param {Table} table @returns {Step} */
function question(table) {
  const open = mustAnswer(table) && !table.covered ? table.view?.proposal : null;
  const questioned = open ? `${table.seat} ${open.type} ${open.seat} ${open.seq}` : "";
  if (questioned === table.questioned) return step(table);
  const next = { ...table, questioned };
  return open ? step(next, { type: "close_question" }, { type: "open_question", question: "proposal" }) : step(next, { type: "close_question" });
}

/** @param {Table} table @param {boolean} connected @param {number} now @returns {Step} */
function connect(table, connected, now) {
  const next = connected ? reachable(table) : table;
  return step(next.connected === connected ? next : withReaders({ ...next, connected }, null, now));
}

/** The service can be reached again. @param {Table} table */
function reachable(table) {
  return table.problem instanceof Unreachable ? { ...table, problem: null } : table;
}

/**
 * Goes on as the next player on this device, or as a spectator.
 * @param {Table} table
 * @param {number} lost the seat that this browser has no longer
 * @param {Schemas["GameView"]} view without its hand
 * @returns {Step}
 */
function lose(table, lost, view) {
  const own = table.own.filter((one) => one.seat !== lost);
  // Another player on this device confirms first.
  return then(step({ ...selecting(table), own, view, covered: own.length > 0, confirmed: false }, { type: "leave_seat", seat: lost }, { type: "close_question" }), seat);
}

/** Follows the game from the shown seat, or else the first one of this browser. @param {Table} table @returns {Step} */
function seat(table) {
  const { seat: shown } = table.own.find((one) => one.seat === table.seat) ?? table.own[0] ?? { seat: null };
  return step({
    ...table, seat: shown, problem: null, allowed: [], talked: null, held: null,
    // Its sentences call who looks at it "you".
    log: [],
  }, { type: "listen" });
}

/** @param {Table} table @param {number} at @returns {Step} */
function uncover(table, at) {
  // The button named whose turn it was.
  if (at !== table.view?.seq) return step(table);
  // It stays hidden until the stream brings the view of this seat: the present one has the hand of another.
  return step({ ...selecting(table), seat: nextHere(table), confirmed: true, allowed: [], talked: null, held: null, log: [] }, { type: "listen" });
}

/** @param {Table} table @param {string} card @param {number} at @returns {Step} */
function tap(table, card, at) {
  if (!mayChoose(table) || table.sending || !handOf(table).includes(card)) return step(table);
  const move = selectedMove(table);
  const isWhole = table.chosen.length === 1 && table.chosen[0] === card;
  // The first tap on a card that was selected before the turn takes it back.
  if (move && isWhole && !table.early && !table.settings.confirm) return play(table, card, at);
  return step({ ...choose(table, card, isMyTurn(table) && !(isWhole && table.early)), tapped: card });
}

/** With a card added to the selection or taken from it. @param {Table} table @param {string} card @param {boolean} [isLegal] whether it is for the shown position */
function choose(table, card, isLegal = isMyTurn(table)) {
  const chosen = isLegal ? tapped(table.view?.legal_moves ?? [], table.chosen, card)
    : planned(table.chosen, card, table.view?.kind === "regicide-tricks");
  return { ...selecting(table, { chosen }), problem: null, held: null };
}

/**
 * Adds a card to the selection, which was dropped on the table or tapped twice. A move that is complete then is sent,
 * unless the player confirms moves, it loses the game at once, or the card did not fit what was selected.
 * @param {Table} before
 * @param {string} card
 * @param {number} at
 * @returns {Step}
 */
function play(before, card, at) {
  if (!mayChoose(before) || before.sending || !handOf(before).includes(card)) return step(before);
  const table = before.chosen.includes(card) ? { ...before, early: false } : choose(before, card);
  const move = isMyTurn(table) ? selectedMove(table) : null;
  if (!move || !cardsOf(move).includes(card)) return step(table);
  const waits = table.settings.confirm || selected(table)?.loses || !before.chosen.every((one) => table.chosen.includes(one));
  return waits ? step({ ...table, prepared: table.prepared + 1 }) : send(table, move, at);
}

/** @param {Table} table @param {string | null} text @returns {Step} */
function load(table, text) {
  if (!isMyTurn(table) || table.sending) return step(table);
  return step({ ...selecting(table, { loaded: table.loaded === text ? null : text }), problem: null });
}

/** Selects the advised move, once the service has sent it. @param {Table} table @param {number} at @returns {Step} */
function hint(table, at) {
  if (!table.advice) return step({ ...table, sending: true, problem: null }, { type: "load_advice", at });
  const chosen = cardsOf(table.advice.move);
  return step({ ...selecting(table, { chosen, loaded: chosen.length > 0 ? null : table.advice.text }), problem: null, held: null }, { type: "announce_advice" });
}

/** @param {Table} table @param {Move} move @param {number} expected @returns {Step} */
function send(table, move, expected) {
  if (table.sending || !table.view) return step(table);
  return step({ ...table, sending: true, problem: null, held: null }, { type: "move", move, at: table.view.seq, expected });
}

/**
 * Proposes, or accepts the open proposal, whatever others have played since the dialog was opened (R11.2, T12).
 * @param {Table} table
 * @param {Schemas["ProposalKind"]} proposal
 * @param {number} [expected] the number of moves seen, for an undo
 * @returns {Step}
 */
function propose(table, proposal, expected) {
  if (table.sending) return step(table);
  return step({ ...table, sending: true, problem: null }, { type: "propose", proposal, expected });
}

/** The move that was sent at a position is done with. @param {Table} table @param {number} [at] @returns {Step} */
function settle(table, at) {
  return step(table.view?.seq === at ? { ...selecting(table), sending: false } : table);
}

/** @param {Table} table @param {Schemas["MoveAnswer"] | null} answer @returns {Step} */
function take(table, answer) {
  if (answer === null || answer.type === "minimal" || isOfOther(table, answer.game)) return step(table);
  return see(answer.type === "made" ? withLine(table, answer) : table, answer.game);
}

/** Begins another game, once. @param {Table} table @param {Effect} effect @returns {Step} */
function goOn(table, effect) {
  return table.sending ? step(table) : step({ ...table, sending: true, problem: null }, effect);
}

/**
 * Shows why a request was refused, and the current game.
 * @param {Table} before
 * @param {{ error: unknown, at?: number, move?: Move }} failed the position of a move, and the move
 * @returns {Step}
 */
function fail(before, { at, error, move }) {
  const table = before.view?.seq === at ? { ...before, sending: false } : before;
  if (error instanceof Problem && error.status === 409) return step(selecting(table), { type: "refresh", error });
  return step({ ...table, problem: error, unsent: move ?? null });
}
