// Animation between two states of the table, planned from the positions before and after and from the effects of the
// move. It never delays input; with reduced motion numbers fade, and nothing moves.

import { cardFace } from "../cards/card.js";
import { h } from "../dom.js";
import { paced } from "./pace.js";

/** @typedef {{ rect: DOMRect, element: Element }} Place */
/** @typedef {Map<string, Place>} Places */

/** The duration of one movement, and the delay before the next. */
const STEP = 220;
const FLOAT = 900;
const COUNT = 350;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The place of everything that can move: cards by code, piles and the enemy by name. @param {Element} root @returns {Places} */
export function places(root) {
  /** @type {Places} */
  const found = new Map();
  for (const element of root.querySelectorAll("[data-flip], [data-card]")) {
    const { flip, card } = /** @type {HTMLElement} */ (element).dataset;
    found.set(flip ?? card ?? "", { rect: element.getBoundingClientRect(), element });
  }
  return found;
}

/**
 * Moves everything from its old to its new place. A new card comes from the tavern deck; a removed card goes to the discard pile.
 * @param {Element} root
 * @param {Places} before
 * @param {Schemas["Effect"][]} effects what the last move did
 */
export function animate(root, before, effects) {
  const after = places(root);
  if (!still()) {
    // A card that was taken back comes from where it had gone.
    const source = effects.some(({ type }) => type === "taken_back") ? "discard" : "tavern";
    for (const [key, { element, rect }] of after) {
      const from = before.get(key) ?? (isCard(key) ? before.get(source) : undefined);
      if (from) slide(element, from.rect, rect);
    }
    const pile = after.get("discard");
    for (const [key, { element, rect }] of before) {
      const picture = isCard(key) && !after.has(key) ? element.querySelector("svg")?.cloneNode(true) : null;
      if (picture && pile) leave(picture, rect, pile.rect);
    }
    for (const effect of effects) if (effect.type === "defeated") fall(effect, before, after);
  }
  // The pip of the enemy that has just been defeated.
  root.querySelector(".pip-stamped")?.animate(still() ? [{ opacity: 0 }, { opacity: 1 }]
    : [{ opacity: 0, transform: "scale(2.2)" }, { opacity: 1, transform: "scale(0.9)", offset: 0.7 }, { transform: "none" }],
  { duration: paced(STEP * 1.5), easing: "ease-in" });
  // Removes what is still shown of the previous move.
  for (const old of document.querySelectorAll(".float")) old.remove();
  const floating = effects.flatMap((effect) => floats(effect));
  for (const [index, { at, text, good }] of floating.entries()) {
    const place = after.get(at);
    if (place) float(text, place.rect, good, index);
  }
}

/** @param {string} key */
function isCard(key) {
  return /^([A2-9TJQK][CDHS]|X[12])$/.test(key);
}

/** @param {Element} element @param {DOMRect} from @param {DOMRect} to */
function slide(element, from, to) {
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) < 2 && Math.abs(y) < 2) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: paced(STEP), easing: "ease-out" });
}

/**
 * A defeated enemy goes to the tavern deck, or to the discard pile.
 * @param {{ card: string, exact: boolean }} enemy
 * @param {Places} before
 * @param {Places} after
 */
function fall({ card, exact }, before, after) {
  const [from, to] = [before.get("enemy"), after.get(exact ? "tavern" : "discard")];
  if (from && to) leave(cardFace(card, { width: 180 }), from.rect, to.rect);
}

/** Moves the picture of what is gone to a pile. @param {Node} picture @param {DOMRect} from @param {DOMRect} to */
function leave(picture, from, to) {
  const style = { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px` };
  const ghost = h("div", { class: "ghost", "aria-hidden": "true", style }, picture);
  document.body.append(ghost);
  const scale = to.width / Math.max(1, from.width) / 2;
  ghost.animate([
    { transform: "none", opacity: 1 },
    { transform: `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${scale})`, opacity: 0.3 },
  ], { duration: paced(STEP * 1.5), easing: "ease-in" }).finished.finally(() => ghost.remove());
}

/** The number that is shown for an effect, and its place. @param {Schemas["Effect"]} effect */
function floats(effect) {
  switch (effect.type) {
    case "damaged": return [{ at: "enemy", text: `−${effect.amount}`, good: false }];
    case "shielded": return [{ at: "enemy", text: `⛨ ${effect.amount}`, good: true }];
    case "healed": return effect.count > 0 ? [{ at: "tavern", text: `+${effect.count}`, good: true }] : [];
    case "drawn": return effect.count > 0 ? [{ at: "tavern", text: `−${effect.count}`, good: false }] : [];
    case "discarded": return [{ at: "discard", text: `+${effect.cards.length}`, good: false }];
    default: return [];
  }
}

/** @param {string} text @param {DOMRect} over @param {boolean} good @param {number} turn */
function float(text, over, good, turn) {
  const style = { left: `${over.left + over.width / 2}px`, top: `${over.top + over.height / 3}px` };
  const number = h("span", { class: good ? "float good" : "float", "aria-hidden": "true", style }, text);
  document.body.append(number);
  const rise = still() ? 0 : -36;
  number.animate([
    { opacity: 0, transform: "translate(-50%, 0)" },
    { opacity: 1, transform: `translate(-50%, ${rise / 3}px)`, offset: 0.2 },
    { opacity: 1, transform: `translate(-50%, ${(rise * 2) / 3}px)`, offset: 0.7 },
    { opacity: 0, transform: `translate(-50%, ${rise}px)` },
  ], { duration: paced(FLOAT), delay: paced(turn * STEP), fill: "backwards" }).finished.finally(() => number.remove());
}

/** The numbers that count, by name. @param {Element} root @returns {Map<string, string>} */
export function counts(root) {
  return new Map([...root.querySelectorAll("[data-count]")].map((one) => [one.getAttribute("data-count") ?? "", one.textContent ?? ""]));
}

/**
 * Highlights the numbers that have changed, and counts to them: the first number of a text.
 * @param {Element} root
 * @param {Map<string, string>} before
 */
export function count(root, before) {
  if (still()) return;
  for (const element of root.querySelectorAll("[data-count]")) {
    const text = element.textContent ?? "";
    const [from, to] = [before.get(element.getAttribute("data-count") ?? ""), text].map((one) => Number(/\d+/.exec(one ?? "")));
    if (from === undefined || to === undefined || from === to) continue;
    element.animate([{ transform: "scale(1.12)" }, { transform: "none" }], { duration: paced(STEP), easing: "ease-out" });
    const begun = performance.now();
    const step = () => {
      const part = Math.min(1, (performance.now() - begun) / paced(COUNT));
      element.textContent = text.replace(/\d+/, String(Math.round(from + (to - from) * part)));
      if (part < 1) requestAnimationFrame(step);
    };
    step();
  }
}
