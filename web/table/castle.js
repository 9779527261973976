// The castle above the enemy: which royals are defeated, and which exactly.

import { castle, ROYALS } from "../cards/castle.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { pipText } from "./explanations.js";

/** @typedef {import("../cards/castle.js").Pip} Pip */

/** @param {Table} table */
export function castleRow({ book, log, view }) {
  const shown = view?.table;
  if (!view || shown?.kind !== "regicide") return null;
  /** @type {Pip[]} */
  const fallen = log.flatMap(({ effects, seq }) => effects.filter((effect) => effect.type === "defeated")
    .map(({ card, exact }) => ({ state: "defeated", card, exact, stamped: seq === view.shown_seq })));
  /** @type {Pip[]} */
  const present = shown.enemy ? [{ state: "present", card: shown.enemy.card }] : [];
  const pips = [...fallen, ...present, .../** @type {Pip[]} */ (Array(ROYALS).fill({ state: "coming" }))].slice(0, ROYALS)
    .map((pip, index) => (book ? { ...pip, explain: pipText(pip, Math.floor(index / 4), book) } : pip));
  const n = shown.enemies_defeated;
  const label = t("castle_label", { n, left: ROYALS - n });
  return h("div", { class: "castle-row whole", "data-key": "castle", role: "group", tabindex: "0", "aria-label": label, "data-explain": label },
    castle(pips, { size: 24 }));
}
