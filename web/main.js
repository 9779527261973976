// Starts the client: the header of every page, and the page at the current address.

import { h, keyed, render } from "./dom.js";
import { asideNote } from "./aside.js";
import { foot, frame } from "./frame.js";
import { language, t, useLanguage } from "./language.js";
import { useLook } from "./look.js";
import { find, findOffline, go } from "./router.js";
import { problemNote } from "./notes.js";
import { getState } from "./store.js";

/** @type {(() => void) | void} */
let unmount;
/** The notice about a broken promise. */
const promises = h("div");
/** The path and the query of the page that is shown. */
let shown = "";
/** Counts page requests, so that a page that loads slowly does not replace a later one. */
let requested = 0;

/** True if the service worker started this page without a network. */
const isOffline = document.documentElement.dataset.offline !== undefined;

/** Shows the page at the current address. */
async function show() {
  const turn = ++requested;
  const { load, parameters } = isOffline ? findOffline(location.pathname) : find(location.pathname);
  shown = location.pathname + location.search;
  const root = h("main", { id: "main", tabindex: "-1" });
  let page;
  try {
    page = await load(parameters);
  } catch (error) {
    render(root, problemNote(error, () => location.reload()));
  }
  if (turn !== requested) return;
  unmount?.();
  unmount = undefined;
  render(document.body, frame(), asideNote(), promises, root, foot(), h("div", { id: "announcer", class: "spoken", "aria-live": "polite" }));
  if (Object.keys(getState().receipts).length > 0) import("./promises.js").then(({ showPromises }) => showPromises(promises)).catch(() => {});
  if (!page) return;
  document.title = `${page.title(parameters)} · Regicide`;
  unmount = page.mount(root, parameters);
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  else scrollTo(0, 0);
}

/** Follows a link within the client without reloading the page. @param {MouseEvent} event */
function follow(event) {
  const anchor = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!anchor || !plain || event.defaultPrevented || anchor.target || anchor.hasAttribute("download")) return;
  const there = new URL(anchor.href);
  const served = /^\/(docs|v1|openapi\.json)/.test(there.pathname);
  if (there.origin !== location.origin || served) return;
  if (there.pathname === location.pathname && there.hash) return;
  event.preventDefault();
  go(there.pathname + there.search + there.hash);
  document.getElementById("main")?.focus({ preventScroll: true });
}

addEventListener("click", follow);
addEventListener("address", show);
addEventListener("identity", show);
addEventListener("popstate", () => {
  // The page handles changes of the fragment, such as to a clause, itself.
  if (location.pathname + location.search !== shown) show();
});
addEventListener("settings", async () => {
  useLook();
  const before = language();
  await useLanguage();
  if (language() === before) return;
  const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
  await show();
  keyed(document.body, key)?.focus({ preventScroll: true });
});

async function start() {
  useLook();
  await useLanguage();
  await show();
  document.documentElement.dataset.ready = t("ready");
  // Without one, as on an address without TLS, everything works but offline.
  const folder = new URL(".", import.meta.url).pathname;
  navigator.serviceWorker?.register(`/worker.js?${new URLSearchParams({ files: folder })}`).catch(() => {});
}

start();
