// House bots: a game with three of them, the form and the panel that seat them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, dark, fits, lively, open, perform, phone, seated, visitor, withBrowser } from "./support.js";

withBrowser();

/** Plays as the person at the page until the game is over; how many moves that were. */
async function playOn(page, { id, token }, between = async () => {}) {
  for (let moves = 0; ; moves += 1) {
    await page.locator(".bar-say.mine, .end").first().waitFor();
    const game = await call("GET", `/v1/games/${id}`, { token });
    if (game.status !== "running") return moves;
    await page.locator(`.table[data-seq="${game.seq}"]`).waitFor();
    if (moves === 1) await between();
    await perform(page, lively(game));
    await page.locator(`.table[data-seq="${game.seq}"]`).waitFor({ state: "detached" });
  }
}

/** Notes which positions the page shows from now on. */
function watch(page) {
  return page.evaluate(() => {
    const table = document.querySelector(".table");
    globalThis.shown = [Number(table.dataset.seq)];
    new MutationObserver(() => globalThis.shown.push(Number(table.dataset.seq)))
      .observe(table, { attributes: true, attributeFilter: ["data-seq"] });
  });
}

test("one click from Home, a visitor plays with three bots to the end", async (t) => {
  const page = await visitor(t, phone);
  await open(page, "/");
  await accessible(page, "Home with its ways to play");
  await page.getByRole("button", { name: "Play with three bots" }).click();
  await page.locator(".hand-card").first().waitFor();
  const game = await seated(page);
  assert.deepEqual((await call("GET", `/v1/games/${game.id}`, { token: game.token })).seats.map(({ bot_level: bot }) => bot), [null, "steady", "steady", "steady"]);
  assert.deepEqual(await page.locator(".seat.bot").evaluateAll((seats) => seats.map((seat) => seat.innerText.replace(/\s+/g, " ").trim())),
    ["Bot 2 5 cards steady", "Bot 3 5 cards steady", "Bot 4 5 cards steady"]);
  await watch(page);
  const moves = await playOn(page, game, async () => {
    assert.ok(await fits(page), "nothing is wider than the phone");
    await accessible(page, "a table with bots");
  });
  assert.ok(moves > 0);
  await page.locator(".end").waitFor();
  const shown = await page.evaluate(() => globalThis.shown);
  const { seq } = await call("GET", `/v1/games/${game.id}`, { token: game.token });
  assert.deepEqual([...new Set(shown)], Array.from({ length: seq - shown[0] + 1 }, (_, index) => shown[0] + index),
    "each move of a bot is shown by itself");
  await page.locator("[data-key=log]").click();
  assert.equal(await page.locator(".dialog .log li").count(), seq);
  // The deal is secret: which bots had a turn before the game was over is another each time.
  const { items: log } = await call("GET", `/v1/games/${game.id}/moves`, { token: game.token });
  for (const bot of new Set(log.map(({ seat }) => seat).filter((seat) => seat > 0))) {
    await page.locator(".dialog .log", { hasText: `Bot ${bot + 1}` }).waitFor();
  }
});

test("to concede takes one person among bots, and the replay names the bots", async (t) => {
  const page = await visitor(t, { locale: "es-ES", ...dark });
  await open(page, "/");
  await page.getByRole("button", { name: "Jugar con tres bots" }).click();
  await page.locator(".hand-card").first().waitFor();
  await page.locator(".seat.bot", { hasText: "sólido" }).nth(2).waitFor();
  await accessible(page, "a table with bots in Spanish, dark");
  const game = await seated(page);
  await page.locator("[data-key=concede]").click();
  await page.getByText("todos los jugadores").waitFor({ state: "detached" });
  await page.locator("[data-key=concede-yes]").click();
  await page.locator(".end").waitFor();
  await page.getByRole("link", { name: "Repetición" }).click();
  await page.locator(".replay-hand", { hasText: "Bot 3" }).waitFor();
  await page.getByRole("button", { name: "Seguir desde aquí" }).click();
  await page.getByRole("radio", { name: "Juego en un asiento, y los bots en los demás" }).check();
  await page.locator(".dialog .main").click();
  await page.locator(".seat.bot").nth(2).waitFor();
  assert.notEqual(await seated(page).then(({ id }) => id), game.id);
});

