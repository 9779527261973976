// The castle above the enemy: which royals are defeated, and which exactly.

import { castle } from "../cards/castle.js";
import { h } from "../dom.js";
import { t } from "../language.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("../cards/castle.js").Pip} Pip */

const ROYALS = 12;

/** @param {Table} table */
export function castleRow(table) {
  const shown = table.view?.table;
  if (shown?.kind !== "regicide") return null;
  const fallen = shown.enemies_defeated;
  return h("div", { class: "castle-row" },
    castle(pips(table), { size: 24, label: t("castle_label", { n: fallen, left: ROYALS - fallen }) }));
}

/**
 * @param {Table} table
 * @returns {Pip[]}
 */
function pips(table) {
  /** @type {Pip[]} */
  const fallen = table.log.flatMap((line) => line.effects)
    .flatMap((effect) => (effect.type === "defeated" ? [{ state: "defeated", card: effect.card, exact: effect.exact }] : []));
  const shown = table.view?.table;
  const enemy = shown?.kind === "regicide" ? shown.enemy : null;
  /** @type {Pip[]} */
  const present = enemy ? [{ state: "present", card: enemy.card }] : [];
  const known = [...fallen, ...present];
  return [...known, .../** @type {Pip[]} */ (Array(ROYALS).fill({ state: "coming" }))].slice(0, ROYALS);
}
