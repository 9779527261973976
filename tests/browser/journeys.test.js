// Journeys that a link, a code, another device, a deletion or a deadline begins,
// to their ends, between several browsers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, base, call, concede, createGame, fits, kept, open, phone, signedIn, visitor, withBrowser } from "./support.js";

withBrowser();

const newPlayer = (name) => call("POST", "/v1/players", { body: { name } });

/** The challenge of today for so many players. */
async function today(players) {
  const { challenges } = await call("GET", "/v1/daily");
  return challenges.find((one) => one.players === players);
}

/** A team's attempt that waits for players. */
async function begin(challenge, { token }) {
  const { game } = await call("POST", `/v1/challenges/${challenge.id}/attempts`, { token, body: {} });
  return game.id;
}

/** A page at an address of the service. */
async function at(t, path, options = {}, player = null, more = {}) {
  const page = await visitor(t, options);
  if (player) await signedIn(page, player, more);
  await open(page, path);
  return page;
}

const join = async (page, name) => {
  if (name) await page.locator("[data-key=join-name]").fill(name);
  await page.locator("[data-key=join]").click();
};

const spanish = { locale: "es-ES" };

test("a friend joins the team's daily challenge by its link, and both play", async (t) => {
  const ada = await at(t, "/daily?players=2", phone);
  await ada.getByLabel("Your name").fill(`Ada ${Date.now()}`);
  await ada.getByRole("button", { name: "Begin with my team" }).click();
  const address = await ada.getByLabel("Link to this game").inputValue();
  await ada.getByText("An attempt at the daily challenge of").waitFor();
  await ada.getByText("Until the last seat is taken you can give it back").waitFor();
  for (const key of ["cancel", "personal", "invite-player", "bot-1"]) await ada.locator(`[data-key=${key}]`).waitFor();
  await accessible(ada, "an attempt that waits");
  assert.ok(await fits(ada));

  const ben = await at(t, new URL(address).pathname, { ...phone, ...spanish });
  const watcher = await at(t, new URL(address).pathname);
  await ben.getByText("Un intento del reto diario del").waitFor();
  await ben.getByText("También es el tuyo si ocupas un asiento.").waitFor();
  assert.equal(await ben.locator("[data-key=watch]").count(), 0, "only seats see it");
  await accessible(ben, "an invitation to an attempt");
  assert.ok(await fits(ben));
  await join(ben, "Ben");
  for (const page of [ada, ben]) await page.locator(".hand-card").first().waitFor();
  assert.equal((await kept(ben)).player.name, "Ben", "an attempt is a player's");

  // A visitor without a seat sees the reason instead of the cards.
  await watcher.getByText("The team is complete and plays.").waitFor();
  await accessible(watcher, "an attempt that has begun without the reader");
  const late = await at(t, new URL(address).pathname, spanish);
  await late.getByText("La partida pertenece a un reto que sigue en curso").waitFor();
  for (const page of [watcher, late]) assert.equal(await page.locator(".hand-card, .enemy-part, [data-key=join]").count(), 0);
});

test("an attempt is joined by a single-use link and by an invitation, made on another device", async (t) => {
  const [ada, ben, cleo] = await Promise.all(["Ada", "Ben", "Cleo"].map((name) => newPlayer(name)));
  const game = await begin(await today(3), ada);
  // This device has the player's key, and nothing of the game.
  const host = await at(t, `/games/${game}`, {}, ada);
  await host.locator("[data-key=invite-player]").fill(`${base}/players/${cleo.player.id}`);
  await host.getByRole("button", { name: "Invite", exact: true }).click();
  await host.getByText("Seat 2 is held for this player").waitFor();
  const invited = await at(t, "/players/me", phone, cleo);
  await invited.locator(`[data-game="${game}"] a`).click();
  await join(invited);
  await invited.locator("[data-key=leave]").waitFor();
  await host.getByRole("button", { name: "A single-use link for each seat" }).click();
  const personal = await host.getByLabel("Link for seat 3").inputValue();
  // Without the code the seat is not given away, with it only once.
  const stranger = await at(t, `/games/${game}`, spanish, await newPlayer("Dan"));
  await join(stranger);
  await stranger.locator(".waiting form .problem").waitFor();
  const friend = await at(t, personal.slice(base.length), phone, ben);
  await join(friend);
  for (const page of [host, invited, friend]) await page.locator(".hand-card").first().waitFor();
  await stranger.getByText("El equipo está completo y juega.").waitFor();
});

test("the creator of a game invites to it and cancels it on every device", async (t) => {
  const [ada, ben] = await Promise.all(["Ada", "Ben"].map((name) => newPlayer(name)));
  for (const take of [true, false]) {
    const { game } = await call("POST", "/v1/games", { token: ada.token, body: { players: 3, open_seats: 2, join: take } });
    // This device has the player's key, and nothing of the game.
    const host = await at(t, `/games/${game.id}`, phone, ada);
    for (const key of ["cancel", "personal", "invite-player", "bot-1"]) await host.locator(`[data-key=${key}]`).waitFor();
    await accessible(host, "a game that waits, on another device of who created it");
    const guest = await at(t, `/games/${game.id}`, spanish, ben);
    await join(guest);
    await guest.locator("[data-key=leave]").waitFor();
    assert.equal(await guest.locator("[data-key=cancel]").count(), 0);
    await host.locator("[data-key=cancel]").click();
    await guest.locator(".end", { hasText: "Esta partida se anuló." }).waitFor();
  }
});

