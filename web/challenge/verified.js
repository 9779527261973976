// The games of a board, verified in the browser one after the other: each row gets a mark.

import { acting } from "../acting.js";
import { pause, Problem } from "../api.js";
import { h, link, render } from "../dom.js";
import { t } from "../language.js";
import { announce } from "../notes.js";
import { checkGame, markOf } from "../verify/mark.js";
import { sign } from "../verify/step.js";
import { plainId } from "../verify/transparency.js";
import { names } from "./words.js";

/** @typedef {{ entry: Schemas["BoardEntry"] & { game_id: string }, place: HTMLElement }} Row with the place of its mark */
/** @typedef {import("../verify/step.js").Mark} Mark */

/** The pause after which a service without `Retry-After` is requested again, in seconds. */
const PAUSE = 10;

/**
 * The button, and the result in words.
 * @param {Row[]} rows those that are shown, of which there may be more later
 * @param {Schemas["ChallengeInfo"]} challenge
 * @param {{ token: string | null, leaving: AbortSignal }} reader
 */
export function verifyButton(rows, challenge, reader) {
  const note = h("div");
  const result = h("p", { class: "soft" });
  const verify = acting(note, async () => {
    /** @type {Record<Mark, number>} */
    const counts = { good: 0, bad: 0, open: 0 };
    const games = [...rows];
    for (const [index, row] of games.entries()) {
      render(result, t("board_verifying", { n: index + 1, count: games.length }));
      const mark = await markOfRow(row, challenge, reader);
      if (reader.leaving.aborted) return;
      counts[mark] += 1;
      render(row.place, link(`/verify?game=${row.entry.game_id}`, { class: `board-mark ${mark}`, "aria-label": `${t(`board_mark_${mark}`)}: ${names(row.entry.team)}` },
        h("span", { "aria-hidden": "true" }, sign(mark)), " ", t(`board_mark_${mark}`)));
    }
    const text = [t("board_verified", { n: counts.good, count: games.length }),
      counts.bad > 0 ? t("board_contradicted", { n: counts.bad }) : "", counts.open > 0 ? t("board_unconfirmed", { n: counts.open }) : ""].filter(Boolean).join(" ");
    render(result, text);
    announce(text);
  }, { once: true });
  return h("div", { class: "stack" }, h("p", {}, t("board_verify_about")), h("div", { class: "row" }, h("button", { type: "button", onclick: verify }, t("board_verify"))), result, note);
}

/** @param {Row} row @param {Schemas["ChallengeInfo"]} challenge @param {Parameters<typeof verifyButton>[2]} reader @returns {Promise<Mark>} */
async function markOfRow({ entry }, challenge, { token, leaving }) {
  for (;;) {
    try {
      const checked = await checkGame(entry.game_id, { token, commitment: challenge.commitment, signal: leaving });
      const { log, challenge: commitment } = checked.computed ?? {};
      if (log?.status !== 429) {
        const mark = fits(checked, entry, challenge) ? markOf(checked) : "bad";
        return mark === "good" && commitment?.outcome !== "committed" && commitment?.outcome !== "announced" ? "open" : mark;
      }
      await pause(1000 * PAUSE);
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      if (error.status !== 429) return "open";
      await pause(1000 * (error.retryAfter ?? PAUSE));
    }
    if (leaving.aborted) return "open";
  }
}

/** True if a record is that of a row: its game, its players and its result. @param {import("../verify/check.js").Checked} checked @param {Row["entry"]} entry @param {Schemas["ChallengeInfo"]} challenge */
export function fits({ record, verdict }, { game_id: game, score, team }, { id }) {
  const { played_as: played, player_ids: players = [], position = "" } = record;
  // A game that its deadline closed has no result, but a position (S4).
  const [castle = "", , , , , enemy = ""] = position.split(" ");
  const [card, damage] = enemy.split(":");
  const defeated = card === "-" ? 12 : castle === "-" ? 11 : 11 - castle.length / 2;
  const isScore = score.kind === record.kind && (score.kind !== "regicide" || (defeated === score.enemies_defeated
    && Number(damage) === score.damage && (verdict.result?.outcome === "won" ? record.moves.length : null) === score.moves_to_win));
  return isScore && plainId(record.id ?? "") === plainId(game) && plainId(played?.challenge_id ?? "") === plainId(id)
    && players.every((player) => player === null || team.some((one) => one.player_id === player));
}
