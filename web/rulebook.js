// The rules as data, from the service, in the user's language.

import { get } from "./api.js";
import { language, t } from "./language.js";

/** @type {Map<string, Promise<Answer<"get_rules">>>} */
const loaded = new Map();

/** The rules of both games, requested once for each language. */
export function rules() {
  const tag = language();
  const cached = loaded.get(tag);
  if (cached) return cached;
  const loading = get("/v1/rules");
  loaded.set(tag, loading);
  loading.catch(() => loaded.delete(tag));
  return loading;
}

/** The rules of one game, with look-ups. @param {Schemas["GameKind"]} game */
export async function rulebook(game) {
  const all = await rules();
  const own = all.items.find((one) => one.kind === game);
  if (!own) throw new Error(`no rules of ${game}`);
  return new Rulebook(own);
}

/** The value of an option. @param {unknown} value */
export function optionText(value) {
  return value === "never" || value === "once" ? t(value) : String(value);
}

export class Rulebook {
  /** @param {Schemas["GameRules"]} rules */
  constructor(rules) {
    this.rules = rules;
    this.cards = new Map(rules.deck.map((card) => [card.card, card]));
    this.suits = new Map(rules.suits.map((suit) => [suit.suit, suit]));
  }

  /** True if suits have powers. */
  get powers() {
    return this.rules.kind === "regicide";
  }

  /** A card's name in full words. @param {string} card */
  title(card) {
    return this.cards.get(card)?.title ?? card;
  }

  /** The value of a card. @param {string} card */
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

  /**
   * Variants and options of a game that are not the usual ones.
   * @param {{ options: Schemas["Options"], players: number }} game
   */
  special({ options, players }) {
    const chosen = /** @type {Record<string, unknown>} */ (options);
    const variants = this.rules.variant_rules.filter(({ name }) => options.variants?.some((one) => one === name)).map(({ title }) => title);
    const others = this.rules.option_rules
      .filter(({ name, player_counts: counts, values }) => name !== "first" && name !== "variants" && counts.includes(players)
        && chosen[name] !== undefined && chosen[name] !== values.default)
      .map(({ name, title }) => (chosen[name] === true ? title : `${title}: ${optionText(chosen[name])}`));
    return [...variants, ...others];
  }

  /** The hand size of a game with so many players. @param {number} players */
  handSize(players) {
    return this.rules.tables.find((facts) => facts.players === players)?.hand_size ?? 0;
  }
}
