// Plays a game with the client that openapi-generator makes as typescript-fetch.
import { Configuration, GameKind, GamesApi, MovesApi, RecordsApi } from "./typescript-fetch/index.js";

const [basePath = "http://127.0.0.1:8080", kind = "regicide"] = process.argv.slice(2);
const game = kind === "regicide-tricks" ? GameKind.RegicideTricks : GameKind.Regicide;
const anonymous = new Configuration({ basePath });

const created = await new GamesApi(anonymous).createGame({ createGame: { kind: game, players: 2 } });
const seats = created.tokens.map(({ token }) => new MovesApi(new Configuration({ basePath, accessToken: token })));
let view = created.game;
const id = view.id;
while (view.toAct !== null) {
  const seat = seats[view.toAct]!;
  const { items, seq } = await seat.listLegalMoves({ id });
  const { move } = items[seq % items.length]!;
  const answer = await seat.makeMove({ id, makeMove: { move, expectedSeq: seq } });
  if (answer.type !== "made") throw new Error("a move was not made");
  for (const effect of answer.effects) {
    if (effect.type === "defeated") console.log(effect.card, effect.exact);
    if (effect.type === "trick_won") console.log(effect.seat, effect.tricksWon);
  }
  view = answer.game;
}
const audit = await new RecordsApi(anonymous).auditGame({ id });
const result = view.result;
const won = result?.kind === "regicide" ? result.enemiesDefeated : result?.winners;
console.log(`${view.status} after ${view.seq} moves: ${won}, audit ${audit.holds}`);
if (view.status !== "finished" || !audit.holds) process.exit(1);
