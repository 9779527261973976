// The mark of a finished game: that this browser has verified its record and found it in the log, and the files to keep.

import { get } from "../api.js";
import { h, link } from "../dom.js";
import { filled } from "../filled.js";
import { t } from "../language.js";
import { announce } from "../notes.js";
import { saveButton } from "../save.js";
import { tokenFor } from "../store.js";
import { check } from "./check.js";
import { find } from "./report.js";
import { logValues, step } from "./step.js";

/**
 * The record of a game, checked as on the page Verify.
 * @param {string} id
 * @param {{ token: string | null, commitment?: string, signal?: AbortSignal }} options
 */
export async function checkGame(id, { token, commitment = "", signal }) {
  const path = `/v1/games/${id}`;
  return check(JSON.stringify(await get(`${path}/record`, { token, ...(signal ? { signal } : {}) })), { commitment, chain: "" }, { path, token });
}

/** @param {import("./check.js").Checked} checked @returns {import("./step.js").Mark} */
export function markOf(checked) {
  const finding = find(checked);
  if (finding !== "authentic" && finding !== "consistent") return "bad";
  return checked.computed?.log.outcome === "holds" ? "good" : "open";
}

/** @param {HTMLElement} place @param {string} id of a finished game @param {boolean} isNew it can hardly be in the log yet */
export function showMark(place, id, isNew) {
  const token = tokenFor(id);
  let runs = 0;
  return filled(place, async (signal, again) => {
    const checked = isNew && runs === 0 ? null : await checkGame(id, { token, signal });
    signal.throwIfAborted();
    runs += 1;
    const shown = checked ? markStep(checked) : step("open", "game_unconfirmed", t("step_log_pending"));
    const isLogged = checked !== null && markOf(checked) === "good";
    if (runs > 1) announce(shown.textContent ?? "");
    return [
      h("ol", { class: "verify-steps" }, shown),
      h("div", { class: "row" },
        h("button", { type: "button", "data-key": "mark-again", onclick: again }, t(checked ? "verify_again" : "verify_check")),
        link(`/verify?game=${id}`, { class: "button", "data-key": "mark-steps" }, t("verify_steps")),
        isLogged ? [
          ...saveButton(t("verify_save_record"), token, () => ({ path: `/v1/games/${id}/record?with_proof=true`, name: `regicide-${id}.json` })),
          ...saveButton(t("verify_save_policy"), null, () => ({ path: "/log/policy", name: "regicide-policy.txt" })),
        ] : null),
      isLogged ? h("details", { "data-key": "mark-proves" },
        h("summary", {}, t("verify_proves")),
        h("p", {}, t("verify_proves_about")),
        h("p", {}, t("verify_proves_not")),
        h("p", {}, t("verify_files")),
        h("pre", { class: "code", tabindex: "0" }, `regicide verify --policy regicide-policy.txt regicide-${id}.json`)) : null,
    ];
  });
}

/** @param {import("./check.js").Checked} checked */
function markStep(checked) {
  const mark = markOf(checked);
  const { computed } = checked;
  if (!computed) return step("open", "game_unconfirmed", t("step_no_hash"));
  const { log } = computed;
  if (mark === "bad") return step(mark, `verdict_${find(checked)}`, t(`verdict_${find(checked)}_about`));
  const n = log.witnesses?.length ?? 0;
  return mark === "good" ? step(mark, "game_verified", t(n > 0 ? "game_since" : "game_since_alone", { ...logValues(log), n }))
    : step(mark, log.outcome === "unlogged" ? "game_unlogged" : "game_unconfirmed", t(`step_log_${log.outcome}`, logValues(log)));
}
