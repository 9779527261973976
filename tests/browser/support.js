// Helpers of the browser tests: pages, players and games.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

export const base = process.env.BROWSER_URL ?? "http://127.0.0.1:8080";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @type {import("playwright-core").Browser} */
let browser;

/** Starts a browser for the tests of a file. */
export function withBrowser() {
  before(async () => {
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  after(() => browser.close());
}

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const dark = { colorScheme: "dark" };

/**
 * A page in a browser context of its own. An error in it fails the test.
 * @param {import("node:test").TestContext} test
 * @param {import("playwright-core").BrowserContextOptions} [options]
 * @param {string} [url] the only host that the page may contact
 */
export async function visitor(test, options = {}, url = base) {
  const context = await browser.newContext({ locale: "en-GB", serviceWorkers: "block", ...options });
  test.after(async () => {
    // A request may be in flight that the test answers.
    for (const each of context.pages()) await each.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // The browser also logs refused requests, which the page shows itself.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("blob:")) faults.push(`requested ${request.url()}`);
    if (/token/i.test(request.url())) faults.push(`a token in ${request.url()}`);
  });
  test.after(() => assert.deepEqual(faults, []));
  return page;
}

/** Waits until a condition holds, for as long as for an element. @param {() => Promise<boolean>} holds */
export async function until(holds) {
  const end = performance.now() + 15_000;
  while (!(await holds())) assert.ok(performance.now() < end, `not within 15 s: ${holds}`);
}

/** Opens an address and waits until the client has started. */
export async function open(page, path) {
  await page.goto(base + path);
  await page.locator("html[data-ready]").waitFor();
}

/** True if nothing is wider than the screen. */
export const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** Fails if axe finds anything on the page, once its parts are loaded: until then it may have no heading. */
export async function accessible(page, where) {
  await until(async () => await page.locator(".loading[role=status]").count() === 0);
  await page.evaluate(axe);
  // Elements that fade in have their contrast at the end.
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map((animation) => animation.finished));
  });
  // Fading elements are decoration, and bots play on: there may be some at any time.
  const context = { exclude: [".float", ".ghost"] };
  const look = () => page.evaluate((context) => globalThis.axe.run(context, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], rules: { "label-content-name-mismatch": { enabled: true } },
  }), context);
  // An element that a notification of the service replaces meanwhile is an error of axe: it looks once more.
  const { violations } = await look().catch((error) => {
    if (!error.message.includes("reading 'nthChild'")) throw error;
    return look();
  });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join("\n")}`);
  assert.deepEqual(found, [], where);
}

/** Sends a request to the API and returns the response. */
export async function call(method, path, { token, body, url = base } = {}) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { "Content-Type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  assert.ok(response.ok, JSON.stringify(answer));
  return answer;
}

/** Creates a game over the API. */
export const createGame = (setup, url = base) => call("POST", "/v1/games", { body: setup, url });

/**
 * The moves of a whole game, which `choose` plays over the API. Another game
 * with the same seed takes the same course.
 */
export async function recordGame(setup, choose, most = 400, url = base) {
  const { game: created, tokens } = await createGame(setup, url);
  let game = created;
  const moves = [];
  while (game.status === "running" && moves.length < most) {
    const { token } = tokens[game.to_act];
    const view = await call("GET", `/v1/games/${game.id}`, { token, url });
    const legal = choose(view);
    moves.push({ seat: game.to_act, ...legal });
    game = (await call("POST", `/v1/games/${game.id}/moves`, { token, url, body: { move: legal.move } })).game;
  }
  return { moves, game, tokens };
}

/** Stores the seats of a game in a page's browser. */
export async function seat(page, game, tokens) {
  const seats = tokens.map(({ seat, token }) => ({ game: game.id, seat, token, used: 1 }));
  await page.addInitScript((kept) => {
    if (!localStorage.getItem("regicide")) localStorage.setItem("regicide", kept);
  }, JSON.stringify({ seats }));
}

/** Waits until a page shows a game after so many moves. */
export function shows(page, seq) {
  return page.locator(`.table[data-seq="${seq}"]`).waitFor();
}

/** Gives a signal, as a player does. */
export async function say(page, signal) {
  await page.locator(`[data-key="say-${signal}"]`).click();
}

/** Makes a move as a player does. */
export async function perform(page, { move, text }) {
  const send = page.locator("[data-key=send]");
  if (move.type === "trump" || move.type === "change") {
    if (move.suit) await page.locator(`[data-key=trump-${move.suit}]`).click();
    if (move.reverse) await page.locator("[data-key=reverse]").click();
    return send.click();
  }
  if (move.type === "keep") return send.click();
  if (!move.cards) {
    await page.locator(`[data-key="move-${text}"]`).click();
    return send.click();
  }
  // A hand that has to go as a whole is selected already.
  for (const card of move.cards) {
    const button = page.locator(`[data-card="${card}"]`);
    if (await button.getAttribute("aria-pressed") !== "true") await button.click({ position: { x: 12, y: 30 } });
  }
  await send.click();
}

const VALUES = { A: 1, T: 10, J: 10, Q: 15, K: 20, X: 0 };
const worth = (move) => (move.cards ?? []).reduce((sum, card) => sum + (VALUES[card[0]] ?? Number(card[0])), 0);

/**
 * Chooses moves that cover many rules: jesters first, then exact
 * kills where there is one, else the strongest attack and the cheapest cover.
 */
export function lively({ legal_moves: legal, table }) {
  const find = (wanted) => legal.find(({ move }) => wanted(move));
  if (table.phase === "play") {
    const { health, damage } = table.enemy;
    const exact = ({ cards }) => {
      const doubled = cards?.some((card) => card[1] === "C") && table.enemy.immune_to !== "C";
      return cards && worth({ cards }) * (doubled ? 2 : 1) === health - damage;
    };
    return find((move) => move.cards?.[0].startsWith("X")) ?? find(exact)
      ?? legal.toSorted((one, other) => worth(other.move) - worth(one.move))[0];
  }
  return legal.toSorted((one, other) => worth(one.move) - worth(other.move))[0];
}

/** The game of the page's table, and the token of its seat there. */
export async function seated(page) {
  const id = new URL(page.url()).pathname.split("/")[2];
  const token = await page.evaluate((game) =>
    JSON.parse(localStorage.getItem("regicide")).seats.find((one) => one.game === game).token, id);
  return { id, token };
}

/** Opens pages as a player that was created over the API. */
export async function signedIn(page, player, more = {}) {
  const kept = { player: { id: player.player.id, name: player.player.name, token: player.token }, seats: [], ...more };
  await page.addInitScript((text) => {
    if (!localStorage.getItem("regicide")) localStorage.setItem("regicide", text);
  }, JSON.stringify(kept));
}

/** The state that the browser of a page stores. */
export const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("regicide")));

/** The first page proposes to concede, the others agree. @param {import("playwright-core").Page[]} pages */
export async function concede([first, ...others]) {
  await first.locator("[data-key=concede]").click();
  await first.locator("[data-key=concede-yes]").click();
  for (const page of others) {
    await page.locator("[data-key=proposal-yes]").click();
    await page.locator("[data-key=proposal-yes]").waitFor({ state: "detached" });
  }
}

/** A new game, and a page at its table with all its seats. */
export async function newTable(t, setup, options) {
  const { game, tokens } = await createGame(setup);
  const page = await visitor(t, options);
  await seat(page, game, tokens);
  await open(page, `/games/${game.id}`);
  return { game, page, tokens };
}

/** A page at the table for each seat, the second on a phone. */
export async function atTable(t, game, tokens) {
  const pages = [];
  for (const token of tokens) {
    const page = await visitor(t, token.seat === 1 ? phone : {});
    await seat(page, game, [token]);
    await open(page, `/games/${game.id}`);
    pages.push(page);
  }
  return pages;
}
