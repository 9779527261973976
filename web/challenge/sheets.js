// A printed sheet for each code of a challenge: for whom it is, the code, and its link as a QR code.

import { h } from "../dom.js";
import { t } from "../language.js";
import { nameText } from "../names.js";
import { codeOfText } from "../qr.js";
import { statusText } from "./words.js";

/** @typedef {{ name: string | null, code: string, link: string }} Invited */

/**
 * Prints the sheets. The page has them for the printer alone, while it prints.
 * @param {Schemas["ChallengeInfo"]} challenge
 * @param {Invited[]} invited
 */
export function printSheets(challenge, invited) {
  const sheets = h("section", { class: "sheets" }, invited.map(({ name, code, link }) => h("article", { class: "sheet" },
    h("p", { class: "sheet-name" }, name ?? ""),
    h("h2", {}, nameText(challenge.name)),
    h("p", {}, statusText(challenge)),
    codeOfText(link, t("sheet_qr")),
    h("p", {}, t("sheet_about", { address: `${location.host}/challenges/${challenge.id}` })),
    h("p", { class: "sheet-code" }, code))));
  document.body.append(sheets);
  addEventListener("afterprint", () => sheets.remove(), { once: true });
  whenDrawn(sheets, invited.length, print);
}

/** Calls `then` once all QR codes are drawn. @param {HTMLElement} sheets @param {number} count @param {() => void} then */
function whenDrawn(sheets, count, then) {
  const watch = new MutationObserver(() => {
    if (sheets.querySelectorAll(".qr > *").length < count) return;
    watch.disconnect();
    then();
  });
  watch.observe(sheets, { childList: true, subtree: true });
}
