// Changes of hands: who had a seat before, in words.

import { t } from "../language.js";
import { seatText } from "../names.js";

/** @typedef {{ seats: Schemas["SeatInfo"][], former_players: Schemas["FormerPlayerInfo"][] }} Game */
/** @typedef {{ name: string | null, bot_level: Schemas["BotLevel"] | null, open?: boolean }} Holder */

/** The person whose seat a bot has taken over; nothing for another seat. @param {Game} game @param {number} seat */
export function replacedBy({ seats, former_players: former }, seat) {
  return seats[seat]?.bot_level ? former.findLast((one) => one.seat === seat && !one.bot_level) ?? null : null;
}

/** @param {Holder} holder */
export function holderText({ name, bot_level: bot, open }) {
  return open ? t("hands_open") : bot ? t("hands_bot") : name ?? t("a_person");
}

/** All changes of hands in sentences, each with the number of the move after which it was. @param {Game} game */
export function changesOf({ seats, former_players: former }) {
  return former.map((one, index) => {
    const { seat, until } = one;
    /** @type {Holder | undefined} */
    const next = former.slice(index + 1).find((later) => later.seat === seat) ?? seats[seat];
    const values = { seat: seatText(seat), name: holderText(one), n: until, next: next ? holderText(next) : "" };
    return { until, text: t(until === 0 ? "hands_before" : "hands_until", values) };
  });
}

/** The seats as they were at a move. @param {Game} game @param {number} seq */
export function seatsAt({ seats, former_players: former }, seq) {
  return seats.map((info) => {
    const then = former.find((one) => one.seat === info.seat && seq <= one.until);
    return then ? { ...info, name: then.name, player_id: then.player_id, bot_level: then.bot_level } : info;
  });
}
