// The question whether to concede.

import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { clauseLink } from "../notes.js";
import { hasOnePerson } from "./bots.js";

/**
 * @param {import("../api.js").Schemas["GameView"]} view
 * @param {() => void} concede
 */
export function concedeDialog({ kind, seats }, concede) {
  // Bots agree to concede.
  const alone = hasOnePerson(seats) || kind === "regicide-tricks";
  const answer = (/** @type {() => void} */ then) => () => {
    dialog.close();
    then();
  };
  const dialog = openDialog(t("concede"),
    h("p", {}, t(alone ? "concede_sure" : "concede_sure_all"), " ", clauseLink(kind === "regicide" ? "R11.1" : "T12")),
    h("div", { class: "row" },
      h("button", { type: "button", class: "danger", "data-key": "concede-yes", onclick: answer(concede) }, t("concede_yes")),
      h("button", { type: "button", "data-key": "concede-no", onclick: answer(() => {}) }, t("concede_no"))));
  return dialog;
}
