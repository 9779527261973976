// What the analysis says of each move: its trials in words of a few classes,
// and how much could be reached before each move.
//
// A trial plays a deal that fits what the player could know, quickly, to its
// end. The strong bot drops what does badly early, so that some moves have few
// trials. What the next decision could reach tells more: a move is worse if
// its trials are, by more than chance, and less was within reach afterwards,
// or if less was surely within reach and its trials are worse at all. If they
// are as good, that was luck.

/** @typedef {import("./game.js").Schemas} Schemas */
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

/** Fewer trials say nothing by themselves. */
const FEW = 20;
/** Fewer do not even say whether a move or luck left less within reach. */
const HARDLY = 10;
/** By how many standard errors a move is worse; about one in forty by chance. */
const WORSE = 2;
/** A move with this part of the bot's share is as good, unless it is surely worse. */
const AS_GOOD = 2 / 3;
/** A move after which this part of the bot's share is still within reach did no harm, whatever its few trials say. */
const HELD = 0.9;
/** By how many standard errors luck is told: between decisions the knowledge differs, too. */
const LUCKY = 3;
/** By how many times luck changes the share at least. */
const LUCK = 1.5;

/**
 * The share of its trials that a move won; nothing if there are too few.
 * @param {Pick<Sampled, "won" | "worlds">} move
 */
export function share({ won, worlds }) {
  return worlds < FEW ? null : won / worlds;
}

/**
 * @param {Decision[]} decisions
 * @param {{ last: number, won: boolean | null }} end the last move, and how it ended: nothing if it was given up
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
 * How much could be reached in each position: the share of trials that the
 * bot's choice won, held where nothing was to be decided, and the result at
 * the end. Nothing is said of positions after the last known decision.
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
 * What came after a move as good as the bot's, which has more trials.
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

/** Whether two moves are one: the order of cards is free. @param {Sampled} one @param {Sampled} other */
export function isSame(one, other) {
  const sorted = (/** @type {Sampled} */ { text }) => text.split(" ").sort().join(" ");
  return sorted(one) === sorted(other);
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
