// The enemy: its card in a ring that fills with damage, with its attack and immunity.

import { s } from "../dom.js";
import { picture } from "./picture.js";
import { shape } from "./parts.js";
import { CARD, face, suitClass } from "./card.js";

/** Distance of the ring from the card, and its width, in card units. */
const RING = { gap: 7, width: 6 };
const MARGIN = RING.gap + RING.width + 1;
/** The two badges overlap the lower edge of the card by half. */
const BADGE = 17;

/**
 * The picture of the enemy.
 * @param {Schemas["Enemy"]} enemy
 * @param {{ width: number, label?: string, preview?: number, explain?: Partial<Record<"health" | "attack" | "immunity", string>> }} options
 *   `width` is that of the card in pixels; `preview` the damage that a chosen play would do, shown on the ring; `explain` has the texts
 *   that explain the ring and the badges
 */
export function enemyRing(enemy, { width, label, preview = 0, explain = {} }) {
  const size = {
    width: CARD.width + 2 * MARGIN,
    height: CARD.height + 2 * MARGIN + BADGE,
    scale: width / CARD.width,
    label,
  };
  return picture(`enemy ${suitClass(enemy.card)}`, size,
    s("g", { transform: `translate(${MARGIN} ${MARGIN})` },
      ring(enemy, preview, explain.health),
      face(enemy.card, { width }),
      immunity(enemy, explain.immunity),
      attack(enemy, explain.attack)));
}

/**
 * The ring around the card. One unit of its length is one point of health, so that damage can be written as it is.
 * @param {Schemas["Enemy"]} enemy
 * @param {number} preview
 * @param {string} [text] that explains it
 */
function ring({ health, damage }, preview, text) {
  const taken = Math.min(damage, health);
  const expected = Math.min(damage + preview, health);
  const path = ringPath();
  /** @param {string} name @param {number} filled */
  const part = (name, filled) => s("path", {
    class: name,
    d: path,
    pathLength: health,
    "stroke-width": RING.width,
    "stroke-dasharray": `${filled} ${health}`,
  });
  return s("g", { class: "ring", "data-explain": text },
    part("ring-track", health),
    expected > taken ? part("ring-preview", expected) : null,
    taken > 0 ? part("ring-damage", taken) : null,
    // Gaps, one every ten points, so that the health can be read.
    s("path", { class: "ring-gaps", d: path, pathLength: health, "stroke-width": RING.width + 1, "stroke-dasharray": "0.3 9.7", "stroke-dashoffset": 0.15 }));
}

/** Clockwise around the card, from the middle of its upper edge. */
function ringPath() {
  const out = RING.gap + RING.width / 2;
  const [left, right, top, bottom] = [-out, CARD.width + out, -out, CARD.height + out];
  const r = CARD.radius + out;
  return `M${CARD.width / 2} ${top}H${right - r}A${r} ${r} 0 0 1 ${right} ${top + r}`
    + `V${bottom - r}A${r} ${r} 0 0 1 ${right - r} ${bottom}H${left + r}`
    + `A${r} ${r} 0 0 1 ${left} ${bottom - r}V${top + r}A${r} ${r} 0 0 1 ${left + r} ${top}Z`;
}

/**
 * The suit without power against the enemy, struck out; nothing after a jester has cancelled the immunity.
 * @param {Schemas["Enemy"]} enemy
 * @param {string} [text] that explains it
 */
function immunity({ immune_to: suit }, text) {
  if (!suit) return null;
  const line = { x1: 72, y1: 30, x2: 92, y2: 10 };
  return s("g", { class: "badge badge-immunity", "data-explain": text },
    s("circle", { class: "badge-ground", cx: 82, cy: 20, r: 14 }),
    s("g", { class: `suit-${suit}` },
      shape(`suit-${suit}`, { x: 82, y: 20, size: 18 }),
      // Wide in the colour of the ground, so that it cuts the suit, then narrow in the suit's own.
      s("g", { class: "strike", "stroke-width": 20 / 11 },
        s("line", { ...line, class: "cut", "stroke-width": 20 / 7 }),
        s("line", line))));
}

/**
 * The enemy's attack; with a shield, the attack, the shield and the difference.
 * @param {Schemas["Enemy"]} enemy
 * @param {string} [text] that explains it
 */
function attack({ attack: full, shield }, text) {
  const left = Math.max(0, full - shield);
  const sum = shield > 0 ? `${full} − ${Math.min(shield, full)} = ` : "";
  const half = shield > 0 ? 58 : 30;
  const middle = CARD.width / 2;
  const y = CARD.height + RING.gap + RING.width / 2;
  return s("g", { class: "badge badge-attack", "data-explain": text },
    s("rect", { class: "badge-ground", x: middle - half, y: y - BADGE + 2, width: 2 * half, height: 2 * BADGE - 4, rx: BADGE - 2 }),
    shape("sword", { x: middle - half + 16, y, size: 15, class: "shape badge-mark" }),
    s("text", { class: "numbers", x: middle + half - 12, y: y + 7, "text-anchor": "end" },
      s("tspan", { class: "numbers-sum", "font-size": 11 }, sum),
      s("tspan", { "font-size": 19 }, String(left))));
}
