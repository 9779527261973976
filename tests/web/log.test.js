// The transparency log, with the vectors that an independent implementation
// made: what is checked in the browser, and what the browser keeps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import "./browser.js";
import { logText } from "../../web/challenge/commitment.js";
import { change, getState } from "../../web/store.js";
import { fromBase64, toBase64 } from "../../web/verify/bytes.js";
import { chainOf, commitmentOf } from "../../web/verify/chain.js";
import { findInLog } from "../../web/verify/logged.js";
import { signedLine } from "../../web/verify/signature.js";
import { gameEntry, playersOf, prove, readCheckpoint, readKey, readProof } from "../../web/verify/transparency.js";
import { leaf, node, rootByInclusion, rootsByConsistency, split, Unproven } from "../../web/verify/tree.js";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const vectors = JSON.parse(read("crates/engine/tests/data/vectors/log.json"));
const example = JSON.parse(read("docs/spec/example.json"));
const { entries, origin, keys, kept: keptNote, checkpoint: note, checkpoint_cosigned: cosigned, proof, proof_before: before, late, early, times } = vectors;

const bytes = (hashes) => hashes.map(fromBase64);
const leaves = await Promise.all(entries.map(leaf));

/** The root of a tree (RFC 6962, section 2.1). */
async function rootOf(hashes) {
  if (hashes.length === 1) return hashes[0];
  const left = split(hashes.length);
  return node(await rootOf(hashes.slice(0, left)), await rootOf(hashes.slice(left)));
}
const rootAt = async (size) => toBase64(await rootOf(leaves.slice(0, size)));

test("the entries of the vectors are computed from what is signed", async () => {
  for (const { statement_line: line, players, entry } of [...vectors.games, vectors.changed_hands]) {
    assert.equal(await playersOf(line), players);
    assert.equal(await gameEntry(line, players), entry);
  }
});

test("the roots of the vectors are computed", async () => {
  for (const [size, root] of Object.entries(vectors.roots)) if (size !== "0") assert.equal(await rootAt(Number(size)), root, size);
});

test("inclusion proofs lead to the roots, and shorter ones nowhere", async () => {
  for (const { index, size, hashes } of vectors.inclusion) {
    const root = await rootByInclusion(index, size, leaves[index], bytes(hashes));
    assert.equal(toBase64(root), await rootAt(size), `${index} of ${size}`);
    await assert.rejects(rootByInclusion(index, size, leaves[index], bytes([...hashes, note.split("\n")[2]])), Unproven);
    if (hashes.length > 0) await assert.rejects(rootByInclusion(index, size, leaves[index], bytes(hashes.slice(1))), Unproven);
  }
});

test("consistency proofs lead to both roots", async () => {
  for (const { old, new: size, hashes } of vectors.consistency) {
    const before = await rootAt(old);
    const roots = await rootsByConsistency(old, size, fromBase64(before), bytes(hashes));
    assert.deepEqual(roots.map(toBase64), [before, await rootAt(size)], `${old} to ${size}`);
    await assert.rejects(rootsByConsistency(old, size, fromBase64(before), bytes([...hashes, before])), Unproven);
  }
});

test("the entries of the log have the ids' subjects", async () => {
  const subjectOf = async (id) => (await gameEntry(`x id=${id}`, "")).split(" ")[1];
  for (const { id, subject, entry } of vectors.games) {
    assert.equal(await subjectOf(id), subject);
    assert.equal(entry.split(" ")[1], subject);
  }
  for (const [one, other] of vectors.same_subject) assert.equal(await subjectOf(one), await subjectOf(other), other);
});

test("key lines are read, and wrong ones refused", async () => {
  const { name, kind, key } = await readKey(keys.log.vkey);
  assert.deepEqual([name, kind, key], [origin, 1, keys.log.public]);
  assert.deepEqual((await readKey(keys.witness.vkey)).kind, 4);
  for (const { vkey, why } of vectors.bad_keys) assert.equal(await readKey(vkey), null, why);
});

/** Verifies a proof as `about` of the vectors specifies. */
async function verified({ text, entry = entries[proof.entry_index], log_key: key = keys.log.vkey, witnesses = [keys.witness.vkey], quorum = 1, kept = keptNote }) {
  const known = {
    keys: [await readKey(key)], witnesses: await Promise.all(witnesses.map(readKey)), quorum, kept: kept && readCheckpoint(kept),
  };
  const found = await prove(readProof(text), entry, known);
  if (!found.growth) throw new Unproven("not compared");
  return found;
}

test("the proofs of the vectors hold, with their witnesses, time and growth", async () => {
  assert.deepEqual(await verified(proof), { witnesses: [keys.witness.name], time: vectors.cosignature.time, growth: "grown" });
  assert.deepEqual((await verified({ ...before, kept: note })).growth, "grown");
  assert.equal((await verified({ ...proof, witnesses: [], quorum: 0 })).time, times.checkpoint, "the log's own time, where no witness's counts");
  assert.equal((await verified({ ...proof, kept: null })).growth, "first");
  assert.equal((await verified({ ...proof, kept: note })).growth, "same");
});

