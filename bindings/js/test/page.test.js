// Client and engine in a page, as files without a bundler.

import assert from "node:assert/strict";
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

/** @import { AddressInfo } from "node:net" */
/** @import { Page } from "playwright-core" */

const { SERVICE_URL = "", VECTORS = "", RECORDS = "", CHROMIUM = "" } = process.env;

const PAGE = `<!doctype html><html lang="en"><title>Regicide</title><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "regicide-engine/client": "/dist/exports.js", "regicide-engine": "/dist/engine/web.js" } }</script>`;
const FORMS = { js: "text/javascript", json: "application/json", ndjson: "application/x-ndjson", wasm: "application/wasm" };

const server = createServer((request, response) => {
  const path = (request.url ?? "").replace(/^\/vectors/, VECTORS).replace(/^\/records/, RECORDS).replace(/^\/(dist|test)\//, "./$1/");
  if (path === "/") return response.setHeader("Content-Type", "text/html").end(PAGE);
  if (!existsSync(path)) return response.writeHead(404).end();
  response.setHeader("Content-Type", FORMS[/** @type {keyof FORMS} */ (path.split(".").at(-1))]);
  createReadStream(path).pipe(response);
});

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Page} */
let page;

before(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  page = await browser.newPage();
  page.on("pageerror", (error) => assert.fail(error));
  await page.goto(`http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}/`);
});

after(async () => {
  await browser.close();
  server.close();
});

test("the published games hold in a page", async () => {
  const moves = await page.evaluate(async () => {
    const [engine, { playsVectors }] = await Promise.all([import("regicide-engine"), import(/** @type {any} */ ("/test/checks.js"))]);
    const read = async (/** @type {string} */ name) => (await fetch(`/vectors/${name}-games.json`)).json();
    return playsVectors(engine, [...await read("regicide"), ...await read("tricks")]);
  });
  assert.ok(moves > 1000);
});

test("10,000 records have the verdicts that the program gives in a page", async () => {
  const consistent = await page.evaluate(async () => {
    const [engine, { verifies }] = await Promise.all([import("regicide-engine"), import(/** @type {any} */ ("/test/checks.js"))]);
    const records = (await (await fetch("/records/records.ndjson")).text()).split("\n");
    return verifies(engine, records, await (await fetch("/records/verdicts.json")).json());
  });
  assert.ok(consistent > 8_000 && consistent < 9_000, `${consistent}`);
});

test("games go in a page as at the service", async () => {
  const moves = await page.evaluate(async (url) => {
    const [{ Client }, engine, { GAMES, playsAlike }] =
      await Promise.all([import("regicide-engine/client"), import("regicide-engine"), import(/** @type {any} */ ("/test/checks.js"))]);
    const service = new Client(url);
    return Promise.all(GAMES.map((/** @type {any} */ [chosen, seed]) => playsAlike(service, engine, chosen, seed)));
  }, SERVICE_URL);
  assert.ok(moves.length === 6 && moves.every((count) => count > 3), `${moves}`);
});

test("a page follows a game to its end", async () => {
  const types = await page.evaluate(async (url) => {
    const { Client } = await import("regicide-engine/client");
    const ada = await new Client(url).createPlayer({ name: "Ada" });
    const { game } = await ada.post("/v1/games", { body: { players: 1 } });
    const types = [];
    for await (const event of ada.events("/v1/games/{id}/events", { path: { id: game.id } })) {
      types.push(event.type);
      if (event.type === "view") await ada.move(event.game, "concede");
    }
    return types;
  }, SERVICE_URL);
  assert.deepEqual(types, ["view", "move", "end"]);
});
