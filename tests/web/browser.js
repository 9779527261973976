// A browser without a page, as far as the modules of the client need one: import it
// before them. Addresses, storage, events of the window and preferred languages.

const entries = new Map();

/** The stored entries by key. */
export const stored = entries;

/** Dispatches events of the window, such as `online`. */
export const events = new EventTarget();

/** The addresses that the client went to, in order. */
export const visited = [];

/** The languages that the user prefers. */
export const preferences = { languages: ["en-GB"] };

const globals = {
  HTMLElement: class {},
  customElements: { define: () => {} },
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  document: { documentElement: { lang: "" } },
  history: { pushState: (_state, _title, path) => visited.push(path) },
  localStorage: {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => entries.set(key, String(value)),
  },
  navigator: preferences,
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

await (await import("../../web/language.js")).useLanguage();
