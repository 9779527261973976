// For browsers without a player: create one, or enter the key of an existing one.

import { get, Problem } from "../api.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { nameText } from "../names.js";
import { problemNote } from "../notes.js";
import { go } from "../router.js";
import { keepPlayer } from "../store.js";
import { becomeForm } from "./become.js";
import { guestSection } from "./guest.js";

const KEY = "[0-9a-f\\-]{36}:[A-Za-z0-9_\\-]{43}";

/** @param {AbortSignal} signal */
export function arrivePage(signal) {
  return h("div", { class: "column stack" },
    h("h1", {}, t("player_arrive")),
    h("section", { class: "panel" }, h("h2", {}, t("player_new")),
      becomeForm(t("player_become"), (player) => go(`/players/${player.id}`))),
    h("section", { class: "panel" }, h("h2", {}, t("player_bring")), bringForm()),
    guestSection(signal));
}

/**
 * The player of a key. It fails if the token is not the player's.
 * @param {string} id
 * @param {string} token
 * @returns {Promise<import("../store.js").Player>}
 */
export async function playerOf(id, token) {
  const path = `/v1/players/${encodeURIComponent(id)}`;
  await get(`${path}/games?turn=me&limit=1`, { token });
  const { name } = /** @type {Schemas["Profile"]} */ (await get(path));
  return { id, token, name: nameText(name) };
}

function bringForm() {
  const key = h("input", { name: "key", required: true, pattern: KEY, autocomplete: "off", spellcheck: "false", class: "hash" });
  const note = h("div");
  return h("form", {
    class: "stack become",
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const [id = "", token = ""] = key.value.trim().split(":");
      try {
        keepPlayer(await playerOf(id, token));
        go(`/players/${id}`);
      } catch (error) {
        render(note, error instanceof Problem && error.status < 500 ? h("p", { class: "note problem", role: "alert" }, t("player_key_wrong")) : problemNote(error));
      }
    },
  },
    h("p", {}, t("player_bring_about")),
    h("label", {}, t("player_key"), key), note,
    h("button", { type: "submit", class: "main" }, t("player_bring_go")));
}
