// Notices inside a page: loading, nothing found, problems.

import { Problem, StreamEnded, Unreachable } from "./api.js";
import { h, link } from "./dom.js";
import { t } from "./language.js";

/** The texts for reasons that a stream ended for. @type {Record<string, import("./language.js").Key>} */
const ENDED = { embargoed: "stream_embargoed", forbidden: "seat_elsewhere", token_unknown: "seat_elsewhere" };

/** Shown while something is loading. */
export function loadingNote() {
  return h("p", { class: "loading", role: "status" }, t("loading"));
}

/**
 * A problem: its text, the clause of the rules with a link to it, and a button to try again where that can help.
 * @param {unknown} error
 * @param {() => void} [again]
 */
export function problemNote(error, again) {
  return h("div", { class: "note problem", role: "alert" },
    h("p", {}, problemText(error), " ", error instanceof Problem && error.rule ? clauseLink(error.rule) : null),
    again ? h("button", { type: "button", onclick: again }, t("try_again")) : null);
}

/** A problem in place of a page. @param {import("./language.js").Key} title */
export function pageProblem(title) {
  return (/** @type {unknown} */ error, /** @type {() => void} */ again) =>
    h("div", { class: "column" }, h("h1", {}, t(title)), problemNote(error, again));
}

/** @param {unknown} error */
export function problemText(error) {
  if (error instanceof Problem) return refusedText(error);
  if (error instanceof Unreachable) return t("unreachable");
  if (error instanceof StreamEnded) return t(ENDED[error.message] ?? "stream_ended");
  // A bug of this client: also logged to the console.
  console.error(error);
  return t("mistake");
}

/** The service's text, but where it is about the request and not about what the player did. @param {Problem} error */
function refusedText({ code, field, message, status, title }) {
  if (code === "token_unknown") return t("seat_elsewhere");
  return status === 404 && field !== null ? `${title}. ${t("nothing")}` : message;
}

/** @param {string} rule */
export function clauseLink(rule) {
  return link(`/rules#${rule}`, { class: "clause" }, t("clause", { rule }));
}

/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = text;
}
