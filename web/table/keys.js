// The keyboard: digits choose cards, Enter plays, Esc takes back. On a control, Enter does what Space does.

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

/** Listens until a signal. @param {Page} page @param {AbortSignal} signal */
export function listenToKeys(page, signal) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const { key, repeat: repeated } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea")) return;
    // A key that is held down must not confirm what comes next.
    if (key === "Enter" && repeated) return event.preventDefault();
    if (key === "ArrowLeft" || key === "ArrowRight") return step(event, target, key === "ArrowRight" ? 1 : -1);
    const action = actionOf(key, target, page.current());
    if (!action) return;
    event.preventDefault();
    page.act(action);
    // From a card to the button that makes the selected move: Enter then makes it.
    const send = document.querySelector("[data-key=send]:not(:disabled)");
    const isChosen = (action.type === "load" || KEYS.includes(key)) && target.closest(".hand-card, .bar-buttons");
    if (isChosen && send instanceof HTMLElement) send.focus({ preventScroll: true });
  }, { signal });
}

/**
 * The action of a key; nothing for a key without one.
 * @param {string} key
 * @param {HTMLElement} target
 * @param {Table} table
 * @returns {import("./reduce.js").Action | null}
 */
function actionOf(key, target, table) {
  if (key === "?") return { type: "help" };
  // On a control, Enter activates that.
  const isFree = !target.closest("button, a, summary, [tabindex='0']");
  if (table.covered && key === "Enter" && isFree) return { type: "uncover" };
  if (!mayChoose(table)) return null;
  const card = sortedHand(table)[KEYS.indexOf(key)];
  if (card) return table.chosen.length === 1 && table.chosen[0] === card ? { type: "clear" } : { type: "tap", card };
  if (key === "Escape") return { type: "clear" };
  if (!isMyTurn(table)) return null;
  if (key === "Enter") {
    const move = selectedMove(table);
    return move && isFree ? { type: "send", move } : null;
  }
  if (key.toLowerCase() === "h" && mayHint(table)) return { type: "hint" };
  const named = { y: "yield", f: "flip", t: "take", p: "pass" }[key.toLowerCase()];
  const one = table.view?.legal_moves?.find(({ move }) => move.type === named);
  return one ? { type: "load", text: one.text } : null;
}

/** Goes to the next card of the hand. @param {KeyboardEvent} event @param {HTMLElement} target @param {number} by */
function step(event, target, by) {
  const cards = [...document.querySelectorAll(".hand-card")];
  const here = cards.indexOf(target.closest(".hand-card") ?? target);
  if (here < 0 && !target.closest(".bar-buttons")) return;
  event.preventDefault();
  const next = cards[here < 0 ? (by > 0 ? 0 : cards.length - 1) : (here + by + cards.length) % cards.length];
  if (next instanceof HTMLElement) next.focus();
}

/** A list of keys, those of the table if none are given. @param {Keys} [keys] */
export function keyList(keys = TABLE) {
  return h("dl", { class: "keys" }, keys.map(([key, text]) =>
    h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text)))));
}
