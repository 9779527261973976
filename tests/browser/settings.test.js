// The settings page: what each setting changes, for whom and in which tabs; and the ways to play a
// card that one of them is about, the double tap and the drop on the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, base, call, createGame, dark, fits, kept, open, phone, seat, shows, signedIn, until, visitor, withBrowser } from "./support.js";

withBrowser();

/** A solo game whose first moves are known: two tens defeat the first enemy. */
const SETUP = { players: 1, seed: "guide-51" };

const option = (page, key) => page.locator(`[data-key="${key}"]`);
const card = (page, name) => page.locator(`[data-card="${name}"]`);
const rootColour = (page) => page.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor);
const hand = (page) => page.locator(".hand-card").evaluateAll((cards) => cards.map((one) => one.dataset.card));

/** A page at the table of a new game, whose guest has these settings. */
async function tableWith(t, settings = {}, { setup = SETUP, ...options } = {}) {
  const { game, tokens } = await createGame(setup);
  const page = await visitor(t, options);
  const seats = tokens.map((one) => ({ game: game.id, ...one, used: 1 }));
  await page.addInitScript((text) => {
    if (!localStorage.getItem("regicide")) localStorage.setItem("regicide", text);
  }, JSON.stringify({ seats, settings: { guest: settings } }));
  await open(page, `/games/${game.id}`);
  await shows(page, 0);
  await page.locator(".hand-card").first().waitFor();
  return { game, page, tokens };
}

/** The place of an element, which may be drawn anew meanwhile. */
async function box(page, selector) {
  const found = await page.waitForFunction((wanted) => document.querySelector(wanted)?.getBoundingClientRect().toJSON(), selector);
  return found.jsonValue();
}

/** The middle of an element. */
async function middle(page, selector) {
  const { x, y, width, height } = await box(page, selector);
  return { x: x + width / 2, y: y + height / 2 };
}

async function put(page, seq, ...cards) {
  for (const name of cards) await card(page, name).click({ position: { x: 12, y: 30 } });
  await page.locator("[data-key=send]").click();
  await shows(page, seq);
}

