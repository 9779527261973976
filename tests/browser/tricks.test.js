// The trick-taking game, each player in a separate browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, atTable, call, createGame, open, perform, phone, recordGame, seat, shows, visitor, withBrowser } from "./support.js";

withBrowser();

test("partners play the trick-taking game to its end", async (t) => {
  const setup = { kind: "regicide-tricks", players: 4, seed: "partners-14", options: { partners: true, target: 10 }, names: ["Ada", "Ben", "Cem", "Dia"] };
  const first = ({ legal_moves: legal }) => legal[0];
  const { moves } = await recordGame(setup, first);
  const { game, tokens } = await createGame(setup);
  const pages = await atTable(t, game, tokens);
  for (const [index, move] of moves.entries()) {
    await shows(pages[move.seat], index);
    await perform(pages[move.seat], move);
    if (index === 12) await accessible(pages[1], "a trick");
  }
  for (const page of pages) {
    await shows(page, moves.length);
    await page.locator(".end").waitFor();
  }
  const { result } = await call("GET", `/v1/games/${game.id}`);
  const [won, lost] = result.winners[0] === 0 ? [0, 1] : [1, 0];
  await pages[won].getByRole("heading", { name: "You have won!" }).waitFor();
  const winners = ["Ada + Cem", "Ben + Dia"][won];
  await pages[lost].getByRole("heading", { name: `${winners} win.` }).waitFor();
  await accessible(pages[0], "the end of the trick-taking game");
  const spanish = await visitor(t, { locale: "es" });
  await open(spanish, `/games/${game.id}`);
  await spanish.getByRole("heading", { name: `Ganan ${winners}.` }).waitFor();
  await open(spanish, `/games/${game.id}/replay`);
  await spanish.locator(".chart").first().getByText(winners).waitFor();
});

test("trump and ranks are chosen in one row and confirmed, as far as it is legal", async (t) => {
  const setup = { kind: "regicide-tricks", players: 3, seed: "t1", names: ["Ada", "Ben", "Cem"] };
  const passing = ({ legal_moves: legal }) => legal.find(({ move }) => move.type === "pass") ?? legal[0];
  const { moves } = await recordGame(setup, passing, 60);
  const named = moves.findIndex(({ move }) => move.type === "trump");
  const kept = moves.findIndex(({ move }) => move.type === "keep");
  assert.ok(named > 0 && kept > named);
  const { game, tokens } = await createGame(setup);
  const play = async (from, to) => {
    for (const { seat: by, move } of moves.slice(from, to)) {
      await call("POST", `/v1/games/${game.id}/moves`, { token: tokens[by].token, body: { move } });
    }
  };
  await play(0, named);
  const dealer = await visitor(t, phone);
  await seat(dealer, game, [tokens[moves[named].seat]]);
  await open(dealer, `/games/${game.id}`);
  const confirm = (page) => page.locator("[data-key=send]");
  await dealer.getByRole("button", { name: "Hearts", exact: true }).click();
  await dealer.getByRole("button", { name: "Clubs", exact: true }).click();
  assert.equal(await dealer.locator(".suit-button[aria-pressed=true]").count(), 1);
  await accessible(dealer, "naming trump");
  await confirm(dealer).click();
  await shows(dealer, named + 1);
  await play(named + 1, kept);
  const winner = await visitor(t, phone);
  await seat(winner, game, [tokens[moves[kept].seat]]);
  await open(winner, `/games/${game.id}`);
  await shows(winner, kept);
  await confirm(winner).filter({ hasText: "Change nothing" }).waitFor();
  assert.equal(await winner.locator(".bar .main").count(), 1);
  // Names of suits come with the rules, which may be loaded after the table.
  await winner.locator(".suit-button[aria-pressed=true][aria-label=Clubs]").waitFor();
  await winner.getByRole("button", { name: "Reverse the ranks" }).click();
  await winner.getByRole("button", { name: "Spades", exact: true }).click();
  await winner.getByText("Trump: Spades, ranks reversed.").waitFor();
  await accessible(winner, "changing trump");
  await winner.getByRole("button", { name: "Clubs", exact: true }).click();
  await winner.getByRole("button", { name: "Reverse the ranks" }).click();
  await confirm(winner).filter({ hasText: "Change nothing" }).waitFor();
  await winner.getByRole("button", { name: "Spades", exact: true }).click();
  await confirm(winner).click();
  await shows(winner, kept + 1);
  const { items } = await call("GET", `/v1/games/${game.id}/moves?after=${kept}`);
  assert.equal(items[0].text, "change S");
});

