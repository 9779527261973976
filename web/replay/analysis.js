// The analysis of a game: whether a win was still known after each move, the
// moves that mattered, and what the strong bot would have done.

import { getComputed } from "../api.js";
import { stepChart } from "../charts/steps.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { announce, problemNote } from "../notes.js";
import { seatName } from "./names.js";

/** @typedef {import("./game.js").Story} Story */
/** @typedef {import("./game.js").Schemas} Schemas */
/** @typedef {Schemas["GameAnalysis"]} Analysis */
/** @typedef {import("../rulebook.js").Rulebook} Rulebook */

/** How high the line stands for each verdict. */
const HEIGHTS = { lost: 0, not_found: 1, won: 2 };
/** @type {(keyof typeof HEIGHTS)[]} */
const STANDINGS = ["lost", "not_found", "won"];

/**
 * A button, and after it what was found out. The trick-taking game has none.
 * @param {Story} story
 * @param {Rulebook} book
 * @param {{ seek: (at: number) => void, found: (marks: Schemas["AnalysisMark"][]) => void, leaving: AbortSignal }} page
 */
export function analysisPart(story, book, { seek, found, leaving }) {
  const shown = h("section", { class: "replay-analysis" });
  let at = 0;
  let show = (/** @type {number} */ _at) => {};
  const ask = async () => {
    const pending = h("p", { class: "loading", role: "status" }, t("analysis_pending"));
    const done = h("p", { class: "soft figures" });
    render(shown, pending, done);
    /** @type {ReturnType<typeof findings> | undefined} */
    let drawn;
    const tell = (/** @type {Analysis} */ analysis) => {
      render(done, analysis.complete ? null : t("analysis_done", { percent: analysis.percent }));
      // The last positions are judged first.
      if (analysis.spans[0]?.first_seq !== 0) return;
      if (!drawn) {
        drawn = findings(story, book, analysis, seek);
        render(pending, t("analysis_advising"));
        render(shown, drawn.shown, analysis.complete ? null : [pending, done]);
        // The button that was pressed is gone.
        if (document.activeElement === document.body) shown.querySelector("h2")?.focus({ preventScroll: true });
        show = drawn.show;
      }
      drawn.update(analysis);
      show(at);
    };
    try {
      /** @type {Analysis} */
      const analysis = await getComputed(`/v1/games/${story.game.id}/analysis`, { signal: leaving, known: tell });
      tell(analysis);
      pending.remove();
      done.remove();
      announce(t("analysis_ready"));
      found(analysis.marks);
    } catch (error) {
      if (!leaving.aborted) render(shown, problemNote(error, ask));
    }
  };
  if (story.game.kind === "regicide") render(shown, h("button", { type: "button", onclick: ask }, t("analysis_ask")));
  return {
    shown,
    /** @param {number} wanted */
    show(wanted) {
      at = wanted;
      show(at);
    },
  };
}

/**
 * What was found out, once every position is judged; what the bot would have
 * done is added later.
 * @param {Story} story
 * @param {Rulebook} book
 * @param {Analysis} analysis
 * @param {(at: number) => void} seek
 */
function findings(story, book, analysis, seek) {
  const values = analysis.spans.flatMap(({ first_seq: first, last_seq: last, verdict }) =>
    Array.from({ length: last - first + 1 }, () => HEIGHTS[verdict]));
  const chart = h("div");
  const marked = h("ul", { class: "replay-marks" });
  const here = h("div", { class: "panel stack" });
  let { decisions } = analysis;
  let move = (/** @type {number} */ _at) => {};
  /** @type {number | undefined} */
  let drawn;
  return {
    shown: [
      h("h2", { tabindex: "-1" }, t("analysis")),
      chart, here,
      h("h3", {}, t("analysis_marks")),
      marked,
      h("p", { class: "soft" }, t("analysis_about")),
    ],
    /** @param {Analysis} more */
    update(more) {
      decisions = more.decisions;
      // What stands there may have the focus.
      if (drawn === more.marks.length) return;
      drawn = more.marks.length;
      const line = stepChart({
        title: t("analysis_line"), series: [{ name: t("analysis_line"), values }], marks: more.marks.map(({ seq }) => seq), filled: true,
        words: (value) => t(`analysis_short_${STANDINGS[value] ?? "not_found"}`), most: HEIGHTS.won,
      }, seek);
      render(chart, line.shown);
      move = line.show;
      render(marked, more.marks.map(({ seq, text }) => h("li", {},
        h("button", { type: "button", class: "quiet", onclick: () => seek(seq) },
          h("span", { class: "soft" }, seq === 0 ? t("replay_deal") : t("analysis_move", { n: seq })), " ", h("span", {}, text)))));
    },
    /** @param {number} at */
    show(at) {
      move(at);
      const decision = decisions.find(({ seq }) => seq === at);
      render(here,
        h("p", {}, t(`analysis_${STANDINGS[values[at] ?? 1] ?? "not_found"}`)),
        decision ? compared(story, book, decision) : null);
    },
  };
}

/**
 * What the strong bot would have done, beside what was done.
 * @param {Story} story
 * @param {Rulebook} book
 * @param {Schemas["AnalysedDecision"]} decision
 */
function compared(story, book, { seat, player_move: made, bot_move: bot }) {
  if (made.text === bot.text) return h("p", {}, t("analysis_same"));
  const name = seatName(story.game, seat);
  const share = (/** @type {Schemas["SampledMove"]} */ { won, worlds }) => t("analysis_share", { won, worlds });
  return h("p", {}, t("analysis_other", { name, move: inWords(story, book, bot.move) }), " ",
    made.worlds > 0 && bot.worlds > 0 ? t("analysis_shares", { bot: share(bot), made: share(made) }) : null);
}

/**
 * @param {Story} story
 * @param {Rulebook} book
 * @param {Schemas["Move"]} move
 */
function inWords(story, book, move) {
  switch (move.type) {
    case "play": return t("analysis_play", { cards: move.cards.map((card) => book.title(card)).join(", ") });
    case "discard": return t("analysis_discard", { cards: move.cards.map((card) => book.title(card)).join(", ") });
    case "next": return t("analysis_next", { name: seatName(story.game, move.seat) });
    case "yield": return t("yield");
    case "flip": return t("flip");
    default: return t("concede");
  }
}
