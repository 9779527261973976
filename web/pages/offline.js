// Shown instead of any page while the device is offline.

import { h, render } from "../dom.js";
import { t } from "../language.js";

export const title = () => t("offline_title");

/** @param {HTMLElement} root */
export function mount(root) {
  const again = () => location.reload();
  addEventListener("online", again);
  render(root, h("div", { class: "column stack" },
    h("h1", {}, t("offline_title")),
    h("p", {}, t("offline_about")),
    h("div", {}, h("button", { type: "button", class: "main", onclick: again }, t("try_again")))));
  return () => removeEventListener("online", again);
}
