// The marks of the guided game, the explanations at the table, and which sound
// belongs to a move.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { Rulebook } from "../../web/rulebook.js";
import { attackedText, cardText, healthText, immunityText, pipText } from "../../web/table/explanations.js";
import { markFor } from "../../web/table/guide.js";
import { soundOf } from "../../web/table/sound.js";

const play = (forecast = {}) => ({ text: "play 9D", move: { type: "play", cards: ["9D"] }, forecast: { type: "attack", exact: false, ...forecast } });
const flip = { text: "flip", move: { type: "flip" }, forecast: { type: "flip" } };
const cover = { text: "discard 9D", move: { type: "discard", cards: ["9D"] }, forecast: { type: "cover" } };
const hand = ["2C", "3C", "4C", "9D"];

const pair = (...cards) => ({ text: `play ${cards.join(" ")}`, move: { type: "play", cards }, forecast: { type: "attack", exact: false } });
const begun = ["aim", "numbers", "suits"];

/** A position of a solo game. */
const at = (table = {}, legal = [play(), flip], seq = 2) => ({
  seq, status: "running", legal_moves: legal, table: { kind: "regicide", phase: "play", hand, enemies_defeated: 0, ...table },
});

test("each mark appears at its position", () => {
  assert.deepEqual([[], ["aim"], ["aim", "numbers"], begun].map((seen) => markFor(at(), seen)), ["aim", "numbers", "suits", null]);
  assert.equal(markFor(at({ phase: "discard" }, [cover, flip]), begun), "cover");
  assert.equal(markFor(at({}, [play({ exact: true }), flip]), begun), "exact");
  assert.equal(markFor(at({}, [play(), pair("AC", "9D")]), begun), "companion");
  assert.equal(markFor(at({}, [play(), pair("3C", "3D")]), begun), "combo");
  assert.equal(markFor(at({ hand: ["2C", "3C", "9D"] }), begun), "jester");
  assert.equal(markFor(at({ enemies_defeated: 2 }), begun), "jester");
  assert.equal(markFor(at({ enemies_defeated: 1 }), begun), null);
});

test("cards that go together are not marked at the first turn, nor where they are discarded", () => {
  const both = [play(), pair("AC", "9D"), pair("3C", "3D")];
  assert.equal(markFor(at({}, both, 0), begun), null);
  assert.deepEqual([begun, [...begun, "companion"]].map((seen) => markFor(at({}, both), seen)), ["companion", "combo"]);
  const discards = [{ ...cover, move: { type: "discard", cards: ["AC", "9D"] } }];
  assert.equal(markFor(at({ phase: "discard" }, discards), [...begun, "cover"]), null);
});

test("a player who cannot cover sees the mark of the jester first, if one is left", () => {
  assert.equal(markFor(at({ phase: "discard" }, [flip]), []), "jester");
  assert.equal(markFor(at({ phase: "discard" }, []), []), null);
  assert.equal(markFor(at({ hand: ["2C"] }, [play()]), begun), null);
});

test("no mark is shown twice, nor one beside another", () => {
  const both = at({}, [play({ exact: true }), flip]);
  assert.equal(markFor(both, begun.slice(0, 2)), "suits");
  assert.equal(markFor(both, [...begun, "exact"]), null);
  assert.equal(markFor(at({ phase: "discard" }, [cover, flip]), ["cover"]), null);
});

test("nothing is marked when nothing can be played", () => {
  assert.equal(markFor({ ...at(), legal_moves: null }, []), null);
  assert.equal(markFor({ ...at(), status: "finished" }, []), null);
  assert.equal(markFor(at({ kind: "regicide-tricks" }), []), null);
});

const book = new Rulebook({
  kind: "regicide", suits: [{ suit: "D", title: "Diamonds" }], tables: [],
  deck: [["7D", "Seven of Diamonds", 7], ["AS", "Animal Companion of Spades", 1], ["JD", "Jack of Diamonds", 10]].map(([card, title, value]) => ({ card, title, value })),
});
const enemy = { card: "JD", attack: 10, attack_now: 10, shield: 0, health: 20, health_left: 9, immune_to: "D" };

test("the text of a card has its effects on this enemy", () => {
  assert.equal(cardText("7D", null, book), "Seven of Diamonds: hits for 7. Draws up to 7 cards.");
  assert.equal(cardText("7D", enemy, book), "Seven of Diamonds: hits for 7. Not against this enemy: it is immune.");
  assert.equal(cardText("AS", enemy, book), "Animal Companion of Spades: hits for 1. Lowers the enemy's attack by 1. Goes with another card.");
  assert.match(cardText("X1", enemy, book), /cancels the immunity/);
});

test("the enemy's numbers are explained", () => {
  assert.match(healthText(enemy), /^Health 20, 9 left\./);
  assert.match(attackedText(enemy), /^Hits for 10 unless/);
  assert.match(attackedText({ ...enemy, shield: 4, attack_now: 6 }), /^Hits for 6: spades took 4 off 10\./);
  assert.match(attackedText({ ...enemy, shield: 10, attack_now: 0 }), /whole attack/);
  assert.match(immunityText(enemy, book), /^Diamonds hit it/);
  assert.match(immunityText({ ...enemy, immune_to: null }, book), /^Every suit/);
});

test("the text of a royal of the castle has its state", () => {
  assert.equal(pipText({ state: "defeated", card: "JD", exact: true }, 0, book), "Jack of Diamonds: defeated exactly");
  assert.equal(pipText({ state: "defeated", card: "JD", exact: false }, 0, book), "Jack of Diamonds: defeated");
  assert.equal(pipText({ state: "present", card: "JD" }, 0, book), "Jack of Diamonds: the enemy now");
  assert.deepEqual([0, 1, 2].map((rank) => pipText({ state: "coming" }, rank, book)), ["A Jack to come", "A Queen to come", "A King to come"]);
});

test("the sound of a move is that of its most important effect", () => {
  const tones = (...effects) => soundOf(effects)?.tones.length ?? 0;
  assert.equal(tones({ type: "drawn" }), 0);
  assert.equal(tones({ type: "played" }), 1);
  assert.equal(tones({ type: "played" }, { type: "defeated", exact: false }), 3);
  assert.equal(tones({ type: "played" }, { type: "defeated", exact: true }), 4, "an exact defeat has a tone more");
  assert.equal(tones({ type: "defeated", exact: true }, { type: "won" }), 4);
});
