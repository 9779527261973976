// Several players at one table, each in a separate browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, atTable, call, concede, createGame, dark, fits, lively, open, perform, phone, recordGame, say, seat, shows, until, visitor, withBrowser } from "./support.js";

withBrowser();

test("four players join by a link, on phones and desktops, in two languages", async (t) => {
  const hostile = "<img src=x onerror=alert(1)>";
  const ada = await visitor(t, phone);
  await open(ada, "/");
  await ada.getByRole("link", { name: "Play with friends" }).click();
  await ada.getByRole("radio", { name: "4" }).check();
  await ada.getByRole("textbox", { name: "Your name" }).fill(hostile);
  await accessible(ada, "a new game");
  await ada.getByRole("button", { name: "Create and invite" }).click();
  const address = await ada.getByLabel("Link to this game").inputValue();
  await accessible(ada, "waiting for players");
  const others = [await visitor(t, { ...phone, ...dark }), await visitor(t, { locale: "es-MX" }), await visitor(t)];
  for (const [index, page] of others.entries()) {
    await page.goto(address);
    await page.locator("[data-key=join-name]").fill(["Ben", "María", "A very long name, as long as they can be"][index]);
    await page.locator("[data-key=join]").click();
    await page.locator("[data-key=join]").waitFor({ state: "detached" });
  }
  const table = [ada, ...others];
  for (const page of table) {
    await page.locator(".hand-card").first().waitFor();
    assert.equal(await page.locator(".seat-name").first().innerText().then((name) => name.startsWith("<img src=x")), true);
    assert.equal(await page.locator("img").count(), 0);
    assert.ok(await fits(page), "nothing is wider than the screen");
    await accessible(page, "the table of four");
  }
  await others[1].getByText("Le toca a").waitFor();
  const watcher = await visitor(t);
  await watcher.goto(address);
  await watcher.getByText(/You are watching/).waitFor();
  assert.equal(await watcher.locator(".hand-card").count(), 0);
  // All agree to concede: the game is lost for all, and they can play again.
  await concede(table);
  for (const page of [...table, watcher]) await page.locator(".end").waitFor();
  await accessible(ada, "the end of a game of four");
});

test("the table shows who is away, and how many watch", async (t) => {
  const { game, tokens } = await createGame({ players: 3, names: ["Ada", "Ben", "Cem"] });
  const [ada, ben, cem] = await atTable(t, game, tokens);
  for (const page of [ada, ben]) {
    for (const each of [0, 1, 2]) await page.locator(`.seat[data-seat="${each}"] .presence.here`).waitFor();
  }
  const watcher = await visitor(t);
  await open(watcher, `/games/${game.id}`);
  await ben.getByText("1 watching").waitFor();
  await cem.close();
  await ben.locator('.seat[data-seat="2"] .presence.away').waitFor();
  await ada.locator('.seat[data-seat="2"]', { hasText: "away: Cem" }).waitFor();
  await accessible(ada, "a table with an absent player");
  await accessible(ben, "a table with an absent player, on a phone");
  await watcher.close();
  await ben.getByText("1 watching").waitFor({ state: "detached" });
  assert.equal(await ben.locator(".presence.here").count(), 2);
  // The players of one device follow the game together.
  const shared = await visitor(t);
  await seat(shared, game, [tokens[1], tokens[2]]);
  await open(shared, `/games/${game.id}`);
  await shared.locator('.seat[data-seat="2"] .presence.here').waitFor();
});