test("an attempt that is given back can be made again", async (t) => {
  const [ada, ben] = await Promise.all(["Ada", "Ben"].map((name) => newPlayer(name)));
  const challenge = await today(4);
  const game = await begin(challenge, ada);
  const host = await at(t, `/daily?players=4`, {}, ada);
  await host.getByText("It waits for players.").waitFor();
  await host.getByRole("link", { name: "Continue" }).click();
  const guest = await at(t, `/games/${game}`, phone, ben);
  await join(guest);
  const watcher = await at(t, `/games/${game}`, spanish);
  await watcher.locator("[data-key=join]").waitFor();
  // A member leaves and comes back.
  await guest.locator("[data-key=leave]").click();
  await guest.getByRole("button", { name: "Begin with my team" }).waitFor();
  await open(guest, `/games/${game}`);
  await join(guest);
  await guest.locator("[data-key=leave]").waitFor();
  await host.locator("[data-key=cancel]").click();
  await host.getByRole("button", { name: "Begin with my team" }).waitFor();
  await guest.locator(".end", { hasText: "This game was cancelled." }).waitFor();
  await watcher.locator(".end", { hasText: "Esta partida se anuló." }).waitFor();
  await accessible(guest, "an attempt that was cancelled");
  const again = await begin(challenge, ben);
  assert.notEqual(again, game);
});

test("the page of a waiting team shows that the challenge has ended", async (t) => {
  const ada = await newPlayer("Ada");
  const body = { name: "Short", kind: "regicide", players: 2, closes_at: new Date(Date.now() + 4000).toISOString(), grace_minutes: 0 };
  const challenge = await call("POST", "/v1/challenges", { token: ada.token, body });
  const game = await begin(challenge, ada);
  const pages = [await at(t, `/games/${game}`, {}, ada), await at(t, `/games/${game}`, { ...phone, ...spanish })];
  for (const page of pages) await page.locator(".end").waitFor();
  for (const page of pages) assert.equal(await page.locator("[data-key=join], [data-key=cancel]").count(), 0);
});

test("a challenge for invited players is entered by a link with its code, also by a team", async (t) => {
  const olga = await newPlayer("Olga");
  const body = { name: "Cup", kind: "regicide", players: 2, admission: "invited", closes_at: new Date(Date.now() + 3_600_000).toISOString() };
  const challenge = await call("POST", "/v1/challenges", { token: olga.token, body });
  const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
  const organiser = await at(t, `/challenges/${challenge.id}`, clipboard, olga, { organised: { [challenge.id]: olga.player.id } });
  await organiser.getByRole("button", { name: "Make codes" }).click();
  await organiser.getByRole("button", { name: "Copy as links" }).click();
  await organiser.getByText("Copied.").waitFor();
  const links = (await organiser.evaluate(() => navigator.clipboard.readText())).split("\n");
  const codes = links.map((link) => link.split("#invitation=")[1]);
  const ada = await at(t, links[0].slice(base.length), {}, await newPlayer("Ada"));
  assert.equal(await ada.getByLabel("Invitation code").inputValue(), codes[0]);
  await ada.getByRole("button", { name: "Begin with my team" }).click();
  const address = await ada.getByLabel("Link to this game").inputValue();
  await ada.locator("[data-key=cancel]").waitFor();
  assert.equal(await ada.locator("[data-key=personal], [data-key=bot-1]").count(), 0, "its organiser invites");
  const ben = await at(t, new URL(address).pathname, { ...phone, ...spanish });
  await ben.getByText("Un intento del reto «Cup».").waitFor();
  await ben.locator("[data-key=join-name]").fill("Ben");
  await ben.getByLabel("Código de invitación").fill("wrong");
  await join(ben);
  await ben.locator(".waiting form .problem").waitFor();
  await ben.getByLabel("Código de invitación").fill(codes[1]);
  await join(ben);
  for (const page of [ada, ben]) await page.locator(".hand-card").first().waitFor();
});

test("a browser whose player was deleted elsewhere shows it, reads on, and plays as a guest", async (t) => {
  const ada = await newPlayer("Ada <b>");
  const page = await at(t, "/daily", phone, ada);
  await page.getByText("as Ada <b>").waitFor();
  // A second tab of the same browser.
  const tab = await page.context().newPage();
  await open(tab, "/players/me");
  await tab.getByRole("heading", { name: "Ada <b>", exact: true }).waitFor();
  await call("DELETE", `/v1/players/${ada.player.id}`, { token: ada.token });
  for (const one of [page, tab]) {
    await one.getByText("Ada <b> is no longer signed in here").waitFor();
    await one.getByRole("link", { name: "Enter the key" }).waitFor();
  }
  await tab.getByRole("heading", { name: "Your player" }).waitFor();
  await accessible(page, "the notice that a player is gone");
  assert.ok(await fits(page));
  await page.reload();
  await page.getByText("its board is open to players who have finished").waitFor();
  assert.equal((await kept(page)).player, null);
  await page.locator("[data-key=aside-close]").click();
  await open(page, "/");
  assert.equal(await page.locator(".aside").count(), 0);
  await page.getByRole("button", { name: "Play alone" }).click();
  await page.locator(".hand-card").first().waitFor();
});

