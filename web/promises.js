// The receipts of the own games: kept until the log has what they promise, and the notice about a broken one (docs/spec/log.md L8.4).

import { get } from "./api.js";
import { h, link, render } from "./dom.js";
import { t, time } from "./language.js";
import { saveFile } from "./save.js";
import { getState, keepReceipt, seatsIn } from "./store.js";
import { DAY } from "./time.js";
import { search } from "./verify/logged.js";
import { checkReceipt, readReceipt } from "./verify/receipt.js";

/** The games whose receipts were compared with the log since the page was loaded. @type {Set<string>} */
const compared = new Set();

const now = () => Date.now() / 1000;

/** Keeps the receipt of an own game that has ended. One that does not hold promises nothing. @param {string} game @param {string} receipt */
export async function keepPromise(game, receipt) {
  if (getState().receipts[game] || readReceipt(receipt).by < now()) return;
  const { policy } = await get("/v1/log");
  await checkReceipt(receipt, policy ?? "", game);
  keepReceipt(game, { receipt, policy: policy ?? "" });
}

/** Shows a broken promise, now and once the receipts are compared. @param {HTMLElement} place */
export function showPromises(place) {
  draw(place);
  return comparePromises(() => draw(place));
}

/** Compares the receipts whose entries are due with the log, once. @param {() => void} [changed] */
export async function comparePromises(changed = () => {}) {
  for (const [game, { receipt, policy, done }] of Object.entries(getState().receipts)) {
    const { by } = readReceipt(receipt);
    if (done && by < now()) keepReceipt(game, null);
    // An entry is there within a minute of the end of its game, and promised for a day after that.
    if (done || compared.has(game) || now() < by - DAY / 1000 + 90) continue;
    compared.add(game);
    const found = await compare(game, { receipt, policy });
    if (!found) continue;
    keepReceipt(game, { receipt, policy, ...(found === "kept" ? { done: true } : { broken: found }) });
    changed();
  }
}

/** The state of a promise; nothing while it is open. @param {string} game @param {import("./store.js").Promised} promised */
async function compare(game, { receipt, policy }) {
  const { by, entry, origin } = readReceipt(receipt);
  const seat = seatsIn(game)[0];
  const source = { path: `/v1/games/${game}`, token: seat?.token ?? getState().player?.token ?? null };
  const { outcome, checkpoint, status = 0, time: logged = NaN } = await search(null, source, async () => entry, policy);
  if (outcome === "holds" && checkpoint?.origin === origin) return logged <= by ? "kept" : "late";
  if (outcome === "rewritten" || (checkpoint && (outcome === "holds" || outcome === "fails"))) return "other";
  // Unknown: no Ed25519 here, witnesses are missing, the service is busy, or the seat is not held here any more.
  const isUnknown = outcome === "no_ed25519" || outcome === "no_quorum" || status === 429 || status >= 500 || ((status === 401 || status === 403) && !seat);
  return now() <= by || isUnknown ? null : "missing";
}

/** @param {HTMLElement} place */
function draw(place) {
  const [game, promised] = Object.entries(getState().receipts).find(([, { broken }]) => broken) ?? [];
  if (!game || !promised) return render(place);
  const { receipt, policy, broken = "missing" } = promised;
  const by = time(new Date(1000 * readReceipt(receipt).by).toISOString());
  render(place, h("div", { class: "note problem aside", role: "alert" },
    h("h2", {}, t("promise_broken")),
    h("p", {}, t("promise_was", { time: by }), " ", t(`promise_${broken}`)),
    h("p", {}, t("promise_publish")),
    h("div", { class: "row" },
      link(`/games/${game}`, { class: "button", "data-key": "promise-game" }, t("aside_game")),
      h("button", { type: "button", "data-key": "promise-save", onclick: () => saveFile(new Blob([receipt], { type: "text/plain" }), `regicide-receipt-${game}.txt`) }, t("promise_save")),
      h("button", {
        type: "button", "data-key": "promise-forget",
        onclick: () => {
          keepReceipt(game, { receipt, policy, done: true });
          draw(place);
        },
      }, t("promise_forget")))));
}
