// The keyboard: digits choose cards, Enter plays, Esc takes back.

import { h } from "../dom.js";
import { t } from "../language.js";
import { selectedMove } from "./choice.js";
import { sortedHand } from "./hand.js";
import { isMyTurn, mayChoose } from "./state.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./actions.js").Actions} Actions */

/**
 * Listens until the returned function is called.
 * @param {Table} table
 * @param {Actions} actions
 */
export function listenToKeys(table, actions) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea")) return;
    if (press(event, target, table, actions)) event.preventDefault();
  };
  addEventListener("keydown", listen);
  return () => removeEventListener("keydown", listen);
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 * @param {Table} table
 * @param {Actions} actions
 * @returns {boolean} whether the key was handled
 */
function press({ key, repeat: repeated }, target, table, actions) {
  if (key === "?") {
    actions.help();
    return true;
  }
  if (key === "ArrowLeft" || key === "ArrowRight") return step(target, key === "ArrowRight" ? 1 : -1);
  if (!mayChoose(table)) return false;
  const legal = table.view?.legal_moves ?? [];
  const card = /^[1-9]$/.test(key) ? sortedHand(table)[Number(key) - 1] : undefined;
  if (card) {
    if (table.chosen.length === 1 && table.chosen[0] === card) actions.clear();
    else actions.tap(card);
    return true;
  }
  if (key === "Escape") {
    actions.clear();
    return true;
  }
  if (!isMyTurn(table)) return false;
  if (key === "Enter") {
    // On another button or a link, Enter activates that.
    const elsewhere = target.closest("button, a, summary") && !target.closest(".hand-card");
    const move = selectedMove(table);
    // A key that is held down must not confirm what comes next.
    if (elsewhere || !move || repeated) return false;
    actions.send(move);
    return true;
  }
  const named = { y: "yield", f: "flip" }[key.toLowerCase()];
  const one = legal.find(({ move }) => move.type === named);
  if (one) actions.load(one.text);
  return one !== undefined;
}

/**
 * Goes to the next card of the hand.
 * @param {HTMLElement} target
 * @param {number} by
 */
function step(target, by) {
  const cards = [...document.querySelectorAll(".hand-card")];
  const here = cards.indexOf(target.closest(".hand-card") ?? target);
  if (here < 0) return false;
  const next = cards[(here + by + cards.length) % cards.length];
  if (next instanceof HTMLElement) next.focus();
  return true;
}

/** The list of the keys. */
export function keyList() {
  const keys = /** @type {const} */ ([
    ["1–9", "key_choose"], ["← →", "key_step"], ["Enter", "key_play"], ["Esc", "key_clear"],
    ["Y", "key_yield"], ["F", "key_flip"], ["?", "key_help"],
  ]);
  return h("dl", { class: "keys" }, keys.map(([key, text]) =>
    h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text)))));
}
