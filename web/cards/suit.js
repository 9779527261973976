// Suits, powers and other marks on their own: for text, legends and buttons.

import { s } from "../dom.js";
import { picture } from "./picture.js";
import { shape } from "./parts.js";

/**
 * A suit's mark, for example in a sentence. Styles can give it another size.
 * @param {string} suit `C`, `D`, `H` or `S`
 * @param {{ size?: number, label?: string, struck?: boolean }} [options] `struck`: it has no power at the moment
 */
export function suitMark(suit, { size = 16, label, struck = false } = {}) {
  return picture(`mark suit-${suit}`, { width: 24, height: 24, scale: size / 24, label },
    shape(`suit-${suit}`, { x: 12, y: 12, size: 24 }),
    struck ? strike(12, 12, 24) : null);
}

/**
 * Any other shape of the set in the colour of the text around it.
 * @param {import("./parts.js").ShapeName} name
 * @param {{ size?: number, label?: string }} [options]
 */
export function mark(name, { size = 20, label } = {}) {
  return picture("mark", { width: 24, height: 24, scale: size / 24, label }, shape(name, { x: 12, y: 12, size: 24 }));
}

/**
 * The line through a mark: wide in the colour of the ground, so that it cuts
 * the mark, then narrow in the mark's own.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function strike(x, y, size) {
  const half = size / 2;
  const line = { x1: x - half, y1: y + half, x2: x + half, y2: y - half };
  return s("g", { class: "strike", "stroke-width": size / 11 },
    s("line", { ...line, class: "cut", "stroke-width": size / 7 }),
    s("line", line));
}

/** The pictogram of a suit's power. @param {string} suit */
export function powerMark(suit) {
  const power = mark(`power-${suit}`, { size: 16 });
  power.classList.add(`suit-${suit}`);
  return power;
}
