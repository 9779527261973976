// Learning from mistakes: each is set up as its player saw it, and the reader looks for a
// better move. The strong bot judges it from the record with that move; nothing is stored.

import { get, getComputed } from "../api.js";
import { serviceTime } from "../clock.js";
import { h, keyed, link, render } from "../dom.js";
import { t } from "../language.js";
import { announce, loadingNote, problemNote } from "../notes.js";
import { getSettings } from "../store.js";
import { bar } from "../table/bar.js";
import { castleRow } from "../table/castle.js";
import { selected } from "../table/choice.js";
import { explainIn, helpDialog } from "../table/explain.js";
import { hand, roomFor } from "../table/hand.js";
import { listenToKeys } from "../table/keys.js";
import { middle } from "../table/middle.js";
import { reduce } from "../table/reduce.js";
import { seatsAt } from "../table/hands.js";
import { seats } from "../table/seats.js";
import { begin, withView } from "../table/state.js";
import { isSame } from "./judge.js";
import { outcomeOf, recordWith } from "./lesson.js";
import { nameThen } from "./names.js";
import { moveShown, verdict } from "./verdict.js";

/** @typedef {import("./game.js").Story} Story */
/** @typedef {import("./lesson.js").Mistake} Mistake */

/**
 * The lesson begins, or goes on, at the mistake that the address names.
 * @param {HTMLElement} root
 * @param {Story} story
 * @param {Rulebook} book
 * @param {Mistake[]} mistakes
 * @param {AbortSignal} leaving
 */
