// The log: the narration of each move and the signals, newest last.

import { mark } from "../cards/suit.js";
import { h } from "../dom.js";
import { changesOf } from "./hands.js";
import { shownLog } from "./state.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./state.js").LogLine} LogLine */

/**
 * The greetings and the moves, each followed by the changes of hands and the signals before
 * the next.
 * @param {Table} table
 * @returns {{ key: string, draw: () => HTMLElement }[]}
 */
function entries(table) {
  const { said, seat, view } = table;
  const changes = view ? changesOf(view) : [];
  const saidAt = (/** @type {number} */ place) =>
    said.filter(({ seq }) => seq === place).map((one) => ({ key: `said-${one.number}`, draw: () => saidEntry(one) }));
  const changedAt = (/** @type {number} */ place) => changes.filter(({ until }) => until === place)
    .map(({ text }) => ({ key: `hands-${place}-${text}`, draw: () => handsEntry(`hands-${place}-${text}`, text) }));
  return [...changedAt(0), ...saidAt(0), ...shownLog(table).flatMap((line) => [
    { key: `move-${line.seq}-${seat}`, draw: () => moveEntry(line, seat) },
    ...changedAt(line.seq), ...saidAt(line.seq),
  ])];
}

/** @param {LogLine} line @param {number | null} seat the reader's */
function moveEntry(line, seat) {
  return h("li", { "data-seq": line.seq, "data-entry": `move-${line.seq}-${seat}` },
    h("span", { class: "log-who figures" }, `${line.seq}`),
    h("div", {}, line.narration.map((sentence) => h("p", {}, sentence))));
}

/** @param {string} key @param {string} text */
function handsEntry(key, text) {
  return h("li", { class: "log-hands", "data-entry": key }, h("span", { class: "log-who" }), h("p", {}, text));
}

/** @param {import("./state.js").SignalLine} said */
function saidEntry({ number, narration }) {
  return h("li", { class: "log-said", "data-entry": `said-${number}` },
    h("span", { class: "log-who" }, mark("talk", { size: 16 })),
    h("p", {}, narration));
}

/**
 * Adds the missing entries to a list, each at its place, and scrolls to its end.
 * Entries for another player on this device are removed.
 * @param {HTMLElement} list
 * @param {Table} table
 */
export function growLog(list, table) {
  let grows = false;
  const all = entries(table);
  for (const [index, { key, draw }] of all.entries()) {
    const there = list.children[index];
    if (there instanceof HTMLElement && there.dataset.entry === key) continue;
    list.insertBefore(draw(), there ?? null);
    grows = true;
  }
  while (list.children.length > all.length) list.lastElementChild?.remove();
  if (grows) list.scrollTop = list.scrollHeight;
}
