// Names of seats, labels of moves that are buttons, and the advised move in words.

import { t } from "../language.js";
import { nameAt, ownText } from "../names.js";
import { cardsOf } from "./choice.js";

/** @param {Pick<Table, "seat"> & { view: Pick<Schemas["GameInfo"], "players" | "seats"> | null }} table @param {number} seat */
export function nameOf({ view, seat: own }, seat) {
  const name = nameAt(view?.seats ?? [], seat);
  return own === seat && view && view.players > 1 ? ownText(name) : name;
}

/** A royal without its suit, as it stands inside a sentence. @param {string} card */
export function royal(card) {
  return t(card[0] === "J" ? "royal_J" : card[0] === "Q" ? "royal_Q" : "royal_K");
}

/** A text as it begins a sentence. @param {string} text */
export function upper(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The label of a move's button. @param {Table} table @param {Schemas["Move"]} move */
export function moveText(table, move) {
  const suit = (/** @type {string} */ name) => table.book?.suit(name) ?? name;
  switch (move.type) {
    case "yield": return t("yield");
    case "flip": return t("flip");
    case "next": return nameOf(table, move.seat);
    case "take": return t("take");
    case "pass": return t("pass");
    case "trump": return t("name_trump", { suit: suit(move.suit) });
    case "keep": return t("keep");
    case "change":
      if (!move.suit) return t("reverse");
      return t(move.reverse ? "change_both" : "change_trump", { suit: suit(move.suit) });
    default: return move.type;
  }
}

/** The move that a bot would make in the player's place. @param {Table} table */
export function adviceText(table) {
  if (!table.advice) return "";
  const { move } = table.advice;
  const cards = cardsOf(move).map((card) => table.book?.title(card) ?? card).join(", ");
  switch (move.type) {
    case "play":
    case "discard":
    case "bury": return t(`advice_${move.type}`, { cards });
    case "next": return t("advice_next", { name: nameOf(table, move.seat) });
    default: return t("advice_move", { move: moveText(table, move) });
  }
}
