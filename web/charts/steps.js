// A small chart of whole numbers over the moves of a game, with a line at the present move.

import { h, s } from "../dom.js";
import { drawing, scale } from "./drawing.js";

/**
 * @typedef {{ name: string, values: number[] }} Series with a value for each position
 *
 * @typedef {object} Chart
 * @property {string} title
 * @property {Series[]} series
 * @property {number[]} marks positions at which something ended
 * @property {boolean} [filled] whether the first series is drawn as an area
 */

const HEIGHT = 100;

/** A chart, and the way to move its line. @param {Chart} chart @param {(at: number) => void} seek */
export function stepChart({ title, series, marks, filled = false }, seek) {
  const last = (series[0]?.values.length ?? 1) - 1;
  const top = Math.max(1, ...series.flatMap((one) => one.values));
  const x = scale(last);
  const y = (/** @type {number} */ value) => HEIGHT - (value / top) * (HEIGHT - 10) - 5;
  // A line keeps each value until the next position.
  const lines = series.map(({ values }) =>
    values.map((value, at) => (at === 0 ? `M0 ${y(value).toFixed(1)}` : `H${x(at).toFixed(1)}V${y(value).toFixed(1)}`)).join(""));
  const { drawn, show } = drawing({ last, height: HEIGHT, look: "", seek: (at) => seek(Math.round(at)) }, [
    filled ? s("path", { class: "chart-area", d: `${lines[0]}V${HEIGHT}H0Z` }) : null,
    marks.map((at) => s("line", { class: "chart-mark", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT })),
    lines.map((d, index) => s("path", { class: `chart-line chart-line-${index}`, d })),
  ]);
  const figures = series.map(() => h("b", { class: "figures" }));
  return {
    shown: h("figure", { class: "chart" },
      h("figcaption", {},
        h("span", { class: "chart-title" }, title),
        series.map(({ name }, index) => h("span", { class: "chart-key" },
          series.length > 1 ? [sample(index), `${name} `] : null, figures[index])),
        h("span", { class: "chart-range figures soft" }, `0–${top}`)),
      drawn),
    /** @param {number} at */
    show(at) {
      show(at);
      for (const [index, figure] of figures.entries()) figure.textContent = String(series[index]?.values[at] ?? "");
    },
  };
}

/** A sample of a series' line, for the legend. @param {number} index */
function sample(index) {
  return s("svg", { class: "chart-sample", viewBox: "0 0 20 4", width: 20, height: 4, "aria-hidden": "true" },
    s("path", { class: `chart-line chart-line-${index}`, d: "M0 2H20" }));
}
