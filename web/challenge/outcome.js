// The outcome of an attempt that has just ended: how far it came, the place it has, and when the next day begins.

import { get } from "../api.js";
import { countdown, nextDay } from "../countdown.js";
import { h, link, render } from "../dom.js";
import { filled } from "../filled.js";
import { t, time } from "../language.js";
import { recordAfter } from "../player/record.js";
import { ownProfile, streakLine } from "../player/streak.js";
import { distribution, ownText } from "./board.js";
import { loadChallenge } from "./load.js";
import { pathOf, shareButton, textOf } from "./share.js";
import { resultTiles } from "./tiles.js";

/**
 * Fills a place with the outcome of a game.
 * @param {HTMLElement} place
 * @param {string} id of the challenge
 * @param {string} game
 */
export function showOutcome(place, id, game) {
  filled(place, async (signal) => {
    const { board, challenge, closed, stats } = await loadChallenge(id, signal);
    const [today, profile] = challenge.source === "daily" ? await Promise.all([get("/v1/daily"), ownProfile()]) : [null, null];
    const attempt = challenge.own_attempts.find((one) => one.game_id === game);
    const following = h("div", {});
    const dayEnded = () => render(following, link("/daily", { class: "button" }, t("today_play")));
    if (today?.date === challenge.date) render(following, h("p", {}, t("daily_next"), " ", countdown(nextDay(today), dayEnded)));
    else if (today) dayEnded();
    return [
      attempt?.share ? resultTiles(attempt.share) : null,
      attempt?.void_reason ? h("p", { class: "note problem" }, t("attempt_void", { reason: attempt.void_reason })) : null,
      board?.own ? h("p", { class: "board-own" }, ownText(board.own, board.results)) : null,
      board && stats && board.results > 0 ? distribution(stats, board.own) : null,
      closed ? h("p", { class: "soft" }, closed) : null,
      streakLine(profile?.streak ?? null),
      profile ? recordAfter(profile, challenge, attempt) : null,
      following,
      h("div", { class: "row" },
        attempt?.share ? shareButton(textOf(attempt.share, challenge)) : null,
        link(pathOf(challenge), { class: "button main" }, t("outcome_board"))),
      challenge.status === "over" ? null : h("p", { class: "soft" }, t("outcome_analysis", { time: time(challenge.ends_at) })),
    ];
  });
}
