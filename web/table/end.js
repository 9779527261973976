// The end of a game: the result, and links to what comes next.

import { StreamEnded } from "../api.js";
import { mark } from "../cards/suit.js";
import { serviceTime } from "../clock.js";
import { h, link } from "../dom.js";
import { t } from "../language.js";
import { nextToBegin } from "./create.js";
import { eveningScore } from "./evening.js";
import { nameAt } from "../names.js";
import { problemNote } from "../notes.js";
import { change, getState, seatsIn } from "../store.js";
import { lengthText, noteWin, ownWins, practiceTag, recordKey, shareWays, winTiles } from "./result.js";
import { hasOnePerson, sideOf } from "./state.js";
import { talk } from "./talk.js";
import { nameOf } from "./words.js";

/** @typedef {Schemas["GameInfo"] & Partial<Pick<Schemas["GameView"], "table" | "revealed">>} EndedGame */
/** @typedef {Pick<Table, "seat"> & Partial<Pick<Table, "log" | "book">> & { view: EndedGame | null }} Ended */

/** @param {Table} table @param {Page} page */
export function endPanel(table, page) {
  const { seat, view } = table;
  if (!view) return [];
  const { headline, line, good } = ending(table);
  const isWin = good && seat !== null;
  const length = lengthText(table);
  const medal = view.result && "medal" in view.result ? view.result.medal : null;
  return [h("section", { class: good ? "end good" : "end", tabindex: "-1", "data-key": "end" },
    medal || isWin ? h("div", { class: `end-medal ${medal ?? "won"}`, "aria-hidden": "true" }, mark("crown-3", { size: 36 })) : null,
    h("h2", {}, headline),
    line ? h("p", {}, line) : null,
    isWin && !view.challenge ? winTiles(table) : null,
    length ? h("p", { class: "figures" }, length) : null,
    practiceTag(table),
    challengeEnd(table, page),
    isWin ? [ownWins(table, page), shareWays(table, ending({ ...table, seat: null }).headline, page)] : null,
    eveningScore(table, page),
    view.rematch_id ? h("p", {}, t("rematch_there")) : null,
    talk(table, page),
    h("div", { class: "row" },
      wayOn(table, page),
      seat === null || view.status !== "finished" || isSealed(table) ? null
        : h("button", { type: "button", "data-key": "same-deal", onclick: () => page.act({ type: "same_deal" }) }, t("same_deal")),
      view.seq > 0 && !isSealed(table) ? link(`/games/${view.id}/replay`, { class: "button" }, t(view.kind === "regicide" ? "replay_analysis" : "replay")) : null,
      link("/", { class: "button quiet" }, t("home"))),
    verified(table, page),
    table.problem && !(table.problem instanceof StreamEnded) ? problemNote(table.problem) : null)];
}

/** The result of an attempt at a challenge. @param {Table} table @param {Page} page */
function challengeEnd({ view, seat }, page) {
  if (seat === null || !view) return null;
  if (!view.challenge || seatsIn(view.id)[0]?.practice || (view.status !== "finished" && view.status !== "closed")) return null;
  const { id } = view.challenge;
  return page.once("outcome", () => {
    const place = h("div", { class: "stack outcome" });
    void import("../challenge/outcome.js").then(({ showOutcome }) => showOutcome(place, id, view.id));
    return place;
  });
}

/** The mark that this browser has verified the game. @param {Table} table @param {Page} page */
function verified(table, page) {
  const { view } = table;
  if (!view || (view.status !== "finished" && view.status !== "closed") || isSealed(table)) return null;
  return page.once("verified", () => {
    const place = h("div", { class: "verified" });
    // A game is in the log within a minute of its end; one that its deadline closed is signed a minute after that.
    const ended = view.status === "closed" ? Date.parse(view.challenge?.ends_at ?? "") + 60_000 : Date.parse(view.updated_at);
    const isNew = serviceTime() - ended < 60_000;
    void import("../verify/mark.js").then(({ showMark }) => showMark(place, view.id, isNew));
    return place;
  });
}

/** True while the replay is under embargo. @param {Table} table */
function isSealed({ view }) {
  return Boolean(view?.challenge) && Date.parse(view?.challenge?.ends_at ?? "") > serviceTime();
}

/** To the next game: that of this table, if there is one by now. @param {Table} table @param {Page} page */
function wayOn(table, page) {
  const { seat, view } = table;
  if (!view || view.status === "cancelled") return null;
  if (view.rematch_id && seat === null) return link(`/games/${view.rematch_id}`, { class: "button main" }, t("rematch_watch"));
  // After an attempt its result comes first, and no other game counts on the board.
  const isAttempt = view.challenge !== null && seat !== null;
  const again = h("button", { type: "button", class: isAttempt ? "" : "main", "data-key": "again", onclick: () => page.act({ type: "again", begins: "same" }) },
    t(view.rematch_id ? "rematch_join" : isAttempt ? "again_practice" : "again"));
  if (view.rematch_id || view.players === 1 || isAttempt) return again;
  const next = nextToBegin(view);
  const key = view.kind === "regicide" ? "again_begins" : "again_deals";
  return [again, h("button", { type: "button", "data-key": "again-next", onclick: () => page.act({ type: "again", begins: "next" }) },
    next === seat ? t(`${key}_you`) : t(key, { name: nameOf(table, next) }))];
}