test("the form gives seats to bots, and to people and bots together", async (t) => {
  const page = await visitor(t, phone);
  await open(page, "/new");
  await page.getByRole("radio", { name: "3" }).check();
  await page.getByLabel("Seat 2").focus();
  await page.getByLabel("Seat 2").selectOption("strong");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "bot-1", "the focus is kept");
  await page.getByLabel("Seat 3").selectOption("novice");
  assert.equal(await page.getByText("Friends, by a link").count(), 0, "a bot needs no link");
  assert.ok(await fits(page));
  await accessible(page, "a new game with bots");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".hand-card").first().waitFor();
  const levels = async () => {
    const { id, token } = await seated(page);
    return (await call("GET", `/v1/games/${id}`, { token })).seats.map(({ bot_level: bot, open: free }) => bot ?? free);
  };
  assert.deepEqual(await levels(), [false, "strong", "novice"]);

  // The person who is invited sits between the bots.
  await open(page, "/new");
  await page.getByRole("radio", { name: "4" }).check();
  await page.getByLabel("Seat 2").selectOption("steady");
  await page.getByLabel("Seat 4").selectOption("novice");
  await page.getByRole("button", { name: "Create and invite" }).click();
  await page.getByRole("heading", { name: "Waiting for one player" }).waitFor();
  assert.deepEqual(await levels(), [false, "steady", true, "novice"]);

  // Two share this device, with a bot.
  await open(page, "/new");
  await page.getByRole("radio", { name: "3" }).check();
  await page.getByLabel("Seat 2", { exact: true }).selectOption("novice");
  await page.getByRole("radio", { name: "All on this device" }).check();
  await page.getByRole("textbox", { name: "Seat 3" }).fill("Ben");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".hand-part").waitFor();
  assert.deepEqual(await levels(), [false, "novice", false]);
  await page.locator(".seat", { hasText: "Ben" }).waitFor();
});

test("a waiting player puts bots on open seats, and takes them off again", async (t) => {
  const page = await visitor(t, phone);
  const other = await visitor(t);
  await open(page, "/new");
  await page.getByRole("radio", { name: "3" }).check();
  await page.getByRole("button", { name: "Create and invite" }).click();
  await page.getByRole("heading", { name: "Waiting for 2 players" }).waitFor();
  await other.goto(page.url());
  await other.locator("[data-key=join]").waitFor();
  assert.equal(await other.locator(".waiting-bots").count(), 0, "only the creator seats bots");
  await page.getByRole("button", { name: "A single-use link for each seat" }).click();
  await page.getByLabel("Link for seat 3").waitFor();
  await page.getByLabel("a bot of this level").selectOption("novice");
  await page.getByRole("button", { name: "Seat a bot at seat 3" }).click();
  await page.getByRole("heading", { name: "Waiting for one player" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "bot-2", "the focus is kept");
  await page.getByLabel("Link for seat 3").waitFor({ state: "detached" });
  await page.locator(".bot-seats", { hasText: "Bot 3, novice" }).waitFor();
  await other.locator(".seat.bot", { hasText: "Bot 3" }).waitFor();
  assert.ok(await fits(page));
  await accessible(page, "waiting with a bot");
  await page.getByRole("button", { name: "Remove the bot at seat 3" }).click();
  await page.getByRole("heading", { name: "Waiting for 2 players" }).waitFor();
  await page.getByLabel("a bot of this level").selectOption("strong");
  for (const seat of [2, 3]) await page.getByRole("button", { name: `Seat a bot at seat ${seat}` }).click();
  await page.locator(".hand-card").first().waitFor();
  await other.locator(".seat.bot", { hasText: "Bot 2" }).waitFor();
});
