// The commitment of a challenge, and how to check it: on this page with the log, and with the seed once that is known.

import { h, link, whenSeen } from "../dom.js";
import { filled } from "../filled.js";
import { t, time } from "../language.js";
import { problemNote } from "../notes.js";
import { canHash } from "../verify/bytes.js";
import { commitmentOf } from "../verify/chain.js";
import { findCommitment } from "../verify/commitment.js";
import { logStep, step } from "../verify/step.js";

/** @param {Schemas["ChallengeInfo"]} challenge */
export function commitmentSection(challenge) {
  const { commitment, seed, announced_at: announced, seed_by: by } = challenge;
  return h("section", { class: "commitment" },
    h("h2", {}, t("commitment")),
    h("p", {}, t(seed ? "commitment_revealed" : "commitment_about", { time: time(announced) })),
    h("p", {}, h("span", { class: "soft" }, t("commitment")), h("code", {}, commitment)),
    seed ? h("p", {}, h("span", { class: "soft" }, t("value_seed")), h("code", {}, seed)) : null,
    checks(challenge),
    by === "client" ? h("p", {}, t("commitment_client")) : null,
    h("details", {},
      h("summary", {}, t("commitment_how")),
      h("p", {}, t("commitment_how_about")),
      h("pre", { class: "code", tabindex: "0" }, `printf 'regicide/commit/v1\\0%s' "${seed ?? "SEED"}" | sha256sum`),
      h("p", {}, link("/verify", {}, t("commitment_games")))));
}

/** The checks in the browser, once the reader has come to them. @param {Schemas["ChallengeInfo"]} challenge */
function checks(challenge) {
  const unchecked = steps(step("open", "step_challenge", t(canHash ? "commitment_unchecked" : "step_no_hash")));
  const place = h("div", {}, unchecked);
  if (canHash) whenSeen(place, () => filled(place, () => check(challenge), (error, again) => h("div", {}, unchecked, problemNote(error, again))));
  return place;
}

/** @param {Schemas["ChallengeInfo"]} challenge */
async function check(challenge) {
  const { seed, commitment } = challenge;
  const logged = logStep("step_challenge", await findCommitment(challenge));
  if (!seed) return steps(logged);
  const holds = await commitmentOf(seed) === commitment;
  return steps(step(holds ? "good" : "bad", "step_commitment", t(holds ? "commitment_holds" : "step_commitment_bad")), logged);
}

/** @param {HTMLElement[]} items */
function steps(...items) {
  return h("ol", { class: "verify-steps" }, items);
}
