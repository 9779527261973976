// Seats that change hands: the time of a turn, who may do what, and the words for it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { events } from "./browser.js";
import { noteTime, serviceTime } from "../../web/clock.js";
import { nameThen } from "../../web/replay/names.js";
import { change, formerSeat, getState, keepSeat, leaveSeat, seatsIn, setAside } from "../../web/store.js";
import { changesOf, replacedBy, seatsAt } from "../../web/table/hands.js";
import { clockText } from "../../web/table/turn.js";
import { limitText, turnText } from "../../web/table/turn-limit.js";
import { isOverdue, mayLeave, turnTime, vacancyOf, wayIn } from "../../web/table/vacancy.js";

const person = (seat, name, changes = {}) => ({ seat, name, player_id: null, bot_level: null, open: false, invited_player_id: null, invited_until: null, ...changes });
const bot = (seat) => person(seat, null, { bot_level: "steady" });
const open = (seat, changes = {}) => person(seat, null, { open: true, ...changes });
const former = (seat, until, name, changes = {}) => ({ seat, until, name, player_id: null, bot_level: null, ...changes });

const NOON = Date.parse("2026-11-27T12:00:00Z");
/** A running game of which seat 1 is to act until noon. */
const game = (seats, changes = {}) => ({
  id: "g", status: "running", to_act: 1, players: seats.length, seats, former_players: [], challenge: null, turn_limit: 3600, turn_ends_at: "2026-11-27T12:00:00Z", ...changes,
});
/** The table of seat 0, or of a spectator. */
const table = (view, seat = 0) => ({ id: "g", seat, view });
const ada = { id: "a", name: "Ada", token: "of Ada" };

beforeEach(() => change({ seats: [], former: [], player: null, aside: null, codes: {} }));

test("the service's clock counts, not the device's", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: NOON });
  const response = (date) => new Response(null, { headers: date ? { Date: date } : {} });
  noteTime(response("Fri, 27 Nov 2026 12:05:00 GMT"));
  t.mock.timers.setTime(NOON + 1000);
  assert.equal(serviceTime(), NOON + 301_000);
  noteTime(response(null));
  noteTime(response("soon"));
  assert.equal(serviceTime(), NOON + 301_000, "a response without a time changes nothing");
  noteTime(response("Fri, 27 Nov 2026 12:00:01 GMT"));
  assert.equal(serviceTime(), NOON + 1000);
});

test("the countdown begins in the last tenth of a turn, at most an hour before its end", () => {
  const near = (limit) => turnTime(game([], { turn_limit: limit }), NOON).near / 1000;
  assert.deepEqual([60, 300, 3600, 86_400, 1_209_600].map(near), [6, 30, 360, 3600, 3600]);
  assert.equal(turnTime(game([]), NOON - 5000).left, 5000);
  assert.equal(turnTime(game([], { turn_ends_at: null }), NOON), null, "while a bot is to act");
  assert.equal(turnTime(game([], { turn_limit: null, turn_ends_at: null }), NOON), null);
  assert.deepEqual([NOON - 1, NOON].map((now) => isOverdue(game([]), now)), [false, true]);
});

test("times and limits in words", () => {
  assert.deepEqual([0, 1, 999, 60_000, 3_599_001].map(clockText), ["0:00", "0:01", "0:01", "1:00", "60:00"]);
  assert.deepEqual([null, 300, 3600, 86_400, 1_209_600].map((limit) => limitText({ turn_limit: limit })),
    [null, "Turn limit: 5 min", "Turn limit: 1 h", "Turn limit: 1 day", "Turn limit: 14 days"]);
  const until = (turnLeft) => turnText({ turn_limit: 86_400, turn_ends_at: turnLeft === null ? null : new Date(serviceTime() + turnLeft).toISOString() });
  assert.deepEqual([null, -1].map(until), ["Turn limit: 1 day", "Turn limit: 1 day"], "while a bot is to act, and once the time is over");
  assert.match(until(3_600_000), /^Turn limit: 1 day · until \d\d:\d\d$|^Turn limit: 1 day · until \d+:\d\d [AP]M$/);
  assert.match(until(80_000_000), /^Turn limit: 1 day · until .*\d{4}, /);
});

test("a seat can be given to another when its time is over, when a bot plays for a person, or when it is open", () => {
  const seats = [person(0, "Ada"), person(1, "Ben")];
  const of = (view, seat = 1, now = NOON, own = 0) => vacancyOf(table(view, own), seat, now);
  assert.equal(of(game(seats)), "over");
  assert.equal(of(game(seats), 1, NOON - 1), null);
  assert.equal(of(game(seats, { to_act: 0 }), 1), null, "not to act");
  assert.equal(of(game(seats, { to_act: 0 }), 0), null, "the own seat");
  assert.equal(of(game([seats[0], open(1)])), "open");
  assert.equal(of(game([seats[0], bot(1)], { former_players: [former(1, 3, "Ben")] })), "bot");
  assert.equal(of(game([seats[0], bot(1)])), null, "a bot from the beginning");
  assert.equal(of(game([seats[0], person(1, "Cem")], { former_players: [former(1, 3, "Ben")], turn_ends_at: "2026-11-27T13:00:00Z" })), null);
  assert.equal(of(game(seats), 1, NOON, null), null, "a spectator");
  for (const changes of [{ challenge: { id: "c" } }, { status: "waiting" }, { status: "finished" }]) assert.equal(of(game(seats, changes)), null, JSON.stringify(changes));
  keepSeat({ game: "g", seat: 1, token: "b" });
  assert.equal(of(game(seats)), null, "the other seat on this device");
});

