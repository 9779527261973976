// A step of a check in words, with a mark.

import { mark as shape } from "../cards/suit.js";
import { h } from "../dom.js";
import { number, t, time } from "../language.js";

/** @typedef {"good" | "bad" | "open"} Mark */
/** @typedef {import("./logged.js").Logged<import("./logged.js").GameOutcome> | import("./commitment.js").LoggedCommitment} Found */

/** @type {Record<Found["outcome"], Mark>} */
const LOG_MARKS = {
  holds: "good", players: "open", pending: "open", refused: "open", no_proof: "open", unlogged: "open", other: "open",
  fails: "bad", no_quorum: "open", unknown: "open", late: "bad", rewritten: "bad", shrunk: "bad", no_ed25519: "open", no_log: "open",
  committed: "good", announced: "good", uncommitted: "bad", other_game: "bad", no_challenge: "open",
};

/** The result of a search in the log. @param {"step_log" | "step_challenge"} name @param {Found} found @param {(Node | null)[]} details */
export function logStep(name, found, ...details) {
  const { outcome, detail, witnesses } = found;
  return step(LOG_MARKS[outcome], name, t(`step_log_${outcome}`, logValues(found)),
    // Faults of proofs have no translation.
    detail ? h("p", { lang: outcome === "refused" || outcome === "no_log" ? null : "en" }, detail) : null,
    witnesses ? h("p", {}, witnesses.length > 0 ? t("log_witnesses", { names: witnesses.join(", ") }) : t("log_no_witness")) : null,
    ...details);
}

/** The values of its texts. @param {Found} found */
export function logValues({ index = 0, checkpoint, kept, time: logged }) {
  const since = logged === undefined ? "" : time(new Date(logged * 1000).toISOString());
  return { time: since, index: number(index), size: number(checkpoint?.size ?? 0), kept: number(kept?.size ?? 0), origin: checkpoint?.origin ?? "" };
}

/** @param {Mark} mark @param {import("../language.js").Key} name @param {string} text @param {(Node | null)[]} details */
export function step(mark, name, text, ...details) {
  return h("li", { class: `verify-step ${mark}` },
    h("span", { class: "verify-mark", "aria-hidden": "true" }, sign(mark)),
    h("div", {},
      h("h3", {}, t(name), h("span", { class: "spoken" }, `: ${t(`mark_${mark}`)}`)),
      h("p", {}, text),
      ...details));
}

/** @param {Mark} mark */
export function sign(mark) {
  return { good: shape("tick"), bad: shape("cross"), open: "–" }[mark];
}

/** @param {string} name @param {string} content */
export function value(name, content) {
  return h("p", { class: "verify-value" }, h("span", { class: "soft" }, name), h("code", {}, content));
}
