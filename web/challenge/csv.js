// A board as a file for spreadsheets.

import { acting } from "../acting.js";
import { getItems } from "../api.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { nameText } from "../names.js";
import { saveFile } from "../save.js";
import { scoreText } from "./words.js";

/**
 * The button that saves the whole board, and an element that reports a problem.
 * @param {Schemas["ChallengeInfo"]} challenge
 * @param {string} token
 */
export function csvButton({ id }, token) {
  const note = h("div", { role: "status" });
  const save = acting(note, async () => {
    const { items } = await getItems(`/v1/challenges/${id}/leaderboard`, { token });
    saveFile(new Blob([csvOf(items)], { type: "text/csv;charset=utf-8" }), `${id}.csv`);
  });
  return [h("button", { type: "button", onclick: save }, t("board_csv")), note];
}

/** A line for each result, with a mark that makes spreadsheets read UTF-8. @param {Schemas["BoardEntry"][]} entries */
export function csvOf(entries) {
  const head = [t("board_place"), t("board_players"), "player_id", t("board_result"), t("board_seconds"), "game_id"];
  const lines = entries.map(({ place, team, score, seconds, game_id: game }) => [
    place ?? "", team.map((one) => nameText(one.name)).join(", "), team.map((one) => one.player_id).join(" "), scoreText(score), seconds, game ?? "",
  ]);
  return `\uFEFF${[head, ...lines].map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** A value in quotes. One that spreadsheets would compute is a text. @param {string | number} value */
function cell(value) {
  const text = String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll("\"", "\"\"")}"`;
}
