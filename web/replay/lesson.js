// The content of a lesson: the reader's own mistakes, and the verdict on other moves in their place.

import { getState, seatsIn } from "../store.js";
import { seatsAt } from "../table/hands.js";
import { AS_GOOD, judge, mistakesIn, share } from "./judge.js";

/** @typedef {import("./game.js").Story} Story */
/** @typedef {import("./judge.js").Judged} Judged */
/** @typedef {Judged & { token: string }} Mistake with the token that shows its seat's view */
/** @typedef {"best" | "good" | "worse" | "open"} Outcome `best`: the strong bot's own move; `open`: no clear difference from it */

/** The last move, and the result: won or lost, nothing if the game was conceded. @param {Story} story */
export function endOf({ frames, game: { result } }) {
  const isOpen = result?.kind !== "regicide" || (result.conceded_by ?? null) !== null;
  return { last: frames.length - 1, won: isOpen ? null : result.outcome === "won" };
}

/**
 * The mistakes of who reads the replay in this browser, in order.
 * @param {Story} story
 * @param {Schemas["GameAnalysis"]} analysis
 * @returns {Mistake[]}
 */
export function ownMistakes(story, { decisions }) {
  return mistakesIn(judge(decisions, endOf(story))).flatMap((one) => {
    const token = ownToken(story.game, one);
    return token === null ? [] : [{ ...one, token }];
  });
}

/** The token of a seat that the reader had at a move, and has now. @param {Story["game"]} game @param {{ seat: number, seq: number }} move */
function ownToken(game, { seat, seq }) {
  const [now, then] = [game.seats[seat], seatsAt(game, seq)[seat]];
  const here = seatsIn(game.id).find((one) => one.seat === seat);
  if (here && now === then) return here.token;
  const { player } = getState();
  return player && now?.player_id === player.id && then?.player_id === player.id ? player.token : null;
}

/**
 * The record of a game up to a move, with another one in its place.
 * @param {Story} story
 * @param {number} seq
 * @param {string} text
 * @returns {Schemas["RecordFile"]}
 */
export function recordWith({ game, frames }, seq, text) {
  const { kind, options, players, rules, seed } = game;
  const made = frames.slice(1, seq + 1).flatMap(({ line }) => (line ? [{ seq: line.seq, seat: line.seat, text: line.seq === seq ? text : line.text }] : []));
  return { format: "regicide-record/1", kind, rules, players, options, seed, moves: made };
}

/**
 * The verdict on a move by its trials and those of the strong bot's move.
 * @param {Schemas["AnalysedDecision"]} decision
 * @returns {Outcome}
 */
export function outcomeOf(decision) {
  const { bot_move: bot, player_move: made } = decision;
  const kind = judge([decision], { last: 0, won: null }).get(decision.seq)?.kind;
  if (kind === "same") return "best";
  if (kind === "good") return "good";
  // The bot drops poor moves after few trials.
  const isDropped = made.worlds > 0 && share(made) === null && made.won / made.worlds < AS_GOOD * bot.won / bot.worlds;
  return isDropped || kind === "inaccurate" || kind === "mistake" ? "worse" : "open";
}
