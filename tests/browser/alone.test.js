// A solo player: whole games by mouse and by touch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, createGame, dark, fits, lively, newTable, open, perform, phone, recordGame, seat, seated, shows, visitor, withBrowser } from "./support.js";

withBrowser();

test("a visitor starts a game with one click and can reload the page", async (t) => {
  const page = await visitor(t, phone);
  await open(page, "/");
  await page.getByRole("button", { name: "Play alone now" }).click();
  await page.locator(".hand-card").first().waitFor();
  assert.equal(await page.locator(".hand-card").count(), 8);
  assert.ok(await page.evaluate(() => document.activeElement.matches(".hand-card")), "the focus is at the first card");
  assert.equal(await page.title(), "Table · Regicide", "who plays alone is not called");
  const hand = await page.locator(".hand-card").evaluateAll((cards) => cards.map((card) => card.dataset.card));
  await page.reload();
  await page.locator(".hand-card").first().waitFor();
  assert.deepEqual(await page.locator(".hand-card").evaluateAll((cards) => cards.map((card) => card.dataset.card)), hand);
  const narrow = await fits(page);
  assert.ok(narrow, "nothing is wider than the phone");
  await page.goBack();
  await page.getByRole("heading", { name: "Your games" }).waitFor();
});

test("a solo game is played to its end", async (t) => {
  const setup = { players: 1, seed: "alone" };
  const { moves } = await recordGame(setup, lively);
  const { game, page } = await newTable(t, setup);
  for (const [index, move] of moves.entries()) {
    await shows(page, index);
    await perform(page, move);
  }
  await shows(page, moves.length);
  await page.getByRole("heading", { name: "You have lost." }).waitFor();
  assert.equal(await page.locator(".table-log .log li").count(), moves.length);
  await accessible(page, "the end of a game");
  await page.getByRole("button", { name: "Play again" }).click();
  await page.locator(".table[data-seq='0']").waitFor();
  assert.notEqual(new URL(page.url()).pathname, `/games/${game.id}`);
});

test("cards for the next move can be chosen before the last move is confirmed", async (t) => {
  const setup = { players: 1, seed: "keys" };
  const { moves } = await recordGame(setup, lively, 2);
  const { page } = await newTable(t, setup);
  let answer = () => {};
  const answering = new Promise((resolve) => answer = resolve);
  await page.route("**/moves", async (route) => {
    const response = await route.fetch();
    await answering;
    await route.fulfill({ response });
  });
  await perform(page, moves[0]);
  // The event stream reports the move before the response to it arrives.
  await shows(page, 1);
  await page.keyboard.press("1");
  const chosen = page.locator(".hand-card[aria-pressed=true]");
  await chosen.waitFor();
  // A request is listed where it ends: the browser's own event does not always come for
  // an answer that was held back.
  await page.evaluate(() => performance.clearResourceTimings());
  answer();
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/moves")));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await chosen.count(), 1);
});

test("the focus moves to the next control that the player needs", async (t) => {
  const setup = { players: 1, seed: "focus" };
  const { moves } = await recordGame(setup, lively, 3);
  const { page } = await newTable(t, setup);
  for (const [index, move] of moves.entries()) {
    await shows(page, index);
    if (!move.move.cards) continue;
    for (const card of move.move.cards) {
      await page.locator(`[data-card="${card}"]`).focus();
      await page.keyboard.press(" ");
    }
    await page.locator("[data-key=send]").focus();
    await page.keyboard.press("Enter");
    await shows(page, index + 1);
    assert.ok(await page.evaluate(() => document.activeElement !== document.body), `after move ${index + 1}`);
  }
});