test("no bad proof of the vectors holds", async () => {
  assert.ok(vectors.bad.length > 10);
  for (const bad of vectors.bad) await assert.rejects(verified(bad), Unproven, bad.why);
});

test("the unusual proofs of the vectors hold", async () => {
  for (const good of vectors.good) assert.equal(await verified(good).then(({ time }) => time, String), good.logged_at, good.why);
});

test("a proof needs the signatures of one key of the log, not of a later one", async () => {
  const later = await readKey(vectors.bad.find(({ log_key: key }) => key).log_key);
  const known = { keys: [later, await readKey(keys.log.vkey)], witnesses: [], quorum: 0, kept: null };
  assert.equal((await prove(readProof(proof.text), entries[0], known)).time, times.checkpoint);
});

test("a log's signature does not count as a witness's", async () => {
  const known = { keys: [await readKey(keys.log.vkey)], witnesses: [await readKey(keys.log.vkey)], quorum: 0, kept: null };
  assert.deepEqual((await prove(readProof(proof.text), entries[0], known)).witnesses, []);
});

// The search in the log.

const line = signedLine(example, (await chainOf(example, await commitmentOf(example.seed))).at(-1).hash, example.result);
const game = { id: example.id, token: null };
const record = { moves: example.moves };
const withProof = (text) => ({ ...record, proof: text });
const log = { origin, keys: [keys.log.vkey], size: 600, witnesses: [{ name: keys.witness.name, key: keys.witness.vkey }], refused: null };
const missing = { title: "T", detail: "D", status: 404, code: "not_logged" };

/** Answers by path, and records the requested paths. */
function service(t, answers) {
  const requests = [];
  t.mock.method(globalThis, "fetch", async (path) => {
    requests.push(path);
    const answer = answers[path.split("?")[0]];
    return typeof answer === "string" ? new Response(answer) : Response.json(answer, { status: answer.status ?? 200 });
  });
  return requests;
}
const proofPath = `/v1/games/${game.id}/proof`;
const keptSize = () => readCheckpoint(getState().checkpoints[origin]).size;

beforeEach(() => change({ checkpoints: {} }));

test("a game is found in the log, and the checkpoint kept", async (t) => {
  const requests = service(t, { "/v1/log": log, [proofPath]: proof.text });
  const found = await findInLog(line, record, game);
  assert.deepEqual([found.outcome, found.growth, found.index, found.entry, found.witnesses], ["holds", "first", 0, entries[0], [keys.witness.name]]);
  assert.equal(found.time, vectors.cosignature.time);
  assert.deepEqual(requests, ["/v1/log", proofPath]);
  assert.equal(getState().checkpoints[origin], cosigned);
});

test("with a kept checkpoint a proof of growth since it is requested", async (t) => {
  change({ checkpoints: { [origin]: keptNote } });
  const requests = service(t, { "/v1/log": log, [proofPath]: proof.text });
  const { outcome, growth } = await findInLog(line, record, game);
  assert.deepEqual([outcome, growth, requests[1], keptSize()], ["holds", "grown", `${proofPath}?since=300`, 600]);
});

test("a proof of a checkpoint before the kept one leads to that, which stays", async (t) => {
  change({ checkpoints: { [origin]: note } });
  const requests = service(t, { "/v1/log": log, [proofPath]: before.text });
  const { outcome, growth } = await findInLog(line, record, game);
  assert.deepEqual([outcome, growth, requests[1], getState().checkpoints[origin]], ["holds", "grown", `${proofPath}?since=600`, note]);
});

test("a comparison that was requested cannot be left out", async (t) => {
  const kept = { 300: keptNote, 600: note };
  for (const { text } of vectors.bad.filter(({ why }) => why.startsWith("no since"))) {
    const size = readProof(text).checkpoint.size === 600 ? 300 : 600;
    change({ checkpoints: { [origin]: kept[size] } });
    service(t, { "/v1/log": log, [proofPath]: text });
    const { outcome, growth } = await findInLog(line, record, game);
    assert.deepEqual([outcome, growth, keptSize()], ["rewritten", null, size]);
    t.mock.restoreAll();
  }
});

test("a record that was logged more than a day from its last move is refused", async (t) => {
  service(t, { "/v1/log": log });
  const outcome = async (text, moves) => (await findInLog(line, { moves, proof: text }, null)).outcome;
  for (const text of [late, early]) assert.equal(await outcome(text, example.moves), "late");
  const { time } = await findInLog(line, { moves: [], proof: late }, null);
  const moved = (seconds, end = "Z") => [{ at: null }, { at: new Date((time - seconds) * 1000).toISOString().replace("Z", end) }];
  assert.equal(await outcome(late, moved(86_400)), "holds");
  assert.equal(await outcome(late, moved(86_401)), "late");
  assert.equal(await outcome(late, moved(-86_400)), "holds");
  assert.equal(await outcome(late, moved(-86_400, "001Z")), "late", "a millionth of a second too early");
  for (const moves of [[], [...moved(0), { at: null }]]) assert.equal(await outcome(late, moves), "late", "the last move has no time");
  assert.equal(await outcome(late, [{ at: "once" }]), "late", "a time that is none");
});