test("the last trick of a hand is held until it was seen, then the score of the hand is shown and stays reachable", async (t) => {
  const setup = { kind: "regicide-tricks", players: 4, seed: "partners-14", options: { partners: true, target: 30 }, names: ["Ada", "Ben", "Cem", "Dia"] };
  const { moves } = await recordGame(setup, ({ legal_moves: legal }) => legal[0], 60);
  const { game, tokens } = await createGame(setup);
  const play = ({ seat: by, move }) => call("POST", `/v1/games/${game.id}/moves`, { token: tokens[by].token, body: { move } });
  // On the first page only a tap ends the hold, on the second one its time.
  const [page, other] = [await visitor(t, phone), await visitor(t)];
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (run, after, ...values) => {
      if (after !== 1500) return setTimeout(run, after, ...values);
      globalThis.holds = true;
      return 0;
    };
  });
  await seat(page, game, [tokens[0]]);
  for (const each of [page, other]) {
    await open(each, `/games/${game.id}`);
    await each.locator(".trick-room .brief li").first().waitFor();
  }
  let last;
  for (const [index, move] of moves.entries()) {
    if (last?.effects.some(({ type }) => type === "hand_scored")) break;
    await shows(page, index);
    last = await play(move);
  }
  const { card, seat: winner } = last.effects.find(({ type }) => type === "trick_won");
  const held = page.locator(".trick[data-held]");
  await held.waitFor();
  assert.ok(await page.evaluate(() => globalThis.holds), "the time of the hold is another one than here");
  assert.equal(await held.locator("li svg").count(), 4);
  assert.equal(await held.locator(`.best[data-flip="${card}"]`, { hasText: setup.names[winner] }).count(), 1);
  // Without the movements of the cards.
  const middle = (place) => page.locator(`.at-${place}`).evaluate((one) => ({ x: one.offsetLeft + one.offsetWidth / 2, y: one.offsetTop + one.offsetHeight / 2 }));
  const [near, left, far, right] = await Promise.all(["near", "left", "far", "right"].map(middle));
  assert.ok(left.x < near.x && near.x < right.x && far.y < near.y && Math.abs(far.x - near.x) < 2, "each card is at its player's place");
  await held.click();
  const { points } = last.effects.find(({ type }) => type === "hand_scored");
  const row = page.locator(".score tbody tr", { hasText: "Ada" });
  await row.waitFor();
  assert.equal(await row.locator("td").last().innerText(), String(points[0]));
  await accessible(page, "the score of a hand");
  await other.locator(".score").waitFor();
  await page.locator("[data-key=score]").click();
  await page.locator(".dialog .score").getByText("Hand 1").waitFor();
  await accessible(page, "the score of all hands");
});

test("a newcomer reads what a move costs and changes before it is confirmed", async (t) => {
  const setup = { kind: "regicide-tricks", players: 3, seed: "t1", names: ["Ada", "Ben", "Cem"] };
  const { moves } = await recordGame(setup, ({ legal_moves: legal }) => legal.find(({ move }) => move.type === "pass") ?? legal[0], 60);
  const kept = moves.findIndex(({ move }) => move.type === "keep");
  const { game, tokens } = await createGame(setup);
  const dealer = await visitor(t, phone);
  await seat(dealer, game, [tokens[0]]);
  await open(dealer, `/games/${game.id}`);
  await dealer.getByRole("button", { name: "Take it" }).click();
  await dealer.locator(".bar-say", { hasText: "you bury one of your cards" }).waitFor();
  for (const { seat: by, move } of moves.slice(0, kept)) await call("POST", `/v1/games/${game.id}/moves`, { token: tokens[by].token, body: { move } });
  const winner = await visitor(t, phone);
  await seat(winner, game, [tokens[moves[kept].seat]]);
  await open(winner, `/games/${game.id}`);
  const ranks = () => winner.locator(".ranks").getAttribute("aria-label");
  await winner.getByRole("button", { name: "Reverse the ranks" }).waitFor();
  assert.equal(await ranks(), "highest to lowest: joker, K, 9, 8, 7, 6, 5, 4, 3, 2, A");
  await winner.getByRole("button", { name: "Reverse the ranks" }).click();
  await winner.getByText("A is highest then, K lowest.").waitFor();
  assert.equal(await ranks(), "highest to lowest: joker, A, 2, 3, 4, 5, 6, 7, 8, 9, K");
  // Trump is marked in the hand, and its last cards.
  const marked = await winner.locator(".hand-card").evaluateAll((cards) => cards.map((card) => card.classList.contains("trump")));
  assert.deepEqual(marked, marked.toSorted((one, other) => one - other));
  assert.ok(marked.includes(true));
});
