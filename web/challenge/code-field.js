// The field for the code of an invitation to a challenge.

import { h } from "../dom.js";

/** The code may come with the link, behind the `#`, which browsers do not send. */
export function codeField() {
  const value = new URLSearchParams(location.hash.slice(1)).get("invitation") ?? "";
  return h("input", { name: "invitation", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", placeholder: "ABCD-EFGH-JKMN", class: "code-field", value, "data-key": "invitation" });
}
