// A seat changes hands while the game runs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, base, call, createGame, dark, fits, kept, newTable, open, phone, seat, seated, signedIn, until, visitor, withBrowser } from "./support.js";

withBrowser();

const setup = { players: 2, names: ["Ada", "Ben"] };

/** Ada's page at a desk and Ben's on a phone, where a game runs. */
async function table(t, wanted = {}, options = {}) {
  const { game, tokens } = await createGame({ ...setup, ...wanted });
  const pages = [await visitor(t), await visitor(t, { ...phone, ...options })];
  for (const [index, page] of pages.entries()) {
    await seat(page, game, [tokens[index]]);
    await open(page, `/games/${game.id}`);
    await page.locator(".hand-card").first().waitFor();
  }
  return { game, tokens, pages };
}

/** A player leaves by the button, after the question. */
async function leave(page) {
  await page.locator("[data-key=leave-table]").click();
  await page.locator("[data-key=leave-yes]").click();
  await page.locator("[data-key=way-in]").waitFor();
}

/** A bot takes the seat, as its player wishes. */
const toBot = (game, seat, token, level = "novice") => call("POST", `/v1/games/${game.id}/seats/${seat}/bot`, { token, body: { level } });

const view = (game, token) => call("GET", `/v1/games/${game.id}`, { token });

test("a guest leaves a running game, watches a bot play, and comes back", async (t) => {
  const { game, tokens, pages: [ada, ben] } = await table(t, {}, { locale: "es-ES" });
  await ben.locator("[data-key=leave-table]").click();
  await ben.getByRole("dialog", { name: "Dejar la mesa" }).waitFor();
  await accessible(ben, "the question whether to leave");
  await ben.locator("[data-key=leave-no]").click();
  await ben.locator(".hand-card").first().waitFor();
  await leave(ben);
  assert.equal(await ben.locator(".hand-card").count(), 0);
  assert.equal(await ben.evaluate(() => document.activeElement.dataset.key), "way-in", "the focus is on the way back");
  assert.ok(await fits(ben));
  await accessible(ben, "a table that was left");
  await ada.locator('.seat.bot[data-seat="1"]', { hasText: "Bot 2 for Ben" }).waitFor();
  await ada.locator(".log-hands", { hasText: "Seat 2: Ben before the first move, then a bot." }).waitFor();
  await accessible(ada, "a table with a bot for a person");
  assert.equal(await ada.locator("[data-key=leave-table]").count(), 0, "the last person stays");
  // The seat is in this browser's storage, also after the page is opened again.
  await open(ben, `/games/${game.id}`);
  await ben.locator("[data-key=way-in]").click();
  await ben.locator(".hand-card").first().waitFor();
  await ada.locator('.seat[data-seat="1"]:not(.bot)', { hasText: "Ben" }).waitFor();
  await ada.locator("[data-key=leave-table]").waitFor();
  const { token } = await seated(ben);
  assert.notEqual(token, tokens[1].token);
  assert.deepEqual((await kept(ben)).former, []);
  assert.equal((await view(game, token)).seat, 1);
});

test("a player of a private game leaves it and comes back as the player", async (t) => {
  const ben = await call("POST", "/v1/players", { body: { name: "Ben" } });
  const { game, tokens } = await createGame({ players: 2, open_seats: 1, names: ["Ada"], visibility: "private" });
  await call("POST", `/v1/games/${game.id}/invitations`, { token: tokens[0].token, body: { for_seats: [1] } })
    .then(({ invitations: [{ code: invitation }] }) => call("POST", `/v1/games/${game.id}/seats`, { token: ben.token, body: { invitation } }));
  const page = await visitor(t, { ...phone, ...dark });
  await signedIn(page, ben);
  await open(page, `/games/${game.id}`);
  await page.locator(".hand-card").first().waitFor();
  await leave(page);
  await open(page, `/games/${game.id}`);
  await page.locator("[data-key=way-in]").click();
  await page.locator(".hand-card").first().waitFor();
  assert.equal((await view(game, ben.token)).seat, 1);
});

test("a guest leaves a private game, which is not shown any more, and comes back", async (t) => {
  const { game, pages: [, ben] } = await table(t, { visibility: "private" });
  const refused = ben.waitForResponse((response) => response.url().includes("/events") && response.status() === 403);
  await leave(ben);
  await refused;
  await ben.getByText("you can play on").waitFor();
  assert.equal(await ben.locator(".hand-card, .problem").count(), 0);
  await open(ben, `/games/${game.id}`);
  await accessible(ben, "a private table that was left");
  await ben.locator("[data-key=way-in]").click();
  await ben.locator(".hand-card").first().waitFor();
});

