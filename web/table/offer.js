// The offer to be notified: once the player has moved and waits for another person. Until then the
// browser requests no permission. The service notifies players only: a guest with a name becomes one.

import { h, render } from "../dom.js";
import { t } from "../language.js";
import { canNotify, keepPushing, notifies, switchNotifying } from "../notify.js";
import { become } from "../player/become.js";
import { getState, seatsIn } from "../store.js";
import { isMyTurn, isOver } from "./state.js";

/** True if another person is to move after the player has. @param {Table} table */
function waits({ id, log, seat, view }) {
  const next = view?.seats[view.to_act ?? -1];
  return next !== undefined && !next.bot_level && !seatsIn(id).some((one) => one.seat === next.seat) && log.some((line) => line.seat === seat);
}

/**
 * Accepts the offer. Where the service cannot send notifications, the page shows them.
 * @param {string | null} name with which a guest becomes a player
 */
export async function acceptOffer(name) {
  await switchNotifying(true);
  if (name === null || !notifies()) return;
  await become(name);
  await keepPushing();
}

/** @param {HTMLElement} place @param {Table} table @param {Page} page */
export function offerBand(place, table, page) {
  const isShown = place.childElementCount > 0;
  const may = table.view !== null && !isOver(table.view) && table.seat !== null && canNotify() && !notifies() && !getState().answered;
  const isDue = may && (isShown || (!isMyTurn(table) && waits(table)));
  // A text that is already shown is not announced again.
  if (isDue === isShown) return;
  const name = getState().player ? null : table.view?.seats[table.seat ?? -1]?.name ?? null;
  render(place, isDue ? [
    h("p", {}, name === null ? t("notify_offer") : t("notify_offer_guest", { name })),
    h("div", { class: "row" },
      h("button", { type: "button", class: "small", "data-key": "offer-yes", onclick: () => page.act({ type: "accept", name }) }, t("notify")),
      h("button", { type: "button", class: "quiet small", "data-key": "offer-no", onclick: () => page.act({ type: "decline" }) }, t("notify_no"))),
  ] : null);
}
