// Receipts: read, kept on the device, and compared with the log.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import "./browser.js";
import { noteOf, proofOf } from "./signed.js";
import { comparePromises, keepPromise } from "../../web/promises.js";
import { change, getState, keepReceipt } from "../../web/store.js";
import { checkReceipt, readReceipt } from "../../web/verify/receipt.js";
import { subjectOf } from "../../web/verify/transparency.js";
import { Unproven } from "../../web/verify/tree.js";

const { games: [{ id, entry }], keys, origin } = JSON.parse(readFileSync(new URL("../../crates/engine/tests/data/vectors/log.json", import.meta.url), "utf8"));
const policy = `log ${keys.log.vkey}\nquorum none\n`;
const DAY = 86_400;
const now = Math.floor(Date.now() / 1000);

const textOf = (promised, by) => `regicide/log/receipt/v1\n${origin}\n${promised}\nby ${by}\n`;
const receiptOf = (promised, by) => noteOf(textOf(promised, by));
/** Another game, as each is compared once. */
const newGame = async () => {
  const other = crypto.randomUUID();
  return { game: other, promised: `game ${await subjectOf("game", other)} ${"ab".repeat(32)}` };
};

/** Answers by the end of the path; the number of requests of proofs. */
function service(t, { proof, status = 200, log = {} }) {
  const requests = [];
  t.mock.restoreAll();
  t.mock.method(globalThis, "fetch", async (path) => {
    requests.push(path);
    if (path === "/v1/log") return Response.json({ origin, policy, size: 1, refused: null, ...log });
    return typeof proof === "string" ? new Response(proof) : Response.json({ title: "T", detail: "D", status, code: status === 404 ? "not_logged" : "other" }, { status });
  });
  return requests;
}

beforeEach(() => change({ checkpoints: {}, receipts: {}, seats: [] }));

