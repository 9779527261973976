// The castle above the enemy: which royals are defeated, and which exactly.

import { castle, ROYALS } from "../cards/castle.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { pipText } from "./explanations.js";

/** @typedef {import("../cards/castle.js").Pip} Pip */

/** @param {Table} table */
export function castleRow(table) {
  const shown = table.view?.table;
  if (shown?.kind !== "regicide") return null;
  const fallen = shown.enemies_defeated;
  const label = t("castle_label", { n: fallen, left: ROYALS - fallen });
  return h("div", { class: "castle-row whole", "data-key": "castle", role: "group", tabindex: "0", "aria-label": label, "data-explain": label },
    castle(pips(table), { size: 24 }));
}

/**
 * @param {Table} table
 */
function pips(table) {
  /** @type {Pip[]} */
  const fallen = table.log.flatMap((line) => line.effects.flatMap((effect) => (effect.type === "defeated"
    ? [{ state: "defeated", card: effect.card, exact: effect.exact, stamped: line.seq === table.view?.shown_seq }] : [])));
  const shown = table.view?.table;
  const enemy = shown?.kind === "regicide" ? shown.enemy : null;
  /** @type {Pip[]} */
  const present = enemy ? [{ state: "present", card: enemy.card }] : [];
  const known = [...fallen, ...present];
  const { book } = table;
  return [...known, .../** @type {Pip[]} */ (Array(ROYALS).fill({ state: "coming" }))].slice(0, ROYALS)
    .map((pip, index) => (book ? { ...pip, explain: pipText(pip, Math.floor(index / 4), book) } : pip));
}
