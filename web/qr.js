// QR codes, drawn in the browser: what they hold is sent nowhere.

import { h, render, s } from "./dom.js";
import { problemNote } from "./notes.js";

/** The QR code of a text, in an element that is filled once the library is loaded. @param {string} text @param {string} label */
export function codeOfText(text, label) {
  const place = h("div", { class: "qr" });
  import("./vendor/lean-qr.js").then(({ generate }) => render(place, picture(generate(text), label)), (error) => render(place, problemNote(error)));
  return place;
}

/** The margin of a QR code, in modules. */
const MARGIN = 4;

/** @param {{ size: number, get: (x: number, y: number) => boolean }} code @param {string} label */
function picture({ size, get }, label) {
  const places = Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)]);
  const dark = places.filter(([x = 0, y = 0]) => get(x, y)).map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");
  const whole = size + 2 * MARGIN;
  // Readers need dark on light, also in a dark page.
  return s("svg", { viewBox: `${-MARGIN} ${-MARGIN} ${whole} ${whole}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    s("rect", { x: -MARGIN, y: -MARGIN, width: whole, height: whole, fill: "#fff" }),
    s("path", { d: dark, fill: "#000" }));
}
