// The content of a lesson: whose mistakes it has, and the verdict on other moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { endOf, ownMistakes, outcomeOf, recordWith } from "../../web/replay/lesson.js";
import { keepPlayer, keepSeat } from "../../web/store.js";

const line = (seq, seat, text) => ({ line: { seq, seat, text, narration: [] } });
const ADA = { seat: 0, player_id: null, bot_level: null };
const BEN = { seat: 1, player_id: "ben", bot_level: null };

/** A finished game of two. */
const story = (changes = {}) => ({
  game: {
    id: "game", kind: "regicide", rules: 1, players: 2, options: { first: 0, variants: [] }, seed: "banana", seats: [ADA, BEN], former_players: [],
    result: { kind: "regicide", outcome: "lost", conceded_by: null }, ...changes,
  },
  frames: [{ line: null }, line(1, 0, "play 5C"), line(2, 0, "discard 9H"), line(3, 1, "yield")],
});

const decision = (seq, seat, made, bot) => {
  const sampled = (text, [won, worlds]) => ({ text, move: { type: "yield" }, won, worlds });
  return { seq, seat, player_move: sampled("play 2H", made), bot_move: sampled("play 3H", bot) };
};
/** A mistake of each seat, and a good move. */
const analysis = {
  decisions: [decision(1, 0, [2, 34], [222, 873]), decision(2, 0, [9, 300], [9, 300]), decision(3, 1, [0, 16], [93, 939])],
};
const seqs = (of) => ownMistakes(of, analysis).map(({ seq, token }) => [seq, token]);

test("the mistakes of a lesson are those of the reader's seats", () => {
  assert.deepEqual(seqs(story()), [], "who did not play has none");
  keepSeat({ game: "other", seat: 0, token: "elsewhere" });
  assert.deepEqual(seqs(story()), []);
  keepSeat({ game: "game", seat: 0, token: "ada" });
  assert.deepEqual(seqs(story()), [[1, "ada"]]);
  keepPlayer({ id: "ben", name: "Ben", token: "player" });
  assert.deepEqual(seqs(story()), [[1, "ada"], [3, "player"]], "of several on one device all");
});

test("who had a seat before, or has it no longer, has other mistakes", () => {
  const former = (seat, until, player_id = null) => ({ former_players: [{ seat, until, player_id, name: null, bot_level: null }] });
  assert.deepEqual(seqs(story(former(0, 1))), [[3, "player"]]);
  assert.deepEqual(seqs(story(former(0, 0))), [[1, "ada"], [3, "player"]]);
  assert.deepEqual(seqs(story(former(1, 3, "ben"))), [[1, "ada"], [3, "player"]], "the player has it back");
  assert.deepEqual(seqs(story({ ...former(1, 3, "ben"), seats: [ADA, { ...BEN, player_id: "cem" }] })), [[1, "ada"]]);
});

test("the end of a game is its result, or none where it was conceded", () => {
  assert.deepEqual(endOf(story()), { last: 3, won: false });
  assert.equal(endOf(story({ result: { kind: "regicide", outcome: "won", conceded_by: null } })).won, true);
  assert.equal(endOf(story({ result: { kind: "regicide", outcome: "lost", conceded_by: 0 } })).won, null);
  assert.equal(endOf(story({ result: null })).won, null);
});

test("a move is tried in a record that ends with it", () => {
  assert.deepEqual(recordWith(story(), 2, "discard TS"), {
    format: "regicide-record/1", kind: "regicide", rules: 1, players: 2, options: { first: 0, variants: [] }, seed: "banana",
    moves: [{ seq: 1, seat: 0, text: "play 5C" }, { seq: 2, seat: 0, text: "discard TS" }],
  });
});

test("a try is judged by its trials and those of the strong bot's move", () => {
  const outcome = (made, bot) => outcomeOf(decision(4, 0, made, bot));
  assert.equal(outcome([43, 361], [54, 504]), "good");
  assert.equal(outcome([2, 34], [222, 873]), "worse");
  assert.equal(outcome([640, 900], [700, 900]), "worse", "many trials show small differences");
  assert.equal(outcome([0, 6], [222, 873]), "worse", "the bot drops poor moves early");
  assert.equal(outcome([3, 6], [222, 873]), "open", "that may be chance");
  assert.equal(outcome([0, 0], [222, 873]), "open");
  assert.equal(outcome([5, 30], [250, 900]), "open");
  const same = decision(4, 0, [1, 30], [1, 30]);
  assert.equal(outcomeOf({ ...same, player_move: same.bot_move }), "best");
});
