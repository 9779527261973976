// The meaning of an element, in a small note beside it: on hover, on a long press and
// on focus by the keyboard. The text is the element's `data-explain`.

import { openDialog } from "../dialog.js";
import { h, ignoreClick } from "../dom.js";
import { t } from "../language.js";
import { briefRules } from "./brief.js";
import { specialNote } from "./game-line.js";
import { keyList } from "./keys.js";

/** The time that the pointer or the focus rests, and that a finger presses, in milliseconds. */
const REST = 600;
const PRESS = 500;
/** A finger that goes farther than this scrolls. */
const SLIP = 10;
const GAP = 6;

/**
 * Listens until a signal. The returned function moves the note to its element as it is drawn now.
 * @param {HTMLElement} root
 * @param {AbortSignal} signal
 */
export function explainIn(root, signal) {
  const note = h("div", { id: "explained", class: "explained", role: "tooltip", popover: "manual" });
  root.append(note);
  /** @type {number | undefined} */
  let timer;
  /** The element that is explained. @type {Element | null} */
  let shown = null;
  /** A pressed element is not explained before the pointer has left it. @type {string | null} */
  let pressed = null;
  /** True while the focus moves by a key. */
  let steps = false;
  let [x, y] = [0, 0];

  const hide = () => {
    clearTimeout(timer);
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    note.hidePopover();
  };
  /** An element as it is drawn now. @param {Element} element */
  const current = (element) => (element.isConnected ? element
    : [...root.querySelectorAll("[data-explain]")].find((one) => explanation(one) === explanation(element)));
  /** @param {Element} wanted */
  const show = (wanted) => {
    hide();
    const element = current(wanted);
    if (!element) return;
    shown = element;
    element.setAttribute("aria-describedby", note.id);
    note.textContent = explanation(element);
    note.showPopover();
    const [at, own] = [element.getBoundingClientRect(), note.getBoundingClientRect()];
    const left = Math.max(8, Math.min(at.left + (at.width - own.width) / 2, document.documentElement.clientWidth - own.width - 8));
    // A card of the hand is explained below it, where the bar stays free; not under a finger.
    const [above, below] = [at.top - own.height - GAP, at.bottom + GAP];
    const fits = below + own.height <= innerHeight - 8;
    const under = above < 8 || (element.matches(".hand-card") && pressed === null && fits);
    Object.assign(note.style, { left: `${left}px`, top: `${under ? below : above}px` });
  };
  /** @param {Element} element @param {number} after */
  const showAfter = (element, after) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(element), after);
  };
  /** @template {keyof DocumentEventMap} E @param {E} type @param {(event: DocumentEventMap[E]) => void} listener */
  const on = (type, listener) => document.addEventListener(type, listener, { capture: true, signal });

  on("pointerover", (event) => {
    if (event.pointerType !== "mouse" || event.buttons > 0) return;
    const element = explained(event.target);
    if (!element || explanation(element) !== pressed) pressed = null;
    if (element === shown) return;
    hide();
    if (element && pressed === null) showAfter(element, REST);
  });
  on("pointerdown", (event) => {
    const element = explained(event.target);
    hide();
    pressed = element ? explanation(element) : null;
    steps = false;
    [x, y] = [event.clientX, event.clientY];
    if (!element || event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      show(element);
      // The press was for the note alone.
      ignoreClick(signal);
    }, PRESS);
  });
  on("pointermove", (event) => {
    if (event.pointerType !== "mouse" && !shown && Math.hypot(event.clientX - x, event.clientY - y) > SLIP) clearTimeout(timer);
  });
  const release = (/** @type {PointerEvent} */ event) => event.pointerType !== "mouse" && clearTimeout(timer);
  on("pointerup", release);
  on("pointercancel", release);
  on("contextmenu", (event) => {
    if (pressed !== null && explained(event.target) === shown && shown) event.preventDefault();
  });
  on("keydown", (event) => {
    steps = /^(Tab|Arrow)/.test(event.key);
    if (event.key === "Escape" && shown) event.stopPropagation();
    hide();
  });
  on("focusin", (event) => {
    const element = explained(event.target);
    if (steps && element === event.target && element) showAfter(element, REST);
  });
  on("focusout", hide);
  addEventListener("scroll", () => shown && hide(), { capture: true, passive: true, signal });
  signal.addEventListener("abort", hide);
  return () => {
    if (shown && !shown.isConnected) show(shown);
  };
}

/** @param {EventTarget | null} target */
function explained(target) {
  return target instanceof Element ? target.closest("[data-explain]") : null;
}

/** @param {Element} element */
function explanation(element) {
  return element.getAttribute("data-explain") ?? "";
}

/** All that is explained now, and the keys. @param {Table} table */
export function helpDialog(table) {
  const lines = new Set([...document.querySelectorAll("[data-explain]:not(.whole)")].map(explanation));
  openDialog(t("help"), specialNote(table),
    lines.size === 0 ? null : [h("h3", {}, t("help_table")), h("ul", { class: "help" }, [...lines].map((line) => h("li", {}, line)))],
    table.view && table.book ? [h("h3", {}, t("brief_title")), briefRules(table.view, table.book)] : null,
    h("p", {}, h("a", { class: "button", href: `/rules#${table.view?.kind}`, target: "_blank" }, t("rules"))),
    h("div", { class: "keys-part" }, h("h3", {}, t("keys")), keyList()));
}
