// Notifications outside the page: a receiver of the test's own.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { test } from "node:test";
import { accessible, call, fits, open, phone, until, visitor, withBrowser } from "./support.js";

withBrowser();

/** A receiver that keeps what it gets, and answers with these statuses first. */
async function receiver(t, statuses) {
  const received = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    received.push({ headers: request.headers, body: JSON.parse(body) });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return { received, url: `http://127.0.0.1:${server.address().port}/hook` };
}

/** Creates a player and opens the own page. */
async function arrive(t, options) {
  const { player, token } = await call("POST", "/v1/players", { body: { name: "Ada" } });
  const page = await visitor(t, options);
  await page.addInitScript((kept) => {
    if (!localStorage.getItem("regicide")) localStorage.setItem("regicide", kept);
  }, JSON.stringify({ seats: [], player: { id: player.id, name: "Ada", token } }));
  await open(page, "/players/me");
  return { page, player, token };
}

test("a player adds an address, tries it, switches it on again and deletes it", async (t) => {
  const { received, url } = await receiver(t, [204, 500, 410]);
  const { page, token } = await arrive(t, phone);
  await page.getByText("Add an address").click();
  await page.getByLabel("Address (URL)").fill(url);
  await page.getByLabel("rematches").uncheck();
  await accessible(page, "the form for an address");
  assert.ok(await fits(page), "nothing is wider than the screen");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const secret = await page.getByRole("dialog").locator("pre").innerText();
  assert.match(secret, /^whsec_/);
  await accessible(page, "the secret");
  await page.getByRole("button", { name: "Close" }).click();
  const own = page.locator("[data-hook]");
  await own.getByText("my turn, the end of a game, invitations").waitFor();
  await own.getByRole("button", { name: "Test" }).click();
  await own.getByText("The test was received.").waitFor();
  assert.equal(received[0].body.type, "test");
  assert.ok(received[0].headers["webhook-signature"].startsWith("v1,"));
  await own.getByRole("button", { name: "Test" }).click();
  await own.getByText("The last message was not received: HTTP 500.").waitFor();
  // A receiver that wants no more.
  const created = await call("POST", "/v1/games", { token, body: { players: 2, open_seats: 2 } });
  await call("POST", `/v1/games/${created.game.id}/seats`, { token, body: {} });
  await call("POST", `/v1/games/${created.game.id}/seats`, { body: { name: "Ben" } });
  const list = "/v1/webhooks";
  await until(async () => (await call("GET", list, { token })).items[0].status === "gone");
  await page.reload();
  await own.getByText("Switched off: the address wants no more messages.").waitFor();
  await accessible(page, "an address that is switched off");
  await own.getByRole("button", { name: "Switch on again" }).click();
  await own.getByText("Switched on.").waitFor();
  await own.getByRole("button", { name: "Delete" }).click();
  await own.waitFor({ state: "detached" });
  assert.deepEqual((await call("GET", list, { token })).items, []);
});

test("an address that cannot be used is refused, in the language of the page", async (t) => {
  const { page } = await arrive(t, { locale: "es-ES" });
  await page.getByText("Añadir una dirección").click();
  await page.getByLabel("Dirección (URL)").fill("https://ada:secret@elsewhere.example/");
  await page.getByRole("button", { name: "Añadir", exact: true }).click();
  await page.getByText("La URL no debe tener nombre de usuario ni contraseña.").waitFor();
});
