// The analysis of a game: how much could be reached before each move, what each move was worth, and the moves that mattered.

import { getComputed } from "../api.js";
import { curveChart } from "../charts/curve.js";
import { h, link, render } from "../dom.js";
import { percent as percentText, t } from "../language.js";
import { announce, problemNote } from "../notes.js";
import { judge, mistakesIn, reachable, stepFrom, wordFor } from "./judge.js";
import { endOf, ownMistakes } from "./lesson.js";
import { nameThen } from "./names.js";
import { judgement, moveShown, verdict } from "./verdict.js";
import { tokenFor } from "../store.js";

/** @typedef {import("./game.js").Story} Story */
/** @typedef {Schemas["GameAnalysis"]} Analysis */
/** @typedef {import("./judge.js").Judged} Judged */
/** @typedef {import("./judge.js").Word} Word */

/**
 * @typedef {object} Page
 * @property {(at: number) => void} seek
 * @property {(seq: number) => void} retry goes on from before a move
 * @property {(words: Map<number, Word>) => void} found words for moves
 * @property {AbortSignal} leaving
 */

/** The game whose analysis was shown last: it is shown again when the page is. */
let analysed = "";

/**
 * A button, and after it what was found out, while it is being found out, too. The trick-taking game has none.
 * @param {Story} story
 * @param {Rulebook} book
 * @param {Page} page
 */
