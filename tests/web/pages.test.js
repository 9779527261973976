// Addresses, replays and new games.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { visited } from "./browser.js";
import { loadStory } from "../../web/replay/game.js";
import { begin, seek, toggle } from "../../web/replay/state.js";
import { find, findOffline } from "../../web/router.js";
import { change, keepSeat, ownerToken, seatsIn } from "../../web/store.js";
import { create, join, playerToken, rematch } from "../../web/table/create.js";

/** Answers requests, and records them. */
function service(t, answer) {
  const requests = [];
  t.mock.method(globalThis, "fetch", async (path, { method, headers, body }) => {
    const request = { method, path, token: headers.Authorization, body: body && JSON.parse(body) };
    requests.push(request);
    return Response.json(answer(request));
  });
  return requests;
}

const page = (path) => String(find(path).load).match(/pages\/\w+\.js/)[0];

beforeEach(() => {
  visited.length = 0;
  change({ seats: [], player: null, name: null, owned: {}, watchable: false });
});

test("without a network the rules are shown, and for all other addresses that there is none", async () => {
  assert.equal(findOffline("/rules").load, find("/rules").load);
  assert.equal(findOffline("/rules/").load, find("/rules").load);
  const offline = await import("../../web/pages/offline.js");
  for (const path of ["/", "/games/1", "/rules/R4"]) assert.equal(await findOffline(path).load(), offline, path);
});

test("addresses lead to their pages", () => {
  assert.equal(page("/"), "pages/home.js");
  assert.equal(page("/games/abc"), "pages/table.js");
  assert.equal(page("/games/abc/replay"), "pages/replay.js");
  assert.equal(page("/daily"), page("/daily/2026-11-21"));
  assert.equal(page("/rules/"), "pages/rules.js", "with a slash at its end");
  assert.equal(page("/settings"), "pages/settings.js");
  for (const path of ["/nowhere", "/games", "/games/abc/replay/more", "/GAMES/abc"]) assert.equal(page(path), "pages/nothing.js", path);
});

test("an address has parameters, decoded", () => {
  assert.deepEqual(find("/games/a%20b").parameters, { id: "a b" });
  assert.deepEqual(find("/daily/2026-11-21").parameters, { date: "2026-11-21" });
  assert.deepEqual(find("/daily").parameters, {});
});

test("a replay stays between the deal and the end", () => {
  assert.deepEqual([3, -1, 99, 2.9, NaN, Infinity].map((at) => begin(10, at).at), [3, 0, 10, 2, 0, 0]);
  const replaying = begin(10, 3);
  toggle(replaying);
  seek(replaying, 4);
  assert.deepEqual([replaying.at, replaying.playing], [4, true]);
  seek(replaying, 11);
  assert.deepEqual([replaying.at, replaying.playing], [10, false], "at the end it stops");
});

test("a replay that is at its end begins anew", () => {
  const replaying = begin(10, 10);
  toggle(replaying);
  assert.deepEqual([replaying.at, replaying.playing], [0, true]);
  seek(replaying, 5);
  toggle(replaying);
  assert.deepEqual([replaying.at, replaying.playing], [5, false]);
});

test("a long game is loaded page by page", async (t) => {
  const step = (seq) => ({ seq, table: `t${seq}`, hidden_cards: `c${seq}` });
  const requests = service(t, ({ path }) => (path.includes("after=2")
    ? { items: [step(3)], next: null }
    : { id: "g", former_players: ["Ben"], start: { table: "t0", hidden_cards: "c0" }, items: [step(1), step(2)], next: "2" }));
  const { game, frames } = await loadStory("g", { token: "secret" });
  assert.deepEqual([game.id, game.former_players], ["g", ["Ben"]]);
  assert.deepEqual(frames.map(({ table, cards }) => table + cards), ["t0c0", "t1c1", "t2c2", "t3c3"]);
  assert.deepEqual(frames.map(({ line }) => line?.seq ?? null), [null, 1, 2, 3]);
  assert.deepEqual(requests.map(({ path }) => path), ["/v1/games/g/replay?limit=100", "/v1/games/g/replay?limit=100&after=2"]);
  assert.ok(requests.every(({ token }) => token === "Bearer secret"));
});

test("the player's token goes with the player's name only", () => {
  assert.equal(playerToken("Ada"), null);
  change({ player: { id: "p", name: "Ada", token: "player" } });
  assert.deepEqual([playerToken("Ada"), playerToken(""), playerToken(null), playerToken("Ben")], ["player", "player", "player", null]);
});

/** The response to a new game with these seats. */
const created = (tokens) => ({
  game: { id: "new", status: "waiting", seats: [{ name: "Ada" }, { name: null }, { name: null }, { name: null }] }, tokens,
});