test("who leaves a running game leaves another person", () => {
  const seats = [person(0, "Ada"), person(1, "Ben")];
  assert.equal(mayLeave(table(game(seats))), true);
  assert.equal(mayLeave(table(game(seats), null)), false);
  for (const other of [bot(1), open(1)]) assert.equal(mayLeave(table(game([seats[0], other]))), false);
  for (const changes of [{ challenge: { id: "c" } }, { status: "waiting" }]) assert.equal(mayLeave(table(game(seats, changes))), false);
});

test("a guest comes back by the seat's old token, while no other person has the seat", () => {
  const back = { type: "back", guestToken: "old", token: null };
  const at = (view) => wayIn(table(view, null), "");
  keepSeat({ game: "g", seat: 1, token: "old" });
  leaveSeat("g", 1);
  assert.deepEqual([seatsIn("g"), formerSeat("g")?.token], [[], "old"]);
  for (const seat of [bot(1), open(1)]) assert.deepEqual(at(game([person(0, "Ada"), seat])), back);
  assert.deepEqual(at(null), back, "where the game is not shown any more");
  assert.equal(at(game([person(0, "Ada"), person(1, "Cem")])), null);
  assert.equal(at(game([person(0, "Ada"), bot(1)], { status: "finished" })), null);
  assert.equal(wayIn(table(game([person(0, "Ada"), bot(1)]), 0), ""), null, "who has a seat");
  change({ player: ada });
  assert.deepEqual(at(null), { ...back, token: "of Ada" }, "as the player who the guest has become");
  keepSeat({ game: "g", seat: 1, token: "new" });
  assert.equal(formerSeat("g"), null, "the seat is taken back");
});

test("a player comes back as the player", () => {
  change({ player: ada });
  const at = (...seats) => wayIn(table(game(seats, { former_players: [former(1, 3, "Ada", { player_id: "a" })] }), null), "");
  assert.deepEqual(at(person(0, "Ben"), bot(1)), { type: "back", guestToken: null, token: "of Ada" });
  assert.equal(at(person(0, "Ben"), person(1, "Cem")), null);
  assert.equal(at(bot(0), person(1, "Cem")), null, "the seat of another");
  keepSeat({ game: "g", seat: 1, token: "of Ada" });
  leaveSeat("g", 1);
  assert.deepEqual(wayIn(table(null, null), ""), { type: "back", guestToken: null, token: "of Ada" }, "to a game that is not shown any more");
  setAside("of Ada");
  assert.equal(formerSeat("g"), null, "with the player it is gone");
});

test("an invitation to a running game is a code behind the address, or for the player", () => {
  const held = [person(0, "Ben"), open(1, { invited_player_id: "a" })];
  const at = (fragment, view = game(held)) => wayIn(table(view, null), fragment);
  assert.deepEqual(at("#invitation=secret&code=x"), { type: "invited", invitation: "secret", token: null });
  assert.deepEqual(at("#invitation=secret", null), { type: "invited", invitation: "secret", token: null });
  assert.equal(at("#code=x"), null);
  assert.equal(at("#invitation=secret", game([person(0, "Ben"), person(1, "Cem")])), null, "the code was used");
  change({ player: ada });
  assert.deepEqual(at(""), { type: "invited", invitation: null, token: "of Ada" });
  assert.deepEqual(at("#invitation=secret"), { type: "invited", invitation: "secret", token: "of Ada" });
});

test("a seat that was given to another is set aside with its game, and its token brings the guest back", (t) => {
  const changed = t.mock.fn();
  events.addEventListener("identity", changed);
  t.after(() => events.removeEventListener("identity", changed));
  keepSeat({ game: "g", seat: 1, token: "replaced" });
  setAside("replaced");
  assert.deepEqual([getState().aside, formerSeat("g")?.seat, changed.mock.callCount()], [{ kind: "seat", game: "g" }, 1, 1]);
  setAside("replaced");
  assert.equal(changed.mock.callCount(), 1, "once");
});

test("a seat that another tab has left is no notice here", (t) => {
  const changed = t.mock.fn();
  events.addEventListener("identity", changed);
  t.after(() => events.removeEventListener("identity", changed));
  keepSeat({ game: "g", seat: 1, token: "left there" });
  leaveSeat("g", 1);
  setAside("left there");
  assert.deepEqual([getState().aside, changed.mock.callCount()], [null, 1]);
});

test("changes of hands are sentences at their moves", () => {
  const seats = [person(0, "Ada"), person(1, "Cem"), open(2), bot(3)];
  const changed = game(seats, { former_players: [
    former(1, 0, "Ben"), former(3, 4, null), former(1, 12, null, { bot_level: "strong" }), former(2, 12, "Dia"),
  ] });
  assert.deepEqual(changesOf(changed), [
    { until: 0, text: "Seat 2: Ben before the first move, then a bot." },
    { until: 4, text: "Seat 4: a person until move 4, then a bot." },
    { until: 12, text: "Seat 2: a bot until move 12, then Cem." },
    { until: 12, text: "Seat 3: Dia until move 12, then nobody yet." },
  ]);
  assert.deepEqual(changesOf(game(seats)), []);
  assert.deepEqual([1, 2, 3].map((seat) => replacedBy(changed, seat)?.until), [undefined, undefined, 4]);
});

test("a move of a replay has the name of who had the seat then", () => {
  const changed = game([person(0, "Ada"), person(1, "Cem")], { former_players: [former(1, 4, "Ben"), former(1, 9, null, { bot_level: "novice" })] });
  assert.deepEqual([1, 4, 5, 9, 10].map((seq) => nameThen(changed, 1, seq)), ["Ben", "Ben", "Bot 2", "Bot 2", "Cem"]);
  assert.deepEqual(seatsAt(changed, 4)[0], changed.seats[0]);
});
