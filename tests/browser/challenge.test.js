// The daily challenge, challenges of organisers, and players.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { startInstance } from "./service.js";
import { accessible, call, dark, fits, kept, lively, open, phone, signedIn, until, visitor, withBrowser } from "./support.js";

withBrowser();

/** Plays a game to its end over the API. */
async function finish(id, token) {
  for (;;) {
    const game = await call("GET", `/v1/games/${id}`, { token });
    if (game.status !== "running") return game;
    await call("POST", `/v1/games/${id}/moves`, { token, body: { move: lively(game).move } });
  }
}

test("a visitor plays the daily challenge: gives a name, plays, and shares the result", async (t) => {
  const page = await visitor(t, { permissions: ["clipboard-read", "clipboard-write"] });
  // Another name on each run, because boards mark names that look alike.
  const name = `Zoë <i> ${Date.now()}`;
  await page.addInitScript(() => { delete Navigator.prototype.share; });
  await open(page, "/daily");
  await page.getByText("its board is open to players who have finished").waitFor();
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Begin my attempt" }).click();
  await page.locator(".hand-card").first().waitFor();
  const { player } = await kept(page);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await page.goto(page.url().replace(/games.*/, "daily"));
  await page.getByRole("link", { name: "Continue" }).waitFor();
  await accessible(page, "a running attempt");
  await finish(id, player.token);
  await page.reload();
  await page.getByRole("heading", { name: "Your result" }).waitFor();
  await page.getByRole("img", { name: /of 12 royals defeated/ }).waitFor();
  await page.locator(".board .mine").waitFor();
  assert.equal(await page.locator(".board .mine td").nth(1).textContent(), name);
  for (const place of ["section", ".own-record"]) {
    assert.equal(await page.locator(`${place} .columns li`).count(), 13);
    assert.equal(await page.locator(`${place} .columns .mine`).count(), 1);
  }
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("Copied.").waitFor();
  // The text has the squares, and a link to the day.
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\/12\n(.{4}\n){3}http:.*\/daily\/[0-9-]+$/su);
  await page.getByText("1 day in a row").waitFor();
  await accessible(page, "an ended attempt");
});

/** Makes it a time, of today unless it has a date, by the clocks of the browser and of the service. */
async function itIs(page, clock) {
  const today = new Date().toISOString().slice(0, 10);
  await page.clock.install({ time: clock.includes("T") ? clock : `${today}T${clock}Z` });
  await page.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function named(name) {
      return name === "Date" ? new Date().toUTCString() : get.call(this, name);
    };
  });
  return today;
}

/** A player who has begun today's challenge for one. */
async function beginDaily(name) {
  const made = await call("POST", "/v1/players", { body: { name } });
  const { challenges: [alone] } = await call("GET", "/v1/daily");
  const { game } = await call("POST", `/v1/challenges/${alone.id}/attempts`, { token: made.token, body: {} });
  return { made, game, alone, seats: [{ game: game.id, seat: 0, token: made.token, used: 1 }] };
}

test("the daily page becomes the next day at its end, also after the device has slept", async (t) => {
  const page = await visitor(t);
  const today = await itIs(page, "23:58:30");
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  let day = today;
  await page.route("**/v1/daily?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json(), date: day } });
  });
  await open(page, "/daily");
  await page.getByText(/The next day begins in \d+ (min|s)$/).waitFor();
  const shown = await page.locator(".daily-date").textContent();
  // A service whose clock is behind has the next day a little later.
  let requests = 0;
  page.on("request", (request) => { if (request.url().includes("/v1/daily?")) requests += 1; });
  await page.locator(".daily-date").evaluate((drawn) => { drawn.dataset.old = ""; });
  await page.clock.fastForward("02:00");
  await page.locator(".daily-date:not([data-old])").waitFor();
  assert.equal(await page.locator(".daily-date").textContent(), shown);
  day = tomorrow;
  await page.clock.fastForward("00:10");
  await page.locator(".daily-date").filter({ hasNotText: shown }).waitFor();
  assert.ok(requests <= 3, `${requests} requests`);
});

