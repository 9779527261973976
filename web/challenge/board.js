// The board of a challenge: results, best first, and how they are distributed.

import { get } from "../api.js";
import { betweenPresses, h, link, render } from "../dom.js";
import { number, t } from "../language.js";
import { read } from "../live.js";
import { nameText } from "../names.js";
import { problemNote } from "../notes.js";
import { getState } from "../store.js";
import { duration } from "../time.js";
import { columns } from "./columns.js";
import { csvButton } from "./csv.js";
import { removal, restoration } from "./removal.js";
import { verifyButton } from "./verified.js";
import { names, scoreText } from "./words.js";

/** @typedef {import("./load.js").Loaded} Loaded */

/**
 * The board, updated by events while the challenge runs.
 * @param {Loaded} loaded
 * @param {AbortSignal} leaving
 * @param {() => void} [changed] the board has changed
 */
export function boardSection(loaded, leaving, changed) {
  const { challenge, token } = loaded;
  const following = new AbortController();
  let shown = loaded;
  const place = h("div", { class: "board-place" });
  const draw = betweenPresses(place, () => {
    if (!following.signal.aborted) render(place, drawBoard(shown, () => following.abort(), leaving));
  });
  draw();
  if (loaded.board && challenge.status !== "over") {
    /** @type {import("../live.js").Reader<{ type: string, leaderboard?: Schemas["Leaderboard"], stats?: Schemas["Stats"] }>} */
    const reader = {
      event: async ({ leaderboard: shared, stats }) => {
        if (!shared || !stats) return;
        shown = { ...loaded, board: await boardFor(loaded, shared), stats };
        draw();
        changed?.();
      },
      // The board stays as it was; reloading the page shows the current one.
      connection: () => {},
      refused: () => {},
    };
    const stop = read(`/v1/challenges/${challenge.id}/events`, token, reader);
    for (const signal of [leaving, following.signal]) signal.addEventListener("abort", stop);
  }
  return h("div", { class: "stack" }, place, loaded.board ? h("div", { class: "row" },
    document.fullscreenEnabled ? h("button", { type: "button", onclick: () => place.requestFullscreen() }, t("board_screen")) : null,
    loaded.organiser ? csvButton(challenge, loaded.organiser) : null) : null);
}

/**
 * The board of an event, which is the same for everybody, as this reader sees it:
 * an organiser with the games, a player with the own place.
 * @param {Loaded} loaded
 * @param {Schemas["Leaderboard"]} shared
 */
async function boardFor({ challenge, board, organiser }, shared) {
  if (organiser) return get(`/v1/challenges/${challenge.id}/leaderboard?limit=50`, { token: organiser });
  const player = getState().player?.id;
  const here = shared.items.find((entry) => entry.team.some((one) => one.player_id === player));
  const before = board?.own;
  if (!before) return shared;
  return { ...shared, own: here ? { ...before, place: here.place, percentile: here.place === before.place ? before.percentile : null } : before };
}

/**
 * @param {Loaded} loaded
 * @param {() => void} paged further pages are shown: a new first page would take them away
 * @param {AbortSignal} leaving
 */
function drawBoard({ board, stats, closed, organiser, token }, paged, leaving) {
  if (!board) return h("section", {}, h("h2", {}, t("board")), h("p", { class: "note" }, closed));
  if (board.results === 0 && board.void.length === 0) {
    return h("section", {}, h("h2", {}, t("board")), h("p", {}, t("board_empty")));
  }
  return h("section", { class: "stack" },
    h("h2", {}, t("board")),
    board.own ? h("p", { class: "board-own" }, ownText(board.own, board.results)) : null,
    stats ? distribution(stats, board.own) : null,
    entries(board, { token, leaving }, organiser, paged),
    h("p", { class: "soft" }, [board.complete ? "" : t("board_open"), board.note].join(" ")),
    removedList("void", board.void, organiser),
    removedList("restored", board.restored, null));
}

/** With fewer results, a share in per cent has no meaning. */
const FEW = 5;

/** @param {Schemas["OwnRank"]} own @param {number} results how many the board has */
export function ownText(own, results) {
  if (own.place === null || own.place === undefined) return scoreText(own.score);
  const better = results < FEW || !own.percentile ? "" : t("board_better", { n: own.percentile });
  return [t("board_rank", { rank: number(own.place), results: number(results) }), better].filter(Boolean).join(" ");
}

