// The log: the narration of each move and the signals, newest last.

import { mark } from "../cards/suit.js";
import { h } from "../dom.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./state.js").LogLine} LogLine */

/**
 * Moves, and after each what was said before the next.
 * @param {Table} table
 * @returns {{ key: string, draw: () => HTMLElement }[]}
 */
function entries({ log, said }) {
  return log.flatMap((line) => [
    { key: `move-${line.seq}`, draw: () => moveEntry(line) },
    ...said.filter(({ seq }) => seq === line.seq).map((one) => ({ key: `said-${one.number}`, draw: () => saidEntry(one) })),
  ]);
}

/** @param {LogLine} line */
function moveEntry(line) {
  return h("li", { "data-seq": line.seq, "data-entry": `move-${line.seq}` },
    h("span", { class: "log-who figures" }, `${line.seq}`),
    h("div", {}, line.narration.map((sentence) => h("p", {}, sentence))));
}

/** @param {import("./state.js").SignalLine} said */
function saidEntry({ number, narration }) {
  return h("li", { class: "log-said", "data-entry": `said-${number}` },
    h("span", { class: "log-who" }, mark("talk", { size: 16 })),
    h("p", {}, narration));
}

/**
 * Adds the missing entries to a list, each at its place, and scrolls to its end.
 * @param {HTMLElement} list
 * @param {Table} table
 */
export function growLog(list, table) {
  let grows = false;
  for (const [index, { key, draw }] of entries(table).entries()) {
    const there = list.children[index];
    if (there instanceof HTMLElement && there.dataset.entry === key) continue;
    list.insertBefore(draw(), there ?? null);
    grows = true;
  }
  if (grows) list.scrollTop = list.scrollHeight;
}