/**
 * The end of a game in words: from its view alone, or with its log and rules, which name the cause.
 * @param {Ended} table
 * @returns {{ headline: string, line: string, good: boolean }}
 */
export function ending(table) {
  const result = table.view?.result;
  if (!result) return withoutResult(table);
  return result.kind === "regicide" ? ofRegicide(table, result) : ofTricks(table, result);
}

/** A game that did not end by the rules. @param {Ended} table */
function withoutResult({ view }) {
  if (view?.status === "closed") {
    const fallen = view.table?.kind === "regicide" ? t("fell", { n: view.table.enemies_defeated }) : null;
    return { headline: t("ended_closed"), line: [t("ended_closed_about"), fallen].filter(Boolean).join(" "), good: false };
  }
  const key = view?.status === "abandoned" ? "ended_abandoned" : "ended_cancelled";
  return { headline: t(key), line: t(`${key}_about`), good: false };
}

/** @param {Ended} table @param {Schemas["RegicideGameOutcome"]} result */
function ofRegicide(table, result) {
  const isOwn = table.seat !== null;
  if (result.outcome === "won") {
    const { medal } = result;
    return {
      headline: t(medal ? `won_${medal}` : isOwn ? "won" : "won_other"), line: medal ? t("won_about") : "", good: true,
    };
  }
  const n = result.enemies_defeated;
  const best = isOwn ? getState().best[recordKey(table)] : undefined;
  // Spectators have lost nothing.
  const isReported = !isOwn && result.conceded_by !== null;
  return {
    headline: t(isReported ? "conceded" : isOwn ? "lost" : "lost_other"),
    line: [
      isReported ? null : causeOf(table, result), t("fell", { n }),
      !best ? null : best > n ? t("best", { n: best }) : t("best_now"),
    ].filter((part) => part !== null).join(" "),
    good: false,
  };
}

/**
 * The cause of the loss, from the effects of the last move.
 * @param {Ended} table
 * @param {Schemas["RegicideGameOutcome"]} result
 */
function causeOf(table, { conceded_by: conceded }) {
  if (conceded !== null) return t(conceded === table.seat && hasOnePerson(table.view?.seats ?? []) ? "conceded_own" : "conceded");
  const effects = table.log?.at(-1)?.effects ?? [];
  const lost = effects.find((effect) => effect.type === "lost");
  if (!lost || !table.view) return null;
  const own = lost.seat === table.seat || table.view.players === 1;
  const name = nameAt(table.view.seats, lost.seat);
  if (lost.reason === "stuck") return t(own ? "lost_stuck" : "lost_stuck_other", { name });
  const shown = table.view.table?.kind === "regicide" ? table.view.table : null;
  const hidden = table.view.revealed?.hidden_cards;
  const hand = hidden?.kind === "regicide" ? hidden.hands[lost.seat] : lost.seat === table.seat ? shown?.hand : null;
  const damage = shown?.to_cover?.amount ?? effects.findLast((effect) => effect.type === "attacked")?.damage;
  if (!hand || damage === undefined || !table.book) return null;
  return t(own ? "lost_short" : "lost_short_other", { name, n: damage - table.book.worth(hand), damage });
}

/** Keeps how far this browser's player has come in a game that is over, and a win. @param {Table} table */
export function noteBest(table) {
  const result = table.view?.result;
  if (table.seat !== null && ending(table).good) noteWin(table);
  if (table.seat === null || result?.kind !== "regicide") return;
  const { best } = getState();
  const key = recordKey(table);
  if (result.enemies_defeated > (best[key] ?? 0)) change({ best: { ...best, [key]: result.enemies_defeated } });
}

/** @param {Ended} table @param {Schemas["RegicideTricksGameOutcome"]} result */
function ofTricks(table, result) {
  const own = table.seat === null ? null : sideOf(table, table.seat);
  const names = result.winners.map((side) => sideName(table, side)).join(", ");
  const n = result.winners.length * (table.view?.options.partners ? 2 : 1);
  const points = result.points.map((count, side) => `${sideName(table, side)} ${count}`).join(" · ");
  const good = own !== null && result.winners.includes(own);
  return {
    headline: t(result.outcome === "shared" ? "shared" : good ? "you_win" : "wins", { names, n }), line: points, good,
  };
}

/** The players of a side by name. @param {Ended} table @param {number} side */
export function sideName(table, side) {
  const seats = table.view?.seats.filter((one) => sideOf(table, one.seat) === side) ?? [];
  return seats.map((one) => nameOf(table, one.seat)).join(" + ");
}
