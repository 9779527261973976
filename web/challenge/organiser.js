// Actions of a challenge's organiser, in the browser that created it: make
// invitations, see what became of them, and share the address.

import { acting } from "../acting.js";
import { post } from "../api.js";
import { copyButton, copyText } from "../copy.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { invitedSection } from "./invited.js";
import { pathOf } from "./share.js";
import { printSheets } from "./sheets.js";

/**
 * The panel, and a function that reads the list of invited players anew.
 * @param {Schemas["ChallengeInfo"]} challenge
 * @param {string} token
 * @param {AbortSignal} leaving
 */
export function organiserPanel(challenge, token, leaving) {
  const invited = challenge.admission === "invited" ? invitedSection(challenge, token, leaving) : null;
  const panel = h("section", { class: "panel stack organiser" },
    h("h2", {}, t("organiser")),
    h("p", {}, t("organiser_about")),
    challenge.listed ? null : h("p", {}, t("organiser_unlisted")),
    copyLine(t("organiser_address"), location.origin + pathOf(challenge)),
    invited && challenge.status !== "over" ? invitations(challenge, token, invited.refresh) : null,
    invited?.section);
  return { panel, refresh: () => invited?.refresh() };
}

/** @param {Schemas["ChallengeInfo"]} challenge @param {string} token @param {() => void} changed codes were made */
function invitations(challenge, token, changed) {
  const count = h("input", { id: "code-count", type: "number", name: "count", min: 1, max: 100, value: challenge.players, required: true });
  const names = h("textarea", { name: "names", rows: 4, class: "organiser-names" });
  const made = h("div", { class: "stack" });
  // As many codes as names.
  names.addEventListener("input", () => {
    const n = linesOf(names.value).length;
    if (n > 0) count.value = String(n);
  });
  const invite = acting(made, async () => {
    const given = linesOf(names.value).slice(0, Number(count.value));
    const { codes } = await post(`/v1/challenges/${challenge.id}/invitations`, { token, body: { count: Number(count.value), names: given } });
    changed();
    const invited = codes.map((code, index) => ({ code, name: given[index] ?? null, link: `${location.origin}${pathOf(challenge)}#invitation=${code}` }));
    const list = (/** @type {"code" | "link"} */ part) => invited.map((one) => (one.name ? `${one.name}\t${one[part]}` : one[part])).join("\n");
    render(made, copyLine(t("organiser_codes", { n: codes.length }), list("code")), h("div", { class: "row" },
      copyButton(t("organiser_links"), () => list("link")),
      h("button", { type: "button", onclick: () => printSheets(challenge, invited) }, t("organiser_print"))));
  });
  return h("form", { class: "stack", onsubmit: invite },
    h("label", {}, t("organiser_names"), names),
    h("div", {},
      h("label", { for: count.id }, t("organiser_count")),
      h("div", { class: "organiser-line" }, count, h("button", { type: "submit" }, t("organiser_invite")))),
    made);
}

/** @param {string} text */
function linesOf(text) {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

/** A text with a button that copies it. @param {string} name @param {string} text */
function copyLine(name, text) {
  return h("div", {}, h("span", { class: "soft" }, name), copyText(text));
}
