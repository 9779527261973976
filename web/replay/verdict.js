// The analysis of one move, in cards and words.

import { cardFace } from "../cards/card.js";
import { mark } from "../cards/suit.js";
import { h } from "../dom.js";
import { percent, t } from "../language.js";
import { nameAt } from "../names.js";
import { nameThen } from "./names.js";
import { isSame, share, wordFor } from "./judge.js";

/** @typedef {import("./game.js").Story} Story */
/** @typedef {import("./judge.js").Judged} Judged */
/** @typedef {import("./judge.js").Word} Word */

/** The mark of a move with its word. @param {Word} word */
export function judgement(word) {
  return h("span", { class: `judged ${word}` }, sign(word), " ", t(`analysis_is_${word}`));
}

/** @param {Word} word */
function sign(word) {
  if (word === "inaccurate" || word === "mistake") {
    return h("span", { class: "judged-sign", "aria-hidden": "true" }, word === "mistake" ? "?" : "?!");
  }
  return mark(word === "good" ? "tick" : "die", { size: 14 });
}

/** A move with its cards drawn. @param {Story} story @param {Rulebook} book @param {Schemas["Move"]} move */
export function moveShown(story, book, move) {
  switch (move.type) {
    case "play": return h("span", { class: "moved" }, t("analysis_play"), " ", cards(move.cards, book));
    case "discard": return h("span", { class: "moved" }, t("analysis_discard"), " ", cards(move.cards, book));
    case "next": return t("analysis_next", { name: nameAt(story.game.seats, move.seat) });
    case "yield": return t("yield");
    case "flip": return t("flip");
    default: return t("concede");
  }
}

/** @param {string[]} names @param {Rulebook} book */
function cards(names, book) {
  return names.map((card) => cardFace(card, { width: 28, label: book.title(card), powers: book.powers }));
}

/**
 * A move beside what the strong bot would have done, and why it is judged so.
 * @param {Story} story
 * @param {Rulebook} book
 * @param {Judged} judged
 */
export function verdict(story, book, judged) {
  const { kind, luck, seat, seq, player_move: made, bot_move: bot, next } = judged;
  const word = wordFor(judged);
  const name = nameThen(story.game, seat, seq);
  const counted = made.worlds + bot.worlds > 2;
  const line = (/** @type {string} */ who, /** @type {Schemas["SampledMove"]} */ sampled) => h("tr", {},
    h("th", { scope: "row" }, who),
    h("td", {}, moveShown(story, book, sampled.move)),
    counted ? h("td", { class: "figures" }, won(sampled)) : null);
  return [
    h("h3", {}, word ? judgement(word) : t("analysis_is_open")),
    h("p", {}, t(kind === "unclear" && made.worlds === 0 ? "analysis_left_out" : `analysis_${kind}`),
      luck && next ? ` ${t(`analysis_${luck}_luck`, { name, before: percent(bot.won / bot.worlds), after: percent(next.won / next.worlds) })}` : null),
    h("table", { class: "verdict" },
      h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, t("analysis_choice")),
        counted ? h("th", { scope: "col" }, t("analysis_trials")) : null)),
      h("tbody", {},
        line(name, made),
        isSame(made, bot) ? null : line(t("analysis_bot"), bot))),
  ];
}

/** @param {Schemas["SampledMove"]} move */
function won({ won, worlds }) {
  if (worlds === 0) return t("analysis_untried");
  const counts = t("analysis_won_of", { won, worlds });
  return share({ won, worlds }) === null ? counts : [h("b", {}, percent(won / worlds)), " ", h("span", { class: "soft" }, counts)];
}
