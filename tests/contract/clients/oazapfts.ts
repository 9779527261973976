// Plays a game with the client that oazapfts makes.
import { ok } from "@oazapfts/runtime";
import { auditGame, createGame, defaults, listLegalMoves, makeMove } from "./oazapfts.gen.js";

const [baseUrl = "http://127.0.0.1:8080", kind = "regicide"] = process.argv.slice(2);
const game = kind === "regicide-tricks" ? kind : "regicide";
defaults.baseUrl = baseUrl;

const created = await ok(createGame({ kind: game, players: 2 }));
let view = created.game;
const { id } = view;
while (view.to_act !== null) {
  const { token } = created.tokens[view.to_act]!;
  const headers = { Authorization: `Bearer ${token}` };
  const { items, seq } = await ok(listLegalMoves(id, {}, { headers }));
  const { move } = items[seq % items.length]!;
  const answer = await ok(makeMove(id, { move, expected_seq: seq }, {}, { headers }));
  if (answer.type !== "made") throw new Error("a move was not made");
  for (const effect of answer.effects) {
    if (effect.type === "defeated") console.log(effect.card, effect.exact);
    if (effect.type === "trick_won") console.log(effect.seat, effect.tricks_won);
  }
  view = answer.game;
}
const audit = await ok(auditGame(id));
const result = view.result;
const won = result?.kind === "regicide" ? result.enemies_defeated : result?.winners;
console.log(`${view.status} after ${view.seq} moves: ${won}, audit ${audit.holds}`);
if (view.status !== "finished" || !audit.holds) process.exit(1);
