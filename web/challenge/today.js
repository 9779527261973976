// The card on Home of who has begun today's challenge: how far they came, or the way on.

import { get } from "../api.js";
import { countdown, nextDay } from "../countdown.js";
import { h, link } from "../dom.js";
import { t } from "../language.js";
import { ownProfile } from "../player/streak.js";
import { resultTiles } from "./tiles.js";
import { scoreText } from "./words.js";

/**
 * @param {import("../store.js").Player} player
 * @param {() => void} dayEnded
 * @returns {Promise<HTMLElement | null>} nothing if the player has not begun it
 */
export async function todayCard(player, dayEnded) {
  const daily = await get("/v1/daily");
  const alone = daily.challenges.find((one) => one.players === 1);
  if (!alone) return null;
  const [{ own_attempts: [attempt] }, profile] = await Promise.all([
    get(`/v1/challenges/${alone.id}`, { token: player.token }),
    ownProfile(),
  ]);
  if (!attempt) return null;
  const streak = profile?.streak;
  const running = attempt.status === "running";
  return h("div", { class: "panel stack today-played" },
    running ? h("p", {}, t("attempt_running")) : null,
    attempt.share ? resultTiles(attempt.share) : null,
    h("p", {},
      !running && attempt.score ? `${reached(attempt.score)} · ` : null,
      streak && streak.current > 0 ? `${t("streak", { n: streak.current })} · ` : null,
      t("today_next"), " ", countdown(nextDay(daily), dayEnded)),
    h("div", { class: "row" },
      running ? link(`/games/${attempt.game_id}`, { class: "button main" }, t("attempt_go_on")) : null,
      link("/daily", { class: "button" }, t(running ? "today_play" : "outcome_board"))));
}

/** The result in short. @param {Schemas["Score"]} score */
function reached(score) {
  return "moves_to_win" in score && score.moves_to_win === null ? t("score_enemies", { n: score.enemies_defeated }) : scoreText(score);
}
