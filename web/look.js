// The look of all pages: the styles read the player's settings from the root element.

import { getSettings } from "./store.js";

/** Shows the page in the colours, with the cards and at the speed of the settings. */
export function useLook() {
  const { deck, pace, scheme } = getSettings();
  Object.assign(document.documentElement.dataset, { deck, pace, scheme: scheme ?? "system" });
}

/** True while the page is dark. */
export function isDark() {
  return (getSettings().scheme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}
