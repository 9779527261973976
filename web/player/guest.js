// The games of this browser's guest: they become the player's who the guest becomes. Those of
// which the service keeps nothing are listed here.

import { get, post } from "../api.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { getState, keepSeat } from "../store.js";
import { entry } from "./games.js";

/** The most games that are looked at, those used last. */
const MOST = 24;

/**
 * The games in which a seat of this browser has no player, with the first such seat: several are of people who share the device.
 */
async function guestGames() {
  const kept = getState().seats;
  const seats = kept.filter(({ game }) => !kept.some((one) => one.game === game && one.listed)).sort((one, other) => other.used - one.used || one.seat - other.seat);
  const first = seats.filter(({ game, seat }) => !seats.some((one) => one.game === game && one.seat < seat));
  // Where one cannot be read, the page of the game shows the reason, and the notice about its token.
  const games = await Promise.all(first.slice(0, MOST).map((seat) =>
    get(`/v1/games/${seat.game}`, { token: seat.token, peeks: true }).then((view) => ({ seat, view }), () => null)));
  return games.filter((game) => game !== null).filter(({ seat, view }) => view.seat === seat.seat && view.seats[seat.seat]?.player_id === null);
}

/**
 * Gives the seats of games that go on to the player who the guest has become, and lists those that are over for the player.
 * @param {import("../store.js").Player} player
 */
export async function bringSeats({ token }) {
  const games = await guestGames();
  for (const { seat, view } of games.filter(({ view }) => ["waiting", "running", "finished"].includes(view.status))) {
    try {
      await post(`/v1/games/${view.id}/seats`, { token, body: { guest_token: seat.token } });
      if (view.status === "finished") keepSeat({ ...seat, listed: true });
    } catch {
      // The seat stays the guest's, with its token.
    }
  }
}

/** The games that were played here without a player, once they are loaded. @param {AbortSignal} signal */
export function guestSection(signal) {
  const section = h("section", { class: "stack guest-games", hidden: true });
  void guestGames().then((games) => {
    if (games.length === 0 || signal.aborted) return;
    section.hidden = false;
    render(section, h("h2", {}, t("guest_games")), h("p", { class: "soft" }, t("guest_games_about")),
      h("ul", { class: "games" }, games.map(({ seat, view }) => entry({ ...view, seat: seat.seat }, seat.token))));
  });
  return section;
}