test("a new game is requested, stored and shown", async (t) => {
  change({ player: { id: "p", name: "Ada", token: "player" } });
  const requests = service(t, ({ path }) => (path === "/v1/games" ? created([{ seat: 0, token: "seat" }]) : {}));
  await create({ kind: "regicide" }, ["here", "strong", "open", "novice"]);
  assert.deepEqual(requests, [
    {
      method: "POST", path: "/v1/games", token: "Bearer player",
      body: { kind: "regicide", visibility: "unlisted", names: [null, null], players: 4, bots: [null, "strong"], open_seats: 2 },
    },
    // Of the seats from the first open one on, bots are seated one by one.
    { method: "POST", path: "/v1/games/new/seats/3/bot", token: "Bearer player", body: { level: "novice" } },
  ]);
  assert.deepEqual(seatsIn("new").map(({ seat, token, name }) => [seat, token, name]), [[0, "seat", "Ada"]]);
  assert.deepEqual([ownerToken("new"), ownerToken("other")], ["player", null]);
  assert.deepEqual(visited, ["/games/new"]);
  // Without a player, the first seat owns the game.
  change({ player: null });
  await create({ game: "regicide" }, ["here", "open", "novice"]);
  assert.deepEqual(requests.at(-1)?.token, "Bearer seat");
  assert.equal(ownerToken("new"), "seat");
});

test("without a given name none is sent: the service reserves those of seats", async (t) => {
  const requests = service(t, () => created([]));
  await create({ kind: "regicide" }, ["here"]);
  await create({ kind: "regicide", names: [null, "Ben"] }, ["here", "here", "here"]);
  assert.deepEqual(requests.map(({ body }) => body.names), [[null], [null, "Ben", null]]);
});

test("a guest takes a seat by name, the player by token", async (t) => {
  const requests = service(t, () => ({ seat: 1, token: "seat" }));
  await join("g", { name: "Ben" });
  change({ player: { id: "p", name: "Ada", token: "player" } });
  await join("g", { name: "Ada", seat: 1, invitation: "code" });
  assert.deepEqual(requests.map(({ token, body }) => [token, body]), [
    [undefined, { name: "Ben" }], ["Bearer player", { seat: 1, invitation: "code" }],
  ]);
  assert.deepEqual(seatsIn("g").map(({ seat, name }) => [seat, name]), [[1, "Ada"]]);
});

test("in a rematch the players of this device sit down again, and other seats stay held", async (t) => {
  change({ seats: [{ game: "old", seat: 0, token: "0" }, { game: "old", seat: 1, token: "1" }] });
  const made = {
    game: { id: "new", status: "waiting", seats: [{ open: false }, { open: true }, { open: true }] }, seat: 0, token: "new0",
  };
  const requests = service(t, ({ path }) => (path.endsWith("/rematches") ? made : { seat: 1, token: "new1" }));
  await rematch({ id: "old", challenge: null, seats: [{ name: "Ada" }, { name: "Ben" }, { name: "Cleo" }] });
  assert.deepEqual(requests.map(({ method, path, token }) => [method, path, token]), [
    ["POST", "/v1/games/old/rematches", "Bearer 0"],
    ["POST", "/v1/games/new/seats", undefined],
  ]);
  assert.deepEqual(requests[1].body, { name: "Ben", seat: 1, invitation: "1" });
  assert.deepEqual(seatsIn("new").map(({ token }) => token), ["new0", "new1"]);
  assert.deepEqual(visited, ["/games/new"]);
});

test("a new game is not public unless others may watch", async (t) => {
  const requests = service(t, () => created([]));
  await create({ kind: "regicide" }, ["here"]);
  change({ watchable: true });
  await create({ kind: "regicide" }, ["here"]);
  assert.deepEqual(requests.map(({ body }) => body.visibility), ["private", "public"]);
});

test("a seat that is kept again stays one for practice", () => {
  keepSeat({ game: "g", seat: 0, token: "a", name: "Ada", practice: true });
  keepSeat({ game: "g", seat: 0, token: "b" });
  assert.deepEqual(seatsIn("g").map(({ token, name, practice }) => [token, name, practice]), [["b", "Ada", true]]);
});

test("in a rematch players of one browser keep their names, and lose those that are reserved now", async (t) => {
  change({ player: { id: "p", name: "Ada", token: "player" } });
  for (const [seat, token] of [[0, "a"], [1, "b"], [2, "c"]]) keepSeat({ game: "old", seat, token });
  const made = {
    seat: 0, token: "new", game: { id: "new", status: "waiting", seats: [{ player_id: "p" }, { open: true }, { open: true }] },
  };
  const requests = [];
  t.mock.method(globalThis, "fetch", async (path, { headers, body }) => {
    if (path.endsWith("/rematches")) return Response.json(made);
    const seat = JSON.parse(body);
    requests.push([headers.Authorization, seat.seat, seat.name]);
    return seat.name === "Player 2" ? Response.json({ code: "misleading_name", status: 422, detail: "" }, { status: 422 })
      : Response.json({ seat: seat.seat, token: "t" });
  });
  await rematch({ id: "old", challenge: null, seats: [{ name: "Ada", player_id: "p" }, { name: "Player 2" }, { name: null }] });
  assert.deepEqual(requests, [[undefined, 1, "Player 2"], [undefined, 1, undefined], [undefined, 2, undefined]]);
});

test("a spectator's rematch is a new game of the same kind", async (t) => {
  const requests = service(t, () => created([]));
  await rematch({
    id: "old", kind: "regicide", options: { solo_yield: "once" }, visibility: "public", challenge: null,
    seats: [{ seat: 0, bot_level: null }, { seat: 1, bot_level: "strong" }, { seat: 2, bot_level: null }],
  });
  const [{ path, body }] = requests;
  assert.equal(path, "/v1/games");
  assert.deepEqual(body, {
    kind: "regicide", options: { solo_yield: "once" }, visibility: "unlisted",
    names: [null, null], players: 3, bots: [null, "strong"], open_seats: 1,
  });
});
