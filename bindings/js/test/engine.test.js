// The engine in Node.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Client } from "regicide-engine/client";
import * as engine from "regicide-engine";
import { initSync } from "../dist/engine/wasm.js";
import { GAMES, playsAlike, playsVectors, verifies } from "./checks.js";

const { Refusal, Setup, build, languages, replay, rulesets, verify } = engine;
const { SERVICE_URL = "", VECTORS = "", RECORDS = "" } = process.env;
/** @param {string} file */
const read = (file) => readFileSync(file, "utf8");

test("the published games hold", () => {
  const cases = ["regicide-games.json", "tricks-games.json"].flatMap((name) => JSON.parse(read(`${VECTORS}/${name}`)));
  assert.equal(cases.length, 23);
  assert.ok(playsVectors(engine, cases) > 1000);
});

test("10,000 records have the verdicts that the program gives, and soon", () => {
  const records = read(`${RECORDS}/records.ndjson`).split("\n");
  const began = process.cpuUsage();
  const consistent = verifies(engine, records, JSON.parse(read(`${RECORDS}/verdicts.json`)));
  const { user, system } = process.cpuUsage(began);
  console.log(`${records.length} records in ${Math.round((user + system) / 1000)} ms of processor`);
  assert.equal(records.length, 10_000);
  assert.ok(consistent > 8_000 && consistent < 9_000, `${consistent}`);
});

for (const [chosen, seed] of GAMES) {
  test(`a game goes as at the service: ${JSON.stringify(chosen)}`, async () => {
    assert.ok((await playsAlike(new Client(SERVICE_URL), engine, chosen, seed)) > 3);
  });
}

const log = JSON.parse(read(`${VECTORS}/log.json`));
const example = JSON.parse(read(`${VECTORS}/../../../../../docs/spec/example.json`));

test("proofs of the transparency log are verified", () => {
  const { policy, kept: checkpoint } = log;
  const proven = { ...example, proof: log.proof.text };
  const verdict = verify(proven, { policy, checkpoint });
  assert.deepEqual([verdict.authenticity, verdict.log?.index, verdict.log?.size], ["authenticated", 0, 600]);
  assert.deepEqual(verdict.log?.cosigned_by, [log.keys.witness.name]);
  const signed = verify(example, { policy });
  assert.deepEqual([signed.authenticity, signed.log], ["authenticated", undefined], "the keys of the policy sign games");
  assert.equal(verify(example, { policy, checkpoint }).authenticity, "contradicted", "no proof");
  assert.equal(verify(proven).authenticity, "unauthenticated");

  /** @param {any} given a proof of the vectors */
  const loggedAt = ({ text, policy: known = policy, kept = checkpoint }) => {
    try {
      const found = verify({ ...example, proof: text }, { policy: known, ...(kept && { checkpoint: kept }) }).log;
      return found ? Date.parse(found.logged_at) / 1000 : null;
    } catch {
      return null;
    }
  };
  for (const bad of log.bad) assert.ok(bad.entry || loggedAt(bad) === null, bad.why);
  const endedAt = Date.parse(example.moves.at(-1).at) / 1000;
  for (const good of log.good) {
    const inTime = Math.abs(good.logged_at - endedAt) <= 86_400; // L4.5
    assert.equal(loggedAt(good), inTime ? good.logged_at : null, good.why);
  }
});

test("a text that is no policy throws with its line", () => {
  for (const { text, logs, why } of log.good_policies) assert.ok(logs.length === 0 || verify(example, { policy: text }).consistent, why);
  for (const { text, why } of log.bad_policies) assert.throws(() => verify(example, { policy: text }), /line \d+ of the policy/, why);
  assert.throws(() => verify(example, { policy: "quorum none\n" }), /line 2 of the policy/);
  assert.throws(() => verify(example, { checkpoint: log.kept }), /a checkpoint needs a policy/);
  assert.throws(() => verify(example, { policy: log.policy, checkpoint: "no checkpoint" }));
});

test("a value in the wrong place or of the wrong type is named", () => {
  assert.throws(() => new Setup(/** @type {any} */ ({ players: 2, variants: ["mulligan"] })), /variants belongs in options/);
  const setup = new Setup({ players: 2, options: { variants: ["mulligan"] } });
  for (const seed of /** @type {any[]} */ ([5, {}, undefined])) {
    assert.throws(() => setup.deal(seed), /a seed is a text/);
    assert.throws(() => engine.commitment(seed), /a seed is a text/);
  }
});

test("what is against the rules throws a refusal", () => {
  const position = new Setup({ players: 2 }).deal("banana");
  assert.throws(() => position.play("play 2C 3D 4H"), (error) => error instanceof Refusal && error.rule.startsWith("R4."));
  assert.throws(() => new Setup({ players: 5 }), { name: "Refusal", rule: "R3.1", field: "players" });
  assert.throws(() => build(position.setup, "banana", ["flip"]), Refusal);
  assert.equal(position.seq, 0);
});

test("what makes no sense throws an error", () => {
  const position = new Setup({ players: 2 }).deal("banana");
  assert.throws(() => position.play("dance"), /no such move/);
  assert.throws(() => position.play(/** @type {any} */ (undefined)));
  assert.throws(() => position.setup.deal("a b"), /seed/);
  assert.throws(() => position.setup.position("banana", "x"), /position line/);
  assert.throws(() => position.view(2), /seat 2/);
  assert.throws(() => position.view(/** @type {any} */ (null)), /viewer/);
  assert.throws(() => position.reveal(), /not over/);
  assert.throws(() => verify("{}"), /record/);
  assert.throws(() => new Setup(/** @type {any} */ ({ kind: "chess", players: 2 })), /chess/);
});

