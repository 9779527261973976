// Seats of a running game that can be given to another, and the ways into one.

import { serviceTime } from "../clock.js";
import { formerSeat, getState, seatsIn } from "../store.js";
import { replacedBy } from "./hands.js";

/** @typedef {"over" | "open" | "bot"} Vacancy why a seat can be given to another */

/** The countdown begins in the last tenth of a turn, at most this long before its end. */
const NEAR = 3_600_000;

/**
 * The time that is left for the turn; nothing without a limit, or while a bot is to act.
 * @param {Schemas["GameView"]} view
 * @param {number} now by the service's clock
 * @returns {{ left: number, near: number } | null} in milliseconds, with the time left when the countdown begins
 */
export function turnTime({ turn_limit: limit, turn_ends_at: end }, now = serviceTime()) {
  if (limit === null || end === null) return null;
  return { left: Date.parse(end) - now, near: Math.min(limit * 100, NEAR) };
}

/** True if the time of the seat to act is over. @param {Schemas["GameView"]} view @param {number} [now] */
export function isOverdue(view, now) {
  const turn = turnTime(view, now);
  return turn !== null && turn.left <= 0;
}

/**
 * The reason for which the reader may give a seat to another; nothing if there is none.
 * @param {Table} table
 * @param {number} seat
 * @param {number} [now]
 * @returns {Vacancy | null}
 */
export function vacancyOf({ id, seat: own, view }, seat, now) {
  const info = view?.seats[seat];
  if (!view || !info || own === null || view.status !== "running" || view.challenge) return null;
  if (info.open) return "open";
  if (replacedBy(view, seat)) return "bot";
  const isHere = seat === own || seatsIn(id).some((one) => one.seat === seat);
  return view.to_act === seat && !info.bot_level && !isHere && isOverdue(view, now) ? "over" : null;
}

/** True if the reader can leave a running game: another person stays. @param {Table} table */
export function mayLeave({ seat, view }) {
  return view !== null && view.status === "running" && seat !== null && !view.challenge
    && view.seats.filter((one) => !one.open && !one.bot_level).length > 1;
}

/**
 * A way into a running game: the seat that the reader had, or one held for who is invited.
 * @typedef {{ type: "back", guestToken: string | null, token: string | null } | { type: "invited", invitation: string | null, token: string | null }} Way
 */

/**
 * @param {Table} table `view` may be missing, where a private game is not shown
 * @param {string} fragment of the address
 * @returns {Way | null}
 */
export function wayIn({ id, seat, view }, fragment) {
  if (seat !== null || (view && view.status !== "running")) return null;
  const { player } = getState();
  const invitation = new URLSearchParams(fragment.slice(1)).get("invitation");
  // The link may be used already.
  if (invitation && (!view || view.seats.some((one) => one.open))) return { type: "invited", invitation, token: player?.token ?? null };
  if (player && view?.seats.some((one) => one.open && one.invited_player_id === player.id)) {
    return { type: "invited", invitation: null, token: player.token };
  }
  const isFree = (/** @type {number} */ one) => view?.seats[one]?.open || view?.seats[one]?.bot_level;
  if (player && view?.former_players.some((one) => one.player_id === player.id && isFree(one.seat))) {
    return { type: "back", guestToken: null, token: player.token };
  }
  const former = formerSeat(id);
  if (!former || (view && !isFree(former.seat))) return null;
  const token = player?.token ?? null;
  return { type: "back", guestToken: former.token === token ? null : former.token, token };
}
