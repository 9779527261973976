// The offer to be notified: once the player has moved and waits for another person. Until then the
// browser requests no permission.

import { h, render } from "../dom.js";
import { t } from "../language.js";
import { canNotify, notifies } from "../notify.js";
import { getState, seatsIn } from "../store.js";
import { isMyTurn, isOver } from "./state.js";

/** @typedef {import("./state.js").Table} Table */

/** True if another person is to move after the player has. @param {Table} table */
function waits({ id, log, seat, view }) {
  const next = view?.seats[view.to_act ?? -1];
  return next !== undefined && !next.bot_level && !seatsIn(id).some((one) => one.seat === next.seat) && log.some((line) => line.seat === seat);
}

/**
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {import("./actions.js").Actions} actions
 */
export function offerBand(place, table, actions) {
  const isShown = place.childElementCount > 0;
  const may = table.view !== null && !isOver(table.view) && table.seat !== null && canNotify() && !notifies() && !getState().answered && getState().player !== null;
  const isDue = may && (isShown || (!isMyTurn(table) && waits(table)));
  // A text that is already shown is not announced again.
  if (isDue === isShown) return;
  render(place, isDue ? [
    h("p", {}, t("notify_offer")),
    h("div", { class: "row" },
      h("button", { type: "button", class: "small", "data-key": "offer-yes", onclick: actions.notify }, t("notify")),
      h("button", { type: "button", class: "quiet small", "data-key": "offer-no", onclick: actions.decline }, t("notify_no"))),
  ] : null);
}
