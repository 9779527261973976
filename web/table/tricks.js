// The middle of the table of the trick-taking game: trump, the ruler of ranks, and the
// trick, each card at the place of its player. Between two hands, what the last one brought.

import { cardFace } from "../cards/card.js";
import { suitMark } from "../cards/suit.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { briefRules } from "./brief.js";
import { selected } from "./choice.js";
import { sideName } from "./end.js";
import { isTrump } from "./hand.js";
import { rankRuler } from "./ranks.js";
import { lastSheet, sideMark } from "./score.js";
import { sideOf, standing, targetOf } from "./state.js";
import { nameOf } from "./words.js";

/** @typedef {{ cards: { seat: number, card: string | null }[], best: number | null, trump: string | null }} Trick `best`: the seat of the best card */

/** The places at the table by the number of players, the own one first, clockwise. @type {Record<number, string[]>} */
const PLACES = { 2: ["near", "far"], 3: ["near", "left", "right"], 4: ["near", "left", "far", "right"] };

/** @param {Table} table @param {Schemas["RegicideTricksView"]} shown @param {Page} page */
export function tricksMiddle(table, shown, page) {
  const { book, view } = table;
  if (!book || !view) return [];
  const move = selected(table)?.move;
  const turns = move?.type === "change" && move.reverse === true;
  const target = targetOf(table);
  const highest = turns ? (shown.highest === "K" ? "A" : "K") : shown.highest;
  return [
    h("dl", { class: "facts" },
      fact(t("trump"), shown.trump
        ? h("span", { class: "row trump" }, suitMark(shown.trump, { size: 22 }), book.suit(shown.trump)) : t("trump_open")),
      fact(t(turns ? "ranks_then" : "ranks"), rankRuler(highest, { jokers: view.options.jokers !== 0, planned: turns }), "ranks-fact"),
      view.options.partners
        ? shown.points.map((points, side) => fact([sideMark(table, side), sideName({ ...table, seat: null }, side)], t("points_of", { n: points, target }), "side-fact"))
        : fact(t("target"), String(target)),
      taken(table, shown, book),
      shown.buried && !table.covered ? fact(t("buried"), small(shown.buried, book)) : null),
    h("div", { class: "trick-room" }, room(table, view, shown, book, page)),
  ];
}

/**
 * The trick; between two hands the score of the last one, or the rules in brief.
 * @param {Table} table
 * @param {Schemas["GameView"]} view
 * @param {Schemas["RegicideTricksView"]} shown
 * @param {Rulebook} book
 * @param {Page} page
 */
function room(table, view, shown, book, page) {
  if (table.held !== null) return trick(table, wonTrick(table, table.held), book, { end: () => page.act({ type: "go_on" }) });
  const isOver = shown.phase === "over";
  if (shown.trick.length > 0) return trick(table, present(view, shown), book);
  if (shown.played.length > 0 && !isOver) return trick(table, wonTrick(table, view.shown_seq), book, { before: true });
  const open = shown.phase === "take" && "card" in shown.turned_up ? shown.turned_up.card : null;
  return [
    open ? h("div", { class: "trick-place", "data-flip": open },
      cardFace(open, { width: 84, label: book.title(open), powers: false }), h("span", { class: "pile-name" }, t("turned_up"))) : null,
    lastSheet(table) ?? (isOver ? null : briefRules(view, book)),
  ];
}

/**
 * @param {Table} table
 * @param {Trick} shown the cards in the order of play
 * @param {Rulebook} book
 * @param {{ before?: boolean, end?: () => void }} [options] `before`: it is over; `end`: it is over and shown until this
 */
function trick(table, { cards, best, trump }, book, { before = false, end } = {}) {
  const players = table.view?.players ?? 0;
  const isWon = before || end !== undefined;
  return h("ol", { class: before ? "trick before" : "trick", "data-held": end ? "" : null, "aria-label": t(isWon ? "trick_before" : "trick"), onclick: end },
    cards.map(({ seat, card }) => {
      const isBest = card !== null && seat === best;
      const place = PLACES[players]?.[(seat - (table.seat ?? 0) + players) % players];
      return h("li", { class: `trick-place at-${place}${isBest ? " best" : ""}${card && isTrump(card, trump) ? " trump" : ""}`, "data-flip": card },
        card ? cardFace(card, { width: 84, label: book.title(card), powers: false }) : h("span", { class: "empty-place" }),
        h("span", { class: "pile-name" }, table.view?.options.partners ? sideMark(table, sideOf(table, seat)) : null, nameOf({ ...table, seat: null }, seat),
          isBest ? h("strong", {}, ` ${t(isWon ? "trick_won" : "trick_best")}`) : null));
    }));
}

/** The trick so far, and the places of those who follow. @param {Schemas["GameView"]} view @param {Schemas["RegicideTricksView"]} shown @returns {Trick} */
function present({ players }, { best, leader, trick: cards, trump }) {
  return {
    cards: Array.from({ length: players }, (_, index) => ({ seat: (leader + index) % players, card: cards[index] ?? null })),
    best: best?.seat ?? null, trump,
  };
}

/** The last trick that was won up to a move. @param {Table} table @param {number} seq @returns {Trick} */
function wonTrick({ log }, seq) {
  const effects = standing(log.filter((line) => line.seq <= seq)).flatMap((line) => line.effects);
  const won = effects.findLast(({ type }) => type === "trick_won");
  const trump = effects.findLast(({ type }) => type === "trump_set" || type === "trump_changed");
  /** The last card of each seat, in the order of play. @type {Map<number, string>} */
  const cards = new Map();
  for (const effect of effects) {
    if (effect.type !== "card_played") continue;
    cards.delete(effect.seat);
    cards.set(effect.seat, effect.card);
  }
  return {
    cards: [...cards].map(([seat, card]) => ({ seat, card })),
    best: won?.type === "trick_won" ? won.seat : null, trump: trump && "suit" in trump ? trump.suit : null,
  };
}

/** @param {import("../dom.js").Children} name @param {import("../dom.js").Child} value @param {string | null} [kind] */
function fact(name, value, kind = null) {
  return h("div", { class: kind }, h("dt", {}, name), h("dd", {}, value));
}

/** @param {string} card @param {Rulebook} book */
function small(card, book) {
  return cardFace(card, { width: 28, label: book.title(card), powers: false });
}

/** The card that was turned up, once a player has taken it. @param {Table} table @param {Schemas["RegicideTricksView"]} shown @param {Rulebook} book */
function taken(table, { turned_up: turned }, book) {
  return turned.type === "taken" && "seat" in turned ? fact(t("taken_by", { name: nameOf(table, turned.seat) }), small(turned.card, book)) : null;
}
