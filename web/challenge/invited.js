// The state of each code of a challenge, for its organiser.

import { acting } from "../acting.js";
import { getItems, patch } from "../api.js";
import { betweenPresses, h, link, render } from "../dom.js";
import { t } from "../language.js";
import { nameText } from "../names.js";
import { announce, problemNote } from "../notes.js";
import { scoreText } from "./words.js";

/** The milliseconds between reads of the list: a player who joins changes no board. */
const EVERY = 30_000;

/**
 * The list, read anew by `refresh`, and now and then while the page is seen.
 * @param {Schemas["ChallengeInfo"]} challenge
 * @param {string} token
 * @param {AbortSignal} leaving
 */
export function invitedSection({ id }, token, leaving) {
  /** @type {`/v1/challenges/${string}/invitations`} */
  const path = `/v1/challenges/${id}/invitations`;
  const place = h("div", { class: "stack" });
  let pages = 1;
  /** @type {{ items: Schemas["InvitationInfo"][], next: string | null }} */
  let shown = { items: [], next: null };
  const draw = betweenPresses(place, () => render(place, table(shown.items), shown.next ? h("button", {
    type: "button", "data-key": "more", onclick: () => {
      pages += 1;
      refresh();
    },
  }, t("board_more")) : null));
  const refresh = async () => {
    try {
      shown = await getItems(path, { token, signal: leaving }, pages);
      if (!leaving.aborted) draw();
    } catch (error) {
      if (!leaving.aborted) render(place, problemNote(error, refresh));
    }
  };
  /** @param {Schemas["InvitationInfo"][]} items */
  const table = (items) => (items.length === 0 ? null : [
    h("h3", { "data-key": "title" }, t("invited_title")),
    h("table", { class: "board invited", "data-key": "table" },
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, t("invited_player")), h("th", { scope: "col" }, t("invited_state")), h("th", { scope: "col" }, h("span", { class: "spoken" }, t("invited_change"))))),
      h("tbody", {}, namesOf(items).map((name, index) => row(/** @type {Schemas["InvitationInfo"]} */ (items[index]), name)))),
  ]);
  /** @param {Schemas["InvitationInfo"]} item @param {string} name */
  const row = (item, name) => {
    const revoked = item.status === "revoked";
    const note = h("div");
    const change = acting(note, async () => {
      await patch(`${path}/${item.id}`, { token, body: { revoked: !revoked } });
      announce(t(revoked ? "invited_was_restored" : "invited_was_revoked", { name }));
      await refresh();
    });
    return h("tr", {},
      h("td", {}, item.player_id ? playerOf(item, name, item.player_id) : name, note),
      h("td", {}, stateText(item)),
      h("td", {}, h("button", {
        type: "button", class: revoked ? "small" : "quiet small", "data-key": item.id, "aria-label": t(revoked ? "invited_restore_of" : "invited_revoke_of", { name }), onclick: change,
      }, t(revoked ? "invited_restore" : "invited_revoke"))));
  };
  refresh();
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") refresh();
  }, EVERY);
  leaving.addEventListener("abort", () => clearInterval(timer));
  return { section: place, refresh };
}

/** The names of the codes; those that are alike with their numbers. @param {Schemas["InvitationInfo"][]} items */
export function namesOf(items) {
  const names = items.map((item) => item.name ?? (item.player_id ? nameText(item.player_name) : null));
  return names.map((name, index) => {
    if (name === null) return t("invited_number", { n: index + 1 });
    return names.some((other, at) => at !== index && other === name) ? t("invited_alike", { name, n: index + 1 }) : name;
  });
}

/** The player of a code, after the name that the organiser gave. @param {Schemas["InvitationInfo"]} item @param {string} name @param {string} id */
function playerOf(item, name, id) {
  if (item.name === null) return link(`/players/${id}`, {}, name);
  return [name, " ", link(`/players/${id}`, { class: "soft" }, t("invited_as", { name: nameText(item.player_name) }))];
}

/** The state, with the result once there is one. @param {Schemas["InvitationInfo"]} item */
export function stateText({ status, score, void_reason: reason }) {
  return [t(`invited_${status}`), score ? scoreText(score) : null, reason ? t("attempt_void", { reason }) : null].filter(Boolean).join(" · ");
}
