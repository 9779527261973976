// Every page when it is opened: light and dark, on a phone and a desktop, in
// both languages, checked with axe.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, createGame, dark, lively, open, phone, recordGame, visitor, withBrowser } from "./support.js";

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
      "/challenges/new", "/verify", "/rules", "/rules#R4.2", "/leads/nowhere",
    ];
    for (const path of paths) {
      await open(page, path);
      await page.locator(".loading").first().waitFor({ state: "detached" });
      assert.equal(await page.locator("main h1").count(), 1, path);
      await accessible(page, path);
      const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      assert.ok(fits, `${path} is wider than the screen`);
    }
  });
}

test("language and colour scheme can be switched and are remembered", async (t) => {
  const page = await visitor(t);
  await open(page, "/");
  await page.getByLabel("Language").selectOption("es");
  await page.getByRole("button", { name: "Jugar a solas" }).waitFor();
  const paper = () => page.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor);
  const [light, dark] = ["rgb(246, 242, 233)", "rgb(21, 23, 29)"];
  assert.equal(await paper(), light);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await paper(), dark, "what the system says");
  await page.getByRole("button", { name: "Oscuro" }).click();
  assert.equal(await paper(), light, "what was chosen goes before it");
  await page.emulateMedia({ colorScheme: "light" });
  await page.getByRole("button", { name: "Oscuro" }).click();
  assert.equal(await paper(), dark);
  await page.reload();
  await page.getByRole("button", { name: "Jugar a solas" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "es");
  assert.equal(await page.locator("html").getAttribute("data-scheme"), "dark");
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
