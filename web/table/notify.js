// A notification when it becomes the player's turn while the page is hidden,
// if that is switched on at the table.

import { t } from "../language.js";
import { change, getState } from "../store.js";

/** True if this browser can show notifications. */
export function canNotify() {
  return "Notification" in globalThis && Notification.permission !== "denied";
}

export function notifies() {
  return canNotify() && Notification.permission === "granted" && getState().notify;
}

/** Switches notifications on, for which the browser requests permission, or off. */
export async function switchNotifying() {
  const wanted = !notifies();
  change({ notify: wanted && await Notification.requestPermission() === "granted" });
}

/** Shows a notification while the page is hidden. @param {string} game */
export function notifyTurn(game) {
  if (!document.hidden || !notifies()) return;
  try {
    const notification = new Notification(t("your_turn"), { body: "Regicide", tag: game });
    notification.onclick = () => {
      focus();
      notification.close();
    };
  } catch {
    // Some browsers of phones have the name but show none from a page.
  }
}
