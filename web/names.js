// Names of seats.

import { t } from "./language.js";

/**
 * The name of who sits at a seat, as the service's sentences say it: with the
 * number of the seat where another has the same name.
 * @param {import("./api.js").Schemas["SeatInfo"][]} seats
 * @param {number} seat
 */
export function nameAt(seats, seat) {
  const name = seats[seat]?.name;
  if (!name) return t("seat", { n: seat });
  return seats.some((one) => one.seat !== seat && one.name === name) ? t("name_at_seat", { name, n: seat }) : name;
}
