// The buttons for signals.

import { mark } from "../cards/suit.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { sayable } from "./state.js";

/** Buttons for the signals that may be given now. @param {Table} table @param {Page} page */
export function talk(table, page) {
  const sentences = sayable(table);
  return sentences.length === 0 ? null : h("div", { class: "row talk", role: "group", "aria-label": t("talk") },
    mark("talk", { size: 20 }),
    sentences.map(({ signal, text }) => h("button", {
      type: "button", class: "small", "data-key": `say-${signal}`, onclick: () => page.act({ type: "say", signal }),
    }, text)));
}
