// The rules of both games, from the service. Each clause has an address: /rules#R4.2.

import { acting } from "../acting.js";
import { h, render } from "../dom.js";
import { filled } from "../filled.js";
import { t } from "../language.js";
import { pageProblem } from "../notes.js";
import { decoded } from "../router.js";
import { rules } from "../rulebook.js";
import { clauses } from "../rules/clauses.js";
import { basics } from "../rules/basics.js";
import { startGuide } from "../table/guide.js";

export const title = () => t("rules");

/** @param {HTMLElement} root */
export function mount(root) {
  return filled(root, async (signal) => {
    const { items: games } = await rules();
    signal.throwIfAborted();
    render(root, h("div", { class: "column rules" }, head(games), games.map(game)));
    point();
    addEventListener("hashchange", point, { signal });
  }, pageProblem("rules"));
}

/** @param {Schemas["GameRules"][]} games */
function head(games) {
  const status = h("div", {});
  return h("header", {},
    h("h1", {}, t("rules")),
    h("p", {}, t("rules_about")),
    h("nav", { class: "row", "aria-label": t("rules_games") },
      games.map((one) => h("a", { class: "button", href: `#${one.kind}` }, one.title)),
      h("button", { type: "button", class: "quiet", "data-key": "guide", onclick: acting(status, startGuide) }, t("guide_again"))),
    status);
}

/** @param {Schemas["GameRules"]} rules */
function game(rules) {
  return h("section", { class: "rules-game", id: rules.kind, tabindex: "-1" },
    h("h2", {}, rules.title),
    h("p", { class: "lead" }, rules.description),
    ...basics(rules),
    ...clauses(rules));
}

/** Scrolls to the clause in the address and highlights it. */
function point() {
  for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
  const wanted = document.getElementById(decoded(location.hash.slice(1)));
  if (!wanted) return;
  wanted.classList.add("pointed");
  wanted.scrollIntoView({ block: wanted.tagName === "SECTION" ? "start" : "center" });
  wanted.focus({ preventScroll: true });
}
