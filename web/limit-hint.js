// A hint below a field that it takes no more characters: the browser cuts typed or pasted text silently.

import { h, render } from "./dom.js";
import { t } from "./language.js";

/** The hint for a field with a `maxlength`. @param {HTMLInputElement | HTMLTextAreaElement} field */
export function limitHint(field) {
  const hint = h("div", { class: "soft limit-hint", role: "status" });
  field.addEventListener("input", () => render(hint, field.value.length < field.maxLength ? null : t("field_full", { n: field.maxLength })));
  return hint;
}
