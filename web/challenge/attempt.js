// The player's own attempts at a challenge: beginning and resuming them,
// their results and the text to share.

import { post } from "../api.js";
import { h, link, render } from "../dom.js";
import { t } from "../language.js";
import { announce, problemNote } from "../notes.js";
import { becomeForm } from "../player/become.js";
import { go } from "../router.js";
import { getState, keepSeat } from "../store.js";
import { codeField } from "./code-field.js";
import { noteOwner } from "../table/create.js";
import { shareButton } from "./share.js";
import { resultTiles } from "./tiles.js";
import { scoreText } from "./words.js";

/** @typedef {import("../api.js").Schemas} Schemas */
/** @typedef {import("../store.js").Player} Player */

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

/**
 * @param {Schemas["OwnAttempt"]} attempt
 * @param {Schemas["ChallengeView"]} challenge
 */
function ended(attempt, challenge) {
  const { share } = attempt;
  return h("div", { class: "attempt-ended" },
    h("h2", {}, challenge.attempts > 1 ? t("attempt_number", { n: attempt.attempt }) : t("attempt_ended")),
    attempt.score ? h("p", { class: "attempt-score" }, scoreText(attempt.score)) : null,
    attempt.void_reason ? h("p", { class: "note problem" }, t("attempt_void", { reason: attempt.void_reason })) : null,
    share ? resultTiles(share) : null,
    h("div", { class: "row" },
      share ? shareButton(share, challenge) : null,
      link(`/games/${attempt.game_id}`, { class: "button" }, t("attempt_look"))));
}

/**
 * @param {Schemas["ChallengeView"]} challenge
 * @param {number} made
 */
function begin(challenge, made) {
  const team = challenge.players > 1;
  const code = challenge.admission === "invited" && made === 0
    ? codeField() : null;
  const start = (/** @type {Player} */ player) => startAttempt(challenge, player, code?.value.trim() ?? "");
  return h("div", { class: "stack" },
    h("h2", {}, t(made === 0 ? "attempt_ready" : "attempt_again")),
    h("p", {}, t(!challenge.ranked ? "attempt_unranked" : made > 0 ? "attempt_more" : team ? "attempt_rules_team" : "attempt_rules", { n: challenge.players })),
    code ? h("label", {}, t("attempt_code"), code) : null,
    beginWith(t(team ? "attempt_begin_team" : "attempt_begin"), start));
}

/** @param {Schemas["ChallengeView"]} challenge */
function practice(challenge) {
  return h("div", { class: "stack" },
    h("h2", {}, t("practice")),
    h("p", {}, t("practice_about")),
    beginWith(t("practice_begin"), (player) => startAttempt(challenge, player, "")));
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
  const button = h("button", {
    type: "button", class: "main",
    onclick: async () => {
      button.disabled = true;
      try {
        await start(player);
      } catch (error) {
        render(note, problemNote(error));
        button.disabled = false;
      }
    },
  }, action);
  return h("div", { class: "stack" }, note, h("div", { class: "row" }, button, h("span", { class: "soft" }, t("attempt_as", { name: player.name }))));
}

/**
 * @param {Schemas["ChallengeInfo"]} challenge
 * @param {Player} player
 * @param {string} invitation
 */
async function startAttempt(challenge, player, invitation) {
  /** @type {Schemas["AttemptStarted"]} */
  const { game } = await post(`/v1/challenges/${challenge.id}/attempts`, {
    token: player.token, body: invitation ? { invitation } : {},
  });
  const practice = challenge.status === "over";
  noteOwner(game, player.id);
  keepSeat({ game: game.id, seat: game.seat ?? 0, token: player.token, name: player.name, ...(practice ? { practice } : {}) });
  announce(t("attempt_running"));
  go(`/games/${game.id}`);
}
