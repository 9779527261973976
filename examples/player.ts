// Plays a game of Regicide to its end: the first thing to copy for a bot in
// TypeScript. The types come from the OpenAPI document:
//
//   npx openapi-typescript http://127.0.0.1:8080/openapi.json -o api.d.ts
//   npx tsx player.ts http://127.0.0.1:8080 [regicide|regicide-tricks] [PLAYERS] [LANGUAGE]
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type LegalMove = components["schemas"]["LegalMove"];

const [baseUrl = "http://127.0.0.1:8080", kind = "regicide", players = "2", language = "en"] =
  process.argv.slice(2);
const api = createClient<paths>({ baseUrl });

/** What the service answered, or its problem document as an error. */
function answered<T>({ data, error }: { data?: T; error?: { code: string; detail: string } }): T {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.detail}`);
  return data;
}

/** The strategy to replace: the cheapest cover, otherwise the most cards. */
function choose(moves: LegalMove[]): LegalMove {
  const cards = (legal: LegalMove) => ("cards" in legal.move ? legal.move.cards.length : 0);
  const discarding = moves.some((legal) => legal.move.type === "discard");
  const best = discarding ? Math.min : Math.max;
  const wanted = best(...moves.map(cards));
  return moves.find((legal) => cards(legal) === wanted) ?? moves[0]!;
}

const created = answered(
  await api.POST("/v1/games", {
    body: { kind: kind as components["schemas"]["GameKind"], players: Number(players) },
  }),
);
const id = created.game.id;
const as = (seat: number) => ({
  params: { path: { id }, header: { "Accept-Language": language } },
  headers: { Authorization: `Bearer ${created.tokens[seat]!.token}` },
});

let view = created.game;
while (view.status === "running") {
  const seat = view.to_act!;
  const { items, seq } = answered(await api.GET("/v1/games/{id}/legal-moves", as(seat)));
  const body = { move: choose(items).move, expected_seq: seq };
  const made = answered(await api.POST("/v1/games/{id}/moves", { ...as(seat), body }));
  if (made.type === "minimal") throw new Error("a whole answer was asked for");
  if (made.type === "made") console.log(made.seq, ...made.narration);
  view = made.game;
}

const audit = answered(await api.GET("/v1/games/{id}/audit", { params: { path: { id } } }));
console.log(`${view.status} after ${view.seq} moves: ${JSON.stringify(view.result)}, audit ${audit.holds}`);
if (!audit.holds || view.status !== "finished") process.exit(1);
