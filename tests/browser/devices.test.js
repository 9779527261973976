// A seat or a player that is continued on another device.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, base, call, createGame, dark, kept, open, phone, seat, signedIn, visitor, withBrowser } from "./support.js";

withBrowser();

/** The link in the open dialog, after its code is drawn. */
async function linkOf(page) {
  await page.getByRole("button", { name: /^(Continue on another device|Device)$/ }).click();
  await page.getByRole("img", { name: "QR code of the link" }).waitFor();
  const address = await page.getByLabel("Link for the other device").inputValue();
  assert.ok(address.startsWith(`${base}/continue#`), address);
  return address;
}

test("a guest takes the seat along to a phone, and may be at the table twice", async (t) => {
  const { game, tokens } = await createGame({ players: 2, names: ["Ada", "Ben"] });
  const page = await visitor(t);
  await seat(page, game, [tokens[0]]);
  await open(page, `/games/${game.id}`);
  await page.locator(".hand-card").first().waitFor();
  const address = await linkOf(page);
  await accessible(page, "the link for another device");
  const other = await visitor(t, { ...phone, ...dark });
  await other.goto(address);
  await other.waitForURL(`${base}/games/${game.id}`);
  await other.locator(".hand-card").first().waitFor();
  assert.deepEqual((await kept(other)).seats.map(({ game, seat, token }) => ({ game, seat, token })), [{ game: game.id, seat: 0, token: tokens[0].token }]);
  await other.goBack();
  assert.ok(!other.url().includes("key"), "the history has no secret");
  // The other seat of the game, in the same browser, only if that is wanted.
  const third = await visitor(t);
  await seat(third, game, [tokens[1]]);
  await third.goto(address);
  await third.getByText("already plays for Ben in this game").waitFor();
  assert.equal(third.url(), `${base}/continue`);
  await third.locator("[data-key=continue-no]").click();
  assert.equal((await kept(third)).seats.length, 1);
  await third.goto(address);
  await third.locator("[data-key=continue-yes]").click();
  await third.waitForURL(`${base}/games/${game.id}`);
  assert.equal((await kept(third)).seats.length, 2);
});

test("a guest learns of it when joining, and once when leaving", async (t) => {
  const { game } = await createGame({ players: 2, open_seats: 1, names: ["Ada"] });
  const page = await visitor(t, phone);
  await open(page, `/games/${game.id}`);
  await page.locator("[data-key=join-name]").fill("Ben");
  await page.locator("[data-key=join]").click();
  await page.locator(".hand-card").first().waitFor();
  await page.locator("[data-key=device]").waitFor();
  await page.locator(".wordmark").click();
  await page.getByText("Your seat is in this browser only.").waitFor();
  await accessible(page, "the notice about the seat");
  await linkOf(page);
  await page.keyboard.press("Escape");
  await page.locator("[data-key=aside-close]").click();
  await open(page, `/games/${game.id}`);
  await page.locator(".hand-card").first().waitFor();
  await page.locator(".wordmark").click();
  await page.locator(".hero").waitFor();
  assert.equal(await page.getByText("Your seat is in this browser only.").count(), 0);
  const waiting = await createGame({ players: 3, open_seats: 2, names: ["Ada"] });
  await open(page, `/games/${waiting.game.id}`);
  await page.locator("[data-key=join]").click();
  await page.getByText("This seat is in this browser only.").waitFor();
});

test("a player is signed in on another device, which keeps its own player if asked to", async (t) => {
  const [ada, ben] = [await call("POST", "/v1/players", { body: { name: "Ada" } }), await call("POST", "/v1/players", { body: { name: "Ben" } })];
  const started = await call("POST", "/v1/games", { token: ada.token, body: { players: 1 } });
  const page = await visitor(t);
  await signedIn(page, ada);
  await open(page, `/games/${started.game.id}`);
  await page.locator(".hand-card").first().waitFor();
  const address = await linkOf(page);
  const other = await visitor(t);
  await other.goto(address);
  await other.getByText("Use Ada in this browser?").waitFor();
  await accessible(other, "the question whether to be that player");
  await other.locator("[data-key=continue-yes]").click();
  await other.waitForURL(`${base}/games/${started.game.id}`);
  await other.locator(".hand-card").first().waitFor();
  assert.equal((await kept(other)).player.token, ada.token);

  await open(page, "/players/me");
  const own = await linkOf(page);
  const third = await visitor(t, { ...phone, locale: "es-ES" });
  await signedIn(third, ben);
  await third.goto(own);
  await third.getByText("En este navegador juega Ben").waitFor();
  await accessible(third, "the question who plays here");
  // The question survives a change of the language.
  await third.getByRole("combobox").selectOption("en");
  await third.getByRole("button", { name: "Stay Ben" }).click();
  await third.locator(".hero").waitFor();
  assert.equal((await kept(third)).player.token, ben.token);
  await third.goto(own);
  await third.getByRole("button", { name: "Use Ada instead" }).click();
  await third.getByRole("heading", { name: "Ada", exact: true }).waitFor();
  assert.equal((await kept(third)).player.token, ada.token);
});

