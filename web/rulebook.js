// The rules as data, from the service, in the user's language.

import { get } from "./api.js";
import { language } from "./language.js";

/** @import { Answer, Schemas } from "./api.js" */

/** @type {Map<string, Promise<Answer<"get_rules">>>} */
const loaded = new Map();

/** The rules of both games, requested once for each language. */
export function rules() {
  const tag = language();
  const known = loaded.get(tag);
  if (known) return known;
  /** @type {Promise<Answer<"get_rules">>} */
  const asked = get("/v1/rules");
  loaded.set(tag, asked);
  asked.catch(() => loaded.delete(tag));
  return asked;
}

/**
 * The rules of one game, with look-ups.
 * @param {Schemas["GameKind"]} game
 */
export async function rulebook(game) {
  const all = await rules();
  const own = all.items.find((one) => one.kind === game);
  if (!own) throw new Error(`no rules of ${game}`);
  return new Rulebook(own);
}

export class Rulebook {
  /** @param {Schemas["GameRules"]} rules */
  constructor(rules) {
    this.rules = rules;
    this.cards = new Map(rules.deck.map((card) => [card.card, card]));
    this.suits = new Map(rules.suits.map((suit) => [suit.suit, suit]));
  }

  /** Whether suits have powers. */
  get powers() {
    return this.rules.kind === "regicide";
  }

  /** A card's name in full words. @param {string} card */
  title(card) {
    return this.cards.get(card)?.title ?? card;
  }

  /** What a card is worth. @param {string} card */
  value(card) {
    return this.cards.get(card)?.value ?? 0;
  }

  /** @param {string[]} cards */
  worth(cards) {
    return cards.reduce((sum, card) => sum + this.value(card), 0);
  }

  /** A suit's name. @param {string} suit */
  suit(suit) {
    return this.suits.get(/** @type {Schemas["Suit"]} */ (suit))?.title ?? suit;
  }

  /** How many cards a hand of a game for so many players holds. @param {number} players */
  handSize(players) {
    return this.rules.tables.find((facts) => facts.players === players)?.hand_size ?? 0;
  }
}
