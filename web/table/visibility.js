// Whether others find the games that are created here, and may watch them.

import { h } from "../dom.js";
import { t } from "../language.js";
import { change, getState } from "../store.js";

/**
 * What a new game is. Who is invited to one comes by its address, so that is
 * enough to see it; others are for who plays in them.
 * @param {boolean} isInviting
 * @returns {"public" | "unlisted" | "private"}
 */
export function visibility(isInviting) {
  return getState().watchable ? "public" : isInviting ? "unlisted" : "private";
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
