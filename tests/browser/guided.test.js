// The guided first game, and what explains itself at the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, createGame, dark, newTable, open, phone, seat, shows, visitor, withBrowser } from "./support.js";

withBrowser();

const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("regicide")));

/** Plays or discards these cards. */
async function put(page, seq, ...cards) {
  for (const card of cards) await page.locator(`[data-card="${card}"]`).click({ position: { x: 12, y: 30 } });
  await page.locator("[data-key=send]").click();
  await shows(page, seq);
}

/** A solo game of which two tens defeat the first enemy exactly, at its table. */
async function tableOf(t, options) {
  const { page } = await newTable(t, { players: 1, seed: "guide-51" }, options);
  await shows(page, 0);
  return page;
}

for (const [where, options, deck] of [["a phone", phone, "deck"], ["a dark desk, in Spanish", { ...dark, locale: "es-ES" }, "mazo"]]) {
  test(`a first-time visitor is guided: ${where}`, async (t) => {
    const page = await visitor(t, options);
    await open(page, "/");
    await accessible(page, "Home of who has not played here");
    await page.locator(".ways > :first-child.main[data-key=guide]").click();
    const mark = (name) => page.locator(`.guide[data-name=${name}][role=status]`);
    for (const name of ["aim", "numbers"]) {
      await mark(name).waitFor();
      await accessible(page, `the mark ${name}`);
      await page.locator("[data-key=guide-ok]").click();
    }
    await mark("suits").waitFor();
    assert.equal(await mark("suits").locator("li").count(), 4);
    await accessible(page, "the mark of the suits");
    const { guide } = await kept(page);
    const { token } = (await kept(page)).seats[0];
    const { visibility, seed_by: by, players } = await call("GET", `/v1/games/${guide.game}`, { token });
    assert.deepEqual([visibility, by, players], ["private", "client", 1]);
    // A mark is done with once the player has played on.
    await put(page, 1, "TD");
    await mark("cover").waitFor();
    await accessible(page, "the mark of the attack");
    await page.locator("[data-key=guide-ok]").click();
    await page.locator(".guide:empty").waitFor({ state: "attached" });
    assert.deepEqual((await kept(page)).guide.seen, ["aim", "numbers", "suits", "cover"]);
    await page.reload();
    await shows(page, 1);
    await page.locator(".guide:empty").waitFor({ state: "attached" });
    await put(page, 2, "TS");
    await mark("exact").waitFor();
    assert.match(await mark("exact").innerText(), new RegExp(deck));
    await accessible(page, "the mark of the exact hit");
    await put(page, 3, "TH");
    await page.locator(".pip-stamped .pip-exact").waitFor({ state: "attached" });
    await mark("companion").waitFor();
    await page.locator("[data-key=guide-ok]").click();
    await mark("combo").waitFor();
    await accessible(page, "the mark of cards of one value");
    await open(page, "/");
    await page.locator(".ways > .main[data-key=guide]").click();
    await mark("combo").waitFor();
    assert.ok(page.url().endsWith(guide.game), "it goes on");
    await call("POST", `/v1/games/${guide.game}/moves`, { token, body: { move: { type: "concede" } } });
    await page.locator(".end").waitFor();
    await page.locator(".guide:empty").waitFor({ state: "attached" });
    await open(page, "/");
    await page.locator(".ways > .quiet[data-key=guide]").waitFor();
    await accessible(page, "Home after the guided game");
  });
}

test("the guide can be skipped, and started again at the rules", async (t) => {
  const page = await visitor(t);
  await open(page, "/rules");
  await page.locator("[data-key=guide]").click();
  await page.locator(".guide[data-name=aim]").waitFor();
  const { game } = (await kept(page)).guide;
  await page.locator("[data-key=guide-skip]").click();
  await page.locator(".guide:empty").waitFor({ state: "attached" });
  assert.ok(await page.evaluate(() => document.activeElement !== document.body), "the focus moves on");
  assert.ok((await kept(page)).guided, "Home offers it first no more");
  await put(page, 1, "TD");
  await page.locator(".guide:empty").waitFor({ state: "attached" });
  await open(page, "/rules");
  await page.locator("[data-key=guide]").click();
  await page.locator(".guide[data-name=aim]").waitFor();
  assert.notEqual((await kept(page)).guide.game, game);
});