test("a daily challenge ends at the table: result, place, days in a row, and the time until the next", async (t) => {
  const { made, game, seats } = await beginDaily(`Ida ${Date.now()}`);
  const page = await visitor(t, { ...phone, permissions: ["clipboard-read", "clipboard-write"] });
  await itIs(page, "17:47:40");
  await page.addInitScript(() => { delete Navigator.prototype.share; });
  await signedIn(page, made, { seats });
  await open(page, `/games/${game.id}`);
  await page.locator(".hand-card").first().waitFor();
  assert.equal(await page.locator(".outcome").count(), 0);
  const { result } = await finish(game.id, made.token);
  const outcome = page.locator(".end .outcome");
  await outcome.getByRole("img", { name: `${result.enemies_defeated} of 12 royals defeated` }).waitFor();
  await outcome.getByText(/You are at rank \d+ of \d+\./).waitFor();
  await outcome.getByText("1 day in a row").waitFor();
  await outcome.getByText("My results").click();
  await outcome.getByText("1 game · won: 0 (0%)").waitFor();
  assert.deepEqual(await outcome.locator(".own-record .mine .column-name").allTextContents(), [String(result.enemies_defeated)]);
  assert.equal(await outcome.locator(".columns .mine").count(), 2, "of all players, and of the own games");
  await outcome.getByText("Replay and analysis open when the challenge is over").waitFor();
  assert.equal(await page.getByRole("link", { name: "Replay" }).count(), 0, "the replay is under embargo");
  await page.locator("[data-key=again]:not(.main)", { hasText: "Practise with other cards" }).waitFor();
  assert.equal(await page.locator("[data-key=same-deal]").count(), 0, "the deal is under embargo");
  await outcome.getByText("The next day begins in 6 h 12 min").waitFor();
  await page.clock.fastForward("01:00");
  await outcome.getByText("The next day begins in 6 h 11 min").waitFor();
  await outcome.getByRole("button", { name: "Share" }).click();
  await outcome.getByText("Copied.").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\/daily\/[0-9-]+$/);
  await accessible(page, "the end of a daily challenge");
  assert.ok(await fits(page));
  await outcome.getByRole("link", { name: "See the board" }).click();
  await page.locator(".board .mine").waitFor();
});

test("the table of an attempt names the challenge, counts down to its end, and ends with its result", async (t) => {
  const { made, game, seats } = await beginDaily(`Lea ${Date.now()}`);
  const page = await visitor(t, phone);
  const today = await itIs(page, new Date(Date.parse(game.challenge.ends_at) - 1_790_000).toISOString());
  await signedIn(page, made, { seats });
  await open(page, `/games/${game.id}`);
  await page.locator(".game-line", { hasText: `Daily challenge of ${Number(today.slice(8))}` }).waitFor();
  await page.locator(".game-line", { hasText: "ends in 30 min" }).waitFor();
  await accessible(page, "an attempt near the end of its challenge");
  // The day ends: its games take no moves any more.
  const view = await call("GET", `/v1/games/${game.id}`, { token: made.token });
  const closed = { ...view, status: "closed", legal_moves: null, to_act: null };
  await page.route("**/events*", (route) => route.fulfill({
    contentType: "application/x-ndjson", body: `${JSON.stringify({ type: "end", id: `${view.version}.0.0.end`, game: closed })}\n`,
  }));
  await page.reload();
  await page.getByRole("heading", { name: "The challenge is over." }).waitFor();
  await page.locator(".end", { hasText: "The attempt counts as it stands. 0 of twelve royals defeated." }).waitFor();
  await page.locator(".end").getByRole("link", { name: "See the board" }).waitFor();
  await accessible(page, "an attempt that its challenge has closed");
});

