// The rules that one needs to begin, in a line each.

import { h } from "../dom.js";
import { t } from "../language.js";
import { targetOf } from "./state.js";

/** @param {Schemas["GameView"]} view @param {Rulebook} book */
export function briefRules(view, { rules }) {
  const jesters = rules.tables.find(({ players }) => players === view.players)?.jesters ?? 0;
  const lines = view.kind === "regicide"
    ? [t("brief_attack"), t("brief_cover"), t("brief_exact"), t(jesters > 0 ? "brief_jester" : "brief_alone")]
    : [t("brief_trick"), t("brief_trump"), t("brief_change"), t("brief_points", { target: targetOf({ view }) })];
  return h("ul", { class: "brief" }, lines.map((line) => h("li", {}, line)));
}
