// The charts of a replay.

import { stepChart } from "../charts/steps.js";
import { t } from "../language.js";
import { sideName } from "../table/end.js";
import { seatName } from "./names.js";

/** @typedef {import("./game.js").Story} Story */
/** @typedef {import("../charts/steps.js").Chart} Chart */

/**
 * @param {Story} story
 * @param {(at: number) => void} seek
 */
export function charts(story, seek) {
  const wanted = story.game.kind === "regicide" ? ofRegicide(story) : ofTricks(story);
  return wanted.map((chart) => stepChart(chart, seek));
}

/** @param {Story} story @returns {Chart[]} */
function ofRegicide(story) {
  const tables = story.frames.map((frame) => /** @type {Schemas["RegicideView"]} */ (frame.table));
  const marks = tables.flatMap((table, at) => (at > 0 && table.enemies_defeated > (tables[at - 1]?.enemies_defeated ?? 0) ? [at] : []));
  /** @param {string} title @param {(table: Schemas["RegicideView"]) => number} value */
  const one = (title, value) => ({ title, marks, filled: true, series: [{ name: title, values: tables.map(value) }] });
  return [
    one(t("replay_health"), ({ enemy }) => (enemy ? Math.max(0, enemy.health - enemy.damage) : 0)),
    {
      title: t("replay_hands"), marks,
      series: story.game.seats.map(({ seat }) => ({
        name: seatName(story.game, seat), values: tables.map((table) => table.hand_sizes[seat] ?? 0),
      })),
    },
    one(t("replay_tavern"), (table) => table.tavern_left),
    one(t("replay_discard"), (table) => table.discard_pile.length),
  ];
}

/** @param {Story} story @returns {Chart[]} */
function ofTricks(story) {
  const tables = story.frames.map((frame) => /** @type {Schemas["RegicideTricksView"]} */ (frame.table));
  const marks = tables.flatMap((table, at) => (at > 0 && table.points.join() !== tables[at - 1]?.points.join() ? [at] : []));
  const { game } = story;
  return [
    {
      title: t("replay_points"), marks,
      series: (tables[0]?.points ?? []).map((_, side) => ({
        name: sideName({ view: game, seat: null }, side),
        values: tables.map((table) => table.points[side] ?? 0),
      })),
    },
    {
      title: t("replay_tricks"), marks,
      series: game.seats.map(({ seat }) => ({
        name: seatName(game, seat), values: tables.map((table) => table.tricks[seat] ?? 0),
      })),
    },
  ];
}
