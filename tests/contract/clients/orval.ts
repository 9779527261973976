// Plays a game with the client that orval makes.
import { auditGame, createGame, listLegalMoves, makeMove } from "./orval.gen.js";

const [, kind = "regicide"] = process.argv.slice(2);
const game = kind === "regicide-tricks" ? kind : "regicide";

const answered = await createGame({ kind: game, players: 2 });
if (answered.status !== 201) throw new Error(answered.data.title);
const created = answered.data;
let view = created.game;
const { id } = view;
while (view.to_act !== null) {
  const { token } = created.tokens[view.to_act]!;
  const headers = { Authorization: `Bearer ${token}` };
  const legal = await listLegalMoves(id, { headers });
  if (legal.status !== 200) throw new Error(`status ${legal.status}`);
  const { items, seq } = legal.data;
  const { move } = items[seq % items.length]!;
  const made = await makeMove(id, { move, expected_seq: seq }, { headers });
  if (made.status !== 201) throw new Error("a move was not made");
  const answer = made.data;
  if (answer.type !== "made") throw new Error("a move was not made");
  for (const effect of answer.effects) {
    if (effect.type === "defeated") console.log(effect.card, effect.exact);
    if (effect.type === "trick_won") console.log(effect.seat, effect.tricks_won);
  }
  view = answer.game;
}
const audited = await auditGame(id);
if (audited.status !== 200) throw new Error(`status ${audited.status}`);
const audit = audited.data;
const result = view.result;
const won = result?.kind === "regicide" ? result.enemies_defeated : result?.winners;
console.log(`${view.status} after ${view.seq} moves: ${won}, audit ${audit.holds}`);
if (view.status !== "finished" || !audit.holds) process.exit(1);