test("the effect of a flip is shown and confirmed before it is made, by button and by key", async (t) => {
  const { game, page } = await newTable(t, { players: 1, seed: "alone" }, phone);
  const flip = page.locator("[data-key=move-flip]");
  const pressed = page.locator("[data-key=move-flip][aria-pressed=true]");
  await flip.click();
  await pressed.waitFor();
  await page.locator(".bar-say", { hasText: "Discard 8 cards, draw 8" }).waitFor();
  await accessible(page, "a flip that waits for its confirmation");
  await flip.click();
  await pressed.waitFor({ state: "detached" });
  await page.keyboard.press("f");
  await pressed.waitFor();
  await page.keyboard.press("Escape");
  await pressed.waitFor({ state: "detached" });
  await flip.click();
  await page.locator(".hand-card").first().click();
  await pressed.waitFor({ state: "detached" });
  assert.equal((await call("GET", `/v1/games/${game.id}`)).seq, 0);
  await page.keyboard.press("f");
  await page.locator("[data-key=send]", { hasText: "Confirm" }).click();
  await shows(page, 1);
  assert.equal((await call("GET", `/v1/games/${game.id}/moves`)).items[0].move.type, "flip");
});

test("the forecast of a flip has numbers where the service sends them", async (t) => {
  const { game, tokens } = await createGame({ players: 1, seed: "alone" });
  const view = await call("GET", `/v1/games/${game.id}`, { token: tokens[0].token });
  const forecast = { type: "flip", discarded: 7, drawn: 8, jesters_left: 1, best_medal: "silver" };
  const legal_moves = view.legal_moves.map((one) => (one.text === "flip" ? { ...one, forecast } : one));
  const page = await visitor(t, phone);
  await sendsOnly(page, { ...view, legal_moves });
  await seat(page, game, tokens);
  await open(page, `/games/${game.id}`);
  await page.locator("[data-key=move-flip]").click();
  await page.getByText("Discard 7 cards, draw 8 · 1 jester left · no gold any more").waitFor();
});

/** Sends the page events of this game only. */
const sendsOnly = (page, game) => page.route("**/events*", (route) => route.fulfill({
  contentType: "application/x-ndjson", body: `${JSON.stringify({ type: "rematch", id: "1.0.0.rematch", game })}\n`,
}));

for (const [width, height] of [[390, 844], [360, 640], [360, 560], [720, 450]]) {
  test(`the enemy, the prompt and the hand are on the first screen of ${width} × ${height}`, async (t) => {
    const { page } = await newTable(t, { players: 1, seed: "alone" }, { viewport: { width, height } });
    await page.locator("[data-key=move-flip]").waitFor();
    const hidden = await page.locator(".enemy-left strong, .bar-say, .bar button, .hand-card").evaluateAll((all) => all.filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || !one.contains(seen);
    }).map((one) => one.textContent));
    assert.deepEqual(hidden, []);
    const powers = await page.locator(".hand-card").evaluateAll((cards) => cards.filter((card) => {
      const { left, right, top, bottom } = card.querySelector(".power").getBoundingClientRect();
      return card.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    }).length);
    assert.equal(powers, 8, "the power of each card is seen");
  });
}

for (const [device, options] of [["a desk", {}], ["a phone", phone]]) {
  test(`the enemy stays where it is when the hand is empty, on ${device}`, async (t) => {
    const { game, tokens } = await createGame({ players: 1, seed: "alone" });
    const view = await call("GET", `/v1/games/${game.id}`, { token: tokens[0].token });
    const heights = [];
    for (const hand of [view.table.hand, view.table.hand.slice(0, 2), []]) {
      const page = await visitor(t, options);
      await sendsOnly(page, { ...view, table: { ...view.table, hand } });
      await seat(page, game, tokens);
      await open(page, `/games/${game.id}`);
      await page.locator("[data-key=move-flip]").waitFor();
      // It is drawn with the rules, which may come after the game.
      await page.locator(".enemy-part").waitFor();
      if (hand.length === 0) await page.locator("[data-key=concede]").click();
      heights.push(await page.evaluate(() => document.querySelector(".enemy-part").getBoundingClientRect().top + scrollY));
    }
    assert.deepEqual(heights, [heights[0], heights[0], heights[0]]);
  });
}

