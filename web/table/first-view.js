// The first view of a table and the rules, requested while the files of the table load.

import { get } from "../api.js";
import { rules } from "../rulebook.js";
import { tokenFor } from "../store.js";

/** @type {{ id: string, view: Promise<Schemas["GameView"]> } | null} */
let requested = null;
let isLoaded = false;

/** @param {string} id of the game */
export function requestView(id) {
  // From then on the game's stream brings it as soon.
  if (isLoaded) return;
  // The rules give the hand its place and its texts: the first draw has both. The stream reports problems.
  const view = get(`/v1/games/${id}`, { token: tokenFor(id) });
  requested = { id, view: Promise.all([view, rules().catch(() => null)]).then(() => view) };
  requested.view.catch(() => {});
}

/** The view that was requested, once. @param {string} id of the game */
export async function takeView(id) {
  const first = requested?.id === id ? requested.view : null;
  [requested, isLoaded] = [null, true];
  return first;
}
