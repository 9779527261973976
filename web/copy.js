// A button that copies a text. Where the browser forbids that, as on an
// address without TLS, the text is shown to be copied by hand.

import { h, render } from "./dom.js";
import { t } from "./language.js";

/**
 * The button, followed by an element that reports the result.
 * @param {string} name the button's text
 * @param {() => string} text
 * @param {string} [look] the button's class
 */
export function copyButton(name, text, look = "") {
  const note = h("span", { role: "status", class: "soft" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      render(note, t("copy_done"));
    } catch {
      const field = h("input", { readonly: true, value: text(), "aria-label": t("copy_by_hand") });
      render(note, t("copy_by_hand"), field);
      field.select();
    }
  };
  return [h("button", { type: "button", class: look, onclick: copy }, name), note];
}
