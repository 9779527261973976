// Goes on from a position of this game in a new one: after a move, or before it, to try another one.

import { acting } from "../acting.js";
import { post } from "../api.js";
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { getState, seatsIn, tokenFor } from "../store.js";
import { USUAL } from "../table/bots.js";
import { take, withFormerNames } from "../table/create.js";
import { visibility } from "../table/visibility.js";

/** @typedef {Pick<Schemas["GameInfo"], "id" | "players" | "seats">} Game */

/** The choices of who plays. */
const WHO = /** @type {const} */ (["alone", "together", "bots"]);

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
  const choices = WHO.map((who) => h("input", { type: "radio", name: "who", value: who, checked: who === "alone" }));
  const note = h("div");
  const send = acting(note, async () => {
    await fork(game, at, WHO.find((_, index) => choices[index]?.checked) ?? "alone");
    dialog.close();
  }, { once: true });
  const dialog = openDialog(retry ? t("fork_retry", { n: at + 1 }) : t("fork"), h("form", { class: "stack", onsubmit: send },
    h("p", {}, at === 0 ? t("fork_about_deal") : t("fork_about", { n: at }), " ",
      retry ? t("fork_about_retry", { n: at + 1 }) : null, " ", t("fork_unranked")),
    game.players > 1 ? h("fieldset", { class: "stack fork-who" },
      h("legend", {}, t("fork_who")),
      WHO.map((who, index) => h("label", { class: "row" }, choices[index], t(`fork_${who}`)))) : null,
    note, h("button", { type: "submit", class: "main" }, t("fork_begin"))));
}

/** Plays the deal again: alone at once, otherwise after the choice who plays. @param {Game} game */
export async function forkDeal(game) {
  if (game.players === 1) await fork(game, 0, "alone");
  else openFork(game, 0);
}

/** Creates a fork and opens its table. @param {Game} game @param {number} seq @param {typeof WHO[number]} who */
async function fork(game, seq, who) {
  const open = who === "together" ? game.players - 1 : 0;
  const { name, player } = getState();
  const sits = game.seats.some((seat) => player !== null && seat.player_id === player.id);
  // As the player, who keeps the new game; or as whoever sees this one.
  const token = player && sits ? player.token : tokenFor(game.id);
  const isOthers = !sits && seatsIn(game.id).length === 0;
  const own = player?.token === token ? null : player?.name ?? name;
  // Against bots, the first seat of a person is played here. At the others are those that played there, or the usual ones.
  const here = Math.max(0, game.seats.findIndex(({ bot_level: bot }) => !bot));
  const bots = who === "bots" ? game.seats.map(({ seat, bot_level: bot }) => (seat === here ? null : bot ?? USUAL)) : null;
  // Open seats get their names later.
  const former = game.seats.slice(0, game.players - open).map(({ seat, name, bot_level: bot }) => ((bots ? bots[seat] : bot) ? null : name ?? null));
  const called = isOthers ? [...Array(bots ? here : 0).fill(null), own] : former;
  /** @type {Schemas["Created"]} */
  const made = await withFormerNames(called, [], (names) => post(`/v1/games/${game.id}/forks`, {
    token,
    body: { seq, visibility: visibility(who === "together"), names, ...(bots ? { bots } : { open_seats: open }) },
  }));
  take(made, player?.token === token ? token : null);
}
