// Plays a game with the client that openapi-generator makes as typescript-axios.
import { Configuration, GameKind, GamesApi, MovesApi, RecordsApi } from "./typescript-axios/index.js";

const [basePath = "http://127.0.0.1:8080", kind = "regicide"] = process.argv.slice(2);
const game = kind === "regicide-tricks" ? GameKind.RegicideTricks : GameKind.Regicide;
const anonymous = new Configuration({ basePath });

const created = (await new GamesApi(anonymous).createGame({ kind: game, players: 2 })).data;
const seats = created.tokens.map(({ token }) => new MovesApi(new Configuration({ basePath, accessToken: token })));
let view = created.game;
const { id } = view;
while (view.to_act !== null) {
  const seat = seats[view.to_act]!;
  const { items, seq } = (await seat.listLegalMoves(id)).data;
  const { move } = items[seq % items.length]!;
  const answer = (await seat.makeMove(id, { move, expected_seq: seq })).data;
  if (answer.type !== "made") throw new Error("a move was not made");
  for (const effect of answer.effects) {
    if (effect.type === "defeated") console.log(effect.card, effect.exact);
    if (effect.type === "trick_won") console.log(effect.seat, effect.tricks_won);
  }
  view = answer.game;
}
const audit = (await new RecordsApi(anonymous).auditGame(id)).data;
const result = view.result;
const won = result?.kind === "regicide" ? result.enemies_defeated : result?.winners;
console.log(`${view.status} after ${view.seq} moves: ${won}, audit ${audit.holds}`);
if (view.status !== "finished" || !audit.holds) process.exit(1);