/**
 * @param {Schemas["Leaderboard"]} board
 * @param {{ token: string | null, leaving: AbortSignal }} reader
 * @param {string | null} organiser
 * @param {() => void} paged
 */
function entries(board, reader, organiser, paged) {
  const own = getState().player?.id;
  const over = board.challenge.status === "over";
  /** @type {import("./verified.js").Row[]} */
  const games = [];
  const rows = (/** @type {Schemas["BoardEntry"][]} */ items) => items.map((entry) => {
    const place = h("span", {});
    if (over && entry.game_id) games.push({ entry: { ...entry, game_id: entry.game_id }, place });
    return row(entry, own, { over, organiser, place });
  });
  const body = h("tbody", {}, rows(board.items));
  const more = h("div");
  /** @param {string | null | undefined} next */
  const offer = (next) => render(more, next ? h("button", {
    type: "button",
    onclick: async () => {
      try {
        const page = await get(`/v1/challenges/${board.challenge.id}/leaderboard?limit=50&after=${encodeURIComponent(next)}`,
          { token: reader.token });
        paged();
        body.append(...rows(page.items));
        offer(page.next);
      } catch (error) {
        render(more, problemNote(error, () => offer(next)));
      }
    },
  }, t("board_more")) : null);
  offer(board.next);
  return h("div", { class: "stack" },
    h("table", { class: "board" },
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, t("board_place")), h("th", { scope: "col" }, t("board_players")),
        h("th", { scope: "col" }, t("board_result")), h("th", { scope: "col", class: "wide-only" }, t("board_time")))),
      body),
    more,
    games.length > 0 ? verifyButton(games, board.challenge, reader) : null);
}

/**
 * @param {Schemas["BoardEntry"]} entry
 * @param {string | undefined} own
 * @param {{ over: boolean, organiser: string | null, place: HTMLElement }} look whether the games can be looked at, who may take results off, and the place of the mark
 */
function row(entry, own, { over, organiser, place }) {
  const mine = entry.team.some(({ player_id: player }) => player === own);
  return h("tr", { class: mine ? "mine" : null },
    h("td", { class: "figures" }, entry.place === null || entry.place === undefined ? "–" : number(entry.place)),
    h("td", {}, entry.team.flatMap((player, index) => [
      index > 0 ? ", " : null,
      link(`/players/${player.player_id}`, {}, nameText(player.name)),
      player.lookalike ? h("span", { class: "soft" }, ` (${t("lookalike", { id: player.player_id.slice(-6) })})`) : null,
    ])),
    h("td", {}, scoreText(entry.score),
      entry.game_id && over ? [" ", link(`/games/${entry.game_id}/replay`, { "aria-label": t("board_replay", { names: names(entry.team) }) }, t("replay")), " ", place] : null,
      entry.game_id && organiser ? [" ", removal(entry.game_id, names(entry.team), organiser)] : null),
    h("td", { class: "figures wide-only" }, duration(entry.seconds)));
}

/**
 * Results that were taken off the board, with the reasons.
 * @param {"void" | "restored"} kind
 * @param {Schemas["VoidEntry"][]} removed
 * @param {string | null} organiser the token, where the organiser can put back those that the organiser removed
 */
function removedList(kind, removed, organiser) {
  if (removed.length === 0) return null;
  return h("details", { "data-key": kind }, h("summary", { "data-key": `${kind}-title` }, t(`board_${kind}`, { n: removed.length })),
    h("ul", {}, removed.map((entry) => h("li", {}, `${names(entry.team)}: ${entry.reason}`,
      entry.game_id && entry.by_organiser && organiser ? [" ", ...restoration(entry.game_id, names(entry.team), organiser)] : null))));
}

/**
 * The distribution of results: a column for each number of defeated enemies.
 * @param {Schemas["Stats"]} stats
 * @param {Schemas["OwnRank"] | null | undefined} own
 */
export function distribution(stats, own) {
  const bars = stats.by_enemies_defeated;
  if (bars.length === 0) return null;
  const reached = own && "enemies_defeated" in own.score ? own.score.enemies_defeated : null;
  return columns(bars, reached, t("distribution_won", { won: number(stats.won), n: stats.results }));
}
