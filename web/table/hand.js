// The hand: each card is a button with its name and whether it is selected.

import { cardFace } from "../cards/card.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { fits, mayFit } from "./choice.js";
import { cardText } from "./explanations.js";
import { strength } from "./ranks.js";
import { handOf, isMyTurn, isOver, mayChoose } from "./state.js";

/** The keys of the cards, in the order of the hand. */
export const KEYS = [..."1234567890"];

/** @param {Table} table @param {Page} page */
export function hand(table, page) {
  const cards = sortedHand(table);
  if (table.seat === null || !table.view?.table || table.covered) return [];
  return [
    h("h2", { class: "spoken" }, t("your_hand", { n: cards.length })),
    cards.length === 0 ? (isOver(table.view) ? null : h("p", { class: "soft centred" }, t("hand_empty"))) : h("ol", { class: "hand" },
      cards.map((card, index) => h("li", {}, cardButton(table, card, index, page)))),
  ];
}

/** @param {Table} table @param {string} card @param {number} index @param {Page} page */
function cardButton(table, card, index, page) {
  const mine = isMyTurn(table);
  const shown = table.view?.table;
  const legal = mine ? table.view?.legal_moves ?? [] : [];
  const chosen = table.chosen.includes(card);
  const possible = mine ? fits(legal, [card]) : mayChoose(table);
  // Where the move needs no cards, as when the next player is named, none is dimmed.
  const goes = chosen || mayFit(legal, [...table.chosen, card]);
  const isOfTrump = shown?.kind === "regicide-tricks" && isTrump(card, shown.trump);
  return h("button", {
    type: "button",
    class: `hand-card${chosen ? " chosen" : ""}${goes ? "" : " dim"}${isOfTrump ? " trump" : ""}`,
    "data-key": `card-${card}`,
    "data-card": card,
    "aria-pressed": String(chosen),
    "aria-disabled": possible ? null : "true",
    "data-explain": shown?.kind === "regicide" && table.book ? cardText(card, shown.enemy, table.book) : isOfTrump ? t(card.startsWith("X") ? "explain_joker" : "explain_trump") : null,
    onclick: ({ detail: clicks }) => page.act({ type: "tap", card, clicks }),
  }, cardFace(card, { width: 104, powers: table.book?.powers ?? true }),
  h("span", { class: "key", "aria-hidden": "true" }, KEYS[index]),
  h("span", { class: "spoken" }, table.book?.title(card) ?? card, isOfTrump ? `, ${t("trump")}` : null));
}

/** Keeps the room that the fullest hand takes, in one row or two. @param {HTMLElement} part @param {Table} table */
export function roomFor(part, { book, view }) {
  if (!book || !view) return;
  const most = book.handSize(view.players);
  part.style.setProperty("--most", String(most));
  part.style.setProperty("--half", String(Math.ceil(most / 2)));
  // Cards without powers may overlap.
  part.classList.toggle("full", most > 6 && book.powers);
}

/** True if a card is a trump; the jokers always are (T6). @param {string} card @param {string | null} trump */
export function isTrump(card, trump) {
  return trump !== null && (card.startsWith("X") || card[1] === trump);
}

/** The hand in the chosen order; that of the trick-taking game with trump at its end. @param {Table} table */
export function sortedHand(table) {
  const cards = handOf(table);
  const { book, view } = table;
  const shown = view?.table;
  if (shown?.kind === "regicide-tricks") {
    /** Trump weighs more than the order, and its first part more than its last. @param {string} card */
    const weight = (card) => {
      const isJoker = card.startsWith("X");
      const [suit, rank] = ["CDHSX".indexOf(isJoker ? "X" : card[1] ?? ""), strength(card[0], shown.highest)];
      return (isTrump(card, shown.trump) ? 10_000 : 0) + (table.settings.order === "suit" ? suit * 100 + rank : (isJoker ? 1_000 : 0) + rank * 10 + suit);
    };
    return cards.toSorted((one, other) => weight(one) - weight(other));
  }
  if (table.settings.order === "suit" || !book) return cards;
  const rank = (/** @type {string} */ card) => "A23456789TJQK".indexOf(card[0] ?? "");
  return cards.toSorted((one, other) => book.value(one) - book.value(other) || rank(one) - rank(other));
}