test("who was replaced while away reads so, and takes the seat back", async (t) => {
  const { game, tokens, pages: [, ben] } = await table(t);
  await open(ben, "/rules");
  await toBot(game, 1, tokens[1].token);
  await open(ben, "/");
  await ben.getByText("The key in this browser is not valid any more").waitFor();
  await accessible(ben, "the notice about a seat that was given to another");
  await ben.locator("[data-key=aside-game]").click();
  await ben.getByText("Your seat is not taken by another person").waitFor();
  await ben.locator("[data-key=way-in]").click();
  await ben.locator(".hand-card").first().waitFor();
});

test("who is replaced at the table goes on as a spectator", async (t) => {
  const { game, tokens, pages: [, ben] } = await table(t);
  await toBot(game, 1, tokens[1].token);
  await ben.getByText("The key in this browser is not valid any more").waitFor();
  await ben.locator("[data-key=way-in]").waitFor();
  assert.equal(await ben.locator(".hand-card").count(), 0);
});

test("another person is invited to the seat of a bot, and plays on", async (t) => {
  const { game, pages: [ada, ben] } = await table(t);
  await leave(ben);
  await ada.locator(".seat button", { hasText: "Bot 2 for Ben" }).click();
  await ada.getByRole("dialog", { name: "Bot 2 for Ben" }).waitFor();
  await accessible(ada, "the dialog about the seat of a bot");
  await ada.locator("[data-key=hand-over-link]").click();
  const address = await ada.getByLabel("Link for seat 2").inputValue();
  assert.ok(address.startsWith(`${base}/games/${game.id}#invitation=`), address);
  await ada.keyboard.press("Escape");
  await ada.locator('.seat.open[data-seat="1"]').waitFor();
  const cem = await visitor(t, phone);
  await cem.goto(address);
  await cem.getByText("A seat of this game is held for you.").waitFor();
  await accessible(cem, "an invitation to a running game");
  assert.ok(await fits(cem));
  await cem.locator("[data-key=join-name]").fill("Cem");
  await cem.locator("[data-key=way-in]").click();
  await cem.locator(".hand-card").first().waitFor();
  assert.ok(!cem.url().includes("invitation"), cem.url());
  await ada.locator('.seat[data-seat="1"]', { hasText: "Cem" }).waitFor();
  // Another person has the seat of the one who left.
  await ben.locator("[data-key=way-in]").waitFor({ state: "detached" });
  await ben.locator(".seat", { hasText: "Cem" }).waitFor();
});

test("an open seat is given to a bot, and the replay names all who had it", async (t) => {
  const { game, tokens, pages: [ada, ben] } = await table(t);
  await leave(ben);
  await ada.locator(".seat button").click();
  await ada.locator("[data-key=hand-over-link]").click();
  await ada.getByLabel("Link for seat 2").waitFor();
  await ada.keyboard.press("Escape");
  await ada.locator(".seat.open button").click();
  await ada.getByRole("dialog", { name: "Seat 2 is open" }).waitFor();
  await accessible(ada, "the dialog about an open seat");
  await ada.locator("[data-key=hand-over-level]").selectOption("strong");
  await ada.locator("[data-key=hand-over-bot]").click();
  await ada.getByRole("dialog").waitFor({ state: "detached" });
  await ada.locator(".seat.bot", { hasText: "Bot 2 for Ben" }).waitFor();
  assert.equal((await view(game)).seats[1].bot_level, "strong");
  await call("POST", `/v1/games/${game.id}/moves`, { token: tokens[0].token, body: { text: "concede" } });
  await open(ada, `/games/${game.id}/replay`);
  await ada.locator(".replay-moves", { hasText: "Seat 2: Ben before the first move, then a bot." }).waitFor();
  await accessible(ada, "a replay with a change of hands");
  await open(ada, `/verify?game=${game.id}`);
  await ada.locator(".verify-hands", { hasText: "Seat 2: a person before the first move, then a bot." }).waitFor();
});

test("one of two on a device leaves, and the other plays on there", async (t) => {
  const { game, page } = await newTable(t, setup, phone);
  const covered = page.locator("[data-key=uncover]");
  if (game.to_act === 1) await covered.click();
  await page.locator("[data-key=leave-table]").click();
  await page.locator("[data-key=leave-yes]").click();
  await page.locator(`.seat.bot[data-seat="${game.to_act}"]`).waitFor();
  // The device may still be in the hands of who has left.
  await covered.waitFor();
  assert.equal(await page.locator(".hand-card").count(), 0);
  await covered.click();
  await page.locator(".hand-card").first().waitFor();
  assert.deepEqual((await kept(page)).seats.map((one) => one.seat), [1 - game.to_act]);
});

