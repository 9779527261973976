// The keyboard: digits choose cards, Enter plays, Esc takes back. On a control, Enter
// does what Space does.

import { h } from "../dom.js";
import { t } from "../language.js";
import { selectedMove } from "./choice.js";
import { KEYS, sortedHand } from "./hand.js";
import { isMyTurn, mayChoose, mayHint } from "./state.js";

/** @typedef {[key: string, text: import("../language.js").Key][]} Keys */

/** @type {Keys} */
const TABLE = [
  ["1–9, 0", "key_choose"], ["← →", "key_step"], ["Enter", "key_play"], ["Esc", "key_clear"],
  ["Y", "key_yield"], ["F", "key_flip"], ["T, P", "key_take"], ["H", "key_hint"], ["?", "key_help"],
];

/**
 * Listens until a signal.
 * @param {Page} page
 * @param {AbortSignal} signal
 */
export function listenToKeys(page, signal) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea")) return;
    if (press(event, target, page)) event.preventDefault();
  }, { signal });
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 * @param {Page} page
 * @returns {boolean} whether the key was handled
 */
function press({ key, repeat: repeated }, target, page) {
  const table = page.current();
  if (key === "?") {
    page.act({ type: "help" });
    return true;
  }
  if (key === "ArrowLeft" || key === "ArrowRight") return step(target, key === "ArrowRight" ? 1 : -1);
  // A key that is held down must not confirm what comes next.
  if (key === "Enter" && repeated) return true;
  // On a control, Enter activates that.
  const free = !target.closest("button, a, summary, [tabindex='0']");
  if (table.covered && key === "Enter" && free) {
    page.act({ type: "uncover" });
    return true;
  }
  if (!mayChoose(table)) return false;
  const card = sortedHand(table)[KEYS.indexOf(key)];
  if (card) {
    if (table.chosen.length === 1 && table.chosen[0] === card) page.act({ type: "clear" });
    else page.act({ type: "tap", card });
    toSend(target);
    return true;
  }
  if (key === "Escape") {
    page.act({ type: "clear" });
    return true;
  }
  if (!isMyTurn(table)) return false;
  if (key === "Enter") {
    const move = selectedMove(table);
    if (!move || !free) return false;
    page.act({ type: "send", move });
    return true;
  }
  if (key.toLowerCase() === "h" && mayHint(table)) {
    page.act({ type: "hint" });
    return true;
  }
  const named = { y: "yield", f: "flip", t: "take", p: "pass" }[key.toLowerCase()];
  const one = table.view?.legal_moves?.find(({ move }) => move.type === named);
  if (!one) return false;
  page.act({ type: "load", text: one.text });
  toSend(target);
  return true;
}

/**
 * Goes from a card to the button that makes the selected move: Enter then makes it.
 * @param {HTMLElement} target
 */
function toSend(target) {
  const send = document.querySelector("[data-key=send]:not(:disabled)");
  if (target.closest(".hand-card, .bar-buttons") && send instanceof HTMLElement) send.focus({ preventScroll: true });
}

/**
 * Goes to the next card of the hand.
 * @param {HTMLElement} target
 * @param {number} by
 */
function step(target, by) {
  const cards = [...document.querySelectorAll(".hand-card")];
  const here = cards.indexOf(target.closest(".hand-card") ?? target);
  if (here < 0 && !target.closest(".bar-buttons")) return false;
  const next = cards[here < 0 ? (by > 0 ? 0 : cards.length - 1) : (here + by + cards.length) % cards.length];
  if (next instanceof HTMLElement) next.focus();
  return true;
}

/** A list of keys, those of the table if none are given. @param {Keys} [keys] */
export function keyList(keys = TABLE) {
  return h("dl", { class: "keys" }, keys.map(([key, text]) =>
    h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text)))));
}
