// The commitment of a challenge, and how to check it: on this page, once the
// seed is known.

import { h, link } from "../dom.js";
import { number, t, time } from "../language.js";
import { canHash } from "../verify/bytes.js";
import { commitmentOf } from "../verify/chain.js";

/** Since when the commitment is in the service's log (docs/spec/log.md), in UTC as days of challenges are. @param {Schemas["CommitmentEntry"] | null} [entry] */
export function logText(entry) {
  if (!entry) return null;
  const since = time(entry.logged_at, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return t("commitment_logged", { time: since, index: number(entry.index) });
}

/** @param {Schemas["ChallengeInfo"]} challenge */
export function commitmentSection({ commitment, seed, announced_at: announced, seed_by: by, log_entry: entry }) {
  const logged = logText(entry);
  const verdict = h("p", { role: "status" });
  if (seed && canHash) {
    commitmentOf(seed).then((computed) => {
      const holds = computed === commitment;
      verdict.className = holds ? "note good" : "note problem";
      verdict.textContent = t(holds ? "commitment_holds" : "commitment_fails");
    });
  }
  return h("section", { class: "commitment" },
    h("h2", {}, t("commitment")),
    h("p", {}, t(seed ? "commitment_revealed" : "commitment_about", { time: time(announced) })),
    h("p", {}, h("span", { class: "soft" }, t("commitment")), h("code", {}, commitment)),
    logged ? h("p", {}, logged) : null,
    seed ? h("p", {}, h("span", { class: "soft" }, t("value_seed")), h("code", {}, seed)) : null,
    seed ? verdict : null,
    by === "client" ? h("p", {}, t("commitment_client")) : null,
    h("details", {},
      h("summary", {}, t("commitment_how")),
      h("p", {}, t("commitment_how_about")),
      h("pre", { class: "code", tabindex: "0" }, `printf 'regicide/commit/v1\\0%s' "${seed ?? "SEED"}" | sha256sum`),
      h("p", {}, link("/verify", {}, t("commitment_games")))));
}
