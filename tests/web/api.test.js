// Requests to the service: what is sent, what is sent again, and what becomes of
// refusals.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { events } from "./browser.js";
import { change, getState } from "../../web/store.js";
import { get, getComputed, getItems, patch, post, Problem, remove, Unreachable } from "../../web/api.js";

const BAD = JSON.parse(readFileSync(new URL("../support/bad_answers.json", import.meta.url), "utf8"));

/** A service with its answers in turn: a response, or an error for none. */
function service(t, ...answers) {
  const waits = [];
  t.mock.method(globalThis, "setTimeout", (action, milliseconds) => {
    waits.push(milliseconds);
    queueMicrotask(action);
  });
  const fetching = t.mock.method(globalThis, "fetch", async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { waits, sent: () => fetching.mock.calls.map(({ arguments: [path, options] }) => ({ path, ...options })) };
}

const json = (body, status = 200, headers = {}) => Response.json(body, { status, headers });
const problem = (status, changes = {}, headers = {}) =>
  json({ title: "T", detail: "D", status, code: "c", ...changes }, status, headers);
const lost = () => new TypeError("lost on the way");

test("a request has the token, the language and what it takes as an answer", async (t) => {
  const { sent } = service(t, json({ n: 1 }));
  assert.deepEqual(await get("/v1/x", { token: "secret" }), { n: 1 });
  const [{ path, method, headers, body }] = sent();
  assert.equal(path, "/v1/x");
  assert.equal(method, "GET");
  assert.equal(body, undefined);
  assert.deepEqual(headers, {
    "Accept": "application/json, application/problem+json", "Accept-Language": "en", "Authorization": "Bearer secret",
  });
});

test("a list is read page after page, up to a number of pages", async (t) => {
  const pages = [{ items: [1, 2], next: "a b" }, { items: [3], next: "c" }, { items: [4] }];
  const { sent } = service(t, ...pages.map((page) => json(page)), ...pages.map((page) => json(page)));
  assert.deepEqual(await getItems("/v1/x?kind=y", {}), { items: [1, 2, 3, 4], next: null });
  assert.deepEqual(await getItems("/v1/x", {}, 2), { items: [1, 2, 3], next: "c" });
  assert.deepEqual(sent().map(({ path }) => path), [
    "/v1/x?kind=y&limit=100", "/v1/x?kind=y&limit=100&after=a%20b", "/v1/x?kind=y&limit=100&after=c", "/v1/x?limit=100", "/v1/x?limit=100&after=a%20b",
  ]);
});

test("without a token nothing is authorised", async (t) => {
  const { sent } = service(t, json({}));
  await get("/v1/x", { token: null });
  assert.equal("Authorization" in sent()[0].headers, false);
});

test("a body is sent as JSON, and what creates something gets a key", async (t) => {
  const { sent } = service(t, json({}), json({}), json({}));
  await post("/v1/x", { body: { a: 1 } });
  await post("/v1/x", { body: { a: 1 } });
  await patch("/v1/x", { body: { a: 1 } });
  const [one, other, changed] = sent();
  assert.equal(one.body, '{"a":1}');
  assert.equal(one.headers["Content-Type"], "application/json");
  assert.match(one.headers["Idempotency-Key"], /^[0-9a-f-]{36}$/);
  assert.notEqual(one.headers["Idempotency-Key"], other.headers["Idempotency-Key"]);
  assert.equal("Idempotency-Key" in changed.headers, false);
});

test("a GET is repeated after a response that breaks off", async (t) => {
  const broken = () => new Response(new ReadableStream({ start: (controller) => controller.error(lost()) }));
  const { sent } = service(t, broken(), json({ n: 1 }));
  assert.deepEqual(await get("/v1/x"), { n: 1 });
  assert.equal(sent().length, 2);
  service(t, broken());
  await assert.rejects(patch("/v1/x", { body: {} }), Unreachable);
});

test("a POST is repeated with the same key after a lost response", async (t) => {
  const { sent, waits } = service(t, lost(), lost(), json({ n: 1 }));
  assert.deepEqual(await post("/v1/x"), { n: 1 });
  assert.equal(new Set(sent().map(({ headers }) => headers["Idempotency-Key"])).size, 1);
  assert.deepEqual(waits, [300, 600]);
});

test("a request is given up after three lost responses", async (t) => {
  const { sent } = service(t, lost(), lost(), lost(), json({}));
  await assert.rejects(get("/v1/x"), Unreachable);
  assert.equal(sent().length, 3);
});

test("a request without a key is not sent twice", async (t) => {
  const { sent } = service(t, lost(), lost());
  await assert.rejects(remove("/v1/x"), Unreachable);
  await assert.rejects(patch("/v1/x", { body: {} }), Unreachable);
  assert.equal(sent().length, 2);
});

test("a request is repeated after a 503, not after a refusal", async (t) => {
  const { sent } = service(t, problem(503), json({ n: 1 }), problem(409), problem(429));
  assert.deepEqual(await get("/v1/x"), { n: 1 });
  await assert.rejects(get("/v1/x"), Problem);
  await assert.rejects(get("/v1/x"), Problem);
  assert.equal(sent().length, 4);
});

test("a refusal has the members of the problem document", async (t) => {
  service(t, problem(409, { rule: "R4.2", field: "move", seq: 7 }, { "Retry-After": "12" }), problem(404));
  const refused = await get("/v1/x").catch((error) => error);
  assert.ok(refused instanceof Problem);
  const { message, title, status, code, rule, field, seq, retryAfter } = refused;
  assert.deepEqual({ message, title, status, code, rule, field, seq, retryAfter },
    { message: "D", title: "T", status: 409, code: "c", rule: "R4.2", field: "move", seq: 7, retryAfter: 12 });
  const bare = await get("/v1/x").catch((error) => error);
  assert.deepEqual([bare.rule, bare.field, bare.seq, bare.retryAfter], [null, null, null, null]);
});

test("a proxy's error page is no response of the service", async (t) => {
  service(t, new Response("<h1>Bad gateway</h1>", { status: 502 }), new Response("", { status: 502 }), new Response("no", { status: 502 }));
  await assert.rejects(get("/v1/x"), Unreachable);
});

test("a cancelled request is not sent again", async (t) => {
  const leaving = new AbortController();
  const { sent } = service(t, lost(), problem(503), json({}));
  leaving.abort();
  await assert.rejects(get("/v1/x", { signal: leaving.signal }), TypeError);
  await assert.rejects(get("/v1/x", { signal: leaving.signal }), Problem);
  assert.equal(sent().length, 2);
});

test("a computed result is requested until it is complete", async (t) => {
  const { waits } = service(t, json({ done: 1 }, 202, { "Retry-After": "3" }), json({ done: 2 }, 202), json({ done: 3 }));
  const known = [];
  assert.deepEqual(await getComputed("/v1/x", { known: (soFar) => known.push(soFar.done) }), { done: 3 });
  assert.deepEqual(known, [1, 2]);
  assert.deepEqual(waits, [3000, 1000]);
});

test("a computed result of a body is posted, without a key", async (t) => {
  const { sent } = service(t, json({ done: 1 }, 202), json({ done: 2 }));
  assert.deepEqual(await getComputed("/v1/x", { body: { type: "record" } }), { done: 2 });
  assert.equal(sent().length, 2);
  for (const { method, body, headers } of sent()) {
    assert.deepEqual([method, body, headers["Idempotency-Key"]], ["POST", '{"type":"record"}', undefined]);
  }
});

test("waiting for a computed result ends, whatever the service answers", async (t) => {
  for (const value of BAD.retry_after) {
    const { waits } = service(t, ...Array.from({ length: 700 }, () => json({ complete: false }, 202, { "Retry-After": value })));
    await assert.rejects(getComputed("/v1/x"), Unreachable, value);
    assert.ok(waits.every((wait) => wait >= 1000) && waits.reduce((sum, wait) => sum + wait, 0) <= 600_000, value);
    t.mock.restoreAll();
  }
});

test("a body that is no object is no response of the service", async (t) => {
  for (const text of ["", "{", "[]", "null", "5", "<p>Log in to this network"]) {
    const { sent } = service(t, new Response(text), problem(500, {}), new Response(text, { status: 400 }));
    await assert.rejects(patch("/v1/x"), Unreachable, text);
    await assert.rejects(patch("/v1/x"), Problem, text);
    await assert.rejects(patch("/v1/x"), Unreachable, text);
    assert.equal(sent().length, 3);
    t.mock.restoreAll();
  }
  service(t, json({ status: 400 }, 400));
  await assert.rejects(patch("/v1/x"), Unreachable, "a problem without a code");
});

test("an answer without an end is given up", async (t) => {
  let sent = 0;
  const chunk = new Uint8Array(1 << 20);
  const endless = () => new Response(new ReadableStream({ pull(controller) { sent += 1; controller.enqueue(chunk); } }));
  service(t, endless());
  await assert.rejects(patch("/v1/x"), Unreachable);
  assert.ok(sent <= 70, `${sent} MiB`);
});

test("leaving the page ends the wait for a computed result", async (t) => {
  const leaving = new AbortController();
  const { sent } = service(t, json({}, 202), json({}));
  await assert.rejects(getComputed("/v1/x", { signal: leaving.signal, known: () => leaving.abort() }), { name: "AbortError" });
  assert.equal(sent().length, 1);
});

/** Counts how often the page is shown again with another identity. */
function identities(t) {
  const count = t.mock.fn();
  events.addEventListener("identity", count);
  t.after(() => events.removeEventListener("identity", count));
  return () => count.mock.callCount();
}

const unknown = () => problem(401, { code: "token_unknown" });
const ada = { id: "a", name: "Ada", token: "void of Ada" };

test("a player whose token is void is set aside once, and pages are read without it", async (t) => {
  change({ player: ada, seats: [{ game: "g", seat: 0, token: ada.token, used: 1 }, { game: "h", seat: 0, token: "other", used: 1 }], codes: {} });
  const changed = identities(t);
  const { sent } = service(t, unknown(), json({ n: 1 }), unknown(), json({ n: 2 }));
  assert.deepEqual(await get("/v1/x", { token: ada.token }), { n: 1 });
  // A page that has begun with the token goes on reading.
  assert.deepEqual(await get("/v1/y", { token: ada.token }), { n: 2 });
  assert.deepEqual(sent().map(({ headers }) => headers.Authorization), [`Bearer ${ada.token}`, undefined, `Bearer ${ada.token}`, undefined]);
  const { player, seats, aside } = getState();
  assert.deepEqual([player, seats.map(({ game }) => game), aside], [null, ["h"], { kind: "player", name: "Ada" }]);
  assert.equal(changed(), 1);
});

test("a change with a void token is not sent again without it", async (t) => {
  change({ player: { ...ada, token: "void at once" }, seats: [], codes: {} });
  const { sent } = service(t, unknown());
  await assert.rejects(post("/v1/x", { token: "void at once" }), { code: "token_unknown" });
  assert.equal(sent().length, 1);
  assert.equal(getState().player, null);
});

test("a seat and a code are set aside, not the player who held them", async (t) => {
  change({ player: ada, seats: [{ game: "g", seat: 0, token: "freed", used: 1 }], codes: { p: "wrong", q: "right" }, aside: null });
  service(t, unknown(), json({}), unknown(), json({}));
  await get("/v1/x", { token: "freed" });
  assert.deepEqual([getState().seats, getState().aside], [[], { kind: "seat", game: "g" }]);
  await get("/v1/x", { token: "wrong" });
  assert.deepEqual([getState().codes, getState().aside, getState().player], [{ q: "right" }, { kind: "code" }, ada]);
});

test("an unknown key that was typed in is refused, and nothing is set aside", async (t) => {
  change({ player: ada, seats: [], codes: {}, aside: null });
  const changed = identities(t);
  service(t, unknown());
  await assert.rejects(get("/v1/x", { token: "typed" }), { code: "token_unknown" });
  assert.deepEqual([getState().player, getState().aside, changed()], [ada, null, 0]);
});

test("a read that only peeks leaves a void token where it is", async (t) => {
  change({ player: null, seats: [{ game: "g", seat: 0, token: "peeked", used: 1 }], codes: {}, aside: null });
  const changed = identities(t);
  service(t, unknown());
  await assert.rejects(get("/v1/x", { token: "peeked", peeks: true }), { code: "token_unknown" });
  assert.deepEqual([getState().seats.length, getState().aside, changed()], [1, null, 0]);
});
