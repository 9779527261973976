// Which cards can be selected, and which move a selection is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenLegal, chosenMove, fits, plainMoves, tapped } from "../../web/table/choice.js";

const play = (...cards) => ({ move: { type: "play", cards }, text: `play ${cards.join(" ")}` });
const legal = [play("5C", "5D"), play("5C"), play("5D"), play("AH"), play("5C", "AH"), { move: { type: "yield" }, text: "yield" }];

test("a selection is the move that names exactly its cards", () => {
  assert.equal(chosenLegal(legal, ["5C"]), legal[1]);
  assert.equal(chosenLegal(legal, ["5D", "5C"]), legal[0], "in any order");
  assert.equal(chosenLegal(legal, ["5D", "AH"]), null);
  assert.equal(chosenLegal(legal, ["5C", "5D", "AH"]), null);
});

test("nothing selected is no move, not even one without cards", () => {
  assert.equal(chosenLegal(legal, []), null);
  assert.equal(chosenMove(legal, []), null);
});

test("the move has the cards in the order of the selection", () => {
  assert.deepEqual(chosenMove(legal, ["5D", "5C"]), { type: "play", cards: ["5D", "5C"] });
  assert.deepEqual(legal[0].move.cards, ["5C", "5D"], "the legal move stays as it was");
});

test("cards fit if a legal move names at least all of them", () => {
  assert.equal(fits(legal, ["5D"]), true);
  assert.equal(fits(legal, ["AH", "5C"]), true);
  assert.equal(fits(legal, ["AH", "5D"]), false);
  assert.equal(fits([{ move: { type: "yield" } }], ["AH"]), false);
});

test("a tap adds a card, removes it, or begins anew", () => {
  assert.deepEqual(tapped(legal, [], "5C"), ["5C"]);
  assert.deepEqual(tapped(legal, ["5C"], "5D"), ["5C", "5D"]);
  assert.deepEqual(tapped(legal, ["5C", "5D"], "5C"), ["5D"]);
  assert.deepEqual(tapped(legal, ["5C", "5D"], "AH"), ["AH"], "it goes with one of them, not with both");
});

test("a tap on a card that no move names changes nothing", () => {
  assert.deepEqual(tapped(legal, ["5C"], "KS"), ["5C"]);
});

test("buttons are shown for the moves without cards alone", () => {
  assert.deepEqual(plainMoves(legal).map(({ text }) => text), ["yield"]);
});
