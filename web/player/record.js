// A player's own record: share of wins, medals, and how many enemies were defeated how often.

import { columns } from "../challenge/columns.js";
import { h } from "../dom.js";
import { number, percent, t } from "../language.js";

/** @typedef {Schemas["PlayerGameStats"]} GameStats */

/** The number of won games, and their share. @param {GameStats} stats */
export function wonText({ won, finished }) {
  return finished > 0 ? `${number(won)} (${percent(won / finished)})` : number(won);
}

/** @param {GameStats["medals"]} counts */
export function medalsText(counts) {
  if (!counts) return null;
  const medals = /** @type {const} */ (["gold", "silver", "bronze"]);
  return medals.map((medal) => `${number(counts[medal])} ${t(`medal_${medal}`)}`).join(", ");
}

/** The distribution of a player's results. @param {GameStats} stats @param {number | null} [reached] */
export function ownColumns(stats, reached = null) {
  return stats.by_enemies_defeated ? columns(stats.by_enemies_defeated, reached) : null;
}

/**
 * The record after a game of the day: the game counts in the profile only when its challenge is over, so it is added here.
 * @param {Schemas["Profile"]} profile
 * @param {Schemas["ChallengeInfo"]} challenge
 * @param {Schemas["OwnAttempt"] | undefined} attempt
 */
export function recordAfter({ game_stats: all }, challenge, attempt) {
  const { kind, players } = challenge;
  const before = all.find((one) => one.kind === kind && one.players === players);
  const bars = Array.from({ length: 13 }, (_, enemies) => ({ enemies_defeated: enemies, results: 0 }));
  const score = attempt?.score;
  const latest = challenge.status !== "over" && attempt?.ranked && score && "enemies_defeated" in score ? score : null;
  const stats = latest ? withResult(before ?? { kind, players, finished: 0, won: 0, by_enemies_defeated: bars }, latest) : before;
  if (!stats) return null;
  const medals = medalsText(stats.medals);
  return h("details", { class: "own-record" },
    h("summary", {}, t("record_own")),
    h("div", { class: "stack" },
      h("p", {}, `${t("record_games", { n: stats.finished })} · ${t("record_won", { won: wonText(stats) })}`, medals ? ` · ${medals}` : null),
      ownColumns(stats, score && "enemies_defeated" in score ? score.enemies_defeated : null),
      h("p", { class: "soft" }, t("player_stats_about"))));
}

/**
 * @param {GameStats} stats
 * @param {{ enemies_defeated: number, moves_to_win?: number | null, medal?: "gold" | "silver" | "bronze" | null }} score
 * @returns {GameStats}
 */
export function withResult(stats, { enemies_defeated: enemies, moves_to_win: moves, medal }) {
  const won = moves !== null && moves !== undefined;
  const medals = medal ? { gold: 0, silver: 0, bronze: 0, ...stats.medals } : stats.medals;
  if (medal && medals) medals[medal] += 1;
  return {
    ...stats,
    finished: stats.finished + 1,
    won: stats.won + (won ? 1 : 0),
    ...(medals ? { medals } : {}),
    by_enemies_defeated: (stats.by_enemies_defeated ?? []).map((bar) => (
      bar.enemies_defeated === enemies ? { ...bar, results: bar.results + 1 } : bar)),
  };
}
