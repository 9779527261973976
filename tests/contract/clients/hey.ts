// Plays a game with the client that @hey-api/openapi-ts makes, Zod included.
import { client } from "./hey/client.gen.js";
import { auditGame, createGame, listLegalMoves, makeMove } from "./hey/sdk.gen.js";

const [baseUrl = "http://127.0.0.1:8080", kind = "regicide"] = process.argv.slice(2);
const game = kind === "regicide-tricks" ? kind : "regicide";
client.setConfig({ baseUrl, throwOnError: true });

const created = await createGame({ body: { kind: game, players: 2 }, throwOnError: true });
let view = created.data.game;
const path = { id: view.id };
while (view.to_act !== null) {
  const token = created.data.tokens[view.to_act]!.token;
  const as = { path, auth: token, headers: { Authorization: `Bearer ${token}` }, throwOnError: true } as const;
  const { items, seq } = (await listLegalMoves(as)).data;
  const { move } = items[seq % items.length]!;
  const answer = (await makeMove({ ...as, body: { move, expected_seq: seq } })).data;
  if (answer.type !== "made") throw new Error("a move was not made");
  for (const effect of answer.effects) {
    if (effect.type === "defeated") console.log(effect.card, effect.exact);
    if (effect.type === "trick_won") console.log(effect.seat, effect.tricks_won);
  }
  view = answer.game;
}
const audit = (await auditGame({ path, throwOnError: true })).data;
const result = view.result;
const won = result?.kind === "regicide" ? result.enemies_defeated : result?.winners;
console.log(`${view.status} after ${view.seq} moves: ${won}, audit ${audit.holds}`);
if (view.status !== "finished" || !audit.holds) process.exit(1);
