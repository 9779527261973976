// The state of the table, and how events change it.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { Problem, Unreachable } from "../../web/api.js";
import { reduce } from "../../web/table/reduce.js";
import { begin, handOf, isMyTurn, isOver, mayChoose, sayable, selecting, shownLog, withLine, withSignal, withView, wordsOf } from "../../web/table/state.js";

const play = (...cards) => ({ move: { type: "play", cards }, text: `play ${cards.join(" ")}` });

/** A view of a running game in which seat 0 holds three cards. */
const view = ({ seq = 3, ...changes } = {}) => ({
  id: "g", seq, shown_seq: seq, status: "running", to_act: 0, players: 2, kind: "regicide", challenge: null, creator_id: null, former_players: [], proposal: null, rematch_id: null, seat: 0,
  seats: [{ seat: 0 }, { seat: 1 }], legal_moves: [play("2C", "3D")], table: { hand: ["2C", "3D", "4H"] }, ...changes,
});

const fresh = (changes = {}) => begin("g", { own: [{ seat: 0, token: "t0" }], player: null, settings: { order: "suit", confirm: true }, ...changes });

/** A table that has seen a view. */
function table(changes = {}, seen = view()) {
  const { table: shown } = reduce(fresh(), { type: "view", view: seen });
  return { ...shown, ...changes };
}

const signal = (number, seq, changes = {}) => ({ number, seq, seat: 0, signal: "good_play", narration: ["Good play!"], ...changes });
const line = (seq) => ({ seq, seat: 0, narration: [`Move ${seq}.`], effects: [] });
const tap = (card) => ({ type: "tap", card, at: 3 });

function deepFreeze(one) {
  if (typeof one === "object" && one !== null) Object.values(Object.freeze(one)).forEach(deepFreeze);
  return one;
}

/** The table after events, one after the other. */
const after = (shown, ...events) => events.reduce((before, event) => reduce(before, event).table, shown);

/** The effects of an event, by their types. */
const effects = (shown, event) => reduce(shown, event).effects.map(({ type }) => type);

test("a table begins empty", () => {
  const shown = fresh({ own: [{ seat: 1, token: "t" }], settings: { order: "value" } });
  assert.deepEqual([shown.view, shown.seat, shown.settings.order], [null, 1, "value"]);
  assert.deepEqual(handOf(shown), []);
  assert.equal(isMyTurn(shown), false);
});

test("a view that is older than the shown one is ignored", () => {
  const shown = withView(table({ chosen: ["2C"] }), view({ seq: 2, to_act: 1 }));
  assert.deepEqual([shown.view.seq, shown.view.to_act, shown.chosen], [3, 0, ["2C"]]);
});

test("the view that is requested first counts until the stream brings one, and for its seat", () => {
  const first = (seen) => ({ type: "first_view", view: seen });
  assert.equal(after(fresh(), first(view())).view.seq, 3);
  // The last seat is taken without a move.
  assert.equal(after(table({}, view({ seq: 0 })), first(view({ seq: 0, status: "waiting" }))).view.status, "running");
  assert.equal(after(fresh(), first(view({ seat: 1 }))).view, null, "another seat");
  const lost = reduce(fresh(), first(view({ seat: null })));
  assert.deepEqual([lost.table.own.length, lost.effects], [1, []], "the token was set aside meanwhile");
});

test("after a move, cards stay selected that the next one may name, and nothing else", () => {
  const shown = table({ chosen: ["2C"], loaded: "yield", sending: true, problem: new Error("refused"), allowed: [{ signal: "good_play" }] });
  const next = withView(shown, view({ seq: 4, to_act: 1, legal_moves: null }));
  assert.deepEqual([next.chosen, next.early, next.loaded], [["2C"], true, null]);
  assert.deepEqual([next.sending, next.problem, next.allowed], [false, null, []]);
  assert.deepEqual(withView(next, view({ seq: 5, legal_moves: [play("3D")] })).chosen, []);
});

test("the same position once more keeps the selection and the move in flight", () => {
  const shown = withView(table({ chosen: ["3D", "2C"], sending: true }), view());
  assert.deepEqual([shown.chosen, shown.sending], [["3D", "2C"], true]);
});