test("the language is chosen in the header in one step, or on the page, where the focus stays", async (t) => {
  const page = await visitor(t);
  await open(page, "/");
  await page.getByLabel("Language").selectOption("es");
  await page.getByRole("link", { name: "Ajustes" }).click();
  await page.getByRole("heading", { name: "Ajustes" }).waitFor();
  assert.ok(await option(page, "language-es").isChecked());
  await option(page, "language-en").check();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await page.locator("[data-key=language-en]:focus").waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await option(page, "language-es").check();
  await page.getByRole("heading", { name: "Ajustes" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Ajustes" }).waitFor();
});

test("the colours are those of the device until others are chosen, also after a reload", async (t) => {
  const page = await visitor(t);
  await open(page, "/settings");
  const [light, night] = ["rgb(246, 242, 233)", "rgb(21, 23, 29)"];
  assert.equal(await rootColour(page), light);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await rootColour(page), night);
  await option(page, "scheme-light").check();
  assert.equal(await rootColour(page), light);
  await page.emulateMedia({ colorScheme: "light" });
  await option(page, "scheme-dark").check();
  assert.equal(await rootColour(page), night);
  await page.reload();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  assert.equal(await rootColour(page), night);
  assert.ok(await option(page, "scheme-dark").isChecked());
  await option(page, "scheme-system").check();
  assert.equal(await rootColour(page), light);
});

test("a deck has large indices, or an edge for each suit", async (t) => {
  const { game, page } = await tableWith(t);
  const look = async () => {
    await open(page, `/games/${game.id}`);
    await page.locator(".hand-card").first().waitFor();
    // At once, because the table may be drawn again.
    const index = await page.evaluate(() => document.querySelector(".hand-card .index").getBoundingClientRect().height);
    const suits = await page.locator(".hand-card .face").evaluateAll((faces) => Object.fromEntries(faces.map((face) => {
      const { strokeDasharray, strokeWidth } = getComputedStyle(face.querySelector(".paper"));
      return [[...face.classList].find((one) => one.startsWith("suit-")), `${strokeWidth} ${strokeDasharray}`];
    })));
    return { index, suits };
  };
  const standard = await look();
  assert.equal(new Set(Object.values(standard.suits)).size, 1);
  await open(page, "/settings");
  await option(page, "deck-indices").check();
  assert.ok((await look()).index > standard.index * 1.3);
  await accessible(page, "a table with large indices");
  await open(page, "/settings");
  await option(page, "deck-shapes").check();
  const { suits } = await look();
  assert.ok(Object.keys(suits).length > 1);
  assert.equal(new Set(Object.values(suits)).size, Object.keys(suits).length, "each suit has an edge of its own");
  await accessible(page, "a table with suits by shape");
});

test("sound and vibration are off until each is switched on", async (t) => {
  const page = await visitor(t, phone);
  await page.addInitScript(() => {
    globalThis.felt = 0;
    globalThis.heard = 0;
    navigator.vibrate = () => {
      globalThis.felt += 1;
      return true;
    };
    const { createOscillator } = BaseAudioContext.prototype;
    BaseAudioContext.prototype.createOscillator = function create() {
      globalThis.heard += 1;
      return createOscillator.call(this);
    };
  });
  const games = await Promise.all([1, 2, 3].map(() => createGame(SETUP)));
  await page.addInitScript((text) => {
    if (!localStorage.getItem("regicide")) localStorage.setItem("regicide", text);
  }, JSON.stringify({ seats: games.flatMap(({ game, tokens }) => tokens.map((one) => ({ game: game.id, ...one, used: 1 }))) }));
  const played = async ({ game }) => {
    await open(page, `/games/${game.id}`);
    await shows(page, 0);
    await put(page, 1, "TD");
    await put(page, 2, "9H", "2C");
    await put(page, 3, "TH");
    return page.evaluate(() => [globalThis.felt > 0, globalThis.heard > 0]);
  };
  assert.deepEqual(await played(games[0]), [false, false]);
  await open(page, "/settings");
  await option(page, "vibration").check();
  assert.deepEqual(await played(games[1]), [true, false]);
  await open(page, "/settings");
  assert.ok(await option(page, "vibration").isChecked());
  await option(page, "vibration").uncheck();
  await option(page, "sound").check();
  assert.deepEqual(await played(games[2]), [false, true]);
  await accessible(page, "a table with sounds");
});

test("animations take longer at a lower speed, unless motion is reduced", async (t) => {
  const longest = async (settings, options) => {
    const { page } = await tableWith(t, settings, options);
    await page.evaluate(() => {
      globalThis.longest = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function record(keyframes, timing) {
        globalThis.longest = Math.max(globalThis.longest, timing.duration);
        return animate.call(this, keyframes, timing);
      };
    });
    await put(page, 1, "TD");
    const step = await page.locator("html").evaluate((html) => getComputedStyle(html).getPropertyValue("--step"));
    return [await page.evaluate(() => globalThis.longest), step];
  };
  const [full, step] = await longest({});
  assert.equal(step, "200ms");
  assert.deepEqual(await longest({ pace: "½×" }), [full * 2, "400ms"]);
  assert.deepEqual(await longest({ pace: "¼×" }), [full * 4, "800ms"]);
  assert.equal((await longest({ pace: "¼×" }, { reducedMotion: "reduce" }))[1], "0ms");
});

test("the speed of bots is chosen, and a table with bots follows it", async (t) => {
  const page = await visitor(t);
  await open(page, "/settings");
  await option(page, "pace-½×").check();
  await page.reload();
  assert.ok(await option(page, "pace-½×").isChecked());
  await option(page, "pace-1×").check();
  await open(page, "/");
  await page.getByRole("button", { name: "Play with three bots" }).click();
  await page.locator(".hand-card").first().waitFor();
  assert.equal(await page.locator("html").getAttribute("data-pace"), "1×");
});

test("the order of the hand is chosen, and a table in another tab follows at once, as it does the language", async (t) => {
  const { game, page: table } = await tableWith(t);
  const page = await table.context().newPage();
  await open(page, "/settings");
  const bySuit = await hand(table);
  await option(page, "order-value").check();
  await until(async () => (await hand(table)).join() !== bySuit.join());
  const values = (await hand(table)).map((name) => ("A23456789".indexOf(name[0]) + 1) || { T: 10, J: 10, Q: 15, K: 20, X: 0 }[name[0]]);
  assert.deepEqual(values, values.toSorted((one, other) => one - other));
  await option(page, "language-es").check();
  await table.locator("html[lang=es]").waitFor();
  await table.locator(".hand-card").first().waitFor();
  await open(table, "/settings");
  await option(page, "order-suit").check();
  await until(() => option(table, "order-suit").isChecked());
  await open(table, `/games/${game.id}`);
  await table.locator(".hand-card").first().waitFor();
  assert.deepEqual(await hand(table), bySuit);
  await page.close();
});

test("each player has settings of their own, which go with the player", async (t) => {
  const [ada, ben] = await Promise.all(["Ada", "Ben"].map((name) => call("POST", "/v1/players", { body: { name } })));
  const page = await visitor(t);
  await signedIn(page, ada);
  await open(page, "/settings");
  await page.getByText("The settings of Ada").waitFor();
  await option(page, "scheme-dark").check();
  await page.locator("html[data-scheme=dark]").waitFor();
  const arrive = async ({ player, token }) => {
    await page.goto(`${base}/continue#player=${player.id}&key=${token}`);
    await page.locator("[data-key=continue-yes]").click();
    await page.waitForURL(`**/players/${player.id}`);
  };
  await arrive(ben);
  await page.locator("html[data-scheme=system]").waitFor();
  await open(page, "/settings");
  await option(page, "scheme-light").check();
  await arrive(ada);
  await page.locator("html[data-scheme=dark]").waitFor();
  await page.getByRole("button", { name: "Delete the player" }).click();
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await page.locator("html[data-scheme=system]").waitFor();
  assert.deepEqual(Object.keys((await kept(page)).settings), [ben.player.id]);
  await open(page, "/settings");
  await page.getByText("This browser keeps these settings.").waitFor();
});

test("the page is accessible on a narrow phone in the dark, in Spanish, and with forced colours", async (t) => {
  const page = await visitor(t, { ...phone, ...dark, viewport: { width: 320, height: 640 }, locale: "es-ES" });
  await open(page, "/settings");
  await page.getByRole("heading", { name: "Ajustes" }).waitFor();
  await accessible(page, "the settings in Spanish");
  assert.ok(await fits(page));
  await option(page, "deck-shapes").check();
  await page.emulateMedia({ forcedColors: "active" });
  await accessible(page, "the settings with forced colours");
});

test("the page is used by keyboard, and the focus stays where it is", async (t) => {
  const page = await visitor(t);
  await open(page, "/");
  await page.getByRole("link", { name: "Settings" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await option(page, "scheme-system").focus();
  for (const one of ["light", "dark"]) {
    await page.keyboard.press("ArrowDown");
    await page.locator(`[data-key=scheme-${one}]:focus:checked`).waitFor();
  }
  await page.locator("html[data-scheme=dark]").waitFor();
  await option(page, "confirm").focus();
  await page.keyboard.press("Space");
  await page.locator("[data-key=confirm]:focus:not(:checked)").waitFor();
});

/** Presses a card and moves the pointer to a place, in steps. */
async function pull(page, name, to) {
  const from = await box(page, `[data-card="${name}"]`);
  await page.mouse.move(from.x + 12, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
}

test("a card that is dropped on the table is selected, and the button has the focus", async (t) => {
  const { page } = await tableWith(t);
  const enemy = await middle(page, ".enemy-part");
  await pull(page, "TD", enemy);
  assert.equal(await page.locator(".field.target").count(), 1);
  assert.equal(await page.locator(".ghost").count(), 1);
  await page.mouse.up();
  await page.locator("[data-key=send]:focus").waitFor();
  assert.equal(await page.locator(".ghost").count(), 0);
  assert.deepEqual([await card(page, "TD").getAttribute("aria-pressed"), await page.locator(".table").getAttribute("data-seq")], ["true", "0"]);
  await page.keyboard.press("Enter");
  await shows(page, 1);
  await card(page, "9H").click({ position: { x: 12, y: 30 } });
  await pull(page, "2C", await middle(page, ".enemy-part"));
  await page.mouse.up();
  await page.locator("[data-key=send]:focus").waitFor();
  assert.equal(await page.locator(".hand-card[aria-pressed=true]").count(), 2, "what was selected is played with it");
});

test("a card that is dropped elsewhere stays as it was", async (t) => {
  const { page } = await tableWith(t, { confirm: false });
  const places = [await middle(page, ".wordmark"), await middle(page, '[data-card="TD"]')];
  for (const place of places) {
    await pull(page, "TD", place);
    await page.mouse.up();
    await until(async () => await page.locator(".ghost").count() === 0);
    assert.equal(await card(page, "TD").getAttribute("aria-pressed"), "false");
  }
  await card(page, "TD").click({ position: { x: 12, y: 30 } });
  await page.locator('[data-card="TD"][aria-pressed=true]').waitFor();
  assert.equal(await page.locator(".table").getAttribute("data-seq"), "0");
});

test("without confirmation a drop and a double click send at once", async (t) => {
  const { page } = await tableWith(t, { confirm: false });
  await card(page, "TD").dblclick({ position: { x: 12, y: 60 } });
  await shows(page, 1);
  await card(page, "9H").click({ position: { x: 12, y: 30 } });
  await pull(page, "2C", await middle(page, ".enemy-part"));
  await page.mouse.up();
  await shows(page, 2);
});

test("with confirmation a double click selects the card, and the button has the focus", async (t) => {
  const { game, page, tokens } = await tableWith(t);
  await card(page, "TD").dblclick({ position: { x: 12, y: 60 } });
  await page.locator("[data-key=send]:focus").waitFor();
  assert.equal(await card(page, "TD").getAttribute("aria-pressed"), "true");
  assert.equal((await call("GET", `/v1/games/${game.id}`, { token: tokens[0].token })).seq, 0);
});

test("on a phone a card is dragged up, tapped twice, or tapped", async (t) => {
  const { page } = await tableWith(t, { confirm: false }, phone);
  const touch = await page.context().newCDPSession(page);
  const swipe = async (name, places) => {
    const { x, y } = await middle(page, `[data-card="${name}"]`);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    for (const to of places({ x, y })) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [to] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await card(page, "TD").tap();
  await page.locator('[data-card="TD"][aria-pressed=true]').waitFor();
  // The event of a second tap; a tap of the browser depends on the time between the two.
  await card(page, "TD").dispatchEvent("click", { detail: 2 });
  await shows(page, 1);
  await card(page, "9H").tap();
  await page.locator('[data-card="9H"][aria-pressed=true]').waitFor();
  // From here on there are no taps: the browser drops them for a while after such a quick swipe.
  const enemy = await middle(page, ".enemy-part");
  await swipe("2C", ({ x, y }) => [{ x: x + 20, y }, { x: x + 60, y }, enemy]);
  assert.equal(await card(page, "2C").getAttribute("aria-pressed"), "false", "sideways is no drag");
  await swipe("2C", ({ x, y }) => [{ x, y: y - 20 }, { x, y: y - 60 }, enemy]);
  await shows(page, 2);
});

test("a drag ends when the hand is covered for the next player on the device", async (t) => {
  const { game, tokens } = await createGame({ players: 3, seed: "drags" });
  const page = await visitor(t);
  await seat(page, game, [tokens[0], tokens[2]]);
  await open(page, `/games/${game.id}`);
  await page.locator(".hand-card").first().waitFor();
  const move = async (by) => {
    const { legal_moves: [{ move: one }] } = await call("GET", `/v1/games/${game.id}`, { token: tokens[by].token });
    return call("POST", `/v1/games/${game.id}/moves`, { token: tokens[by].token, body: { move: one } });
  };
  let { to_act: acts } = await call("GET", `/v1/games/${game.id}`);
  let seq = 0;
  while (acts === 0) {
    ({ game: { to_act: acts } } = await move(0));
    seq += 1;
    await shows(page, seq);
  }
  assert.equal(acts, 1);
  await pull(page, (await hand(page))[0], await middle(page, ".enemy-part"));
  await page.locator(".field.target").waitFor();
  while (acts === 1) ({ game: { to_act: acts } } = await move(1));
  assert.equal(acts, 2);
  // Decoration that fades may be on the page, too.
  await page.locator(".field.target").waitFor({ state: "detached" });
  await page.mouse.up();
  await page.locator("[data-key=uncover]").waitFor();
  assert.equal(await page.locator(".hand-card").count(), 0);
});
