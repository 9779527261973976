// Every page when it is opened: light and dark, on a phone and a desktop, in
// both languages, checked with axe.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, base, call, createGame, dark, fits, lively, open, phone, recordGame, seated, visitor, withBrowser } from "./support.js";

withBrowser();

const VIEWS = {
  "at a desk": {},
  "on a phone, in the dark, in Spanish": { ...phone, ...dark, locale: "es-ES" },
};

for (const [name, options] of Object.entries(VIEWS)) {
  test(`every page is accessible ${name}`, async (t) => {
    const { game } = await recordGame({ players: 2, seed: "pages", names: ["Ada", "Ben"] }, lively);
    const waiting = await createGame({ players: 3, open_seats: 2 });
    const page = await visitor(t, options);
    const paths = [
      "/", "/new", `/games/${waiting.game.id}`, `/games/${game.id}`, `/games/${game.id}/replay`, "/daily", "/challenges",
      "/challenges/new", "/verify", "/rules", "/rules#R4.2", "/settings", "/leads/nowhere",
    ];
    for (const path of paths) {
      await open(page, path);
      await page.locator(".loading").first().waitFor({ state: "detached" });
      assert.equal(await page.locator("main h1").count(), 1, path);
      await accessible(page, path);
      assert.ok(await fits(page), `${path} is wider than the screen`);
    }
  });
}

test("a new game is not public unless others may watch, which is remembered", async (t) => {
  const page = await visitor(t);
  const visibility = async () => {
    await page.locator(".hand-card").first().waitFor();
    const { id, token } = await seated(page);
    return (await call("GET", `/v1/games/${id}`, { token })).visibility;
  };
  await open(page, "/");
  await page.getByRole("button", { name: "Play alone now" }).click();
  assert.equal(await visibility(), "private");
  await open(page, "/");
  await page.getByRole("checkbox", { name: "Let others watch" }).check();
  await open(page, "/new");
  assert.ok(await page.getByRole("checkbox", { name: "Let others watch" }).isChecked());
  await open(page, "/");
  await page.getByRole("button", { name: "Play alone now" }).click();
  assert.equal(await visibility(), "public");
});

test("the links to a private game hold the code that lets friends in", async (t) => {
  const { game, tokens, spectator_code: code } = await createGame({ players: 2, open_seats: 1, visibility: "private" });
  const page = await visitor(t);
  const kept = { seats: tokens.map((one) => ({ game: game.id, ...one, used: 1 })), owned: { [game.id]: 0 }, codes: { [game.id]: code } };
  await page.addInitScript((text) => localStorage.setItem("regicide", text), JSON.stringify(kept));
  await open(page, `/games/${game.id}`);
  assert.equal(await page.getByLabel("Link to this game").inputValue(), `${base}/games/${game.id}#code=${code}`);
  await page.getByRole("button", { name: "A single-use link for each seat" }).click();
  const friend = await visitor(t);
  await friend.goto(await page.getByLabel("Link for seat 2").inputValue());
  await friend.locator("[data-key=join-name]").fill("N".repeat(40));
  await friend.getByText("That is the limit: 40 characters.").waitFor();
  await friend.locator("[data-key=join-name]").fill("Ben");
  await friend.locator("[data-key=join]").click();
  await friend.locator(".hand-card").first().waitFor();
});

test("Home shows games that moved lately, and a friendly text where there are none", async (t) => {
  const page = await visitor(t);
  const { game } = await createGame({ players: 1, names: ["Ada"] });
  const minutesAgo = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();
  const named = (name, seq, created, moved) => ({
    ...game, seq, created_at: minutesAgo(created), updated_at: minutesAgo(moved ?? created),
    seats: [{ ...game.seats[0], name }],
  });
  let items = [
    named("Not begun", 0, 1), named("Long ago", 5, 90), named("Left", 5, 90, 31), named("New", 3, 2),
    named("Fifth", 9, 100, 20), named("First", 9, 100, 1), named("Third", 9, 100, 3), named("Fourth", 9, 100, 4),
  ];
  await page.route("**/v1/games?*", (route) => route.fulfill({ json: { items, next: null } }));
  await open(page, "/");
  const names = page.locator(".watch .game-names");
  await names.first().waitFor();
  assert.deepEqual(await names.allTextContents(), ["First", "New", "Third", "Fourth"]);
  items = items.slice(0, 3);
  await page.reload();
  await page.getByText("Nobody is playing in public right now.").waitFor();
});

