// Settings of the own player: another name, another device, deletion.

import { acting } from "../acting.js";
import { patch, remove } from "../api.js";
import { copyText } from "../copy.js";
import { deviceButton } from "../device.js";
import { openDialog } from "../dialog.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { limitHint } from "../limit-hint.js";
import { switchNotifying } from "../notify.js";
import { go } from "../router.js";
import { change } from "../store.js";

/** @typedef {import("../store.js").Player} Player */

/** @param {Player} player @param {() => void} again redraws the page */
export function ownPanel(player, again) {
  return h("section", { class: "panel stack player-own" },
    h("h2", {}, t("player_you")),
    rename(player, again),
    h("div", { class: "row" }, deviceButton(() => ({ player: player.id, key: player.token }))),
    h("details", {}, h("summary", {}, t("player_device")), device(player)),
    h("div", { class: "row" },
      h("button", { type: "button", onclick: () => part(player, "leave") }, t("player_leave")),
      h("button", { type: "button", class: "danger", onclick: () => part(player, "delete") }, t("player_delete"))));
}

/** @param {Player} player @param {() => void} again */
function rename(player, again) {
  const name = h("input", { id: "own-name", name: "name", required: true, maxlength: 40, autocomplete: "nickname", value: player.name });
  const note = h("div");
  const send = acting(note, async () => {
    const named = await patch(`/v1/players/${player.id}`, { token: player.token, body: { name: name.value.trim() } });
    change({ player: { ...player, name: named.name ?? name.value } });
    again();
  });
  return h("form", { class: "stack", onsubmit: send },
    h("div", {},
      h("label", { for: name.id }, t("become_name")),
      h("div", { class: "player-line" }, name, h("button", { type: "submit" }, t("player_rename")))),
    limitHint(name), note);
}

/** The player's key, hidden until requested. @param {Player} player */
function device(player) {
  const place = h("div");
  return h("div", { class: "stack" },
    h("p", {}, t("player_device_about")),
    h("div", {}, h("button", { type: "button", onclick: () => render(place, copyText(`${player.id}:${player.token}`)) }, t("player_show_key"))),
    place);
}

/** Forgets the player in this browser, or deletes the player, after confirmation, as the key is lost. @param {Player} player @param {"leave" | "delete"} way */
function part({ id, name, token }, way) {
  const note = h("div");
  const confirm = acting(note, async () => {
    await switchNotifying(false).catch(() => {});
    if (way === "delete") await remove(`/v1/players/${id}`, { token });
    change({ player: null });
    dialog.close();
    go(way === "delete" ? "/" : "/players/me");
  });
  const dialog = openDialog(t(`player_${way}`),
    h("p", {}, t(`player_${way}_about`, { name })),
    note,
    h("button", { type: "button", class: "danger", onclick: confirm }, t(way === "delete" ? "player_delete_sure" : "player_leave")));
}
