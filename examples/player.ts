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

/** Sends a request until it is answered: again if nothing comes, or if the
 *  answer has a time to try again (429, 503). A change has one
 *  `Idempotency-Key`, and is made once. */
async function persistent(request: Request): Promise<Response> {
  if (request.method === "POST") request.headers.set("Idempotency-Key", crypto.randomUUID());
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(request.clone()).catch((error: unknown) => {
      if (tries === 20) throw error;
      return null;
    });
    const wait = answer ? answer.headers.get("Retry-After") : 1;
    if (answer && (wait === null || tries === 20)) return answer;
    await new Promise((done) => setTimeout(done, Number(wait) * 1000));
  }
}

const api = createClient<paths>({ baseUrl, fetch: persistent });

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

const seated: { Authorization: string }[] = [];
for (const name of ["Ada", "Ben", "Cy", "Dan"].slice(0, Number(players))) {
  const { token } = answered(await api.POST("/v1/players", { body: { name } }));
  seated.push({ Authorization: `Bearer ${token}` });
}

// The first player creates the game and sits on its first seat, the others take
// the open ones.
const [first, ...others] = seated;
const body = { kind: kind as components["schemas"]["GameKind"], players: seated.length, open_seats: others.length };
let view = answered(await api.POST("/v1/games", { headers: first, body })).game;
const id = view.id;
for (const headers of others) {
  view = answered(await api.POST("/v1/games/{id}/seats", { params: { path: { id } }, headers, body: {} })).game;
}
const as = (seat: number) => ({
  params: { path: { id }, header: { "Accept-Language": language } },
  headers: seated[seat]!,
});

while (view.status === "running") {
  const seat = view.to_act!;
  const { items, seq } = answered(await api.GET("/v1/games/{id}/legal-moves", as(seat)));
  const body = { move: choose(items).move, expected_seq: seq };
  const made = answered(await api.POST("/v1/games/{id}/moves", { ...as(seat), body }));
  if (made.type === "minimal") throw new Error("a whole answer was requested");
  if (made.type === "made") console.log(made.seq, ...made.narration);
  view = made.game;
}

const audit = answered(await api.GET("/v1/games/{id}/audit", { params: { path: { id } } }));
console.log(`${view.status} after ${view.seq} moves: ${JSON.stringify(view.result)}, audit ${audit.holds}`);
if (!audit.holds || view.status !== "finished") process.exit(1);
