// The page for unknown addresses.

import { h, link, render } from "../dom.js";
import { t } from "../language.js";

export const title = () => t("nothing_title");

/** @param {HTMLElement} root */
export function mount(root) {
  render(root, h("div", { class: "column" }, h("h1", {}, t("nothing_title")), h("p", {}, t("nothing")),
    h("p", {}, link("/", { class: "button" }, t("home")))));
}
