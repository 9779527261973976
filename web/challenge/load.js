// A challenge with all that its page shows: the caller's attempts, the board and
// the statistics, as far as the caller may see them.

import { get, Problem } from "../api.js";
import { t } from "../language.js";
import { getState } from "../store.js";

/**
 * @typedef {object} Loaded
 * @property {Schemas["ChallengeView"]} challenge
 * @property {Schemas["Leaderboard"] | null} board nothing while it is closed to the caller
 * @property {Schemas["Stats"] | null} stats
 * @property {string | null} closed why the board is closed
 * @property {string | null} organiser the player's token, if the player made it
 * @property {string | null} token what the board was read with
 */

/** The caller's first attempt, once it is over. @param {Schemas["ChallengeView"]} challenge */
export function ownEnd({ own_attempts: own }) {
  return own.find(({ attempt, status }) => attempt === 1 && (status === "finished" || status === "closed"));
}

/** @param {string} id @param {AbortSignal} signal @returns {Promise<Loaded>} */
export async function loadChallenge(id, signal) {
  const { player, organised } = getState();
  const token = player?.token ?? null;
  const organiser = player && organised[id] === player.id ? player.token : null;
  /** @type {`/v1/challenges/${string}`} */
  const path = `/v1/challenges/${encodeURIComponent(id)}`;
  const challenge = await get(path, { token, signal });
  // The day has no organiser, and its board is closed to who can still play it.
  const isClosed = challenge.source === "daily" && challenge.status !== "over" && !ownEnd(challenge);
  if (isClosed) return { challenge, board: null, stats: null, closed: t("board_closed"), organiser, token };
  try {
    const [board, stats] = await Promise.all([get(`${path}/leaderboard?limit=50`, { token, signal }), get(`${path}/stats`, { token, signal })]);
    return { challenge, board, stats, closed: null, organiser, token };
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== "embargoed" && error.code !== "challenge_not_open")) throw error;
    return { challenge, board: null, stats: null, closed: error.message, organiser, token };
  }
}