test("a receipt holds if a key of the log has signed it, and if it is of the game", async () => {
  const note = await receiptOf(entry, 1_795_377_600);
  const receipt = await checkReceipt(note, policy, id);
  assert.deepEqual([receipt.origin, receipt.entry, receipt.by], [origin, entry, 1_795_377_600]);
  assert.equal((await checkReceipt(note, policy, id.toUpperCase().replaceAll("-", ""))).entry, entry);
  // A key that the policy does not name is passed over.
  const [text, signature] = note.split("\n\n");
  const stranger = `— ${origin} ${Buffer.alloc(68, 7).toString("base64")}\n`;
  await checkReceipt(`${note}${stranger}`, policy, id);
  await assert.rejects(checkReceipt(`${text}\n\n${stranger}`, policy, id), Unproven);
  await assert.rejects(checkReceipt(note, policy, crypto.randomUUID()), Unproven);
  await assert.rejects(checkReceipt(note, "quorum none\n", id), Unproven);
  await assert.rejects(checkReceipt(note.replace("by 17", "by 18"), policy, id), Unproven);
  await assert.rejects(checkReceipt(note.replace(entry, entry.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"))), policy, id), Unproven);
  await assert.rejects(checkReceipt(`${note}${signature.replace(/.{6}=*\n$/, "AAAAAA\n")}`, policy, id), Unproven);
});

test("a text in another form is no receipt", async () => {
  const good = textOf(entry, 1_795_377_600);
  readReceipt(await noteOf(good));
  for (const bad of [
    good.replace("v1", "v2"), good.replace("by ", "by 0"), good.replace("by 1", "by -1"), `${good}more\n`, good.replace("game ", "commitment "),
    good.replace(entry, entry.toUpperCase()), good.replace(/\nby .*/, ""), good.replace(/by .*/, "by 253402300800"), good.replace(/by .*/, "by 9007199254740993"),
    good.replace(origin, ""), good.replace(/\n$/, " \n"), good.replaceAll("\n", "\r\n"),
  ]) {
    const note = await noteOf(bad);
    assert.throws(() => readReceipt(note), Unproven, bad);
  }
  assert.throws(() => readReceipt(good), Unproven);
});

test("the receipt of a game that ended is kept with the policy of that time, if it holds", async (t) => {
  service(t, {});
  const receipt = await receiptOf(entry, now + DAY);
  await keepPromise(id, receipt);
  assert.deepEqual(getState().receipts, { [id]: { receipt, policy } });
  const requests = service(t, {});
  await keepPromise(id, receipt);
  const { game, promised } = await newGame();
  await keepPromise(game, await receiptOf(promised, now - 1));
  assert.deepEqual(requests, []);
  await assert.rejects(keepPromise(game, await receiptOf(entry, now + DAY)), Unproven);
  await assert.rejects(keepPromise(game, (await receiptOf(promised, now + DAY)).replace("ab", "cd")), Unproven);
  assert.deepEqual(Object.keys(getState().receipts), [id]);
});

test("so many receipts are kept, the last ones", () => {
  for (let n = 0; n < 205; n += 1) keepReceipt(`game-${n}`, { receipt: "", policy });
  assert.equal(Object.keys(getState().receipts).length, 200);
  assert.equal(Object.keys(getState().receipts)[0], "game-5");
  keepReceipt("game-5", null);
  assert.equal(Object.keys(getState().receipts)[0], "game-6");
});

/** The promise after it was compared: nothing if it was kept. */
async function compared(t, by, answers, own = true) {
  const { game, promised } = await newGame();
  change({ checkpoints: {}, receipts: {}, seats: own ? [{ game, seat: 0, token: "own", used: 1 }] : [] });
  const receipt = await receiptOf(promised, by);
  keepReceipt(game, { receipt, policy });
  const requests = service(t, await answers(promised));
  await comparePromises();
  const [kept] = Object.values(getState().receipts);
  return { requests, state: kept.done ? "kept" : kept.broken ?? "open" };
}

test("a promise is kept if the log has the entry in time", async (t) => {
  const ended = now - 600;
  const { state, requests } = await compared(t, ended + DAY, async (promised) => ({ proof: await proofOf(promised, ended + 20) }));
  assert.equal(state, "kept");
  assert.equal(requests.filter((path) => path.endsWith("/proof")).length, 1);
  assert.equal((await compared(t, now - 50, async (promised) => ({ proof: await proofOf(promised, now - 50) }))).state, "kept");
  assert.equal((await compared(t, now - 50, async (promised) => ({ proof: await proofOf(promised, now - 49) }))).state, "late");
});

test("a promise that was kept or forgotten is not compared again, and goes with its time", async (t) => {
  const { game, promised } = await newGame();
  const receipt = await receiptOf(promised, now + 600);
  keepReceipt(game, { receipt, policy, done: true });
  const requests = service(t, { status: 404 });
  await keepPromise(game, receipt);
  await comparePromises();
  assert.deepEqual([requests, getState().receipts[game].done], [[], true]);
  keepReceipt(game, { receipt: await receiptOf(promised, now - 1), policy, done: true });
  await comparePromises();
  assert.deepEqual([requests, getState().receipts], [[], {}]);
});

test("the entry of a game that has just ended is not due", async (t) => {
  const { state, requests } = await compared(t, now + DAY - 30, () => ({ status: 404 }));
  assert.deepEqual([state, requests], ["open", []]);
});

test("another entry breaks the promise at once", async (t) => {
  const other = async (promised) => ({ proof: await proofOf(promised.replace("ab", "cd"), now - 500) });
  assert.equal((await compared(t, now - 600 + DAY, other)).state, "other");
  // A policy of today does not count.
  const stranger = async (promised) => ({ proof: (await proofOf(promised, now - 500)).replaceAll(origin, "other.example/log/1"), log: { origin: "other.example/log/1" } });
  assert.equal((await compared(t, now - 600 + DAY, stranger)).state, "other");
});

test("a promise without a proof is open until its time, and then broken", async (t) => {
  for (const status of [404, 410, 400, 403]) {
    assert.equal((await compared(t, now + 600, () => ({ status }))).state, "open", status);
    assert.equal((await compared(t, now - 1, () => ({ status }))).state, "missing", status);
  }
  assert.equal((await compared(t, now - 1, () => ({ status: 404, log: { refused: "restored" } }))).state, "missing");
  // The service is busy, or shows the game to others than this device.
  assert.equal((await compared(t, now - 1, () => ({ status: 429 }))).state, "open");
  assert.equal((await compared(t, now - 1, () => ({ status: 500 }))).state, "open");
  assert.equal((await compared(t, now - 1, () => ({ status: 403 }), false)).state, "open");
  assert.equal((await compared(t, now - 1, () => ({ status: 404 }), false)).state, "missing");
});
