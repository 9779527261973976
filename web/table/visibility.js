// Whether others find the games that are created here, and may watch them.

import { h } from "../dom.js";
import { t } from "../language.js";
import { change, getState } from "../store.js";

/**
 * What a new game is. One that is not public is found by its address alone; a
 * private one needs its code for its record, analysis and picture, too, and its
 * rematch has another one.
 * @returns {"public" | "unlisted"}
 */
export function visibility() {
  return getState().watchable ? "public" : "unlisted";
}

/** The switch, which this browser remembers. */
export function watchSwitch() {
  return h("label", { class: "check" },
    h("input", {
      type: "checkbox", checked: getState().watchable, "data-key": "watchable",
      onchange: (/** @type {Event} */ event) => change({ watchable: /** @type {HTMLInputElement} */ (event.target).checked }),
    }),
    h("span", {}, t("watchable")));
}