test("only cards that are still in the hand stay selected", () => {
  assert.deepEqual(withView(table({ chosen: ["3D", "2C"] }), view({ table: { hand: ["2C", "4H"] } })).chosen, ["2C"]);
});

test("while others are to act, cards of the own hand are selected for the next turn", () => {
  const shown = table({}, view({ to_act: 1, legal_moves: null }));
  assert.equal(mayChoose(shown), true);
  const planned = after(shown, tap("2C"), tap("3D"));
  assert.deepEqual(planned.chosen, ["2C", "3D"]);
  const left = withView(planned, view({ seq: 4, to_act: 1, legal_moves: null, table: { hand: ["3D", "4H"] } }));
  assert.deepEqual(left.chosen, ["3D"], "those that are left");
  const over = withView(left, view({ seq: 5, status: "finished", to_act: null, legal_moves: null }));
  assert.deepEqual([over.chosen, mayChoose(over)], [[], false]);
  assert.equal(mayChoose(table({ seat: null })), false, "spectators have no hand");
  assert.equal(mayChoose(table({ covered: true })), false);
});

test("cards are selected or a move without cards, never both", () => {
  const loaded = after(table({ chosen: ["2C"] }), { type: "load", text: "yield", at: 3 });
  assert.deepEqual([loaded.chosen, loaded.loaded], [[], "yield"]);
  assert.equal(after(loaded, { type: "load", text: "yield", at: 3 }).loaded, null, "the second press takes it back");
  const chosen = after(loaded, tap("2C"));
  assert.deepEqual([chosen.chosen, chosen.loaded], [["2C"], null]);
  const flip = selecting(chosen, { loaded: "flip" });
  assert.equal(withView(flip, view()).loaded, "flip", "the same position keeps it");
  const later = withView(flip, view({ seq: 4 }));
  assert.deepEqual([later.chosen, later.loaded], [[], null]);
});

test("a line of the log is added once, and never an older one", () => {
  const shown = [line(3), line(4), line(4), line(3)].reduce(withLine, table());
  assert.deepEqual(shown.log.map(({ seq }) => seq), [3, 4]);
  assert.deepEqual(shown.unsaid, ["Move 4."], "the shown position has move 3");
  assert.deepEqual([line(1)].reduce(withLine, fresh()).unsaid, [], "moves from before the page was opened");
});

test("signals are kept in their order, each once, and announced once", () => {
  const shown = [signal(2, 3), signal(1, 3), signal(2, 3)].reduce(withSignal, table());
  assert.deepEqual(shown.said.map(({ number }) => number), [1, 2]);
  assert.deepEqual(effects(shown, { type: "said", said: signal(2, 3) }), []);
  assert.deepEqual(effects(shown, { type: "said", said: signal(3, 3) }), ["announce"]);
});

test("each signal can be given once until the next move", () => {
  const shown = table({ allowed: [{ signal: "good_play" }, { signal: "not_next" }] });
  const names = (...said) => sayable(said.reduce(withSignal, shown)).map((one) => one.signal);
  assert.deepEqual(names(signal(1, 3, { seat: 1 })), ["good_play", "not_next"], "signals of others do not count");
  assert.deepEqual(names(signal(2, 2)), ["good_play", "not_next"], "signals before the last move do not count");
  assert.deepEqual(names(signal(3, 3)), ["not_next"]);
});

