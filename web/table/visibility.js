// The visibility of games that are created here.

import { h } from "../dom.js";
import { t } from "../language.js";
import { change, getState } from "../store.js";

/**
 * The visibility of a new game. Invited players come by its address, so the address
 * is enough to see it; other games are private to their players.
 * @param {boolean} isInviting
 */
export function visibility(isInviting) {
  return getState().watchable ? "public" : isInviting ? "unlisted" : "private";
}

/** The switch, which this browser remembers. */
export function watchSwitch() {
  return h("label", { class: "check" },
    h("input", {
      type: "checkbox", checked: getState().watchable, "data-key": "watchable",
      onchange: ({ target }) => change({ watchable: target.checked }),
    }),
    h("span", {}, t("watchable")));
}
