// Measurements in the browser: bytes loaded, time of the first paint, layout shifts,
// time until a move is shown. All are printed as diagnostics; sizes and shifts are
// held to the goals of web/README.md, times not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { base, createGame, lively, open, perform, phone, recordGame, say, seat, shows, visitor, withBrowser } from "./support.js";

withBrowser();

/** Collects what the browser paints and shifts from the first moment on. */
async function observed(page) {
  await page.addInitScript(() => {
    globalThis.seen = { paint: 0, shift: 0, shifts: [] };
    new PerformanceObserver((list) => {
      globalThis.seen.paint = list.getEntries().at(-1).startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        globalThis.seen.shift += value;
        globalThis.seen.shifts.push(...sources.map(({ node }) => (node instanceof Element ? `${node.tagName}.${node.className}` : "text")));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const seen = (page) => page.evaluate(() => globalThis.seen);

for (const [device, options] of [["a desk", {}], ["a phone", phone]]) {
  test(`the first load is small, and nothing jumps, on ${device}`, async (t) => {
    const page = await visitor(t, options);
    await observed(page);
    await open(page, "/");
    await page.waitForLoadState("networkidle");
    // Compressed bodies of the client's files and of the API's responses.
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
      .map(({ name, encodedBodySize: bytes }) => ({ name: new URL(name).pathname, bytes })));
    const bytes = loaded.reduce((sum, one) => sum + one.bytes, 0);
    const { paint, shift } = await seen(page);
    t.diagnostic(`${loaded.length} files, ${(bytes / 1024).toFixed(1)} KiB; largest contentful paint ${paint.toFixed(0)} ms; layout shift ${shift.toFixed(4)}`);
    assert.ok(bytes < 150 * 1024, `${bytes} bytes`);
    assert.ok(paint > 0, "nothing was painted");
    // Each requested part may move what follows it, once: "good" ends at 0.1.
    assert.ok(shift < 0.1, `${shift}`);
  });
}

test("the table needs no file that Home has not, and is soon there on a slow line", async (t) => {
  const page = await visitor(t, phone);
  const network = await page.context().newCDPSession(page);
  await network.send("Network.emulateNetworkConditions", { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
  const scripts = new Set();
  page.on("request", (request) => request.resourceType() === "script" && scripts.add(new URL(request.url()).pathname.split("/").at(-1)));
  // The page measures itself, with a player who clicks at once.
  await page.addInitScript(() => {
    const wait = (selector, then) => {
      const found = document.querySelector(selector);
      if (found) then(found);
      else requestAnimationFrame(() => wait(selector, then));
    };
    wait(".ways button:not(.main)", (button) => button.click());
    wait(".hand-card", () => { globalThis.firstCard = performance.now(); });
  });
  await page.goto(`${base}/`, { waitUntil: "commit" });
  await page.locator(".hand-card").first().waitFor();
  t.diagnostic(`first card at 400 kbit/s and 400 ms: ${(await page.evaluate(() => globalThis.firstCard)).toFixed(0)} ms`);
  assert.deepEqual([...scripts].toSorted(), ["app.js", "en.js", "home.js", "table.js"]);
});

for (const [device, options] of [["a desk", {}], ["a phone", phone]]) {
  test(`a move is seen soon, and nothing jumps while hands change, on ${device}`, async (t) => {
    const setup = { players: 2, seed: "four-27", names: ["Ada", "Ben"] };
    const { moves } = await recordGame(setup, lively);
    const { game, tokens } = await createGame(setup);
    const page = await visitor(t, { ...options, permissions: ["notifications"] });
    await observed(page);
    await measureAnswers(page);
    await seat(page, game, tokens.slice(0, 1));
    await open(page, `/games/${game.id}`);
    await shows(page, 0);
    const other = await visitor(t);
    await seat(other, game, tokens.slice(1));
    await open(other, `/games/${game.id}`);
    await page.evaluate(() => { globalThis.seen.shift = 0; globalThis.seen.shifts = []; });
    await say(other, "hello");
    await page.locator(".bubble").waitFor();
    await page.locator("[data-key=say-hello]").waitFor();
    for (const [index, move] of moves.slice(0, -1).entries()) {
      await shows(page, index);
      await shows(other, index);
      await perform(move.seat === 0 ? page : other, move);
    }
    await shows(page, moves.length - 1);
    assert.equal(await page.locator(".offer button").count(), 2, "notifications are offered meanwhile");
    const { shift, shifts } = await seen(page);
    const delays = (await page.evaluate(() => globalThis.delays)).toSorted((one, next) => one - next);
    const median = delays[Math.floor(delays.length / 2)];
    t.diagnostic(`${delays.length} moves: from the answer to the screen ${median.toFixed(0)} ms, ${delays.at(-1).toFixed(0)} ms at most; layout shift ${shift.toFixed(4)}`);
    assert.ok(delays.length > 0);
    assert.ok(shift < 0.005, `${shift}: ${shifts.join(", ")}`);
  });
}

/** Notes how long it takes from the last byte of the answer to a move until the frame that shows it. */
function measureAnswers(page) {
  return page.addInitScript(() => {
    globalThis.delays = [];
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== "POST" || !String(input).endsWith("/moves")) return response;
      const text = await response.text();
      const answered = performance.now();
      const wanted = JSON.parse(text).seq;
      const look = () => {
        const shown = Number(document.querySelector(".table")?.dataset.seq);
        if (shown >= wanted) globalThis.delays.push(performance.now() - answered);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      return new Response(text, { status: response.status, headers: response.headers });
    };
  });
}
