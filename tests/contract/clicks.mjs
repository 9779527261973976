// Uses the front end of docs/guides/front-end.md as people do: one plays a game
// to its end and looks at the replay, then two play both kinds of games together.
//
//   node clicks.mjs FOLDER
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { JSDOM, VirtualConsole } from "jsdom";

const folder = process.argv[2];
const server = createServer(async (request, response) => {
  const name = request.url === "/" ? "index.html" : "front.js";
  response.setHeader("Content-Type", name === "front.js" ? "text/javascript" : "text/html");
  response.end(await readFile(`${folder}/${name}`));
}).listen(0, "127.0.0.1");
await new Promise((listening) => server.once("listening", listening));

let lost = 0;
let cut = 0;
/** A stream that is cut in the middle of its third piece. */
function cutting(stream) {
  let pieces = 0;
  const { readable, writable } = new TransformStream({
    transform(piece, controller) {
      pieces += 1;
      controller.enqueue(pieces < 3 ? piece : piece.subarray(0, piece.length / 2));
      if (pieces === 3) controller.terminate();
    },
  });
  stream.pipeTo(writable).catch(() => (cut += 1));
  return readable;
}

/** A window of a browser; of what it changes every second answer gets lost,
 *  and its streams are cut. */
async function open(hash = "") {
  const virtualConsole = new VirtualConsole();
  virtualConsole.on("jsdomError", (error) => {
    throw error;
  });
  let posts = 0;
  const { window } = await JSDOM.fromURL(`http://127.0.0.1:${server.address().port}/`, {
    runScripts: "dangerously",
    resources: "usable",
    virtualConsole,
    beforeParse(window) {
      window.location.hash = hash;
      window.fetch = async (...request) => {
        const answer = await fetch(...request);
        if (answer.headers.get("Content-Type") === "application/x-ndjson" && answer.body) {
          return new Response(cutting(answer.body), answer);
        }
        posts += request[1].method === "POST" ? 1 : 0;
        if (request[1].method !== "POST" || posts % 2 !== 0) return answer;
        lost += 1;
        throw new TypeError("lost on the way");
      };
      // The page does not wait in the test.
      const { setTimeout } = window;
      window.setTimeout = (action, pause) => setTimeout.call(window, action, pause < 60_000 ? 1 : pause);
      window.TextDecoderStream = TextDecoderStream;
    },
  });
  const $ = (id) => window.document.getElementById(id);
  const until = (holds) =>
    new Promise((done) => {
      const observer = new window.MutationObserver(() => holds() && (observer.disconnect(), done()));
      const everything = { subtree: true, childList: true, attributes: true, characterData: true };
      observer.observe(window.document, everything);
      if (holds()) observer.disconnect(), done();
    });
  const type = (form, fields) => {
    for (const [name, value] of Object.entries(fields)) $(form).elements[name].value = value;
    $(form).requestSubmit();
  };
  await until(() => $("go") && !$("go").disabled);
  return { window, $, until, type };
}

const ada = await open();
ada.type("start", { name: "Ada", players: "1" });
await ada.until(() => ada.$("moves").children.length > 0);

ada.type("typed", { text: "play AC AD AH AS" });
await ada.until(() => ada.$("problem").querySelector("a"));
assert.match(ada.$("problem").textContent, /R\d|invalid_value/);
const meaning = await fetch(ada.$("problem").querySelector("a").href);
assert.equal(meaning.status, 200);

let moves = 0;
while (ada.$("replay").hidden) {
  ada.$("moves").lastChild.click();
  moves += 1;
  await ada.until(() => ada.$("log").children.length === moves);
  assert.equal(ada.$("problem").textContent, "");
  await ada.until(() => ada.$("status").textContent !== "Ada: running" || ada.$("moves").children.length > 0);
  if (ada.$("status").textContent !== "Ada: running") await ada.until(() => !ada.$("replay").hidden);
}
assert.match(ada.$("status").textContent, /^Ada: (won|lost)$/);
assert.equal(ada.$("log").children.length, moves, "each move is listed once, however often it was sent");
assert.equal(ada.$("audit").textContent, "The audit holds.");
assert.equal(ada.$("step").max, String(moves));
ada.$("step").value = String(moves);
ada.$("step").oninput();
console.log(`one player: ${moves} moves, ${ada.$("status").textContent}, ${lost} answers lost`);

const late = await open(ada.window.location.hash);
late.type("start", { name: "Cy" });
await late.until(() => !late.$("replay").hidden);
assert.equal(late.$("log").children.length, moves, "a late visitor reads all moves");
// A replay narrates moves as for spectators.
assert.ok(ada.$("then").textContent.startsWith(late.$("log").lastChild.textContent));

let ben;
for (const [kind, shown] of [["regicide", "Enemy"], ["regicide-tricks", "Trump"]]) {
  ada.type("start", { name: "Ada", kind, players: "2" });
  await ada.until(() => ada.$("table").textContent.includes("http"));
  ben = await open(ada.window.location.hash);
  ben.type("start", { name: "Ben", players: "1" });
  const seats = [ada, ben];
  for (const seat of seats) await seat.until(() => seat.$("table").textContent.includes("Hand"));
  for (let moves = 1; moves <= 5; moves += 1) {
    await Promise.any(seats.map((seat) => seat.until(() => seat.$("moves").children.length > 0)));
    const next = seats.find((seat) => seat.$("moves").children.length > 0);
    next.$("moves").firstChild.click();
    for (const seat of seats) await seat.until(() => seat.$("log").children.length === moves);
  }
  for (const seat of seats) assert.match(seat.$("table").textContent, new RegExp(shown));
  for (const seat of seats) seat.type("typed", { text: "concede" });
  for (const seat of seats) await seat.until(() => !seat.$("replay").hidden);
  assert.match(ada.$("then").textContent, new RegExp(shown));
  assert.match(ada.$("status").textContent, /^Ada, Ben: (lost|won)$/);
  console.log(`two players, ${kind}: ${ben.$("status").textContent}, ${lost} answers lost, ${cut} streams cut`);
}
assert.ok(lost > 3);
assert.ok(cut > 3);
process.exit(0);
