// Checks of the engine, for Node and a page alike.

/** @import * as engine from "regicide-engine" */
/** @import { Client, Schemas } from "regicide-engine/client" */

/** @typedef {typeof engine} Engine */
/** @typedef {ConstructorParameters<Engine["Setup"]>[0]} Chosen */

/** @param {string} _ @param {unknown} value */
const sorted = (_, value) =>
  value && Object.getPrototypeOf(value) === Object.prototype ? Object.fromEntries(Object.entries(value).sort()) : value;

/**
 * Both as JSON, in whatever order their fields are.
 * @param {unknown} found
 * @param {unknown} wanted
 * @param {string} where
 */
export function same(found, wanted, where) {
  const [one, other] = [JSON.stringify(found, sorted), JSON.stringify(wanted, sorted)];
  if (one !== other) throw new Error(`${where}: ${one} in place of ${other}`);
}

/**
 * The published games, which an independent implementation has made.
 * @param {Engine} engine
 * @param {any[]} cases
 */
export function playsVectors({ Setup, build, commitment, replay }, cases) {
  let moves = 0;
  for (const { game: kind, rules, players, seed, ...one } of cases) {
    const { first, solo_yield, variants, jokers, partners, target } = one;
    const setup = new Setup({ kind, rules, players, options: { first, solo_yield, variants, jokers, partners, target } });
    same(`${setup} commitment=${commitment(seed)}`, one.header, seed);
    same(commitment(seed), one.commitment, seed);
    let position = setup.deal(seed);
    same(position.line, one.start, seed);
    for (const step of one.moves) {
      const where = `${seed} ${step.seq}`;
      same(position.legalMoves().length, step.legal_before, where);
      for (const refused of step.refused) {
        let passed = true;
        try {
          position.play(refused, step.seat);
        } catch {
          passed = false;
        }
        same(passed, false, `${where} ${refused}`);
      }
      position = position.play(step.move, step.seat).position;
      same(position.line, step.position, where);
      same(setup.position(seed, step.position).line, step.position, where);
      moves += 1;
    }
    const times = one.moves.map((/** @type {any} */ { seq, seat, move: text, at }) => ({ seq, seat, text, ...(at && { at }) }));
    const record = { ...build(setup, seed, one.moves.map((/** @type {any} */ { seat, move }) => [seat, move])), moves: times };
    same(replay(record).map((step) => step.chain), one.moves.map((/** @type {any} */ { h }) => h), seed);
  }
  return moves;
}

/**
 * Records, and the program's verdict on each.
 * @param {Engine} engine
 * @param {string[]} records
 * @param {(Schemas["Verdict"] | null)[]} verdicts
 */
export function verifies({ verify }, records, verdicts) {
  let consistent = 0;
  records.forEach((record, index) => {
    const verdict = verify(record);
    same(verdict, verdicts[index], `record ${index}`);
    consistent += Number(verdict.consistent);
  });
  return consistent;
}

/**
 * Plays a game at the service and in the engine at the same time, and compares
 * narration and views after each move.
 * @param {Client} service
 * @param {Engine} engine
 * @param {Chosen} chosen
 * @param {string} seed
 */
export async function playsAlike(service, { Setup, verify }, chosen, seed) {
  const names = ["Ada", "Ben", "Ada", null].slice(0, chosen.players);
  const { game, tokens } = await service.post("/v1/games", { body: { ...chosen, names, seed } });
  const setup = new Setup(game);
  let position = setup.deal(seed);
  const lines = [position.line];
  let chain = "";
  const path = { id: game.id };
  for (let seat = position.toAct; seat !== null; seat = position.toAct) {
    const where = `${setup} ${seed} ${position.seq}`;
    for (const language of ["en", "es"]) {
      // Each seat before the move: its view, and whose turn it is.
      /** @type {number} */
      const viewer = language === "en" ? seat : (seat + 1) % chosen.players;
      const token = /** @type {string} */ (tokens[viewer]?.token);
      const seen = await service.get("/v1/games/{id}", { path, token, language });
      same(position.view(viewer), seen.table, where);
      same(position.toAct, seen.to_act, where);
      if (viewer !== seat) continue;
      const legal = position.legalMoves();
      same(legal, seen.legal_moves?.map(({ text }) => text), where);
      for (const { move, text, forecast } of seen.legal_moves ?? []) {
        same(position.forecast(text), forecast ?? null, where);
        same(position.forecast(move), forecast ?? null, where);
      }
    }
    const legal = position.legalMoves();
    const wrong = position.toAct === 0 ? "play 2C 3D" : "flip";
    const token = /** @type {string} */ (tokens[seat]?.token);
    const refused = await service.move({ id: game.id, seq: position.seq }, wrong, { token }).catch((problem) => problem);
    try {
      position.play(wrong);
    } catch (refusal) {
      const { message, rule } = /** @type {any} */ (refusal);
      same([message, rule], [refused.message, refused.rule], where);
    }
    // Which of them is the same in every run.
    const move = legal[(position.seq * 7) % legal.length] ?? "concede";
    const step = position.play(move);
    const made = await service.move({ id: game.id, seq: position.seq }, move, { token, language: "es" });
    if (made.type !== "made") throw new Error(`${where}: ${made.type}`);
    same([made.seq, made.seat, made.text], [step.seq, step.seat, step.move], where);
    const query = { after: String(position.seq) };
    const { items: [logged] } = await service.get("/v1/games/{id}/moves", { path, query, language: "en" });
    if (step.position.toAct !== null) {
      same(step.effects(seat), made.effects, where);
      same(step.narration({ viewer: seat, names, language: "es" }), made.narration, where);
      same(step.effects("spectator"), logged?.effects, where);
      same(step.narration({ viewer: "spectator", names, language: "en" }), logged?.narration, where);
    } else {
      // Nothing is hidden any more.
      same(step.effects(), logged?.effects, where);
      same(step.narration({ names }), logged?.narration, where);
    }
    same(step.position.view("spectator"), (await service.get("/v1/games/{id}", { path })).table, where);
    chain = made.chain;
    position = step.position;
    lines.push(position.line);
  }
  const { start } = await service.get("/v1/games/{id}/replay", { path });
  const snapshots = [start];
  for await (const snapshot of service.items("/v1/games/{id}/replay", { path })) snapshots.push(snapshot);
  same(lines, snapshots.map((snapshot) => snapshot.position), `${setup} ${seed}`);
  same(position.reveal(), snapshots.at(-1)?.hidden_cards, `${setup} ${seed}`);
  const record = await service.get("/v1/games/{id}/record", { path });
  same(position.outcome, (await service.get("/v1/games/{id}", { path })).result, `${setup} ${seed}`);
  const { policy } = await service.get("/v1/log");
  same(verify(record, { chain, ...(policy && { policy }), language: "es" }).authenticity, "authenticated", `${setup} ${seed}`);
  return position.seq;
}

/** The games that are played like this.
 * @type {[Chosen, string][]} */
export const GAMES = [
  [{ players: 1, options: { solo_yield: "once" } }, "banana"],
  [{ players: 2 }, "cherry"],
  [{ players: 4, options: { first: 3, variants: ["mulligan", "shared_damage"] } }, "damson"],
  [{ kind: "regicide-tricks", players: 2, options: { target: 10 } }, "elder"],
  [{ kind: "regicide-tricks", players: 3, options: { target: 10, jokers: 2 } }, "fig"],
  [{ kind: "regicide-tricks", players: 4, options: { target: 10, partners: true } }, "grape"],
];
