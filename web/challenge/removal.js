// An organiser removes a result from the board, with a reason, which is public, or puts it back.

import { acting } from "../acting.js";
import { post } from "../api.js";
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { announce } from "../notes.js";

/** The button beside a result. @param {string} game @param {string} names who reached it @param {string} token the organiser's */
export function removal(game, names, token) {
  const open = () => {
    const reason = h("input", { name: "reason", required: true, maxlength: 200, autocomplete: "off" });
    const note = h("div");
    const remove = acting(note, async () => {
      await post("/v1/admin/actions", { token, body: { type: "void_result", game_id: game, reason: reason.value.trim() } });
      dialog.close();
      announce(t("removal_done"));
      dispatchEvent(new Event("address"));
    }, { once: true });
    const dialog = openDialog(t("removal_of", { names }), h("form", { class: "stack", onsubmit: remove },
      h("p", {}, t("removal_about")),
      h("label", { class: "form-field" }, h("span", {}, t("removal_reason")), reason),
      note,
      h("div", { class: "row" }, h("button", { type: "submit", class: "danger" }, t("removal")))));
  };
  return h("button", { type: "button", class: "quiet small", "data-key": `remove-${game}`, "aria-label": t("removal_of", { names }), onclick: open }, t("removal"));
}

/** The button beside a result that was taken off. @param {string} game @param {string} names @param {string} token */
export function restoration(game, names, token) {
  const note = h("div");
  const restore = acting(note, async () => {
    await post("/v1/admin/actions", { token, body: { type: "restore_result", game_id: game } });
    announce(t("restoration_done"));
    dispatchEvent(new Event("address"));
  });
  return [h("button", { type: "button", class: "small", "data-key": `restore-${game}`, "aria-label": t("restoration_of", { names }), onclick: restore }, t("restoration")), note];
}