test("all four players see the same game, with a jester, table talk, an exact kill and a loss", async (t) => {
  const setup = { players: 4, seed: "four-27", names: ["Ada", "Ben", "Cem", "Dia"] };
  const { moves, game: played } = await recordGame(setup, lively);
  const jester = moves.findIndex(({ move }) => move.type === "next");
  assert.ok(jester > 0, "a jester is played");
  const { game, tokens } = await createGame(setup);
  const pages = [];
  for (const token of tokens) {
    const page = await visitor(t, token.seat % 2 ? phone : token.seat === 2 ? { locale: "es-ES" } : {});
    await seat(page, game, [token]);
    await open(page, `/games/${game.id}`);
    pages.push(page);
  }
  for (const [index, move] of moves.entries()) {
    for (const page of pages) await shows(page, index);
    if (index === jester) await talk(pages, move.seat);
    else if (index > 0 && move.move.type !== "next") for (const page of pages) assert.equal(await page.locator(".talk").count(), 0, "only after a jester");
    await perform(pages[move.seat], move);
  }
  for (const page of pages) await shows(page, moves.length);
  await pages[2].locator(".end", { hasText: `Han caído ${played.result.enemies_defeated} de los doce enemigos.` }).waitFor();
  for (const page of pages.toSpliced(2, 1)) {
    await page.locator(".end", { hasText: `${played.result.enemies_defeated} of twelve royals defeated.` }).waitFor();
  }
  await pages[0].locator(".log", { hasText: "exactly" }).waitFor();
  for (const page of pages) assert.equal(await page.locator(".bubble").count(), 0, "signals are in the log");
  // A later visitor finds the signals at their place in the log, and so does the replay.
  const later = await visitor(t);
  await open(later, `/games/${game.id}`);
  const said = later.locator(".table-log .log-said");
  await said.nth(1).waitFor();
  assert.deepEqual(await said.allTextContents(), ["Dia: “I have a good play.”", "Cem: “I would rather not go next.”"]);
  const before = said.first().locator("xpath=preceding-sibling::li[1]");
  assert.equal(await before.getAttribute("data-seq"), String(jester));
  await open(later, `/games/${game.id}/replay?at=${jester}`);
  await later.locator(".replay-narration .replay-talk li").nth(1).waitFor();
  await later.locator(".replay-hand", { hasText: "Dia" }).locator(".bubble", { hasText: "I have a good play." }).waitFor();
  assert.equal(await later.locator(".replay-said").count(), 2);
  await accessible(later, "a replay with table talk");
  await later.keyboard.press("ArrowRight");
  await later.locator(".bubble").first().waitFor({ state: "detached" });
});

/** Dia and Cem give signals while the next player is named; all pages show them. */
async function talk(pages, naming) {
  const [, , cem, dia] = pages;
  for (const page of pages) await page.locator("[data-key=say-good_play]").waitFor();
  await accessible(pages[naming], "the allowed signals, while the next player is named");
  await say(dia, "good_play");
  await dia.locator("[data-key=say-good_play]").waitFor({ state: "detached" });
  await dia.locator("[data-key=say-not_next]").waitFor();
  await pages[0].locator('.seat[data-seat="3"] .bubble', { hasText: "I have a good play." }).waitFor();
  await say(cem, "not_next");
  for (const page of pages) {
    await page.locator('.seat[data-seat="2"] .bubble').waitFor();
    await page.locator('.seat[data-seat="3"] .bubble').waitFor();
  }
  await cem.locator('.seat[data-seat="3"] .bubble', { hasText: "Tengo una buena jugada." }).waitFor();
  await pages[0].locator("#announcer", { hasText: "Cem: “I would rather not go next.”" }).waitFor();
  await accessible(cem, "table talk, in Spanish");
  assert.ok(await fits(dia));
  // After a reload the signal is still there, and the other may still be given.
  await dia.reload();
  await dia.locator('.seat[data-seat="2"] .bubble').waitFor();
  await dia.locator("[data-key=say-not_next]").waitFor();
  assert.equal(await dia.locator("[data-key=say-good_play]").count(), 0);
}

test("players who share a device pass it on with the hands hidden", async (t) => {
  const page = await visitor(t, phone);
  await open(page, "/new");
  await page.getByRole("radio", { name: /All on this device/ }).check();
  await page.getByRole("textbox", { name: "Seat 1" }).fill("Ada");
  await page.getByRole("textbox", { name: "Seat 2" }).fill("Ben");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".hand-card").first().waitFor();
  await page.getByRole("button", { name: "Yield" }).click();
  await page.getByText("Yield: you play no cards").or(page.getByText("Yield: the Jack hits for 10")).waitFor();
  await page.getByRole("button", { name: "Confirm" }).click();
  await shows(page, 1);
  const cards = page.locator(".hand-card");
  // Covers the damage, cheapest card first.
  while (await page.locator("[data-key=send]").isDisabled()) {
    await page.locator(".hand-card[aria-pressed=false]").last().click({ position: { x: 12, y: 30 } });
  }
  await page.locator("[data-key=send]").click();
  await page.getByText("Pass the device to Ben.").waitFor();
  assert.equal(await cards.count(), 0);
  await accessible(page, "a covered hand");
  await page.getByRole("button", { name: "I am Ben: show my hand" }).click();
  await cards.first().waitFor();
  assert.equal(await cards.count(), 7);
  // "You" is the seat whose hand is shown.
  await page.locator(".table-log li", { hasText: "Ada yields." }).waitFor({ state: "attached" });
  assert.equal(await page.locator(".table-log li").count(), 2);
});

