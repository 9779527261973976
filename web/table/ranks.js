// The order of ranks in the trick-taking game as a ruler, the highest first: it turns when the order is reversed.

import { mark } from "../cards/suit.js";
import { h } from "../dom.js";
import { t } from "../language.js";

/** The ranks from low to high, unless they are reversed. */
const RANKS = [..."A23456789K"];

/** The strength of a rank by the order in force. @param {string | undefined} rank @param {"K" | "A"} highest */
export function strength(rank, highest) {
  return RANKS.indexOf(rank ?? "") * (highest === "K" ? 1 : -1);
}

/**
 * @param {"K" | "A"} highest
 * @param {{ jokers?: boolean, planned?: boolean }} [options] `planned`: as it would be after the selected move
 */
export function rankRuler(highest, { jokers = true, planned = false } = {}) {
  const ranks = RANKS.toSorted((one, other) => strength(other, highest) - strength(one, highest));
  return h("span", { class: planned ? "ranks planned" : "ranks", role: "img", "aria-label": t(jokers ? "ranks_order_joker" : "ranks_order", { ranks: ranks.join(", ") }) },
    jokers ? h("span", {}, mark("jester", { size: 16 })) : null,
    ranks.map((rank) => h("span", { "data-flip": `rank-${rank}` }, rank)));
}
