// The charts of a replay.

import { stepChart } from "../charts/steps.js";
import { t } from "../language.js";
import { nameAt } from "../names.js";
import { sideName } from "../table/end.js";

/** @typedef {import("./game.js").Story} Story */

/** @param {Story} story @param {(at: number) => void} seek */
export function charts(story, seek) {
  const wanted = story.game.kind === "regicide" ? ofRegicide(story) : ofTricks(story);
  return wanted.map((chart) => stepChart(chart, seek));
}

/** @param {Story} story */
function ofRegicide({ game, frames }) {
  const tables = frames.map((frame) => /** @type {Schemas["RegicideView"]} */ (frame.table));
  const marks = changes(tables.map((table) => table.enemies_defeated));
  /** @param {string} title @param {(table: Schemas["RegicideView"]) => number} value */
  const one = (title, value) => ({ title, marks, filled: true, series: [{ name: title, values: tables.map(value) }] });
  return [
    one(t("replay_health"), ({ enemy }) => (enemy ? Math.max(0, enemy.health - enemy.damage) : 0)),
    { title: t("replay_hands"), marks, series: bySeat(game, tables.map((table) => table.hand_sizes)) },
    one(t("replay_tavern"), (table) => table.tavern_left),
    one(t("replay_discard"), (table) => table.discard_pile.length),
  ];
}

/** @param {Story} story */
function ofTricks({ game, frames }) {
  const tables = frames.map((frame) => /** @type {Schemas["RegicideTricksView"]} */ (frame.table));
  const points = tables.map((table) => table.points);
  const marks = changes(points.map((one) => one.join()));
  const sides = (points[0] ?? []).map((_, side) => ({
    name: sideName({ view: game, seat: null }, side), values: points.map((one) => one[side] ?? 0),
  }));
  return [
    { title: t("replay_points"), marks, series: sides },
    { title: t("replay_tricks"), marks, series: bySeat(game, tables.map((table) => table.tricks)) },
  ];
}

/** A series for each seat. @param {Story["game"]} game @param {number[][]} values of all seats, by position */
function bySeat({ seats }, values) {
  return seats.map(({ seat }) => ({ name: nameAt(seats, seat), values: values.map((one) => one[seat] ?? 0) }));
}

/** The positions at which a value differs from the one before. @param {(number | string)[]} values */
function changes(values) {
  return [...values.keys()].filter((at) => at > 0 && values[at] !== values[at - 1]);
}
