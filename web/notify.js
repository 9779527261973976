// Notifications on this device, with one switch. The service sends those of the own player, also while the page is
// closed (Web Push), if its operator allows it. Otherwise the page shows the own turns, while it is open and hidden.

import { get, patch, post, remove } from "./api.js";
import { t } from "./language.js";
import { change, getState } from "./store.js";

const HOOKS = "/v1/webhooks";
/** The events that are sent to a browser. */
const EVENTS = ["turn", "game_begun", "game_over", "invitation", "rematch", "results"];

const permitted = () => ("Notification" in globalThis ? Notification.permission : "denied");
/** Reading it takes milliseconds. It is changed in the browser's own windows. */
let permission = permitted();
addEventListener("focus", () => void (permission = permitted()));

/** True if this browser can show notifications. */
export function canNotify() {
  return permission !== "denied";
}

export function notifies() {
  return permission === "granted" && getState().notify;
}

/** True if the service sends this browser the notifications of its player. */
export function pushes() {
  const { player, push } = getState();
  return notifies() && push !== null && push.player === player?.id;
}

/** Switches notifications on, for which the browser requests permission, or off. */
export async function switchNotifying(wanted = !notifies()) {
  if (!wanted) {
    change({ notify: false });
    return unsubscribe();
  }
  permission = await Notification.requestPermission();
  change({ notify: permission === "granted", answered: true });
  return keepPushing();
}

/**
 * Subscribes this browser if notifications are on, also again, as browsers end subscriptions;
 * and ends the subscription of another player.
 * @returns {Promise<void>}
 */
export async function keepPushing() {
  const { player, push } = getState();
  if (push !== null && push.player !== player?.id) await unsubscribe();
  const manager = (await registration())?.pushManager;
  if (!manager || !player || !notifies()) return;
  const { items, web_push_key: key } = await get(HOOKS, { token: player.token });
  if (key === null) return;
  const existing = await manager.getSubscription();
  const own = items.find(({ id }) => id === push?.id);
  // Another device has ended it.
  if (push !== null && existing && !own) return switchNotifying(false);
  if (own && existing?.endpoint === own.url && own.status !== "failed") return;
  // The service has given up this subscription, or the browser has another one.
  if (own?.status === "failed") await existing?.unsubscribe();
  if (own) await remove(`${HOOKS}/${own.id}`, { token: player.token }).catch(() => {});
  const subscribe = () => manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = (await subscribe().catch(async () => {
    // The subscription that there is may be for an earlier key of the service.
    await (await manager.getSubscription())?.unsubscribe();
    return subscribe();
  })).toJSON();
  const known = items.find(({ url }) => url === endpoint);
  if (known) await patch(`${HOOKS}/${known.id}`, { token: player.token, body: { active: true } });
  const body = { url: endpoint, form: "web_push", push_keys: { p256dh: keys?.p256dh, auth: keys?.auth }, events: EVENTS };
  const id = known?.id ?? (/** @type {Answer<"create_webhook">} */ (await post(HOOKS, { token: player.token, body }))).webhook.id;
  change({ push: { player: player.id, id } });
}

async function unsubscribe() {
  const { player, push } = getState();
  change({ push: null });
  // If this fails, the push service reports the end of the subscription.
  if (push !== null && push.player === player?.id) await remove(`${HOOKS}/${push.id}`, { token: player.token }).catch(() => {});
  await (await (await registration())?.pushManager?.getSubscription())?.unsubscribe();
}

/** The events that the service sends to this browser; nothing if another device has ended this. */
export async function pushedEvents() {
  const { player, push } = getState();
  const { items } = await get(HOOKS, { token: player?.token ?? null });
  const own = items.find(({ id }) => id === push?.id);
  if (!own) await switchNotifying(false);
  return own?.events ?? null;
}

/** Has each new daily challenge sent, or not. @param {boolean} wanted */
export function pushDaily(wanted) {
  const { player, push } = getState();
  return patch(`${HOOKS}/${push?.id}`, { token: player?.token ?? null, body: { events: wanted ? [...EVENTS, "daily"] : EVENTS } });
}

/**
 * Shows the own turn while the page is hidden, unless the service does. A page that is looked at
 * closes what has been shown meanwhile.
 * @param {string} path of the table
 * @param {boolean} isPlayers whether the seat is the own player's
 */
export async function notifyTurn(path, isPlayers) {
  if (!document.hidden) return closeNotifications(path);
  if (!notifies() || (isPlayers && pushes())) return;
  await (await registration())?.showNotification(t("your_turn"), { body: "Regicide", tag: path, data: { path } });
}

/** Closes the notifications of a page that is looked at. @param {string} path */
export async function closeNotifications(path) {
  if (document.hidden || !notifies()) return;
  for (const shown of await (await registration())?.getNotifications({ tag: path }) ?? []) shown.close();
}

/** The service worker, if there is one. */
function registration() {
  return navigator.serviceWorker?.getRegistration();
}