test("the tab's title shows the player's turn, and a notification if switched on", async (t) => {
  const setup = { players: 2, seed: "four-27", names: ["Ada", "Ben"] };
  const { moves } = await recordGame(setup, lively, 3);
  const { game, tokens } = await createGame(setup);
  const page = await visitor(t, { ...phone, serviceWorkers: "allow", permissions: ["notifications"] });
  await page.addInitScript(() => {
    Object.defineProperty(document, "hidden", { get: () => true });
  });
  const other = 1 - moves[0].seat;
  await seat(page, game, [tokens[other]]);
  await open(page, `/games/${game.id}`);
  await shows(page, 0);
  assert.equal(await page.title(), "Table · Regicide");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.locator("[data-key=notify][aria-pressed=false]").click();
  await page.locator("[data-key=notify][aria-pressed=true]").waitFor();
  const turn = moves.findIndex((move) => move.seat === other);
  assert.ok(turn > 0);
  for (const { seat: by, move } of moves.slice(0, turn)) await call("POST", `/v1/games/${game.id}/moves`, { token: tokens[by].token, body: { move } });
  await shows(page, turn);
  assert.equal(await page.title(), "● Your turn · Regicide");
  const shown = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title));
  await until(async () => (await shown()).length > 0);
  assert.deepEqual(await shown(), ["Your turn"]);
});

test("the page of an invited player names host and game, and offers to watch", async (t) => {
  const { game } = await createGame({ players: 3, names: ["Ada"], open_seats: 2, options: { variants: ["no_combos"] } });
  const page = await visitor(t, phone);
  await open(page, `/games/${game.id}`);
  await page.getByText("Ada invites you to Regicide for 3 players, about 20 minutes.").waitFor();
  await page.getByText("With: No combos.").waitFor();
  await page.getByText("Already here: Ada.").waitFor();
  assert.equal(await page.locator(".brief li").count(), 4);
  await accessible(page, "an invitation");
  await page.getByRole("button", { name: "Watch" }).click();
  await page.getByText("You are watching").waitFor();
  await page.getByRole("button", { name: "Take a seat" }).click();
  await page.locator("[data-key=join]").click();
  await page.locator("[data-key=join]").waitFor({ state: "detached" });
  const tricks = await createGame({ kind: "regicide-tricks", players: 4, open_seats: 3, options: { partners: true, target: 30 } });
  await open(page, `/games/${tricks.game.id}`);
  await page.getByText("With: Partners, Target: 30.").waitFor();
  assert.equal(await page.locator(".brief li").count(), 4);
});

test("a link for one seat works once, and a rematch has the same players", async (t) => {
  const [ada, ben, other] = [await visitor(t), await visitor(t, phone), await visitor(t)];
  await open(ada, "/new");
  await ada.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await ada.getByRole("button", { name: "Create and invite" }).click();
  await ada.getByRole("button", { name: "A single-use link for each seat" }).click();
  const personal = await ada.getByLabel("Link for seat 2").inputValue();
  await accessible(ada, "links for each seat");
  // A player without the code does not get the seat.
  await other.goto(ada.url());
  await other.locator("[data-key=join]").click();
  await other.locator(".problem").waitFor();
  await ben.goto(personal);
  await ben.locator("[data-key=join-name]").fill("Ben");
  await ben.locator("[data-key=join]").click();
  for (const page of [ada, ben]) await page.locator(".hand-card").first().waitFor();
  await concede([ada, ben]);
  const before = ada.url();
  await ada.getByRole("button", { name: "Play again" }).click();
  await ada.waitForURL((url) => url.href !== before && !url.hash);
  // The others at the table hear of it by themselves.
  await ben.locator("#announcer", { hasText: "This table plays again." }).waitFor();
  await accessible(ben, "a table that plays again");
  await ben.getByRole("button", { name: "Join the next game" }).click();
  await ben.waitForURL((url) => url.href !== before && !url.hash);
  assert.equal(ada.url(), ben.url());
  for (const page of [ada, ben]) await page.locator(".hand-card").first().waitFor();
  await concede([ada, ben]);
  for (const page of [ada, ben]) await page.getByText("Together in 2 games: none won.").waitFor();
  // The next one to begin.
  const second = ada.url();
  await ben.getByRole("button", { name: "Again, you begin" }).waitFor();
  await ada.getByRole("button", { name: "Again, Ben begins" }).click();
  await ada.waitForURL((url) => url.href !== second && !url.hash);
  const third = await call("GET", `/v1/games/${new URL(ada.url()).pathname.split("/").at(-1)}`);
  assert.equal(third.options.first, 1);
});

