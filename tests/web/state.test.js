// The state of the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begin, handOf, isMyTurn, isOver, mayChoose, sawLine, sawSignal, sawView, sayable, select, wordsOf,
} from "../../web/table/state.js";

const play = (...cards) => ({ move: { type: "play", cards }, text: `play ${cards.join(" ")}` });

/** A view of a running game in which seat 0 holds three cards. */
const view = (changes = {}) => ({
  id: "g", seq: 3, status: "running", to_act: 0, players: 2, legal_moves: [play("2C", "3D")], table: { hand: ["2C", "3D", "4H"] }, ...changes,
});

/** A table that has seen a view. */
function table(changes = {}, seen = view()) {
  const table = begin("g", 0, "suit");
  sawView(table, seen);
  return Object.assign(table, changes);
}

const signal = (number, seq, changes = {}) => ({ number, seq, seat: 0, signal: "good_play", ...changes });

test("a table begins empty", () => {
  const fresh = begin("g", 1, "value");
  assert.equal(fresh.view, null);
  assert.equal(fresh.order, "value");
  assert.deepEqual(handOf(fresh), []);
  assert.equal(isMyTurn(fresh), false);
});

test("a view that is older than the shown one is ignored", () => {
  const shown = table({ chosen: ["2C"] });
  sawView(shown, view({ seq: 2, to_act: 1 }));
  assert.equal(shown.view.seq, 3);
  assert.equal(shown.view.to_act, 0);
  assert.deepEqual(shown.chosen, ["2C"]);
});

test("after a move, cards stay selected that the next one may name, and nothing else", () => {
  const shown = table({ chosen: ["2C"], loaded: "yield", sending: true, problem: new Error("refused"), allowed: [{ signal: "good_play" }] });
  sawView(shown, view({ seq: 4, to_act: 1, legal_moves: null }));
  assert.deepEqual([shown.chosen, shown.early, shown.loaded], [["2C"], true, null]);
  assert.equal(shown.sending, false);
  assert.equal(shown.problem, null);
  assert.deepEqual(shown.allowed, []);
  sawView(shown, view({ seq: 5, legal_moves: [play("3D")] }));
  assert.deepEqual(shown.chosen, []);
});

test("the same position once more keeps the selection and the move in flight", () => {
  const shown = table({ chosen: ["3D", "2C"], sending: true });
  sawView(shown, view());
  assert.deepEqual(shown.chosen, ["3D", "2C"]);
  assert.equal(shown.sending, true);
});

test("only cards that are still in the hand stay selected", () => {
  const shown = table({ chosen: ["3D", "2C"] });
  sawView(shown, view({ table: { hand: ["2C", "4H"] } }));
  assert.deepEqual(shown.chosen, ["2C"]);
});

test("while others are to act, cards of the own hand are selected for the next turn", () => {
  const shown = table({}, view({ to_act: 1, legal_moves: null }));
  assert.equal(mayChoose(shown), true);
  select(shown, { chosen: ["2C", "3D"] });
  sawView(shown, view({ seq: 4, to_act: 1, legal_moves: null, table: { hand: ["3D", "4H"] } }));
  assert.deepEqual(shown.chosen, ["3D"], "those that are left");
  sawView(shown, view({ seq: 5, status: "finished", to_act: null, legal_moves: null }));
  assert.deepEqual([shown.chosen, mayChoose(shown)], [[], false]);
  assert.equal(mayChoose(table({ seat: null })), false, "spectators have no hand");
  assert.equal(mayChoose(table({ covered: true })), false);
});

test("cards are selected or a move without cards, never both", () => {
  const shown = table();
  select(shown, { loaded: "yield" });
  assert.deepEqual([shown.chosen, shown.loaded], [[], "yield"]);
  select(shown, { chosen: ["2C"] });
  assert.deepEqual([shown.chosen, shown.loaded], [["2C"], null]);
  select(shown, { loaded: "flip" });
  sawView(shown, view());
  assert.equal(shown.loaded, "flip", "the same position keeps it");
  sawView(shown, view({ seq: 4 }));
  assert.deepEqual([shown.chosen, shown.loaded], [[], null]);
});

test("a line of the log is added once, and never an older one", () => {
  const shown = table();
  assert.equal(sawLine(shown, { seq: 1 }), true);
  assert.equal(sawLine(shown, { seq: 2 }), true);
  assert.equal(sawLine(shown, { seq: 2 }), false);
  assert.equal(sawLine(shown, { seq: 1 }), false);
  assert.deepEqual(shown.log, [{ seq: 1 }, { seq: 2 }]);
});

test("signals are kept in their order, each once", () => {
  const shown = table();
  assert.equal(sawSignal(shown, signal(2, 3)), true);
  assert.equal(sawSignal(shown, signal(1, 3)), true);
  assert.equal(sawSignal(shown, signal(2, 3)), false);
  assert.deepEqual(shown.said.map(({ number }) => number), [1, 2]);
});

test("each signal can be given once until the next move", () => {
  const shown = table({ allowed: [{ signal: "good_play" }, { signal: "not_next" }] });
  const names = () => sayable(shown).map((one) => one.signal);
  sawSignal(shown, signal(1, 3, { seat: 1 }));
  assert.deepEqual(names(), ["good_play", "not_next"], "signals of others do not count");
  sawSignal(shown, signal(2, 2));
  assert.deepEqual(names(), ["good_play", "not_next"], "signals before the last move do not count");
  sawSignal(shown, signal(3, 3));
  assert.deepEqual(names(), ["not_next"]);
});

test("signals are shown from the jester until the named player has moved", () => {
  const shown = table({ said: [signal(1, 1), signal(2, 2), signal(3, 3), signal(4, 3, { seat: 1 })] });
  assert.deepEqual(wordsOf(shown, 0).map(({ number }) => number), [2, 3]);
  assert.deepEqual(wordsOf(shown, 1).map(({ number }) => number), [4]);
  assert.deepEqual(wordsOf(begin("g", 0, "suit"), 0), []);
});

test("it is a seat's turn only while the game runs", () => {
  assert.equal(isMyTurn(table()), true);
  assert.equal(isMyTurn(table({ seat: 1 })), false);
  assert.equal(isMyTurn(table({ seat: null })), false, "spectators have no turn");
  assert.equal(isMyTurn(table({ seat: null }, view({ to_act: null }))), false);
  assert.equal(isMyTurn(table({}, view({ status: "waiting" }))), false);
});

test("a game is over unless it waits or runs", () => {
  const over = (status) => isOver(view({ status }));
  assert.deepEqual(["waiting", "running", "finished", "cancelled", "abandoned"].map(over), [false, false, true, true, true]);
});
