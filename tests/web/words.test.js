// The table's texts on moves, hands and results. The numbers are the service's.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { csvOf } from "../../web/challenge/csv.js";
import { namesOf } from "../../web/challenge/invited.js";
import { scoreText } from "../../web/challenge/words.js";
import { tableText } from "../../web/names.js";
import { Rulebook } from "../../web/rulebook.js";
import { ending, noteBest, sideName } from "../../web/table/end.js";
import { eveningText } from "../../web/table/evening.js";
import { attackText, coverText, plainText, shortText, stuckText, trickText } from "../../web/table/forecast.js";
import { sortedHand } from "../../web/table/hand.js";
import { headline } from "../../web/table/news.js";
import { lengthText, noteWin, practiceReason } from "../../web/table/result.js";
import { getState, keepSeat } from "../../web/store.js";
import { moveText, nameOf } from "../../web/table/words.js";

const cards = [
  ["AC", "ace of clubs", 1], ["9D", "nine of diamonds", 9], ["TH", "ten of hearts", 10], ["JS", "jack of spades", 10], ["2H", "two of hearts", 2],
].map(([card, title, value]) => ({ card, title, value }));
const book = new Rulebook({
  kind: "regicide", deck: cards, suits: [{ suit: "C", title: "clubs" }, { suit: "H", title: "hearts" }], tables: [{ players: 2, hand_size: 7 }],
});

/** A table of players with these names. */
const table = (names, { seat = 0, ...changes } = {}) => ({
  seat, chosen: [], loaded: null, log: [], settings: { order: "suit" }, book,
  view: { players: names.length, seats: names.map((name, seat) => ({ name, seat })), options: {}, legal_moves: [], ...changes },
});

test("the rules are looked up, and what they lack is shown as it is", () => {
  assert.deepEqual([book.title("AC"), book.title("ZZ")], ["ace of clubs", "ZZ"]);
  assert.deepEqual([book.suit("C"), book.suit("Z")], ["clubs", "Z"]);
  assert.deepEqual([book.value("JS"), book.value("ZZ"), book.worth(["9D", "JS"])], [10, 0, 19]);
  assert.deepEqual([book.handSize(2), book.handSize(9)], [7, 0]);
  assert.deepEqual([book.powers, new Rulebook({ ...book.rules, kind: "regicide-tricks" }).powers], [true, false]);
});

const enemy = { card: "JS", health: 20, immune_to: "S" };
/** The forecast of an attack. */
function attacked(forecast, played = ["9D"], changes = {}) {
  const attack = { attack: 9, damage: 9, health_left: 11, defeats: false, exact: false, attack_left: 10, powers: [], ...forecast };
  return attackText({ enemy, discard_pile: [], ...changes }, { move: { type: "play", cards: played }, forecast: { type: "attack", ...attack } }, book);
}

test("the text of an attack has the health left and the attack that follows", () => {
  assert.equal(attacked({}), "Attack 9: leaves 11 of 20. Then it hits for 10.");
  assert.equal(attacked({ damage: 18, health_left: 2 }), "Attack 9, doubled to 18: leaves 2 of 20. Then it hits for 10.");
  assert.equal(attacked({ attack_left: 1, powers: ["S"] }), "Attack 9: leaves 11 of 20. Then it hits for only 1.");
  assert.equal(attacked({ attack_left: 0, powers: ["S"] }), "Attack 9: leaves 11 of 20. It can no longer attack.");
});

test("an enemy that is defeated does not strike back", () => {
  assert.equal(attacked({ defeats: true }), "Attack 9: defeats the jack of spades.");
  assert.match(attacked({ defeats: true, exact: true }), /^Attack 9: defeats the jack of spades exactly;/);
});

test("the text of powers has their numbers, and names an idle one", () => {
  assert.match(attacked({ powers: ["D"] }), / Up to 9 cards are drawn\./);
  assert.match(attacked({ powers: ["D"], drawn: 1 }), / One card is drawn\./);
  assert.doesNotMatch(attacked({ powers: ["D"], drawn: 0 }), /drawn/);
  assert.match(attacked({ powers: ["H"], healed: 3 }), / 3 cards return to the tavern deck\./);
  assert.doesNotMatch(attacked({ powers: ["H"], healed: 0 }, ["TH"], { discard_pile: ["2C"] }), /return/);
  assert.match(attacked({ powers: ["H"] }, ["TH"], { discard_pile: ["2C", "3C"] }), / 2 cards return to the tavern deck\./);
  assert.doesNotMatch(attacked({ powers: ["H"] }, ["TH"]), /return/, "of an empty pile nothing returns");
  assert.match(attacked({}, ["2H"], { enemy: { ...enemy, immune_to: "H" } }), / hearts have no power against it\.$/);
});

