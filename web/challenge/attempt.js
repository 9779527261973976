// The player's own attempts at a challenge: beginning and resuming them, their results and the text to share.

import { acting } from "../acting.js";
import { post } from "../api.js";
import { h, link } from "../dom.js";
import { t } from "../language.js";
import { announce } from "../notes.js";
import { becomeForm } from "../player/become.js";
import { go } from "../router.js";
import { getState, keepSeat } from "../store.js";
import { codeField } from "./code-field.js";
import { noteOwner } from "../table/create.js";
import { limitField, limitIn } from "../table/turn-limit.js";
import { shareButton, textOf } from "./share.js";
import { resultTiles } from "./tiles.js";
import { scoreText } from "./words.js";

/** @typedef {import("../store.js").Player} Player */

/** The turn limit that is offered to a team first, in seconds. */
const TEAM_LIMIT = 3_600;

/** @param {Schemas["ChallengeView"]} challenge */
export function attemptPanel(challenge) {
  const { own_attempts: own, status } = challenge;
  const running = own.find((one) => one.status === "running" || one.status === "waiting");
  const left = challenge.attempts - own.length;
  return h("section", { class: "panel attempt", "aria-label": t("attempt") },
    own.filter((one) => one !== running).map((one) => ended(one, challenge)),
    running ? goOn(running) : null,
    !running && status === "open" && left > 0 ? begin(challenge, own.length) : null,
    status === "over" ? practice(challenge) : null,
    status === "coming" ? h("p", {}, t("attempt_coming")) : null,
    status === "closing" && own.length === 0 ? h("p", {}, t("attempt_too_late")) : null);
}

/** @param {Schemas["OwnAttempt"]} attempt */
function goOn(attempt) {
  return h("div", { class: "stack" },
    h("h2", {}, t(attempt.status === "waiting" ? "waiting" : "attempt_running")),
    h("p", {}, t(attempt.status === "waiting" ? "attempt_waiting_about" : "attempt_running_about")),
    h("div", {}, link(`/games/${attempt.game_id}`, { class: "button main" }, t("attempt_go_on"))));
}

/** @param {Schemas["OwnAttempt"]} attempt @param {Schemas["ChallengeView"]} challenge */
function ended(attempt, challenge) {
  const { share } = attempt;
  return h("div", { class: "attempt-ended" },
    h("h2", {}, challenge.attempts > 1 ? t("attempt_number", { n: attempt.attempt }) : t("attempt_ended")),
    attempt.score ? h("p", { class: "attempt-score" }, scoreText(attempt.score)) : null,
    attempt.void_reason ? h("p", { class: "note problem" }, t("attempt_void", { reason: attempt.void_reason })) : null,
    share ? resultTiles(share) : null,
    h("div", { class: "row" },
      share ? shareButton(textOf(share, challenge)) : null,
      link(`/games/${attempt.game_id}`, { class: "button" }, t("attempt_look"))));
}

/** @param {Schemas["ChallengeView"]} challenge @param {number} made */
function begin(challenge, made) {
  const team = challenge.players > 1;
  const code = challenge.admission === "invited" && made === 0 ? codeField() : null;
  const limit = teamLimit(challenge);
  const start = (/** @type {Player} */ player) => startAttempt(challenge, player, limit, code?.value.trim());
  return h("div", { class: "stack" },
    h("h2", {}, t(made === 0 ? "attempt_ready" : "attempt_again")),
    h("p", {}, t(!challenge.ranked ? "attempt_unranked" : made > 0 ? "attempt_more" : team ? "attempt_rules_team" : "attempt_rules", { n: challenge.players })),
    code ? h("label", {}, t("attempt_code"), code) : null,
    limit,
    beginWith(t(team ? "attempt_begin_team" : "attempt_begin"), start));
}

/** @param {Schemas["ChallengeView"]} challenge */
function practice(challenge) {
  const limit = teamLimit(challenge);
  return h("div", { class: "stack" },
    h("h2", {}, t("practice")),
    h("p", {}, t("practice_about")),
    limit,
    beginWith(t("practice_begin"), (player) => startAttempt(challenge, player, limit)));
}

/** The field for the turn limit of a team. @param {Schemas["ChallengeView"]} challenge */
function teamLimit({ players }) {
  return players === 1 ? null : limitField({ limit: TEAM_LIMIT, team: true });
}

/**
 * A button for a player; the form to become one for others.
 * @param {string} action
 * @param {(player: Player) => Promise<void>} start
 */
function beginWith(action, start) {
  const { player } = getState();
  if (!player) return becomeForm(action, start);
  const note = h("div");
  const button = h("button", { type: "button", class: "main", onclick: acting(note, () => start(player), { once: true }) }, action);
  return h("div", { class: "stack" }, note, h("div", { class: "row" }, button, h("span", { class: "soft" }, t("attempt_as", { name: player.name }))));
}

/**
 * @param {Schemas["ChallengeInfo"]} challenge
 * @param {Player} player
 * @param {HTMLElement | null} limit the field
 * @param {string} [invitation]
 */
async function startAttempt(challenge, player, limit, invitation) {
  /** @type {Schemas["StartAttempt"]} */
  const body = { turn_limit: limitIn(limit), invitation: invitation || undefined };
  const { game } = await post(`/v1/challenges/${challenge.id}/attempts`, { token: player.token, body });
  const practice = challenge.status === "over";
  noteOwner(game, player.id);
  keepSeat({ game: game.id, seat: game.seat ?? 0, token: player.token, name: player.name, ...(practice ? { practice } : {}) });
  announce(t("attempt_running"));
  go(`/games/${game.id}`);
}
