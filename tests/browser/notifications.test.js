// Notifications by Web Push: the switch, the offer, and the service worker. A push service of the
// test's own stands in for the browser's, which needs a network.

import assert from "node:assert/strict";
import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import { test } from "node:test";
import { accessible, base, call, createGame, kept, open, phone, seat, signedIn, until, visitor, withBrowser } from "./support.js";

withBrowser();

/** A push service with one subscription, which decrypts what it receives. */
async function pushService(t) {
  const own = createECDH("prime256v1");
  const point = own.generateKeys();
  const auth = Buffer.alloc(16, 3);
  const received = [];
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    received.push({ topic: request.headers.topic, text: read(Buffer.concat(parts)) });
    response.writeHead(201).end();
  });
  // RFC 8291.
  const read = (body) => {
    const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
    const derive = (input, from, info, length) => Buffer.from(hkdfSync("sha256", input, from, info, length));
    const input = derive(own.computeSecret(sender), auth, Buffer.concat([Buffer.from("WebPush: info\0"), point, sender]), 32);
    const [key, nonce] = [derive(input, salt, "Content-Encoding: aes128gcm\0", 16), derive(input, salt, "Content-Encoding: nonce\0", 12)];
    const cipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(body.subarray(-16));
    return Buffer.concat([cipher.update(body.subarray(86, -16)), cipher.final()]).subarray(0, -1).toString();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const endpoint = `http://127.0.0.1:${server.address().port}/one`;
  const next = async (count) => {
    while (received.length < count) await new Promise((resolve) => setImmediate(resolve));
    return received[count - 1];
  };
  return { next, subscription: { endpoint, keys: { p256dh: point.toString("base64url"), auth: auth.toString("base64url") } } };
}

/** A page whose browser may show notifications; of a player, if one is given. */
async function arrive(t, player, { subscription }, options) {
  const page = await visitor(t, { serviceWorkers: "allow", permissions: ["notifications"], ...options });
  if (player) await signedIn(page, player);
  await page.addInitScript((made) => {
    // As a browser: the subscription outlives the page.
    const one = { endpoint: made.endpoint, toJSON: () => made, unsubscribe: () => Promise.resolve(delete localStorage.subscribed) };
    PushManager.prototype.getSubscription = async () => ("subscribed" in localStorage ? one : null);
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      localStorage.subscribed = applicationServerKey;
      return one;
    };
  }, subscription);
  return page;
}

const come = (name) => call("POST", "/v1/players", { body: { name } });

/** A game of two players, the first of whom is to move. */
async function gameOf(ada, ben) {
  const { game } = await call("POST", "/v1/games", { token: ada.token, body: { players: 2, open_seats: 2, seed: "banana" } });
  for (const { token } of [ada, ben]) await call("POST", `/v1/games/${game.id}/seats`, { token, body: {} });
  return game.id;
}

/** Makes moves until a seat is to act. */
async function playTo(game, players, seat) {
  for (;;) {
    const { token } = players[(await call("GET", `/v1/games/${game}`, { token: players[0].token })).to_act];
    const view = await call("GET", `/v1/games/${game}`, { token });
    if (view.to_act === seat) return;
    await call("POST", `/v1/games/${game}/moves`, { token, body: { move: view.legal_moves[0].move } });
  }
}

/** The notifications that the browser shows. */
const shown = (page) => page.evaluate(async () => {
  const all = await (await navigator.serviceWorker.ready).getNotifications();
  return all.map(({ title, body, tag }) => ({ title, body, tag }));
});

test("a player is offered notifications after a move, gets them from the service, and opens the table", async (t) => {
  const [ada, ben] = [await come("Ada"), await come("Ben")];
  const service = await pushService(t);
  const page = await arrive(t, ada, service, phone);
  const game = await gameOf(ada, ben);
  await open(page, `/games/${game}`);
  const offer = page.locator(".offer");
  await page.locator(".hand-card").first().waitFor();
  assert.equal(await offer.getByRole("button").count(), 0, "nothing is offered before a move");
  await playTo(game, [ada, ben], 1);
  await offer.getByRole("button", { name: "Notify me" }).waitFor();
  await accessible(page, "the offer");
  await offer.getByRole("button", { name: "Notify me" }).click();
  await page.locator("[data-key=notify][aria-pressed=true]").waitFor();
  await offer.getByRole("button").first().waitFor({ state: "detached" });
  await until(async () => (await kept(page)).push !== null);
  const { items, web_push_key: key } = await call("GET", "/v1/webhooks", { token: ada.token });
  assert.deepEqual([items.length, items[0].form, items[0].url], [1, "web_push", service.subscription.endpoint]);
  assert.equal(await page.evaluate(() => localStorage.subscribed), key);

  await open(page, "/rules");
  await playTo(game, [ada, ben], 0);
  const { text } = await service.next(1);
  const path = `/games/${game}`;
  assert.deepEqual(JSON.parse(text), { title: "Your turn", body: "Regicide (Ada and Ben): it is your turn.", path });
  // The browser receives it.
  const session = await page.context().newCDPSession(page);
  const registrations = new Promise((resolve) => session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: all }) => {
    if (all[0]) resolve(all[0].registrationId);
  }));
  await session.send("ServiceWorker.enable");
  const registrationId = await registrations;
  const deliver = () => session.send("ServiceWorker.deliverPushMessage", { origin: base, registrationId, data: text });
  await page.evaluate(() => navigator.serviceWorker.ready);
  // As a push service, again until it is there: the browser loses one that it gets while its worker starts.
  await until(async () => {
    await deliver();
    return (await shown(page)).length > 0;
  });
  assert.deepEqual(await shown(page), [{ title: "Your turn", body: "Regicide (Ada and Ben): it is your turn.", tag: path }]);
  // At the table it is closed.
  await open(page, path);
  await until(async () => (await shown(page)).length === 0);
});

