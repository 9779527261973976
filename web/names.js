// Names of seats, and all that stands in place of a name: the service lets no player
// be called so. The API counts seats from 0, people from 1.

import { t } from "./language.js";

/**
 * The name at a seat, as in the service's sentences: with the number of the seat where another has the same name.
 * @param {Schemas["SeatInfo"][]} seats
 * @param {number} seat
 */
export function nameAt(seats, seat) {
  const { name, bot_level: bot } = seats[seat] ?? {};
  if (bot) return t("bot_at", { n: seat + 1 });
  if (!name) return seatText(seat);
  return seats.some((one) => one.seat !== seat && one.name === name) ? t("name_at_seat", { name, n: seat + 1 }) : name;
}

/** The names at a table, and its open seats. @param {Schemas["SeatInfo"][]} seats */
export function tableText(seats) {
  return seats.map((one) => (one.open ? openText() : nameAt(seats, one.seat))).join(", ");
}

/** A name, also of a player who is deleted. @param {string | null | undefined} name */
export function nameText(name) {
  return name ?? t("nameless");
}

/** The reader's own name. @param {string} name */
export function ownText(name) {
  return t("you_named", { name });
}

/** An open seat. */
export function openText() {
  return t("open_seat");
}

/** A seat by its number. @param {number} seat */
export function seatText(seat) {
  return t("seat", { n: seat + 1 });
}
