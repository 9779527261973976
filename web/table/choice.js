// Which cards can be selected, and which move a selection is. This file looks
// them up among the legal moves and contains no rules.

/** @typedef {import("../api.js").Schemas} Schemas */
/** @typedef {Schemas["LegalMove"]} LegalMove */
/** @typedef {Schemas["Move"]} Move */

/** The cards that a move names. @param {Move} move @returns {string[]} */
export function cardsOf(move) {
  return "cards" in move ? move.cards : [];
}

/**
 * The move that names exactly these cards, in the order of the choice.
 * @param {LegalMove[]} legal
 * @param {string[]} chosen
 * @returns {Move | null}
 */
export function chosenMove(legal, chosen) {
  const found = chosenLegal(legal, chosen);
  return found ? /** @type {Move} */ ({ ...found.move, cards: chosen }) : null;
}

/**
 * The legal move that names exactly these cards, with its forecast.
 * @param {LegalMove[]} legal
 * @param {string[]} chosen
 * @returns {LegalMove | null}
 */
export function chosenLegal(legal, chosen) {
  if (chosen.length === 0) return null;
  return legal.find(({ move }) => {
    const cards = cardsOf(move);
    return cards.length === chosen.length && chosen.every((card) => cards.includes(card));
  }) ?? null;
}

/**
 * Whether a legal move names at least all these cards.
 * @param {LegalMove[]} legal
 * @param {string[]} cards
 */
export function fits(legal, cards) {
  return legal.some(({ move }) => cards.every((card) => cardsOf(move).includes(card)));
}

/**
 * The selection after a tap on a card: the card is added, removed, or, where it
 * cannot be combined with the others, replaces them.
 * @param {LegalMove[]} legal
 * @param {string[]} chosen
 * @param {string} card
 * @returns {string[]}
 */
export function tapped(legal, chosen, card) {
  if (chosen.includes(card)) return chosen.filter((one) => one !== card);
  if (fits(legal, [...chosen, card])) return [...chosen, card];
  return fits(legal, [card]) ? [card] : chosen;
}

/**
 * The legal moves without cards, which are shown as buttons.
 * @param {LegalMove[]} legal
 */
export function plainMoves(legal) {
  return legal.filter(({ move }) => !("cards" in move));
}
