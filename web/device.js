// "Continue on another device": a link and a QR code that open this seat, or this
// player, in another browser. The secret is behind the `#`, which browsers do not send.

import { addressField, copyButton } from "./copy.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { codeOfText } from "./qr.js";
import { codeOf, getState, ownerToken, seatsIn } from "./store.js";

/**
 * The content of a link for another device: a player, who may be at a table, or a seat, which may
 * own its game; with the code that invites others to a private game.
 * @typedef {{ player: string, game?: string, key: string, code?: string } | { game: string, key: string, code?: string, owner?: string }} Continued
 */

/**
 * The seat of a game that is shown here; its player, if that is this browser's.
 * @param {Schemas["GameView"]} view
 * @param {number} seat
 * @returns {Continued | null}
 */
export function seatHere(view, seat) {
  const { player } = getState();
  const code = codeOf(view.id);
  if (player && view.seats[seat]?.player_id === player.id) return { player: player.id, game: view.id, key: player.token, ...(code ? { code } : {}) };
  const token = seatsIn(view.id).find((one) => one.seat === seat)?.token;
  return token ? guestSeat(view.id, token) : null;
}

/** A seat without a player. @param {string} game @param {string} key @returns {Continued} */
export function guestSeat(game, key) {
  const code = codeOf(game);
  return { game, key, ...(code ? { code } : {}), ...(ownerToken(game) === key ? { owner: "yes" } : {}) };
}

/**
 * The button that opens the dialog.
 * @param {() => Continued | null} continued
 * @param {string} [look] its class
 * @param {import("./dom.js").Children} [text]
 */
export function deviceButton(continued, look, text = t("device")) {
  const open = () => {
    const now = continued();
    if (!now) return;
    const address = `${location.origin}/continue#${new URLSearchParams(now)}`;
    openDialog(t("device"), h("div", { class: "stack" },
      h("p", {}, t("player" in now ? "device_player_about" : "device_seat_about")),
      codeOfText(address, t("device_code")),
      h("p", {}, t("device_secret")),
      addressField(address, t("device_link"), "hash"),
      h("div", { class: "row" }, copyButton(t("invite_copy"), () => address))));
  };
  return h("button", { type: "button", class: look, "data-key": "device", onclick: open }, text);
}
