// Plays a game with the client that kubb makes.
import { setConfig } from "@kubb/plugin-client/clients/fetch";
import { auditGame, createGame, listLegalMoves, makeMove } from "./kubb/index.js";

const [baseUrl = "http://127.0.0.1:8080", kind = "regicide"] = process.argv.slice(2);
const game = kind === "regicide-tricks" ? kind : "regicide";
setConfig({ baseURL: baseUrl, headers: { "Content-Type": "application/json" } });

const created = await createGame({ kind: game, players: 2 });
let view = created.game;
const { id } = view;
while (view.to_act !== null) {
  const { token } = created.tokens[view.to_act]!;
  const headers = { Authorization: `Bearer ${token}` };
  const { items, seq } = await listLegalMoves(id, undefined, { headers });
  const { move } = items[seq % items.length]!;
  const answer = await makeMove(id, { move, expected_seq: seq }, undefined, { headers });
  if (answer.type !== "made") throw new Error("a move was not made");
  for (const effect of answer.effects) {
    if (effect.type === "defeated") console.log(effect.card, effect.exact);
    if (effect.type === "trick_won") console.log(effect.seat, effect.tricks_won);
  }
  view = answer.game;
}
const audit = await auditGame(id);
const result = view.result;
const won = result?.kind === "regicide" ? result.enemies_defeated : result?.winners;
console.log(`${view.status} after ${view.seq} moves: ${won}, audit ${audit.holds}`);
if (view.status !== "finished" || !audit.holds) process.exit(1);
