// The player of this browser: a name and a token, created when needed.

import { acting } from "../acting.js";
import { post } from "../api.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { limitHint } from "../limit-hint.js";
import { getState, keepPlayer } from "../store.js";
import { bringSeats } from "./guest.js";

/** @typedef {import("../store.js").Player} Player */

/** Creates the player of this browser. @param {string} name @returns {Promise<Player>} */
export async function become(name) {
  const made = await post("/v1/players", { body: { name: name.trim() } });
  const player = { id: made.player.id, name: made.player.name ?? name, token: made.token };
  keepPlayer(player);
  // Their games are listed as they come.
  void bringSeats(player);
  return player;
}

/**
 * A form with a field for a name, which creates a player.
 * @param {string} action the button's text
 * @param {(player: Player) => unknown} then
 */
export function becomeForm(action, then) {
  const name = h("input", { name: "name", required: true, maxlength: 40, autocomplete: "nickname", value: getState().seats[0]?.name ?? "" });
  const note = h("div");
  const send = acting(note, async () => then(await become(name.value)), { once: true });
  return h("form", { class: "stack become", onsubmit: send },
    h("p", {}, t("become_about")),
    getState().seats.length > 0 ? h("p", {}, t("become_keeps")) : null,
    h("label", {}, t("become_name"), name), limitHint(name), note,
    h("button", { type: "submit", class: "main" }, action));
}
