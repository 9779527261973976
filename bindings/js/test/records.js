// Writes 10,000 records of all set-ups, every fifth with a fault, and the program's
// verdict on each:
//
//   node records.js PROGRAM FOLDER

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { build, Setup } from "regicide-engine";

const [program = "", folder = ""] = process.argv.slice(2);
const COUNT = 10_000;
const VARIANTS = /** @type {const} */ (["mulligan", "no_combos", "shared_damage"]);

/** All choices, but that targets are small: such games are short. */
function* choices() {
  for (const players of [1, 2, 3, 4]) {
    for (let first = 0; first < players; first += 1) {
      for (let chosen = 0; chosen < 8; chosen += 1) {
        const variants = VARIANTS.filter((_, bit) => chosen & (1 << bit));
        const options = players === 1 ? (["never", "once"]).map((solo_yield) => ({ solo_yield })) : [{}];
        for (const option of options) yield { kind: "regicide", players, options: { first, variants, ...option } };
      }
      for (const jokers of players === 1 ? [] : [0, 2]) {
        for (const partners of players === 4 ? [false, true] : [false]) {
          yield { kind: "regicide-tricks", players, options: { first, jokers, partners, target: 10 + first } };
        }
      }
    }
  }
}

/** Ways to spoil a record. @type {((record: any) => void)[]} */
const FAULTS = [
  (record) => { record.chain = record.chain.replace(/^./, (/** @type {string} */ digit) => (digit === "0" ? "1" : "0")); },
  (record) => { record.moves.at(-1).text = "play XX"; },
  (record) => { [record.moves[0], record.moves[1]] = [record.moves[1], record.moves[0]]; },
  (record) => { record.seed += "x"; },
  (record) => { record.result = { outcome: "won" }; },
  (record) => { record.position = record.position.replace("C", "D"); },
  (record) => { record.options.first = 3; record.players = 2; },
  (record) => { record.names = ["Ada"]; record.moves[0].seat = 3; },
];

/** Those that fit together. */
const all = [...choices()].flatMap((chosen) => {
  try {
    return [new Setup(/** @type {any} */ (chosen))];
  } catch {
    return [];
  }
});
const records = Array.from({ length: COUNT }, (_, number) => {
  const setup = /** @type {Setup} */ (all[number % all.length]);
  const seed = `record-${number}`;
  const position = setup.deal(seed);
  const moves = [];
  for (let seat = position.toAct; seat !== null; seat = position.toAct) {
    const legal = position.legalMoves();
    // Some are conceded, not always by the seat to act.
    const given = moves.length === 40 + (number % 50);
    /** @type {[number, string]} */
    const made = given ? [number % setup.players, "concede"] : [seat, legal[(moves.length * 7 + number) % legal.length] ?? ""];
    position.advance(made[1], made[0]);
    moves.push(made);
  }
  position.free();
  const record = build(setup, seed, moves);
  if (number % 5 === 4 && moves.length > 1) FAULTS[((number - 4) / 5) % FAULTS.length]?.(record);
  return JSON.stringify(record);
});
writeFileSync(`${folder}/records.ndjson`, records.join("\n"));

const { stdout, stderr } = spawnSync(program, ["verify", "--json", "--lang", "en", `${folder}/records.ndjson`], {
  encoding: "utf8", maxBuffer: 2 ** 30,
});
const lines = stdout.trim().split("\n").map((line) => JSON.parse(line)).filter(({ type }) => type === "record");
if (lines.length !== COUNT) throw new Error(`${lines.length} verdicts: ${stderr}`);
writeFileSync(`${folder}/verdicts.json`, JSON.stringify(lines.map(({ verdict }) => verdict)));
console.log(`${COUNT} records of ${all.length} set-ups`);
