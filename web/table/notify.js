// A notification when it becomes the player's turn while the page is hidden,
// for who has switched that on at the table.

import { t } from "../language.js";
import { change, getState } from "../store.js";

/** Whether this browser can show any. */
export function canNotify() {
  return "Notification" in globalThis && Notification.permission !== "denied";
}

export function notifies() {
  return canNotify() && Notification.permission === "granted" && getState().notify;
}

/** Switches it on, which asks the browser for permission, or off. */
export async function switchNotifying() {
  const wanted = !notifies();
  change({ notify: wanted && await Notification.requestPermission() === "granted" });
}

/** Tells a player who does not see the page. @param {string} game */
export function notifyTurn(game) {
  if (!document.hidden || !notifies()) return;
  try {
    const told = new Notification(t("your_turn"), { body: "Regicide", tag: game });
    told.onclick = () => {
      focus();
      told.close();
    };
  } catch {
    // Some browsers of phones have the name but show none from a page.
  }
}
