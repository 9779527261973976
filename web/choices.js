// A choice of one among a few values, as a group of radio buttons.

import { h } from "./dom.js";

/**
 * @template {string} V
 * @param {string} name
 * @param {import("./dom.js").Child} legend
 * @param {{ value: V, title: string, about?: string, lang?: string }[]} values
 * @param {V} chosen
 * @param {(value: V) => void} choose
 */
export function choice(name, legend, values, chosen, choose) {
  return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "choices" }, values.map((one) =>
    h("label", { class: "choice", lang: one.lang },
      h("input", {
        type: "radio", name, value: one.value, checked: one.value === chosen, "data-key": `${name}-${one.value}`,
        onchange: () => choose(one.value),
      }),
      h("span", {}, h("strong", {}, one.title), one.about ? h("span", { class: "soft" }, one.about) : null)))));
}