test("the seats of a rematch are for those who were at the table", async (t) => {
  const { game, tokens } = await createGame({ kind: "regicide-tricks", players: 3, names: ["Ada", "Ben", "Cem"], visibility: "private" });
  await call("POST", `/v1/games/${game.id}/moves`, { token: tokens[0].token, body: { text: "concede" } });
  const [ada, both, stranger] = [await visitor(t, phone), await visitor(t), await visitor(t)];
  await seat(ada, game, [tokens[0]]);
  await seat(both, game, [tokens[1], tokens[2]]);
  await open(ada, `/games/${game.id}`);
  await ada.getByRole("button", { name: "Play again" }).click();
  await ada.getByText("The seats are held for those who played with you").waitFor();
  await accessible(ada, "a rematch that waits");
  const link = await ada.evaluate(() => {
    const id = location.pathname.split("/")[2];
    return `${location.href}#code=${JSON.parse(localStorage.getItem("regicide")).codes[id]}`;
  });
  await stranger.goto(link);
  await stranger.locator("[data-key=join]").click();
  await stranger.locator(".problem").waitFor();
  // One acceptance seats both who share the device.
  await open(both, `/games/${game.id}`);
  await both.getByRole("button", { name: "Join the next game" }).click();
  await ada.locator(".hand-card").first().waitFor();
});

test("a long wait for a player, and how long ago the others acted, are shown at the seats", async (t) => {
  for (const [device, players] of [[{}, 2], [phone, 4]]) {
    const { game, tokens } = await createGame({ players, seed: "banana", names: ["Ada", "Ben", "Cem", "Dia"].slice(0, players) });
    for (let view = game; view.to_act === 0;) {
      const { legal_moves: legal } = await call("GET", `/v1/games/${game.id}`, { token: tokens[0].token });
      view = (await call("POST", `/v1/games/${game.id}/moves`, { token: tokens[0].token, body: { move: legal[0].move } })).game;
    }
    const page = await visitor(t, device);
    await seat(page, game, [tokens[1]]);
    await open(page, `/games/${game.id}`);
    await page.locator(".seat.acts", { hasText: "to play" }).waitFor();
    // At once: the presence of readers draws the seats again at any time.
    const height = () => page.evaluate(() => document.querySelector(".seats").offsetHeight);
    const before = await height();
    assert.equal(await page.locator(".seat", { hasText: "min" }).count(), 0);
    // The moves were made earlier.
    await page.route("**/moves?*", async (route) => {
      const response = await route.fetch();
      const log = await response.json();
      const items = log.items.map((line) => ({ ...line, at: new Date(Date.parse(line.at) - 600_000).toISOString() }));
      await route.fulfill({ response, json: { ...log, items } });
    });
    await page.reload();
    await page.locator(".seat.acts", { hasText: /to play for \d+ min/ }).waitFor();
    await page.locator('.seat[data-seat="0"]', { hasText: /\d+ min ago/ }).waitFor();
    assert.equal(await page.locator(".seat", { hasText: "min" }).count(), 2, "who has not acted has no time");
    assert.equal(await height(), before, "nothing moves");
    await accessible(page, "times at the seats");
  }
});

test("a player who is invited to a seat finds the game on the own page, and joins", async (t) => {
  const [ada, ben] = await Promise.all(["Ada", "Ben"].map((name) => call("POST", "/v1/players", { body: { name } })));
  const page = await visitor(t, phone);
  await page.addInitScript((kept) => {
    if (!localStorage.getItem("regicide")) localStorage.setItem("regicide", kept);
  }, JSON.stringify({ seats: [], player: { id: ben.player.id, name: "Ben", token: ben.token } }));
  await open(page, "/players/me");
  const { game } = await call("POST", "/v1/games", { token: ada.token, body: { players: 2, open_seats: 1, visibility: "private" } });
  await call("POST", `/v1/games/${game.id}/invitations`, { token: ada.token, body: { for_seats: [1], player_id: ben.player.id } });
  await page.getByText("Ada invites you").click();
  await page.locator("[data-key=join]").click();
  await page.locator(".hand-card").first().waitFor();

  // Another browser of the same player finds the seat by the address alone.
  const other = await visitor(t, phone);
  await other.addInitScript((kept) => localStorage.setItem("regicide", kept),
    JSON.stringify({ seats: [], player: { id: ben.player.id, name: "Ben", token: ben.token } }));
  await open(other, `/games/${game.id}`);
  await other.locator(".hand-card").first().waitFor();
});

test("with a void player token a public game can still be watched", async (t) => {
  const { game } = await call("POST", "/v1/games", { body: { players: 1 } });
  const page = await visitor(t, phone);
  const token = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xt";
  await page.addInitScript((kept) => localStorage.setItem("regicide", kept),
    JSON.stringify({ seats: [], player: { id: game.id, name: "Ben", token } }));
  await open(page, `/games/${game.id}`);
  await page.locator(".enemy-part").first().waitFor();
});

