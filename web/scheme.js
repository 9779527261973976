// The colour scheme: the system's, or the one chosen here.

import { change, getState } from "./store.js";

/** Shows the page in the chosen scheme. */
export function useScheme() {
  const { scheme } = getState();
  if (scheme) document.documentElement.dataset.scheme = scheme;
  else delete document.documentElement.dataset.scheme;
}

/** True while the page is dark. */
export function isDark() {
  return (getState().scheme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

/** Changes to the other scheme. */
export function switchScheme() {
  change({ scheme: isDark() ? "light" : "dark" });
  useScheme();
}