test("signals are shown from the jester until the named player has moved", () => {
  const shown = table({ said: [signal(1, 1), signal(2, 2), signal(3, 3), signal(4, 3, { seat: 1 })] });
  assert.deepEqual(wordsOf(shown, 0).map(({ number }) => number), [2, 3]);
  assert.deepEqual(wordsOf(shown, 1).map(({ number }) => number), [4]);
  assert.deepEqual(wordsOf(fresh(), 0), []);
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

// The races of the table.

test("a move is sent once, for the table that its player saw", () => {
  const { table: sent, effects: [move] } = reduce(after(table(), tap("2C"), tap("3D")), { type: "send", move: play("2C", "3D").move, at: 3 });
  assert.deepEqual(move, { type: "move", move: play("2C", "3D").move, at: 3, expected: 3 });
  assert.equal(sent.sending, true);
  assert.deepEqual(effects(sent, { type: "send", move: play("2C", "3D").move, at: 3 }), []);
  assert.deepEqual(effects(sent, tap("4H")), [], "nor is anything selected meanwhile");
  // A newer view has arrived and is not drawn yet: the service refuses the move.
  const [stale] = reduce(table({}, view({ seq: 4 })), { type: "send", move: play("2C", "3D").move, at: 3 }).effects;
  assert.deepEqual([stale.at, stale.expected], [4, 3]);
});

test("the stream reports the own move before its answer arrives", () => {
  const sent = after(table({ chosen: ["2C", "3D"] }), { type: "send", move: play("2C", "3D").move, at: 3 });
  const next = view({ seq: 4, to_act: 1, legal_moves: null, table: { hand: ["4H"] } });
  const seen = after(sent, { type: "line", line: line(4) }, { type: "view", view: next });
  assert.equal(seen.sending, false);
  const planned = after(seen, tap("4H"));
  const answered = after(planned, { type: "answered", at: 3, answer: { type: "made", ...line(4), game: next } });
  assert.deepEqual([answered.chosen, answered.log.map(({ seq }) => seq)], [["4H"], [4]], "cards for the next move stay selected");
});

test("a refused move leaves the next one alone", () => {
  const sent = after(table(), { type: "send", move: play("2C", "3D").move, at: 3 });
  const lost = new Unreachable("away");
  assert.deepEqual([after(sent, { type: "failed", error: lost, at: 3 }).sending, after(sent, { type: "failed", error: lost, at: 2 }).sending], [false, true]);
  const conflict = new Problem({ title: "Conflict", detail: "Someone moved", status: 409, code: "stale" }, null);
  const { table: refused, effects: [refresh] } = reduce({ ...sent, chosen: ["2C"] }, { type: "failed", error: conflict, at: 3 });
  assert.deepEqual([refused.chosen, refresh.type], [[], "refresh"]);
  const refreshed = after(refused, { type: "refreshed", view: view({ seq: 4 }), error: conflict });
  assert.deepEqual([refreshed.view.seq, refreshed.problem], [4, conflict]);
});

test("the notice about a service that is away goes when it is back", () => {
  const lost = table({ problem: new Unreachable("away"), connected: false });
  for (const event of [{ type: "connection", connected: true, now: 0 }, { type: "online" }]) assert.equal(after(lost, event).problem, null);
  const refused = table({ problem: new Error("refused") });
  assert.notEqual(after(refused, { type: "online" }).problem, null, "no other notice");
});

test("without confirmation the second tap on the only card plays it, but not on one selected before the turn", () => {
  const single = view({ legal_moves: [play("2C")] });
  const quick = (seen) => table({ settings: { confirm: false } }, seen);
  assert.deepEqual(effects(after(quick(single), tap("2C")), tap("2C")), ["move"]);
  const losing = after(quick(view({ legal_moves: [{ ...play("2C"), loses: true }] })), tap("2C"));
  assert.deepEqual([effects(losing, tap("2C")), after(losing, tap("2C")).prepared], [[], 1], "a move that loses waits for the button");
  const careful = after(table({}, single), tap("2C"));
  assert.deepEqual([effects(careful, tap("2C")), after(careful, tap("2C")).chosen], [[], []], "with confirmation it takes the card back");
  const early = after(quick(view({ seq: 2, to_act: 1, legal_moves: null })), tap("2C"), { type: "view", view: single });
  assert.deepEqual([effects(early, tap("2C")), after(early, tap("2C")).chosen], [[], []]);
  assert.equal(after(table(), tap("KS")).chosen.length, 0, "a card that is gone");
});

const put = (card) => ({ type: "play", card, at: 3 });

test("a drop or a double tap adds its card, and a complete move waits for the button", () => {
  const pair = table({}, view({ legal_moves: [play("2C", "3D"), play("4H")] }));
  const half = after(pair, put("2C"));
  assert.deepEqual([half.chosen, half.prepared], [["2C"], 0], "no move yet");
  const { table: whole, effects: none } = reduce(half, put("3D"));
  assert.deepEqual([whole.chosen, whole.prepared, none], [["2C", "3D"], 1, []]);
  assert.equal(after(whole, put("2C")).prepared, 2, "a selected card stays, and the button gets the focus again");
  assert.deepEqual(after(pair, put("KS")).chosen, [], "a card that is gone");
  const early = after(table({}, view({ seq: 2, to_act: 1, legal_moves: null })), put("2C"));
  assert.deepEqual([early.chosen, early.prepared, after(early, put("2C")).chosen], [["2C"], 0, ["2C"]], "while others are to act, it is for the next turn");
  for (const changes of [{ covered: true }, { seat: null }, { sending: true }]) assert.deepEqual(after({ ...pair, ...changes }, put("4H")).chosen, []);
});

test("without confirmation a drop or a double tap sends, but not what loses the game or was not meant", () => {
  const legal = [play("2C", "3D"), play("4H"), { ...play("2C"), loses: true }];
  const quick = table({ settings: { confirm: false } }, view({ legal_moves: legal }));
  assert.deepEqual(reduce(quick, put("4H")).effects, [{ type: "move", move: { type: "play", cards: ["4H"] }, at: 3, expected: 3 }]);
  const second = (card) => ({ ...tap(card), clicks: 2 });
  assert.deepEqual(effects(after(quick, tap("4H")), second("4H")), ["move"], "the second click on a card");
  assert.deepEqual(effects(after(quick, tap("3D"), tap("2C"), tap("2C")), second("2C")), ["move"], "also on one that was selected");
  assert.deepEqual(effects(after(quick, tap("3D")), second("2C")), [], "quick clicks on two cards");
  const { table: lost, effects: none } = reduce(quick, put("2C"));
  assert.deepEqual([lost.prepared, none], [1, []]);
  assert.deepEqual(effects(lost, put("3D")), ["move"]);
  const { table: other, effects: unsent } = reduce(after(quick, tap("3D")), put("4H"));
  assert.deepEqual([other.chosen, other.prepared, unsent], [["4H"], 1, []], "it replaced the selected card");
  const keeps = table({ settings: { confirm: false } }, view({ legal_moves: [{ move: { type: "keep" }, text: "keep" }] }));
  assert.deepEqual(effects(keeps, put("4H")), [], "no card is in this move");
});

test("two players share a device: the hand is covered until the next confirms", () => {
  const own = [{ seat: 0, token: "t0" }, { seat: 1, token: "t1" }];
  const covered = after(fresh({ own }), { type: "view", view: view() }, { type: "view", view: view({ seq: 4, to_act: 1, legal_moves: null }) });
  assert.deepEqual([covered.covered, covered.seat], [true, 0]);
  assert.equal(after(covered, { type: "uncover", at: 3 }).covered, true, "the button of an older table");
  const { table: shown, effects: [listen] } = reduce(covered, { type: "uncover", at: 4 });
  assert.deepEqual([shown.covered, shown.seat, shown.log, listen.type], [true, 1, [], "listen"], "the view has the hand of another");
  const mine = after(shown, { type: "view", view: view({ seq: 4, seat: 1, to_act: 1, table: { hand: ["9S"] } }) });
  assert.deepEqual([mine.covered, handOf(mine), shownLog(covered)], [false, ["9S"], []]);
  const caughtUp = after(shown, { type: "line", line: line(1) }, { type: "line", line: line(4) }, { type: "view", view: mine.view });
  assert.deepEqual([caughtUp.log.length, caughtUp.unsaid], [2, []], "what the other player has heard is not said again");
  // The answer to the move of who has handed over the device arrives late.
  const late = after(mine, { type: "answered", at: 3, answer: { type: "made", ...line(4), game: view({ seq: 4, to_act: 1, legal_moves: null }) } });
  assert.deepEqual([handOf(late), late.log], [["9S"], []]);
  // So does the game that was requested after a refusal.
  assert.deepEqual(handOf(after(mine, { type: "refreshed", view: view({ seq: 4, to_act: 1, legal_moves: null }), error: null })), ["9S"]);
});

test("a hand that has to go as a whole is selected", () => {
  const whole = { move: { type: "discard", cards: ["2C", "3D", "4H"] }, text: "discard 2C 3D 4H", forecast: { type: "cover", worth: 9, excess: 0, uncovered: 1 } };
  assert.deepEqual(table({}, view({ legal_moves: [whole] })).chosen, ["2C", "3D", "4H"]);
  const enough = { ...whole, forecast: { ...whole.forecast, uncovered: 0 } };
  assert.deepEqual(table({}, view({ legal_moves: [enough] })).chosen, []);
});

test("a proposal is a question once, and closed when it is gone", () => {
  const proposal = { type: "undo", seat: 1, seq: 3, accepted: [1], waiting_for: [0] };
  const seen = { type: "view", view: view({ proposal }) };
  const shown = after(table(), seen);
  assert.ok(effects(table(), seen).includes("open_question"));
  assert.ok(!effects(shown, seen).includes("open_question"));
  assert.ok(effects(shown, { type: "view", view: view() }).includes("close_question"));
});

test("a seat that was given away is lost: its player watches, or goes on with another seat", () => {
  const gone = { type: "view", view: view({ seq: 4, seat: null }) };
  const { table: watching, effects: all } = reduce(table(), gone);
  assert.deepEqual([watching.seat, watching.own, all.map(({ type }) => type)], [null, [], ["leave_seat", "close_question", "listen"]]);
  const other = after(table({ own: [{ seat: 0, token: "t0" }, { seat: 1, token: "t1" }] }), gone);
  assert.deepEqual([other.seat, other.covered], [1, true]);
  const seen = after(other, { type: "view", view: view({ seq: 4, seat: 1 }) });
  assert.deepEqual([seen.seat, seen.covered], [1, true], "also while another is to act");
  const confirmed = after(seen, { type: "uncover", at: 4 }, { type: "view", view: view({ seq: 4, seat: 1 }) });
  assert.deepEqual([confirmed.seat, confirmed.covered], [1, false]);
});

test("a game is begun again once", () => {
  for (const again of [{ type: "again", begins: "same", at: 3 }, { type: "same_deal", at: 3 }]) {
    const { table: begun, effects: [first] } = reduce(table(), again);
    assert.equal(first.type, again.type);
    assert.deepEqual(reduce(begun, again).effects, []);
    assert.equal(after(begun, { type: "done", error: null }).sending, false);
  }
});

test("only a move that had no answer can be sent again", () => {
  const move = { type: "play", cards: ["2C"] };
  assert.deepEqual(after(table(), { type: "failed", error: new Error("away"), at: 3, move }).unsent, move);
  assert.equal(after(table(), { type: "failed", error: new Error("away"), at: 3, move }, { type: "failed", error: new Error("away") }).unsent, null);
});

test("a player who sits here by another browser has the seat here, too", () => {
  const player = { id: "p", token: "secret" };
  const { table: seated, effects: [kept] } = reduce(fresh({ own: [], player }), { type: "view", view: view({ seat: 1 }) });
  assert.deepEqual([seated.seat, seated.own, kept], [1, [{ seat: 1, token: "secret" }], { type: "keep_seat", seat: { seat: 1, token: "secret" } }]);
  assert.equal(after(fresh({ own: [] }), { type: "view", view: view({ seat: null }) }).seat, null);
});

test("what happened is announced once, with the turn and the end", () => {
  const waiting = table({}, view({ to_act: 1, legal_moves: null }));
  const moved = after(waiting, { type: "line", line: line(4) });
  const news = (event) => reduce(moved, event).effects.find(({ type }) => type === "announce_news");
  assert.deepEqual(news({ type: "view", view: view({ seq: 4 }) }), { type: "announce_news", sentences: ["Move 4."], isTurn: true, isEnd: false, isRematch: false });
  assert.equal(news({ type: "view", view: view({ seq: 4, status: "finished", to_act: null, legal_moves: null }) }).isEnd, true);
  const seen = after(moved, { type: "view", view: view({ seq: 4 }) });
  assert.deepEqual(effects(seen, { type: "view", view: view({ seq: 4 }) }).filter((type) => type === "announce_news"), []);
});

test("a trick that was completed rests on the table until it was seen, while all else goes on", () => {
  const at = (seq) => view({ kind: "regicide-tricks", seq, shown_seq: seq, to_act: 1, legal_moves: null });
  const won = { ...line(4), effects: [{ type: "trick_won", seat: 1, card: "KH", tricks_won: 1 }] };
  const before = after(table({}, at(3)), { type: "line", line: won });
  const { table: held, effects: all } = reduce(before, { type: "view", view: at(4) });
  assert.deepEqual([held.held, held.view.seq, all.filter(({ type }) => type === "rest")], [4, 4, [{ type: "rest", held: 4 }]]);
  const next = after(held, { type: "line", line: line(5) }, { type: "view", view: at(5) });
  assert.deepEqual([next.held, next.view.seq], [4, 5]);
  assert.equal(after(next, { type: "rested", held: 2 }).held, 4, "the rest of an earlier trick ends");
  assert.equal(after(next, { type: "rested", held: 4 }).held, null);
  assert.equal(after(next, { type: "go_on", at: 5 }).held, null);
  assert.equal(after(next, { type: "send", move: { type: "keep" }, at: 5 }).held, null, "the own move ends it");
  assert.equal(after(fresh(), { type: "line", line: won }, { type: "view", view: at(4) }).held, null, "a trick from before the page was opened");
});

test("nothing is changed in place", () => {
  const shown = deepFreeze(table());
  for (const event of [tap("2C"), { type: "line", line: line(4) }, { type: "said", said: signal(1, 3) }, { type: "settings", settings: { order: "value" } }, { type: "play", card: "3D", at: 3 }, { type: "view", view: view({ seq: 4 }) }]) reduce(shown, event);
});

test("the end of a game is noted, and its deal is played again where the player wishes it", () => {
  const over = view({ status: "finished", to_act: null, legal_moves: null });
  assert.ok(effects(table(), { type: "view", view: over }).includes("note_end"));
  const { table: next, effects: [effect] } = reduce(table({ problem: new Error("refused") }, over), { type: "same_deal", at: 3 });
  assert.deepEqual([effect, next.problem], [{ type: "same_deal" }, null]);
});

test("a hint is requested once, selects its move, and goes with the next move", () => {
  const practice = { seed_by: "client", challenge: null };
  const shown = table({}, view(practice));
  const hint = { type: "hint", at: 3 };
  const { table: loading, effects: requested } = reduce(shown, hint);
  assert.deepEqual([requested, effects(loading, hint), after(loading, tap("2C")).chosen], [[{ type: "load_advice", at: 3 }], [], []], "nothing else meanwhile");
  assert.equal(after(loading, { type: "failed", error: new Error("refused"), at: 3 }).sending, false);
  const advised = { type: "advised", advice: { ...play("2C", "3D"), worlds: 10, won: 5 }, at: 3 };
  const { table: next, effects: then } = reduce(deepFreeze(loading), advised);
  assert.deepEqual([next.chosen, next.loaded, next.sending, then], [["2C", "3D"], null, false, [{ type: "announce_advice" }]]);
  const again = reduce(after(next, { type: "clear", at: 3 }), hint);
  assert.deepEqual([again.table.chosen, again.effects], [["2C", "3D"], [{ type: "announce_advice" }]]);
  const moved = withView(next, view({ ...practice, seq: 4, to_act: 1, legal_moves: null }));
  assert.equal(moved.advice, null);
  assert.equal(after(moved, advised).advice, null, "it comes too late");
  const plain = after(shown, { ...advised, advice: { move: { type: "yield" }, text: "yield" } });
  assert.deepEqual([plain.chosen, plain.loaded], [[], "yield"]);
});

test("no hint is requested in a game that counts, for another seat, or while a move is in flight", () => {
  const practice = { seed_by: "client", challenge: null };
  for (const shown of [
    table({}, view({ ...practice, seed_by: "service" })),
    table({}, view({ ...practice, challenge: { id: "c" } })),
    table({}, view({ ...practice, to_act: 1 })),
    table({ sending: true }, view(practice)),
    table({ covered: true }, view(practice)),
  ]) assert.deepEqual(effects(shown, { type: "hint", at: 3 }), []);
});