test("a new key on one device is entered on the other, at the table", async (t) => {
  const ada = await newPlayer("Ada");
  const { game } = await call("POST", "/v1/games", { token: ada.token, body: { players: 1, visibility: "private" } });
  const page = await at(t, `/games/${game.id}`, { ...phone, ...spanish }, ada);
  await page.locator(".hand-card").first().waitFor();
  const { token } = await call("POST", `/v1/players/${ada.player.id}/token`, { token: ada.token, body: {} });
  await page.getByText("Ada ya no tiene la sesión abierta aquí").waitFor();
  assert.equal(await page.locator(".hand-card").count(), 0);
  await page.getByRole("link", { name: "Introducir la clave" }).click();
  await page.getByLabel("Clave", { exact: true }).fill(`${ada.player.id}:${token}`);
  await page.getByRole("button", { name: "Usar esta clave" }).click();
  await page.getByRole("heading", { name: "Ada", exact: true }).waitFor();
  assert.equal(await page.locator(".aside").count(), 0);
  await page.locator(`[data-game="${game.id}"] a`).click();
  await page.locator(".hand-card").first().waitFor();
});

test("a player who loses the seat sees a notice in all tabs, and may sit down again", async (t) => {
  const made = await createGame({ players: 3, names: ["Ada"], open_seats: 2 });
  const { id } = made.game;
  const ben = await at(t, `/games/${id}`, phone);
  await join(ben, "Ben");
  await ben.locator("[data-key=leave]").waitFor();
  const tab = await ben.context().newPage();
  await open(tab, `/games/${id}`);
  await tab.locator("[data-key=leave]").waitFor();
  await call("DELETE", `/v1/games/${id}/seats/1`, { token: made.tokens[0].token });
  for (const page of [ben, tab]) {
    await page.getByText("The key in this browser is not valid any more").waitFor();
    await page.locator("[data-key=join]").waitFor();
  }
  await accessible(ben, "a seat that was freed");
  await ben.locator("[data-key=aside-close]").click();
  await join(ben, "Ben");
  await ben.locator("[data-key=leave]").waitFor();
});

test("a private game is shown with its code; a wrong code is reported", async (t) => {
  const made = await createGame({ players: 2, names: ["Ada", "Ben"], visibility: "private" });
  const { id } = made.game;
  const guest = await at(t, `/games/${id}#code=${made.spectator_code}`, phone);
  await guest.getByText(/You are watching/).waitFor();
  // A wrong link later does not take the right code away.
  await open(guest, `/games/${id}#code=wrong`);
  await guest.getByText(/You are watching/).waitFor();
  for (const [options, text] of [[phone, "The code of this link is wrong"], [spanish, "El código de este enlace es incorrecto"]]) {
    const wrong = await at(t, `/games/${id}#code=${"x".repeat(43)}`, options);
    await wrong.getByText(text).waitFor();
    await wrong.locator(".problem:not(.aside)").waitFor();
    assert.equal(await wrong.locator(".enemy-part").count(), 0);
    await accessible(wrong, "a private game without its code");
  }
});

test("a link is opened twice, by its creator, and after the game is over, cancelled or unknown", async (t) => {
  const ada = await at(t, "/new");
  await ada.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await ada.getByRole("button", { name: "Create and invite" }).click();
  await ada.getByRole("button", { name: "A single-use link for each seat" }).click();
  const path = (await ada.getByLabel("Link for seat 2").inputValue()).slice(base.length);
  // Its creator is led to the own seat.
  const own = await ada.context().newPage();
  await open(own, path);
  await own.locator("[data-key=cancel]").waitFor();
  assert.equal(await own.locator("[data-key=join]").count(), 0);
  const [ben, second] = [await at(t, path, phone), await at(t, path, spanish)];
  await join(ben, "Ben");
  await ben.locator(".hand-card").first().waitFor();
  // The game has begun: the other one watches, and so does who opens it again.
  await second.getByText("Estás mirando").waitFor();
  await open(ben, path);
  await ben.locator(".hand-card").first().waitFor();
  await concede([ada, ben]);
  const late = await at(t, path, phone);
  await late.locator(".end").waitFor();
  const waiting = await createGame({ players: 2, open_seats: 1 });
  await call("DELETE", `/v1/games/${waiting.game.id}`, { token: waiting.tokens[0].token });
  await open(late, `/games/${waiting.game.id}#invitation=x`);
  await late.locator(".end").waitFor();
  assert.equal(await late.locator("[data-key=join]").count(), 0);
  await open(late, "/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501");
  await late.locator(".note.problem").waitFor();
  await late.getByRole("link", { name: "Home" }).waitFor();
  await accessible(late, "a link to a game that is not there");
});
