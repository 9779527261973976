// The notice that a player, a seat or a code is not held here any more, or that a guest's
// seat is held here only, and what can be done.

import { deviceButton, guestSeat } from "./device.js";
import { h, link } from "./dom.js";
import { t } from "./language.js";
import { change, getState } from "./store.js";

const TEXTS = /** @type {const} */ ({ seat: "seat_elsewhere", code: "aside_code", left: "aside_left" });

/** The notice; nothing if none is due. */
export function asideNote() {
  const { aside } = getState();
  if (!aside) return null;
  const note = h("div", { class: aside.kind === "left" ? "note aside" : "note problem aside", role: "alert" },
    h("p", {}, aside.kind === "player" ? t("aside_player", { name: aside.name }) : t(TEXTS[aside.kind])),
    h("div", { class: "row" },
      aside.kind === "seat" && aside.game && location.pathname !== `/games/${aside.game}` ? link(`/games/${aside.game}`, { class: "button", "data-key": "aside-game" }, t("aside_game")) : null,
      aside.kind === "left" ? deviceButton(() => guestSeat(aside.game, aside.key)) : null,
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
