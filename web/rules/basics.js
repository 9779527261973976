// A summary of a game's rules: suits, enemies, tables, moves, variants and scoring.

import { cardFace } from "../cards/card.js";
import { suitMark } from "../cards/suit.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { linked } from "./clauses.js";

/** @param {Schemas["GameRules"]} rules */
export function basics(rules) {
  const known = new Set(rules.clauses.map(({ rule }) => rule));
  return [
    ...(rules.kind === "regicide" ? [suits(rules, known), enemies(rules)] : []),
    tables(rules),
    list(t("rules_moves"), rules.move_rules, known),
    rules.variant_rules.length > 0 ? list(t("rules_variants"), rules.variant_rules, known) : null,
    list(t("rules_options"), rules.option_rules, known),
    list(t("rules_scoring"), rules.scoring, known),
  ].filter((part) => part !== null);
}

/** @param {Schemas["GameRules"]} rules @param {Set<string>} known */
function suits({ suits: all }, known) {
  return h("section", {}, h("h3", {}, t("rules_suits")),
    h("ul", { class: "rules-suits" }, all.map(({ suit, title, description }) => h("li", {},
      suitMark(suit, { size: 32 }), h("div", {}, h("b", {}, title), h("p", {}, linked(description, known)))))));
}

/** The royals of one suit, because all suits have the same values. @param {Schemas["GameRules"]} rules */
function enemies({ deck: cards }) {
  const royals = ["JS", "QH", "KD"].map((name) => cards.find(({ card }) => card === name)).filter((card) => card !== undefined);
  return h("section", {}, h("h3", {}, t("rules_enemies")),
    h("ul", { class: "rules-enemies" }, royals.map(({ card, title, attack, health }) => h("li", {},
      cardFace(card, { width: 96, label: title }),
      h("span", { class: "figures" }, t("rules_attack", { n: attack ?? 0 })),
      h("span", { class: "figures" }, t("rules_health", { n: health ?? 0 }))))));
}

/** @param {Schemas["GameRules"]} rules */
function tables({ kind: game, tables: all }) {
  const together = game === "regicide";
  return h("section", {}, h("h3", {}, t("rules_tables")),
    h("table", { class: "rules-tables" },
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, t("rules_players")), h("th", { scope: "col" }, t("rules_hand")),
        h("th", { scope: "col" }, t(together ? "rules_jesters" : "rules_jokers")),
        together ? h("th", { scope: "col" }, t("rules_flips")) : null)),
      h("tbody", {}, all.map((facts) => h("tr", {},
        h("th", { scope: "row" }, facts.players), h("td", {}, facts.hand_size), h("td", {}, facts.jesters),
        together ? h("td", {}, facts.solo_jesters) : null)))));
}

/**
 * A list of names with descriptions, each with a link to its clause.
 * @param {string} name
 * @param {{ title: string, description: string, rule: string }[]} entries
 * @param {Set<string>} known
 */
function list(name, entries, known) {
  return h("section", {}, h("h3", {}, name),
    h("dl", { class: "rules-list" }, entries.map(({ title, description, rule }) => h("div", {},
      h("dt", {}, title), h("dd", {}, description, " ", linked(rule, known))))));
}
