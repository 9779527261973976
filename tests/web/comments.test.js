// Comments of record files.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./browser.js";
import { commentsIn, commentsOf, heldComments, holdRecord, isOf } from "../../web/replay/comments.js";
import { LARGEST, NoRecord } from "../../web/verify/file.js";

const example = JSON.parse(readFileSync(new URL("../../docs/spec/example.json", import.meta.url), "utf8"));
const COMMENTS = [{ seq: 1, text: "<b>Exact</b>" }, { seq: 0, text: "A hard deal." }, { seq: 1, text: "Again" }];

/** The story of the example's game. */
const story = {
  game: { kind: example.kind, seed: example.seed },
  frames: [{ line: null }, ...example.moves.map((line) => ({ line }))],
};

const file = (record) => new Blob([JSON.stringify(record)]);

test("S6.14: comments stand at their moves, in the order of the file", () => {
  const found = commentsOf({ ...example, comments: COMMENTS });
  assert.deepEqual([...found], [[1, ["<b>Exact</b>", "Again"]], [0, ["A hard deal."]]]);
  for (const none of [undefined, null, []]) assert.equal(commentsOf({ ...example, comments: none }).size, 0);
  for (const bad of ["x", {}, [null], [{ seq: "1", text: "x" }], [{ seq: 1 }]]) {
    assert.throws(() => commentsOf({ ...example, comments: bad }), NoRecord, JSON.stringify(bad));
  }
});

test("a record is of a game if it has its seed and moves, and may stop before the end", () => {
  assert.equal(isOf(example, story), true);
  assert.equal(isOf({ ...example, moves: example.moves.slice(0, 1) }, story), true);
  assert.equal(isOf({ ...example, seed: "other" }, story), false);
  assert.equal(isOf({ ...example, kind: "regicide-tricks" }, story), false);
  for (const moves of [[...example.moves, example.moves[0]], [{ ...example.moves[0], text: "yield" }], [null]]) {
    assert.equal(isOf({ ...example, moves }, story), false);
  }
});

test("a file of another game is refused, one of this game is held", async () => {
  await assert.rejects(commentsIn(file({ ...example, seed: "other" }), story), { text: "comments_other" });
  await assert.rejects(commentsIn(new Blob(["no record"]), story), { text: "verify_no_record" });
  await assert.rejects(commentsIn(new Blob([" ".repeat(LARGEST + 1)]), story), { text: "verify_no_record" });
  assert.equal(heldComments(story).size, 0);
  assert.equal((await commentsIn(file({ ...example, comments: COMMENTS }), story)).size, 2);
  assert.equal(heldComments(story).size, 2);
  assert.equal(heldComments({ ...story, game: { ...story.game, seed: "other" } }).size, 0);
  holdRecord(example);
  assert.equal(heldComments(story).size, 0);
});
