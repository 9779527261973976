// Learning from the mistakes of a game: each is set up, and other moves are judged.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, dark, fits, lively, open, perform, phone, recordGame, seat, until, visitor, withBrowser } from "./support.js";

withBrowser();

const SETUP = { players: 2, seed: "replay", names: ["Ada", "Ben"] };
const sampled = ({ move, text }, [won, worlds]) => ({ move, text, won, worlds });

/**
 * A finished game, and two of its moves as mistakes: each with the view before it, the
 * move `made`, the `best` one and an `other` one.
 */
async function mistaken(setup = SETUP) {
  const { game, moves, tokens } = await recordGame(setup, lively);
  const mistakes = [];
  for (const [index, made] of moves.entries()) {
    const view = await call("GET", `/v1/games/${game.id}?seq=${index}`, { token: tokens[made.seat].token });
    const [best, other] = view.legal_moves.filter(({ loses, move, text }) => move.cards && !loses && text !== made.text);
    if (made.move.cards && other) mistakes.push({ seq: index + 1, view, made, best, other });
    if (mistakes.length === 2) break;
  }
  const trials = [[[2, 34], [222, 873]], [[0, 300], [100, 900]]];
  const decisions = mistakes.map(({ seq, made, best }, index) => ({
    seq, seat: made.seat, player_move: sampled(made, trials[index][0]), bot_move: sampled(best, trials[index][1]),
  }));
  const method = { analysis: 1, solver: 1, nodes: 1, worlds: 1 };
  const analysis = {
    game_id: game.id, complete: true, percent: 100, method, last_won_seq: null, turning_point_seq: null, line: null, marks: [], spans: [], decisions,
  };
  return { analysis, game, mistakes, tokens };
}

/** The replay with the analysis, opened by who has these seats. */
async function analysed(t, { analysis, game }, tokens, { options, query = "" } = {}) {
  const page = await visitor(t, options);
  await seat(page, game, tokens);
  await page.route("**/v1/games/*/analysis", (route) => route.fulfill({ json: analysis }));
  await open(page, `/games/${game.id}/replay${query}`);
  return page;
}

/** Answers tries as the strong bot would with these trials of the tried move and its own; returns the records that were sent. */
async function judged(page, { analysis }, made, best) {
  const records = [];
  await page.unroute("**/v1/analysis");
  await page.route("**/v1/analysis", (route) => {
    const { decision_seq: decided, record } = route.request().postDataJSON();
    records.push(record);
    const { seq, text } = record.moves.at(-1);
    assert.equal(decided, seq);
    const decision = analysis.decisions.find((one) => one.seq === seq);
    const json = { ...analysis, game_id: null, decisions: [{ ...decision, player_move: { ...decision.player_move, text, won: made[0], worlds: made[1] }, bot_move: { ...decision.bot_move, won: best[0], worlds: best[1] } }] };
    return route.fulfill({ json });
  });
  return records;
}

/** A text on the page, which is also announced. */
const said = (page, text) => page.locator("#main").getByText(text).waitFor();
const heading = (page, text) => page.getByRole("heading", { name: text }).waitFor();
const hand = (page) => page.locator(".hand-card").evaluateAll((cards) => cards.map((card) => card.dataset.card).sort());

