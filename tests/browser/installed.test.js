// The client as an installed app: its manifest, and what works offline.

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startInstance } from "./service.js";
import { accessible, base, createGame, open, seat, visitor, withBrowser } from "./support.js";

withBrowser();

test("the client can be installed, starts offline, and keeps nothing of the API but the rules", async (t) => {
  const page = await visitor(t, { serviceWorkers: "allow" });
  const { game, tokens } = await createGame({ players: 1, seed: "offline" });
  await seat(page, game, tokens);
  await open(page, "/");
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  for (const { src } of manifest.icons) assert.equal((await page.request.get(base + src)).status(), 200, src);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // From the next page on the worker gets the files.
  await open(page, `/games/${game.id}`);
  await page.locator(".hand-card").first().waitFor();

  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  await accessible(page, "offline");
  const kept = await page.evaluate(async () => {
    const stored = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return stored.flat().map(({ url }) => url.replace(location.origin, "").replace(/^\/client\/[0-9a-f]+\//, "client ")).toSorted();
  });
  assert.deepEqual(kept, [
    "/", "/v1/rules?language=en", "/v1/rules?language=es",
    ...["app.css", "app.js", "en.js", "es.js", "home.js", "icon.svg", "icons/192.png", "later.js", "table.js"].map((name) => `client ${name}`),
  ], "all files of the client, and the rules");

  // The rules work, also from their address and in the other language.
  await page.locator("main").getByRole("link", { name: "Rules" }).click();
  await page.locator("#R4\\.2").waitFor();
  await accessible(page, "the rules offline");
  await page.reload();
  await page.getByRole("combobox", { name: "Language" }).selectOption("es");
  await page.getByRole("heading", { level: 1, name: "Reglas" }).waitFor();
  await page.locator("#R4\\.2").waitFor();
  await page.getByRole("combobox", { name: "Idioma" }).selectOption("en");
  await page.getByRole("heading", { level: 1, name: "Rules" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "You are offline" }).waitFor();

  await page.context().setOffline(false);
  // The page loads by itself; or, if it has tried too early, by its button.
  const [card, again] = [page.locator(".hand-card").first(), page.getByRole("button", { name: "Try again" })];
  do {
    await again.click({ timeout: 1000 }).catch(() => {});
    await card.or(again).first().waitFor();
  } while (!(await card.isVisible()));
});

test("while the service is away the page says so, and loads when it is back", async (t) => {
  const database = `sqlite://${join(mkdtempSync(join(tmpdir(), "regicide-")), "games.db")}`;
  const service = await startInstance(t, database);
  const page = await visitor(t, { serviceWorkers: "allow" }, `http://${service.address}`);
  await page.goto(`http://${service.address}/new`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const heading = page.getByRole("heading", { level: 1, name: "New game" });
  await heading.waitFor();
  await service.kill();
  await page.reload();
  await page.getByRole("heading", { name: "The service does not answer" }).waitFor();
  await accessible(page, "the service is away");
  await startInstance(t, database, service.address);
  await heading.waitFor();
});
