// The middle of the table of the co-operative game: the enemy between the
// tavern and the discard pile, the cards played against it below.

import { cardFace } from "../cards/card.js";
import { enemyRing } from "../cards/enemy.js";
import { pile } from "../cards/pile.js";
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { selected } from "./choice.js";
import { attackedText, healthText, immunityText } from "./explanations.js";

/** @param {Table} table @param {Schemas["RegicideView"]} shown */
export function middle(table, shown) {
  const { book } = table;
  if (!book) return [];
  const forecast = selected(table)?.forecast;
  const preview = forecast?.type === "attack" ? forecast.damage : 0;
  return [
    h("div", { class: "middle" },
      tavern(shown),
      shown.enemy ? enemyPart(shown.enemy, preview, book) : h("div", { class: "enemy-part fallen" }, h("p", {}, t("castle_empty"))),
      discards(shown, book)),
    h("div", { class: "played", role: "group", "aria-label": t("played") },
      shown.played.length === 0 ? null : h("ul", { class: "cards" },
        shown.played.map((card) => h("li", { "data-flip": card },
          cardFace(card, { width: 64, label: book.title(card) }))))),
  ];
}

/** @param {Schemas["Enemy"]} enemy @param {number} preview the damage that the chosen cards would do @param {Rulebook} book */
function enemyPart(enemy, preview, book) {
  const { health_left: left, attack_now: attack } = enemy;
  const explain = { health: healthText(enemy), attack: attackedText(enemy), immunity: immunityText(enemy, book) };
  return h("div", {
    class: "enemy-part whole", "data-flip": "enemy", "data-enemy": enemy.card, "data-key": "enemy",
    role: "group", tabindex: "0", "aria-label": t("enemy"), "data-explain": Object.values(explain).join(" "),
  },
    enemyRing(enemy, { width: 180, preview, explain }),
    h("p", { class: "enemy-left", "data-explain": explain.health },
      h("span", { class: "spoken" }, `${t("enemy")}: ${book.title(enemy.card)}. `),
      h("strong", { class: "figures", "data-count": "left" }, t("left_of", { left, health: enemy.health })),
      h("span", { class: "spoken" }, `. ${t("attacks_with", { n: attack })}.`)),
    h("p", { class: "enemy-immune soft", "data-explain": explain.immunity }, enemy.immune_to ? t("immune_to", { suit: book.suit(enemy.immune_to) }) : t("immune_no_more")));
}

/** @param {Schemas["RegicideView"]} shown */
function tavern(shown) {
  const left = t("explain_tavern", { n: shown.tavern_left });
  const jesters = shown.jesters_left > 0 ? t("explain_jesters", { n: shown.jesters_left }) : null;
  return h("div", {
    class: "pile-part whole", "data-flip": "tavern", "data-key": "tavern", role: "group", tabindex: "0", "aria-label": t("tavern"),
    "data-explain": jesters ? `${left} ${jesters}` : left,
  },
    h("div", { class: "pile-part", "data-explain": left },
      pile({ count: shown.tavern_left, width: 60 }),
      h("span", { class: "pile-count figures", "data-count": "tavern" }, String(shown.tavern_left)),
      h("span", { class: "pile-name" }, t("tavern"))),
    jesters ? h("span", { class: "pile-name", "data-explain": jesters }, t("jesters_left", { n: shown.jesters_left })) : null);
}

/** The discard pile; a tap shows its cards, which are public. @param {Schemas["RegicideView"]} shown @param {Rulebook} book */
function discards({ discard_pile: cards }, book) {
  const look = () => openDialog(t("discard_pile"), cards.length === 0
    ? h("p", {}, t("discard_none"))
    : h("ul", { class: "cards open" }, cards.toReversed().map((card) => h("li", {}, cardFace(card, { width: 72, label: book.title(card) })))));
  return h("button", {
    type: "button", class: "pile-part quiet", "data-key": "discard", "data-flip": "discard",
    onclick: look, "data-explain": t("explain_discard", { n: cards.length }),
  },
  pile({ count: cards.length, top: cards.at(-1) ?? null, width: 60 }),
  h("span", { class: "pile-count figures", "data-count": "discard" }, String(cards.length)),
  h("span", { class: "pile-name" }, t("discard_short")),
  h("span", { class: "spoken" }, `: ${t("discard_look", { n: cards.length })}`));
}