test("a guest who is offered notifications after a move becomes a player, and gets them from the service", async (t) => {
  const service = await pushService(t);
  const page = await arrive(t, null, service);
  const { game, tokens } = await createGame({ players: 2, seed: "banana", names: ["Ada", "Ben"] });
  await seat(page, game, tokens.slice(0, 1));
  await open(page, `/games/${game.id}`);
  await page.locator(".hand-card").first().waitFor();
  await playTo(game.id, tokens, 1);
  const offer = page.locator(".offer");
  await offer.getByText("“Ada” becomes the player of this browser").waitFor();
  await accessible(page, "the offer to a guest");
  await offer.getByRole("button", { name: "Notify me" }).click();
  await offer.getByRole("button").first().waitFor({ state: "detached" });
  await until(async () => (await kept(page)).push !== null);
  const { player } = await kept(page);
  assert.equal(player.name, "Ada");
  await until(async () => (await call("GET", `/v1/games/${game.id}`)).seats[0].player_id === player.id);
  await playTo(game.id, tokens, 0);
  assert.equal(JSON.parse((await service.next(1)).text).path, `/games/${game.id}`);
  // Once for each browser, and one tap ends it.
  await page.locator("[data-key=notify][aria-pressed=true]").click();
  await page.locator("[data-key=notify][aria-pressed=false]").waitFor();
  await until(async () => (await call("GET", "/v1/webhooks", { token: player.token })).items.length === 0);
  await playTo(game.id, tokens, 1);
  await page.locator(".bar", { hasText: "Ben is to play" }).waitFor();
  assert.equal(await offer.getByRole("button").count(), 0);
});

test("the own page switches notifications on and off", async (t) => {
  const ada = await come("Ada");
  const service = await pushService(t);
  const page = await arrive(t, ada, service);
  await open(page, "/players/me");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const panel = page.locator(".player-notify");
  await panel.getByText("Off.").waitFor();
  await panel.getByRole("button", { name: "Notify me" }).click();
  await panel.getByText("On, also while this page is closed.").waitFor();
  await accessible(page, "switched on");
  const hooks = async () => (await call("GET", "/v1/webhooks", { token: ada.token })).items;
  assert.ok(!(await hooks())[0].events.includes("daily"));
  await panel.getByLabel("Also each new daily challenge").check();
  await until(async () => (await hooks())[0].events.includes("daily"));
  await page.reload();
  await panel.getByLabel("Also each new daily challenge").and(page.locator(":checked")).waitFor();
  await panel.getByRole("button", { name: "Switch off" }).click();
  await panel.getByText("Off.").waitFor();
  assert.deepEqual([await hooks(), (await kept(page)).push], [[], null]);
  assert.equal(await page.evaluate(() => "subscribed" in localStorage), false);
  // Another device ends it.
  await panel.getByRole("button", { name: "Notify me" }).click();
  await panel.getByText("On, also while this page is closed.").waitFor();
  await call("DELETE", `/v1/webhooks/${(await hooks())[0].id}`, { token: ada.token });
  await page.reload();
  await panel.getByText("Off.").waitFor();
  assert.equal(await page.evaluate(() => "subscribed" in localStorage), false);
});

test("who declines is not offered notifications again", async (t) => {
  const [ada, ben] = [await come("Ada"), await come("Ben")];
  const game = await gameOf(ada, ben);
  const page = await visitor(t, { locale: "es-ES", permissions: ["notifications"] });
  await signedIn(page, ada);
  await open(page, `/games/${game}`);
  await page.locator(".hand-card").first().waitFor();
  await playTo(game, [ada, ben], 1);
  const offer = page.locator(".offer");
  await offer.getByRole("button", { name: "No, gracias" }).click();
  await offer.getByRole("button").first().waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".hand-card").first().waitFor();
  assert.equal((await kept(page)).answered, true);
  assert.equal(await offer.getByRole("button").count(), 0);
});
