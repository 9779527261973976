// The games of a player, as they begin and end.

import { get } from "../api.js";
import { gameText } from "../challenge/words.js";
import { h, link, render } from "../dom.js";
import { t, time } from "../language.js";
import { read } from "../live.js";
import { nameAt, nameText, tableText } from "../names.js";
import { loadingNote, problemNote } from "../notes.js";
import { getState, keepSeat, seatsIn } from "../store.js";
import { ending } from "../table/end.js";
import { limitText, turnText } from "../table/turn-limit.js";

/**
 * `seat` is `null` where the player is invited, and does not sit yet, or does not sit any more
 * (`former_seat`).
 * @typedef {Schemas["GameInfo"] & { seat: number | null, former_seat?: number | null, to_act?: number | null }} Entry
 */

/**
 * @param {string} player
 * @param {string | null} token the player's, if it is this browser's player
 * @param {AbortSignal} signal
 */
export function gamesSection(player, token, signal) {
  const list = h("ul", { class: "games" });
  const more = h("div", {}, loadingNote());
  const filters = filterControls(player, signal, () => {
    list.replaceChildren();
    render(more, loadingNote());
    load(null);
  });
  /** @param {Entry} game */
  const show = (game) => {
    const there = list.querySelector(`[data-game="${game.id}"]`);
    if (there) there.replaceWith(entry(game, token));
    return there !== null;
  };
  /** @param {string | null} after */
  const load = async (after) => {
    try {
      const chosen = filters.query();
      const page = await get(`/v1/players/${player}/games?limit=24${chosen}${after ? `&after=${after}` : ""}`, { token, signal });
      if (chosen !== filters.query()) return;
      for (const game of page.items) if (!show(game)) list.append(entry(game, token));
      // Without games there is nothing to choose from.
      if (page.items.length > 0) filters.form.hidden = false;
      render(more,
        list.children.length === 0 ? h("p", {}, t(chosen ? "player_no_such_games" : "player_no_games")) : null,
        page.next ? h("button", { type: "button", onclick: () => load(page.next ?? null) }, t("board_more")) : null);
    } catch (error) {
      if (!signal.aborted) render(more, problemNote(error, () => load(after)));
    }
  };
  /** @param {Entry} game */
  const receive = (game) => {
    // The service decides which games fit the filters: new ones are shown without filters.
    if (show(game) || filters.query()) return;
    list.prepend(entry(game, token));
    filters.form.hidden = false;
    more.querySelector("p")?.remove();
  };
  // The list comes after the stream, so that nothing falls between the two. Without the stream it stands as it was.
  let begun = false;
  const ready = () => {
    if (!begun) load(null);
    begun = true;
  };
  // The reader's own games come by the player's stream, those of others by that of all public games.
  signal.addEventListener("abort", read(token ? `/v1/players/${player}/events` : "/v1/events", token, {
    event: (/** @type {Schemas["PlayerEvent"]} */ event) => {
      if (!("game" in event)) return;
      const { game } = event;
      const seat = game.seats.find((one) => one.player_id === player)?.seat ?? null;
      const former = "former_players" in game ? game.former_players.find((one) => one.player_id === player) : null;
      if (token || seat !== null) receive({ ...game, seat, former_seat: former?.seat });
    },
    connection: ready, refused: ready,
  }));
  return h("section", { class: "stack" }, h("h2", {}, t("player_games")), filters.form, list, more);
}

/**
 * The controls that choose games: by result, kind, and co-player.
 * @param {string} player
 * @param {AbortSignal} signal
 * @param {() => void} changed
 */
