// A small chart of whole numbers over the moves of a game, with a line at the
// present move.

import { h, s } from "../dom.js";

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {number[]} values one a position
 *
 * @typedef {object} Chart
 * @property {string} title
 * @property {Series[]} series
 * @property {number[]} [marks] positions at which something ended
 * @property {boolean} [filled] whether the first series is drawn as an area
 * @property {(value: number) => string} [words] a value in words, if it is no number for people
 * @property {number} [most] the highest value there can be; of those that there are, if left out
 */

const WIDTH = 1000;
const HEIGHT = 100;

/**
 * A chart, and the way to move its line.
 * @param {Chart} chart
 * @param {(at: number) => void} seek
 */
export function stepChart({ title, series, marks = [], filled = false, words = String, most = 1 }, seek) {
  const last = Math.max(1, (series[0]?.values.length ?? 1) - 1);
  const top = Math.max(most, ...series.flatMap((one) => one.values));
  const x = (/** @type {number} */ at) => (at / last) * WIDTH;
  const y = (/** @type {number} */ value) => HEIGHT - (value / top) * (HEIGHT - 10) - 5;
  const cursor = s("line", { class: "chart-cursor", y1: 0, y2: HEIGHT });
  const drawing = s("svg", {
    class: "chart-lines", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true",
    onclick: (/** @type {MouseEvent} */ event) => {
      const { left, width } = drawing.getBoundingClientRect();
      seek(Math.round(((event.clientX - left) / width) * last));
    },
  },
    marks.map((at) => s("line", { class: "chart-mark", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT })),
    series.map((one, index) => s("path", {
      class: `chart-line chart-line-${index}`,
      d: steps(one.values, x, y),
    })),
    cursor);
  if (filled && series[0]) {
    drawing.prepend(s("path", { class: "chart-area", d: `${steps(series[0].values, x, y)}V${HEIGHT}H0Z` }));
  }
  const figures = series.map(() => h("b", { class: "figures" }));
  const shown = h("figure", { class: "chart" },
    h("figcaption", {},
      h("span", { class: "chart-title" }, title),
      series.map((one, index) => h("span", { class: "chart-key" },
        series.length > 1 ? sample(index) : null,
        series.length > 1 ? `${one.name} ` : null, figures[index])),
      words === String ? h("span", { class: "chart-range figures soft" }, `0–${top}`) : null),
    drawing);
  return {
    shown,
    /** @param {number} at */
    show(at) {
      cursor.setAttribute("x1", String(x(at)));
      cursor.setAttribute("x2", String(x(at)));
      for (const [index, figure] of figures.entries()) {
        const value = series[index]?.values[at];
        figure.textContent = value === undefined ? "" : words(value);
      }
    },
  };
}

/** A sample of a series' line, for the legend. @param {number} index */
function sample(index) {
  return s("svg", { class: "chart-sample", viewBox: "0 0 20 4", width: 20, height: 4, "aria-hidden": "true" },
    s("path", { class: `chart-line chart-line-${index}`, d: "M0 2H20" }));
}

/**
 * A line that keeps each value until the next position.
 * @param {number[]} values
 * @param {(at: number) => number} x
 * @param {(value: number) => number} y
 */
function steps(values, x, y) {
  return values.map((value, at) => (at === 0 ? `M0 ${y(value).toFixed(1)}` : `H${x(at).toFixed(1)}V${y(value).toFixed(1)}`))
    .join("");
}
