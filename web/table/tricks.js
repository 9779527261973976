// The middle of the table of the trick-taking game: trump, the order of ranks,
// the card turned up and the trick.

import { cardFace } from "../cards/card.js";
import { suitMark } from "../cards/suit.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { sideName } from "./end.js";
import { nameOf } from "./words.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("../api.js").Schemas} Schemas */

/**
 * @param {Table} table
 * @param {Schemas["RegicideTricksView"]} shown
 */
export function tricksMiddle(table, shown) {
  const { book, view } = table;
  if (!book || !view) return [];
  return [
    h("dl", { class: "facts" },
      fact(t("trump"), shown.trump
        ? h("span", { class: "row" }, suitMark(shown.trump, { size: 22 }), book.suit(shown.trump)) : t("trump_open")),
      fact(t("ranks"), t(shown.highest === "K" ? "ranks_king" : "ranks_ace")),
      fact(t("target"), String(view.options.target ?? 50)),
      fact(t("stock"), String(shown.stock_left)),
      view.options.partners ? shown.points.map((points, side) => fact(sideName(table, side), t("points", { n: points }))) : null,
      turnedUp(table, shown)),
    trick(table, shown),
    shown.buried ? h("p", { class: "soft centred" }, t("buried", { card: book.title(shown.buried) })) : null,
  ];
}

/**
 * The trick on the table; before a card is led, the one before it.
 * @param {Table} table
 * @param {Schemas["RegicideTricksView"]} shown
 */
function trick(table, shown) {
  const before = shown.trick.length === 0 ? lastTrick(table.log) : [];
  const order = seatsInOrder(table.view?.players ?? 0, shown.leader);
  const places = before.length > 0 ? before : order.map((seat, index) => ({ seat, card: shown.trick[index] ?? null, won: false }));
  return h("ol", { class: before.length > 0 ? "trick before" : "trick", "aria-label": t(before.length > 0 ? "trick_before" : "trick") },
    places.map(({ seat, card, won }) => h("li", { class: won ? "trick-place won" : "trick-place", "data-flip": card },
      card ? cardFace(card, { width: 84, label: table.book?.title(card) ?? card, powers: false }) : h("span", { class: "empty-place" }),
      h("span", { class: "pile-name" }, nameOf(table, seat)))));
}

/**
 * The last complete trick of the hand.
 * @param {import("./state.js").LogLine[]} log
 */
function lastTrick(log) {
  /** @type {{ seat: number, card: string, won: boolean }[]} */
  let cards = [];
  let taken = false;
  for (const effect of log.slice(-12).flatMap((line) => line.effects)) {
    if (effect.type === "card_played") {
      if (taken) cards = [];
      taken = false;
      cards.push({ seat: effect.seat, card: effect.card, won: false });
    } else if (effect.type === "trick_won") {
      taken = true;
      cards = cards.map((one) => ({ ...one, won: one.seat === effect.seat }));
    } else if (effect.type === "cards_dealt") {
      cards = [];
    }
  }
  return taken ? cards : [];
}

/**
 * @param {string} name
 * @param {import("../dom.js").Child} value
 */
function fact(name, value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value));
}

/** @param {number} players @param {number} first */
function seatsInOrder(players, first) {
  return Array.from({ length: players }, (_, index) => (first + index) % players);
}

/** @param {Table} table @param {Schemas["RegicideTricksView"]} shown */
function turnedUp(table, { turned_up: turned }) {
  if (turned.type === "stock" || !("card" in turned)) return null;
  const title = table.book?.title(turned.card) ?? turned.card;
  return fact(turned.type === "taken" ? t("taken_by", { name: nameOf(table, turned.seat) }) : t("turned_up"),
    cardFace(turned.card, { width: 28, label: title, powers: false }));
}
