// Verification in the browser: receipts of the own games, and the marks of finished games and of boards.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { promisify } from "node:util";
import { accessible, base, call, concede, dark, fits, kept, lively, newTable, open, phone, recordGame, seat, signedIn, until, visitor, withBrowser } from "./support.js";

withBrowser();

// The next checkpoint may be a minute away.
const patience = { timeout: 90_000 };
const isLogged = async (game, token = "") => (await fetch(`${base}/v1/games/${game}/proof`, token ? { headers: { Authorization: `Bearer ${token}` } } : {})).ok;
const untilLogged = async (game, token = "") => {
  const end = performance.now() + 80_000;
  while (!await isLogged(game, token)) assert.ok(performance.now() < end);
};
const HOUR = 3_600_000;

/** A table whose game was conceded, and the receipt that its browser keeps. */
async function promised(t, options) {
  const { game, page } = await newTable(t, { players: 1 }, options);
  await concede([page]);
  await page.locator(".end").waitFor();
  await until(async () => (await kept(page)).receipts?.[game.id] !== undefined);
  const { receipt, policy } = (await kept(page)).receipts[game.id];
  assert.match(receipt, /^regicide\/log\/receipt\/v1\n/);
  assert.match(policy, /^log /);
  return { game, page, receipt };
}

const broken = (page) => page.getByRole("alert").filter({ hasText: "A promise of this service was not kept" });

test("the receipt of an own game is forgotten once the log has what it promises", patience, async (t) => {
  const { game, page } = await promised(t, {});
  const proofs = [];
  page.on("request", (request) => { if (request.url().endsWith("/proof")) proofs.push(request.url()); });
  await open(page, "/");
  await page.locator(".hero").waitFor();
  assert.deepEqual(proofs, [], "its entry is not due");
  await untilLogged(game.id);
  await page.clock.setFixedTime(Date.now() + HOUR / 20);
  await open(page, "/");
  await until(async () => (await kept(page)).receipts[game.id].done);
  assert.equal(await broken(page).count(), 0);
  // The views of the game have it until its time.
  await open(page, `/games/${game.id}`);
  await page.locator(".end").waitFor();
  assert.equal(proofs.length, 1);
  await page.clock.setFixedTime(Date.now() + 25 * HOUR);
  await open(page, "/rules");
  await until(async () => (await kept(page)).receipts[game.id] === undefined);
  assert.equal(proofs.length, 1);
});

test("the receipt of an attempt is compared with the log while its record is under embargo", patience, async (t) => {
  const made = await call("POST", "/v1/players", { body: { name: `Ada ${Date.now()}` } });
  const body = { name: "Embargo", kind: "regicide", players: 1, closes_at: new Date(Date.now() + HOUR).toISOString() };
  const { id } = await call("POST", "/v1/challenges", { token: made.token, body });
  const { game } = await call("POST", `/v1/challenges/${id}/attempts`, { token: made.token, body: {} });
  const page = await visitor(t);
  await signedIn(page, made);
  await open(page, `/games/${game.id}`);
  await concede([page]);
  await page.locator(".end").waitFor();
  assert.equal(await page.locator(".verified").count(), 0);
  await until(async () => (await kept(page)).receipts[game.id] !== undefined);
  await untilLogged(game.id, made.token);
  assert.equal(await isLogged(game.id), false);
  await page.clock.setFixedTime(Date.now() + HOUR / 20);
  await open(page, "/");
  await until(async () => (await kept(page)).receipts[game.id].done);
  assert.equal(await broken(page).count(), 0);
});

test("the home page keeps the receipt of a game that ended while its player was away", async (t) => {
  const { game, tokens } = await recordGame({ players: 1 }, lively);
  const page = await visitor(t);
  await seat(page, game, tokens);
  await open(page, "/");
  await until(async () => (await kept(page)).receipts?.[game.id] !== undefined);
});

test("a broken promise is shown until the receipt is forgotten", patience, async (t) => {
  const { game, page, receipt } = await promised(t, { ...phone, ...dark });
  await page.route(`**/v1/games/${game.id}/proof*`, (route) => route.fulfill({ status: 404, json: { type: "about:blank", title: "Not found", status: 404, detail: "Not yet.", code: "not_logged" } }));
  await page.clock.setFixedTime(Date.now() + HOUR);
  const answered = page.waitForResponse((response) => response.url().endsWith("/proof"));
  await open(page, "/");
  await answered;
  await page.clock.setFixedTime(Date.now() + 25 * HOUR);
  await open(page, "/rules");
  await broken(page).getByText("That time is over, and the service does not prove that the game is there.").waitFor();
  await accessible(page, "a broken promise");
  assert.ok(await fits(page));
  // It stays, also on other pages and where the service cannot be reached.
  await page.route("**/v1/log", (route) => route.abort());
  await open(page, "/new");
  await broken(page).waitFor();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the receipt" }).click()]);
  assert.equal(saved.suggestedFilename(), `regicide-receipt-${game.id}.txt`);
  assert.equal(await readFile(await saved.path(), "utf8"), receipt);
  await broken(page).getByRole("link", { name: "Open the game" }).press("Enter");
  await page.locator(".end").waitFor();
  await broken(page).waitFor();
  await page.getByRole("button", { name: "Forget the receipt" }).press("Enter");
  await broken(page).waitFor({ state: "detached" });
  await open(page, "/new");
  assert.equal(await broken(page).count(), 0);
});

