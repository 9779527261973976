// Which page an address shows. Addresses use the history API, so that every page can be shared, reloaded and gone back to.

import * as offlinePage from "./pages/offline.js";
import { requestView } from "./table/first-view.js";

/**
 * @typedef {Record<string, string>} Parameters
 *
 * @typedef {object} Page A module of `pages/`.
 * @property {(parameters: Parameters) => string} title
 * @property {(root: HTMLElement, parameters: Parameters) => (() => void) | void} mount
 *   Fills the element; the returned function ends streams, timers and listeners.
 */

/** @type {[string, (parameters: Parameters) => Promise<Page>][]} */
const PAGES = [
  ["/", () => import("./pages/home.js")],
  ["/new", () => import("./pages/new.js")],
  ["/games/:id", ({ id = "" }) => {
    requestView(id);
    return import("./pages/table.js");
  }],
  ["/games/:id/replay", () => import("./pages/replay.js")],
  ["/daily", () => import("./pages/daily.js")],
  ["/daily/:date", () => import("./pages/daily.js")],
  ["/challenges", () => import("./pages/challenge.js")],
  ["/challenges/:id", () => import("./pages/challenge.js")],
  ["/players/:id", () => import("./pages/player.js")],
  ["/continue", () => import("./pages/continue.js")],
  ["/verify", () => import("./pages/verify.js")],
  ["/rules", () => import("./pages/rules.js")],
  ["/settings", () => import("./pages/settings.js")],
];

/** The pages that work without a network. */
const OFFLINE = ["/rules"];

/**
 * The page of a path, with the path's parameters.
 * @param {string} path
 * @returns {{ load: (parameters: Parameters) => Promise<Page>, parameters: Parameters }}
 */
export function find(path) {
  for (const [pattern, load] of PAGES) {
    const parameters = matched(pattern, path);
    if (parameters) return { load, parameters };
  }
  return { load: () => import("./pages/nothing.js"), parameters: {} };
}

/**
 * The page of a path without a network. The one that says so is there from the start, as it is shown
 * also where nothing is stored.
 * @param {string} path
 */
export function findOffline(path) {
  if (OFFLINE.some((pattern) => matched(pattern, path))) return find(path);
  return { load: async () => offlinePage, parameters: {} };
}

/** The parameters of a path of this pattern; nothing for another path. @param {string} pattern @param {string} path */
function matched(pattern, path) {
  const form = pattern.replace(/:(\w+)/g, "(?<$1>[^/]+)");
  const match = new RegExp(`^${form}/?$`).exec(path);
  return match && Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)]));
}

/** A part of an address as text. One that is malformed names nothing. @param {string} part */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Goes to another address of this client. @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  dispatchEvent(new Event("address"));
}
