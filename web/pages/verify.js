// Verification of a record, step by step.

import { get } from "../api.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { announce, loadingNote, problemNote } from "../notes.js";
import { check } from "../verify/check.js";
import { NoRecord, readText } from "../verify/file.js";
import { report } from "../verify/report.js";
import { tokenFor } from "../store.js";

export const title = () => t("verify");

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const HASH = "[0-9a-f]{64}";

/** @param {HTMLElement} root */
export function mount(root) {
  const leaving = new AbortController();
  const given = new URLSearchParams(location.search).get("game") ?? "";
  const outcome = h("div", { class: "verify-outcome" });
  const file = h("input", { type: "file", accept: ".json,application/json", class: "spoken", onchange: () => take(file.files) });
  const address = h("input", { id: "game-address", name: "address", value: given, autocomplete: "off", spellcheck: "false", placeholder: `${location.origin}/games/…` });
  const pasted = h("textarea", { name: "record", rows: 3, required: true, autocomplete: "off", spellcheck: "false", class: "hash", placeholder: "{ … }" });
  const commitment = hashField("commitment");
  const chain = hashField("chain");

  /** @param {() => Promise<string>} text @param {import("../verify/logged.js").Source | null} [game] */
  const run = async (text, game = null) => {
    render(outcome, loadingNote());
    try {
      const checked = await check(await text(), { commitment: commitment.value.trim(), chain: chain.value.trim() }, game);
      if (leaving.signal.aborted) return;
      const { shown, headline } = report(checked);
      render(outcome, shown);
      announce(headline);
    } catch (error) {
      render(outcome, error instanceof NoRecord ? h("div", { class: "note problem", role: "alert" }, h("p", {}, t(error.text))) : problemNote(error));
    }
  };
  /** @param {FileList | null | undefined} files */
  const take = (files) => {
    const chosen = files?.[0];
    if (chosen) run(() => readText(chosen));
  };
  const paste = () => run(() => readText(new Blob([pasted.value])));
  const checkGame = () => {
    const id = UUID.exec(address.value)?.[0];
    address.setCustomValidity(id ? "" : t("verify_no_address"));
    if (!address.reportValidity() || !id) return;
    history.replaceState(null, "", `?game=${id}`);
    const token = tokenFor(id);
    run(async () => JSON.stringify(await get(`/v1/games/${id}/record`, { token })), { path: `/v1/games/${id}`, token });
  };

  const drop = h("label", { class: "verify-drop" }, file,
    h("strong", {}, t("verify_drop")), h("span", { class: "soft" }, t("verify_drop_or")));
  dropping(root, drop, take, leaving.signal);
  render(root, h("div", { class: "column" },
    h("h1", {}, t("verify_title")),
    h("p", {}, t("verify_about")),
    drop,
    h("form", { class: "verify-form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); paste(); } },
      h("label", {}, t("verify_paste"), pasted),
      h("button", { type: "submit" }, t("verify_paste_check"))),
    h("form", { class: "stack verify-form", novalidate: true, onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); checkGame(); } },
      h("div", {},
        h("label", { for: address.id }, t("verify_address")),
        h("div", { class: "verify-line" }, address, h("button", { type: "submit", class: "main" }, t("verify_check")))),
      h("details", {},
        h("summary", {}, t("verify_known")),
        h("div", { class: "stack" },
          h("p", { class: "soft" }, t("verify_known_about")),
          h("label", {}, t("verify_commitment"), commitment),
          h("label", {}, t("verify_chain"), chain)))),
    outcome));
  if (given) checkGame();
  return () => leaving.abort();
}

/** @param {string} name */
function hashField(name) {
  return h("input", { name, pattern: HASH, maxlength: 64, autocomplete: "off", spellcheck: "false", class: "hash" });
}

/**
 * Takes files that are dropped anywhere on the page.
 * @param {HTMLElement} root
 * @param {HTMLElement} target shows that it would take one
 * @param {(files: FileList | undefined) => void} take
 * @param {AbortSignal} signal
 */
function dropping(root, target, take, signal) {
  root.addEventListener("dragover", (event) => {
    event.preventDefault();
    target.classList.add("over");
  }, { signal });
  root.addEventListener("dragleave", () => target.classList.remove("over"), { signal });
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    target.classList.remove("over");
    take(event.dataTransfer?.files);
  }, { signal });
}
