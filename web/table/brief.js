// The rules that one needs to begin, in a line each.

import { h } from "../dom.js";
import { t } from "../language.js";
import { targetOf } from "./state.js";

/**
 * @param {Schemas["GameView"]} view
 * @param {Rulebook} book
 */
export function briefRules(view, book) {
  return h("ul", { class: "brief" }, linesOf(view, book).map((line) => h("li", {}, line)));
}

/**
 * @param {Schemas["GameView"]} view
 * @param {Rulebook} book
 */
function linesOf(view, { rules }) {
  const { kind, players } = view;
  if (kind !== "regicide") return [t("brief_trick"), t("brief_trump"), t("brief_change"), t("brief_points", { target: targetOf({ view }) })];
  const jesters = rules.tables.find((facts) => facts.players === players)?.jesters ?? 0;
  return [t("brief_attack"), t("brief_cover"), t("brief_exact"), t(jesters > 0 ? "brief_jester" : "brief_alone")];
}
