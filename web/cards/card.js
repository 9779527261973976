// A card's face and back, at any size.

import { s } from "../dom.js";
import { picture } from "./picture.js";
import { part, shape } from "./parts.js";
import shapes from "./shapes.json" with { type: "json" };

/** A card's own units; all pictures of cards use them. */
export const CARD = { width: 100, height: 140, radius: 9 };

/**
 * The picture of a card.
 * @param {string} name such as `7H`, or `X1`
 * @param {{ width?: number, label?: string, powers?: boolean }} [options] `width` is in pixels; `label` its name in full words,
 *   left out where the words stand elsewhere; `powers` is false in the trick-taking game, whose suits have none
 */
export function cardFace(name, { width = 72, label, powers } = {}) {
  const size = { width: CARD.width, height: CARD.height, scale: width / CARD.width, label };
  return picture(`card ${suitClass(name)}`, size, face(name, { width, powers }));
}

/**
 * A face as a group of a larger picture, in card units.
 * @param {string} name
 * @param {{ width: number, powers?: boolean | undefined }} options `width` chooses how much is shown
 */
export function face(name, { width, powers = true }) {
  const parts = shapes.faces[detail(width)][kind(name, powers)];
  return s("g", { class: `face face-${detail(width)} ${suitClass(name)}` },
    sheet("paper"),
    ...parts.map((place) => part(place, { name, powers })));
}

/**
 * A back as a group of a larger picture, in card units.
 * @param {number} width how wide it is shown: small ones have no pattern
 * @param {boolean} [covered] whether another card lies on its middle
 */
export function back(width, covered = false) {
  return s("g", { class: "back" },
    sheet("cover"),
    covered ? null : width < 40
      ? shape("crown-3", { x: 50, y: 70, size: 56 })
      : s("path", { class: "pattern", d: shapes.back }));
}

/** @param {string} name */
export function suitClass(name) {
  return name[0] === "X" ? "suit-none" : `suit-${name[1]}`;
}

/** @param {"paper" | "cover"} name */
function sheet(name) {
  const { width, height, radius } = CARD;
  return s("rect", { class: name, x: 1, y: 1, width: width - 2, height: height - 2, rx: radius });
}

/** @param {number} width */
function detail(width) {
  if (width < 48) return "small";
  return width < 132 ? "medium" : "large";
}

/** @param {string} name @param {boolean} powers aces are companions in the game that has powers */
function kind(name, powers) {
  if (name[0] === "X") return "jester";
  if (name[0] === "A" && powers) return "companion";
  return /^[JQK]/.test(name) ? "royal" : "number";
}