test("a proof of something else breaks a promise at once", async (t) => {
  const { game, page } = await promised(t, { locale: "es-ES" });
  const { proof } = await call("GET", "/docs/spec/vectors/log.json");
  await page.route(`**/v1/games/${game.id}/proof*`, (route) => route.fulfill({ body: proof.text }));
  await page.clock.setFixedTime(Date.now() + HOUR / 20);
  await open(page, "/daily");
  await page.getByRole("alert").getByText("no lleva a la entrada prometida").waitFor();
  await accessible(page, "another entry");
});

test("a finished game is verified, and its files prove it without the service", patience, async (t) => {
  const { game, tokens } = await recordGame({ players: 1 }, lively);
  const page = await visitor(t);
  await seat(page, game, tokens);
  await open(page, `/games/${game.id}`);
  const mark = page.locator(".verified");
  // It has just ended.
  await mark.getByText("Not yet: the next checkpoint comes within a minute.").waitFor();
  await accessible(page, "a game that is not verified");
  await untilLogged(game.id);
  await mark.getByRole("button", { name: "Check", exact: true }).press("Enter");
  await mark.getByText("Verified by your browser").waitFor();
  await mark.getByText(/In the log since .*\. No witness has confirmed it\./).waitFor();
  assert.equal(await page.locator("[data-key=mark-again]").evaluate((element) => element === document.activeElement), true);
  await mark.getByText("What this proves").click();
  await accessible(page, "a verified game");

  const folder = await mkdtemp(`${tmpdir()}/regicide-`);
  t.after(() => rm(folder, { recursive: true }));
  for (const name of ["Save the record with its proof", "Save the policy"]) {
    const [saved] = await Promise.all([page.waitForEvent("download"), mark.getByRole("button", { name }).click()]);
    await saved.saveAs(`${folder}/${saved.suggestedFilename()}`);
  }
  const command = (await mark.locator("pre").textContent()).split(" ");
  const { stdout } = await promisify(execFile)(process.env.BROWSER_BINARY, command.slice(1), { cwd: folder });
  assert.match(stdout, /in the log|transparency log/i);

  await open(page, `/games/${game.id}/replay`);
  await page.getByRole("heading", { name: "Verify" }).scrollIntoViewIfNeeded();
  await mark.getByText("Verified by your browser").waitFor();
  await accessible(page, "the replay of a verified game");
  await page.route(`**/v1/games/${game.id}/record`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json(), seed_by: "client" } });
  });
  await mark.getByRole("button", { name: "Check again" }).click();
  await mark.locator(".bad").getByText("Contradicted").waitFor();
  await accessible(page, "a game that was changed");
  await mark.getByRole("link", { name: "All steps of the check" }).click();
  await page.locator(".verify-report").waitFor();
});

test("an imported game is not one of the log", async (t) => {
  const { game } = await recordGame({ players: 1 }, lively);
  const { proof, ...record } = await call("GET", `/v1/games/${game.id}/record`);
  const imported = await call("POST", "/v1/records", { body: record });
  const page = await visitor(t, phone);
  await open(page, `/games/${imported.game.id}/replay`);
  await page.getByRole("heading", { name: "Verify" }).scrollIntoViewIfNeeded();
  await page.locator(".verified").getByText("Not a game of the log").waitFor();
  await accessible(page, "an imported game");
  assert.ok(await fits(page));
});

test("the games of a board are verified in the browser", patience, async (t) => {
  const players = [];
  for (const name of ["Ada", "Bea"]) players.push(await call("POST", "/v1/players", { body: { name: `${name} ${Date.now()}` } }));
  const body = { name: "Over", kind: "regicide", players: 1, closes_at: new Date(Date.now() + 4000).toISOString(), grace_minutes: 0 };
  const { id } = await call("POST", "/v1/challenges", { token: players[0].token, body });
  const games = [];
  for (const { token } of players) {
    const { game } = await call("POST", `/v1/challenges/${id}/attempts`, { token, body: {} });
    await call("POST", `/v1/games/${game.id}/moves`, { token, body: { move: { type: "concede" } } });
    games.push(game.id);
  }
  await until(async () => (await call("GET", `/v1/challenges/${id}`)).status === "over");
  for (const game of games) await untilLogged(game);
  const page = await visitor(t, phone);
  // Requests above a limit are repeated after the time that the service names.
  let refusals = 1;
  await page.route("**/v1/verification?*", (route) => (refusals-- > 0
    ? route.fulfill({ status: 429, headers: { "Retry-After": "1" }, json: { type: "about:blank", title: "Too many requests", status: 429, detail: "Later.", code: "rate_limited" } }) : route.continue()));
  await open(page, `/challenges/${id}`);
  const verify = page.getByRole("button", { name: "Verify these games" });
  await verify.press("Enter");
  await page.getByText("2 of 2 games verified, and in the log.").first().waitFor();
  assert.equal(await page.locator(".board-mark.good", { hasText: "Verified" }).count(), 2);
  assert.equal(refusals, -2);
  await accessible(page, "a board whose games are verified");
  assert.ok(await fits(page));

  // As if the board had another result, and one record could not be read.
  await page.route("**/leaderboard?*", async (route) => {
    const response = await route.fetch();
    const board = await response.json();
    board.items[0].score.enemies_defeated += 1;
    await route.fulfill({ response, json: board });
  });
  await page.route(`**/v1/games/${games[1]}/record`, (route) => route.fulfill({ status: 404, json: { type: "about:blank", title: "Not found", status: 404, detail: "No such game.", code: "no_such_game" } }));
  await page.reload();
  await verify.click();
  await page.getByText("0 of 2 games verified, and in the log.").first().waitFor();
  await page.locator(".board-mark.open", { hasText: "Not confirmed" }).waitFor();
  await page.locator(".board-mark.bad", { hasText: "Does not fit" }).click();
  await page.locator(".verify-report").waitFor();
});