test("a proposal is a question to the others: declined, accepted, withdrawn", async (t) => {
  const { game, tokens } = await createGame({ players: 2, names: ["Ada", "Ben"] });
  const [ada, ben] = await atTable(t, game, tokens);
  assert.equal(await ada.locator("[data-key=undo]").count(), 0, "there is no move yet");
  await call("POST", `/v1/games/${game.id}/moves`, { token: tokens[0].token, body: { text: "yield" } });
  for (const page of [ada, ben]) await shows(page, 1);
  await ada.locator("[data-key=undo]").click();
  await ada.locator(".seat-notes", { hasText: "proposes an undo" }).waitFor();
  await ben.getByRole("dialog", { name: "Undo" }).getByText("Ada proposes to take the last move back.").waitFor();
  await accessible(ben, "the question about a proposal");
  await ben.locator("[data-key=proposal-no]").click();
  await ada.locator("[data-key=undo]").waitFor();
  // A closed dialog can be opened again.
  await ben.locator("[data-key=undo]").click();
  await ada.locator("[data-key=proposal-yes]").waitFor();
  await ada.keyboard.press("Escape");
  await ada.locator("[data-key=answer]").click();
  await ada.locator("[data-key=proposal-yes]").click();
  for (const page of [ada, ben]) await shows(page, 2);
  const view = await call("GET", `/v1/games/${game.id}`);
  assert.deepEqual([view.seq, view.to_act, view.proposal], [2, 0, null]);
  // The question goes when the proposal is withdrawn.
  await ben.locator("[data-key=concede]").click();
  await ben.locator("[data-key=concede-yes]").click();
  await ada.getByRole("dialog", { name: "Concede" }).waitFor();
  await ben.locator("[data-key=withdraw]").click();
  await ada.getByRole("dialog").waitFor({ state: "detached" });
  await concede([ada, ben]);
  for (const page of [ada, ben]) await page.locator(".end").waitFor();
});

test("two players greet each other, and one plans the next turn and takes notes while the other plays", async (t) => {
  for (const kind of ["regicide", "regicide-tricks"]) {
    const { game, tokens } = await createGame({ kind, players: 2, seed: "courtesy", names: ["Ada", "Ben"] });
    const pages = await atTable(t, game, tokens);
    const [ada, ben] = pages;
    await say(ben, "hello");
    for (const page of pages) await page.locator('.seat[data-seat="1"] .bubble', { hasText: "Hello!" }).waitFor();
    await accessible(ada, "a greeting");
    const { to_act: acting } = game;
    const [other, waiting] = acting === 0 ? [ada, ben] : [ben, ada];
    // Each greets once, also who makes the first move.
    if (acting === 0) await say(other, "hello");
    await other.locator("[data-key=say-hello]").waitFor({ state: "detached" });
    await waiting.locator(".hand-card").nth(1).click();
    await waiting.locator(".bar", { hasText: "For your turn" }).waitFor();
    await accessible(waiting, "a card that is selected for the next turn");
    const view = await call("GET", `/v1/games/${game.id}`, { token: tokens[acting].token });
    await perform(other, view.legal_moves.find(({ move }) => move.type === "play" || move.type === "pass"));
    await shows(waiting, 1);
    assert.equal(await waiting.locator(".hand-card.chosen").count(), 1, "the selection stays");
    const notes = (page) => page.locator(page === ben ? "dialog .own-notes" : "aside .own-notes");
    if (waiting === ben) await ben.locator("[data-key=log]").click();
    await notes(waiting).locator("summary").click();
    await notes(waiting).locator("textarea").fill("keep the spades");
    await accessible(waiting, "own notes");
    await open(waiting, `/games/${game.id}`);
    if (waiting === ben) await ben.locator("[data-key=log]").click();
    await notes(waiting).locator("textarea").waitFor();
    assert.equal(await notes(waiting).locator("textarea").inputValue(), "keep the spades");
    for (const { token } of kind === "regicide" ? tokens : tokens.slice(0, 1)) {
      await call("POST", `/v1/games/${game.id}/proposal`, { token, body: { type: "concede" } });
    }
    await say(ada, "well_played");
    await ada.locator("[data-key=say-well_played]").waitFor({ state: "detached" });
    await ben.locator('.seat[data-seat="0"] .bubble', { hasText: "Well played!" }).waitFor();
    await accessible(ben, "the end, with a greeting");
  }
});
