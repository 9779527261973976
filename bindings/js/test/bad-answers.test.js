// Answers that no service sends: each ends, and is `Unreachable`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Client, Problem, Unreachable } from "regicide-engine/client";
import { withBadServer, withDrippingServer } from "./bad-server.js";

const BAD = JSON.parse(readFileSync(process.env.BAD_ANSWERS ?? new URL("../../../tests/support/bad_answers.json", import.meta.url), "utf8"));
const LIMITS = { body: 1 << 20, line: 1 << 20 };

/** A client that notes its pauses. @param {string} url @param {import("regicide-engine/client").ClientOptions} [options] */
function noting(url, options = {}) {
  /** @type {number[]} */
  const waits = [];
  const sleep = async (/** @type {number} */ milliseconds) => void waits.push(milliseconds);
  return { client: new Client(url, { limits: LIMITS, sleep, ...options }), waits, waited: () => waits.reduce((sum, one) => sum + one, 0) };
}

for (const [name, answer] of Object.entries(BAD.requests)) {
  test(`a bad answer is unreachable: ${name}`, () => withBadServer(answer, async (url) => {
    const { client, waited } = noting(url);
    await assert.rejects(client.get("/v1"), Unreachable);
    assert.ok(waited() <= 60_000, String(waited()));
    const stream = noting(url);
    await assert.rejects(stream.client.events("/v1/events").next(), Unreachable);
    assert.ok(stream.waited() <= 60_000);
  }));
}

for (const [name, answer] of Object.entries(BAD.streams)) {
  test(`a bad stream is unreachable: ${name}`, () => withBadServer(answer, async (url) => {
    const { client, waited } = noting(url);
    await assert.rejects(client.events("/v1/events").next(), Unreachable);
    assert.ok(waited() <= 60_000);
  }));
}

const LINES = ["a page", "an endless line", "a gzip bomb", "broken JSON", "a number", "null", "endless empty lines", "a stream that is reset",
  "an event without an id"];
for (const name of LINES) {
  test(`a bad export is unreachable: ${name}`, () => {
    const answer = BAD.streams[name];
    return withBadServer(answer, async (url) => {
      const { client, waited } = noting(url);
      await assert.rejects(client.records().next(), Unreachable);
      assert.ok(waited() <= 60_000);
    });
  });
}

for (const status of [202, 429, 503]) {
  for (const retryAfter of BAD.retry_after) {
    test(`waiting ends: ${status} with Retry-After ${retryAfter}`, async () => {
      const fetch = async () => Response.json({ code: "unavailable", status, title: "", detail: "", complete: false }, {
        status, headers: { "Content-Type": status === 202 ? "application/json" : "application/problem+json", "Retry-After": retryAfter },
      });
      const { client, waits, waited } = noting("http://regicide.example", { fetch });
      const analysis = client.computed("post", "/v1/analysis", { body: { type: "position", players: 1, rules: 1, seed: "s", position: "…" } });
      await assert.rejects(analysis, status === 202 ? Unreachable : Problem);
      assert.ok(waits.every((wait) => wait >= 250) && waited() <= (status === 202 ? 600_000 : 60_000), String(waits));
    });
  }
}

/** A body of which a byte comes each minute of a mocked clock. @param {import("node:test").TestContext} t @param {string} text */
function drips(t, text) {
  return (/** @type {unknown} */ _, /** @type {RequestInit | undefined} */ init) => {
    const body = new ReadableStream({
      pull(controller) {
        // The next byte comes once the client waits for it.
        return new Promise((resolve) => setImmediate(() => {
          controller.enqueue(new TextEncoder().encode(text));
          t.mock.timers.tick(20_000);
          if (init?.signal?.aborted) controller.error(init.signal.reason);
          resolve();
        }));
      },
    }, { highWaterMark: 0 });
    return Promise.resolve(new Response(body));
  };
}

for (const [name, /** @type {(client: Client) => Promise<unknown>} */ read] of /** @type {const} */ ([
  ["an answer", (/** @type {Client} */ client) => client.get("/v1")],
  ["a stream", (/** @type {Client} */ client) => client.events("/v1/events").next()],
])) {
  test(`${name} in drips is unreachable`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { client, waited } = noting("http://regicide.example", { fetch: drips(t, " ") });
    await assert.rejects(read(client), Unreachable);
    assert.ok(waited() <= 60_000);
  });
}

for (const [part, begin] of [["head", "X-Drip: "], ["body", "\r\n"]]) {
  test(`an answer whose ${part} comes in drips is unreachable`, () =>
    withDrippingServer(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${begin}`, async (url) => {
      const { client } = noting(url, { timeout: 200, patience: 0 });
      await assert.rejects(client.get("/v1"), Unreachable);
      if (part === "head") await assert.rejects(client.events("/v1/events").next(), Unreachable);
    }));
}

test("an export that ends within a record was cut", async () => {
  const [one, other] = ["1", "2"].map((id) => `${JSON.stringify({ id })}\n`);
  const bodies = [`${one}${other?.slice(0, 5)}`, other];
  /** @type {(string | null)[]} */
  const after = [];
  const fetch = async (/** @type {RequestInfo | URL} */ url) => {
    after.push(new URL(String(url)).searchParams.get("after"));
    return new Response(bodies.shift(), { headers: { "Content-Type": "application/x-ndjson" } });
  };
  const seen = [];
  for await (const record of noting("http://regicide.example", { fetch }).client.records()) seen.push(record.id);
  assert.deepEqual(seen, ["1", "2"]);
  assert.deepEqual(after, [null, "1"]);
});

test("a list in a circle ends, and a player that is none is unreachable", async () => {
  const circle = noting("http://regicide.example", { fetch: async () => Response.json({ items: [], next: "again" }) });
  await assert.rejects(circle.client.items("/v1/games").next(), Unreachable);
  const none = noting("http://regicide.example", { fetch: async () => Response.json({ player: 5 }, { status: 201 }) });
  await assert.rejects(none.client.createPlayer({ name: "Ada" }), Unreachable);
});
