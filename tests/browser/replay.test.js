// The replay: its controls, and forks, downloads and pictures from it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { accessible, base, call, createGame, dark, fits, lively, open, phone, recordGame, seat, seated, signedIn, visitor, withBrowser } from "./support.js";

withBrowser();

const SETUP = { players: 2, seed: "replay", names: ["Ada", "<b>Ben</b>"] };

/** A finished game on its replay page. */
async function replay(t, { setup = SETUP, options, query = "" } = {}) {
  const { game } = await recordGame(setup, lively);
  const page = await visitor(t, options);
  await open(page, `/games/${game.id}/replay${query}`);
  await page.locator(".replay-controls").waitFor();
  return { page, game };
}

const place = (page, at, last) => page.getByText(`Move ${at} of ${last}`, { exact: true }).waitFor();

test("a replay is controlled by buttons, keys, scrubber and list", async (t) => {
  const { page, game } = await replay(t);
  const last = game.seq;
  await place(page, 0, last);
  assert.equal(await page.getByRole("button", { name: "Previous move" }).isDisabled(), true);
  await page.getByRole("button", { name: "Next move" }).click();
  await place(page, 1, last);
  await page.locator("main").focus();
  await page.keyboard.press("ArrowRight");
  await place(page, 2, last);
  await page.keyboard.press("End");
  await place(page, last, last);
  await page.keyboard.press("Home");
  await place(page, 0, last);
  await page.getByRole("slider", { name: "Move" }).fill("3");
  await place(page, 3, last);
  await page.locator(".replay-move").nth(4).click();
  await place(page, 4, last);
  assert.equal(await page.locator(".replay-move[aria-current=step]").count(), 1);
  await page.locator(".chart-lines").first().click({ position: { x: 0, y: 20 } });
  await place(page, 0, last);
});

test("each position shows all hands, and the effects of the move", async (t) => {
  const { page, game } = await replay(t);
  const { items: steps } = await call("GET", `/v1/games/${game.id}/replay?limit=5`);
  for (const step of steps) {
    await page.getByRole("button", { name: "Next move" }).click();
    await place(page, step.seq, game.seq);
    for (const [seat, hand] of step.hidden_cards.hands.entries()) {
      assert.equal(await page.locator(".replay-hand").nth(seat).locator("li").count(), hand.length);
    }
    assert.deepEqual(await page.locator(".replay-narration li").allTextContents(), step.narration);
  }
  assert.equal(await page.locator(".chart").count(), 4);
  assert.equal(await page.locator("main b:text-is('Ben')").count(), 0, "a name is not parsed as markup");
});

test("a link to a position opens that position", async (t) => {
  const { page, game } = await replay(t, { query: "?at=5" });
  await place(page, 5, game.seq);
  await page.getByRole("button", { name: "Next move" }).click();
  await page.waitForURL("**/replay?at=6");
  await page.reload();
  await place(page, 6, game.seq);
});

test("autoplay stops at the end", async (t) => {
  const { page, game } = await replay(t);
  await page.getByLabel("Speed").selectOption("4");
  await page.getByRole("slider", { name: "Move" }).fill(String(game.seq - 2));
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await place(page, game.seq, game.seq);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
});

test("a game can be forked from any position", async (t) => {
  const { page, game } = await replay(t);
  await page.getByRole("slider", { name: "Move" }).fill("4");
  await place(page, 4, game.seq);
  await page.getByRole("button", { name: "Play on from here" }).click();
  await accessible(page, "the choice of who plays");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator('.table[data-seq="4"]').waitFor();
  const { id, token } = await seated(page);
  const fork = await call("GET", `/v1/games/${id}`, { token });
  assert.deepEqual([fork.forked_from, fork.visibility], [{ game_id: game.id, seq: 4 }, "private"]);
});

test("a move is tried again: the fork begins before it", async (t) => {
  const { page, game } = await replay(t, { query: "?at=5" });
  await page.getByRole("button", { name: "Try move 5 again" }).click();
  await page.getByText("A new game begins with the first 4 moves of this one. Move 5 is not made yet").waitFor();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator('.table[data-seq="4"]').waitFor();
  const { id, token } = await seated(page);
  assert.deepEqual((await call("GET", `/v1/games/${id}`, { token })).forked_from, { game_id: game.id, seq: 4 });
});