test("each mistake is set up as it was seen, tries are judged, and the end sums up", async (t) => {
  const game = await mistaken();
  const [first, second] = game.mistakes;
  const page = await analysed(t, game, game.tokens);
  const posted = [];
  page.on("request", (request) => { if (request.method() !== "GET") posted.push(new URL(request.url()).pathname); });
  await page.getByRole("button", { name: "Analyse this game" }).click();
  await page.getByRole("link", { name: "Learn from your 2 mistakes" }).click();
  await heading(page, `Mistake 1 of 2 · Move ${first.seq}: `);
  await page.locator(".hand-card").first().waitFor();
  assert.deepEqual(await hand(page), first.view.table.hand.toSorted(), "the hand of who moved");
  assert.equal(await page.locator(".replay-hand, .replay-moves, .curve").count(), 0, "no other cards, and nothing of later");
  await accessible(page, "a mistake that is set up");

  await perform(page, first.made);
  await said(page, "This is the move that was made.");
  await page.locator("[data-key=clear]").click();
  const records = await judged(page, game, [1, 60], [222, 873]);
  await perform(page, first.other);
  await said(page, "Not as good: it won 1 of 60 trials, the strong bot's move 222 of 873.");
  assert.deepEqual(records.map(({ moves }) => [moves.length, moves.at(-1)]), [[first.seq, { seq: first.seq, seat: first.made.seat, text: first.other.text }]]);
  await accessible(page, "a move that is not as good");

  // Loaded again in the middle, the lesson goes on there.
  await page.reload();
  await heading(page, `Mistake 1 of 2 · Move ${first.seq}: `);
  await perform(page, first.best);
  await said(page, "Right: the strong bot would make this move, too.");
  await page.locator(".learn .verdict").waitFor();
  await accessible(page, "a better move that was found");
  await page.reload();
  await perform(page, first.best);
  await page.getByRole("button", { name: "Next mistake" }).click();

  await heading(page, `Mistake 2 of 2 · Move ${second.seq}: `);
  await page.locator(".hand-card").first().waitFor();
  assert.deepEqual(await hand(page), second.view.table.hand.toSorted());
  await page.getByRole("button", { name: "Show the better move" }).click();
  await page.locator(".learn .verdict").waitFor();
  await page.getByRole("button", { name: "Show the result" }).click();
  await heading(page, "You found a better move for 1 of 2 mistakes.");
  await accessible(page, "the end of a lesson");
  await page.reload();
  await heading(page, "You found a better move for 1 of 2 mistakes.");
  assert.deepEqual(await page.locator(".replay-marks li b").allTextContents(), ["Found", "Not found"]);
  await page.getByRole("link", { name: "Back to the replay" }).click();
  await page.getByText(`Move ${first.seq} of ${game.game.seq}`, { exact: true }).waitFor();
  assert.deepEqual([...new Set(posted)], ["/v1/analysis"], "a try stores nothing");
});

test("a move as good as the strong bot's is right, one with too few trials is open, and a failed try is sent again", async (t) => {
  const game = await mistaken();
  const [first] = game.mistakes;
  const page = await analysed(t, game, game.tokens, { query: `?learn=${first.seq}` });
  await page.route("**/v1/analysis", (route) => route.abort());
  await perform(page, first.other);
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  await judged(page, game, [5, 30], [250, 900]);
  await again.click();
  await said(page, "It is unclear whether this loses anything: it won 5 of 30 trials, the strong bot's move 250 of 900.");
  await judged(page, game, [43, 361], [54, 504]);
  await page.locator("[data-key=send]").click();
  await said(page, "Right: it is about as good as the strong bot's move. It won 43 of 361 trials, the strong bot's 54 of 504.");
});

test("the service judges a try from a record that ends with it", async (t) => {
  const game = await mistaken();
  const [first] = game.mistakes;
  const page = await analysed(t, game, game.tokens, { query: `?learn=${first.seq}` });
  await perform(page, first.other);
  await page.locator(".learn-result .note", { hasText: /^(Right|Not as good|It is unclear|The strong bot would have)/ }).waitFor({ timeout: 120_000 });
  assert.equal(await page.locator(".bar .problem").count(), 0);
});

test("a lesson needs the keyboard alone", async (t) => {
  const game = await mistaken({ players: 1, seed: "replay" });
  const page = await analysed(t, game, game.tokens, { query: `?learn=${game.mistakes[0].seq}` });
  for (const [index, { best, seq }] of game.mistakes.entries()) {
    await heading(page, `Mistake ${index + 1} of 2 · Move ${seq}: `);
    await page.locator(".hand-card").first().waitFor();
    for (const card of best.move.cards) {
      const place = await page.locator(".hand-card").evaluateAll((cards, wanted) => cards.findIndex((one) => one.dataset.card === wanted), card);
      await page.keyboard.press("1234567890"[place]);
    }
    await page.locator("[data-key=send]:not(:disabled)").waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".learn .verdict").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "learn-next");
    await page.keyboard.press("Enter");
  }
  await heading(page, "You found a better move for 2 of 2 mistakes.");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "learn-leave");
});

