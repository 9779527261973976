// The replay: its controls, and forks, downloads and pictures from it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { accessible, call, createGame, dark, lively, open, phone, recordGame, visitor, withBrowser } from "./support.js";

withBrowser();

const SETUP = { players: 2, seed: "replay", names: ["Ada", "<b>Ben</b>"] };

/** A finished game on its replay page. */
async function replay(t, { setup = SETUP, options, query = "" } = {}) {
  const { game } = await recordGame(setup, lively);
  const page = await visitor(t, options);
  await open(page, `/games/${game.id}/replay${query}`);
  await page.locator(".replay-controls").waitFor();
  return { page, game };
}

const place = (page, at, last) => page.getByText(`Move ${at} of ${last}`, { exact: true }).waitFor();

test("a replay is controlled by buttons, keys, scrubber and list", async (t) => {
  const { page, game } = await replay(t);
  const last = game.seq;
  await place(page, 0, last);
  assert.equal(await page.getByRole("button", { name: "Previous move" }).isDisabled(), true);
  await page.getByRole("button", { name: "Next move" }).click();
  await place(page, 1, last);
  await page.locator("main").focus();
  await page.keyboard.press("ArrowRight");
  await place(page, 2, last);
  await page.keyboard.press("End");
  await place(page, last, last);
  await page.keyboard.press("Home");
  await place(page, 0, last);
  await page.getByRole("slider", { name: "Move" }).fill("3");
  await place(page, 3, last);
  await page.locator(".replay-move").nth(4).click();
  await place(page, 4, last);
  assert.equal(await page.locator(".replay-move[aria-current=step]").count(), 1);
  await page.locator(".chart-lines").first().click({ position: { x: 0, y: 20 } });
  await place(page, 0, last);
});

test("each position shows all hands, and says what the move did", async (t) => {
  const { page, game } = await replay(t);
  const { items: steps } = await call("GET", `/v1/games/${game.id}/replay?limit=5`);
  for (const step of steps) {
    await page.getByRole("button", { name: "Next move" }).click();
    await place(page, step.seq, game.seq);
    for (const [seat, hand] of step.hidden_cards.hands.entries()) {
      assert.equal(await page.locator(".replay-hand").nth(seat).locator("li").count(), hand.length);
    }
    assert.deepEqual(await page.locator(".replay-narration li").allTextContents(), step.narration);
  }
  assert.equal(await page.locator(".chart").count(), 4);
  assert.equal(await page.locator("main b:text-is('Ben')").count(), 0, "a name is not parsed as markup");
});

test("a link to a position opens that position", async (t) => {
  const { page, game } = await replay(t, { query: "?at=5" });
  await place(page, 5, game.seq);
  await page.getByRole("button", { name: "Next move" }).click();
  await page.waitForURL("**/replay?at=6");
  await page.reload();
  await place(page, 6, game.seq);
});

test("autoplay stops at the end", async (t) => {
  const { page, game } = await replay(t);
  await page.getByLabel("Speed").selectOption("4");
  await page.getByRole("slider", { name: "Move" }).fill(String(game.seq - 2));
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await place(page, game.seq, game.seq);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
});

test("a game can be forked from any position", async (t) => {
  const { page, game } = await replay(t);
  await page.getByRole("slider", { name: "Move" }).fill("4");
  await place(page, 4, game.seq);
  await page.getByRole("button", { name: "Play on from here" }).click();
  await accessible(page, "the choice of who plays");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator('.table[data-seq="4"]').waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const fork = await call("GET", `/v1/games/${id}`);
  assert.deepEqual([fork.forked_from, fork.visibility], [{ game_id: game.id, seq: 4 }, "unlisted"]);
});

test("the record is downloaded", async (t) => {
  const { page, game } = await replay(t);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the record" }).click();
  const record = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
  assert.deepEqual(record, await call("GET", `/v1/games/${game.id}/record`));
});

test("a position is drawn as a picture", async (t) => {
  const { page, game } = await replay(t, { options: dark, query: "?at=3" });
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Picture" }).click();
  const picture = await opening;
  await picture.waitForURL(`**/v1/games/${game.id}/table.svg?seq=3&scheme=dark&language=en`);
  assert.match(await picture.locator("svg").first().textContent(), /Move 3/);
});

test("a game is analysed when somebody asks for it", async (t) => {
  const setup = { players: 1, seed: "replay" };
  const { page, game } = await replay(t, { setup });
  await page.getByRole("button", { name: "Analyse this game" }).click();
  await page.getByRole("heading", { name: "What mattered" }).waitFor({ timeout: 120_000 });
  // The standings are there first, and the decisions later.
  let analysis;
  do analysis = await call("GET", `/v1/games/${game.id}/analysis`); while (!analysis.complete);
  const said = { won: "a win was known", not_found: "no win was found", lost: "no line of moves wins" };
  for (const { first_seq: first, verdict } of analysis.spans) {
    await page.getByRole("slider", { name: "Move" }).fill(String(first));
    await page.locator(".replay-analysis .panel", { hasText: said[verdict] }).waitFor();
  }
  const other = analysis.decisions.find(({ player_move: made, bot_move: bot }) => made.text !== bot.text);
  await page.getByRole("slider", { name: "Move" }).fill(String(other.seq));
  await page.locator(".replay-analysis .panel", { hasText: "the strong bot would have chosen" }).waitFor();
  await page.locator(".replay-marks button").nth(analysis.marks.length - 1).waitFor();
  assert.deepEqual(await page.locator(".replay-marks button > :last-child").allTextContents(), analysis.marks.map(({ text }) => text));
  await page.locator(".replay-marks button").first().click();
  await place(page, analysis.marks[0].seq, game.seq);
  assert.equal(await page.locator(".replay-moves .replay-marked").count(), analysis.marks.length);
  await accessible(page, "an analysed game");
  // It is kept, and is there at once in another language.
  const spanish = await visitor(t, { ...phone, ...dark, locale: "es-ES" });
  await open(spanish, `/games/${game.id}/replay`);
  await spanish.getByRole("button", { name: "Analizar esta partida" }).click();
  await spanish.getByRole("heading", { name: "Lo que importó" }).waitFor();
  await accessible(spanish, "an analysed game in Spanish");
  assert.ok(await spanish.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

test("a running game has no replay, but a link to its table", async (t) => {
  const { game } = await createGame({ players: 1 });
  const page = await visitor(t);
  await open(page, `/games/${game.id}/replay`);
  await page.getByRole("link", { name: "To the table" }).click();
  await page.waitForURL(`**/games/${game.id}`);
});

test("both games are replayed on a phone, in the dark, in Spanish", async (t) => {
  const options = { ...phone, ...dark, locale: "es-ES" };
  const first = ({ legal_moves: legal }) => legal[0];
  const { game } = await recordGame({ kind: "regicide-tricks", players: 2, seed: "replay", options: { target: 10 } }, first);
  for (const { page } of [
    await replay(t, { options, setup: { players: 1, seed: "replay" }, query: "?at=2" }),
    { page: await visitor(t, options).then(async (page) => { await open(page, `/games/${game.id}/replay?at=9`); return page; }) },
  ]) {
    await page.getByRole("button", { name: "Jugada siguiente" }).click();
    await accessible(page, "a replay");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
});
