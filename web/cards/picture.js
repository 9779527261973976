// Common code of all pictures of this folder.

import { s } from "../dom.js";

/**
 * @typedef {object} Size
 * @property {number} width of the picture in its own units
 * @property {number} height
 * @property {number} scale how many pixels a unit has
 * @property {string | undefined} [label] what it shows, in words
 */

/**
 * The root of a picture. With a label it is an image to screen readers, without
 * one it is decoration.
 *
 * @param {string} name its class, beside `picture`
 * @param {Size} size
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
