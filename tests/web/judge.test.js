// Judging each move of an analysis by the trials of the strong bot.

import assert from "node:assert/strict";
import { test } from "node:test";
import { judge, mistakesIn, reachable, stepFrom, wordFor } from "../../web/replay/judge.js";

/** `[won, worlds, move]` of the player's move and the bot's. */
const decision = (seq, made, bot) => {
  const sampled = ([won, worlds, text]) => ({ won, worlds, text, move: { type: "yield" } });
  return { seq, seat: 0, player_move: sampled([...made, "play 2H"].slice(0, 3)), bot_move: sampled([...bot, "play 3H"].slice(0, 3)) };
};
const LOST = { last: 9, won: false };

/** How the first of two decisions is judged. */
const first = (made, bot, next, end = LOST) => {
  const decisions = [decision(1, made, bot), ...(next ? [decision(2, next, next)] : [])];
  return judge(decisions, end).get(1);
};

test("the bot's own move is good, in any order of its cards", () => {
  assert.equal(first([1, 30, "play 2H AD"], [1, 30, "play AD 2H"]).kind, "same");
  assert.equal(wordFor(first([0, 1, "discard 2H"], [0, 1, "discard 2H"])), "good");
});

test("a move with about the same share is good", () => {
  assert.equal(first([43, 361], [54, 504], [49, 434]).kind, "good");
  assert.equal(first([8, 61], [54, 283], [63, 363]).kind, "good");
});

test("a move whose trials are worse by more than chance is inaccurate or a mistake, if less was within reach", () => {
  assert.equal(first([40, 200], [300, 900], [200, 900]).kind, "inaccurate");
  assert.equal(first([640, 900], [700, 900], [600, 900]).kind, "inaccurate", "many trials show small differences");
  assert.equal(first([2, 34], [222, 873], [26, 287]).kind, "mistake");
  assert.equal(first([2, 34], [222, 873], null).kind, "mistake");
  const unharmed = first([8, 48], [210, 715], [250, 795]);
  assert.deepEqual([unharmed.kind, unharmed.luck, wordFor(unharmed)], ["unharmed", null, null]);
});

test("a few bad trials count once less is surely within reach", () => {
  assert.equal(first([2, 53], [26, 287], [1, 313]).kind, "mistake");
  assert.equal(first([2, 53], [26, 287], [24, 287]).kind, "unclear");
  assert.equal(first([0, 12], [42, 283], [38, 767]).kind, "mistake");
  for (const worlds of [0, 1, 9]) assert.equal(first([0, worlds], [42, 283], [38, 767]).kind, "unclear", worlds);
});

test("without a won trial there is no difference", () => {
  const judged = first([0, 205], [0, 453], [0, 386]);
  assert.deepEqual([judged.kind, wordFor(judged)], ["hopeless", null]);
  assert.equal(first([1, 205], [0, 453], [0, 386]).kind, "good");
});

test("a move that loses the game at once is a mistake if the bot's won trials", () => {
  assert.equal(first([0, 16], [93, 939], null, { last: 1, won: false }).kind, "fatal");
  assert.equal(first([0, 16], [0, 939], null, { last: 1, won: false }).kind, "hopeless");
  assert.equal(first([0, 16], [93, 939], null, { last: 1, won: null }).kind, "unclear", "given up");
});

test("luck is reported only after moves as good as the bot's", () => {
  const same = (won, worlds) => [[won, worlds, "flip"], [won, worlds, "flip"]];
  assert.equal(wordFor(first(...same(102, 899), [2, 247])), "bad_luck");
  assert.equal(wordFor(first(...same(20, 247), [202, 899])), "good_luck");
  assert.equal(wordFor(first(...same(102, 899), [90, 899])), "good", "this is chance");
  assert.equal(wordFor(first([100, 890], [102, 899], [2, 247])), "bad_luck");
  assert.equal(wordFor(first([16, 83], [119, 436], [312, 837])), "good", "few trials of the move itself show no luck");
  assert.equal(first([2, 34], [222, 873], [2, 247]).luck, null);
});

test("the share within reach is held between decisions, and ends with the result", () => {
  const decisions = [decision(2, [1, 50], [5, 50]), decision(3, [0, 1], [0, 1]), decision(5, [1, 50], [10, 50])];
  assert.deepEqual(reachable(decisions, { last: 6, won: false, complete: true }), [0.1, 0.1, 0.1, 0.1, 0.2, 0.2, 0]);
  assert.equal(reachable(decisions, { last: 6, won: true, complete: true }).at(-1), 1);
  assert.equal(reachable(decisions, { last: 6, won: null, complete: true }).at(-1), 0.2);
  assert.deepEqual(reachable(decisions.slice(0, 1), { last: 6, won: false, complete: false }), [0.1, 0.1]);
  assert.deepEqual(reachable([], { last: 1, won: null, complete: true }), [0, 0]);
});

test("mistakes are listed in their order, and steps go round", () => {
  const decisions = [decision(2, [2, 34], [222, 873]), decision(4, [9, 300], [9, 300]), decision(7, [0, 16], [93, 939]), decision(9, [40, 200], [300, 900])];
  const seqs = mistakesIn(judge(decisions, { last: 7, won: false })).map(({ seq }) => seq);
  assert.deepEqual(seqs, [2, 7, 9]);
  assert.deepEqual([0, 2, 5, 9].map((at) => stepFrom(seqs, at, true)), [2, 7, 7, 2]);
  assert.deepEqual([0, 2, 5, 9].map((at) => stepFrom(seqs, at, false)), [9, 9, 2, 7]);
  assert.equal(stepFrom([], 3, true), undefined);
});
