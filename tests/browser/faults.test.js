// The pages of players when the service fails during a game.

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { lively, perform, recordGame, createGame, seat, shows, visitor, withBrowser } from "./support.js";
import { startBalancer, startInstance } from "./service.js";

withBrowser();

const SETUP = { players: 4, seed: "four-27", names: ["Ada", "Ben", "Cem", "Dia"] };

/** Four windows at a table of their own. */
async function sitDown(t, url) {
  const { moves } = await recordGame(SETUP, lively, 400, url);
  const { game, tokens } = await createGame(SETUP, url);
  const pages = await Promise.all(tokens.map(async (token) => {
    const page = await visitor(t, {}, url);
    await seat(page, game, [token]);
    await page.goto(`${url}/games/${game.id}`);
    return page;
  }));
  return { moves, pages };
}

async function play(pages, moves, from, to) {
  for (let seq = from; seq < to; seq += 1) {
    for (const page of pages) await shows(page, seq);
    await perform(pages[moves[seq].seat], moves[seq]);
  }
}

test("a lost connection is shown, and the game continues when the service is back", async (t) => {
  const database = `sqlite://${join(mkdtempSync(join(tmpdir(), "regicide-")), "games.db")}`;
  const service = await startInstance(t, database);
  const { moves, pages } = await sitDown(t, `http://${service.address}`);
  await play(pages, moves, 0, 4);
  for (const page of pages) await shows(page, 4);
  await service.kill();
  for (const page of pages) await page.locator(".connection .note").waitFor();
  const { seat: acting } = moves[4];
  await perform(pages[acting], moves[4]);
  await pages[acting].locator(".bar .problem", { hasText: "Try again" }).waitFor();
  await startInstance(t, database, service.address);
  for (const page of pages) await page.locator(".connection .note").waitFor({ state: "detached" });
  await pages[acting].locator(".bar .problem").waitFor({ state: "detached" });
  // The selection is kept: the move only needs its confirmation.
  await pages[acting].locator("[data-key=send]").click();
  await play(pages, moves, 5, moves.length);
  for (const page of pages) await page.locator(".end").waitFor();
});

// Several processes share a database only in Postgres.
if (process.env.BROWSER_DATABASE?.startsWith("postgres")) {
  test("a game of four continues when one of two instances is killed", async (t) => {
    const database = process.env.BROWSER_DATABASE;
    const [one, other] = [await startInstance(t, database), await startInstance(t, database)];
    const url = await startBalancer(t, [one.address, other.address]);
    const { moves, pages } = await sitDown(t, url);
    await play(pages, moves, 0, 5);
    await one.kill();
    await play(pages, moves, 5, moves.length);
    for (const page of pages) {
      await page.locator(".end").waitFor();
      assert.equal(await page.locator(".table-log .log li").count(), moves.length);
    }
  });
}