test("a jester, no attack or no enemy has no numbers", () => {
  assert.match(attacked({}, ["X1"]), /^The jester cancels/);
  assert.equal(attackText({ enemy, discard_pile: [] }, null, book), "");
  assert.equal(attackText({ enemy, discard_pile: [] }, { move: { type: "yield" } }, book), "");
  assert.equal(attacked({}, ["9D"], { enemy: null }), "");
});

test("the text of cover fits too little, enough and too much", () => {
  const attack = { enemy, to_cover: { amount: 10 } };
  const covered = (cover) => coverText(attack, ["9D"], { forecast: { type: "cover", ...cover } }, book);
  assert.equal(coverText(attack, [], null, book), "The Jack hits for 10: discard cards worth 10 or more.");
  assert.equal(coverText(attack, ["9D"], null, book), "The Jack hits for 10: discard cards worth 10 or more (9 so far).");
  assert.equal(covered({ worth: 9, excess: 0, uncovered: 1 }), "Worth 9 of 10; the next player goes on with 1.");
  assert.equal(covered({ worth: 10, excess: 0, uncovered: 0 }), "Worth 10: exactly enough.");
  assert.equal(covered({ worth: 12, excess: 2, uncovered: 0 }), "Worth 12: 2 more than needed.");
});

test("a prompt demands only what is possible", () => {
  const flip = { move: { type: "flip" } };
  const discard = (uncovered) => ({ move: { type: "discard", cards: ["9D", "JS"] }, forecast: { type: "cover", worth: 19, excess: 0, uncovered } });
  const prompt = (legal_moves, shown = {}) => shortText(table(["Ada", "Ben", "Cem"], { legal_moves }), { hand: ["9D"], hand_sizes: [1, 0, 2], ...shown }, book);
  assert.equal(prompt([flip]), "Your hand is worth 9: not enough. Flip a jester, or the game is lost.");
  assert.equal(prompt([discard(0)]), null);
  assert.equal(prompt([discard(3)]), "Your hand is worth 19: all of it goes, Cem covers the other 3.", "Ben has no cards");
  assert.equal(stuckText([flip]), "No card can be played. Flip a jester, or the game is lost.");
  assert.equal(stuckText([flip, { move: { type: "yield" } }]), "No card can be played: yield, or flip a jester.");
  assert.equal(stuckText([{ move: { type: "yield" } }]), "No card can be played: you have to yield.");
});

test("the effects of a yield or a flip are shown before it is made", () => {
  const textOf = (forecast, move = { type: forecast?.type ?? "yield" }) => plainText({ enemy }, { move, forecast });
  assert.equal(textOf({ type: "yield", attack_left: 10 }), "Yield: the Jack hits for 10, discard cards worth 10 or more.");
  assert.equal(textOf({ type: "yield", attack_left: 0 }), "Yield: it cannot attack.");
  const flip = { type: "flip", discarded: 7, drawn: 8, jesters_left: 1, best_medal: "silver" };
  assert.equal(textOf(flip), "Discard 7 cards, draw 8 · 1 jester left · no gold any more");
  assert.equal(textOf({ ...flip, discarded: 0, jesters_left: 0, best_medal: "bronze" }), "Draw 8 · no jester left · bronze at best");
  assert.equal(textOf({ ...flip, best_medal: "gold" }), "Discard 7 cards, draw 8 · 1 jester left");
  assert.match(textOf(undefined), /^Yield: you play no cards/);
  assert.match(textOf(undefined, { type: "flip" }), /^Flip a jester: your hand is discarded/);
});

test("the news of a move is its most important effect", () => {
  const news = (...types) => headline({ effects: types.map((type) => ({ type })), narration: types.map((type) => `${type}.`) });
  assert.equal(news("played", "damaged", "defeated", "revealed", "turn"), "defeated.");
  assert.equal(news("played", "drawn", "damaged", "attacked"), "attacked.");
  assert.equal(news("played", "attacked", "lost"), "lost.");
  assert.equal(news("played", "healed", "drawn", "damaged"), "healed.");
  assert.equal(news("card_played", "trick_won"), "trick_won.");
  assert.equal(news("unheard_of", "turn"), "unheard_of.");
  assert.equal(news(), "");
});

