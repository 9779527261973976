// A position of the co-operative game, nothing hidden.

import { castle } from "../cards/castle.js";
import { enemyRing } from "../cards/enemy.js";
import { pile } from "../cards/pile.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { hands, row } from "./hands.js";

/** @typedef {import("./game.js").Story} Story */
/** @typedef {import("./game.js").Frame} Frame */
/** @typedef {import("../cards/castle.js").Pip} Pip */
/** @typedef {(story: Story, at: number, book: Rulebook) => HTMLElement[]} Position */

/** @type {Position} */
export function regicide(story, at, book) {
  const frame = story.frames[at];
  const table = /** @type {Schemas["RegicideView"]} */ (frame?.table);
  const cards = /** @type {Schemas["RegicideRevealed"]} */ (frame?.cards);
  return [
    h("div", { class: "replay-castle" },
      castle(pips(story, at), { size: 22, label: t("replay_castle", { n: table.enemies_defeated }) })),
    h("div", { class: "replay-middle" },
      stack("replay_tavern", cards.tavern, null, book),
      enemy(table, book),
      stack("replay_discard", table.discard_pile, table.discard_pile.at(-1) ?? null, book)),
    h("section", { class: "replay-table" }, h("h2", {}, t("replay_table")), row(table.played, book)),
    hands(story, at, book, (seat) => [table.yielded[seat] ? t("replay_yielded") : null]),
  ];
}

/** @param {Schemas["RegicideView"]} table @param {Rulebook} book */
function enemy({ enemy: standing, jesters_left: jesters }, book) {
  if (!standing) return h("p", { class: "replay-enemy replay-fallen" }, t("replay_fallen"));
  const left = Math.max(0, standing.health - standing.damage);
  return h("div", { class: "replay-enemy" },
    enemyRing(standing, { width: 140, label: book.title(standing.card) }),
    h("p", { class: "figures" }, t("replay_left", { left, health: standing.health })),
    h("p", { class: "spoken" }, t("replay_attack", { attack: Math.max(0, standing.attack - standing.shield) })),
    jesters > 0 ? h("p", { class: "soft" }, t("replay_jesters", { n: jesters })) : null);
}

/**
 * A pile that can be expanded.
 * @param {"replay_tavern" | "replay_discard"} name
 * @param {string[]} cards
 * @param {string | null} top the card on top, face up
 * @param {Rulebook} book
 */
function stack(name, cards, top, book) {
  return h("details", { class: "replay-pile", name: "pile", "data-key": name },
    h("summary", { "data-key": `look-${name}` },
      pile({ count: cards.length, top, width: 60 }), h("span", {}, `${t(name)} `, h("b", { class: "figures" }, cards.length))),
    row(cards, book, { width: 34 }));
}

/** The castle as it was dealt, with the state of each enemy. @param {Story} story @param {number} at @returns {Pip[]} */
function pips({ frames }, at) {
  const deal = /** @type {Frame} */ (frames[0]);
  const shown = /** @type {Frame} */ (frames[at]);
  const first = /** @type {Schemas["RegicideView"]} */ (deal.table).enemy?.card ?? null;
  const royals = [first, .../** @type {Schemas["RegicideRevealed"]} */ (deal.cards).castle];
  const { enemies_defeated: defeated, enemy: standing } = /** @type {Schemas["RegicideView"]} */ (shown.table);
  const exact = new Set(frames.slice(0, at + 1).flatMap(({ line }) => (line?.effects ?? [])
    .flatMap((effect) => (effect.type === "defeated" && effect.exact ? [effect.card] : []))));
  return royals.map((card, index) => ({
    card,
    state: index < defeated ? "defeated" : index === defeated && standing ? "present" : "coming",
    exact: index < defeated && card !== null && exact.has(card),
  }));
}
