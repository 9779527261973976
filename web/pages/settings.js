// The settings of the player of this browser, or of its guest. A change applies at once.

import { cardFace } from "../cards/card.js";
import { choice } from "../choices.js";
import { h, render } from "../dom.js";
import { language, LANGUAGES, t } from "../language.js";
import { changeSettings, getSettings, getState } from "../store.js";

/** The cards that show the style of the deck. */
const CARDS = ["TC", "QD", "AH", "7S"];

export const title = () => t("settings");

/** @param {HTMLElement} root */
export function mount(root) {
  const leaving = new AbortController();
  const draw = () => render(root, page());
  // Those of another tab, too.
  for (const change of ["settings", "storage"]) addEventListener(change, draw, { signal: leaving.signal });
  draw();
  return () => leaving.abort();
}

function page() {
  const { player } = getState();
  const { deck, order, pace, scheme } = getSettings();
  return h("div", { class: "column stack" },
    h("h1", {}, t("settings")),
    h("p", {}, player ? t("settings_of", { name: player.name }) : t("settings_guest")),
    h("form", { class: "stack" },
      choice("language", t("language"), Object.entries(LANGUAGES).map(([value, name]) => ({ value, title: name, lang: value })), language(), (value) => changeSettings({ language: value })),
      choice("scheme", t("scheme"), [
        { value: "system", title: t("scheme_system") }, { value: "light", title: t("scheme_light") }, { value: "dark", title: t("scheme_dark") },
      ], scheme ?? "system", (value) => changeSettings({ scheme: value === "system" ? null : value })),
      choice("deck", t("deck"), [
        { value: "standard", title: t("deck_standard"), about: t("deck_standard_about") },
        { value: "indices", title: t("deck_indices"), about: t("deck_indices_about") },
        { value: "shapes", title: t("deck_shapes"), about: t("deck_shapes_about") },
      ], deck, (value) => changeSettings({ deck: value })),
      h("div", { class: "row deck" }, CARDS.map((card) => cardFace(card))),
      h("fieldset", {}, h("legend", {}, t("feedback")), flag("sound"), flag("vibration")),
      choice("pace", t("pace"), [
        { value: "1×", title: t("pace_full") }, { value: "½×", title: t("pace_half") }, { value: "¼×", title: t("pace_quarter") },
      ], pace, (value) => changeSettings({ pace: value })),
      choice("order", t("order"), [{ value: "suit", title: t("order_suit") }, { value: "value", title: t("order_value") }], order, (value) => changeSettings({ order: value })),
      h("fieldset", {}, h("legend", {}, t("sending")), flag("confirm"))));
}

/** @param {"sound" | "vibration" | "confirm"} name */
function flag(name) {
  return h("label", { class: "check" },
    h("input", {
      type: "checkbox", checked: getSettings()[name], "data-key": name,
      onchange: (/** @type {Event} */ event) => changeSettings({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }),
    }),
    h("span", {}, h("strong", {}, t(`set_${name}`)), " ", h("span", { class: "soft" }, t(`set_${name}_about`))));
}