test("the text of a lost game has the cause and the best game so far", () => {
  const lost = (reason, changes = {}, effects = []) => ({
    ...table(["Ada", "Ben"], {
      kind: "regicide", result: { kind: "regicide", outcome: "lost", conceded_by: null, medal: null, enemies_defeated: 3 },
      table: { kind: "regicide", to_cover: null, hand: ["2H", "AC"] }, ...changes,
    }),
    log: [{ effects: [...effects, { type: "lost", reason, seat: 0 }] }],
  });
  const attack = [{ type: "attacked", seat: 0, damage: 10 }];
  assert.match(ending(lost("damage", {}, attack)).line, /^You were 7 short of 10\. 3 of twelve royals defeated\./);
  assert.match(ending({ ...lost("damage", {}, attack), seat: 1 }).line, /^3 of twelve/, "another's hand is hidden");
  const revealed = { hidden_cards: { kind: "regicide", hands: [["TH"], []] } };
  assert.match(ending({ ...lost("damage", { revealed, table: { kind: "regicide", to_cover: { amount: 12 } } }), seat: 1 }).line, /^Ada was 2 short of 12\./);
  assert.match(ending(lost("stuck")).line, /^You could neither play nor yield\./);
  assert.match(ending({ ...lost("stuck"), seat: 1 }).line, /^Ada could neither/);
  const before = lost("stuck");
  noteBest({ ...before, view: { ...before.view, result: { ...before.view.result, enemies_defeated: 7 } } });
  noteBest(before);
  assert.match(ending(before).line, /3 of twelve royals defeated\. Your best is 7\.$/);
  noteBest({ ...before, view: { ...before.view, result: { ...before.view.result, enemies_defeated: 8 } } });
  assert.match(ending({ ...before, view: { ...before.view, result: { ...before.view.result, enemies_defeated: 8 } } }).line, /That is your best so far\.$/);
});

const won = (id, changes = {}, log = []) => ({
  id, seat: 0, log, view: { kind: "regicide", players: 1, seq: 34, forked_from: null, seed_by: "service", challenge: null, seats: [{ player_id: null }], ...changes },
});
const undone = [{ at: "2026-01-01T10:00:00Z", effects: [{ type: "taken_back", seat: 0, seq: 1 }] }];

test("a game is practice after an undo, as a fork, with a known deal, or after its challenge", () => {
  assert.equal(practiceReason(won("g")), null);
  assert.equal(practiceReason(won("g", {}, undone)), "practice_undo");
  assert.equal(practiceReason(won("g", { forked_from: { game_id: "f", seq: 0 } }, undone)), "practice_fork");
  assert.equal(practiceReason(won("g", { seed_by: "client" })), "practice_seed");
  assert.equal(practiceReason(won("g", { seed_by: "client", challenge: { id: "c" } })), null);
  keepSeat({ game: "late", seat: 0, token: "t", practice: true });
  assert.equal(practiceReason(won("late")), "practice_challenge");
});

test("a win is kept once, and practice is not", () => {
  for (const game of [won("one"), won("one"), won("two", { seq: 30, players: 2 }), won("undone", {}, undone), won("mine", { seats: [{ player_id: "p" }] })]) noteWin(game);
  assert.deepEqual(getState().wins, { one: { key: "regicide-1", moves: 34 }, two: { key: "regicide-2", moves: 30 } });
});

test("a game's time begins with its first move, and that of a fork with the fork", () => {
  const ended = { created_at: "2026-01-01T09:00:00Z", finished_at: "2026-01-01T10:12:00Z" };
  assert.equal(lengthText(won("g", ended, undone)), "34 moves · 12 min");
  assert.equal(lengthText(won("g", { ...ended, created_at: "2026-01-01T10:10:00Z" }, undone)), "34 moves · 2 min");
  assert.equal(lengthText(won("g", { finished_at: null })), null);
});

test("the text of a card for the trick has its effect there", () => {
  const legal = (trick) => [{ move: { type: "play", cards: ["9D"] }, ...(trick ? { forecast: { type: "trick", ...trick } } : {}) }];
  const textOf = (trick) => trickText({ ...table(["Ada", "Ben"], { legal_moves: legal(trick) }), chosen: ["9D"] }, book);
  assert.equal(textOf({ is_best: true, completes: true }), "nine of diamonds: wins the trick.");
  assert.equal(textOf({ is_best: true, completes: false }), "nine of diamonds: the best card so far.");
  assert.equal(textOf({ is_best: false, completes: true }), "nine of diamonds: does not win the trick.");
  assert.equal(textOf(undefined), "nine of diamonds.");
  assert.equal(trickText(table(["Ada", "Ben"], { legal_moves: legal({ best: true }) }), book), "Your turn: choose a card for the trick.");
});

