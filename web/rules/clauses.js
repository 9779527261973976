// The clauses of a game, each with an address.

import { h } from "../dom.js";
import { t } from "../language.js";

const CLAUSE = /\b([RT]\d+(?:\.\d+)?)\b/;

/** @param {Schemas["GameRules"]} rules */
export function clauses({ clauses: all }) {
  const known = new Set(all.map(({ rule }) => rule));
  const groups = Map.groupBy(all, ({ rule }) => rule.split(".")[0]);
  return [
    h("h3", {}, t("rules_clauses")),
    h("p", { class: "soft" }, t("rules_clauses_about")),
    ...[...groups.values()].map((group) => h("dl", { class: "clauses" }, group.map(({ rule, text }) =>
      h("div", { id: rule, tabindex: "-1" },
        h("dt", {}, h("a", { href: `#${rule}`, "aria-label": t("clause", { rule }) }, rule)),
        h("dd", {}, linked(text, known)))))),
  ];
}

/** A text in which the ids of clauses are links. @param {string} text @param {Set<string>} known */
export function linked(text, known) {
  return text.split(CLAUSE).map((part) => (known.has(part) ? h("a", { href: `#${part}` }, part) : part));
}
