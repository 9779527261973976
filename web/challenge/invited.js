// The state of each code of a challenge, for its organiser.

import { get, patch } from "../api.js";
import { betweenPresses, h, link, render } from "../dom.js";
import { t } from "../language.js";
import { nameText } from "../names.js";
import { announce, problemNote } from "../notes.js";
import { scoreText } from "./words.js";

/** @import { Answer, Schemas } from "../api.js" */

/** The milliseconds between reads of the list: a player who joins changes no board. */
const EVERY = 30_000;

/**
 * The list, read anew by `refresh`, and now and then while the page is seen.
 * @param {Schemas["ChallengeInfo"]} challenge
 * @param {string} token
 * @param {AbortSignal} leaving
 */
export function invitedSection({ id }, token, leaving) {
  const path = `/v1/challenges/${id}/invitations`;
  const place = h("div", { class: "stack" });
  let pages = 1;
  /** @type {Awaited<ReturnType<typeof read>>} */
  let shown = { items: [], next: null };
  const draw = betweenPresses(place, () => render(place, table(shown.items), shown.next ? h("button", {
    type: "button", "data-key": "more", onclick: () => {
      pages += 1;
      refresh();
    },
  }, t("board_more")) : null));
  const refresh = async () => {
    try {
      shown = await read(path, token, pages, leaving);
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
      h("tbody", {}, items.map((item, index) => row(item, index + 1)))),
  ]);
  /** @param {Schemas["InvitationInfo"]} item @param {number} number */
  const row = (item, number) => {
    const name = item.name ?? (item.player_id ? nameText(item.player_name) : t("invited_number", { n: number }));
    const revoked = item.status === "revoked";
    const change = async () => {
      try {
        await patch(`${path}/${item.id}`, { token, body: { revoked: !revoked } });
        announce(t(revoked ? "invited_was_restored" : "invited_was_revoked", { name }));
        await refresh();
      } catch (error) {
        render(note, problemNote(error));
      }
    };
    const note = h("div");
    return h("tr", {},
      h("td", {}, name, item.player_id ? [" ", link(`/players/${item.player_id}`, { class: "soft" }, nameText(item.player_name))] : null, note),
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

/**
 * The first pages of the list.
 * @param {string} path
 * @param {string} token
 * @param {number} pages
 * @param {AbortSignal} signal
 */
async function read(path, token, pages, signal) {
  /** @type {Schemas["InvitationInfo"][]} */
  const items = [];
  /** @type {string | null} */
  let next = null;
  for (let page = 0; page < pages && (page === 0 || next); page += 1) {
    /** @type {Answer<"list_invitations">} */
    const answer = await get(`${path}?limit=100${next ? `&after=${next}` : ""}`, { token, signal });
    items.push(...answer.items);
    next = answer.next ?? null;
  }
  return { items, next };
}

/** The state, with the result once there is one. @param {Schemas["InvitationInfo"]} item */
export function stateText({ status, score, void_reason: reason }) {
  return [t(`invited_${status}`), score ? scoreText(score) : null, reason ? t("attempt_void", { reason }) : null].filter(Boolean).join(" · ");
}