test("the news of a move on a phone is its result, and a tap opens the log", async (t) => {
  const setup = { players: 1, seed: "alone" };
  const { game: played } = await recordGame(setup, lively);
  const { items: log } = await call("GET", `/v1/games/${played.id}/moves`);
  const kill = log.findIndex(({ effects }) => effects.some(({ type }) => type === "defeated"));
  assert.ok(kill >= 0, "an enemy is defeated");
  const { moves } = await recordGame(setup, lively);
  const { game, tokens } = await createGame(setup);
  for (const { move } of moves.slice(0, kill + 1)) await call("POST", `/v1/games/${game.id}/moves`, { token: tokens[0].token, body: { move } });
  const page = await visitor(t, phone);
  await seat(page, game, tokens);
  await open(page, `/games/${game.id}`);
  await shows(page, kill + 1);
  const sentence = log[kill].narration[log[kill].effects.findIndex(({ type }) => type === "defeated")];
  assert.equal((await page.locator(".news > :first-child").innerText()).trim(), sentence);
  assert.ok(await page.evaluate(() => document.querySelector(".news").getBoundingClientRect().bottom <= innerHeight));
  await page.locator(".news").click();
  await page.locator(".dialog .log li").nth(kill).waitFor();
  await accessible(page, "the log in a dialog");
});

test("a move that loses the game at once says so before it is sent, with undo beside it", async (t) => {
  const { game, tokens } = await createGame({ players: 1, seed: "loss-1", visibility: "private" });
  const { token } = tokens[0];
  const state = () => call("GET", `/v1/games/${game.id}`, { token });
  let view = await state();
  const isNear = ({ table, legal_moves: legal }) => table.phase === "play" && legal.some(({ loses }) => loses);
  for (; !isNear(view); view = await state()) {
    const { legal_moves: legal } = view;
    const { move } = legal.find((one) => one.move.type === "flip") ?? legal.filter(({ loses }) => !loses)[1];
    await call("POST", `/v1/games/${game.id}/moves`, { token, body: { move } });
  }
  const safe = view.legal_moves.find(({ loses }) => !loses);
  const page = await visitor(t, phone);
  await seat(page, game, tokens);
  await open(page, `/games/${game.id}`);
  const losing = view.legal_moves.find(({ loses, move }) => loses && move.cards.length === 1);
  await page.locator(`[data-card="${losing.move.cards[0]}"]`).click();
  await page.locator(".bar-say .loses", { hasText: "This loses the game at once." }).waitFor();
  await accessible(page, "a move that loses");
  await page.locator("[data-key=clear]").click();
  await page.locator(".loses").waitFor({ state: "detached" });
  await perform(page, safe);
  await page.locator(".bar-say .loses", { hasText: "Whatever you do now, the game is lost." }).waitFor();
  await page.locator("[data-key=undo-loss]").click();
  await shows(page, view.seq + 2);
  await page.locator(".loses").waitFor({ state: "detached" });
});

test("the last move is undone, and the game goes on in every tab", async (t) => {
  const setup = { players: 1, seed: "s42", visibility: "private", options: { solo_yield: "once" } };
  const { game, page, tokens } = await newTable(t, setup, phone);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await shows(other, 0);
  await page.locator("[data-key=move-yield]").click();
  await page.locator("[data-key=send]").click();
  await shows(page, 1);
  await page.locator("[data-card=TH]").click();
  await page.locator("[data-key=send]").click();
  await shows(page, 2);
  assert.equal(await page.locator("[data-card=TH]").count(), 0);
  for (const seq of [3, 4]) {
    await page.locator("[data-key=undo]").click();
    await shows(page, seq);
    await shows(other, seq);
    await page.locator(".hand-card[data-card=TH]").waitFor();
  }
  await page.getByText("You take back move 1.").first().waitFor();
  await page.locator("[data-key=undo]").waitFor({ state: "detached" });
  await accessible(page, "after an undo");
  const left = await page.evaluate(() => JSON.parse(localStorage.getItem("regicide")).seats.map((one) => one.game));
  assert.deepEqual(left, [game.id]);
  await call("POST", `/v1/games/${game.id}/moves`, { token: tokens[0].token, body: { text: "concede" } });
  await page.locator(".end").waitFor();
  await open(page, `/games/${game.id}/replay`);
  await page.getByText("You take back move 1.").or(page.getByText(/takes? back move 1\./)).first().waitFor();
});

