// The meaning of each card, number and pile at the table, in a line or two.

import { t } from "../language.js";
import { upper } from "./words.js";

/**
 * A card of the hand, in the game that has powers.
 * @param {string} card
 * @param {Schemas["Enemy"] | null} enemy
 * @param {Rulebook} book
 */
export function cardText(card, enemy, book) {
  if (card.startsWith("X")) return t("explain_jester");
  const suit = /** @type {Schemas["Suit"]} */ (card[1]);
  const n = book.value(card);
  return [
    t("explain_card", { card: upper(book.title(card)), n }),
    suit === enemy?.immune_to ? t("explain_idle") : t(`explain_${suit}`, { n }),
    card.startsWith("A") ? t("explain_companion") : "",
  ].filter((part) => part).join(" ");
}

/** @param {Schemas["Enemy"]} enemy */
export function healthText({ health, health_left: left }) {
  return t("explain_health", { health, left });
}

/** @param {Schemas["Enemy"]} enemy */
export function attackedText({ attack, attack_now: n, shield }) {
  if (n === 0) return t("explain_safe");
  return shield > 0 ? t("explain_shielded", { n, shield, attack }) : t("explain_attack", { n });
}

/** @param {Schemas["Enemy"]} enemy @param {Rulebook} book */
export function immunityText({ immune_to: suit }, book) {
  return suit ? t("explain_immune", { suit: upper(book.suit(suit)) }) : t("explain_not_immune");
}

/**
 * One royal of the castle.
 * @param {import("../cards/castle.js").Pip} pip
 * @param {number} rank 0 for jacks
 * @param {Rulebook} book
 */
export function pipText({ state, card, exact }, rank, book) {
  if (!card) return t(/** @type {const} */ (["pip_J", "pip_Q", "pip_K"])[rank] ?? "pip_K");
  return t(exact ? "pip_exact" : state === "present" ? "pip_present" : "pip_defeated", { card: upper(book.title(card)) });
}
