// Whether others find the games that are created here, and may watch them.

import { h } from "../dom.js";
import { t } from "../language.js";
import { change, getState } from "../store.js";

/**
 * What a new game is. One that others are invited to is found by its address
 * alone: the rematch of a private one would have a code that they lack.
 * @param {boolean} invites whether others are to take seats
 * @returns {import("../api.js").Schemas["Visibility"]}
 */
export function visibility(invites) {
  if (getState().watchable) return "public";
  return invites ? "unlisted" : "private";
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
