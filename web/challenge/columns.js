// The distribution of results: a column for each number of defeated enemies.

import { h } from "../dom.js";
import { number, t } from "../language.js";

/**
 * @param {Schemas["EnemiesBar"][]} bars
 * @param {number | null} reached the column to mark
 * @param {string} [won] the number of wins
 */
export function columns(bars, reached, won = "") {
  const counts = new Map(bars.map((bar) => [bar.enemies_defeated, bar.results]));
  const most = Math.max(1, ...counts.values());
  return h("figure", { class: "distribution" },
    h("figcaption", {}, t("distribution"), " ", h("span", { class: "soft" }, won)),
    h("ol", { class: "columns" }, Array.from({ length: 13 }, (_, enemies) => {
      const count = counts.get(enemies) ?? 0;
      return h("li", { class: enemies === reached ? "mine" : null },
        h("span", { class: "spoken" }, t("distribution_bar", { enemies, n: count })),
        h("span", { class: "column-count figures", "aria-hidden": "true" }, count > 0 ? number(count) : ""),
        h("span", { class: "column-bar", style: { "--part": String(count / most) } }),
        h("span", { class: "column-name figures", "aria-hidden": "true" }, enemies));
    })));
}
