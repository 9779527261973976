// The time until something begins, updated each minute.

import { h } from "./dom.js";
import { duration } from "./time.js";

const MINUTE = 60_000;

/** @param {number} seconds until then */
export function countdown(seconds) {
  const then = Date.now() + seconds * 1000;
  const left = () => duration((then - Date.now()) / 1000);
  const shown = h("span", { class: "figures countdown" }, left());
  const timer = setInterval(() => {
    if (!shown.isConnected) return clearInterval(timer);
    shown.textContent = left();
  }, MINUTE);
  return shown;
}
