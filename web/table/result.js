// A game that has ended: its length, its mark as practice, and of a win the own record and the ways to share it.

import { castle, ROYALS } from "../cards/castle.js";
import { shareButton } from "../challenge/share.js";
import { copyButton } from "../copy.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { ownProfile } from "../player/streak.js";
import { change, codeOf, getState, seatsIn } from "../store.js";
import { duration } from "../time.js";
import { neverCounts } from "./state.js";

/** The number of moves and the time from the first of them, or from a fork, to the last. @param {Table} table */
export function lengthText({ log, view }) {
  if (!view?.finished_at) return null;
  const begun = Math.max(Date.parse(view.created_at), Date.parse(log[0]?.at ?? view.created_at));
  return `${t("moves_made", { n: view.seq })} · ${duration((Date.parse(view.finished_at) - begun) / 1000)}`;
}

/** The reason why a game is practice; nothing for others. @param {Pick<Table, "id" | "log" | "view">} table */
export function practiceReason({ id, log, view }) {
  if (seatsIn(id)[0]?.practice) return "practice_challenge";
  if (view?.forked_from) return "practice_fork";
  if (view && neverCounts(view)) return "practice_seed";
  return log.some(({ effects }) => effects.some(({ type }) => type === "taken_back")) ? "practice_undo" : null;
}

/** @param {Table} table */
export function practiceTag(table) {
  const reason = table.seat === null ? null : practiceReason(table);
  return reason ? h("p", { class: "soft" }, h("span", { class: "tag" }, t("practice_tag")), " ", t(reason)) : null;
}

/** Games of one kind with so many players are compared. @param {{ view: Pick<Schemas["GameInfo"], "kind" | "players"> | null }} table */
export function recordKey({ view }) {
  return `${view?.kind}-${view?.players}`;
}

/** Keeps a win of this browser's guest, but no practice; a player's are in the profile. @param {Table} table */
export function noteWin(table) {
  const { id, seat, view } = table;
  const { wins } = getState();
  if (!view || wins[id] || view.seats[seat ?? -1]?.player_id || practiceReason(table) !== null) return;
  change({ wins: { ...wins, [id]: { key: recordKey(table), moves: view.seq } } });
}

/**
 * The number of wins and the fewest moves of one: those of the player, or of this browser's guest.
 * @param {Table} table
 * @param {Page} page
 */
export function ownWins(table, page) {
  const { seat, view } = table;
  if (!view || seat === null || practiceReason(table) !== null) return null;
  return page.once("wins", () => {
    const place = h("p", {});
    const { player, wins } = getState();
    const kept = Object.values(wins).filter(({ key }) => key === recordKey(table)).map(({ moves }) => moves);
    const show = (/** @type {number} */ n, /** @type {number} */ fewest) =>
      render(place, n === 0 ? null : t(fewest === view.seq && n > 1 ? "wins_fewest" : "wins_own", { n, moves: fewest }));
    if (!view.seats[seat]?.player_id) show(kept.length, Math.min(...kept));
    else if (view.seats[seat]?.player_id === player?.id) {
      void ownProfile().then((profile) => {
        const stats = profile?.game_stats.find((one) => one.kind === view.kind && one.players === view.players);
        show(stats?.won ?? 0, stats?.fewest_moves_to_win ?? view.seq);
      });
    }
    return place;
  });
}

/** The address of the deal for others, if its code is here where it needs one. @param {Schemas["GameView"]} view */
function dealAddress({ id, visibility }) {
  const code = codeOf(id);
  if (visibility === "private" && !code) return null;
  return `${location.origin}/new?deal=${id}${code ? `#code=${code}` : ""}`;
}

/** The defeated royals in their order: no defeat is taken back (S3.1). @param {Table} table */
function royals({ log }) {
  return log.flatMap(({ effects }) => effects.filter((effect) => effect.type === "defeated"));
}

/** The defeated royals as a picture: what was exact is underlined. @param {Table} table */
export function winTiles(table) {
  const defeated = royals(table);
  if (defeated.length < ROYALS) return null;
  return h("div", { class: "tiles" }, castle(defeated.map(({ card, exact }) => ({ state: "defeated", card, exact })),
    { size: 22, label: t("tiles", { defeated: ROYALS, exact: defeated.filter(({ exact }) => exact).length }) }));
}

/**
 * Buttons that share a win, and its deal with a friend. They stay when the table is redrawn.
 * @param {Table} table
 * @param {string} headline
 * @param {Page} page
 */
export function shareWays(table, headline, page) {
  const { view } = table;
  const address = view && dealAddress(view);
  if (!view || view.challenge) return null;
  return page.once("share", () => {
    const squares = royals(table).map(({ exact }) => (exact ? "🟩" : "🟨")).join("");
    const text = [`Regicide: ${headline}`, lengthText(table), squares, address ?? location.origin].filter(Boolean).join("\n");
    return h("div", { class: "row" }, shareButton(text), address ? copyButton(t("deal_link"), () => address) : null);
  });
}
