// The castle of twelve pips: jacks, queens and kings, defeated or to come.

import { s } from "../dom.js";
import { picture } from "./picture.js";
import { suitClass } from "./card.js";
import { shape } from "./parts.js";

/**
 * @typedef {object} Pip one royal of the castle
 * @property {"defeated" | "present" | "coming"} state
 * @property {string | null} [card] as far as it is known
 * @property {boolean} [exact] defeated with exact damage
 * @property {boolean} [stamped] defeated just now
 * @property {string} [explain] what it is, in words
 */

/** The number of royals. */
export const ROYALS = 12;
const PIP = 24;
const GAP = 5;

/**
 * The picture of the castle: three ranks of four, jacks first.
 * @param {Pip[]} pips all of them
 * @param {{ size: number, label?: string }} options `size` is that of a pip in pixels
 */
export function castle(pips, { size, label }) {
  const width = ROYALS * PIP + (ROYALS - 1) * GAP + 2 * 2 * GAP;
  return picture("castle", { width, height: PIP, scale: size / PIP, label },
    ...pips.map((pip, index) => {
      const rank = Math.floor(index / 4);
      return s("g", { transform: `translate(${index * (PIP + GAP) + rank * 2 * GAP} 0)` }, drawPip(pip, rank));
    }));
}

/**
 * One pip: the crown of its rank while it stands, the suit once it is defeated, underlined if that was exact.
 * @param {Pip} pip
 * @param {number} rank
 */
function drawPip({ state, card, exact, stamped, explain }, rank) {
  const isDefeated = state === "defeated";
  const middle = PIP / 2;
  const name = `pip pip-${state} ${card ? suitClass(card) : "suit-none"}${stamped ? " pip-stamped" : ""}`;
  return s("g", { class: name, "data-explain": explain },
    s("rect", { class: "pip-ground", x: 0.75, y: 0.75, width: PIP - 1.5, height: PIP - 1.5, rx: 6 }),
    shape(isDefeated && card ? `suit-${card[1]}` : `crown-${rank + 1}`, { x: middle, y: exact ? middle - 2 : middle, size: isDefeated ? 13 : 14 }),
    exact ? s("rect", { class: "pip-exact", x: 6, y: 18.2, width: 12, height: 2.2, rx: 1.1 }) : null);
}
