// Judges the moves of a game by its analysis: each move gets one of a few classes, and
// each position the share of trials won from there.
//
// A trial deals cards that fit the player's knowledge and plays quickly to the end. The strong bot drops poor moves
// early, so some moves have few trials. The best share at the next decision is a second measure. A move is worse if its
// trials are worse by more than chance and the next share is lower, or if the next share is lower beyond doubt and its
// trials are worse at all. If its trials are as good, a lower next share was bad luck.

/** @typedef {Schemas["SampledMove"]} Sampled */
/** @typedef {Schemas["AnalysedDecision"]} Decision */
/**
 * @typedef {"same" | "good" | "inaccurate" | "mistake" | "fatal" | "unharmed" | "unclear" | "hopeless"} Kind `same`: the
 *   bot's move; `fatal`: a mistake that lost the game at once; `unharmed`: its trials went badly, but no less was within
 *   reach afterwards; `hopeless`: no trial was won after either move
 * @typedef {"good" | "inaccurate" | "mistake" | "bad_luck" | "good_luck"} Word
 * @typedef {Decision & { kind: Kind, luck: "good" | "bad" | null, next: Sampled | null }} Judged `luck`: what the cards
 *   did after a move as good as any; `next`: the bot's choice at the next decision
 */

/** Fewer trials have no weight by themselves. */
const FEW = 20;
/** With fewer trials, a lower next share is attributed neither to the move nor to luck. */
const HARDLY = 10;
/** The least difference by which a move is worse, in standard errors; about one in forty by chance. */
const WORSE = 2;
/** A move with this part of the bot's share is as good, unless it is surely worse. */
export const AS_GOOD = 2 / 3;
/** A move after which this part of the bot's share is still within reach did no harm, whatever the result of its few trials. */
const HELD = 0.9;
/** The least difference that counts as luck, in standard errors: between decisions the knowledge differs, too. */
const LUCKY = 3;
/** The least factor by which luck changes the share. */
const LUCK = 1.5;

/** The share of its trials that a move won; nothing if there are too few. @param {Pick<Sampled, "won" | "worlds">} move */
export function share({ won, worlds }) {
  return worlds < FEW ? null : won / worlds;
}

/**
 * @param {Decision[]} decisions
 * @param {{ last: number, won: boolean | null }} end the last move, and the result: nothing if the game was conceded
 * @returns {Map<number, Judged>} by the number of the move
 */
export function judge(decisions, { last, won }) {
  return new Map(decisions.map((decision, index) => {
    const next = decisions.slice(index + 1).find(({ bot_move: bot }) => share(bot) !== null)?.bot_move ?? null;
    const kind = judged(decision, next, decision.seq === last && won === false);
    const luck = next && (kind === "same" || kind === "good") ? luckOf(decision.bot_move, next) : null;
    return [decision.seq, { ...decision, kind, luck, next }];
  }));
}

/**
 * The share within reach in each position: that of trials that the bot's choice won, unchanged where there was no
 * decision, and the result at the end. Positions after the last analysed decision have none.
 * @param {Decision[]} decisions
 * @param {{ last: number, won: boolean | null, complete: boolean }} game
 * @returns {number[]}
 */
export function reachable(decisions, { last, won, complete }) {
  const known = decisions.filter(({ bot_move: bot }) => share(bot) !== null);
  /** @type {number[]} */
  const values = [];
  for (const { seq, bot_move: bot } of known) {
    const value = bot.won / bot.worlds;
    while (values.length < seq - 1) values.push(values.at(-1) ?? value);
    values.push(value);
  }
  if (!complete) return values;
  while (values.length <= last) values.push(values.at(-1) ?? 0);
  if (won !== null) values[last] = won ? 1 : 0;
  return values;
}

/**
 * @param {Decision} decision
 * @param {Sampled | null} next
 * @param {boolean} lost whether the game was lost by this move
 * @returns {Kind}
 */
function judged({ player_move: made, bot_move: bot }, next, lost) {
  if (isSame(made, bot)) return "same";
  if (lost && made.won === 0 && bot.won > 0) return "fatal";
  if (made.worlds < HARDLY) return "unclear";
  if (made.won + bot.won === 0) return "hopeless";
  const share = bot.won / bot.worlds;
  const part = made.won / made.worlds / share;
  if (made.worlds >= FEW && errors(made, bot) > WORSE) {
    if (next && next.won / next.worlds >= HELD * share) return "unharmed";
  } else if (part >= AS_GOOD && made.worlds >= FEW) {
    return "good";
  } else if (part >= AS_GOOD || !next || errors(next, bot) <= WORSE) {
    return "unclear";
  }
  return part <= 1 / 2 ? "mistake" : "inaccurate";
}

/**
 * The luck after a move as good as the bot's, which has more trials.
 * @param {Sampled} bot
 * @param {Sampled} next
 * @returns {"good" | "bad" | null}
 */
function luckOf(bot, next) {
  if (bot.worlds < FEW) return null;
  const before = bot.won / bot.worlds;
  const after = next.won / next.worlds;
  if (errors(next, bot) > LUCKY && after <= before / LUCK) return "bad";
  return errors(bot, next) > LUCKY && after >= before * LUCK ? "good" : null;
}

/**
 * By how many standard errors the second share is greater. With two more
 * trials each, one of them won, it holds for few trials, too (Agresti, Caffo).
 * @param {Sampled} one
 * @param {Sampled} other
 */
function errors(one, other) {
  const [p, q] = [one, other].map(({ won, worlds }) => (won + 1) / (worlds + 2));
  const square = (/** @type {number} */ part, /** @type {Sampled} */ { worlds }) => part * (1 - part) / (worlds + 2);
  return ((q ?? 0) - (p ?? 0)) / Math.sqrt(square(p ?? 0, one) + square(q ?? 0, other));
}

/** True if two moves are the same but for the order of their cards. @param {Pick<Sampled, "text">} one @param {Pick<Sampled, "text">} other */
export function isSame(one, other) {
  const sorted = (/** @type {Pick<Sampled, "text">} */ { text }) => text.split(" ").sort().join(" ");
  return sorted(one) === sorted(other);
}

/** The moves that were worse than another, in order. @param {Map<number, Judged>} judged */
export function mistakesIn(judged) {
  return [...judged.values()].filter((one) => ["inaccurate", "mistake"].includes(wordFor(one) ?? ""));
}

/**
 * The next or the previous of some positions; after the last comes the first.
 * @param {number[]} seqs
 * @param {number} at
 * @param {boolean} forward
 */
export function stepFrom(seqs, at, forward) {
  return forward ? seqs.find((seq) => seq > at) ?? seqs[0] : seqs.findLast((seq) => seq < at) ?? seqs.at(-1);
}

/** The word for a move, if there is one. @param {Judged} judged @returns {Word | null} */
export function wordFor({ kind, luck }) {
  if (luck) return `${luck}_luck`;
  switch (kind) {
    case "same": case "good": return "good";
    case "inaccurate": return "inaccurate";
    case "mistake": case "fatal": return "mistake";
    default: return null;
  }
}
