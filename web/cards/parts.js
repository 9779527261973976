// The parts of a card's face: index, suit, emblem, power and word.

import { s } from "../dom.js";
import { t } from "../language.js";
import { round } from "./picture.js";
import shapes from "./shapes.json" with { type: "json" };

/** @typedef {keyof typeof shapes.shapes | `crown-${number}` | `power-${string}` | `suit-${string}`} ShapeName */
/** @typedef {{ part: string, x: number, y: number, size: number, tint?: number }} Place */

const BOX = 24;

/** The emblems of ranks; a jester has none of them. @type {Record<string, ShapeName>} */
const EMBLEMS = { J: "crown-1", Q: "crown-2", K: "crown-3", A: "companion" };

/**
 * A shape with its middle at a place.
 * @param {ShapeName} name
 * @param {{ x: number, y: number, size: number, tint?: number, class?: string }} place
 */
export function shape(name, { x, y, size, tint, class: className = "shape" }) {
  return s("path", {
    class: className,
    d: shapes.shapes[/** @type {keyof typeof shapes.shapes} */ (name)],
    transform: `translate(${round(x - size / 2)} ${round(y - size / 2)}) scale(${Math.round((size / BOX) * 1000) / 1000})`,
    opacity: tint,
  });
}

/**
 * One part of a face, or nothing where a card does not have it.
 * @param {Place} place
 * @param {{ name: string, powers: boolean }} card
 */
export function part(place, { name, powers }) {
  const [rank = "", suit = ""] = name;
  switch (place.part) {
    case "index": return rank === "T" ? ten(place) : text(rank, place, "index");
    case "suit": return shape(`suit-${suit}`, { ...place, class: "shape suit" });
    case "emblem": return shape(EMBLEMS[rank] ?? "jester", { ...place, class: "shape emblem" });
    case "power": return powers ? shape(`power-${suit}`, { ...place, class: "shape power" }) : null;
    default: return powers ? text(t(/** @type {import("../language.js").Key} */ (`power_${suit}`)), place, "word") : null;
  }
}

/** The index 10, the only one of two characters: set closer and smaller, to be as wide as a broad letter. @param {Place} place */
function ten({ x, y, size, part: name }) {
  const drawn = text("10", { part: name, x: x - size * 0.02, y, size: size * 0.86 }, "index");
  drawn.setAttribute("letter-spacing", "-0.07em");
  return drawn;
}

/** Text with the middle of its capitals at a place. @param {string} content @param {Place} place @param {string} className */
function text(content, { x, y, size }, className) {
  // Capitals and lining figures are some seven tenths of the size high.
  return s("text", { class: className, x, y: round(y + size * 0.35), "font-size": size, "text-anchor": "middle" }, content);
}
