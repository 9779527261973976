// The table and the replay where there is little room: zoomed pages, phones held sideways,
// long names.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, createGame, lively, open, phone, recordGame, seat, visitor, withBrowser } from "./support.js";

withBrowser();

const sideways = { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true };
const zoomed = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };

/** The longest names, without a blank. */
const names = ["Maximiliane", "Wilhelmine", "Donaudampf", "Kasimir"].map((name) => name.padEnd(32, "wmWM"));

/** True if the page scrolls sideways. */
const scrolls = (page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Widths of a card of the hand and of the enemy. */
const sizes = (page) => page.evaluate(() => [".hand-card svg", ".enemy-part > svg"].map((one) => document.querySelector(one).getBoundingClientRect().width));

for (const [small, usual, name] of [[sideways, phone, "a phone held sideways"], [zoomed, { viewport: { width: 1280, height: 800 } }, "a desk at 200 %"]]) {
  test(`on ${name} cards are no smaller, and the castle is there`, async (t) => {
    const { game, tokens } = await createGame({ players: 1, seed: "alone" });
    const seen = [];
    for (const options of [small, usual]) {
      const page = await visitor(t, options);
      await seat(page, game, tokens);
      await open(page, `/games/${game.id}`);
      await page.locator("[data-key=move-flip]").waitFor();
      await page.locator(".castle-row svg").waitFor();
      await page.locator(".enemy-part > svg").waitFor();
      const zoom = options.deviceScaleFactor ?? 1;
      seen.push((await sizes(page)).map((width) => width * zoom));
      assert.equal(await scrolls(page), false);
      if (options !== small) continue;
      const hidden = await page.locator(".castle-row svg, .enemy-left strong, .bar-say, .bar button, .hand-card").evaluateAll((all) => all.filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top < 0 || bottom > innerHeight;
      }).map((one) => one.outerHTML));
      assert.deepEqual(hidden, [], "all is on the first screen");
    }
    const [[hand, enemy], [usualHand, usualEnemy]] = seen;
    assert.ok(hand >= usualHand - 1, `a card of ${hand} pixels, ${usualHand} otherwise`);
    assert.ok(enemy >= 0.9 * usualEnemy, `the enemy of ${enemy} pixels, ${usualEnemy} otherwise`);
  });
}

test("long names push nothing away after a jester, and the own seat is found", async (t) => {
  const setup = { players: 4, seed: "four-27", names };
  const { moves } = await recordGame(setup, lively, 120);
  const named = moves.findIndex(({ move }) => move.type === "next");
  assert.ok(named > 0);
  const { game, tokens } = await createGame(setup);
  for (const { seat: by, move } of moves.slice(0, named)) await call("POST", `/v1/games/${game.id}/moves`, { token: tokens[by].token, body: { move } });
  const page = await visitor(t, phone);
  await seat(page, game, [tokens[moves[named].seat]]);
  await open(page, `/games/${game.id}`);
  await page.locator("[data-key^=move-next]").first().waitFor();
  assert.equal(await scrolls(page), false);
  const covered = await page.locator(".hand-card, .bar button").evaluateAll((all) => all.filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  }).map((one) => one.textContent));
  assert.deepEqual(covered, []);
  const own = page.locator(`.seat[data-seat="${moves[named].seat}"]`);
  assert.ok(await own.locator(".own-tag").evaluate((tag) => {
    const [{ left, right }, seat] = [tag.getBoundingClientRect(), tag.closest(".seat").getBoundingClientRect()];
    return left >= seat.left && right <= seat.right;
  }));
  await accessible(page, "a table with long names");
});

for (const kind of ["regicide", "regicide-tricks"]) {
  test(`the replay of ${kind} does not scroll sideways at 320 pixels`, async (t) => {
    const setup = { kind, players: 2, seed: "narrow", names: names.slice(0, 2) };
    const { game, tokens } = await createGame(setup);
    for (const { token } of tokens) await call("POST", `/v1/games/${game.id}/proposal`, { token, body: { type: "concede" } }).catch(() => {});
    const page = await visitor(t, { viewport: { width: 320, height: 640 } });
    await open(page, `/games/${game.id}/replay`);
    await page.locator(".replay-hand").first().waitFor();
    assert.equal(await scrolls(page), false);
  });
}
