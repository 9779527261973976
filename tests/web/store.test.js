// The state that the browser stores.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { events, stored } from "./browser.js";
import { change, changeSettings, forgetSeat, getSettings, getState, keepNote, keepPlayer, keepSeat, seatsIn, setAside } from "../../web/store.js";

/** Stores a state as another tab does. */
function elsewhere(kept, key = "regicide") {
  stored.set("regicide", typeof kept === "string" ? kept : JSON.stringify(kept));
  events.dispatchEvent(Object.assign(new Event("storage"), { key }));
}

beforeEach(() => elsewhere({}));

test("at first nothing is kept", () => {
  const { seats, player } = getState();
  const { confirm, deck, language, scheme, order, sound, vibration } = getSettings();
  assert.deepEqual({ seats, player }, { seats: [], player: null });
  assert.deepEqual([language, scheme, deck, sound, vibration, order, confirm], [null, null, "standard", false, false, "suit", true]);
});

test("a change is stored, and leaves the rest", () => {
  change({ name: "Ada" });
  change({ guided: true });
  assert.deepEqual([getState().name, getState().guided], ["Ada", true]);
  assert.deepEqual([JSON.parse(stored.get("regicide")).name, JSON.parse(stored.get("regicide")).guided], ["Ada", true]);
});

test("a change by another tab is seen, and not lost", () => {
  elsewhere({ name: "Ada" });
  assert.equal(getState().name, "Ada");
  stored.set("regicide", JSON.stringify({ name: "Ben" }));
  change({ guided: true });
  assert.equal(getState().name, "Ben", "also if the news of it has not come yet");
});

test("a value under another key is not read", () => {
  elsewhere({ name: "Ada" }, "another");
  assert.equal(getState().name, null);
});

test("foreign content counts as none", () => {
  elsewhere("{");
  assert.deepEqual(getState().seats, []);
});

test("without storage the state lasts as long as the page", (t) => {
  t.mock.method(localStorage, "setItem", () => {
    throw new DOMException("no", "QuotaExceededError");
  });
  change({ name: "Ada" });
  assert.equal(getState().name, "Ada");
});

test("a seat is kept once, with its newest token, the last used first", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 1000 });
  keepSeat({ game: "a", seat: 0, token: "old" });
  t.mock.timers.setTime(2000);
  keepSeat({ game: "b", seat: 0, token: "other" });
  t.mock.timers.setTime(3000);
  keepSeat({ game: "a", seat: 0, token: "new" });
  assert.deepEqual(getState().seats.map(({ game, token, used }) => [game, token, used]), [["a", "new", 3000], ["b", "other", 2000]]);
});

test("the seats in a game are in their order", () => {
  keepSeat({ game: "a", seat: 2, token: "2" });
  keepSeat({ game: "a", seat: 0, token: "0" });
  keepSeat({ game: "b", seat: 1, token: "1" });
  assert.deepEqual(seatsIn("a").map(({ seat }) => seat), [0, 2]);
  assert.deepEqual(seatsIn("c"), []);
});

test("one seat is forgotten, not those beside it", () => {
  keepSeat({ game: "a", seat: 0, token: "0" });
  keepSeat({ game: "a", seat: 1, token: "1" });
  keepSeat({ game: "b", seat: 0, token: "0" });
  forgetSeat("a", 0);
  assert.deepEqual(seatsIn("a").map(({ seat }) => seat), [1]);
  assert.equal(seatsIn("b").length, 1);
});

test("of too many seats those not used for longest are forgotten", () => {
  const seats = Array.from({ length: 200 }, (_, used) => ({ game: `g${used}`, seat: 0, token: "t", used }));
  elsewhere({ seats });
  keepSeat({ game: "new", seat: 0, token: "t" });
  assert.equal(getState().seats.length, 200);
  assert.equal(seatsIn("new").length, 1);
  assert.equal(seatsIn("g0").length, 0);
  assert.equal(seatsIn("g1").length, 1);
});

test("notes on a game are kept as long as its seat", () => {
  for (const game of ["a", "b"]) {
    keepSeat({ game, seat: 0, token: game });
    keepNote(game, `on ${game}`);
  }
  keepNote("b", "other");
  assert.deepEqual(getState().notes, { a: "on a", b: "other" });
  forgetSeat("a", 0);
  assert.deepEqual(getState().notes, { b: "other" });
  keepNote("b", "");
  assert.deepEqual(getState().notes, {});
});

test("an identity that another tab has set aside is set aside here, but not a player who was only renamed", (t) => {
  const changed = t.mock.fn();
  events.addEventListener("identity", changed);
  t.after(() => events.removeEventListener("identity", changed));
  const player = { id: "a", name: "Ada", token: "t" };
  elsewhere({ player });
  elsewhere({ player: { ...player, name: "Augusta" } });
  assert.equal(changed.mock.callCount(), 0);
  elsewhere({ player: null, aside: { kind: "player", name: "Augusta" } });
  assert.equal(changed.mock.callCount(), 1);
  elsewhere({ player: null, aside: null });
  assert.equal(changed.mock.callCount(), 1, "a notice that is put away there changes nothing here");
});

/** Counts an event of the window until the end of a test. */
function counted(t, type) {
  const heard = t.mock.fn();
  events.addEventListener(type, heard);
  t.after(() => events.removeEventListener(type, heard));
  return () => heard.mock.callCount();
}

const [ada, ben] = ["Ada", "Ben"].map((name) => ({ id: name, name, token: `token of ${name}` }));

test("each player has settings, and a new one those of the guest", () => {
  changeSettings({ order: "value", deck: "shapes" });
  keepPlayer(ada);
  assert.deepEqual([getSettings().order, getSettings().deck], ["value", "shapes"], "the guest became the player");
  changeSettings({ deck: "indices" });
  keepPlayer(ben);
  assert.equal(getSettings().deck, "shapes");
  changeSettings({ sound: true });
  keepPlayer(ada);
  assert.deepEqual([getSettings().order, getSettings().deck, getSettings().sound], ["value", "indices", false], "back on this device");
  keepPlayer({ ...ada, token: "another", name: "Augusta" });
  assert.equal(getSettings().deck, "indices", "with another key or name");
});

test("the settings of a player go with the player", () => {
  changeSettings({ language: "es" });
  for (const leave of [() => change({ player: null }), () => setAside(ada.token)]) {
    keepPlayer(ada);
    changeSettings({ language: "en" });
    leave();
    assert.deepEqual([getSettings().language, Object.keys(getState().settings)], ["es", ["guest"]]);
  }
});

test("an event follows when the settings in force differ, and only then", (t) => {
  const count = counted(t, "settings");
  changeSettings({ pace: "½×" });
  assert.equal(count(), 1);
  changeSettings({ pace: "½×" });
  change({ name: "Ada" });
  keepPlayer(ada);
  assert.equal(count(), 1);
  changeSettings({ pace: "¼×" });
  change({ player: null });
  assert.deepEqual([count(), getSettings().pace], [3, "½×"], "those of another are in force");
  elsewhere({ settings: { guest: { pace: "¼×" } } });
  assert.deepEqual([count(), getSettings().pace], [4, "¼×"], "another tab");
  elsewhere({ settings: { guest: { pace: "¼×" }, Ben: { pace: "1×" } } });
  assert.equal(count(), 4, "another player");
});

test("two tabs change different settings", () => {
  changeSettings({ sound: true });
  stored.set("regicide", JSON.stringify({ settings: { guest: { sound: true, deck: "shapes" } } }));
  changeSettings({ vibration: true });
  assert.deepEqual(getState().settings.guest, { sound: true, deck: "shapes", vibration: true });
});
