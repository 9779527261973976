// The log: the narration of each move and the signals, newest last.

import { mark } from "../cards/suit.js";
import { h } from "../dom.js";
import { changesOf } from "./hands.js";
import { shownLog } from "./state.js";

/**
 * The greetings and the moves, each followed by the changes of hands and the signals before the next.
 * @param {Table} table
 * @returns {{ key: string, draw: () => HTMLElement }[]}
 */
function entries(table) {
  const { said, seat, view } = table;
  const changes = view ? changesOf(view) : [];
  const saidAt = (/** @type {number} */ place) =>
    said.filter(({ seq }) => seq === place).map(({ narration, number }) => ({
      key: `said-${number}`,
      draw: () => h("li", { class: "log-said" }, h("span", { class: "log-who" }, mark("talk", { size: 16 })), h("p", {}, narration)),
    }));
  const changedAt = (/** @type {number} */ place) => changes.filter(({ until }) => until === place).map(({ text }) => ({
    key: `hands-${place}-${text}`,
    draw: () => h("li", { class: "log-hands" }, h("span", { class: "log-who" }), h("p", {}, text)),
  }));
  return [...changedAt(0), ...saidAt(0), ...shownLog(table).flatMap((line) => [
    {
      key: `move-${line.seq}-${seat}`,
      draw: () => h("li", { "data-seq": line.seq }, h("span", { class: "log-who figures" }, `${line.seq}`),
        h("div", {}, line.narration.map((sentence) => h("p", {}, sentence)))),
    },
    ...changedAt(line.seq), ...saidAt(line.seq),
  ])];
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
    const entry = list.insertBefore(draw(), there ?? null);
    entry.dataset.entry = key;
    grows = true;
  }
  while (list.children.length > all.length) list.lastElementChild?.remove();
  if (grows) list.scrollTop = list.scrollHeight;
}
