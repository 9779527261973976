// The page Verify: authentic, tampered and unsigned records.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { accessible, base, call, dark, kept, lively, open, phone, recordGame, visitor, withBrowser } from "./support.js";

withBrowser();

/** The record of a finished game. */
async function recorded(setup = { players: 1 }) {
  const { game } = await recordGame(setup, lively);
  return await call("GET", `/v1/games/${game.id}/record`);
}

/** Lets the page check a record as a file. */
async function drop(page, record) {
  const buffer = Buffer.from(typeof record === "string" ? record : JSON.stringify(record));
  await page.locator("input[type=file]").setInputFiles({ name: "record.json", mimeType: "application/json", buffer });
}

const verdict = (page, name) => page.getByRole("heading", { name, exact: true }).waitFor();
const step = (page, name) => page.locator(".verify-step", { has: page.getByRole("heading", { name }) });

test("a game is checked by its address", async (t) => {
  const record = await recorded();
  const page = await visitor(t);
  await open(page, "/verify");
  await page.getByLabel("Or the address of a game").fill(`https://elsewhere.example/games/${record.id}/replay?at=3`);
  await page.keyboard.press("Enter");
  await verdict(page, "Authentic");
  for (const name of ["Commitment to the seed", "Hash chain over the moves", "The rules", "Signature of the service"]) {
    await step(page, name).and(page.locator(".good")).waitFor();
  }
  await page.getByText("All ", { exact: false }).first().click();
  assert.equal(await page.locator(".verify-links li").count(), record.moves.length + 1);
  assert.match(await page.locator(".verify-links li").last().textContent(), new RegExp(`${record.chain}$`));
  await accessible(page, "an authentic record");
  await page.reload();
  await verdict(page, "Authentic");
});

test("a record is pasted", async (t) => {
  const record = await recorded();
  const page = await visitor(t, phone);
  await open(page, "/verify");
  const field = page.getByLabel("Or paste a record");
  const check = page.getByRole("button", { name: "Check the text" });
  await check.click();
  assert.equal(await field.evaluate((element) => element.validity.valueMissing), true);
  await accessible(page, "nothing checked yet");
  await field.fill(JSON.stringify(record, null, 2));
  await check.click();
  await verdict(page, "Authentic");
  await field.fill(JSON.stringify({ ...record, seed_by: "client" }));
  await check.click();
  await verdict(page, "Contradicted");
  for (const text of ["nonsense", " ".repeat(1024 * 1024) + "{}"]) {
    await field.fill(text);
    await check.click();
    await page.getByText("This is not a game record.").waitFor();
    await field.fill(JSON.stringify(record));
    await check.click();
    await verdict(page, "Authentic");
  }
});

test("a signed record that was changed is reported as contradicted, step by step", async (t) => {
  const record = await recorded();
  const page = await visitor(t);
  await open(page, "/verify");
  const [first] = record.moves;
  await drop(page, { ...record, moves: [{ ...first, at: "2020-01-01T00:00:00Z" }, ...record.moves.slice(1)] });
  await verdict(page, "Contradicted");
  await step(page, "Commitment to the seed").and(page.locator(".good")).waitFor();
  await step(page, "Hash chain over the moves").and(page.locator(".bad")).waitFor();
  await step(page, "Signature of the service").and(page.locator(".bad")).waitFor();
  await accessible(page, "a tampered record");
  await drop(page, { ...record, seed_by: "client" });
  await step(page, "Hash chain over the moves").and(page.locator(".good")).waitFor();
  await step(page, "Signature of the service").and(page.locator(".bad")).waitFor();
  await verdict(page, "Contradicted");
});

test("a move against the rules is named with its clause", async (t) => {
  const { signature, chain, position, result, ...record } = await recorded();
  const page = await visitor(t, { ...phone, ...dark, locale: "es-ES" });
  await open(page, "/verify");
  await drop(page, { ...record, moves: [{ ...record.moves[0], text: "play KS" }] });
  await verdict(page, "No es válido");
  await accessible(page, "a record against the rules");
  await page.getByRole("link", { name: "R4.2" }).click();
  await page.locator(".pointed").waitFor();
});

test("a change of hands that does not fit is named", async (t) => {
  const { signature, ...record } = await recorded();
  const page = await visitor(t);
  await open(page, "/verify");
  const handedOver = (until) => ({ ...record, former_players: [{ seat: 0, until, player_id: null }] });
  await drop(page, handedOver(record.moves.length));
  await verdict(page, "Consistent, but not confirmed");
  await drop(page, handedOver(record.moves.length + 1));
  await step(page, "The rules").and(page.locator(".bad")).getByText("A seat changed hands after move").waitFor();
});

