// Which cards can be selected, and which move a selection is: that of the cards, or one without cards that its button
// has loaded. This file looks them up among the legal moves and contains no rules.

/** @typedef {Schemas["LegalMove"]} LegalMove */
/** @typedef {Schemas["Move"]} Move */
/** @typedef {Pick<Table, "view" | "chosen" | "loaded">} Selection */

/** The cards that a move names. @param {Move} move @returns {string[]} */
export function cardsOf(move) {
  return "cards" in move ? move.cards : [];
}

/** The legal move that is selected, with its forecast. @param {Selection} table */
export function selected({ view, chosen, loaded }) {
  const legal = view?.legal_moves ?? [];
  return loaded === null ? chosenLegal(legal, chosen) : legal.find(({ text }) => text === loaded) ?? null;
}

/**
 * The move that is sent: the selected one, its cards in the order of the choice.
 * Where trump and ranks may be changed, no selection is the move that keeps them.
 * @param {Selection} table
 */
export function selectedMove(table) {
  const move = selected(table)?.move;
  if (!move) return table.view?.legal_moves?.find((one) => one.move.type === "keep")?.move ?? null;
  return "cards" in move ? /** @type {Move} */ ({ ...move, cards: table.chosen }) : move;
}

/**
 * Of the moves that name trump or change it and the ranks, the one with this suit and this order.
 * @param {LegalMove[]} legal
 * @param {string | null} suit
 * @param {boolean} reverse
 */
export function trumpMove(legal, suit, reverse) {
  return legal.find(({ move }) => (move.type === "trump" || move.type === "change")
    && (move.suit ?? null) === suit && ("reverse" in move && move.reverse === true) === reverse) ?? null;
}

/** The legal move that names exactly these cards, with its forecast. @param {LegalMove[]} legal @param {string[]} chosen */
export function chosenLegal(legal, chosen) {
  if (chosen.length === 0) return null;
  return legal.find(({ move }) => {
    const cards = cardsOf(move);
    return cards.length === chosen.length && chosen.every((card) => cards.includes(card));
  }) ?? null;
}

/**
 * The forecast and the cards of the only legal move, if that is to discard the whole hand
 * although it is worth less than the damage (R10.2).
 * @param {LegalMove[]} legal
 */
export function wholeHand([only, ...others]) {
  if (others.length > 0 || only?.forecast?.type !== "cover" || only.forecast.uncovered === 0) return null;
  return { cards: cardsOf(only.move), forecast: only.forecast };
}

/** True if a legal move names at least all these cards. @param {LegalMove[]} legal @param {string[]} cards */
export function fits(legal, cards) {
  return legal.some(({ move }) => cards.every((card) => cardsOf(move).includes(card)));
}

/**
 * True if these cards fit, or are for a later move, since none of these names cards.
 * @param {LegalMove[]} legal
 * @param {string[]} cards
 */
export function mayFit(legal, cards) {
  return fits(legal, cards) || !legal.some(({ move }) => "cards" in move);
}

/**
 * The selection after a tap on a card: the card is added, removed, or, where it
 * cannot be combined with the others, replaces them.
 * @param {LegalMove[]} legal
 * @param {string[]} chosen
 * @param {string} card
 */
export function tapped(legal, chosen, card) {
  if (chosen.includes(card)) return chosen.filter((one) => one !== card);
  if (fits(legal, [...chosen, card])) return [...chosen, card];
  return fits(legal, [card]) ? [card] : chosen;
}

/**
 * The selection after a tap on a card while others are to act: for the next turn, whose legal moves are not known yet.
 * @param {string[]} chosen
 * @param {string} card
 * @param {boolean} isSingle whether a move has one card
 */
export function planned(chosen, card, isSingle) {
  if (chosen.includes(card)) return chosen.filter((one) => one !== card);
  return isSingle ? [card] : [...chosen, card];
}

/** The legal moves without cards, which are shown as buttons. @param {LegalMove[]} legal */
export function plainMoves(legal) {
  return legal.filter(({ move }) => !("cards" in move));
}
