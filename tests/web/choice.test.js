// Which cards can be selected, and which move a selection is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenLegal, fits, mayFit, plainMoves, planned, selected, selectedMove, tapped, trumpMove } from "../../web/table/choice.js";

const play = (...cards) => ({ move: { type: "play", cards }, text: `play ${cards.join(" ")}` });
const legal = [play("5C", "5D"), play("5C"), play("5D"), play("AH"), play("5C", "AH"), { move: { type: "yield" }, text: "yield" }];

test("a selection is the move that names exactly its cards", () => {
  assert.equal(chosenLegal(legal, ["5C"]), legal[1]);
  assert.equal(chosenLegal(legal, ["5D", "5C"]), legal[0], "in any order");
  assert.equal(chosenLegal(legal, ["5D", "AH"]), null);
  assert.equal(chosenLegal(legal, ["5C", "5D", "AH"]), null);
});

/** A table with these legal moves, and what is selected there. */
const table = (chosen, loaded = null, moves = legal) => ({ view: { legal_moves: moves }, chosen, loaded });

test("nothing selected is no move, not even one without cards", () => {
  assert.equal(chosenLegal(legal, []), null);
  assert.equal(selected(table([])), null);
  assert.equal(selectedMove(table([])), null);
  assert.equal(selectedMove({ view: null, chosen: ["5C"], loaded: null }), null);
});

test("the move has the cards in the order of the selection", () => {
  assert.deepEqual(selectedMove(table(["5D", "5C"])), { type: "play", cards: ["5D", "5C"] });
  assert.deepEqual(legal[0].move.cards, ["5C", "5D"], "the legal move stays as it was");
});

test("a move without cards is selected by its text, as long as it is legal", () => {
  assert.equal(selected(table([], "yield")), legal[5]);
  assert.deepEqual(selectedMove(table([], "yield")), { type: "yield" });
  assert.equal(selectedMove(table([], "flip")), null);
});

test("trump and ranks are combined as far as it is legal, and no change is a move, too", () => {
  const changes = [
    { move: { type: "keep" }, text: "keep" }, { move: { type: "change", suit: "C" }, text: "change C" },
    { move: { type: "change", reverse: true }, text: "change reverse" },
    { move: { type: "change", suit: "C", reverse: true }, text: "change C reverse" },
  ];
  assert.equal(trumpMove(changes, "C", false), changes[1]);
  assert.equal(trumpMove(changes, null, true), changes[2]);
  assert.equal(trumpMove(changes, "C", true), changes[3]);
  assert.equal(trumpMove(changes, "D", true), null);
  assert.equal(trumpMove(changes, null, false), null);
  assert.deepEqual(selectedMove(table([], null, changes)), { type: "keep" });
  assert.deepEqual(selectedMove(table([], "change C", changes)), { type: "change", suit: "C" });
  const names = [{ move: { type: "trump", suit: "C" }, text: "trump C" }];
  assert.equal(trumpMove(names, "C", false), names[0]);
});

test("cards fit if a legal move names at least all of them", () => {
  assert.equal(fits(legal, ["5D"]), true);
  assert.equal(fits(legal, ["AH", "5C"]), true);
  assert.equal(fits(legal, ["AH", "5D"]), false);
  assert.equal(fits([{ move: { type: "yield" } }], ["AH"]), false);
});

test("cards may fit where no move names cards", () => {
  assert.equal(mayFit(legal, ["5C", "AH"]), true);
  assert.equal(mayFit(legal, ["5D", "AH"]), false);
  assert.equal(mayFit([legal[5]], ["5D", "AH"]), true);
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

test("before the turn a tap adds or removes a card, or replaces the only one", () => {
  assert.deepEqual(planned(["5C"], "AH", false), ["5C", "AH"]);
  assert.deepEqual(planned(["5C", "AH"], "5C", false), ["AH"]);
  assert.deepEqual(planned(["5C"], "AH", true), ["AH"]);
  assert.deepEqual(planned(["5C"], "5C", true), []);
});

test("buttons are shown for the moves without cards alone", () => {
  assert.deepEqual(plainMoves(legal).map(({ text }) => text), ["yield"]);
});
