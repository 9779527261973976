// The transparency log, with the vectors that an independent implementation
// made: what is checked in the browser, and what the browser keeps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import "./browser.js";
import { proofOf } from "./signed.js";
import { change, getState } from "../../web/store.js";
import { fromBase64, toBase64 } from "../../web/verify/bytes.js";
import { chainOf, commitmentOf } from "../../web/verify/chain.js";
import { checkChallenge, commitmentLine, findCommitment } from "../../web/verify/commitment.js";
import { findInLog } from "../../web/verify/logged.js";
import { readKey, readPolicy } from "../../web/verify/policy.js";
import { checkReceipt } from "../../web/verify/receipt.js";
import { signedLine } from "../../web/verify/signature.js";
import { commitmentEntry, gameEntry, playersOf, prove, readCheckpoint, readProof } from "../../web/verify/transparency.js";
import { leaf, node, rootByInclusion, rootsByConsistency, split, Unproven } from "../../web/verify/tree.js";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const vectors = JSON.parse(read("crates/engine/tests/data/vectors/log.json"));
const example = JSON.parse(read("docs/spec/example.json"));
const { entries, origin, keys, policy, kept: keptNote, checkpoint: note, checkpoint_cosigned: cosigned, proof, proof_before: before, late, early, times } = vectors;

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
  for (const { statement_line: line, players, entry } of [...vectors.games, vectors.changed_hands, ...vectors.closed]) {
    assert.equal(await playersOf(line), players);
    assert.equal(await gameEntry(line, players), entry);
  }
  for (const { line, id, subject, entry } of vectors.challenges) {
    assert.equal(await commitmentEntry(line), entry);
    assert.deepEqual([line.split(/[ =]/)[2], entry.split(" ")[1]], [id, subject]);
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

test("policies are read, and wrong ones refused", async () => {
  const read = async (lines) => Promise.all(lines.map(readKey));
  for (const { text, logs, witnesses, why } of vectors.good_policies) {
    const found = await readPolicy(text);
    assert.deepEqual([found.keys, found.witnesses], [await read(logs), await read(witnesses)], why);
  }
  for (const { text, why } of vectors.bad_policies) await assert.rejects(readPolicy(text), Unproven, why);
});

/** Verifies a proof as `about` of the vectors specifies. */
async function verified({ text, entry = entries[proof.entry_index], policy: known = policy, kept = keptNote }) {
  const found = await prove(readProof(text), entry, { ...await readPolicy(known), kept: kept && readCheckpoint(kept) });
  if (!found.growth) throw new Unproven("not compared");
  return found;
}

/** The log's key, without a witness. */
const alone = `log ${keys.log.vkey}\nquorum none\n`;

test("the proofs of the vectors hold, with their witnesses, time and growth", async () => {
  assert.deepEqual(await verified(proof), { witnesses: [keys.witness.name], time: vectors.cosignature.time, growth: "grown" });
  assert.deepEqual((await verified({ ...before, kept: note })).growth, "grown");
  assert.equal((await verified({ ...proof, policy: alone })).time, times.checkpoint, "the log's own time, where no witness's counts");
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

test("the receipts of the vectors hold, and no bad one does", async () => {
  const [{ id, entry: closed }] = vectors.closed;
  const judge = ({ receipt, policy: known = policy, entry }) => checkReceipt(receipt, known, entry === closed ? id : example.id);
  for (const good of vectors.good_receipts) {
    const { entry, by } = await judge(good);
    assert.deepEqual([entry, by], [good.entry, good.by], good.why);
  }
  assert.ok(vectors.bad_receipts.length > 50);
  for (const bad of vectors.bad_receipts) await assert.rejects(judge(bad), Unproven, bad.why);
});

// The search in the log.

const line = signedLine(example, (await chainOf(example, await commitmentOf(example.seed))).at(-1).hash, example.result);
const game = { path: `/v1/games/${example.id}`, token: null };
const record = { moves: example.moves };
const withProof = (text) => ({ ...record, proof: text });
const log = { origin, policy, size: 600, witnesses: [], refused: null };
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
const proofPath = `${game.path}/proof`;
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

test("a record that was logged more than a day from its end is refused", async (t) => {
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

test("a game that a deadline closed is in the log by its time of closing", async (t) => {
  service(t, { "/v1/log": log });
  const outcome = async (record) => {
    const chain = (await chainOf(record, await commitmentOf(record.seed))).at(-1).hash;
    return (await findInLog(signedLine(record, chain, null), record, null)).outcome;
  };
  for (const { record, why } of vectors.closed) assert.equal(await outcome(record), record.proof ? "holds" : "no_proof", why);
  const bad = vectors.bad_closed.filter(({ check }) => check === "log");
  assert.deepEqual(await Promise.all(bad.map(({ record }) => outcome(record))), ["fails", "unlogged", "late", "late"]);
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

test("too few witnesses are no contradiction, and their checkpoint is not kept", async (t) => {
  const { text } = vectors.bad.find(({ why }) => why === "no cosignature, where one is wanted");
  service(t, { "/v1/log": log, [proofPath]: text });
  assert.equal((await findInLog(line, record, game)).outcome, "no_quorum");
  assert.deepEqual(getState().checkpoints, {});
});

test("without a policy, or with a wrong one, no proof holds", async (t) => {
  for (const wrong of [null, `${policy}quorum none\n`]) {
    service(t, { "/v1/log": { ...log, policy: wrong }, [proofPath]: proof.text });
    assert.equal((await findInLog(line, record, game)).outcome, "fails");
    t.mock.restoreAll();
  }
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

// The commitment of a challenge.

/** The challenge of the first line of the vectors: its games begin with the header of docs/spec/record.md. */
const challenge = {
  id: vectors.challenges[0].id, kind: "regicide", rules: 1, players: 1, options: { first: 0, solo_yield: "never", variants: [] },
  commitment: "c4638d6b5e7b43a3a3fed58b2624a1afcd14b8d06254e42d9ecdb8c5d01cc352", seed_by: "service", attempts: 1,
  announced_at: "2026-11-14T00:00:05.250000Z", opens_at: "2026-11-21T00:00:00.000000Z",
  closes_at: "2026-11-22T00:00:00.000000Z", ends_at: "2026-11-22T00:00:00.000000Z",
};
const header = "1e4d52ebeac408f7efc8b1d481cdcc502e4b5f1e143c14d923df4aff543d3036";
const challengePath = `/v1/challenges/${challenge.id}`;
const opensAt = Date.parse(challenge.opens_at) / 1000;

/** The outcome for a challenge, logged at a time, that the service shows like this. */
async function committed(t, time, shown = challenge, entry = vectors.challenges[0].entry) {
  change({ checkpoints: {} });
  t.mock.restoreAll();
  service(t, { "/v1/log": { ...log, size: 1, policy: alone }, [`/v1/challenges/${shown.id}/proof`]: await proofOf(entry, time) });
  return (await findCommitment(shown)).outcome;
}

test("the line of a challenge is that of the vectors, whatever the spelling of its times", async () => {
  assert.equal(await commitmentLine(challenge), vectors.challenges[0].line);
  assert.equal(await commitmentLine({ ...challenge, opens_at: "2026-11-21t00:00:00+00:00" }), vectors.challenges[0].line);
});

test("a commitment that was logged until the challenge opened is in time", async (t) => {
  assert.equal(await committed(t, opensAt - 86_400), "committed");
  assert.equal(await committed(t, opensAt), "committed");
  assert.equal(await committed(t, opensAt + 1), "uncommitted");
  const requests = service(t, { "/v1/log": { ...log, size: 1, policy: alone }, [`${challengePath}/proof`]: await proofOf(vectors.challenges[0].entry, opensAt) });
  change({ checkpoints: {} });
  const found = await findCommitment(challenge);
  assert.deepEqual([found.entry, found.index, found.time, found.growth], [vectors.challenges[0].entry, 0, opensAt, "first"]);
  assert.deepEqual(requests, ["/v1/log", `${challengePath}/proof`]);
  assert.equal(keptSize(), 1);
});

test("a challenge that was announced late has an hour from then", async (t) => {
  // The time of its announcement is not in the entry.
  const announced = (milliseconds) => ({ ...challenge, announced_at: new Date(opensAt * 1000 + milliseconds).toISOString() });
  for (const after of [-3_599_000, 0, 7_200_000]) {
    assert.equal(await committed(t, opensAt + 1, announced(after)), "announced", after);
    assert.equal(await committed(t, opensAt + 3600 + after / 1000, announced(after)), "announced", after);
    assert.equal(await committed(t, opensAt + 3601 + after / 1000, announced(after)), "uncommitted", after);
  }
  assert.equal(await committed(t, opensAt + 1, announced(-3_600_000)), "uncommitted");
  assert.equal(await committed(t, opensAt + 3601, { ...challenge, announced_at: "2026-11-21T00:00:00.999999Z" }), "uncommitted", "a millionth of a second too late");
  for (const other of ["soon", null]) assert.equal(await committed(t, opensAt + 1, { ...challenge, announced_at: other }), "uncommitted");
});

test("a challenge that the service shows otherwise than it was logged is not confirmed", async (t) => {
  const others = {
    id: "01a1fb67-1800-7771-8101-db62fd55d520", kind: "regicide-tricks", rules: 2, players: 2, options: { first: 0, solo_yield: "always", variants: [] },
    commitment: "0".repeat(64), seed_by: "client", attempts: 2,
    opens_at: "2026-11-21T00:00:00.000001Z", closes_at: "2026-11-22T00:00:01Z", ends_at: "2026-11-23T00:00:00.000000Z",
  };
  for (const [name, other] of Object.entries(others)) assert.equal(await committed(t, opensAt, { ...challenge, [name]: other }), "fails", name);
  assert.equal(await committed(t, opensAt, challenge, vectors.challenges[0].entry.replace("commitment", "game")), "fails");
  assert.deepEqual(getState().checkpoints, {});
});

test("a commitment without a proof is not confirmed, for a reason", async (t) => {
  const answers = { "/v1/log": log, [`${challengePath}/proof`]: missing };
  service(t, answers);
  assert.equal((await findCommitment(challenge)).outcome, "pending");
  answers["/v1/log"] = { ...log, refused: "The log went back." };
  assert.deepEqual(await findCommitment(challenge), { outcome: "refused", detail: "The log went back." });
  answers["/v1/log"] = { ...missing, code: "no_such_route" };
  assert.equal((await findCommitment(challenge)).outcome, "no_log");
  answers["/v1/log"] = { ...log, origin: "another.example/log/21fe31dfa154a261" };
  answers[`${challengePath}/proof`] = await proofOf(vectors.challenges[0].entry, opensAt);
  assert.equal((await findCommitment(challenge)).outcome, "fails", "the proof is of another log than the service's");
});

test("a game from more than an hour before the log had its commitment shows that it came late", async (t) => {
  const announced = { ...challenge, announced_at: "2026-11-21T04:00:00Z" };
  service(t, {
    "/v1/log": { ...log, size: 1, policy: alone }, [challengePath]: announced, [`${challengePath}/proof`]: await proofOf(vectors.challenges[0].entry, opensAt + 5 * 3600),
  });
  for (const [at, outcome] of [["2026-11-21T04:00:00.000000Z", "announced"], ["2026-11-21T03:59:59.999999Z", "uncommitted"]]) {
    const record = { moves: [{ at }], played_as: { purpose: "ranked", challenge_id: challenge.id, attempt: 1 } };
    assert.equal((await checkChallenge(record, header)).outcome, outcome);
  }
});

test("a record is of a game of its challenge, or contradicts that", async (t) => {
  const answers = {
    "/v1/log": { ...log, size: 1, policy: alone }, [challengePath]: challenge, [`${challengePath}/proof`]: await proofOf(vectors.challenges[0].entry, opensAt),
  };
  const played = (...times) => ({ moves: times.map((at) => ({ at })), played_as: { purpose: "ranked", challenge_id: challenge.id, attempt: 1 } });
  const inside = played(challenge.opens_at, challenge.ends_at);
  const requests = service(t, answers);
  assert.equal(await checkChallenge({ ...inside, played_as: { purpose: "casual" } }, header), null);
  assert.equal(await checkChallenge({ moves: [] }, header), null);
  assert.deepEqual(requests, []);
  assert.equal((await checkChallenge(inside, header)).outcome, "committed");
  for (const record of [
    played("2026-11-20T23:59:59.999999Z", challenge.ends_at), played(challenge.opens_at, "2026-11-22T00:00:00.000001Z"),
    played(null, challenge.ends_at), played(challenge.opens_at, null), played(challenge.opens_at, null, challenge.ends_at), played(),
    { ...inside, closed_at: "2026-11-21T23:59:59.999999Z" }, { ...inside, closed_at: "2026-11-22T00:00:00.000001Z" },
  ]) assert.equal((await checkChallenge(record, header)).outcome, "other_game");
  assert.equal((await checkChallenge(inside, header.replace("1", "2"))).outcome, "other_game");
  for (const record of [inside, played()]) {
    assert.equal((await checkChallenge({ ...record, closed_at: "2026-11-22 00:00:00Z" }, header)).outcome, "committed");
  }
  const spelled = challenge.id.toUpperCase().replaceAll("-", "");
  answers[`/v1/challenges/${spelled}`] = challenge;
  assert.equal((await checkChallenge({ ...inside, played_as: { ...inside.played_as, challenge_id: spelled } }, header)).outcome, "committed");
  answers[challengePath] = { ...challenge, id: "01a1fb67-1800-7771-8101-db62fd55d520" };
  assert.equal((await checkChallenge(inside, header)).outcome, "other_game", "the service shows another challenge");
  answers[challengePath] = { ...missing, code: "no_such_challenge" };
  assert.equal((await checkChallenge(inside, header)).outcome, "no_challenge");
});