test("the effect of chosen cards is shown, and cards that cannot be played cannot be chosen", async (t) => {
  const { page } = await newTable(t, { players: 1, seed: "alone" }, dark);
  await page.locator(".hand-card").first().click();
  await page.locator(".bar-say", { hasText: /Attack|jester/ }).waitFor();
  await accessible(page, "a choice, in the dark");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".hand-card[aria-pressed=true]").count(), 0);
  assert.ok(await page.locator("[data-key=send]").isDisabled());
});

test("conceding needs confirmation", async (t) => {
  const { page } = await newTable(t, { players: 1 });
  await page.getByRole("button", { name: "Concede", exact: true }).click();
  await accessible(page, "whether to concede");
  await page.keyboard.press("Escape");
  await page.locator("[data-key=concede-yes]").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Concede", exact: true }).click();
  await page.getByRole("button", { name: "No, play on" }).click();
  await shows(page, 0);
  await page.getByRole("button", { name: "Concede", exact: true }).click();
  await page.getByRole("button", { name: "Yes, concede" }).click();
  await page.getByRole("heading", { name: "You have lost." }).waitFor();
  await page.locator(".end p", { hasText: "You conceded." }).waitFor();
});

test("the question whether to concede, and a click on its answer, outlast moves", async (t) => {
  const deal = { players: 1, seed: "alone" };
  const { moves } = await recordGame(deal, lively, 2);
  const { game, tokens: [seat0] } = await createGame(deal);
  const elsewhere = ({ move }) => call("POST", `/v1/games/${game.id}/moves`, { token: seat0.token, body: { move } });
  const page = await visitor(t);
  await seat(page, game, [seat0]);
  await open(page, `/games/${game.id}`);
  await page.locator("[data-key=concede]").click();
  await elsewhere(moves[0]);
  await shows(page, 1);
  await page.locator("[data-key=concede-yes]").hover();
  await page.mouse.down();
  const { narration } = await elsewhere(moves[1]);
  await page.locator("#announcer", { hasText: narration[0] }).waitFor({ state: "attached" });
  await page.mouse.up();
  await page.locator(".end").waitFor();
  const { result, seq } = await call("GET", `/v1/games/${game.id}`);
  assert.deepEqual([result.conceded_by, seq], [0, 3]);
});

test("a move that lost a race is explained, and the current game is shown", async (t) => {
  const { game, tokens } = await createGame({ players: 1, seed: "alone" });
  const { moves } = await recordGame({ players: 1, seed: "alone" }, lively, 1);
  const [one, other] = [await visitor(t), await visitor(t)];
  for (const page of [one, other]) {
    await seat(page, game, tokens);
    await open(page, `/games/${game.id}`);
    await shows(page, 0);
  }
  // This window's move arrives while the other window's is in flight.
  await other.route("**/moves", async (route) => {
    await perform(one, moves[0]);
    await shows(one, 1);
    await route.continue();
  }, { times: 1 });
  await perform(other, moves[0]);
  await other.locator(".bar .problem").waitFor();
  await shows(other, 1);
  await perform(other, (await recordGame({ players: 1, seed: "alone" }, lively, 2)).moves[1]);
  await shows(one, 2);
});

test("a click on a button of an earlier position is refused, and the game goes on", async (t) => {
  const deal = { players: 1, seed: "alone" };
  const { moves } = await recordGame(deal, lively, 2);
  const { game, tokens: [seat0] } = await createGame(deal);
  const page = await visitor(t);
  await seat(page, game, [seat0]);
  await open(page, `/games/${game.id}`);
  await shows(page, 0);
  for (const card of moves[0].move.cards) await page.locator(`[data-card="${card}"]`).click({ position: { x: 12, y: 30 } });
  await page.locator("[data-key=send]").hover();
  await page.mouse.down();
  const { narration } = await call("POST", `/v1/games/${game.id}/moves`, { token: seat0.token, body: { move: moves[0].move } });
  await page.locator("#announcer", { hasText: narration[0] }).waitFor({ state: "attached" });
  await page.mouse.up();
  await page.locator(".bar .problem").waitFor();
  await perform(page, moves[1]);
  await shows(page, 2);
});

