// "Is this your seat?": help for a browser that holds no token of a game in which people sit.

import { openDialog } from "../dialog.js";
import { h, link } from "../dom.js";
import { t } from "../language.js";

/** True if a person sits in a game. @param {Schemas["GameView"]} view */
export function hasPeople({ seats }) {
  return seats.some((one) => !one.open && !one.bot_level);
}

/** The button that opens the help. */
export function yourSeat() {
  const open = () => {
    const dialog = openDialog(t("your_seat"),
      h("p", {}, t("your_seat_about")),
      h("ul", { class: "help" },
        h("li", {}, t("your_seat_device")),
        h("li", {}, t("your_seat_player"), " ", link("/players/me", { onclick: () => dialog.close() }, t("player_page"))),
        h("li", {}, t("your_seat_owner"))));
  };
  return h("button", { type: "button", class: "quiet small", "data-key": "your-seat", onclick: open }, t("your_seat"));
}