for (const [device, options] of [["a desk", {}], ["a phone", { ...phone, locale: "es-ES" }]]) {
  test(`near its end a turn is counted down, then the seat is given to a bot, on ${device}`, async (t) => {
    const { game, tokens } = await createGame({ ...setup, turn_limit: 60 });
    const other = 1 - game.to_act;
    const page = await visitor(t, options);
    await page.addInitScript(() => {
      globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) globalThis.shift += value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.clock.install();
    await seat(page, game, [tokens[other]]);
    await open(page, `/games/${game.id}`);
    await page.locator(".hand-card").first().waitFor();
    await page.locator(".turn", { hasText: /^(Turn limit|Límite por turno): 1 min · / }).waitFor();
    const name = setup.names[game.to_act];
    const end = Date.parse((await view(game)).turn_ends_at);
    // A stream that is silent for 40 seconds would be opened again.
    await page.clock.fastForward(30_000);
    await call("POST", `/v1/games/${game.id}/signals`, { token: tokens[game.to_act].token, body: { signal: "hello" } });
    await page.locator(".bubble").waitFor();
    await page.evaluate(() => { globalThis.shift = 0; });
    // By the service's clock, which has whole seconds, some more are left.
    await page.clock.pauseAt(new Date(end - 3_000));
    await page.locator(".turn.near", { hasText: name }).waitFor();
    const said = page.locator("#announcer");
    const first = await said.textContent();
    assert.match(first, new RegExp(`${name}: [3-6] s$`));
    const left = await page.locator(".turn [role=timer]").textContent();
    await page.clock.fastForward(1_000);
    await page.locator(".turn.near", { hasNotText: left }).waitFor();
    assert.equal(await said.textContent(), first, "it is announced once");
    await page.clock.fastForward(10_000);
    await page.locator(".turn.over", { hasText: name }).waitFor();
    await page.locator("[data-key=hand-over]").waitFor();
    assert.ok((await said.textContent()).includes(name));
    // Another event, as above: an answer of the service would show its clock, which is behind.
    await call("POST", `/v1/games/${game.id}/signals`, { token: tokens[other].token, body: { signal: "hello" } });
    // News are drawn by a timer.
    await until(async () => {
      await page.clock.runFor(10);
      return await page.locator(".bubble").count() === 2;
    });
    await page.clock.resume();
    const shift = await page.evaluate(() => globalThis.shift);
    assert.ok(shift < 0.005, `${shift}`);
    await accessible(page, "a turn that is over");
    assert.ok(await fits(page));
    await page.locator("[data-key=hand-over]").press("Enter");
    await page.locator("[data-key=hand-over-bot]").waitFor();
    await accessible(page, "the dialog about a turn that is over");
    // The service's minute is not over: it refuses, in words.
    await page.locator("[data-key=hand-over-bot]").click();
    await page.locator(".dialog .problem").waitFor();
    // The seat itself does here the same as a bot then.
    await page.route(`**/v1/games/${game.id}/seats/${game.to_act}/bot`, async (route) => {
      const { level } = route.request().postDataJSON();
      await toBot(game, game.to_act, tokens[game.to_act].token, level);
      await route.fulfill({ status: 201, json: await view(game, tokens[other].token) });
    });
    await page.locator("[data-key=hand-over-level]").selectOption("novice");
    await page.locator("[data-key=hand-over-bot]").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator(".seat.bot", { hasText: name }).waitFor();
    assert.equal((await view(game)).seats[game.to_act].bot_level, "novice");
  });
}

test("a turn limit is chosen for games of several people, and shown to who is invited", async (t) => {
  const page = await visitor(t, phone);
  await open(page, "/new");
  const limit = page.getByLabel("Turn limit");
  assert.equal(await limit.inputValue(), "");
  await page.getByRole("radio", { name: "1", exact: true }).check();
  await limit.waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "3" }).check();
  await limit.selectOption("1 day");
  await accessible(page, "a new game with a turn limit");
  assert.ok(await fits(page));
  await page.getByRole("button", { name: "Create and invite" }).click();
  await page.getByText("Turn limit: 1 day.").waitFor();
  const other = await visitor(t);
  await other.goto(await page.getByLabel("Link to this game").inputValue());
  await other.getByText("Turn limit: 1 day.").waitFor();
  const { id, token } = await seated(page);
  assert.equal((await view({ id }, token)).turn_limit, 86_400);
});

test("a team chooses the turn limit of its attempt, an hour unless it does", async (t) => {
  const player = await call("POST", "/v1/players", { body: { name: "Ada" } });
  const page = await visitor(t, { locale: "es-ES" });
  await signedIn(page, player);
  await open(page, "/daily?players=2");
  const limit = page.getByLabel("Límite por turno");
  assert.equal(await limit.inputValue(), "3600");
  await limit.selectOption("3 días");
  await accessible(page, "the turn limit of a team");
  await page.getByRole("button", { name: "Empezar con mi equipo" }).click();
  await page.getByText("Límite por turno: 3 días.").waitFor();
  const { id } = await seated(page);
  assert.equal((await view({ id }, player.token)).turn_limit, 259_200);
  await open(page, "/daily?players=1");
  await page.locator(".attempt").waitFor();
  assert.equal(await limit.count(), 0);
});