test("a refused move names its clause and links to it", async (t) => {
  const { game, tokens } = await createGame({ players: 1, seed: "alone" });
  const { moves } = await recordGame({ players: 1, seed: "alone" }, lively, 1);
  const page = await visitor(t);
  await seat(page, game, tokens);
  await open(page, `/games/${game.id}`);
  await shows(page, 0);
  // The table offers no such move, so the test changes the request.
  await page.route("**/moves", (route) => route.continue({ postData: JSON.stringify({ move: { type: "yield" } }) }), { times: 1 });
  await perform(page, moves[0]);
  await page.locator(".bar .problem .clause").waitFor();
  await accessible(page, "a refused move");
  await page.locator(".bar .problem .clause").click();
  await page.waitForURL("**/rules#R7.*");
});

/** Opens a table that a win has ended, which cannot be played to order: the page gets the view and the log of one. */
async function openWon(page, { players, medal, seed_by }) {
  const { game, tokens } = await createGame({ players, seed: "alone", visibility: "private" });
  const { token } = tokens[0];
  const view = await call("GET", `/v1/games/${game.id}`, { token });
  const result = { kind: "regicide", outcome: "won", medal, enemies_defeated: 12, conceded_by: null };
  const table = { ...view.table, enemy: null, enemies_defeated: 12 };
  const finished_at = new Date(Date.parse(view.created_at) + 720_000).toISOString();
  const won = { ...view, status: "finished", to_act: null, legal_moves: null, table, result, seq: 12, shown_seq: 12, finished_at, seed_by };
  const items = [..."JQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit)).map((card, index) => ({
    seq: index + 1, seat: 0, text: "play", move: null, at: view.created_at, chain: view.chain, narration: [card], effects: [{ type: "defeated", card, exact: index < 4 }],
  }));
  await page.route("**/moves?*", (route) => route.fulfill({ json: { items } }));
  await sendsOnly(page, won);
  await seat(page, game, tokens.slice(0, 1));
  await page.addInitScript(({ id, code }) => {
    const state = JSON.parse(localStorage.getItem("regicide"));
    localStorage.setItem("regicide", JSON.stringify({ ...state, codes: { [id]: code } }));
  }, { id: game.id, code: "c".repeat(48) });
  await open(page, `/games/${game.id}`);
  return game;
}

for (const [players, medal, headline, look] of [
  [1, "gold", "Gold: won without a jester.", dark], [1, "bronze", "Bronze: won with two jesters.", phone], [3, null, "All enemies are defeated. You have won!", phone],
]) {
  test(`a win shows its medal, length and record, and is shared: ${medal ?? "a team"}`, async (t) => {
    const page = await visitor(t, { ...look, permissions: ["clipboard-read", "clipboard-write"] });
    await page.addInitScript(() => { delete Navigator.prototype.share; });
    const game = await openWon(page, { players, medal, seed_by: "service" });
    const end = page.locator(".end");
    await end.getByRole("heading", { name: headline }).waitFor();
    await end.locator(`.end-medal.${medal ?? "won"}`).waitFor();
    await end.getByText("12 moves · 12 min").waitFor();
    await end.getByText("Your first win.").waitFor();
    await end.getByRole("img", { name: "12 of 12 royals defeated" }).waitFor();
    await page.getByText("The castle is empty.").waitFor();
    await end.getByRole("button", { name: "Share" }).click();
    await end.getByText("Copied.").waitFor();
    const address = `/new?deal=${game.id}#code=${"c".repeat(48)}`;
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(shared.includes("🟩🟩🟩🟩🟨") && shared.endsWith(address), shared);
    await end.getByRole("button", { name: "The same deal for a friend" }).click();
    await page.waitForFunction(async (end) => (await navigator.clipboard.readText()).endsWith(end) && (await navigator.clipboard.readText()).startsWith("http"), address);
    await end.getByRole("link", { name: "Replay and analysis" }).waitFor();
    await accessible(page, `a game that is won: ${medal ?? "a team"}`);
    assert.ok(await fits(page));
  });
}

