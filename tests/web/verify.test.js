// Commitment, hash chain and signature of records, with the vectors that an
// independent implementation made and the example of the specification.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import "./browser.js";
import { fits } from "../../web/challenge/verified.js";
import { canHash, fromBase64, fromHex, sha256 } from "../../web/verify/bytes.js";
import { chainOf, commitmentOf, headerLine } from "../../web/verify/chain.js";
import { NoRecord, readText } from "../../web/verify/file.js";
import { checkSignature, signedLine } from "../../web/verify/signature.js";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const vectors = (name) => JSON.parse(read(`crates/engine/tests/data/vectors/${name}-games.json`));
const example = JSON.parse(read("docs/spec/example.json"));
const { changed_hands: { record: handedOver, statement_line: handedOverLine }, closed, bad_closed: badClosed } = JSON.parse(read("crates/engine/tests/data/vectors/log.json"));

const KEY = { id: "21fe31dfa154a261", public_key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a" };
const { chain: CHAIN, signature: SIGNATURE } = example;

/** The game of a vector (S7) as a record. */
const recordOf = ({ game, rules, players, seed, moves, ...options }) => ({
  kind: game, rules, players, seed, options, moves: moves.map(({ move, ...more }) => ({ ...more, text: move })),
});

/** The example with something else in it. */
const altered = (changes) => ({ ...example, ...changes });

test("hashes and bytes have their usual forms", async () => {
  assert.equal(canHash, true);
  assert.equal(await sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.deepEqual([...fromHex("00ff10")], [0, 255, 16]);
  assert.deepEqual([...fromBase64("+/8=")], [251, 255]);
  for (const other of ["!", "+/8", "+/9="]) assert.equal(fromBase64(other), null);
});

for (const name of ["regicide", "tricks"]) {
  test(`the chains of the vectors of ${name} are computed, header and every move`, async () => {
    let buried = 0;
    for (const game of vectors(name)) {
      const commitment = await commitmentOf(game.seed);
      assert.equal(commitment, game.commitment);
      const record = recordOf(game);
      assert.equal(headerLine(record, commitment), game.header);
      const hashes = (await chainOf(record, commitment)).map(({ hash }) => hash);
      assert.deepEqual(hashes, [game.h0, ...game.moves.map(({ h }) => h)], game.seed);
      buried += game.moves.filter(({ move }) => move.startsWith("bury ")).length;
    }
    assert.equal(buried > 0, name === "tricks", "cards that stay hidden in the chain are among them");
  });
}

test("options that a record leaves out have their defaults in the header", () => {
  assert.equal(headerLine({ kind: "regicide", rules: 1, players: 2 }, "c"),
    "regicide/1 players=2 first=0 solo_yield=never variants=- commitment=c");
  assert.equal(headerLine({ kind: "regicide-tricks", rules: 1, players: 2 }, "c"),
    "regicide-tricks/1 players=2 first=0 jokers=2 partners=no target=50 commitment=c");
  assert.match(headerLine({ kind: "regicide", rules: 1, players: 2, options: { variants: ["b", "a"] } }, "c"), / variants=a,b /);
});

test("a time is hashed with six decimals, however it is written", async () => {
  const hashed = async (at) => (await chainOf({ ...example, moves: [{ seq: 1, seat: 0, text: "yield", at }] }, "c"))[1].text;
  assert.equal(await hashed("2026-11-21T13:46:04Z"), "1 0 2026-11-21T13:46:04.000000Z yield");
  assert.equal(await hashed("2026-11-21t13:46:04.1234567+00:00"), "1 0 2026-11-21T13:46:04.123456Z yield");
  assert.equal(await hashed(undefined), "1 0 - yield");
  assert.equal(await hashed("2026-11-21T13:46:04+01:00"), "1 0 2026-11-21T13:46:04+01:00 yield", "left as it is");
});

test("the chain of the example ends as in the specification", async () => {
  const links = await chainOf(example, await commitmentOf(example.seed));
  assert.equal(links.at(-1).hash, CHAIN);
});

test("the example is signed as in the specification", async () => {
  const line = signedLine(altered(), CHAIN, example.result);
  assert.ok(read("docs/spec/record.md").includes(`\n${line}\n`), line);
  assert.deepEqual(await checkSignature(SIGNATURE, line, [KEY]), { outcome: "holds", key: KEY.id });
});

test("a game whose seats changed hands is signed as in the vectors", async () => {
  const { chain, result, signature } = handedOver;
  assert.equal(signedLine(handedOver, chain, result), handedOverLine);
  assert.deepEqual(await checkSignature(signature, handedOverLine, [KEY]), { outcome: "holds", key: KEY.id });
  const without = signedLine({ ...handedOver, former_players: null }, chain, result);
  assert.match(without, / player_ids=[^/ ]+,- id=/);
  assert.equal((await checkSignature(signature, without, [KEY])).outcome, "fails");
});

test("a game that a deadline closed is signed as in the vectors", async () => {
  const judge = async (record) => {
    const chain = (await chainOf(record, await commitmentOf(record.seed))).at(-1).hash;
    const line = signedLine(record, chain, null);
    return [line, (await checkSignature(record.signature, line, [KEY])).outcome];
  };
  for (const { record, statement_line: line, why } of closed) assert.deepEqual(await judge(record), [line, "holds"], why);
  const bad = badClosed.filter(({ check }) => check === "signature");
  assert.ok(bad.length > 5);
  for (const { record, why } of bad) assert.equal((await judge(record))[1], "fails", why);
  const casual = badClosed.filter(({ why }) => why.startsWith("no challenge"));
  assert.ok(casual.length > 3);
  for (const { record, why } of casual) assert.deepEqual(await judge(record), [null, record.signature ? "fails" : "none"], why);
});

test("a row of a board fits the game that reached it, also one that a deadline closed", () => {
  const games = "crates/engine/tests/data/games";
  const ended = readdirSync(new URL(`../../${games}`, import.meta.url)).filter((name) => name.startsWith("regicide")).map((name) => JSON.parse(read(`${games}/${name}`)));
  const [{ record: unfinished }] = closed;
  for (const { result = null, ...game } of [...ended, unfinished]) {
    const record = { ...game, id: "A", player_ids: ["ada"], played_as: { challenge_id: "B" } };
    const damage = Number(game.position.split(" ")[5].split(":")[1]);
    const score = { kind: "regicide", enemies_defeated: result?.enemies_defeated ?? 1, damage, moves_to_win: result?.outcome === "won" ? game.moves.length : null };
    const isFit = (changes) => fits({ record, verdict: { result } }, { game_id: "a", score: { ...score, ...changes }, team: [{ player_id: "ada" }] }, { id: "b" });
    assert.equal(isFit({}), true, game.position);
    for (const other of [{ enemies_defeated: 13 }, { damage: damage + 1 }, { moves_to_win: 1 }, { kind: "regicide-tricks" }]) assert.equal(isFit(other), false);
  }
});

test("nothing that is signed can be changed", async () => {
  const lines = [
    signedLine(altered(), CHAIN.replace("a", "b"), example.result),
    signedLine(altered({ seed_by: "server" }), CHAIN, example.result),
    signedLine(altered({ id: "another" }), CHAIN, example.result),
    signedLine(altered({ player_ids: ["ada"] }), CHAIN, example.result),
    signedLine(altered({ former_players: [{ seat: 0, until: 0, player_id: null }] }), CHAIN, example.result),
    signedLine(altered({ played_as: { ...example.played_as, purpose: "ranked" } }), CHAIN, example.result),
    signedLine(altered(), CHAIN, { ...example.result, enemies_defeated: 2 }),
    signedLine(altered(), CHAIN, { ...example.result, medal: "gold" }),
  ];
  for (const line of lines) assert.equal((await checkSignature(SIGNATURE, line, [KEY])).outcome, "fails", line);
});

test("without a value for it there is no line, and with an ambiguous id neither", async () => {
  for (const missing of ["id", "seed_by", "played_as", "player_ids"]) {
    assert.equal(signedLine(altered({ [missing]: undefined }), CHAIN, example.result), null, missing);
  }
  assert.equal(signedLine(altered(), CHAIN, null), null);
  for (const id of ["-", "a b", "a=b", "a,b", "a/b", "x".repeat(65)]) {
    assert.equal(signedLine(altered({ id }), CHAIN, example.result), null, id);
    assert.equal(signedLine(altered({ player_ids: [id] }), CHAIN, example.result), null, id);
    assert.equal(signedLine(altered({ former_players: [{ seat: 0, until: 0, player_id: id }] }), CHAIN, example.result), null, id);
  }
  assert.equal((await checkSignature(SIGNATURE, null, [KEY])).outcome, "fails");
});

test("the result of the trick-taking game is signed with winners and points", () => {
  const result = { kind: "regicide-tricks", outcome: "won", conceded_by: null, winners: [0, 2], points: [51, 3, 51] };
  assert.match(signedLine(altered(), CHAIN, result), / outcome=won conceded_by=- winners=0,2 points=51,3,51 kind=/);
});

test("a signature is judged by the key that it names", async () => {
  const line = signedLine(altered(), CHAIN, example.result);
  assert.deepEqual(await checkSignature(null, line, [KEY]), { outcome: "none", key: null });
  assert.deepEqual(await checkSignature(SIGNATURE, line, []), { outcome: "unknown_key", key: KEY.id });
  const other = { ...KEY, id: "00".repeat(8) };
  const renamed = SIGNATURE.replace(KEY.id, other.id);
  assert.equal((await checkSignature(renamed, line, [other])).outcome, "fails", "the id is not the key's own");
  const encoded = SIGNATURE.slice(KEY.id.length + 1);
  for (const other of ["!", `${encoded}.`, `${encoded}==`, ` ${encoded}`, encoded.slice(0, -1) + String.fromCharCode(encoded.charCodeAt(85) + 1)]) {
    assert.equal((await checkSignature(`${KEY.id}.${other}`, line, [KEY])).outcome, "fails", other);
  }
  assert.equal((await checkSignature(KEY.id, line, [KEY])).outcome, "fails", "nothing is encoded");
});

test("s6_2 files of Windows shells are read, or the cause is named", async () => {
  const text = JSON.stringify(example, null, 1).replaceAll("\n", "\r\n");
  const wide = (mark) => [...mark, ...[...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8])];
  const turned = (bytes) => bytes.map((_, at) => bytes[at ^ 1]);
  const fileOf = (...parts) => new Blob(parts.map((part) => (typeof part === "string" ? part : Uint8Array.from(part))));
  assert.equal(await readText(fileOf(text)), text);
  assert.equal(await readText(fileOf([0xef, 0xbb, 0xbf], text)), text);
  assert.equal(await readText(new Blob([`\ufeff${text}`])), text);
  for (const bytes of [wide([0xff, 0xfe]), wide([]), turned(wide([0xff, 0xfe])), turned(wide([]))]) {
    await assert.rejects(readText(fileOf(bytes)), (error) => error instanceof NoRecord && error.text === "verify_utf16");
  }
  await assert.rejects(readText(fileOf([0x7b, 0xff, 0x7d])), (error) => error instanceof NoRecord && error.text === "verify_no_record");
  assert.equal(await readText(fileOf("")), "");
});
