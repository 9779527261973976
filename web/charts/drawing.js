// The drawing of a chart over the positions of a game, with a line at the one that is shown.

import { s } from "../dom.js";

export const WIDTH = 1000;

/** The place of each position. @param {number} last */
export function scale(last) {
  return (/** @type {number} */ at) => (at / Math.max(1, last)) * WIDTH;
}

/**
 * @param {{ last: number, height: number, look: string, seek: (at: number, width: number) => void }} axis
 *   `seek` gets a place between two positions, and the width of the drawing in pixels
 * @param {import("../dom.js").Children[]} below the line
 * @param {import("../dom.js").Children[]} above
 */
export function drawing({ last, height, look, seek }, below, above = []) {
  const cursor = s("line", { class: "chart-cursor", y1: 0, y2: height });
  const drawn = s("svg", {
    class: `chart-lines ${look}`, viewBox: `0 0 ${WIDTH} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true",
    onclick: (/** @type {MouseEvent} */ event) => {
      const { left, width } = drawn.getBoundingClientRect();
      seek(((event.clientX - left) / width) * Math.max(1, last), width);
    },
  }, ...below, cursor, ...above);
  /** @param {number} at */
  const show = (at) => {
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, String(scale(last)(at)));
  };
  return { drawn, show };
}
