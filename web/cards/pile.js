// Piles and hidden hands: the number of backs shows whether they hold many cards.

import { s } from "../dom.js";
import { picture } from "./picture.js";
import { CARD, back, face } from "./card.js";

const STEP = 3;

/**
 * The picture of a pile.
 * @param {{ count: number, top?: string | null, width: number }} pile `top` is the card that lies open on it; without
 *   one it lies face down
 */
export function pile({ count, top, width }) {
  const layers = count > 20 ? 4 : count > 8 ? 3 : count > 2 ? 2 : Math.min(count, 1);
  const reach = 3 * STEP;
  return picture("pile", { width: CARD.width + reach, height: CARD.height + reach, scale: width / CARD.width },
    ...(count === 0 ? [place()] : []),
    ...Array.from({ length: layers }, (_, layer) => s("g", { transform: `translate(${layer * STEP} ${reach - layer * STEP})` },
      top ? face(top, { width }) : back(width))));
}

/**
 * The picture of a hand that is not shown: one small back a card, overlapping.
 * @param {number} count
 * @param {{ width: number }} options
 */
export function backs(count, { width }) {
  const step = CARD.width * 0.5;
  return picture("backs", { width: CARD.width + Math.max(0, count - 1) * step, height: CARD.height, scale: width / CARD.width },
    ...(count === 0 ? [place()] : []),
    ...Array.from({ length: count }, (_, index) => s("g", { transform: `translate(${index * step} 0)` }, back(0, index < count - 1))));
}

/** The outline of an empty pile. */
function place() {
  return s("rect", { class: "place", x: 2, y: 2, width: CARD.width - 4, height: CARD.height - 4, rx: CARD.radius });
}
