// A button that copies a text. Where the browser forbids that, as on an
// address without TLS, the text is shown to be copied by hand.

import { h, render } from "./dom.js";
import { t } from "./language.js";

/** A text with a button that copies it. @param {string} text */
export function copyText(text) {
  return [h("pre", { class: "code", tabindex: "0" }, text), h("div", { class: "row" }, copyButton(t("copy"), () => text))];
}

/** A field with an address, which is selected as a whole. @param {string} address @param {string} label @param {string} look its class */
export function addressField(address, label, look) {
  const field = h("input", { class: look, readonly: true, value: address, "aria-label": label, onfocus: () => field.select() });
  return field;
}

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
