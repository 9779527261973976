// The header of every page: navigation, language and colour scheme; and its
// footer.

import { mark } from "./cards/suit.js";
import { h, link } from "./dom.js";
import { chooseLanguage, LANGUAGES, language, t } from "./language.js";
import { isDark, switchScheme } from "./scheme.js";
import { change, getState } from "./store.js";

/** The header of the page. */
export function frame() {
  return h("header", { class: "frame" },
    h("a", { class: "skip", href: "#main" }, t("skip")),
    link("/", { class: "wordmark" }, "Regicide"),
    h("nav", { "aria-label": t("pages") },
      navLink("/daily", t("daily")),
      navLink("/rules", t("rules")),
      navLink("/verify", t("verify"))),
    h("div", { class: "switches" }, languageSwitch(),
      markSwitch({ key: "sound", picture: "sound", text: t("sound"), isOn: () => getState().sound, toggle: () => change({ sound: !getState().sound }) }),
      markSwitch({ key: "scheme", picture: "halves", text: t("dark"), isOn: isDark, toggle: switchScheme })));
}

/** The foot of the page; there is none at the table. */
export function foot() {
  return h("footer", { class: "foot" }, h("nav", { "aria-label": t("more") },
    link("/new", {}, t("new_game")),
    link("/challenges", {}, t("challenges")),
    link("/players/me", {}, t("player_page")),
    h("a", { href: "/docs/" }, t("build"))));
}

/** @param {string} path @param {string} text */
function navLink(path, text) {
  const here = location.pathname.startsWith(path);
  return link(path, { "aria-current": here ? "page" : null }, text);
}

function languageSwitch() {
  const choose = async (/** @type {Event} */ event) => {
    await chooseLanguage(/** @type {HTMLSelectElement} */ (event.target).value);
    dispatchEvent(new Event("language"));
  };
  return h("select", { "aria-label": t("language"), "data-key": "language", onchange: choose },
    Object.entries(LANGUAGES).map(([tag, name]) =>
      h("option", { value: tag, lang: tag, selected: tag === language() }, name)));
}

/**
 * A switch that is a mark.
 * @param {{ key: string, picture: import("./cards/parts.js").ShapeName, text: string, isOn: () => boolean, toggle: () => void }} options
 */
function markSwitch({ key, picture, text, isOn, toggle }) {
  const button = h("button", {
    type: "button", class: "quiet switch", "data-key": key, "aria-label": text, "aria-pressed": String(isOn()), title: text,
    onclick: () => {
      toggle();
      button.setAttribute("aria-pressed", String(isOn()));
    },
  }, mark(picture, { size: 22 }));
  return button;
}