test("the guide stays with a game whose last move is undone", async (t) => {
  const page = await visitor(t);
  await open(page, "/rules");
  await page.locator("[data-key=guide]").click();
  await page.locator(".guide[data-name=aim]").waitFor();
  await put(page, 1, "TS");
  const { game } = (await kept(page)).guide;
  await page.locator("[data-key=undo]").click();
  await shows(page, 2);
  assert.equal((await kept(page)).guide.game, game);
  assert.ok(page.url().endsWith(game));
  await page.locator("[data-card=TS]").waitFor();
});

test("a card explains itself on hover and on focus, until Escape", async (t) => {
  const page = await tableOf(t);
  const note = page.locator(".explained:popover-open");
  const ten = page.locator("[data-card=TD]");
  await ten.hover();
  await note.getByText("Ten of Diamonds: hits for 10. Draws up to 10 cards.").waitFor();
  await accessible(page, "a card that is explained");
  await page.locator("[data-card='2H']").hover();
  await note.getByText("Not against this enemy").waitFor();
  await page.keyboard.press("Escape");
  await note.waitFor({ state: "detached" });
  await page.mouse.move(0, 0);
  await ten.focus();
  await page.keyboard.press("ArrowRight");
  await note.getByText("Two of Hearts").waitFor();
  await page.locator(`:focus[aria-describedby="${await note.getAttribute("id")}"]`).waitFor();
  await page.keyboard.press(" ");
  await page.locator(".hand-card[aria-pressed=true]").waitFor();
  await note.waitFor({ state: "detached" });
});

test("numbers, piles and the castle explain themselves", async (t) => {
  const page = await tableOf(t, dark);
  const note = page.locator(".explained:popover-open");
  for (const [where, text] of [
    [".badge-attack", "Hits for 10 unless"], [".badge-immunity", "Hearts hit it"], [".enemy-left", "Health 20, 20 left"],
    ["[data-flip=tavern] .pile-count", "32 cards left"], ["[data-flip=tavern] > .pile-name", "Jesters: 2 left"],
    ["[data-key=discard]", "Discard pile: 0 cards"], [".pip >> nth=0", "Jack of Hearts: the enemy now"], [".pip >> nth=11", "A King to come"],
  ]) {
    // The pip of the enemy pulses.
    await page.locator(where).hover({ force: where.startsWith(".pip") });
    await note.getByText(text).waitFor();
  }
  await page.locator("[data-key=castle]").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await note.getByText("Health 20").waitFor();
  assert.match(await note.innerText(), /Hits for 10.*Hearts hit it/);
});

test("the hand is drawn once, at its place, however late the rules arrive", async (t) => {
  const { game, tokens } = await createGame({ players: 1, seed: "guide-51" });
  const page = await visitor(t, phone);
  await page.addInitScript(() => {
    globalThis.widths = new Set();
    const look = () => {
      const card = document.querySelector("[data-card=TD]");
      if (card) globalThis.widths.add(card.getBoundingClientRect().width);
      requestAnimationFrame(look);
    };
    look();
  });
  // The stream does not bring the view first.
  await page.route("**/events*", (route) => route.abort());
  const seen = page.waitForResponse(`**/v1/games/${game.id}`);
  await page.route("**/v1/rules", async (route) => {
    await seen;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await route.continue();
  });
  await seat(page, game, tokens);
  await open(page, `/games/${game.id}`);
  await page.locator(".hand-card[data-explain]").first().waitFor();
  await shows(page, 0);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await page.evaluate(() => globalThis.widths.size), 1);
});

test("a long press explains a card and does not choose it", async (t) => {
  const page = await tableOf(t, phone);
  const card = page.locator("[data-card=TD]");
  // Once it has been dealt and lies still.
  await card.tap({ trial: true });
  const box = await card.evaluate((element) => element.getBoundingClientRect().toJSON());
  const touch = await page.context().newCDPSession(page);
  const at = [{ x: box.x + 15, y: box.y + 30 }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at });
  const note = page.locator(".explained:popover-open");
  await note.getByText("Ten of Diamonds").waitFor();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await page.locator(".hand-card[aria-pressed=true]").count(), 0);
  await card.tap({ position: { x: 12, y: 30 } });
  await page.locator(".hand-card[aria-pressed=true]").waitFor();
  await note.waitFor({ state: "detached" });
});

test("the help lists what is on the table, and the keys", async (t) => {
  const page = await tableOf(t);
  await page.getByRole("button", { name: "Help" }).click();
  const dialog = page.locator("dialog[open]");
  for (const text of ["Ten of Diamonds: hits for 10", "32 cards left to draw", "select to yield"]) await dialog.getByText(text).waitFor();
  await accessible(page, "the help");
  await page.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await dialog.waitFor();
});