test("a position stays as it is, unless it is advanced", () => {
  const position = new Setup({ players: 2 }).deal("banana");
  const { line } = position;
  const [move = ""] = position.legalMoves();
  const after = position.play(move).position;
  assert.equal(position.line, line);
  assert.throws(() => position.advance("flip"), Refusal);
  assert.throws(() => position.forecast("flip"), Refusal);
  assert.equal(position.line, line);
  position.advance(move);
  assert.equal(position.line, after.line);
});

test("a view has the own hand, and no other", () => {
  const position = new Setup({ players: 3 }).deal("banana");
  const hands = [0, 1, 2].map((seat) => JSON.stringify(/** @type {any} */ (position.view(seat)).hand).slice(1, -1).split(","));
  for (const viewer of /** @type {const} */ ([0, 1, 2, "spectator"])) {
    const shown = JSON.stringify(position.view(viewer));
    hands.forEach((hand, seat) => assert.ok(hand.every((card) => shown.includes(card) === (seat === viewer))));
  }
});

test("many games in one loop need no more memory", () => {
  const setup = new Setup({ players: 4 });
  /** @param {number} games */
  const play = (games) => {
    for (let game = 0; game < games; game += 1) {
      const position = setup.deal(`loop-${game}`);
      while (position.toAct !== null) position.advance(position.legalMoves()[0] ?? "concede");
      position.free();
    }
  };
  // It is there already: this only names its memory.
  const { memory } = initSync(/** @type {any} */ ({}));
  play(100);
  const before = memory.buffer.byteLength;
  play(2_000);
  assert.equal(memory.buffer.byteLength, before);
});

test("rules and languages are named", () => {
  assert.deepEqual(rulesets(), ["regicide/1", "regicide-tricks/1"]);
  assert.deepEqual(languages(), ["en", "es"]);
  const record = build(new Setup({ players: 1 }), "banana", ["concede"]);
  const [step] = replay(record);
  assert.deepEqual(step?.narration({ language: "es", names: ["Ada"] }), ["Ada se rinde: la partida está perdida."]);
});

/**
 * All places in a value.
 * @param {any} value
 * @param {(string | number)[]} path
 * @returns {Generator<[(string | number)[], any]>}
 */
function* places(value, path = []) {
  yield [path, value];
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* places(inner, [...path, name]);
}

/** Values of other types that a lenient reader would take for one. @param {any} value @returns {any[]} */
function others(value) {
  const wrapped = [[value], { a: value }];
  if (Array.isArray(value)) return [...wrapped, {}];
  if (typeof value === "string") return [...wrapped, { [value]: null }];
  if (typeof value === "number") return [...wrapped, String(value), value + 0.5, value === 1];
  return value === null || typeof value === "boolean" ? wrapped : [...wrapped, [], Object.values(value)];
}

/** @param {any} record */
function isGood(record) {
  try {
    return verify(record).consistent;
  } catch {
    return false;
  }
}

test("a value of another type makes no record", () => {
  const records = read(`${RECORDS}/records.ndjson`).split("\n").filter((text) => text.length < 3000).slice(0, 3);
  assert.equal(records.length, 3);
  for (const text of records) {
    for (const [path, value] of places(JSON.parse(text))) {
      for (const other of others(value)) {
        const whole = { record: JSON.parse(text) };
        const keys = ["record", ...path];
        const last = keys.pop() ?? "";
        /** @type {any} */
        let at = whole;
        for (const key of keys) at = at[key];
        at[last] = other;
        assert.ok(!isGood(whole.record), `${path}: ${JSON.stringify(other)}`);
        assert.ok(!isGood(JSON.stringify(whole.record)), `${path}: ${JSON.stringify(other)}`);
      }
    }
  }
});

test("a text that is no strict JSON is no record", () => {
  const [text = ""] = read(`${RECORDS}/records.ndjson`).split("\n");
  assert.ok(isGood(text) && isGood(`\r\n${text}`));
  const twice = text.replace('"seed":', '"\\u0073eed":"other","seed":');
  const half = text.replace(/}$/, ',"url":"\\ud800"}');
  for (const other of [twice, half, half.replace("\\ud800", "\ud800"), text + text, `[${text}]`, text.replace('"rules":1', '"rules":1.0')]) {
    assert.ok(!isGood(other), other);
  }
  assert.throws(() => verify(`\ufeff${text}`), /byte order mark/);
});

test("a move is no list, and a viewer no object", () => {
  const setup = new Setup({ players: 1 });
  for (const move of /** @type {any[]} */ ([["concede"], [["concede"]], ["play", ["5C"]], { type: ["concede"] }, { type: "change", suit: { H: null } }])) {
    assert.throws(() => build(setup, "banana", [move]), Error, JSON.stringify(move));
  }
  for (const viewer of /** @type {any[]} */ ([{ spectator: null }, [0], "0", 0.5])) {
    assert.throws(() => setup.deal("banana").view(viewer), /viewer/);
  }
  for (const chosen of /** @type {any[]} */ ([[1], ["regicide", 1], { players: 1, options: [] }, { players: 1, options: { solo_yield: { once: null } } }, '{"players":1,"players":2}'])) {
    assert.throws(() => new Setup(chosen), Error, JSON.stringify(chosen));
  }
});
