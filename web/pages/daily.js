// The daily challenge.

import { get, Problem } from "../api.js";
import { attemptPanel } from "../challenge/attempt.js";
import { boardSection } from "../challenge/board.js";
import { calendarSection } from "../challenge/calendar.js";
import { commitmentSection } from "../challenge/commitment.js";
import { dealSection } from "../challenge/deal.js";
import { loadChallenge, ownEnd } from "../challenge/load.js";
import { statusLine, turnoutText } from "../challenge/words.js";
import { choice } from "../choices.js";
import { countdown, nextDay } from "../countdown.js";
import { h, link, render } from "../dom.js";
import { filled } from "../filled.js";
import { t, time } from "../language.js";
import { loadingNote, problemNote } from "../notes.js";
import { recordAfter } from "../player/record.js";
import { ownProfile, streakLine } from "../player/streak.js";
import { DAY } from "../time.js";

export const title = () => t("daily");

/** @type {import("../router.js").Page["mount"]} */
export function mount(root, { date }) {
  // At the end of the day the next one is shown.
  return filled(root, (signal, again) => page(date, signal, again), (error, again) => refused(error, date, again));
}

/** Why the day is not shown, with a link to today. @param {unknown} error @param {string | undefined} date @param {() => void} again */
function refused(error, date, again) {
  const lost = error instanceof Problem && error.status < 500;
  return h("div", { class: "column" },
    h("h1", {}, t("daily_title")),
    problemNote(error, lost ? undefined : again),
    date ? link("/daily", { class: "button" }, t("daily_today")) : null);
}

/** @param {string | undefined} date @param {AbortSignal} signal @param {() => void} again draws it as it is by then */
async function page(date, signal, again) {
  const day = await get(date ? `/v1/daily/${encodeURIComponent(date)}` : "/v1/daily?coming_days=7", { signal });
  const profile = await ownProfile(signal);
  signal.throwIfAborted();
  let players = Number(new URLSearchParams(location.search).get("players") ?? 1);
  const chosen = h("div", { class: "stack daily-chosen" });
  const choices = h("div");

  const choose = async (/** @type {AbortSignal} */ shown, /** @type {() => void} */ chooseAgain) => {
    const challenge = day.challenges.find((one) => one.players === players) ?? day.challenges[0];
    if (!challenge) return null;
    const values = day.challenges.map((one) => ({ value: String(one.players), title: t("players", { n: one.players }) }));
    render(choices, choice("players", h("span", { class: "spoken" }, t("daily_players")), values, String(challenge.players), (value) => {
      players = Number(value);
      history.replaceState(null, "", players === 1 ? location.pathname : `?players=${players}`);
      chooseAgain();
    }));
    render(chosen, loadingNote());
    const loaded = await loadChallenge(challenge.id, shown);
    shown.throwIfAborted();
    const ended = ownEnd(loaded.challenge);
    return [
      h("p", { class: "soft" }, statusLine(challenge, again), " · ", turnoutText(loaded.challenge)),
      dealSection(loaded.challenge), attemptPanel(loaded.challenge),
      profile && ended ? recordAfter(profile, loaded.challenge, ended) : null, boardSection(loaded, shown),
      calendarSection({ date: day.date, players: challenge.players, signal: shown }), commitmentSection(loaded.challenge),
    ];
  };
  signal.addEventListener("abort", filled(chosen, choose));
  return h("div", { class: "column stack daily" },
    h("header", {},
      h("h1", {}, t("daily_title")),
      h("p", { class: "daily-date" }, time(`${day.date}T00:00:00Z`, { dateStyle: "full", timeZone: "UTC" })),
      h("p", { class: "soft" }, t("daily_about")),
      "next_in_seconds" in day ? h("p", { class: "soft" }, t("daily_next"), " ", countdown(nextDay(day), again)) : null),
    streakLine(profile?.streak ?? null),
    choices, chosen, days(day));
}

/** The day before, and those that are published ahead. @param {Schemas["Daily"] | Schemas["DailyDay"]} day */
function days(day) {
  const before = new Date(Date.parse(`${day.date}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
  const coming = "upcoming" in day ? day.upcoming : [];
  return h("nav", { class: "stack", "aria-label": t("daily_days") },
    h("div", { class: "row" },
      link(`/daily/${before}`, { class: "button" }, t("daily_before")),
      "next_in_seconds" in day ? null : link("/daily", { class: "button" }, t("daily_today")),
      link("/challenges", { class: "button" }, t("challenges_all")),
      link("/players/me", { class: "button" }, t("player_page"))),
    coming.length > 0 ? h("details", {},
      h("summary", {}, t("daily_coming")),
      h("p", {}, t("daily_coming_about")),
      h("ul", { class: "coming" }, coming.map((one) => h("li", {},
        h("span", {}, `${one.date ?? ""} · ${t("players", { n: one.players })}`), h("code", {}, one.commitment))))) : null);
}
