// The challenges that are listed, and those made from this browser.

import { get } from "../api.js";
import { h, link } from "../dom.js";
import { t } from "../language.js";
import { nameText } from "../names.js";
import { getState } from "../store.js";
import { gameText, statusText } from "./words.js";

/** @param {AbortSignal} signal */
export async function listPage(signal) {
  const [{ items: challenges }, organised] = await Promise.all([
    get("/v1/challenges?source=custom&limit=50", { signal }),
    // Some may be gone.
    Promise.all(Object.keys(getState().organised).map((id) => get(`/v1/challenges/${id}`, { signal }).catch(() => null))),
  ]);
  const own = organised.filter((one) => one !== null);
  const others = challenges.filter((one) => !own.some(({ id }) => id === one.id));
  return h("div", { class: "column stack challenge" },
    h("h1", {}, t("challenges")),
    h("p", {}, t("challenges_about")),
    h("div", { class: "row" },
      link("/challenges/new", { class: "button main" }, t("create_challenge_title")),
      link("/daily", { class: "button" }, t("daily_title"))),
    own.length > 0 ? h("section", {}, h("h2", {}, t("challenges_own")), entries(own)) : null,
    h("section", {}, h("h2", {}, t("challenges_open")), others.length > 0 ? entries(others) : h("p", {}, t("challenges_none"))));
}

/** @param {Schemas["ChallengeInfo"][]} challenges */
function entries(challenges) {
  return h("ul", { class: "games" }, challenges.map((one) => h("li", {},
    link(`/challenges/${one.id}`, { class: "game" },
      h("span", { class: "game-names" }, nameText(one.name)),
      h("span", {}, gameText(one)),
      h("span", { class: "soft" }, statusText(one))))));
}