test("the page of an invitation shows its host, its game and its end", async (t) => {
  const [ada, ben] = await Promise.all(["Ada", "Ben"].map((name) => call("POST", "/v1/players", { body: { name } })));
  const page = await visitor(t, phone);
  const keep = (page, { player, token }) => page.addInitScript((kept) => {
    if (!localStorage.getItem("regicide")) localStorage.setItem("regicide", kept);
  }, JSON.stringify({ seats: [], player: { id: player.id, name: player.name, token } }));
  await keep(page, ada);
  await open(page, "/new");
  await page.getByRole("button", { name: "Create and invite" }).click();
  const field = page.getByLabel("Invite a player by their id or page address");
  await field.fill("Ben");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByText("This contains no player id").waitFor();
  await field.fill(`${base}/players/${ben.player.id}`);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByText("Seat 2 is held for this player").waitFor();
  await accessible(page, "a table with an invitation");
  const guest = await visitor(t);
  await keep(guest, ben);
  await open(guest, "/players/me");
  const invitation = guest.locator(".game", { hasText: "Ada invites you" });
  await invitation.getByText(/^Regicide for 2 players · until /).waitFor();
  await invitation.click();
  await guest.locator("[data-key=join]").click();
  await guest.locator(".hand-card").first().waitFor();
});

test("pages have addresses: links, the back button and unknown paths", async (t) => {
  const page = await visitor(t);
  await open(page, "/");
  await page.getByRole("link", { name: "Rules" }).click();
  await page.waitForURL("**/rules");
  await page.goBack();
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/");
  await open(page, "/leads/nowhere");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
});

test("ten games without a reload leave nothing behind", async (t) => {
  const page = await visitor(t);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Performance.enable");
  const go = async (path, shown) => {
    await page.evaluate((to) => {
      const link = Object.assign(document.createElement("a"), { href: to });
      document.querySelector("main").append(link);
      link.click();
    }, path);
    await page.locator(shown).first().waitFor();
  };
  const count = async () => {
    // Objects that are not reachable any more are collected in rounds.
    for (let round = 0; round < 3; round += 1) await browser.send("HeapProfiler.collectGarbage");
    const { metrics } = await browser.send("Performance.getMetrics");
    return ["Nodes", "JSEventListeners"].map((wanted) => metrics.find(({ name }) => name === wanted).value);
  };
  const play = async () => {
    await page.getByRole("button", { name: "Play alone now" }).click();
    await page.locator(".hand-card").first().waitFor();
    const { pathname } = new URL(page.url());
    await page.locator("[data-key=help]").click();
    await page.keyboard.press("Escape");
    await page.locator("[data-key=concede]").click();
    await page.locator("[data-key=concede-yes]").click();
    await page.locator(".end").waitFor();
    await go(`${pathname}/replay`, ".replay-moves");
    await go("/daily", ".daily-date");
    await go("/", ".hero");
  };
  await open(page, "/");
  // The first games fill what is kept once, such as the rules.
  for (let games = 0; games < 2; games += 1) await play();
  const [nodes, listeners] = await count();
  for (let games = 0; games < 10; games += 1) await play();
  const [nodesThen, listenersThen] = await count();
  assert.ok(nodesThen < nodes + 200, `${nodes} nodes, then ${nodesThen}`);
  assert.ok(listenersThen < listeners + 20, `${listeners} listeners, then ${listenersThen}`);
});
