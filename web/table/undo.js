// Going on from the position before the last move, in a practice game that
// takes this game's place.

import { post } from "../api.js";
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { problemNote } from "../notes.js";
import { forgetSeat, seatsIn } from "../store.js";
import { keepGuiding } from "./guide.js";
import { takeInstead } from "./create.js";

/** @import { Schemas } from "../api.js" */

/**
 * Undoes the last move. Who plays a game that may count is asked first.
 * @param {Schemas["GameView"]} view
 * @param {string | null} token
 * @param {(error: unknown) => void} refused
 */
export function undo(view, token, refused) {
  if (view.origin === "fork") return void back(view, token).catch(refused);
  const problem = h("div", {});
  const dialog = openDialog(t("undo"),
    h("p", {}, t("undo_about")), problem,
    h("div", { class: "row" },
      h("button", {
        type: "button", class: "main", "data-key": "undo-yes",
        onclick: () => void back(view, token).then(() => dialog.close(), (error) => problem.replaceChildren(problemNote(error))),
      }, t("undo_yes")),
      h("button", { type: "button", "data-key": "undo-no", onclick: () => dialog.close() }, t("undo_no"))));
}

/** @param {Schemas["GameView"]} view @param {string | null} token */
async function back(view, token) {
  /** @type {Schemas["Created"]} */
  const made = await post(`/v1/games/${view.id}/undo`, { token });
  const own = seatsIn(view.id);
  keepGuiding(view.id, made.game.id);
  takeInstead(made);
  for (const { seat } of own) forgetSeat(view.id, seat);
}
