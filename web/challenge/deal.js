// Results of the solver and the bots for the deal of a challenge.

import { h } from "../dom.js";
import { number, t } from "../language.js";

/**
 * The section on the deal: whether it can be won, and how difficult it is for bots; nothing if neither was computed.
 * @param {Schemas["ChallengeInfo"]} challenge
 */
export function dealSection({ id, status, winnable, difficulty }) {
  if (!winnable && !difficulty) return null;
  const solution = (/** @type {string} */ goal) => h("a", {
    class: "button", href: `/v1/challenges/${id}/solution?goal=${goal}`, download: `regicide-${goal}-${id}.json`,
  }, t(goal === "gold" ? "deal_gold_line" : "deal_win_line"));
  return h("section", { class: "deal" },
    h("h2", {}, t("deal")),
    winnable ? h("p", {}, t(winnable.known ? "deal_known" : "deal_not_known"), " ",
      !winnable.known || winnable.gold_known === null ? null : t(winnable.gold_known ? "deal_gold" : "deal_no_gold")) : null,
    difficulty ? h("p", {}, h("strong", {}, t(`deal_${difficulty.level}`)), " ",
      t("deal_bots", { enemies: number(difficulty.mean_enemies_defeated), n: difficulty.games_played })) : null,
    winnable?.known && status === "over" ? h("div", { class: "row" },
      solution("win"), winnable.gold_known ? solution("gold") : null) : null);
}