test("a lesson on a phone, in the dark, in Spanish", async (t) => {
  const game = await mistaken();
  const [first] = game.mistakes;
  const page = await analysed(t, game, game.tokens, { options: { ...phone, ...dark, locale: "es-ES" } });
  await page.getByRole("button", { name: "Analizar esta partida" }).click();
  await page.getByText("Mejor:").first().waitFor();
  await page.getByRole("link", { name: "Aprender de tus 2 errores" }).click();
  await heading(page, `Error 1 de 2 · Jugada ${first.seq}: `);
  await page.locator(".hand-card").first().waitFor();
  await accessible(page, "a mistake in Spanish");
  await judged(page, game, [1, 60], [222, 873]);
  await perform(page, first.other);
  await said(page, "No es tan buena: ganó 1 de 60 pruebas; la del bot fuerte, 222 de 873.");
  await page.getByRole("button", { name: "Mostrar la jugada mejor" }).tap();
  await page.locator(".learn .verdict").waitFor();
  await accessible(page, "the better move in Spanish");
  assert.ok(await fits(page));
  await page.goBack();
  await page.locator(".replay-controls").waitFor();
});

test("who did not play has no mistakes, and another's are not set up", async (t) => {
  const game = await mistaken();
  const [first] = game.mistakes;
  const stranger = await analysed(t, game, []);
  await stranger.getByRole("button", { name: "Analyse this game" }).click();
  await stranger.locator(".replay-marks li").first().waitFor();
  assert.equal(await stranger.getByText("Learn from your").count(), 0);
  await open(stranger, `/games/${game.game.id}/replay?learn=${first.seq}`);
  await stranger.locator(".replay-controls").waitFor();
  const other = game.mistakes.every(({ made }) => made.seat === first.made.seat) ? [] : game.tokens.filter(({ seat }) => seat !== first.made.seat);
  const player = await analysed(t, game, other);
  await player.getByRole("button", { name: "Analyse this game" }).click();
  await player.locator(".replay-marks li").first().waitFor();
  assert.equal(await player.getByRole("link", { name: "Learn from your mistake", exact: true }).count(), other.length);
});

test("the replay steps from mistake to mistake, with the better move and the chance of winning", async (t) => {
  const game = await mistaken();
  const [first, second] = game.mistakes;
  const page = await analysed(t, game, []);
  const at = (seq) => page.getByText(`Move ${seq} of ${game.game.seq}`, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Analyse this game" }).click();
  const marks = page.locator(".replay-marks li");
  await marks.first().waitFor();
  assert.deepEqual(await marks.locator("button:first-child > span:last-child").evaluateAll((all) => all.map((one) => one.querySelectorAll(".card").length)), game.mistakes.map(({ best }) => best.move.cards.length));
  await page.getByText("2 mistakes", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Next mistake" }).click();
  await at(first.seq);
  await page.getByText("Mistake 1 of 2", { exact: true }).waitFor();
  await page.keyboard.press("Shift+ArrowRight");
  await at(second.seq);
  await page.keyboard.press("Shift+ArrowRight");
  await at(first.seq);
  await page.keyboard.press("Shift+ArrowLeft");
  await at(second.seq);
  await page.getByRole("button", { name: "Previous mistake" }).click();
  await at(first.seq);
  await page.getByRole("button", { name: "Go to the deal" }).click();
  assert.equal(await page.locator(".replay-chance").textContent(), "Chance of winning: 25%, in the strong bot's trials");
  await page.getByRole("button", { name: "Next move" }).click();
  await until(async () => (await page.locator("#announcer").textContent()).includes("Chance of winning"));
  await page.getByRole("button", { name: "Go to the end" }).click();
  assert.equal(await page.locator(".replay-chance").textContent(), "", "the end has a result");
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("go to the previous or the next mistake").waitFor();
  await accessible(page, "the keys of a replay");
});
