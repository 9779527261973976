// "Continue on another device": a link and a QR code that open this seat, or this
// player, in another browser. The secret is behind the `#`, which browsers do not send.

import { copyButton } from "./copy.js";
import { openDialog } from "./dialog.js";
import { h, render, s } from "./dom.js";
import { t } from "./language.js";
import { problemNote } from "./notes.js";
import { getState, seatsIn } from "./store.js";

/**
 * What another device can continue: a player, who may be at a table, or a seat.
 * @typedef {{ player: string, game?: string, key: string } | { game: string, key: string }} Continued
 */

/**
 * The seat of a game that is shown here; its player, if that is this browser's.
 * @param {import("./api.js").Schemas["GameView"]} view
 * @param {number} seat
 * @returns {Continued | null}
 */
export function seatHere(view, seat) {
  const { player } = getState();
  if (player && view.seats[seat]?.player_id === player.id) return { player: player.id, game: view.id, key: player.token };
  const token = seatsIn(view.id).find((one) => one.seat === seat)?.token;
  return token ? { game: view.id, key: token } : null;
}

/** @param {Continued} continued */
export function openContinue(continued) {
  const address = `${location.origin}/continue#${new URLSearchParams(continued)}`;
  const code = h("div", { class: "qr" });
  openDialog(t("device"), h("div", { class: "stack" },
    h("p", {}, t("player" in continued ? "device_player_about" : "device_seat_about")),
    code,
    h("p", {}, t("device_secret")),
    h("input", {
      readonly: true, value: address, "aria-label": t("device_link"), class: "hash",
      onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select(),
    }),
    h("div", { class: "row" }, copyButton(t("invite_copy"), () => address))));
  void showCode(code, address);
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
    if (now) openContinue(now);
  };
  return h("button", { type: "button", class: look, "data-key": "device", onclick: open }, text);
}

/** @param {HTMLElement} place @param {string} text */
async function showCode(place, text) {
  try {
    const { generate } = await import("./vendor/lean-qr.js");
    render(place, picture(generate(text)));
  } catch (error) {
    render(place, problemNote(error));
  }
}

/** The margin of a QR code, in modules. */
const MARGIN = 4;

/** @param {{ size: number, get: (x: number, y: number) => boolean }} code */
function picture({ size, get }) {
  const places = Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)]);
  const dark = places.filter(([x = 0, y = 0]) => get(x, y)).map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");
  const whole = size + 2 * MARGIN;
  // Readers need dark on light, also in a dark page.
  return s("svg", { viewBox: `${-MARGIN} ${-MARGIN} ${whole} ${whole}`, role: "img", "aria-label": t("device_code"), "shape-rendering": "crispEdges" },
    s("rect", { x: -MARGIN, y: -MARGIN, width: whole, height: whole, fill: "#fff" }),
    s("path", { d: dark, fill: "#000" }));
}
