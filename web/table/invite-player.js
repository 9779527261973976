// Inviting a player to an open seat, which is then held for them.

import { acting } from "../acting.js";
import { post } from "../api.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { getState, ownerToken } from "../store.js";

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/**
 * The field for a player, at a game of this browser's player; others cannot reserve a seat.
 * @param {() => Table} current the table
 * @param {number} [wanted] the seat of a running game, which is opened by it; before the game begins, one that is open
 */
export function invitePlayer(current, wanted) {
  const { player } = getState();
  const { id, seat: own, view } = current();
  const field = h("input", { autocomplete: "off", spellcheck: "false", required: true, "data-key": "invite-player" });
  const note = h("div", { role: "status" });
  const invite = acting(note, async () => {
    const invited = field.value.match(ID)?.[0];
    // A seat without an invitation, if there is one.
    const open = current().view?.seats.filter((one) => one.open) ?? [];
    const seat = wanted ?? (open.find((one) => one.invited_until === null) ?? open[0])?.seat;
    if (!invited || seat === undefined || !player) return render(note, h("p", { class: "note problem" }, t("invite_player_unknown")));
    await post(`/v1/games/${id}/invitations`, { token: player.token, body: { for_seats: [seat], player_id: invited } });
    field.value = "";
    render(note, h("p", { class: "note good" }, t("invite_player_done", { n: seat + 1 })));
  });
  const isPlayers = wanted === undefined ? ownerToken(id) === player?.token : view?.seats[own ?? -1]?.player_id === player?.id;
  if (!player || !isPlayers) return h("div");
  return h("form", { class: "stack", onsubmit: invite },
    h("label", {}, t("invite_player"),
      h("span", { class: "player-line" }, field, h("button", { type: "submit" }, t("invite_player_go")))),
    note);
}
