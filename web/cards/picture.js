// Common code of all pictures of this folder.

import { s } from "../dom.js";

/**
 * The root of a picture. With a label it is an image to screen readers, without one it is decoration.
 * @param {string} name its class, beside `picture`
 * @param {{ width: number, height: number, scale: number, label?: string | undefined }} size in units of the picture,
 *   each of `scale` pixels; `label` has the meaning in words
 * @param {(SVGElement | null)[]} children
 */
export function picture(name, { width, height, scale, label }, ...children) {
  return s("svg", {
    class: `picture ${name}`,
    viewBox: `0 0 ${round(width)} ${round(height)}`,
    width: round(width * scale),
    height: round(height * scale),
    ...(label === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": label }),
  }, ...children);
}

/** @param {number} value To two decimals. */
export function round(value) {
  return Math.round(value * 100) / 100;
}