test("Home links to a running attempt, and shows the result of one that has ended", async (t) => {
  const { made, game } = await beginDaily(`Hugo ${Date.now()}`);
  const page = await visitor(t);
  await signedIn(page, made);
  await itIs(page, "17:47:40");
  await open(page, "/");
  await page.getByRole("link", { name: "Continue" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Continue" }).getAttribute("href"), `/games/${game.id}`);
  const { result } = await finish(game.id, made.token);
  await page.reload();
  await page.getByText(`${result.enemies_defeated} of 12 enemies · 1 day in a row · next in 6 h 12 min`).waitFor();
  await page.locator(".today-played").getByRole("img", { name: `${result.enemies_defeated} of 12 royals` }).waitFor();
  await accessible(page, "Home after today's challenge");
});

test("the daily page has a calendar of the month with the own results", async (t) => {
  const { made, game, alone } = await beginDaily(`Kai ${Date.now()}`);
  const { result } = await finish(game.id, made.token);
  const page = await visitor(t, phone);
  await signedIn(page, made);
  // As if the service were older, and the player had won on the day before.
  const today = Date.parse(`${alone.date}T00:00:00Z`);
  const daysAgo = (days) => new Date(today - days * 86_400_000);
  const dateOf = (date) => date.toISOString().slice(0, 10);
  await page.route("**/v1/challenges?source=daily*", async (route) => {
    const response = await route.fetch();
    const past = Array.from({ length: 62 }, (_, index) => ({ ...alone, status: "over", date: dateOf(daysAgo(index + 1)) }));
    await route.fulfill({ response, json: { items: [alone, ...past], next: null } });
  });
  const won = dateOf(daysAgo(1));
  const { items: [one] } = await call("GET", `/v1/players/${made.player.id}/games`, { token: made.token });
  const midnight = daysAgo(1).getTime().toString(16).padStart(12, "0").replace(/^.{8}/, "$&-");
  const before = {
    ...one, result: { ...one.result, enemies_defeated: 12 }, challenge: { ...one.challenge, id: `${midnight}-7000-8000-000000000000` },
  };
  // Of an organiser's challenge, whose id is of no midnight, nothing is shown.
  const other = { ...one, challenge: { ...one.challenge, id: one.id } };
  await page.route("**/v1/players/*/games?players*", async (route) => {
    const month = route.request().url().match(/created_after=([0-9]+-[0-9]+)/)[1];
    const items = [[alone.date, other], [alone.date, one], [won, before]].filter(([date]) => date.startsWith(month)).map(([, game]) => game);
    await route.fulfill({ json: { items, next: null } });
  });
  await open(page, "/daily");
  const calendar = page.locator(".calendar");
  const own = calendar.locator("[aria-current=date]");
  await own.waitFor();
  assert.match(await own.textContent(), new RegExp(`^${daysAgo(0).getUTCDate()}: ${result.enemies_defeated} of 12 enemies`));
  assert.equal(await calendar.locator("th").count(), 7);
  await accessible(page, "the calendar");
  assert.ok(await fits(page));
  await page.getByRole("button", { name: "Previous month" }).click();
  const first = new Date(Date.UTC(daysAgo(0).getUTCFullYear(), daysAgo(0).getUTCMonth() - 1, 1));
  await calendar.locator(`a[href="/daily/${dateOf(first)}"]`).waitFor();
  assert.equal(await own.count(), 0, "today is in another month");
  if (won.slice(0, 7) === alone.date.slice(0, 7)) await page.getByRole("button", { name: "Next month" }).click();
  await calendar.locator(`a.won[href="/daily/${won}"]`, { hasText: "won" }).waitFor();
});

test("a game with the cards of a challenge that is over is marked as practice", async (t) => {
  const made = await call("POST", "/v1/players", { body: { name: "Ada" } });
  const body = { name: "Over", kind: "regicide", players: 1, closes_at: new Date(Date.now() + 2000).toISOString(), grace_minutes: 0 };
  const challenge = await call("POST", "/v1/challenges", { token: made.token, body });
  await until(async () => (await call("GET", `/v1/challenges/${challenge.id}`)).status === "over");
  const page = await visitor(t);
  await signedIn(page, made);
  await open(page, `/challenges/${challenge.id}`);
  await page.getByRole("button", { name: "Practise" }).click();
  await page.locator(".hand-card").first().waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await call("POST", `/v1/games/${id}/moves`, { token: made.token, body: { move: { type: "concede" } } });
  await page.locator(".end .tag", { hasText: "practice" }).waitFor();
  await accessible(page, "the end of a practice game");
  await open(page, "/players/me");
  await page.locator(`[data-game="${id}"] .tag`, { hasText: "practice" }).waitFor();
  await page.getByText("No game that counts yet").waitFor();
});

test("with few results, no share in per cent is shown", async (t) => {
  const { made, game } = await beginDaily(`Few ${Date.now()}`);
  await finish(game.id, made.token);
  const page = await visitor(t);
  await signedIn(page, made);
  // The board as first loaded: events would add the existing results.
  await page.route("**/v1/challenges/*/events*", (route) => route.abort());
  let results = 5;
  await page.route("**/leaderboard?*", async (route) => {
    const response = await route.fetch();
    const board = await response.json();
    await route.fulfill({ response, json: { ...board, results, own: { ...board.own, place: 1, percentile: 100 } } });
  });
  await open(page, "/daily");
  await page.getByText("You are at rank 1 of 5. Better than 100 % of the others.").waitFor();
  results = 4;
  await page.reload();
  await page.getByText("You are at rank 1 of 4.", { exact: true }).waitFor();
});

test("the page of a day shows the solver's and the bots' results for its deal", async (t) => {
  // A small budget: whether a win is found is not what is tested.
  const settings = { REGICIDE_SOLVER_NODES: "2000", REGICIDE_DAILY_AHEAD_DAYS: "0", REGICIDE_DAILY_DIFFICULTY: "off" };
  const folder = await mkdtemp(`${tmpdir()}/regicide-`);
  t.after(() => rm(folder, { recursive: true }));
  const { address } = await startInstance(t, `sqlite://${folder}/day.db`, undefined, settings);
  const url = `http://${address}`;
  const { challenges } = await call("GET", "/v1/daily", { url });
  const [alone, four] = [1, 4].map((wanted) => challenges.find(({ players }) => players === wanted).winnable);
  const page = await visitor(t, {}, url);
  await page.goto(`${url}/daily`);
  const deal = page.locator(".deal");
  await deal.getByText(alone.known ? "known to be winnable by someone who knew every card" : "No way to win it is known").waitFor();
  const gold = alone.gold ? "which is gold, is known, too" : "No win without a jester is known";
  assert.equal(await deal.getByText(gold).count(), alone.known ? 1 : 0);
  assert.equal(await deal.locator("strong").count(), 0, "no bot has played it");
  await accessible(page, "what is known of a deal");
  const spanish = await visitor(t, { ...phone, locale: "es-ES" }, url);
  // As if bots had played it, which takes long.
  await spanish.route("**/v1/challenges/*", async (route) => {
    const response = await route.fetch();
    const difficulty = { level: "hard", mean_enemies_defeated: 6.5, games_played: 100 };
    await route.fulfill({ response, json: { ...await response.json(), difficulty } });
  });
  await spanish.goto(`${url}/daily?players=4`);
  await spanish.locator(".deal", { hasText: four.known ? "quien conozca todas las cartas" : "ninguna manera de ganarlo" }).waitFor();
  await spanish.locator(".deal", { hasText: "Difícil para los bots. En 100 partidas" }).getByText("6,5 de los doce").waitFor();
  assert.equal(await spanish.locator(".deal", { hasText: "oro" }).count(), 0, "gold is for one player");
  await accessible(spanish, "what is known of a deal, in Spanish");
});

test("the daily challenge has an address for each number of players and day", async (t) => {
  const page = await visitor(t, { ...phone, ...dark, locale: "es-ES" });
  await open(page, "/daily?players=3");
  await page.getByRole("radio", { name: "3 jugadores" }).and(page.locator(":checked")).waitFor();
  await page.getByText("Un equipo de 3").waitFor();
  await page.getByRole("radio", { name: "2 jugadores" }).check();
  await page.waitForURL("**/daily?players=2");
  await accessible(page, "the daily challenge of a team");
  assert.ok(await fits(page));
});

test("an organiser creates a challenge with invitations, and a player enters with a code", async (t) => {
  const page = await visitor(t);
  await open(page, "/challenges");
  await page.getByRole("link", { name: "Create a challenge" }).click();
  await page.getByLabel("Your name").fill("Olga");
  await page.getByLabel("What is it called?").fill("Club night");
  await page.getByLabel("Who may take part?").selectOption("invited");
  await accessible(page, "the form for a challenge");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("heading", { name: "Club night" }).waitFor();
  await page.getByRole("button", { name: "Make codes" }).click();
  const code = (await page.locator(".organiser form pre").textContent()).trim();
  assert.match(code, /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await accessible(page, "the page of an organiser");
  // A sheet for each pupil.
  await page.getByLabel("Names of the players").fill("Ana\nLuz\n\nÓscar\nAna");
  await page.getByRole("button", { name: "Make codes" }).click();
  await page.locator(".organiser form pre", { hasText: "Óscar" }).waitFor();
  await page.evaluate(() => { globalThis.print = () => document.body.classList.add("printed"); });
  await page.getByRole("button", { name: "Print a sheet for each" }).click();
  await page.locator("body.printed").waitFor();
  await page.emulateMedia({ media: "print" });
  assert.deepEqual(await page.locator(".sheet .sheet-name").allTextContents(), ["Ana", "Luz", "Óscar", "Ana"]);
  assert.equal(await page.locator(".sheet .qr svg").count(), 4);
  assert.equal(await page.getByRole("heading", { name: "You organise this challenge" }).isVisible(), false);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  assert.equal(await page.locator(".sheet").count(), 0);
  const guest = await visitor(t);
  await signedIn(guest, await call("POST", "/v1/players", { body: { name: "Guest" } }));
  await open(guest, new URL(page.url()).pathname);
  assert.equal(await guest.getByText("You organise this challenge").count(), 0);
  await guest.getByRole("button", { name: "Begin my attempt" }).click();
  await guest.locator(".note.problem").waitFor();
  await guest.getByLabel("Invitation code").fill(code.toLowerCase().replaceAll("-", " "));
  await guest.getByRole("button", { name: "Begin my attempt" }).click();
  await guest.locator(".hand-card").first().waitFor();
  // The organiser sees what became of each code.
  await page.reload();
  const rows = page.locator(".invited tbody tr");
  await rows.nth(4).waitFor();
  assert.match(await rows.nth(0).textContent(), /^Guest ?plays/);
  assert.deepEqual(await page.locator(".invited tbody td:first-child").allTextContents(), ["Guest", "Ana (code 2)", "Luz", "Óscar", "Ana (code 5)"]);
  await accessible(page, "the invited players");
  const revoke = page.getByRole("button", { name: "Revoke the code of Luz" });
  await revoke.focus();
  await page.keyboard.press("Enter");
  await rows.nth(2).getByText("revoked").waitFor();
  const restore = page.getByRole("button", { name: "Restore the code of Luz" });
  assert.ok(await restore.evaluate((button) => button === document.activeElement), "the focus stays");
  await page.keyboard.press("Enter");
  await revoke.waitFor();
  // The list follows the board.
  const { player } = await kept(guest);
  await finish(new URL(guest.url()).pathname.split("/").at(-1), player.token);
  await rows.nth(0).getByText(/^ended · \d/).waitFor();
});

test("an organiser chooses a winnable deal and its difficulty, and the page shows both", async (t) => {
  // A small budget: whether a win is found is not what is tested.
  const settings = { REGICIDE_SOLVER_NODES: "2000", REGICIDE_DAILY_AHEAD_DAYS: "0", REGICIDE_DAILY_DIFFICULTY: "off" };
  const folder = await mkdtemp(`${tmpdir()}/regicide-`);
  t.after(() => rm(folder, { recursive: true }));
  const { address } = await startInstance(t, `sqlite://${folder}/cup.db`, undefined, settings);
  const url = `http://${address}`;
  const page = await visitor(t, {}, url);
  await page.goto(`${url}/challenges/new`);
  await page.getByLabel("Your name").fill("Olga");
  const winnable = page.getByLabel("known to be winnable by someone who knew every card");
  const difficulty = page.getByLabel("how difficult it is for them");
  await page.getByLabel("What is it called?").fill("Cup");

  // The solver looks for no other seed where the organiser gives it, and for no win in
  // the other game.
  await page.locator("summary", { hasText: "Seed" }).click();
  await page.getByLabel("Who knows the cards?").selectOption("public");
  assert.deepEqual([await winnable.count(), await difficulty.count()], [0, 1]);
  await page.locator("select[name=game]").selectOption("regicide-tricks");
  assert.deepEqual([await winnable.count(), await difficulty.count()], [0, 0]);
  await page.locator("select[name=game]").selectOption("regicide");
  await page.getByLabel("Who knows the cards?").selectOption("secret");

  await winnable.check();
  await difficulty.check();
  await accessible(page, "the form with questions about the deal");
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/v1/challenges"));
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const body = (await sent).postDataJSON();
  assert.deepEqual([body.require_winnable, body.measure_difficulty], [true, true]);
  await page.getByRole("heading", { name: "Cup" }).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { winnable: known } = await call("GET", `/v1/challenges/${id}`, { url });
  const deal = page.locator("section.deal");
  await deal.getByText(known.known ? "known to be winnable by someone who knew every card" : "No way to win it is known").waitFor();
  await page.route(`**/v1/challenges/${id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json(), difficulty: { level: "easy", mean_enemies_defeated: 10.5, games: 100 } } });
  });
  await page.reload();
  await deal.getByText("Easy for bots.").waitFor();
  await accessible(page, "what is known of an organiser's deal");
});

test("a player is renamed, lists games, changes the device, and is deleted", async (t) => {
  const made = await call("POST", "/v1/players", { body: { name: "Ada" } });
  const started = await call("POST", "/v1/games", { token: made.token, body: { players: 1 } });
  await finish(started.game.id, made.token);
  const page = await visitor(t);
  await signedIn(page, made);
  await open(page, "/players/me");
  await page.getByRole("heading", { name: "Ada", exact: true }).waitFor();
  await page.locator(`a[href="/games/${started.game.id}/replay"]`).waitFor();
  await accessible(page, "a player's own page");
  await page.getByLabel("Your name").fill("A".repeat(40));
  await page.getByText("That is the limit: 40 characters.").waitFor();
  await page.getByLabel("Your name").fill("Augusta");
  await page.getByText("That is the limit").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("heading", { name: "Augusta", exact: true }).waitFor();
  await page.getByText("Your key", { exact: true }).click();
  await page.getByRole("button", { name: "Show my key" }).click();
  const key = await page.locator(".player-own pre").textContent();

  const other = await visitor(t, phone);
  await open(other, "/players/me");
  await accessible(other, "the page without a player");
  await other.getByLabel("Key", { exact: true }).fill(key);
  await other.getByRole("button", { name: "Use this key" }).click();
  await other.getByRole("heading", { name: "Augusta", exact: true }).waitFor();
  assert.equal((await kept(other)).player.token, made.token);

  const stranger = await visitor(t);
  await open(stranger, `/players/${made.player.id}`);
  await stranger.getByRole("heading", { name: "Augusta", exact: true }).waitFor();
  assert.equal(await stranger.getByRole("button", { name: "Delete the player" }).count(), 0);

  await page.getByRole("button", { name: "Delete the player" }).click();
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  assert.equal((await kept(page)).player, null);
});

test("an organiser takes a result off the board, with a public reason", async (t) => {
  const made = await call("POST", "/v1/players", { body: { name: "Ada" } });
  const page = await visitor(t);
  await signedIn(page, made);
  await open(page, "/challenges/new");
  await page.getByLabel("What is it called?").fill("Open evening");
  await page.getByText("Variants and options").click();
  await page.getByRole("checkbox", { name: /No combos/ }).check();
  await page.locator("summary", { hasText: "Seed" }).click();
  await page.getByLabel("Who knows the cards?").selectOption("public");
  await page.getByLabel("Seed", { exact: true }).fill("open-evening");
  await accessible(page, "the form with options and a public seed");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("heading", { name: "Open evening" }).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const challenge = await call("GET", `/v1/challenges/${id}`);
  assert.deepEqual([challenge.options.variants, challenge.seed], [["no_combos"], "open-evening"]);
  const { game } = await call("POST", `/v1/challenges/${id}/attempts`, { token: made.token, body: {} });
  await finish(game.id, made.token);
  // Events update the board: the page is not loaded again.
  const removes = page.getByRole("button", { name: "Take the result of Ada off the board" });
  await removes.waitFor();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as CSV" }).click()]);
  assert.equal(saved.suggestedFilename(), `${id}.csv`);
  await removes.click();
  await page.getByLabel("Why?").fill("A rehearsal");
  await accessible(page, "the question why a result is taken off");
  await page.locator("dialog").getByRole("button", { name: "Take off the board" }).click();
  await page.locator("details", { hasText: "A rehearsal" }).waitFor();
  const { void: gone } = await call("GET", `/v1/challenges/${id}/leaderboard`, { token: made.token });
  assert.deepEqual(gone.map(({ reason }) => reason), ["A rehearsal"]);
  const guest = await visitor(t);
  const other = await call("POST", "/v1/players", { body: { name: "Guest" } });
  await signedIn(guest, other);
  await open(guest, `/challenges/${id}`);
  assert.equal(await guest.getByRole("button", { name: /off the board/ }).count(), 0, "only who organises it");
  // The removal is undone, and stays visible.
  await page.locator("details", { hasText: "A rehearsal" }).locator("summary").click();
  await accessible(page, "a result that was taken off");
  // A later result redraws the board and leaves the list expanded.
  const { game: later } = await call("POST", `/v1/challenges/${id}/attempts`, { token: other.token, body: {} });
  await finish(later.id, other.token);
  await page.getByRole("button", { name: "Take the result of Guest off the board" }).waitFor();
  await page.getByRole("button", { name: "Put back the result of Ada" }).click();
  await page.getByText("1 result was taken off and put back").click();
  await page.getByText("Ada: A rehearsal").waitFor();
  await removes.waitFor();
  assert.equal(await page.getByRole("button", { name: /^Put back/ }).count(), 0);
  // Not where an operator has removed it, as in this answer.
  const [removed] = gone;
  await page.route("**/leaderboard?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json(), void: [{ ...removed, by_organiser: false }, { ...removed, reason: "Late" }] } });
  });
  await page.reload();
  await page.getByText("2 results do not count").click();
  assert.deepEqual(await page.locator("details li", { has: page.getByRole("button", { name: /^Put back/ }) }).allTextContents(), ["Ada: Late Put back"]);
});

test("a player's page shows games as they begin and end", async (t) => {
  const made = await call("POST", "/v1/players", { body: { name: "Ada" } });
  const stranger = await visitor(t);
  await open(stranger, `/players/${made.player.id}`);
  await stranger.getByText("There are no games to show.").waitFor();
  const { game } = await call("POST", "/v1/games", { token: made.token, body: { players: 1 } });
  const entry = stranger.locator(`[data-game="${game.id}"]`);
  await entry.getByText("running").waitFor();
  await accessible(stranger, "a player who plays now");
  await call("POST", `/v1/games/${game.id}/moves`, { token: made.token, body: { move: { type: "concede" } } });
  await entry.getByText("Conceded.").waitFor();
});

test("a player's games are chosen by result, game and co-player", async (t) => {
  const ada = await call("POST", "/v1/players", { body: { name: "Ada" } });
  const ben = await call("POST", "/v1/players", { body: { name: "Ben, whose name is as long as one can be" } });
  const page = await visitor(t, phone);
  await signedIn(page, ada);
  await open(page, "/players/me");
  await page.getByText("There are no games to show").waitFor();
  assert.equal(await page.locator(".filters").isVisible(), false, "without games there is nothing to choose from");
  const alone = await call("POST", "/v1/games", { token: ada.token, body: { players: 1 } });
  await call("POST", `/v1/games/${alone.game.id}/moves`, { token: ada.token, body: { text: "concede" } });
  const { game: both } = await call("POST", "/v1/games", { token: ada.token, body: { kind: "regicide-tricks", players: 2, open_seats: 1 } });
  await call("POST", `/v1/games/${both.id}/seats`, { token: ben.token, body: {} });
  await open(page, "/players/me");
  const games = page.locator("ul.games [data-game]");
  await games.nth(1).waitFor();
  await accessible(page, "the filters of games");
  const only = async (id) => {
    await page.locator(`[data-game="${id}"]`).waitFor();
    assert.equal(await games.count(), 1);
  };
  await page.locator("[name=filter_co_player]").selectOption(ben.player.id);
  await only(both.id);
  assert.ok(await fits(page), "a long name fits");
  await page.locator("[name=filter_co_player]").selectOption("all");
  await games.nth(1).waitFor();
  await page.locator("[name=filter_result]").selectOption("lost");
  await only(alone.game.id);
  await page.locator("[name=filter_kind]").selectOption("regicide-tricks");
  await page.getByText("No game fits the filters.").waitFor();
  // On another player's page: the games with the reader.
  await open(page, `/players/${ben.player.id}`);
  await games.first().waitFor();
  await page.locator("[name=filter_co_player]").selectOption("me");
  await only(both.id);
});