test("a hand is as it is dealt, or by value and then by rank", () => {
  const held = { table: { hand: ["JS", "TH", "9D", "2H", "AC"] } };
  assert.deepEqual(sortedHand(table(["Ada"], held)), ["JS", "TH", "9D", "2H", "AC"]);
  const byValue = { ...table(["Ada"], held), settings: { order: "value" } };
  assert.deepEqual(sortedHand(byValue), ["AC", "2H", "9D", "TH", "JS"]);
  assert.deepEqual(byValue.view.table.hand, ["JS", "TH", "9D", "2H", "AC"], "the view is not changed");
  assert.deepEqual(sortedHand({ ...byValue, book: null }), ["JS", "TH", "9D", "2H", "AC"]);
});

test("the name of a single player is left out", () => {
  assert.equal(nameOf(table(["Ada", "Ben"]), 0), "Ada (you)");
  assert.equal(nameOf(table(["Ada", "Ben"]), 1), "Ben");
  assert.equal(nameOf(table(["Ada"]), 0), "Ada");
});

test("moves without cards have names", () => {
  const named = (move) => moveText(table(["Ada", "Ben"]), move);
  assert.equal(named({ type: "next", seat: 1 }), "Ben");
  assert.equal(named({ type: "trump", suit: "C" }), "Trump: clubs");
  assert.equal(named({ type: "change", suit: null, reverse: true }), "Reverse the ranks");
  assert.equal(named({ type: "change", suit: "C", reverse: true }), "Trump: clubs, ranks reversed");
  assert.equal(named({ type: "change", suit: "C", reverse: false }), "Trump: clubs");
  assert.equal(named({ type: "unheard_of" }), "unheard_of");
});

const ended = (result) => ending(table(["Ada", "Ben"], { result: { kind: "regicide", conceded_by: null, medal: null, ...result } }));

test("a result of the co-operative game is won, lost or conceded", () => {
  assert.deepEqual(ended({ outcome: "won", enemies_defeated: 12 }),
    { headline: "All enemies are defeated. You have won!", line: "", good: true });
  assert.match(ended({ outcome: "won", medal: "gold", enemies_defeated: 12 }).headline, /^Gold/);
  assert.deepEqual(ended({ outcome: "lost", enemies_defeated: 1 }),
    { headline: "You have lost.", line: "One of twelve royals defeated.", good: false });
  assert.match(ended({ outcome: "lost", enemies_defeated: 8 }).line, /^8 of twelve royals defeated\./);
  const conceded = ended({ outcome: "lost", conceded_by: 0, enemies_defeated: 1 });
  assert.deepEqual([conceded.headline, conceded.line], ["You have lost.", "Conceded. One of twelve royals defeated."]);
  const read = (result) => ending(table(["Ada", "Ben"], { seat: null, result: { kind: "regicide", conceded_by: null, medal: null, enemies_defeated: 1, ...result } })).headline;
  assert.equal(read({ outcome: "lost" }), "The game was lost.", "who reads has lost nothing");
  assert.equal(read({ outcome: "won" }), "All enemies are defeated: the game is won.");
  const alone = ending(table(["Ada"], { result: { kind: "regicide", outcome: "lost", conceded_by: 0, medal: null, enemies_defeated: 0 } }));
  assert.match(alone.line, /^You conceded\. /);
});

test("a game without a result has an end, too", () => {
  const textOf = (status, changes = {}) => ending(table(["Ada"], { result: null, status, ...changes }));
  assert.deepEqual(textOf("cancelled"), { headline: "This game was cancelled.", line: "It ended without a result.", good: false });
  assert.match(textOf("abandoned").headline, /abandoned/);
  const closed = textOf("closed", { table: { kind: "regicide", enemies_defeated: 3 } });
  assert.deepEqual(closed, { headline: "The challenge is over.", line: "The attempt counts as it stands. 3 of twelve royals defeated.", good: false });
});

