// The replay of a finished game, with all hands visible.

import { h, link, render, whenSeen } from "../dom.js";
import { Problem } from "../api.js";
import { copyButton } from "../copy.js";
import { filled } from "../filled.js";
import { t, time } from "../language.js";
import { isDark } from "../look.js";
import { tableText } from "../names.js";
import { pageProblem } from "../notes.js";
import { analysisPart, loadAnalysis, progress } from "../replay/analysis.js";
import { charts } from "../replay/charts.js";
import { controls, keys } from "../replay/controls.js";
import { forkButtons, openFork } from "../replay/fork.js";
import { loadStory } from "../replay/game.js";
import { learn } from "../replay/learn.js";
import { ownMistakes } from "../replay/lesson.js";
import { moves, narration } from "../replay/moves.js";
import { notesPart } from "../replay/notes.js";
import { regicide } from "../replay/regicide.js";
import { begin, seek, toggle } from "../replay/state.js";
import { tricks } from "../replay/tricks.js";
import { rulebook } from "../rulebook.js";
import { saveButton } from "../save.js";
import { codeOf, tokenFor } from "../store.js";
import { ending } from "../table/end.js";
import { showMark } from "../verify/mark.js";

/** @typedef {import("../replay/game.js").Story} Story */

export const title = () => t("replay");

/** @type {import("../router.js").Page["mount"]} */
export function mount(root, { id = "" }) {
  return filled(root, async (signal) => {
    const story = await loadStory(id, { token: tokenFor(id), signal });
    const book = await rulebook(story.game.kind);
    const from = story.game.kind === "regicide" ? new URLSearchParams(location.search).get("learn") : null;
    // Without an analysis the replay is shown, which requests it again and says why there is none.
    const waiting = (/** @type {Schemas["GameAnalysis"]} */ known) => render(root, h("div", { class: "column" }, h("h1", {}, t("learn")), progress(known)));
    const analysis = from === null ? null : await loadAnalysis(story, signal, waiting).catch(() => null);
    signal.throwIfAborted();
    const mistakes = analysis ? ownMistakes(story, analysis) : [];
    if (mistakes.length > 0) learn(root, story, book, mistakes, signal);
    else show(root, story, book, signal);
  }, (error, again) => {
    if (!(error instanceof Problem) || error.code !== "game_not_over") return pageProblem("replay")(error, again);
    return h("div", { class: "column" }, h("h1", {}, t("replay")),
      h("div", { class: "note" }, h("p", {}, t("replay_not_over")), link(`/games/${id}`, { class: "button" }, t("replay_table_link"))));
  });
}

/** @param {HTMLElement} root @param {Story} story @param {Rulebook} book @param {AbortSignal} leaving */
function show(root, story, book, leaving) {
  const last = story.frames.length - 1;
  const replaying = begin(last, Number(new URLSearchParams(location.search).get("at") ?? 0));
  /** @type {number | undefined} */
  let timer;

  const steering = {
    seek: (/** @type {number} */ at) => {
      replaying.playing = false;
      seek(replaying, at);
      draw(true);
    },
    step: (/** @type {boolean} */ forward) => analysis.step(forward),
    toggle: () => {
      toggle(replaying);
      draw(false);
    },
    pace: (/** @type {number} */ speed) => {
      replaying.speed = speed;
      draw(false);
    },
  };
  const board = h("div", { class: "replay-position" });
  const bar = controls(replaying, steering, (at) => story.frames[at]?.line?.narration.join(" ") ?? t("replay_deal_about"));
  const list = moves(story, steering.seek);
  const words = narration(story);
  const analysis = analysisPart(story, book, {
    seek: steering.seek, retry: (seq) => openFork(story.game, seq - 1, true), found: list.judged, leaving,
  });
  const notes = notesPart(story, { marked: list.noted, editing: () => { if (replaying.playing) steering.toggle(); }, leaving });
  const ways = h("div", { class: "row" });
  const drawn = charts(story, steering.seek);
  const verified = h("div", { class: "verified" });
  whenSeen(verified, () => leaving.addEventListener("abort", showMark(verified, story.game.id, false)));

  const draw = (/** @type {boolean} */ spoken) => {
    const { at } = replaying;
    render(board, (story.game.kind === "regicide" ? regicide : tricks)(story, at, book));
    bar.show();
    list.show(at);
    notes.show(at);
    render(ways, forkButtons(story.game, at, last));
    analysis.show(at);
    words.show(at, spoken, analysis.chance.text());
    for (const chart of drawn) chart.show(at);
    history.replaceState(history.state, "", at === 0 ? location.pathname : `?at=${at}`);
    clearTimeout(timer);
    if (replaying.playing) timer = setTimeout(() => { seek(replaying, at + 1); draw(false); }, 2000 / replaying.speed);
  };

  render(root, h("div", { class: "replay" },
    head(story, book),
    h("div", { class: "replay-main" }, board, analysis.chance.shown, bar.shown),
    h("div", { class: "replay-column" },
      h("aside", { class: "replay-now", "aria-label": t("replay_scrubber") }, words.shown, notes.shown, analysis.beside, ways),
      h("div", { class: "replay-side" }, actions(story, () => replaying.at, notes.buttons),
        h("section", {}, h("h2", {}, t("replay_moves")), list.shown))),
    analysis.shown,
    h("section", { class: "replay-charts" }, h("h2", {}, t("replay_charts")), drawn.map((chart) => chart.shown)),
    h("section", { class: "replay-verified" }, h("h2", {}, t("verify")), verified)));
  notes.mark();
  draw(false);
  addEventListener("keydown", keys(replaying, steering), { signal: leaving });
  leaving.addEventListener("abort", () => clearTimeout(timer));
}

/** @param {Story} story @param {Rulebook} book */
function head({ game }, book) {
  return h("header", { class: "replay-head" },
    h("h1", {}, t("replay_of", { names: tableText(game.seats) })),
    h("p", { class: "soft" }, [ending({ view: game, seat: null }).headline, time(game.finished_at ?? game.created_at, { dateStyle: "long" }),
      t("replay_count", { n: game.seq }), ...book.special(game)].join(" · ")));
}

/** @param {Story} story @param {() => number} at @param {HTMLElement[]} more */
function actions({ game }, at, more) {
  const path = `/v1/games/${game.id}`;
  const picture = () => {
    const look = `seq=${at()}&scheme=${isDark() ? "dark" : "light"}`;
    return { path: `${path}/table.png?${look}`, name: `regicide-${game.id}-${at()}.png` };
  };
  const address = () => {
    const code = codeOf(game.id);
    return code ? `${location.href}#code=${code}` : location.href;
  };
  return h("div", { class: "row replay-actions" },
    copyButton(t("replay_link"), address),
    saveButton(t("replay_record"), tokenFor(game.id), () => ({ path: `${path}/record`, name: `regicide-${game.id}.json` })),
    saveButton(t("replay_picture"), tokenFor(game.id), picture), more);
}
