// Goes on from a position of this game in a new one: after a move, or before
// it, to try another one.

import { post } from "../api.js";
import { openDialog } from "../dialog.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { problemNote } from "../notes.js";
import { getState, seatsIn, tokenFor } from "../store.js";
import { USUAL } from "../table/bots.js";
import { take, withFormerNames } from "../table/create.js";
import { visibility } from "../table/visibility.js";

/** @typedef {Pick<Schemas["GameInfo"], "id" | "players" | "seats">} Game */

/**
 * The buttons beside a position. The service refuses to go on after the end.
 * @param {Game} game
 * @param {number} at
 * @param {number} last
 */
export function forkButtons(game, at, last) {
  return [
    at > 0 ? h("button", { type: "button", "data-key": "fork-retry", onclick: () => openFork(game, at - 1, true) }, t("fork_retry", { n: at })) : null,
    at < last ? h("button", { type: "button", "data-key": "fork", onclick: () => openFork(game, at) },
      t("fork"), " ", h("span", { class: "soft" }, at > 0 ? t("fork_after", { n: at }) : t("fork_deal"))) : null,
  ];
}

/**
 * Opens the dialog for the players, and creates the fork.
 * @param {Game} game
 * @param {number} at
 * @param {boolean} [retry] whether it is made to try the next move again
 */
export function openFork(game, at, retry = false) {
  const alone = h("input", { type: "radio", name: "who", value: "alone", checked: true });
  const together = h("input", { type: "radio", name: "who", value: "together" });
  const bots = h("input", { type: "radio", name: "who", value: "bots" });
  const note = h("div");
  const button = h("button", { type: "submit", class: "main" }, t("fork_begin"));
  const form = h("form", {
    class: "stack",
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      button.disabled = true;
      try {
        await fork(game, at, together.checked ? "together" : bots.checked ? "bots" : "alone");
        dialog.close();
      } catch (error) {
        render(note, problemNote(error));
        button.disabled = false;
      }
    },
  },
    h("p", {}, at === 0 ? t("fork_about_deal") : t("fork_about", { n: at }), " ",
      retry ? t("fork_about_retry", { n: at + 1 }) : null, " ", t("fork_unranked")),
    game.players > 1 ? h("fieldset", { class: "stack fork-who" },
      h("legend", {}, t("fork_who")),
      h("label", { class: "row" }, alone, t("fork_alone")),
      h("label", { class: "row" }, together, t("fork_together")),
      h("label", { class: "row" }, bots, t("fork_bots"))) : null,
    note, button);
  const dialog = openDialog(retry ? t("fork_retry", { n: at + 1 }) : t("fork"), form);
}

/**
 * Plays the deal again: alone at once, otherwise after the choice who plays.
 * @param {Game} game
 */
export async function forkDeal(game) {
  if (game.players === 1) await fork(game, 0, "alone");
  else openFork(game, 0);
}

/**
 * Creates a fork and opens its table.
 * @param {Game} game
 * @param {number} seq
 * @param {"alone" | "together" | "bots"} who
 */
async function fork(game, seq, who) {
  const open = who === "together" ? game.players - 1 : 0;
  const { name, player } = getState();
  const sits = game.seats.some((seat) => player !== null && seat.player_id === player.id);
  // As the player, who keeps the new game; or as whoever sees this one.
  const token = player && sits ? player.token : tokenFor(game.id);
  const isOthers = !sits && seatsIn(game.id).length === 0;
  const own = player?.token === token ? null : player?.name ?? name;
  const called = isOthers ? [...Array(who === "bots" ? ownSeat(game) : 0).fill(null), own] : who === "bots" ? ownName(game) : names(game, open);
  /** @type {Schemas["Created"]} */
  const made = await withFormerNames(called, [], (names) => post(`/v1/games/${game.id}/forks`, {
    token,
    body: { seq, visibility: visibility(who === "together"), names, ...(who === "bots" ? { bots: otherBots(game) } : { open_seats: open }) },
  }));
  take(made, player?.token === token ? token : null);
}

/**
 * The names of the seats that are played here; open seats get theirs later.
 * @param {Game} game
 * @param {number} open
 */
function names(game, open) {
  return game.seats.slice(0, game.players - open).map((seat) => (seat.bot_level ? null : seat.name ?? null));
}

/** The first seat of a person, which is played here against bots. @param {Game} game */
function ownSeat({ seats }) {
  return Math.max(0, seats.findIndex(({ bot_level: bot }) => !bot));
}

/** @param {Game} game */
function ownName(game) {
  return game.seats.map(({ seat, name }) => (seat === ownSeat(game) ? name ?? null : null));
}

/** Bots at the other seats: those that played there, or the usual ones. @param {Game} game */
function otherBots(game) {
  return game.seats.map(({ seat, bot_level: bot }) => (seat === ownSeat(game) ? null : bot ?? USUAL));
}