test("a win with a known deal is practice, and in no record", async (t) => {
  const page = await visitor(t, phone);
  await openWon(page, { players: 1, medal: "gold", seed_by: "client" });
  await page.locator(".end .tag", { hasText: "practice" }).waitFor();
  assert.equal(await page.getByText("Your first win.").count(), 0);
  assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem("regicide")).wins), {});
});

test("a guest plays the deal of a finished game again, and finds finished games on Home", async (t) => {
  const { game, tokens } = await createGame({ players: 1, visibility: "private" });
  const [{ token }] = tokens;
  const { table: { hand } } = await call("GET", `/v1/games/${game.id}`, { token });
  await call("POST", `/v1/games/${game.id}/moves`, { token, body: { move: { type: "concede" } } });
  const page = await visitor(t, phone);
  await seat(page, game, tokens);
  await open(page, "/");
  await page.locator(".own .game", { hasText: "You have lost." }).click();
  await page.locator("[data-key=same-deal]").click();
  await shows(page, 0);
  const cards = await page.locator(".hand-card").evaluateAll((all) => all.map((one) => one.dataset.card));
  assert.deepEqual(cards.toSorted(), hand.toSorted());
  const { id, token: own } = await seated(page);
  assert.deepEqual((await call("GET", `/v1/games/${id}`, { token: own })).forked_from, { game_id: game.id, seq: 0 });
  await call("POST", `/v1/games/${id}/moves`, { token: own, body: { move: { type: "concede" } } });
  await page.locator(".end .tag", { hasText: "practice" }).waitFor();
  await accessible(page, "the end of a game with a known deal");
});

test("a friend who has the link of a deal sees the result, but no card, and plays it", async (t) => {
  const { game, tokens: [{ token }], spectator_code: code } = await createGame({ players: 1, visibility: "private", names: ["Ada"] });
  const page = await visitor(t, phone);
  await open(page, `/new?deal=${game.id}#code=${code}`);
  await page.getByText("This game is not over.").waitFor();
  const { table: { hand } } = await call("GET", `/v1/games/${game.id}`, { token });
  await call("POST", `/v1/games/${game.id}/moves`, { token, body: { move: { type: "concede" } } });
  await page.reload();
  await page.getByText("At the table: Ada.").waitFor();
  await page.getByText("0 of twelve royals defeated").waitFor();
  assert.equal(await page.locator(".card").count(), 0);
  await accessible(page, "the deal of a friend");
  await page.locator("[data-key=deal]").click();
  await shows(page, 0);
  assert.deepEqual((await page.locator(".hand-card").evaluateAll((all) => all.map((one) => one.dataset.card))).toSorted(), hand.toSorted());
  const { id, token: own } = await seated(page);
  assert.equal((await call("GET", `/v1/games/${id}`, { token: own })).seats[0].name, null, "the friend is not Ada");
  await open(page, `/new?deal=${game.id.replace(/^./, "f")}`);
  await page.locator(".problem").waitFor();
});

test("a deal for several is played with bots or others", async (t) => {
  const { game, tokens } = await createGame({ players: 2, visibility: "unlisted" });
  await call("POST", `/v1/games/${game.id}/proposal`, { token: tokens[0].token, body: { type: "concede" } });
  await call("POST", `/v1/games/${game.id}/proposal`, { token: tokens[1].token, body: { type: "concede" } });
  const page = await visitor(t);
  await open(page, `/new?deal=${game.id}`);
  await page.locator("[data-key=deal]").click();
  await page.getByLabel("I play one seat, and bots the others").check();
  await page.getByRole("button", { name: "Start" }).click();
  await shows(page, 0);
});