test("only what the service allows is offered: nothing before the deal, nothing after the end", async (t) => {
  const { page, game } = await replay(t);
  const again = page.getByRole("button", { name: /^Try move/ });
  const on = page.getByRole("button", { name: "Play on from here" });
  assert.equal(await on.textContent(), "Play on from here (from the deal)");
  assert.equal(await again.count(), 0);
  await page.getByRole("button", { name: "Next move" }).click();
  assert.equal(await on.textContent(), "Play on from here (after move 1)");
  await page.getByRole("button", { name: "Go to the end" }).click();
  await place(page, game.seq, game.seq);
  assert.equal(await on.count(), 0);
  assert.equal(await again.textContent(), `Try move ${game.seq} again`);
});

test("the record is downloaded", async (t) => {
  const { page, game } = await replay(t);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the record" }).click();
  const record = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
  assert.deepEqual(record, await call("GET", `/v1/games/${game.id}/record`));
});

const COMMENTS = [
  { seq: 0, text: "A hard deal:\n<b>no</b> low spades." }, { seq: 2, text: "First" }, { seq: 2, text: "Second" }, { seq: 7151, text: "late" },
];

/** A record as a file of the page's input. */
const asFile = (record) => ({ name: "record.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(record)) });

test("S6.14: comments of a file stand at their moves, as text", async (t) => {
  const { page, game } = await replay(t, { options: phone });
  const record = await call("GET", `/v1/games/${game.id}/record`);
  const choose = (content) => page.locator("input[type=file]").setInputFiles(asFile(content));
  await choose({ ...record, comments: COMMENTS });
  await page.getByText("4 comments are shown at their moves.", { exact: true }).first().waitFor();
  const shown = page.locator(".replay-comments p");
  assert.deepEqual(await shown.allTextContents(), ["A hard deal:\n<b>no</b> low spades."]);
  assert.equal(await page.locator(".replay-noted").count(), 2);
  assert.ok((await page.locator(".replay-move").nth(2).textContent()).endsWith("has a comment or a note"));
  await accessible(page, "comments of a file");
  await page.getByRole("button", { name: "Next move" }).click();
  await place(page, 1, game.seq);
  assert.equal(await shown.count(), 0);
  await page.getByRole("button", { name: "Next move" }).click();
  await place(page, 2, game.seq);
  assert.deepEqual(await shown.allTextContents(), ["First", "Second"]);
  await choose({ ...record, seed: "other", comments: COMMENTS });
  await page.getByText("This is the record of another game.").waitFor();
  assert.equal(await shown.count(), 0);
  assert.equal(await page.locator(".replay-note").count(), 0, "notes need a player");
  // From Verify, which has checked the file.
  await open(page, "/verify");
  await choose({ ...record, comments: COMMENTS });
  await page.getByRole("link", { name: "Replay" }).click();
  await page.getByText("A hard deal:").waitFor();
});

test("a player's notes are stored, read on another device, downloaded as comments, and deleted", async (t) => {
  const player = await call("POST", "/v1/players", { body: { name: "Nora" } });
  const { game } = await recordGame(SETUP, lively);
  const page = await visitor(t);
  await signedIn(page, player);
  await open(page, `/games/${game.id}/replay`);
  const field = page.getByLabel("My note");
  await field.fill("<b>Hard</b>\nfrom the start");
  await page.getByRole("button", { name: "Save the note" }).click();
  await page.getByText("The note is saved.").waitFor();
  await accessible(page, "an own note");
  // Leaving the field stores the note, too.
  await page.getByRole("button", { name: "Next move" }).click();
  await place(page, 1, game.seq);
  assert.equal(await field.inputValue(), "");
  const stored = page.waitForResponse((response) => response.request().method() === "PUT");
  await field.fill("Too early.");
  await page.getByRole("button", { name: "Next move" }).click();
  await stored;
  const notes = [{ seq: 0, text: "<b>Hard</b>\nfrom the start" }, { seq: 1, text: "Too early." }];
  assert.deepEqual((await call("GET", `/v1/games/${game.id}/notes`, { token: player.token })).items, notes);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download with my notes" }).click();
  const record = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
  assert.deepEqual(record, { ...await call("GET", `/v1/games/${game.id}/record`), comments: notes });
  assert.equal((await call("POST", "/v1/verification", { body: record })).authenticity, "authenticated");
  const other = await visitor(t, phone);
  await signedIn(other, player);
  await open(other, `/games/${game.id}/replay?at=1`);
  await other.locator(".replay-noted").first().waitFor();
  assert.equal(await other.getByLabel("My note").inputValue(), "Too early.");
  await other.getByLabel("My note").fill(" ");
  await other.getByRole("button", { name: "Save the note" }).click();
  await other.getByText("The note is saved.").waitFor();
  assert.deepEqual((await call("GET", `/v1/games/${game.id}/notes`, { token: player.token })).items, notes.slice(0, 1));
});

test("a position is drawn as a picture", async (t) => {
  const { page, game } = await replay(t, { options: dark, query: "?at=3" });
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a picture" }).click();
  const picture = await downloading;
  assert.equal(picture.suggestedFilename(), `regicide-${game.id}-3.png`);
  const drawn = await fetch(`${base}/v1/games/${game.id}/table.png?seq=3&scheme=dark`);
  assert.deepEqual(await readFile(await picture.path()), Buffer.from(await drawn.arrayBuffer()));
});

/** A decision as the service answers it: `won` of 200 trials each. */
const decided = (seq, made, bot) => ({
  seq, seat: 0,
  player_move: { text: "play 2H", move: { type: "play", cards: ["2H"] }, worlds: 200, won: made },
  bot_move: { text: "play TS AC", move: { type: "play", cards: ["TS", "AC"] }, worlds: 200, won: bot },
});

/** Something to wait for until it is opened. */
function gate() {
  let open = () => {};
  const passed = new Promise((resolve) => { open = resolve; });
  return { passed, open };
}

test("an analysis is shown while it is computed, and judges each move", async (t) => {
  const { page, game } = await replay(t);
  const same = decided(4, 50, 50);
  same.player_move = same.bot_move;
  const decisions = [decided(1, 78, 80), decided(2, 10, 80), decided(3, 40, 60), same, decided(5, 6, 6), decided(6, 0, 0)];
  const span = (first, last, verdict) => ({ first_seq: first, last_seq: last, verdict });
  const known = { game_id: game.id, complete: false, method: {}, last_won_seq: null, turning_point_seq: null, line: null, marks: [], spans: [], decisions: [] };
  const later = {
    ...known, last_won_seq: 5, turning_point_seq: 6, spans: [span(0, 5, "won"), span(6, game.seq, "lost")],
    line: [{ seat: 0, text: "play KS", move: { type: "play", cards: ["KS"] } }],
  };
  const [half, all] = [gate(), gate()];
  const answers = [
    [null, { ...known, percent: 20, spans: [span(6, game.seq, "lost")] }],
    [half, { ...later, percent: 60, decisions: decisions.slice(0, 2) }],
    [all, { ...later, percent: 100, complete: true, decisions }],
  ];
  await page.route("**/analysis", async (route) => {
    const [due, json] = answers.shift();
    await due?.passed;
    await route.fulfill({ status: json.complete ? 200 : 202, headers: { "Retry-After": "0.01" }, json });
  });
  const words = () => page.locator(".replay-moves .judged").allTextContents();

  await page.getByRole("button", { name: "Analyse this game" }).click();
  await page.getByText("20 % done").waitFor();
  assert.ok(await page.getByRole("heading", { name: "Analysis", exact: true }).evaluate((element) => element === document.activeElement));
  assert.equal(await page.locator(".curve").count(), 0);
  await page.getByRole("slider", { name: "Move" }).fill("6");
  await page.getByText("With all cards open, no line of moves wins from here.").waitFor();
  await accessible(page, "an analysis of which little is known");
  half.open();
  await page.getByText("60 % done").waitFor();
  assert.equal(await page.locator(".curve").count(), 1);
  assert.deepEqual(await words(), [" good", "? a mistake"]);
  // The focused element keeps the focus while more results arrive.
  await page.getByRole("button", { name: "Try move 2 again" }).focus();
  all.open();
  await page.locator(".replay-analysis progress").waitFor({ state: "detached" });
  assert.ok(await page.getByRole("button", { name: "Try move 2 again" }).evaluate((element) => element === document.activeElement));
  assert.deepEqual(await words(), [" good", "? a mistake", "?! inaccurate", " bad luck", " good"]);
  assert.equal(await page.locator(".curve-dot").count(), 3);

  const verdict = page.locator(".replay-verdict");
  for (const [at, text] of [
    [2, "at least twice the share"], [3, "a greater share"], [4, "made this move, too. Then came bad luck"], [5, "no more than chance"],
    [6, "No difference was found"],
  ]) {
    await page.getByRole("slider", { name: "Move" }).fill(String(at));
    await verdict.filter({ hasText: text }).waitFor();
  }
  await verdict.filter({ hasText: "a win was known before this move, and no line of moves wins after it" }).waitFor();
  assert.equal(await verdict.getByRole("img", { name: "King of Spades" }).count(), 1, "the line that wins");
  const chart = page.locator(".curve-lines");
  const { width } = await chart.boundingBox();
  await chart.click({ position: { x: (2 / game.seq) * width + 8, y: 20 } });
  await place(page, 2, game.seq);
  await accessible(page, "an analysis of each kind");
});

test("a game is analysed at the press of a button", async (t) => {
  const setup = { players: 1, seed: "replay" };
  const { page, game } = await replay(t, { setup });
  await page.getByRole("button", { name: "Analyse this game" }).click();
  await page.locator(".replay-analysis progress").waitFor({ state: "detached", timeout: 120_000 });
  const analysis = await call("GET", `/v1/games/${game.id}/analysis`);
  assert.equal(analysis.complete, true);
  const sentences = { won: "a win was known", not_found: "no win was found", lost: "no line of moves wins" };
  for (const { first_seq: first, verdict } of analysis.spans) {
    await page.getByRole("slider", { name: "Move" }).fill(String(first));
    await page.locator(".replay-verdict", { hasText: sentences[verdict] }).waitFor();
  }
  const other = analysis.decisions.find(({ player_move: made, bot_move: bot }) => made.text !== bot.text && bot.move.cards);
  await page.getByRole("slider", { name: "Move" }).fill(String(other.seq));
  const row = page.locator(".verdict tr", { hasText: "Strong bot" });
  assert.equal(await row.locator(".card").count(), other.bot_move.move.cards.length, "moves are shown by their cards");
  const turning = page.locator(".replay-marks li", { hasText: "With all cards open, the win was gone after this." });
  await turning.getByRole("button").first().click();
  await place(page, analysis.turning_point_seq, game.seq);
  await accessible(page, "an analysed game");
  await turning.getByRole("button", { name: `Try move ${analysis.turning_point_seq} again` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }).waitFor();
  // It is kept, and is there at once in another language.
  const spanish = await visitor(t, { ...phone, ...dark, locale: "es-ES" });
  await open(spanish, `/games/${game.id}/replay?at=${other.seq}`);
  await spanish.getByRole("button", { name: "Analizar esta partida" }).click();
  await spanish.getByRole("heading", { name: "Lo que importó" }).waitFor();
  await accessible(spanish, "an analysed game in Spanish");
  assert.ok(await fits(spanish));
});

test("a running game has no replay, but a link to its table", async (t) => {
  const { game } = await createGame({ players: 1 });
  const page = await visitor(t);
  await open(page, `/games/${game.id}/replay`);
  await page.getByRole("link", { name: "Go to the table" }).click();
  await page.waitForURL(`**/games/${game.id}`);
});

test("arrow keys are mentioned only where a keyboard is likely, and no sign needs a font", async (t) => {
  const { page } = await replay(t);
  const hint = (page) => page.getByText("The arrow keys go move by move; ? lists all keys.").isVisible();
  assert.equal(await hint(page), true);
  assert.equal(await page.getByRole("button", { name: "Go to the end" }).textContent(), "");
  assert.equal(await page.locator(".replay-controls button svg").count(), 4);
  const { page: touched } = await replay(t, { options: phone });
  await touched.getByRole("heading", { name: "The deal" }).waitFor();
  assert.equal(await hint(touched), false);
});

test("both games are replayed on a phone, in the dark, in Spanish", async (t) => {
  const options = { ...phone, ...dark, locale: "es-ES" };
  const first = ({ legal_moves: legal }) => legal[0];
  const { game } = await recordGame({ kind: "regicide-tricks", players: 2, seed: "replay", options: { target: 10 } }, first);
  for (const { page } of [
    await replay(t, { options, setup: { players: 1, seed: "replay" }, query: "?at=2" }),
    { page: await visitor(t, options).then(async (page) => { await open(page, `/games/${game.id}/replay?at=9`); return page; }) },
  ]) {
    await page.getByRole("button", { name: "Jugada siguiente" }).click();
    await accessible(page, "a replay");
    assert.ok(await fits(page));
  }
});

test("the replay of a private game has its analysis, record, picture and forks", async (t) => {
  const page = await visitor(t);
  const { game, tokens } = await createGame({ players: 1, seed: "private", visibility: "private" });
  await call("POST", `/v1/games/${game.id}/moves`, { token: tokens[0].token, body: { text: "concede" } });
  await seat(page, game, tokens);
  await open(page, `/games/${game.id}/replay`);
  for (const name of ["Download the record", "Save as a picture"]) {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    await downloading;
  }
  await page.getByRole("button", { name: "Analyse this game" }).click();
  await page.locator("#announcer", { hasText: "The analysis is ready." }).waitFor();
  await page.getByRole("heading", { name: "Verify" }).scrollIntoViewIfNeeded();
  await page.getByRole("link", { name: "All steps of the check" }).click();
  await page.getByText("Consistent, but not confirmed").or(page.getByText("Authentic")).first().waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".hand-card").first().waitFor();
});
