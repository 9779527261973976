// A modal dialog. The browser keeps the focus in it, closes it by Esc and restores the
// focus, unless the page was redrawn meanwhile: then the element with the opener's key has it.

import { mark } from "./cards/suit.js";
import { h, keyed } from "./dom.js";
import { t } from "./language.js";

/** @param {string} title @param {import("./dom.js").Children[]} content */
export function openDialog(title, ...content) {
  const opener = document.activeElement;
  const restore = () => {
    dialog.remove();
    const key = opener instanceof HTMLElement && !opener.isConnected ? opener.dataset.key : undefined;
    if (document.activeElement === document.body && key) keyed(document.body, key)?.focus({ preventScroll: true });
  };
  const dialog = h("dialog", { class: "dialog", "aria-label": title, onclose: restore },
    h("div", { class: "dialog-head" },
      h("h2", {}, title),
      h("button", { type: "button", class: "quiet", "aria-label": t("close"), onclick: () => dialog.close() }, mark("cross", { size: 16 }))),
    h("div", { class: "dialog-body" }, ...content));
  // A click on the backdrop has the dialog itself as its target.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
