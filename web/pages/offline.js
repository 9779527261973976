// Shown instead of any page while the service cannot be reached: the device has no network, or the service is away.

import { h, link, render } from "../dom.js";
import { t } from "../language.js";

/** The pauses between two attempts, in milliseconds; the last one is repeated. */
const PAUSES = [2_000, 5_000, 15_000, 30_000];

export const title = () => t(navigator.onLine ? "away_title" : "offline_title");

/** @param {HTMLElement} root */
export function mount(root) {
  const leaving = new AbortController();
  const { signal } = leaving;
  /** @type {number | undefined} */
  let timer;
  const again = () => location.reload();
  const draw = () => render(root, h("div", { class: "column stack" },
    h("h1", {}, title()),
    h("p", { role: "status" }, t(navigator.onLine ? "away_about" : "offline_about")),
    h("p", {}, t("offline_works")),
    h("div", { class: "row" },
      h("button", { type: "button", class: "main", onclick: again }, t("try_again")),
      link("/rules", { class: "button" }, t("rules")))));
  const attempt = async (/** @type {number} */ number) => {
    const answer = await fetch("/healthz", { cache: "no-store", signal }).catch(() => null);
    if (answer?.ok) again();
    else if (!signal.aborted) timer = setTimeout(attempt, PAUSES[number] ?? PAUSES.at(-1), number + 1);
  };
  draw();
  timer = setTimeout(attempt, PAUSES[0], 1);
  addEventListener("online", again, { signal });
  addEventListener("offline", draw, { signal });
  return () => {
    leaving.abort();
    clearTimeout(timer);
  };
}