test("a game that a deadline closed is complete without a result", async (t) => {
  const { closed: [{ record }], bad_closed: bad } = await call("GET", "/docs/spec/vectors/log.json");
  const page = await visitor(t);
  await open(page, "/verify");
  await drop(page, record);
  await verdict(page, "Consistent, but not confirmed");
  await step(page, "The rules").and(page.locator(".good")).getByText("The deadline of its challenge closed it on").waitFor();
  await accessible(page, "a closed game");
  await drop(page, bad.find(({ why }) => why === "closed_at is earlier than the last move").record);
  await verdict(page, "Invalid");
});

test("an unsigned record is only consistent, until a noted hash confirms it", async (t) => {
  const { signature, ...record } = await recorded({ players: 2 });
  const page = await visitor(t);
  await open(page, "/verify");
  await drop(page, record);
  await verdict(page, "Consistent, but not confirmed");
  await page.getByText("I noted a hash earlier").click();
  await page.getByLabel("Last hash of the chain").fill(record.chain);
  await drop(page, { ...record });
  await verdict(page, "Authentic");
  await page.getByLabel("Last hash of the chain").fill("0".repeat(64));
  await drop(page, { ...record });
  await verdict(page, "Contradicted");
});

test("hidden moves of the trick-taking game are in the chain", async (t) => {
  const first = ({ legal_moves: legal }) => legal[0];
  const { game } = await recordGame({ kind: "regicide-tricks", players: 2, options: { target: 10 } }, first);
  const page = await visitor(t);
  await open(page, `/verify?game=${game.id}`);
  await verdict(page, "Authentic");
});

// The next checkpoint may be a minute away.
const patience = { timeout: 90_000 };

test("a game is found in the log, which the browser follows from then on", patience, async (t) => {
  const { id } = await recorded();
  const page = await visitor(t);
  while (!(await fetch(`${base}/v1/games/${id}/proof`)).ok) await wait(100);
  await open(page, `/verify?game=${id}`);
  await verdict(page, "Authentic");
  const logged = step(page, "In the log").and(page.locator(".good"));
  await logged.getByText("Your browser now keeps this checkpoint.").waitFor();
  await accessible(page, "a game in the log");
  await page.reload();
  await logged.getByText("This is the checkpoint that your browser has kept.").waitFor();

  const record = await call("GET", `/v1/games/${id}/record?with_proof=true`);
  await drop(page, record);
  await logged.waitFor();
  await drop(page, { ...record, seed_by: "client" });
  await verdict(page, "Contradicted");
  await step(page, "In the log").and(page.locator(".bad")).waitFor();

  // As if the browser had been shown another history before.
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("regicide"));
    const [[origin, note]] = Object.entries(stored.checkpoints);
    const lines = note.split("\n");
    lines[2] = btoa("another root of thirty-two bytes");
    localStorage.setItem("regicide", JSON.stringify({ ...stored, checkpoints: { [origin]: lines.join("\n") } }));
  });
  await open(page, `/verify?game=${id}`);
  await verdict(page, "Not the same log");
  await accessible(page, "another history");
});

test("a proof from before the kept checkpoint is compared with it, and one logged at another time than its game is refused", async (t) => {
  const example = await call("GET", "/docs/spec/example.json");
  const { origin, policy, proof, proof_before: before, late, early } = await call("GET", "/docs/spec/vectors/log.json");
  const page = await visitor(t, { ...phone, timezoneId: "UTC" });
  let { text } = proof;
  await page.route("**/v1/log", (route) => route.fulfill({ json: { origin, policy, size: 600, witnesses: [], refused: null } }));
  await page.route(`**/v1/games/${example.id}/record`, (route) => route.fulfill({ json: example }));
  await page.route(`**/v1/games/${example.id}/proof*`, (route) => route.fulfill({ body: text }));
  const logged = step(page, "In the log");
  await open(page, `/verify?game=${example.id}`);
  await verdict(page, "Authentic");
  await logged.getByText("The game has been in the log since 21 Nov 2026, 20:00: entry 0 of 600").waitFor();
  const { checkpoints } = await kept(page);
  ({ text } = before);
  await page.reload();
  await logged.getByText("The game has been in the log since 21 Nov 2026, 14:00: entry 0 of 300").waitFor();
  await logged.getByText("Compared with the checkpoint of size 600 that your browser has kept").waitFor();
  for (const [other, day] of [[early, 20], [late, 22]]) {
    text = other;
    await page.reload();
    await verdict(page, "Not logged in time");
    await logged.and(page.locator(".bad")).getByText(`The log has the game since ${day} Nov 2026`).waitFor();
  }
  await accessible(page, "a late record");
  assert.deepEqual((await kept(page)).checkpoints, checkpoints);
});

