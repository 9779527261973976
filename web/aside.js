// The notice that a player, a seat or a code is not held here any more, and what
// can be done.

import { h, link } from "./dom.js";
import { t } from "./language.js";
import { change, getState } from "./store.js";

/** The notice; nothing if none is due. */
export function asideNote() {
  const { aside } = getState();
  if (!aside) return null;
  const note = h("div", { class: "note problem aside", role: "alert" },
    h("p", {}, aside.kind === "player" ? t("aside_player", { name: aside.name }) : t(aside.kind === "seat" ? "seat_elsewhere" : "aside_code")),
    h("div", { class: "row" },
      aside.kind === "player" ? link("/players/me", { class: "button", "data-key": "aside-key" }, t("aside_key")) : null,
      h("button", {
        type: "button", "data-key": "aside-close",
        onclick: () => {
          change({ aside: null });
          note.remove();
        },
      }, t(aside.kind === "player" ? "aside_guest" : "close"))));
  return note;
}
