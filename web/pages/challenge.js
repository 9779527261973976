// Challenges of organisers: a challenge with its board, the list, and the form.

import { attemptPanel } from "../challenge/attempt.js";
import { boardSection } from "../challenge/board.js";
import { commitmentSection } from "../challenge/commitment.js";
import { createPage } from "../challenge/create.js";
import { listPage } from "../challenge/list.js";
import { dealSection } from "../challenge/deal.js";
import { loadChallenge } from "../challenge/load.js";
import { organiserPanel } from "../challenge/organiser.js";
import { gameText, statusLine, turnoutText } from "../challenge/words.js";
import { h, link } from "../dom.js";
import { filled } from "../filled.js";
import { t } from "../language.js";
import { pageProblem } from "../notes.js";
import { go } from "../router.js";

/** @param {{ id?: string }} parameters */
export const title = ({ id }) => t(id === "new" ? "create_challenge_title" : id ? "challenge" : "challenges");

/** @type {import("../router.js").Page["mount"]} */
export function mount(root, { id }) {
  return filled(root, (signal, again) => (id === "new" ? createPage() : id ? challengePage(id, signal, again) : listPage(signal)), pageProblem("challenge"));
}

/** @param {string} id @param {AbortSignal} signal @param {() => void} again */
async function challengePage(id, signal, again) {
  const loaded = await loadChallenge(id, signal);
  const { challenge, organiser } = loaded;
  if (challenge.source === "daily" && challenge.date) {
    go(`/daily/${challenge.date}?players=${challenge.players}`);
    return null;
  }
  document.title = `${challenge.name ?? t("challenge")} · Regicide`;
  const organised = organiser ? organiserPanel(challenge, organiser, signal) : null;
  return h("div", { class: "column stack daily challenge" },
    h("header", {},
      h("h1", {}, challenge.name ?? t("challenge")),
      h("p", {}, gameText(challenge)),
      h("p", { class: "soft" }, statusLine(challenge, again), " · ", [
        t(challenge.admission === "invited" ? "challenge_invited" : "challenge_anyone"), turnoutText(challenge),
      ].join(" · "))),
    organised?.panel,
    dealSection(challenge), attemptPanel(challenge), boardSection(loaded, signal, organised?.refresh), commitmentSection(challenge),
    h("nav", { "aria-label": t("challenges") }, link("/challenges", { class: "button" }, t("challenges_all"))));
}
