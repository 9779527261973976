// Games that are played to their end by the keyboard alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, dark, fits, lively, newTable, phone, recordGame, shows, withBrowser } from "./support.js";

withBrowser();

/** The moves of both games, but for those of proposals. */
const KINDS = ["bury", "change", "discard", "flip", "keep", "next", "pass", "play", "take", "trump", "yield"];

const focusedKey = (page) => page.evaluate(() => document.activeElement.dataset.key ?? null);

/** Goes to a control, backwards: the button that confirms is before those that select. */
async function reach(page, key) {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await focusedKey(page) === key) return;
    await page.keyboard.press("Shift+Tab");
  }
  assert.fail(`the keyboard does not reach ${key}`);
}

async function activate(page, key) {
  await reach(page, key);
  await page.keyboard.press("Enter");
}

/** Makes a move with the keys that the list of keys names, and otherwise with Tab and Enter. */
async function press(page, { move, text }) {
  const letter = { flip: "f", yield: "y", take: "t", pass: "p" }[move.type];
  if (letter) await page.keyboard.press(letter);
  if (move.type === "next") await activate(page, `move-${text}`);
  if (move.type === "trump" || move.type === "change") {
    if (move.suit) await activate(page, `trump-${move.suit}`);
    if (move.reverse) await activate(page, "reverse");
  }
  for (const card of move.cards ?? []) {
    const place = await page.locator(".hand-card").evaluateAll((cards, wanted) => cards.findIndex((one) => one.dataset.card === wanted), card);
    if (place < 10) await page.keyboard.press("1234567890"[place]);
    else await activate(page, `card-${card}`);
  }
  await activate(page, "send");
}

test("whole games are played by the keyboard alone, with every kind of move", async (t) => {
  const seen = new Set();
  const curious = (view) => {
    const { legal_moves: legal, table } = view;
    const usual = () => (table.kind === "regicide" ? lively(view) : legal.find(({ move }) => move.type === "pass") ?? legal[0]);
    const chosen = legal.find(({ move }) => !seen.has(move.type)) ?? usual();
    seen.add(chosen.move.type);
    return chosen;
  };
  const names = ["Ada", "Ben", "Cem"];
  for (const setup of [
    { players: 1, seed: "keys" },
    { players: 3, seed: "keys-5", names },
    { kind: "regicide-tricks", players: 3, seed: "keys-0", options: { target: 10 }, names },
  ]) {
    const { moves } = await recordGame(setup, curious);
    const { page } = await newTable(t, setup);
    for (const [index, move] of moves.entries()) {
      await shows(page, index);
      if (await page.locator("[data-key=uncover]").count() > 0) {
        await page.keyboard.press("Enter");
        await page.locator(".hand-card").first().waitFor();
      }
      await press(page, move);
    }
    await shows(page, moves.length);
    await page.locator(".end").waitFor();
    await page.close();
  }
  assert.deepEqual([...seen].toSorted(), KINDS);
});

test("Enter on a card does what Space does, whatever is selected", async (t) => {
  const { page } = await newTable(t, { players: 1, seed: "keys" });
  await shows(page, 0);
  const selected = () => page.locator(".hand-card[aria-pressed=true]").evaluateAll((cards) => cards.map((card) => card.dataset.card));
  const [first, second] = await page.locator(".hand-card").evaluateAll((cards) => cards.map((card) => card.dataset.card));
  const select = async () => {
    await page.locator(`[data-card="${first}"]`).click();
    await page.locator(`[data-card="${first}"][aria-pressed=true]`).waitFor();
  };
  await select();
  const one = async (key) => {
    await page.locator(`[data-card="${second}"]`).focus();
    await page.keyboard.press(key);
    const after = await selected();
    await page.keyboard.press("Escape");
    await select();
    return after;
  };
  assert.deepEqual(await one("Enter"), await one(" "));
  await page.locator("[data-key=send]").focus();
  await page.keyboard.down("Enter");
  for (let times = 0; times < 3; times += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await shows(page, 1);
  assert.deepEqual(await page.locator("[data-key=send]").evaluate((send) => send.disabled), true, "a held key confirms nothing more");
});

test("a digit or a letter goes from a card to the button, which Enter then presses", async (t) => {
  const { page } = await newTable(t, { players: 2, seed: "four-27" });
  await shows(page, 0);
  for (const key of ["2", "y"]) {
    await page.locator(".hand-card").first().focus();
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "send", key);
    await page.keyboard.press("Escape");
  }
  await page.locator(".hand-card").first().focus();
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await shows(page, 1);
});

test("hints in games that do not count are a bot's moves, in words and selected", async (t) => {
  for (const [setup, options, would] of [
    [{ players: 1, seed: "hints" }, dark, /^The bot would (play|discard|choose) .+\. /],
    [{ kind: "regicide-tricks", players: 3, seed: "hints", names: ["Ada", "Ben", "Cem"] }, { ...phone, locale: "es-ES" }, /^El bot (jugaría|enterraría|elegiría) .+\. /],
  ]) {
    const { game, page, tokens } = await newTable(t, setup, options);
    const hint = page.locator("[data-key=hint]");
    const says = page.locator(".bar-say", { hasText: would });
    for (let seq = 0; seq < 6; seq += 1) {
      await shows(page, seq);
      if (await page.locator("[data-key=uncover]").count() > 0) {
        assert.equal(await hint.count(), 0, "the next player has not confirmed");
        await page.keyboard.press("Enter");
      }
      await hint.waitFor();
      assert.equal(await says.count(), 0, "the hint was for the move before");
      const { to_act: to } = await call("GET", `/v1/games/${game.id}`);
      const { move } = await call("GET", `/v1/games/${game.id}/advice?expected_seq=${seq}`, { token: tokens[to].token });
      if (seq % 2 === 0) await hint.click();
      else await page.keyboard.press("h");
      await says.waitFor();
      const chosen = await page.locator(".hand-card[aria-pressed=true]").evaluateAll((cards) => cards.map((card) => card.dataset.card));
      assert.deepEqual(chosen.toSorted(), (move.cards ?? []).toSorted());
      assert.ok(await fits(page));
      if (seq === 0) await accessible(page, "a hint");
      await activate(page, "send");
    }
    await shows(page, 6);
  }
  // A game with secret cards counts.
  const { page } = await newTable(t, { players: 1 });
  await page.locator(".hand-card").first().waitFor();
  await page.keyboard.press("h");
  assert.equal(await page.locator("[data-key=hint]").count(), 0);
});