test("who made a private game can go on inviting from the other device", async (t) => {
  const { game, tokens, spectator_code: code } = await createGame({ players: 2, open_seats: 1, visibility: "private" });
  const page = await visitor(t);
  const seats = [{ game: game.id, seat: 0, token: tokens[0].token, used: 1 }];
  await page.addInitScript((text) => localStorage.setItem("regicide", text), JSON.stringify({ seats, codes: { [game.id]: code }, owned: { [game.id]: 0 } }));
  await open(page, `/games/${game.id}`);
  const invite = await page.getByLabel("Link to this game").inputValue();
  const address = await linkOf(page);
  const other = await visitor(t, phone);
  await other.goto(address);
  await other.locator("[data-key=cancel]").waitFor();
  assert.equal(await other.getByLabel("Link to this game").inputValue(), invite);
  assert.ok(invite.endsWith(`#code=${code}`), invite);
});

test("a link that opens nothing says so", async (t) => {
  const { game, tokens } = await createGame({ players: 2, open_seats: 1 });
  const page = await visitor(t, phone);
  await open(page, "/continue");
  await page.getByText("On the device where you play").waitFor();
  await page.goto(`${base}/continue#game=${game.id}&key=${"a".repeat(48)}`);
  await page.getByText("This link no longer opens anything").waitFor();
  await accessible(page, "a link that is void");
  await page.goto(`${base}/continue#game=${game.id}&key=${tokens[0].token}`);
  await page.waitForURL(`${base}/games/${game.id}`);
});

test("a guest who becomes a player keeps the games that go on, and sees those that are over", async (t) => {
  const { game, tokens } = await createGame({ players: 2, names: ["Ada", "Ben"] });
  const over = await createGame({ players: 1 });
  await call("POST", `/v1/games/${over.game.id}/moves`, { token: over.tokens[0].token, body: { text: "concede" } });
  const page = await visitor(t, phone);
  const seats = [{ game: game.id, seat: 0, token: tokens[0].token, used: 2 }, { game: over.game.id, seat: 0, token: over.tokens[0].token, used: 1 }];
  await page.addInitScript((text) => {
    if (!localStorage.getItem("regicide")) localStorage.setItem("regicide", text);
  }, JSON.stringify({ seats }));
  await open(page, "/players/me");
  await page.locator(".guest-games li").nth(1).waitFor();
  await accessible(page, "the page of a guest");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByRole("button", { name: "Create a player" }).click();
  await page.getByRole("heading", { name: "Ada", exact: true }).waitFor();
  await page.locator(`section:not(.guest-games) [data-game="${game.id}"]`, { hasText: "Your turn" }).waitFor();
  const { player } = await kept(page);
  const view = await call("GET", `/v1/games/${game.id}`, { token: player.token });
  assert.deepEqual([view.seat, view.seats[0].player_id], [0, player.id]);
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("regicide")).seats.some((seat) => seat.listed));
  await open(page, "/players/me");
  await page.locator(`section:not(.guest-games) [data-game="${over.game.id}"]`).waitFor();
  assert.equal(await page.locator(".guest-games li").count(), 0);
  // The player has both on each device.
  const other = await visitor(t);
  await signedIn(other, { player, token: player.token });
  await open(other, "/players/me");
  for (const { id } of [game, over.game]) await other.locator(`[data-game="${id}"]`).waitFor();
});

test("a browser without a key to a game reads how to get to its seat", async (t) => {
  const [open2, closed] = [await createGame({ players: 2, names: ["Ada", "Ben"] }), await createGame({ players: 2, visibility: "private" })];
  const waiting = await createGame({ players: 2, open_seats: 1, names: ["Ada"] });
  const page = await visitor(t, phone);
  for (const { game } of [open2, closed, waiting]) {
    await open(page, `/games/${game.id}`);
    await page.locator("[data-key=your-seat]").click();
    await page.getByText("choose “Continue on another device”").waitFor();
    await accessible(page, "the help for a seat");
    await page.keyboard.press("Escape");
  }
  const bots = await createGame({ players: 2, bots: ["novice", null] });
  await seat(page, bots.game, bots.tokens);
  await page.evaluate(() => localStorage.clear());
  await open(page, `/games/${bots.game.id}`);
  await page.locator(".hand-card").first().waitFor();
  assert.equal(await page.locator("[data-key=your-seat]").count(), 0, "who sits there needs no help");
});
