// Variants and options of a new game, as the rules describe them.

import { h, link } from "../dom.js";
import { t } from "../language.js";
import { optionText } from "../rulebook.js";

/** @typedef {Record<string, unknown>} Chosen what is chosen, by its name; what is missing has its default */

/**
 * The fields for what can be chosen at a table of so many players; nothing if there is nothing.
 * @param {Schemas["GameRules"]} rules
 * @param {number} players
 * @param {Chosen} chosen
 */
export function optionsPanel(rules, players, chosen) {
  const variants = rules.variant_rules.filter((variant) => variant.player_counts.includes(players));
  const options = rules.option_rules
    .filter((option) => option.name !== "first" && option.name !== "variants" && option.player_counts.includes(players));
  if (variants.length + options.length === 0) return null;
  return h("details", { class: "panel", "data-key": "special" },
    h("summary", {}, t("special")),
    h("div", { class: "stack" },
      variants.map((variant) => variantField(variant, chosen)),
      options.map((option) => optionField(option, chosen))));
}

/** @param {Schemas["VariantRules"]} variant @param {Chosen} chosen */
function variantField({ name, title, description, rule }, chosen) {
  const all = () => /** @type {string[]} */ (chosen.variants ?? []);
  const toggle = (/** @type {import("../dom.js").Change} */ { target }) => {
    const others = all().filter((one) => one !== name);
    chosen.variants = target.checked ? [...others, name] : others;
  };
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked: all().includes(name), "data-key": `variant-${name}`, onchange: toggle }),
    h("span", {}, h("strong", {}, title), " ", h("span", { class: "soft" }, description), " ",
      link(`/rules#${rule}`, { class: "clause" }, rule)));
}

/** @param {Schemas["OptionRules"]} option @param {Chosen} chosen */
function optionField({ name, title, description, values }, chosen) {
  const value = chosen[name] ?? values.default;
  const choose = (/** @type {unknown} */ one) => {
    chosen[name] = one;
  };
  const about = h("span", {}, h("strong", {}, title), " ", h("span", { class: "soft" }, description));
  const key = `option-${name}`;
  switch (values.type) {
    case "flag": return h("label", { class: "check" }, h("input", {
      type: "checkbox", checked: value === true, "data-key": key, onchange: ({ target }) => choose(target.checked),
    }), about);
    case "range": return h("label", { class: "form-field" }, about, h("input", {
      type: "number", min: values.minimum, max: values.maximum, value: String(value), "data-key": key,
      oninput: ({ target }) => choose(Number(target.value)),
    }));
    default: return h("label", { class: "form-field" }, about, h("select", {
      "data-key": key, onchange: ({ target }) => choose(values.choices[Number(target.value)]),
    }, values.choices.map((one, index) => h("option", { value: index, selected: one === value }, optionText(one)))));
  }
}