export function learn(root, story, book, mistakes, leaving) {
  const { game } = story;
  /** True by move if a better one was found; the history has it for when the page is loaded again. @type {Record<number, boolean>} */
  const found = { ...history.state?.found };
  /** The table before the view of a seat is there. @param {import("../table/state.js").OwnSeat[]} own */
  const tableBefore = (own) => begin(game.id, { own, player: null, settings: getSettings() });
  let at = 0;
  let table = tableBefore([]);
  let said = "";
  let done = false;
  let doing = new AbortController();
  /** Ends the requests of the try or position before. */
  const begun = () => {
    doing.abort();
    doing = new AbortController();
    return AbortSignal.any([leaving, doing.signal]);
  };

  const title = h("h2", { tabindex: "-1" });
  const [task, top, field, result] = [h("div"), h("div", { class: "table-top" }), h("div", { class: "field" }), h("div", { class: "stack learn-result" })];
  const [action, cards, ways] = [h("div", { class: "bar" }), h("div", { class: "hand-part", role: "group", "aria-label": t("hand") }), h("div", { class: "row" })];
  render(root, h("div", { class: "learn stack" }, h("h1", {}, t("learn")), title, task,
    h("div", { class: "table-main" }, top, field, h("div", { class: "dock" }, result, action, cards)), ways));
  const settleNote = explainIn(root, leaving);

  /** @param {number} wanted */
  const setUp = async (wanted) => {
    const signal = begun();
    [at, table, said, done] = [wanted, tableBefore([]), "", false];
    draw();
    title.focus();
    const mistake = mistakes[at];
    if (!mistake) return;
    try {
      /** @type {Schemas["GameView"]} */
      const view = await get(`/v1/games/${game.id}?seq=${mistake.seq - 1}`, { token: mistake.token, signal });
      if (signal.aborted) return;
      table = tableOf(view, mistake);
      draw();
    } catch (error) {
      if (!signal.aborted) render(field, problemNote(error, () => setUp(wanted)));
    }
  };

  /** The table as the seat saw it, without times, changes of hands and cards of later. @param {Schemas["GameView"]} view @param {Mistake} mistake */
  const tableOf = (view, { seat, seq, token }) => {
    const log = story.frames.slice(1, seq).flatMap(({ line }) => (line ? [{ ...line, at: null }] : []));
    return withView({ ...tableBefore([{ seat, token }]), book, log },
      {
        ...view, status: "running", created_at: new Date(serviceTime()).toISOString(), proposal: null, revealed: null,
        seats: seatsAt(game, seq).map((one) => ({ ...one, open: false })), former_players: [],
      });
  };

  /** @type {Page} */
  const page = {
    current: () => table,
    dispatch: () => {},
    once: (_part, make) => make(),
    act(move) {
      if (!table.view) return;
      if (move.type === "help") return helpDialog(table);
      if (done) return;
      const { table: next, effects } = reduce(table, { ...move, at: game.seq });
      table = next;
      // A double tap selects and sends.
      const legal = selected(table);
      if (legal && effects.some(({ type }) => type === "move")) void attempt(legal);
      draw();
    },
  };

  /** @param {Schemas["LegalMove"]} legal */
  const attempt = async (legal) => {
    const signal = begun();
    announce(said = t("learn_judging"));
    try {
      const { isRight, text } = await judgeMove(/** @type {Mistake} */ (mistakes[at]), legal, signal);
      if (signal.aborted) return;
      table = { ...table, sending: false };
      if (isRight) end(true);
      announce(said = text);
    } catch (error) {
      if (signal.aborted) return;
      said = "";
      table = reduce(table, { type: "failed", error, at: game.seq, move: legal.move }).table;
    }
    draw();
  };

  /**
   * @param {Mistake} mistake
   * @param {Schemas["LegalMove"]} legal
   * @param {AbortSignal} signal
   * @returns {Promise<{ isRight: boolean, text: string }>}
   */
  const judgeMove = async ({ bot_move: bot, player_move: before, seq }, legal, signal) => {
    if (isSame(legal, bot)) return { isRight: true, text: t("learn_best") };
    if (isSame(legal, before) || legal.loses) return { isRight: false, text: t(legal.loses ? "will_lose_game" : "learn_made") };
    /** @type {Schemas["GameAnalysis"]} */
    const { decisions } = await getComputed("/v1/analysis", { body: { type: "record", record: recordWith(story, seq, legal.text), decision_seq: seq }, signal });
    const [decision] = decisions;
    // A move that surely is poor may get no trial.
    if (!decision?.player_move.worlds) return { isRight: false, text: t("analysis_left_out") };
    const outcome = outcomeOf(decision);
    const [made, best] = [decision.player_move, decision.bot_move].map(({ won, worlds }) => t("analysis_won_of", { won, worlds }));
    return { isRight: outcome === "good" || outcome === "best", text: t(`learn_${outcome}`, { made: made ?? "", best: best ?? "" }) };
  };

  /** Ends the search for a move. @param {boolean} isFound */
  const end = (isFound) => {
    [said, done] = ["", true];
    if (table.view) table = { ...table, view: { ...table.view, status: "finished" } };
    // The first end counts, also after the page is loaded again.
    found[mistakes[at]?.seq ?? 0] ??= isFound;
  };

  const draw = () => {
    const mistake = mistakes[at];
    const shown = table.view?.table;
    history.replaceState({ found }, "", `?learn=${mistake?.seq ?? "end"}`);
    render(title, mistake ? `${t("mistake_place", { at: at + 1, n: mistakes.length })} · ${t("replay_move", { n: mistake.seq, name: nameThen(game, mistake.seat, mistake.seq) })}`
      : t("learn_found_of", { found: mistakes.filter(({ seq }) => found[seq]).length, n: mistakes.length }));
    render(task, mistake ? [t("learn_task"), " ", moveShown(story, book, mistake.player_move.move)] : h("ul", { class: "replay-marks" }, mistakes.map(summary)));
    render(top, shown ? [castleRow(table), seats(table, page)] : null);
    render(field, shown?.kind === "regicide" ? middle(table, shown) : mistake ? loadingNote() : null);
    render(result, said ? h("p", { class: "note" }, said) : null, mistake && done ? verdict(story, book, mistake) : null);
    render(action, shown && !done ? bar(table, page) : null);
    render(cards, ...hand(table, page));
    roomFor(cards, table);
    render(ways, done ? h("button", { type: "button", class: "main", "data-key": "learn-next", onclick: () => setUp(at + 1) }, t(at + 1 < mistakes.length ? "mistake_next" : "learn_end"))
      : shown ? h("button", { type: "button", "data-key": "learn-show", onclick: () => { begun(); end(false); draw(); } }, t("learn_show")) : null,
      link(`/games/${game.id}/replay?at=${(mistake ?? mistakes[0])?.seq}`, { class: "button", "data-key": "learn-leave" }, t("learn_leave")));
    settleNote();
    // The search is over, or the button that was pressed was disabled meanwhile.
    if (done || document.activeElement === document.body) keyed(root, done ? "learn-next" : "send")?.focus({ preventScroll: true });
  };

  /** @param {Mistake} mistake */
  const summary = ({ bot_move: bot, player_move: made, seat, seq }) => h("li", {},
    h("b", {}, t(found[seq] ? "learn_found" : "learn_shown")), t("replay_move", { n: seq, name: nameThen(game, seat, seq) }),
    moveShown(story, book, made.move), t("analysis_better"), moveShown(story, book, bot.move));

  addEventListener("settings", () => {
    table = reduce(table, { type: "settings", settings: getSettings() }).table;
    draw();
  }, { signal: leaving });
  listenToKeys(page, leaving);
  const from = new URLSearchParams(location.search).get("learn");
  void setUp(from === "end" ? mistakes.length : Math.max(0, mistakes.findIndex(({ seq }) => String(seq) === from)));
}
