// The score of the trick-taking game, from the log.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { sortedHand } from "../../web/table/hand.js";
import { handsOf } from "../../web/table/score.js";

const won = (seat) => ({ type: "trick_won", seat, card: "KH", tricks_won: 1 });
const scored = (hand, points) => ({ type: "hand_scored", scored: hand, points });
const log = (...moves) => moves.map((effects, index) => ({ seq: index + 1, effects }));

test("a hand has its tricks and points by side, and the total", () => {
  const moves = log([won(0)], [won(2)], [won(1), scored([2, 0], [2, 0])], [won(3), scored([0, 1], [2, 1])], [won(0)]);
  assert.deepEqual(handsOf({ view: { options: { partners: true } }, log: moves }), [
    { tricks: [2, 1], scored: [2, 0], points: [2, 0] }, { tricks: [0, 1], scored: [0, 1], points: [2, 1] },
  ]);
});

test("a trick that was taken back does not count", () => {
  const back = (seq) => [{ type: "taken_back", seat: 0, seq }];
  const moves = log([won(0)], [won(0)], back(2), back(1), [won(1)], [won(1), scored([0, 2], [0, 2])]);
  assert.deepEqual(handsOf({ view: { options: {} }, log: moves }).map(({ tricks }) => tricks), [[0, 2]]);
});

test("trump is at the end of the hand, in the order of ranks in force, the jokers last", () => {
  const hand = ["AC", "3C", "KC", "2H", "9S", "X1"];
  const sorted = (order, trump, highest) => sortedHand({ settings: { order }, book: null, view: { table: { kind: "regicide-tricks", hand, trump, highest } } }).join(" ");
  assert.equal(sorted("suit", null, "K"), "AC 3C KC 2H 9S X1");
  assert.equal(sorted("suit", "C", "K"), "2H 9S AC 3C KC X1");
  assert.equal(sorted("suit", "C", "A"), "2H 9S KC 3C AC X1");
  assert.equal(sorted("value", "H", "K"), "AC 3C 9S KC 2H X1");
});
