// Suits, powers and other marks on their own: for text, legends and buttons.

import { picture } from "./picture.js";
import { shape } from "./parts.js";

/**
 * A suit's mark, for example in a sentence. Styles can give it another size.
 * @param {string} suit `C`, `D`, `H` or `S`
 * @param {{ size: number }} options
 */
export function suitMark(suit, { size }) {
  return mark(`suit-${suit}`, { size, look: `suit-${suit}` });
}

/**
 * A shape of the set, in the colour of the text around it unless its class gives another.
 * @param {import("./parts.js").ShapeName} name
 * @param {{ size?: number, label?: string, look?: string }} [options] `look` is its class
 */
export function mark(name, { size = 20, label, look } = {}) {
  return picture(look ? `mark ${look}` : "mark", { width: 24, height: 24, scale: size / 24, label }, shape(name, { x: 12, y: 12, size: 24 }));
}

/** The pictogram of a suit's power. @param {string} suit */
export function powerMark(suit) {
  return mark(`power-${suit}`, { size: 16, look: `suit-${suit}` });
}
