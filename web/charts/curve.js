// A curve of shares over the moves of a game, with dots at moves that mattered.
// Shares may be small: the scale is that of square roots, and its lines are labelled.

import { h, s } from "../dom.js";
import { percent } from "../language.js";
import { drawing, scale, WIDTH } from "./drawing.js";

const HEIGHT = 200;
const EDGE = 10;
/** Values at which the scale can end, and has lines. */
const TICKS = [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];
/** The least distance of lines, as a part of the height. */
const APART = 0.18;
/** A click this near to a dot selects it, in pixels. */
const NEAR = 14;

/**
 * @param {{ title: string, values: number[], last: number, dots: { at: number, kind: string }[] }} curve
 *   `values` are from 0 to 1, from position 0 on; the ones up to the `last` may not be known yet
 * @param {(at: number) => void} seek
 */
export function curveChart({ title, values, last, dots }, seek) {
  const top = TICKS.findLast((tick) => values.every((value) => value <= tick)) ?? 1;
  const x = scale(last);
  const y = (/** @type {number} */ value) => HEIGHT - EDGE - Math.sqrt(value / top) * (HEIGHT - 2 * EDGE);
  const ticks = [0, ...TICKS.filter((tick) => tick <= top)].filter((tick, index, all) =>
    index < 2 || (Math.sqrt((all[index - 1] ?? 0) / top) - Math.sqrt(tick / top) >= APART && Math.sqrt(tick / top) >= APART));
  const line = values.map((value, at) => `${at === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const seekNear = (/** @type {number} */ at, /** @type {number} */ width) => {
    const away = (/** @type {{ at: number }} */ dot) => (Math.abs(dot.at - at) / Math.max(1, last)) * width;
    const nearest = dots.filter((dot) => away(dot) <= NEAR).sort((one, other) => away(one) - away(other))[0];
    seek(nearest?.at ?? Math.round(at));
  };
  const { drawn, show } = drawing({ last, height: HEIGHT, look: "curve-lines", seek: seekNear }, [
    ticks.map((tick) => s("line", { class: "chart-mark", x1: 0, x2: WIDTH, y1: y(tick), y2: y(tick) })),
    values.length > 0 ? s("path", { class: "chart-area", d: `${line}V${HEIGHT}H0Z` }) : null,
    s("path", { class: "chart-line", d: line }),
  ],
    // A line without length has round ends that no scale distorts.
    dots.filter(({ at }) => at < values.length).map(({ at, kind }) =>
      s("path", { class: `curve-dot ${kind}`, d: `M${x(at).toFixed(1)} ${y(values[at] ?? 0).toFixed(1)}h0` })));
  const figure = h("b", { class: "figures" });
  return {
    shown: h("figure", { class: "chart" },
      h("figcaption", {}, h("span", { class: "chart-title" }, title), h("span", { class: "chart-key" }, figure)),
      h("div", { class: "curve" }, drawn,
        ticks.map((tick) => h("span", { class: "curve-tick figures soft", "aria-hidden": "true", style: { "--at": `${(100 * y(tick)) / HEIGHT}%` } }, percent(tick))))),
    /** @param {number} at */
    show(at) {
      show(at);
      const value = values[at];
      figure.textContent = value === undefined ? "" : percent(value);
    },
  };
}