test("a result of the trick-taking game is worded for the seat", () => {
  const result = { kind: "regicide-tricks", outcome: "won", winners: [0], points: [50, 12] };
  const textOf = (seat, changes = {}) => ending(table(["Ada", "Ben"], { seat, result: { ...result, ...changes } }));
  assert.deepEqual(textOf(0), { headline: "You have won!", line: "Ada (you) 50 · Ben 12", good: true });
  assert.deepEqual(textOf(1), { headline: "Ada wins.", line: "Ada 50 · Ben (you) 12", good: false });
  assert.deepEqual(textOf(null), { headline: "Ada wins.", line: "Ada 50 · Ben 12", good: false });
  assert.equal(textOf(null, { outcome: "shared", winners: [0, 1] }).headline, "A tie: Ada, Ben.");
});

test("partners win together", () => {
  const four = { options: { partners: true }, result: { kind: "regicide-tricks", outcome: "won", winners: [1], points: [3, 50] } };
  const textOf = (seat) => ending(table(["Ada", "Ben", "Cleo", "Dan"], { seat, ...four }));
  assert.equal(textOf(3).good, true);
  assert.deepEqual(textOf(null), { headline: "Ben + Dan win.", line: "Ada + Cleo 3 · Ben + Dan 50", good: false });
  assert.equal(sideName(table(["Ada", "Ben", "Cleo", "Dan"], { seat: null, ...four }), 0), "Ada + Cleo");
  const { seats } = table(["Ada", "Ben", "Cleo", "Dan"], four).view;
  assert.equal(sideName({ view: { seats, options: {} }, seat: null }, 1), "Ben");
  assert.equal(tableText(seats), "Ada, Ben, Cleo, Dan");
});

test("the text of a score depends on how far the game was won", () => {
  const score = { enemies_defeated: 3, damage: 5, moves_to_win: null, medal: null };
  assert.equal(scoreText(score), "3 of 12 enemies, 5 damage to the next enemy");
  assert.equal(scoreText({ ...score, damage: 0 }), "3 of 12 enemies");
  assert.equal(scoreText({ ...score, moves_to_win: 40, medal: "silver" }), "Won in 40 moves, silver");
  assert.equal(scoreText({ ...score, moves_to_win: 40 }), "Won in 40 moves");
  assert.equal(scoreText({ kind: "regicide-tricks", side_points: 50, is_won: true }), "Won with 50 points");
  assert.equal(scoreText({ kind: "regicide-tricks", side_points: 1, is_won: false }), "1 point");
});

test("an evening has the wins of all its games", () => {
  const lost = { kind: "regicide", seats: [], result: { kind: "regicide", outcome: "lost" } };
  assert.equal(eveningText([lost]), "", "one game is no evening");
  assert.equal(eveningText([lost, lost]), "Together in 2 games: none won.");
  assert.equal(eveningText([{ ...lost, result: { kind: "regicide", outcome: "won" } }, lost, { ...lost, result: null }]), "Together in 2 games: 1 won.");
  const seats = ["Ada", "Ben", "Cem", "Dia"].map((name, seat) => ({ seat, name }));
  const tricks = (winners, partners = false) => ({ kind: "regicide-tricks", seats, options: { partners }, result: { kind: "regicide-tricks", winners } });
  assert.equal(eveningText([tricks([0]), tricks([0, 3])]), "In 2 games: Ada 2 · Ben 0 · Cem 0 · Dia 1.");
  assert.equal(eveningText([tricks([1], true), tricks([1], true)]), "In 2 games: Ada 0 · Ben 2 · Cem 0 · Dia 2.");
});

test("a board as CSV has a line for each result, and no formulas", () => {
  const score = { kind: "regicide", moves_to_win: null, enemies_defeated: 3, damage: 0 };
  const csv = csvOf([
    { place: 1, team: [{ name: "=1+1", player_id: "a" }, { name: "Ada \"A\"", player_id: "b" }], score, seconds: 61, game_id: "g" },
    { place: null, team: [{ name: null, player_id: "c" }], score, seconds: 5, game_id: null },
  ]);
  const [head, first, second, rest] = csv.split("\r\n");
  assert.match(head, /^\uFEFF"Rank","Players","player_id",/);
  assert.match(first, /^"1","'=1\+1, Ada ""A""","a b","3 [^"]+","61","g"$/);
  assert.match(second, /^"","[^"]+","c","3 [^"]+","5",""$/);
  assert.equal(rest, "");
});

test("codes whose names are alike have their numbers", () => {
  const codes = [["Ana", null], [null, "Ben"], ["Luz", "Ana"], ["Ana", "Cem"], [null, null]];
  const items = codes.map(([name, player]) => ({ name, player_id: player, player_name: player }));
  assert.deepEqual(namesOf(items), ["Ana (code 1)", "Ben", "Luz", "Ana (code 4)", "Code 5"]);
});