export function analysisPart(story, book, { seek, retry, found, leaving }) {
  const shown = h("section", { class: "replay-analysis" });
  const beside = h("div", { class: "stack replay-verdict" });
  const shownChance = h("p", { class: "replay-chance figures" });
  const { game } = story;
  const end = endOf(story);
  let at = 0;
  let show = () => {};
  /** @type {number[]} */
  let mistakes = [];
  /** @type {number[]} */
  let values = [];

  // The title stays while the analysis goes on: a screen reader reads a new one with the focus again.
  const title = h("h2", { tabindex: "-1" }, t("analysis"));
  const places = [h("div"), h("div"), h("div"), h("div", { class: "stack" })];
  /** @param {import("../dom.js").Children[]} parts of the analysis, each for its place */
  const layout = (...parts) => {
    for (const [index, place] of places.entries()) render(place, parts[index]);
  };

  const draw = (/** @type {Analysis} */ analysis) => {
    const { decisions, complete } = analysis;
    const judged = judge(decisions, end);
    /** @type {Map<number, Word>} */
    const words = new Map([...judged].flatMap(([seq, one]) => {
      const word = wordFor(one);
      return word ? [[seq, word]] : [];
    }));
    const dots = [...words].flatMap(([seq, word]) => (word === "good" ? [] : [{ at: seq, kind: word }]));
    mistakes = mistakesIn(judged).map(({ seq }) => seq);
    values = reachable(decisions, { ...end, complete });
    const curve = curveChart({ title: t("analysis_line"), values, last: end.last, dots }, seek);
    const own = complete ? ownMistakes(story, analysis) : [];
    layout(complete ? null : progress(analysis),
      own[0] ? link(`/games/${game.id}/replay?learn=${own[0].seq}`, { class: "button main", "data-key": "learn" }, t("learn_begin", { n: own.length })) : null,
      decisions.length > 0 ? curve.shown : null,
      moments(analysis, judged, words));
    found(words);
    show = () => {
      curve.show(at);
      const one = judged.get(at);
      render(shownChance, chance());
      render(beside, stepper(), one ? verdict(story, book, one) : null, opened(analysis, at));
    };
    show();
  };

  /** The chance of winning at the shown position in words; nothing at the end, or where it is unknown. */
  const chance = () => {
    const value = at < end.last ? values[at] : undefined;
    return value === undefined ? "" : t("analysis_chance", { chance: percentText(value) });
  };

  /** @param {boolean} forward */
  const step = (forward) => {
    const seq = stepFrom(mistakes, at, forward);
    if (seq !== undefined) seek(seq);
  };

  const stepper = () => mistakes.length === 0 ? null : h("div", { class: "row" },
    h("button", { type: "button", "data-key": "mistake-previous", onclick: () => step(false) }, t("mistake_previous")),
    h("button", { type: "button", "data-key": "mistake-next", onclick: () => step(true) }, t("mistake_next")),
    h("span", { class: "soft figures" }, mistakes.includes(at) ? t("mistake_place", { at: mistakes.indexOf(at) + 1, n: mistakes.length }) : t("mistake_count", { n: mistakes.length })));

  /** The solver's verdict, which sees all cards. @param {Analysis} analysis @param {number} at */
  const opened = ({ spans, turning_point_seq: turning, line }, at) => {
    const span = spans.find(({ first_seq: first, last_seq: last }) => first <= at && at <= last);
    if (!span) return null;
    const better = at === turning ? line?.[0] : null;
    return h("p", { class: "soft" }, at === turning ? `${t(`analysis_turning_${span.verdict === "lost" ? "lost" : "not_found"}`)} ` : `${t(`analysis_${span.verdict}`)} `,
      better ? [t("analysis_instead"), " ", moveShown(story, book, better.move)] : null);
  };

  /** The moves that mattered, each mistake with the better move. @param {Analysis} analysis @param {Map<number, Judged>} judged @param {Map<number, Word>} words */
  const moments = ({ turning_point_seq: turning, complete }, judged, words) => {
    const rows = story.frames.flatMap(({ line }) => {
      const word = line ? words.get(line.seq) : undefined;
      return line?.move && ((word && word !== "good") || line.seq === turning) ? [{ ...line, move: line.move, word, instead: mistakes.includes(line.seq) ? judged.get(line.seq)?.bot_move.move : null }] : [];
    });
    if (rows.length === 0) return complete ? h("p", {}, t("analysis_none")) : null;
    return [h("h3", {}, t("analysis_marks")), h("ul", { class: "replay-marks" }, rows.map(({ seq, seat, move, word, instead }) => h("li", {},
      h("button", { type: "button", class: "quiet", "data-key": `moment-${seq}`, onclick: () => seek(seq) },
        h("span", { class: "replay-moment" }, word ? judgement(word) : null,
          h("span", {}, t("replay_move", { n: seq, name: nameThen(game, seat, seq) }))),
        h("span", {}, moveShown(story, book, move)),
        instead ? h("span", {}, t("analysis_better"), " ", moveShown(story, book, instead)) : null,
        seq === turning ? h("span", { class: "soft" }, t("analysis_turning")) : null),
      h("button", { type: "button", "data-key": `retry-${seq}`, onclick: () => retry(seq) }, t("fork_retry", { n: seq })))))];
  };

  const analyse = async () => {
    analysed = game.id;
    layout(progress({ decisions: [], percent: 0 }));
    render(shown, title, ...places, h("p", { class: "soft" }, t("analysis_about")));
    // The button that was pressed is gone.
    if (document.activeElement === document.body) title.focus({ preventScroll: true });
    announce(t("analysis_pending"));
    try {
      draw(await loadAnalysis(story, leaving, draw));
      announce(t("analysis_ready"));
    } catch (error) {
      if (!leaving.aborted) render(shown, problemNote(error, analyse));
    }
  };
  if (analysed === game.id) void analyse();
  else if (game.kind === "regicide") render(shown, h("button", { type: "button", class: "main", onclick: analyse }, t("analysis_ask")));
  return {
    shown, beside, chance: { shown: shownChance, text: chance }, step,
    /** @param {number} wanted */
    show(wanted) {
      at = wanted;
      show();
    },
  };
}

/** How far an analysis has come. @param {{ percent: number, decisions: unknown[] }} analysis */
export function progress({ decisions, percent }) {
  return h("div", { class: "row" }, h("p", { class: "loading" }, t(decisions.length > 0 ? "analysis_advising" : "analysis_pending")),
    h("progress", { max: 100, value: percent, "aria-label": t("analysis_progress") }),
    h("span", { class: "soft figures" }, t("analysis_done", { percent })));
}

/**
 * The analysis of a game, which the service computes first.
 * @param {Story} story
 * @param {AbortSignal} signal
 * @param {(soFar: Analysis) => void} [known]
 * @returns {Promise<Analysis>}
 */
export function loadAnalysis({ game: { id } }, signal, known) {
  return getComputed(`/v1/games/${id}/analysis`, { token: tokenFor(id), signal, known });
}
