// The hand: each card is a button with its name and whether it is selected.

import { cardFace } from "../cards/card.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { fits, mayFit } from "./choice.js";
import { cardText } from "./explanations.js";
import { handOf, isMyTurn, isOver, mayChoose } from "./state.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./page.js").Page} Page */

/** The keys of the cards, in the order of the hand. */
export const KEYS = [..."1234567890"];

/**
 * @param {Table} table
 * @param {Page} page
 */
export function hand(table, page) {
  const cards = sortedHand(table);
  if (table.seat === null || !table.view?.table || table.covered) return [];
  return [
    h("h2", { class: "spoken" }, t("your_hand", { n: cards.length })),
    cards.length === 0 ? (isOver(table.view) ? null : h("p", { class: "soft centred" }, t("hand_empty"))) : h("ol", { class: "hand" },
      cards.map((card, index) => h("li", {}, cardButton(table, card, index, page)))),
  ];
}

/**
 * @param {Table} table
 * @param {string} card
 * @param {number} index
 * @param {Page} page
 */
function cardButton(table, card, index, page) {
  const mine = isMyTurn(table);
  const shown = table.view?.table;
  const legal = mine ? table.view?.legal_moves ?? [] : [];
  const chosen = table.chosen.includes(card);
  const possible = mine ? fits(legal, [card]) : mayChoose(table);
  // Where the move needs no cards, as when the next player is named, none is dimmed.
  const goes = chosen || mayFit(legal, [...table.chosen, card]);
  return h("button", {
    type: "button",
    class: `hand-card${chosen ? " chosen" : ""}${goes ? "" : " dim"}`,
    "data-key": `card-${card}`,
    "data-card": card,
    "aria-pressed": String(chosen),
    "aria-disabled": possible ? null : "true",
    "data-explain": shown?.kind === "regicide" && table.book ? cardText(card, shown.enemy, table.book) : null,
    onclick: () => page.act({ type: "tap", card }),
  }, cardFace(card, { width: 104, powers: table.book?.powers ?? true }),
  h("span", { class: "key", "aria-hidden": "true" }, KEYS[index]),
  h("span", { class: "spoken" }, table.book?.title(card) ?? card));
}

/**
 * The hand in the chosen order.
 * @param {Table} table
 */
export function sortedHand(table) {
  const cards = [...handOf(table)];
  const { book } = table;
  if (table.order === "suit" || !book) return cards;
  const rank = (/** @type {string} */ card) => "A23456789TJQK".indexOf(card[0] ?? "");
  return cards.sort((one, other) => book.value(one) - book.value(other) || rank(one) - rank(other));
}
