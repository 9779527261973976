// The players with whom this browser's player has played, and another game with one.

import { acting } from "../acting.js";
import { get, post, remove } from "../api.js";
import { gameText } from "../challenge/words.js";
import { h, link, render } from "../dom.js";
import { t, time } from "../language.js";
import { nameText } from "../names.js";
import { loadingNote, problemNote } from "../notes.js";
import { take } from "../table/create.js";

/** @param {import("../store.js").Player} player @param {AbortSignal} signal */
export function coPlayersSection(player, signal) {
  /** Players that are shown: a later page may name one again. @type {Set<string>} */
  const shown = new Set();
  const list = h("ul", { class: "games" });
  const more = h("div", {}, loadingNote());
  /** @param {string | null} after */
  const load = async (after) => {
    try {
      /** @type {Answer<"list_co_players">} */
      const page = await get(`/v1/players/${player.id}/co-players${after ? `?after=${after}` : ""}`, { token: player.token, signal });
      for (const one of page.items.filter(({ player_id: id }) => !shown.has(id))) {
        shown.add(one.player_id);
        list.append(row(player, one));
      }
      render(more, shown.size === 0 ? h("p", {}, t("co_players_none")) : null,
        page.next ? h("button", { type: "button", onclick: () => load(page.next ?? null) }, t("board_more")) : null);
    } catch (error) {
      if (!signal.aborted) render(more, problemNote(error, () => load(after)));
    }
  };
  load(null);
  return h("section", { class: "stack" }, h("h2", {}, t("co_players")), list, more);
}

/** @param {import("../store.js").Player} player @param {Schemas["CoPlayer"]} other */
function row(player, other) {
  const note = h("div", { role: "status" });
  const name = nameText(other.name);
  return h("li", {}, h("div", { class: "row" },
    link(`/players/${other.player_id}`, {}, name),
    h("span", { class: "soft" }, [gameText(other), time(other.played_at)].join(" · ")),
    h("button", { type: "button", class: "small", onclick: acting(note, () => inviteAgain(player, other)) }, t("play_again_with", { name }))), note);
}

/**
 * A game of the kind of the last one, with a seat held for the other player.
 * @param {import("../store.js").Player} player
 * @param {Schemas["CoPlayer"]} other
 */
async function inviteAgain({ token }, { kind, player_id: other }) {
  const made = await post("/v1/games", { token, body: { kind, players: 2, open_seats: 1, visibility: "unlisted" } });
  try {
    await post(`/v1/games/${made.game.id}/invitations`, { token, body: { for_seats: [1], player_id: other } });
  } catch (error) {
    await remove(`/v1/games/${made.game.id}`, { token });
    throw error;
  }
  take(made, token);
}
