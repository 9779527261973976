// Drag and drop: a card of the hand that is dropped on the table is played, with the
// selected ones. All of it can be done without dragging.

import { h, ignoreClick } from "../dom.js";
import { handOf, mayChoose } from "./state.js";

/** A pointer that goes less far presses, in pixels. */
const SLIP = 10;

/**
 * Listens until a signal. The returned function ends the drag of a card that may not be selected any more.
 * @param {HTMLElement} root
 * @param {Page} page
 * @param {AbortSignal} signal
 */
export function dragCards(root, page, signal) {
  /** @type {{ card: string, button: Element, size: DOMRect, id: number, x: number, y: number, ghost: HTMLElement | null } | null} */
  let drag = null;

  const end = () => {
    drag?.ghost?.remove();
    drag = null;
    root.querySelector(".field.target")?.classList.remove("target");
  };
  const settle = () => {
    const table = page.current();
    if (drag && !(mayChoose(table) && handOf(table).includes(drag.card))) end();
  };
  /** The table below the pointer. @param {PointerEvent} event */
  const fieldAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest(".field");

  root.addEventListener("pointerdown", (event) => {
    end();
    const button = event.target instanceof Element ? event.target.closest(".hand-card") : null;
    const card = button?.getAttribute("data-card");
    if (!button || !card || !event.isPrimary || event.button !== 0) return;
    drag = { card, button, size: button.getBoundingClientRect(), id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
    settle();
  }, { signal });
  addEventListener("pointermove", (event) => {
    if (drag?.id !== event.pointerId) return;
    const [right, up] = [event.clientX - drag.x, drag.y - event.clientY];
    if (!drag.ghost) {
      if (Math.hypot(right, up) < SLIP) return;
      // A finger scrolls in any other direction.
      if (event.pointerType === "touch" && up < Math.abs(right)) return end();
      drag.ghost = h("div", { class: "ghost", "aria-hidden": "true" }, drag.button.querySelector("svg")?.cloneNode(true));
      document.body.append(drag.ghost);
    }
    const { width, height } = drag.size;
    Object.assign(drag.ghost.style, { width: `${width}px`, left: `${event.clientX - width / 2}px`, top: `${event.clientY - height / 2}px` });
    root.querySelector(".field")?.classList.toggle("target", Boolean(fieldAt(event)));
  }, { signal });
  addEventListener("pointerup", (event) => {
    if (drag?.id !== event.pointerId) return;
    const { button, card, ghost } = drag;
    end();
    if (!ghost) return;
    if (fieldAt(event)) page.act({ type: "play", card });
    else if (event.pointerType === "mouse" && event.target instanceof Node && button.contains(event.target)) ignoreClick(signal);
  }, { signal });
  addEventListener("pointercancel", end, { signal });
  signal.addEventListener("abort", end);
  return settle;
}
