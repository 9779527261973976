// The client, at a real service and before answers that are made up.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, Problem, StreamClosed, Unreachable } from "regicide-engine/client";

const { SERVICE_URL = "" } = process.env;
const service = new Client(SERVICE_URL);
const path = { id: "01a1ff77-3cd2-749b-bf29-d21140aff8b0" };

/** @param {unknown} body @param {number} [status] @param {Record<string, string>} [headers] */
const answer = (body, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

/** @param {number} status @param {string} code @param {string} [wait] */
const problem = (status, code, wait) =>
  answer({ type: `/problems/${code}`, title: code, detail: `${code}!`, status, code }, status, {
    "Content-Type": "application/problem+json", ...(wait && { "Retry-After": wait }),
  });

/**
 * A client that gets these answers, one after the other; `null` is none. What it
 * sends and how long it waits is kept.
 * @param {(Response | null)[]} answers
 */
function before(...answers) {
  /** @type {Request[]} */
  const sent = [];
  /** @type {number[]} */
  const waits = [];
  const client = new Client("http://regicide.example/base/", {
    token: "secret",
    fetch: async (url, init) => {
      sent.push(new Request(url, init));
      const next = answers.shift();
      if (!next) throw new TypeError("fetch failed");
      return next;
    },
    sleep: async (milliseconds) => void waits.push(milliseconds),
  });
  return { client, sent, waits };
}

test("a request has the form of the document", async () => {
  const { client, sent } = before(answer({ items: [], next: null }), answer({}));
  await client.get("/v1/games", { query: { status: ["running", "waiting"], limit: 3 }, language: "es" });
  await client.post("/v1/games/{id}/seats", { path, body: { seat: 1 }, token: null });
  const [list, seat] = sent;
  assert.equal(list?.url, "http://regicide.example/base/v1/games?status=running%2Cwaiting&limit=3");
  assert.equal(list?.headers.get("Authorization"), "Bearer secret");
  assert.equal(list?.headers.get("Accept-Language"), "es");
  assert.equal(list?.headers.get("Idempotency-Key"), null);
  assert.equal(seat?.url, `http://regicide.example/base/v1/games/${path.id}/seats`);
  assert.equal(seat?.headers.get("Authorization"), null);
  assert.deepEqual(await seat?.json(), { seat: 1 });
});

test("a change without an answer is sent again with its key, after growing delays", async () => {
  const { client, sent, waits } = before(null, problem(500, "internal"), problem(503, "unavailable", "3"), answer({ seq: 1 }));
  await client.move({ id: path.id, seq: 0 }, "play 7H");
  assert.equal(sent.length, 4);
  assert.match(sent[0]?.headers.get("Idempotency-Key") ?? "", /^[0-9a-f-]{36}$/);
  assert.equal(new Set(sent.map((request) => request.headers.get("Idempotency-Key"))).size, 1);
  assert.deepEqual(waits, [250, 500, 3000]);
});

test("a change that takes no key is sent again only if it has changed nothing", async () => {
  for (const [first, tries] of /** @type {[Response | null, number][]} */ ([
    [null, 1], [problem(503, "unavailable", "1"), 1], [problem(429, "too_many_requests", "1"), 2],
  ])) {
    const { client, sent } = before(first, answer({}));
    await client.post("/v1/games/{id}/signals", { path, body: { signal: "good_play" } }).catch(() => {});
    assert.equal(sent.length, tries);
    assert.equal(sent[0]?.headers.get("Idempotency-Key"), null);
  }
  const { client, sent } = before();
  await assert.rejects(client.patch("/v1/players/{id}", { path, body: { name: "Ada" } }), Unreachable);
  await assert.rejects(client.delete("/v1/players/{id}", { path }), Unreachable);
  assert.equal(sent.length, 2);
});

test("what changes nothing is sent again without a key", async () => {
  const { client, sent } = before(null, answer({ consistent: true }));
  await client.post("/v1/verification", { body: /** @type {any} */ ({}) });
  assert.equal(sent.length, 2);
});

test("what waits for others to pass is sent again, and no other refusal", async () => {
  for (const code of ["contended", "idempotency_key_running"]) {
    const { client, sent } = before(problem(409, code), answer({}));
    await client.post("/v1/games/{id}/proposal", { path, body: { type: "undo" } });
    assert.equal(sent.length, 2);
  }
  const { client, sent } = before(problem(409, "seq_conflict"), answer({}));
  await assert.rejects(client.move({ id: path.id, seq: 0 }, { type: "yield" }), { name: "Problem", code: "seq_conflict", status: 409 });
  assert.equal(sent.length, 1);
  assert.deepEqual(await sent[0]?.json(), { move: { type: "yield" }, expected_seq: 0 });
});

test("patience ends", async () => {
  const later = before(problem(429, "too_many_requests", "3600"));
  await assert.rejects(later.client.get("/v1/games"), (error) => error instanceof Problem && error.retryAfter === 3600);
  assert.deepEqual(later.waits, []);
  const never = before();
  await assert.rejects(never.client.get("/v1/games"), Unreachable);
  assert.ok(never.waits.reduce((sum, wait) => sum + wait) <= 60_000);
  assert.ok(never.sent.length > 5);
});

test("an answer of a proxy is none", async () => {
  const busy = new Response("<h1>Bad gateway</h1>", { status: 503, headers: { "Retry-After": "3" } });
  const { client, sent, waits } = before(busy, answer({ items: [], next: null }));
  await client.get("/v1/games");
  assert.deepEqual([sent.length, waits], [2, [3000]]);
});

test("a signal ends a request that waits", async () => {
  const stop = new AbortController();
  const client = new Client("http://regicide.example", {
    fetch: async () => {
      stop.abort(new Error("enough"));
      throw new TypeError("fetch failed");
    },
  });
  await assert.rejects(client.get("/v1/games", { signal: stop.signal }), /enough/);
  const late = new Client("http://regicide.example", {
    fetch: async () => problem(429, "too_many_requests", "5"),
  });
  const waiting = late.get("/v1/games", { signal: AbortSignal.timeout(20) });
  await assert.rejects(waiting, { name: "TimeoutError" });
});

test("an attempt that takes too long is given up", async () => {
  let attempts = 0;
  const client = new Client("http://regicide.example", {
    timeout: 5, patience: 250,
    fetch: (_, init) => new Promise((_, reject) => {
      attempts += 1;
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    }),
    sleep: async () => {},
  });
  await assert.rejects(client.get("/v1/games"), Unreachable);
  assert.equal(attempts, 2);
});

test("a computed result is requested until it is complete", async () => {
  const { client, sent, waits } = before(answer({ nodes: 1 }, 202, { "Retry-After": "2" }), answer({ nodes: 5 }));
  /** @type {unknown[]} */
  const known = [];
  const analysis = await client.computed("get", "/v1/games/{id}/analysis", { path, soFar: (soFar) => known.push(soFar) });
  assert.deepEqual([analysis, known, waits, sent.length], [{ nodes: 5 }, [{ nodes: 1 }], [2000], 2]);
});

test("a stream that the service closes for good has a reason", async () => {
  const lines = (/** @type {object[]} */ ...events) => new Response(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  const { client, sent } = before(
    lines({ type: "view", id: "0.1.0" }, { type: "keepalive" }, { type: "closed", reason: "stopping" }),
    lines({ type: "closed", reason: "failed" }),
    lines({ type: "closed", reason: "forbidden" }),
  );
  /** @type {string[]} */
  const types = [];
  await assert.rejects(async () => {
    for await (const event of client.events("/v1/games/{id}/events", { path })) types.push(event.type);
  }, (error) => error instanceof StreamClosed && error.reason === "forbidden");
  assert.deepEqual(types, ["view"]);
  assert.deepEqual(sent.map((request) => request.headers.get("Last-Event-ID")), [null, "0.1.0", "0.1.0"]);
});

test("a problem has the members of the document", async () => {
  await assert.rejects(service.post("/v1/games", { body: { players: 5 }, language: "es" }), (error) => {
    assert.ok(error instanceof Problem);
    assert.deepEqual([error.status, error.code, error.field, error.rule], [422, "invalid_setup", "players", "R3.1"]);
    assert.deepEqual([error.document.type, error.detail, typeof error.requestId], ["/problems/invalid_setup", error.message, "string"]);
    return true;
  });
});

test("lists are read page after page, and the export to its end", async () => {
  const ada = await service.createPlayer({ name: "Ada" });
  const { player } = ada;
  const ids = new Set();
  for (let number = 0; number < 5; number += 1) {
    const { game } = await ada.post("/v1/games", { body: { players: 1 } });
    await ada.move(game, "concede");
    ids.add(game.id);
  }
  const listed = [];
  for await (const { id } of ada.items("/v1/players/{id}/games", { path: { id: player.id }, query: { limit: 2 } })) listed.push(id);
  assert.deepEqual(new Set(listed), ids);
  assert.equal(listed.length, 5);
  const exported = new Set();
  for await (const record of cutting(2).client.records()) {
    assert.ok(!exported.has(record.id));
    exported.add(record.id);
  }
  assert.ok([...ids].every((id) => exported.has(id)));
});

/**
 * A client whose streams break off after so many lines.
 * @param {number} most
 */
function cutting(most) {
  let cuts = 0;
  /** @type {typeof fetch} */
  const cutShort = async (url, init) => {
    const response = await fetch(url, init);
    if (!response.headers.get("Content-Type")?.includes("ndjson")) return response;
    let lines = 0;
    const cut = new TransformStream({
      transform(chunk, controller) {
        let text = "";
        for (const line of new TextDecoder().decode(chunk).split(/(?<=\n)/)) {
          text += lines < most ? line : line.slice(0, line.length / 2);
          lines += Number(line.endsWith("\n"));
          if (lines > most) break;
        }
        controller.enqueue(new TextEncoder().encode(text));
        if (lines > most) {
          cuts += 1;
          controller.error(new Error("cut"));
        }
      },
    });
    return new Response(response.body?.pipeThrough(cut), response);
  };
  return { client: new Client(SERVICE_URL, { fetch: cutShort, sleep: async () => {} }), cuts: () => cuts };
}

test("two players play a game on events, over connections that break", async () => {
  const { client, cuts } = cutting(3);
  const [ada, ben] = await Promise.all(["Ada", "Ben"].map((name) => client.createPlayer({ name, bot: true })));
  assert.ok(ada && ben);
  const { game } = await ada.post("/v1/games", { body: { players: 2, open_seats: 1, seed: "banana" } });
  await ben.post("/v1/games/{id}/seats", { path: { id: game.id }, body: {} });
  // Both wait for each other before they move: earlier moves are not sent to a late reader.
  let watching = 0;
  /** @type {() => void} */
  let begin = () => {};
  /** @type {Promise<void>} */
  const both = new Promise((resolve) => { begin = resolve; });
  /** @param {typeof ada} player */
  const play = async (player) => {
    /** @type {number[]} */
    const seen = [];
    let answered = -1;
    for await (const event of player.events("/v1/games/{id}/events", { path: { id: game.id } })) {
      watching += 1;
      if (watching === 2) begin();
      await both;
      if (event.type === "move") seen.push(event.made.seq);
      if (event.type === "end") return { seen, game: event.game };
      if (!("game" in event) || !event.game.legal_moves || event.game.seq === answered) continue;
      answered = event.game.seq;
      const move = event.game.legal_moves[answered % event.game.legal_moves.length]?.move ?? "concede";
      await player.move(event.game, move);
    }
    throw new Error("the stream has ended before the game");
  };
  for (const { seen, game } of await Promise.all([play(ada), play(ben)])) {
    assert.equal(game.status, "finished");
    assert.ok(game.seq > 3);
    assert.deepEqual(seen, Array.from({ length: game.seq }, (_, index) => index + 1));
  }
  assert.ok(cuts() > 1);
});

test("who stops reading closes the connection", async () => {
  /** @type {AbortSignal | null | undefined} */
  let connection;
  const client = new Client(SERVICE_URL, {
    fetch: (url, init) => {
      connection = init?.signal;
      return fetch(url, init);
    },
  });
  const { game } = await client.post("/v1/games", { body: { players: 1 } });
  for await (const event of client.events("/v1/games/{id}/events", { path: { id: game.id } })) {
    assert.equal(event.type, "view");
    break;
  }
  assert.equal(connection?.aborted, true);
});

test("what is no JSON is a response", async () => {
  const { game } = await service.post("/v1/games", { body: { players: 1 } });
  const picture = await service.response("get", "/v1/games/{id}/table.png", { path: { id: game.id } });
  assert.match(await picture.text(), /^.PNG/);
});

test("a turn comes to its player, wherever the game is", async () => {
  const ada = await service.createPlayer({ name: "Ada", bot: true });
  const { game } = await ada.post("/v1/games", { body: { players: 2, bots: [null, "novice"] } });
  for await (const event of ada.events("/v1/players/{id}/events", { path: { id: ada.player.id } })) {
    if (event.type !== "turn") continue;
    assert.equal(event.game.id, game.id);
    await ada.move(event.game, "concede");
    break;
  }
});
