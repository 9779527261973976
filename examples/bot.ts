// A bot that lives on events: it follows one game and moves when it is its
// turn. It takes a seat in the game that it is given, as a new player. The
// types come from the OpenAPI document:
//
//   npx openapi-typescript http://127.0.0.1:8080/openapi.json -o api.d.ts
//   npx tsx bot.ts http://127.0.0.1:8080 GAME [LANGUAGE]
//
// It reads with `fetch`, as a browser does that has a token: `EventSource`
// cannot send one.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type GameEvent = components["schemas"]["GameEvent"];
type GameView = components["schemas"]["GameView"];
type LegalMove = components["schemas"]["LegalMove"];

const [baseUrl = "http://127.0.0.1:8080", id = "", language = "en"] = process.argv.slice(2);

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

/** The events of a stream; when it is cut, it is opened again after the last one. */
async function* events(path: string, token: string): AsyncGenerator<GameEvent> {
  let last = "";
  let retry = 2000;
  for (;;) {
    const headers: Record<string, string> = {
      Accept: "text/event-stream",
      "Accept-Language": language,
      Authorization: `Bearer ${token}`,
    };
    if (last) headers["Last-Event-ID"] = last;
    try {
      const answer = await fetch(baseUrl + path, { headers });
      if (answer.status === 204) return;
      if (answer.status === 200 && answer.body) {
        let text = "";
        for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
          text += piece;
          const blocks = text.split("\n\n");
          text = blocks.pop()!;
          for (const block of blocks) {
            const fields = block.split("\n").map((line) => line.split(/: ?(.*)/s));
            const field = (name: string) => fields.find(([key]) => key === name)?.[1];
            last = field("id") ?? last;
            retry = Number(field("retry") ?? retry);
            const data = field("data");
            if (data) yield JSON.parse(data) as GameEvent;
          }
        }
      } else if (answer.status !== 429 && answer.status !== 503) {
        throw new Error(await answer.text());
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      console.error(`cut: ${error.message}`);
    }
    await new Promise((done) => setTimeout(done, retry));
  }
}

const come = answered(await api.POST("/v1/players", { body: { name: "TypeScript", bot: true } }));
const { token } = come;
const headers = { Authorization: `Bearer ${token}` };
/** The game after a move comes as an event. */
const minimal = { ...headers, Prefer: "return=minimal" };
const path = { id };
answered(await api.POST("/v1/games/{id}/seats", { params: { path }, headers, body: {} }));

let seqAnswered = -1;

/** Makes a move if it is the bot's turn, once: several events may show the same turn. */
async function move(game: GameView): Promise<void> {
  if (!game.legal_moves || game.seq === seqAnswered) return;
  seqAnswered = game.seq;
  const body = { move: choose(game.legal_moves).move, expected_seq: game.seq };
  answered(await api.POST("/v1/games/{id}/moves", { params: { path }, headers: minimal, body }));
}

for await (const event of events(`/v1/games/${id}/events`, token)) {
  if (event.type === "move") console.log(event.made.seq, ...event.made.narration);
  if (event.type === "view" || event.type === "move" || event.type === "seats") await move(event.game);
  if (event.type === "end") {
    console.log(`${event.game.status} after ${event.game.seq} moves: ${JSON.stringify(event.game.result)}`);
    process.exit(event.game.status === "finished" ? 0 : 1);
  }
  if (event.type === "closed" && event.reason !== "stopping") throw new Error(`closed: ${event.reason}`);
}
