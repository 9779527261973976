// Building the page. Text always becomes a text node, so that a player's name cannot become markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Child | Child[]} Children
 * @typedef {Event & { target: HTMLInputElement }} Change
 * @typedef {Record<string, unknown> & { onchange?: (event: Change) => void, onclick?: (event: MouseEvent) => void, oninput?: (event: Change) => void }} Attributes
 */

/**
 * An element of HTML: `h("button", { class: "main", onclick: play }, "Play")`. Attributes that are `false`, `null` or
 * `undefined` are left out; those that begin with `on` are listeners; `style` is an object of properties.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Attributes} [attributes]
 * @param {Children[]} children
 */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * An element of SVG, in the same way.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} name
 * @param {Attributes} [attributes]
 * @param {Children[]} children
 */
export function s(name, attributes = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, name));
  return fill(element, attributes, children);
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Children[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "style") {
      for (const [property, text] of Object.entries(/** @type {Record<string, string>} */ (value))) {
        element.style.setProperty(property, text);
      }
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...nodes(children));
  return element;
}

/** @param {Children[]} children */
function nodes(children) {
  const flat = /** @type {Child[]} */ (children.flat());
  return flat.filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : /** @type {Node | string} */ (child)));
}

/**
 * Replaces the children of an element. A child with a `data-key` is treated as the previous child with that key: it
 * keeps the focus, the typed text and whether it is expanded.
 * @param {Element} parent
 * @param {Children[]} children
 */
export function render(parent, ...children) {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && parent.contains(focused) ? focused.dataset.key : undefined;
  const typed = [...parent.querySelectorAll("input")].filter((input) => input.value !== input.defaultValue);
  const expanded = [...parent.querySelectorAll("details[open]")];
  parent.replaceChildren(...nodes(children));
  for (const one of expanded) {
    const same = one instanceof HTMLElement ? keyed(parent, one.dataset.key) : null;
    if (same instanceof HTMLDetailsElement) same.open = true;
  }
  for (const input of typed) {
    const same = keyed(parent, input.dataset.key);
    if (same instanceof HTMLInputElement) same.value = input.value;
  }
  keyed(parent, key)?.focus({ preventScroll: true });
}

/** The longest wait for the click after a press is released, in milliseconds. */
const CLICK = 300;

/** The longest wait for a release, in milliseconds: its event may never come. */
const PRESS = 10_000;

/**
 * A `draw` that waits while a pointer presses an element: a click is lost if what was pressed is replaced before it is released.
 * @param {Element} element
 * @param {() => void} draw
 */
export function betweenPresses(element, draw) {
  /** @type {number | undefined} */
  let pressed;
  let due = false;
  const end = () => {
    clearTimeout(pressed);
    pressed = undefined;
    if (!due) return;
    due = false;
    draw();
  };
  const endIn = (/** @type {number} */ milliseconds) => {
    clearTimeout(pressed);
    pressed = setTimeout(end, milliseconds);
  };
  element.addEventListener("pointerdown", () => {
    endIn(PRESS);
    const released = new AbortController();
    released.signal.addEventListener("abort", () => endIn(CLICK));
    for (const release of ["pointerup", "pointercancel"]) addEventListener(release, () => released.abort(), { signal: released.signal });
  });
  // After the listeners of what was clicked.
  element.addEventListener("click", () => endIn(0));
  return () => {
    if (pressed === undefined) draw();
    else due = true;
  };
}

/** Ignores the click that ends the present press. @param {AbortSignal} signal */
export function ignoreClick(signal) {
  const over = new AbortController();
  const options = { capture: true, once: true, signal: AbortSignal.any([signal, over.signal]) };
  document.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation();
    over.abort();
  }, options);
  document.addEventListener("pointerdown", () => over.abort(), options);
}

/** Acts once an element comes into view. @param {Element} element @param {() => void} act */
export function whenSeen(element, act) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((one) => one.isIntersecting)) return;
    observer.disconnect();
    act();
  });
  observer.observe(element);
}

/** The element with a key. @param {Element} parent @param {string | undefined} key */
export function keyed(parent, key) {
  const found = key === undefined ? null : parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
  return found instanceof HTMLElement ? found : null;
}

/**
 * A link to another page of this client, shown without reloading.
 * @param {string} path
 * @param {Attributes} attributes
 * @param {Children[]} children
 */
export function link(path, attributes, ...children) {
  return h("a", { href: path, ...attributes }, ...children);
}
