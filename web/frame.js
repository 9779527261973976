// The header of every page: navigation, language and the way to the settings; and its footer.

import { mark } from "./cards/suit.js";
import { h, link } from "./dom.js";
import { LANGUAGES, language, t } from "./language.js";
import { changeSettings } from "./store.js";

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
      navLink("/settings", mark("gear", { size: 22, label: t("settings") }), "button quiet")));
}

/** The foot of the page; there is none at the table. */
export function foot() {
  return h("footer", { class: "foot" }, h("nav", { "aria-label": t("more") },
    link("/new", {}, t("new_game")),
    link("/challenges", {}, t("challenges")),
    link("/players/me", {}, t("player_page")),
    h("a", { href: "/docs/" }, t("build"))));
}

/** @param {string} path @param {import("./dom.js").Child} content @param {string} [look] its class */
function navLink(path, content, look) {
  const here = location.pathname.startsWith(path);
  return link(path, { class: look, "data-key": path, "aria-current": here ? "page" : null }, content);
}

/** The languages by their own names, for who cannot read the page. */
function languageSwitch() {
  return h("select", { "aria-label": t("language"), "data-key": "language", onchange: ({ target }) => changeSettings({ language: target.value }) },
    Object.entries(LANGUAGES).map(([tag, name]) =>
      h("option", { value: tag, lang: tag, selected: tag === language() }, name)));
}
