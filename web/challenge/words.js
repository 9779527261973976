// Challenges and results in words.

import { countdown } from "../countdown.js";
import { h } from "../dom.js";
import { t, time } from "../language.js";
import { nameText } from "../names.js";

/** The result in words. @param {Schemas["Score"]} score */
export function scoreText(score) {
  if (score.kind === "regicide-tricks") return t(score.is_won ? "score_points_won" : "score_points", { n: score.side_points });
  if (score.moves_to_win !== null && score.moves_to_win !== undefined) {
    return [t("score_won", { n: score.moves_to_win }), score.medal ? t(`medal_${score.medal}`) : ""].filter(Boolean).join(", ");
  }
  return [t("score_enemies", { n: score.enemies_defeated }), score.damage > 0 ? t("score_damage", { n: score.damage }) : ""]
    .filter(Boolean).join(", ");
}

/** The state of a challenge, and until when it lasts. @param {Schemas["ChallengeInfo"]} challenge */
export function statusText(challenge) {
  const at = { coming: challenge.opens_at, open: challenge.closes_at, closing: challenge.ends_at, over: challenge.ends_at };
  return t(`challenge_${challenge.status}`, { time: time(at[challenge.status]) });
}

/**
 * The state of a challenge with the time that is left of it.
 * @param {Schemas["ChallengeInfo"]} challenge
 * @param {() => void} changed called when it has another one
 */
export function statusLine(challenge, changed) {
  const { closes_at: closes, ends_at: ends, opens_at: opens, status } = challenge;
  const until = { coming: opens, open: closes, closing: ends, over: null }[status];
  return h("span", {}, statusText(challenge), until ? [" (", countdown(Date.parse(until), changed), ")"] : null);
}

/** The game and its number of players. @param {{ kind: Schemas["GameKind"], players: number }} game */
export function gameText({ kind: game, players }) {
  return t(game === "regicide" ? "challenge_regicide" : "challenge_tricks", { n: players });
}

/** @param {{ name?: string | null }[]} players */
export function names(players) {
  return players.map(({ name }) => nameText(name)).join(", ");
}

/** The numbers of attempts and of finished ones. @param {Schemas["ChallengeView"]} challenge */
export function turnoutText({ turnout }) {
  return [t("turnout_began", { n: turnout.attempts }), t("turnout_finished", { n: turnout.finished })].join(", ");
}