test("a history that contradicts the kept checkpoint is reported, and the kept one stays", async (t) => {
  const forks = vectors.bad.filter(({ why }) => /^the kept checkpoint .*(history|root)$/.test(why));
  assert.deepEqual(forks.map(({ kept }) => readCheckpoint(kept).size), [300, 600, 600]);
  for (const { kept, text } of forks) {
    change({ checkpoints: { [origin]: kept } });
    service(t, { "/v1/log": log, [proofPath]: text });
    assert.equal((await findInLog(line, record, game)).outcome, "rewritten");
    assert.equal(getState().checkpoints[origin], kept);
    t.mock.restoreAll();
  }
});

test("a consistency proof that breaks off is no sign of growth", async (t) => {
  change({ checkpoints: { [origin]: keptNote } });
  const { text } = vectors.bad.find(({ why }) => why === "since: a hash too few");
  service(t, { "/v1/log": log, [proofPath]: text });
  assert.equal((await findInLog(line, record, game)).outcome, "rewritten");
  assert.equal(keptSize(), 300);
});

test("a log that is smaller than the kept checkpoint is reported", async (t) => {
  change({ checkpoints: { [origin]: note } });
  service(t, { "/v1/log": { ...log, size: 599 } });
  assert.equal((await findInLog(line, record, game)).outcome, "shrunk");
});

test("a proof in the record is checked without requesting another", async (t) => {
  const requests = service(t, { "/v1/log": log });
  assert.equal((await findInLog(line, withProof(proof.text), null)).outcome, "holds");
  assert.deepEqual(requests, ["/v1/log"]);
});

test("a record that nothing compares with the kept checkpoint is not confirmed", async (t) => {
  change({ checkpoints: { [origin]: keptNote } });
  const { text } = vectors.bad.find(({ why }) => why.startsWith("no since, where an older"));
  service(t, { "/v1/log": log });
  const { outcome, growth } = await findInLog(line, withProof(text), null);
  assert.deepEqual([outcome, growth, keptSize()], ["unknown", null, 300]);
});

test("a record with other players is in the log, but its players are not confirmed", async (t) => {
  service(t, { "/v1/log": log, [proofPath]: proof.text });
  const other = line.replace(" player_ids=-", " player_ids=ada");
  assert.notEqual(other, line);
  assert.equal((await findInLog(other, record, game)).outcome, "players");
});

test("another statement, a bad signature or another log do not confirm a record", async (t) => {
  service(t, { "/v1/log": log });
  const bad = (why) => vectors.bad.find((one) => one.why === why).text;
  assert.equal((await findInLog(line.replace("seed_by=client", "seed_by=service"), withProof(proof.text), null)).outcome, "fails");
  assert.equal((await findInLog(line, withProof(bad("the log's signature does not hold")), null)).outcome, "fails");
  for (const text of [bad("another form of proof"), ""]) assert.equal((await findInLog(line, withProof(text), null)).outcome, "fails");
  assert.equal((await findInLog(line, withProof(bad("another origin, signed by its own key")), null)).outcome, "other");
  assert.deepEqual(getState().checkpoints, {});
});

test("a game that is not in the log yet is distinguished from one that never will be", async (t) => {
  const answers = { "/v1/log": log, [proofPath]: missing };
  const requests = service(t, answers);
  assert.equal((await findInLog(line, record, game)).outcome, "pending");
  answers["/v1/log"] = { ...log, refused: "The log went back." };
  assert.deepEqual(await findInLog(line, record, game), { outcome: "refused", detail: "The log went back." });
  assert.equal((await findInLog(line, record, null)).outcome, "no_proof");
  answers["/v1/log"] = { ...missing, code: "no_such_route" };
  assert.equal((await findInLog(line, record, game)).outcome, "no_log");
  requests.length = 0;
  for (const never of [null, line.replace("kind=practice", "kind=import")]) {
    assert.equal((await findInLog(never, record, game)).outcome, "unlogged");
  }
  assert.deepEqual(requests, []);
});

test("a stored text that is no checkpoint of this log counts as none", async (t) => {
  change({ checkpoints: { [origin]: "nonsense" } });
  service(t, { "/v1/log": log, [proofPath]: proof.text });
  assert.equal((await findInLog(line, record, game)).growth, "first");
  assert.equal(keptSize(), 600);
});

test("the time since which a commitment is in the log is in UTC", () => {
  assert.equal(logText({ index: 12, logged_at: "2026-11-24T00:00:00.000000Z" }), "In the service's log since 24 Nov 2026, 00:00 UTC, entry 12.");
  assert.equal(logText(null), null);
  assert.equal(logText(undefined), null);
});