function filterControls(player, signal, changed) {
  const won = choice("filter_result", [["", t("filter_any")], ["true", t("filter_won")], ["false", t("filter_lost")]]);
  const kind = choice("filter_kind", [["", t("filter_any")], ["regicide", t("game_regicide")], ["regicide-tricks", t("game_tricks")]]);
  const own = getState().player;
  const others = choice("filter_co_player", [["", t("filter_any")], ...(own && own.id !== player ? [/** @type {[string, string]} */ ([own.id, t("filter_with_me")])] : [])]);
  // Those with whom the player has played last. The page shows a problem with them where it lists them.
  if (own?.id === player) {
    void get(`/v1/players/${own.id}/co-players?limit=100`, { token: own.token, signal })
      .then(({ items }) => others.select.append(...items.map((one) => h("option", { value: one.player_id }, nameText(one.name)))), () => {});
  }
  const parts = own ? [won, kind, others] : [won, kind];
  const form = h("div", { class: "filters", hidden: true, role: "group", "aria-label": t("filters") }, parts.map(({ label }) => label));
  form.addEventListener("change", changed);
  const query = () => Object.entries({ is_won: won, kind, co_player_id: others })
    .map(([name, { select }]) => (select.value ? `&${name}=${select.value}` : "")).join("");
  return { form, query };
}

/** @param {import("../language.js").Key} name @param {[string, string][]} options */
function choice(name, options) {
  const select = h("select", { name }, options.map(([value, text]) => h("option", { value }, text)));
  return { select, label: h("label", {}, h("span", { class: "soft" }, t(name)), select) };
}

/** A game in a list. @param {Entry} game @param {string | null} token that opens the seat, if the reader has one */
export function entry(game, token) {
  const over = game.status !== "running" && game.status !== "waiting";
  const mine = token !== null && game.status === "running" && game.to_act === game.seat;
  const isFormer = game.seat === null && game.former_seat !== null && game.former_seat !== undefined;
  const state = isFormer && !over ? t("player_seat_lost")
    : game.seat === null && !isFormer ? invitedBy(game)
    : game.status === "waiting" ? t("waiting")
    : over ? ending(/** @type {Parameters<typeof ending>[0]} */ (/** @type {unknown} */ ({ view: game, seat: token === null ? null : game.seat ?? game.former_seat ?? null }))).headline
      : mine ? t("your_turn") : t("player_running");
  return h("li", { "data-game": game.id }, link(over && game.seq > 0 ? `/games/${game.id}/replay` : `/games/${game.id}`, {
    class: mine ? "game mine" : "game",
    // The player's own browser stores the seat with its token.
    onclick: () => { if (token && game.seat !== null) keepSeat({ game: game.id, seat: game.seat, token }); },
  },
    h("span", { class: "game-names" }, tableText(game.seats), seatsIn(game.id)[0]?.practice ? h("span", { class: "tag" }, t("practice_tag")) : null),
    h("span", { class: "game-note" }, state),
    game.seat === null && !isFormer ? h("span", { class: "soft" }, invitedTo(game)) : h("span", { class: "soft" }, [gameText(game), over ? null : turnText(game), resultText(game), time(game.created_at)].filter(Boolean).join(" · "))));
}

/** The score of a finished game. @param {Entry} game */
function resultText({ result, seats }) {
  if (!result) return null;
  if (result.kind === "regicide") return t("score_enemies", { n: result.enemies_defeated });
  const ofSide = (/** @type {number} */ side) => seats.filter(({ seat }) => seat % result.points.length === side).map(({ seat }) => nameAt(seats, seat)).join(" + ");
  return result.points.map((points, side) => `${ofSide(side)} ${points}`).join(", ");
}

/** The inviting player: the first person seated there. @param {Entry} game */
function invitedBy(game) {
  const host = game.seats.find((one) => !one.open && !one.bot_level);
  return host ? t("player_invited_by", { name: nameAt(game.seats, host.seat) }) : t("player_invited");
}

/** To what, and until when. @param {Entry} game */
function invitedTo(game) {
  const own = game.seats.find((one) => one.invited_player_id === getState().player?.id);
  return [gameText(game), limitText(game), own?.invited_until ? t("player_invited_until", { time: time(own.invited_until) }) : null].filter(Boolean).join(" · ");
}