const CHALLENGE = "Commitment of the challenge in the log";
/** Waits until the log has the commitment of a challenge. */
const untilLogged = async (id) => {
  while (!(await fetch(`${base}/v1/challenges/${id}/proof`)).ok) await wait(100);
};

test("the page of the day checks the commitment in the log once the reader comes to it", patience, async (t) => {
  const { challenges: [{ id }] } = await call("GET", "/v1/daily");
  await untilLogged(id);
  const page = await visitor(t, phone);
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await open(page, "/daily");
  const logged = step(page, CHALLENGE);
  await logged.getByText("Nothing was checked yet.").waitFor();
  assert.deepEqual(requests.filter((path) => /^\/v1\/log$|proof$/.test(path)), []);
  await page.route("**/v1/log", (route) => route.abort());
  await page.locator(".commitment").getByText("How to check it").scrollIntoViewIfNeeded();
  const again = page.locator(".commitment").getByRole("button", { name: "Try again" });
  await again.waitFor();
  await logged.getByText("Nothing was checked yet.").waitFor();
  await accessible(page, "a commitment that could not be checked");
  await page.unroute("**/v1/log");
  await again.click();
  // The day of a new service has opened before it was announced.
  await logged.and(page.locator(".good")).getByText(/^The commitment has been in the log since .*(before the challenge opened|within an hour of its announcement): entry/).waitFor();
  await logged.getByText("No witness has confirmed this checkpoint yet.").waitFor();
  await accessible(page, "a commitment in the log");
  assert.deepEqual(requests.filter((path) => path.endsWith("/proof")), [`/v1/challenges/${id}/proof`]);

  // As if the service had exchanged the commitment.
  await page.route(`**/v1/challenges/${id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json(), commitment: "0".repeat(64) } });
  });
  await page.reload();
  await page.locator(".commitment").getByText("How to check it").scrollIntoViewIfNeeded();
  await logged.and(page.locator(".bad")).getByText("the log does not confirm what is shown here").waitFor();
  await accessible(page, "a commitment that does not hold");
});

test("a record of a challenge is compared with its commitment in the log", patience, async (t) => {
  const { token } = await call("POST", "/v1/players", { body: { name: `Olga ${Date.now()}` } });
  const body = { name: "Open evening", kind: "regicide", players: 1, seed: "open-evening", closes_at: new Date(Date.now() + 3_600_000).toISOString() };
  const { id } = await call("POST", "/v1/challenges", { token, body });
  // A game of its deal that was played meanwhile, as the record of an attempt would be.
  const { signature, ...record } = await recorded({ players: 1, seed: "open-evening" });
  const attempt = { ...record, played_as: { purpose: "practice", challenge_id: id, attempt: 1 } };
  await untilLogged(id);
  const page = await visitor(t);
  await open(page, "/verify");
  const logged = step(page, CHALLENGE);
  await drop(page, attempt);
  await verdict(page, "Consistent, but not confirmed");
  await logged.and(page.locator(".good")).getByText(/before the challenge opened|within an hour of its announcement/).waitFor();
  await accessible(page, "a commitment in the log");
  await drop(page, record);
  await verdict(page, "Consistent, but not confirmed");
  assert.equal(await logged.count(), 0);
  await drop(page, { ...attempt, options: { variants: ["no_combos"] } });
  await logged.and(page.locator(".bad")).getByText("The record is not of a game of its challenge").waitFor();
  await drop(page, { ...attempt, played_as: { ...attempt.played_as, challenge_id: record.id } });
  await verdict(page, "Consistent, but not confirmed");
  await logged.getByText("Not checked: this service does not show the challenge.").waitFor();

  // Its seed is public from the start.
  await open(page, `/challenges/${id}`);
  await page.locator(".commitment").getByText("How to check it").scrollIntoViewIfNeeded();
  await logged.and(page.locator(".good")).waitFor();
  await step(page, "Commitment to the seed").and(page.locator(".good")).getByText("matches the commitment").waitFor();
});

test("a file that is not a record is refused", async (t) => {
  const page = await visitor(t);
  await open(page, "/verify");
  for (const text of ["nonsense", "{}", "[1]"]) {
    await drop(page, text);
    await page.getByText("This is not a game record.").waitFor();
  }
  await page.getByLabel("Or the address of a game").fill("01a1ff1a-0000-7000-8000-000000000000");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.locator(".note.problem").waitFor();
});
