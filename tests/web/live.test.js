// Streams of events: reading, reconnecting and ending.

import assert from "node:assert/strict";
import { test } from "node:test";
import { events } from "./browser.js";
import { Problem, StreamEnded, Unreachable } from "../../web/api.js";
import { follow, read } from "../../web/live.js";

/** Lets everything happen that waits for nothing. */
async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A connection on which a test sends events. */
function connection() {
  const encoder = new TextEncoder();
  let controller;
  const body = new ReadableStream({ start: (given) => { controller = given; } });
  return {
    response: new Response(body),
    send: (text) => controller.enqueue(typeof text === "string" ? encoder.encode(text) : text),
    emit: (...list) => list.forEach((event) => controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`))),
    close: () => controller.close(),
    fail: (error) => controller.error(error),
  };
}

/** A service that gives each request the next of some answers; then it is silent. */
function service(t, ...answers) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const requests = [];
  t.mock.method(globalThis, "fetch", async (path, { headers, signal }) => {
    requests.push({ path, ...headers });
    const answer = answers.shift() ?? new Promise(() => {});
    if (answer instanceof Error) throw answer;
    const given = answer.response ?? answer;
    signal?.addEventListener("abort", () => answer.fail?.(signal.reason));
    return given;
  });
  return requests;
}

/** A listener that records its calls. */
function listener() {
  const heard = [];
  return {
    heard,
    event: (event) => void heard.push(event.n ?? event.type),
    connection: (connected) => void heard.push(connected ? "connected" : "lost"),
    refused: (error) => void heard.push(error),
  };
}

const refusal = (status) => Response.json({ title: "T", detail: "D", status, code: "c" }, { status });

test("the lines of a stream are events, wherever they are cut", async (t) => {
  const one = connection();
  const requests = service(t, one);
  const reader = listener();
  t.after(read("/v1/events", "secret", reader));
  await settle();
  const bytes = new TextEncoder().encode('{"type":"move","n":"Zoë"}\n\n{"type":"move","n":2}\n{"type":"mo');
  const cut = bytes.indexOf(0xc3) + 1;
  one.send(bytes.slice(0, cut));
  one.send(bytes.slice(cut));
  await settle();
  assert.deepEqual(reader.heard, ["connected", "Zoë", 2]);
  one.send('ve","n":3}\n');
  await settle();
  assert.deepEqual(reader.heard, ["connected", "Zoë", 2, 3]);
  assert.deepEqual(requests, [{
    path: "/v1/events", "Accept": "application/x-ndjson", "Accept-Language": "en", "Authorization": "Bearer secret",
  }]);
});

test("a lost connection is resumed after the last event", async (t) => {
  const [one, other] = [connection(), connection()];
  const requests = service(t, one, other);
  const reader = listener();
  t.after(read("/v1/events", null, reader));
  await settle();
  one.emit({ type: "move", n: 1, id: "1.1.0" }, { type: "move", n: 2, id: "1.2.0" }, { type: "seats", n: "without an id" }, { type: "keepalive" });
  await settle();
  one.fail(new TypeError("network changed"));
  await settle();
  assert.deepEqual(reader.heard, ["connected", 1, 2, "without an id", "lost"]);
  assert.equal(requests.length, 1, "not at once");
  t.mock.timers.tick(250);
  await settle();
  other.emit({ type: "move", n: 3, id: "1.3.0" });
  await settle();
  assert.deepEqual(reader.heard, ["connected", 1, 2, "without an id", "lost", "connected", 3]);
  assert.deepEqual(requests.map((one) => one["Last-Event-ID"]), [undefined, "1.2.0"]);
});

test("half an event is not an event, also after the connection is back", async (t) => {
  const [one, other] = [connection(), connection()];
  service(t, one, other);
  const reader = listener();
  t.after(read("/v1/events", null, reader));
  await settle();
  one.send('{"type":"move","n":1');
  await settle();
  one.close();
  await settle();
  t.mock.timers.tick(250);
  await settle();
  other.emit({ type: "move", n: 1 });
  await settle();
  assert.deepEqual(reader.heard, ["connected", "connected", 1]);
});

test("retries wait longer and longer, and begin anew after an event", async (t) => {
  const back = connection();
  const failures = Array.from({ length: 8 }, () => new TypeError("lost on the way"));
  const requests = service(t, ...failures, back, new TypeError("lost on the way"));
  t.after(read("/v1/events", null, listener()));
  await settle();
  for (const [index, wait] of [250, 500, 1000, 2000, 4000, 8000, 8000, 8000].entries()) {
    t.mock.timers.tick(wait - 1);
    await settle();
    assert.equal(requests.length, index + 1, `before ${wait} ms`);
    t.mock.timers.tick(1);
    await settle();
    assert.equal(requests.length, index + 2, `after ${wait} ms`);
  }
  back.emit({ type: "move", n: 1 });
  await settle();
  back.fail(new TypeError("network changed"));
  await settle();
  t.mock.timers.tick(250);
  await settle();
  assert.equal(requests.length, 10);
});

test("when the network is back the stream is opened without a wait", async (t) => {
  const requests = service(t, new TypeError("lost on the way"));
  t.after(read("/v1/events", null, listener()));
  await settle();
  events.dispatchEvent(new Event("online"));
  await settle();
  assert.equal(requests.length, 2);
});

test("a line that is no event counts as a lost connection", async (t) => {
  const bad = ["5\n", "null\n", "[]\n", "{\n", '{"n": 1}\n', "x".repeat((8 << 20) + 1)].map((text) => new Response(text));
  const requests = service(t, ...bad);
  const reader = listener();
  const stop = read("/v1/x", null, reader);
  for (let turn = 0; turn < 6; turn += 1) {
    await settle();
    t.mock.timers.tick(8_000);
  }
  await settle();
  stop();
  assert.equal(requests.length, 7);
  assert.deepEqual(reader.heard, Array.from({ length: 6 }, () => ["connected", "lost"]).flat());
});

test("streams that end at once are opened less and less often", async (t) => {
  const requests = service(t, ...Array.from({ length: 9 }, () => new Response("")));
  const stop = read("/v1/x", null, listener());
  for (let turn = 0; turn < 9; turn += 1) {
    await settle();
    t.mock.timers.tick(250);
  }
  stop();
  assert.equal(requests.length, 4);
});

test("a connection that is silent for too long is lost", async (t) => {
  const one = connection();
  const requests = service(t, one);
  const reader = listener();
  t.after(read("/v1/events", null, reader));
  await settle();
  t.mock.timers.tick(39_000);
  one.emit({ type: "keepalive" });
  await settle();
  t.mock.timers.tick(39_000);
  await settle();
  assert.deepEqual(reader.heard, ["connected"], "a keep-alive is a sign of life");
  t.mock.timers.tick(1_000);
  await settle();
  assert.deepEqual(reader.heard, ["connected", "lost"]);
  t.mock.timers.tick(250);
  await settle();
  assert.equal(requests.length, 2);
});

test("after a stop of the service the stream is opened again", async (t) => {
  const one = connection();
  const requests = service(t, one);
  const reader = listener();
  t.after(read("/v1/events", null, reader));
  await settle();
  one.emit({ type: "closed", reason: "stopping" });
  one.close();
  await settle();
  t.mock.timers.tick(250);
  await settle();
  assert.equal(requests.length, 2);
  assert.deepEqual(reader.heard, ["connected"], "the listener is not called");
});

test("a stream that the service ends for good is not opened again", async (t) => {
  const one = connection();
  const requests = service(t, one);
  const reader = listener();
  read("/v1/events", "secret", reader);
  await settle();
  one.emit({ type: "closed", reason: "token_unknown" });
  await settle();
  t.mock.timers.tick(60_000);
  await settle();
  assert.equal(requests.length, 1);
  assert.equal(reader.heard.length, 2);
  assert.ok(reader.heard[1] instanceof StreamEnded);
  assert.equal(reader.heard[1].message, "token_unknown");
});

for (const status of [401, 404]) {
  test(`a stream that is refused with ${status} is reported`, async (t) => {
    const requests = service(t, refusal(status));
    const reader = listener();
    read("/v1/events", null, reader);
    await settle();
    t.mock.timers.tick(60_000);
    await settle();
    assert.equal(requests.length, 1);
    assert.ok(reader.heard[0] instanceof Problem);
    assert.equal(reader.heard[0].status, status);
  });
}

for (const status of [429, 500, 503]) {
  test(`a stream that is refused with ${status} is opened again`, async (t) => {
    const requests = service(t, refusal(status));
    const reader = listener();
    t.after(read("/v1/events", null, reader));
    await settle();
    t.mock.timers.tick(250);
    await settle();
    assert.equal(requests.length, 2);
    assert.deepEqual(reader.heard, ["lost"]);
  });
}

test("a stream without more events ends quietly", async (t) => {
  const requests = service(t, new Response(null, { status: 204 }));
  const reader = listener();
  read("/v1/events", null, reader);
  await settle();
  t.mock.timers.tick(60_000);
  await settle();
  assert.equal(requests.length, 1);
  assert.deepEqual(reader.heard, []);
});

test("after a stop the listener is not called any more", async (t) => {
  const one = connection();
  const requests = service(t, one);
  const reader = listener();
  const stop = read("/v1/events", null, reader);
  await settle();
  stop();
  await settle();
  t.mock.timers.tick(60_000);
  await settle();
  assert.equal(requests.length, 1);
  assert.deepEqual(reader.heard, ["connected"]);
});

test("an exception in a listener is reported, not taken for a lost connection", async (t) => {
  const one = connection();
  const requests = service(t, one);
  const reader = listener();
  const mistake = new RangeError("a mistake");
  reader.event = () => {
    throw mistake;
  };
  read("/v1/events", null, reader);
  await settle();
  one.emit({ type: "move", n: 1 });
  await settle();
  assert.deepEqual(reader.heard, ["connected", mistake]);
  assert.equal(requests.length, 1);
  assert.equal(mistake instanceof Unreachable, false);
});

/** A listener to a game that records its calls. */
function follower() {
  const heard = [];
  return {
    heard,
    view: ({ seq }) => void heard.push(`view ${seq}`),
    line: ({ seq }) => void heard.push(`line ${seq}`),
    said: ({ number }) => void heard.push(`said ${number}`),
    present: ({ present_seats: seats, spectators }) => void heard.push(`present ${seats}, ${spectators}`),
    connection: () => {},
    refused: (error) => void heard.push(error),
  };
}

test("the log is read up to the first event, then continued move by move", async (t) => {
  const stream = connection();
  const pages = [[4, 5], [6]].map((page) => Response.json({ items: page.map((seq) => ({ seq })) }));
  const requests = service(t, stream, ...pages);
  const listener = follower();
  t.after(follow("g", { token: "secret", after: 3, listener }));
  await settle();
  stream.emit({ type: "view", game: { seq: 6 } });
  await settle();
  assert.deepEqual(listener.heard, ["line 4", "line 5", "line 6", "view 6"]);
  stream.emit({ type: "move", made: { seq: 7 }, game: { seq: 7 } }, { type: "signal", said: { number: 1 } }, { type: "view", game: { seq: 7 } });
  await settle();
  assert.deepEqual(listener.heard.slice(4), ["line 7", "view 7", "said 1", "view 7"]);
  stream.emit({ type: "presence", game_id: "g", present_seats: [0, 2], spectators: 3 });
  await settle();
  assert.equal(listener.heard.at(-1), "present 0,2, 3");
  assert.deepEqual(requests.map(({ path }) => path), [
    "/v1/games/g/events?presence=true&until_rematch=true", "/v1/games/g/moves?after=3", "/v1/games/g/moves?after=5",
  ]);
});

test("spectators do not wait for a rematch", async (t) => {
  const requests = service(t, connection());
  t.after(follow("g", { token: null, after: 0, listener: follower() }));
  await settle();
  assert.equal(requests[0].path, "/v1/games/g/events?presence=true");
});

test("after the rematch there is nothing to follow", async (t) => {
  const stream = connection();
  const requests = service(t, stream);
  const listener = follower();
  follow("g", { token: "secret", after: 9, listener });
  await settle();
  stream.emit({ type: "rematch", game: { seq: 9 } });
  stream.close();
  await settle();
  t.mock.timers.tick(60_000);
  await settle();
  assert.deepEqual(listener.heard, ["view 9"]);
  assert.equal(requests.length, 1);
});
