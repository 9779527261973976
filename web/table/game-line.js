// The challenge of a game, and its options that differ from the usual rules.

import { serviceTime } from "../clock.js";
import { countdown } from "../countdown.js";
import { h } from "../dom.js";
import { t, time } from "../language.js";

/** The end of a challenge is near when so many milliseconds are left. */
const NEAR = 3_600_000;

/** @param {Pick<Table, "book" | "challenge" | "view">} table */
export function gameLine({ book, challenge, view }) {
  if (!view || view.status === "waiting") return [];
  const end = view.status === "running" && view.challenge ? Date.parse(view.challenge.ends_at) : null;
  const left = end === null ? 0 : end - serviceTime();
  const parts = [
    view.challenge ? challenge ? challengeText(challenge) : t("challenge") : null,
    ...book?.special(view) ?? [],
  ].filter((part) => part !== null);
  return [parts.join(" · "), end && left > 0 && left < NEAR ? h("span", { class: "near" }, " · ", t("ends_in"), " ", countdown(end, () => {})) : null];
}

/** @param {Schemas["ChallengeInfo"]} challenge */
export function challengeText({ date, name }) {
  return date ? t("daily_of", { date: time(`${date}T00:00:00Z`, { dateStyle: "medium", timeZone: "UTC" }) }) : name ?? t("challenge");
}

/** The options that differ from the usual rules. @param {Pick<Table, "book" | "view">} table */
export function specialNote({ book, view }) {
  const special = book && view ? book.special(view) : [];
  return special.length > 0 ? h("p", {}, t("invited_with", { options: special.join(", ") })) : null;
}
