// The score of the trick-taking game: the sheet of a hand that is over, and that of all hands.

import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { sideName } from "./end.js";
import { sideOf, standing, targetOf } from "./state.js";

/** @typedef {{ tricks: number[], scored: number[], points: number[] }} Hand all by side */

/** The hands that are over, in their order. @param {Table} table @returns {Hand[]} */
export function handsOf(table) {
  /** @type {Hand[]} */
  const hands = [];
  /** @type {number[]} */
  let tricks = [];
  for (const effect of standing(table.log).flatMap(({ effects }) => effects)) {
    if (effect.type === "trick_won") {
      const side = sideOf(table, effect.seat);
      tricks[side] = (tricks[side] ?? 0) + 1;
    } else if (effect.type === "hand_scored") {
      hands.push({ tricks: effect.points.map((_, side) => tricks[side] ?? 0), scored: effect.scored, points: effect.points });
      tricks = [];
    }
  }
  return hands;
}

/** The mark of a partnership: form and colour. @param {Table} table @param {number} side */
export function sideMark({ view }, side) {
  return view?.options.partners ? h("span", { class: `side side-${side}`, "aria-hidden": "true" }) : null;
}

/** The sheet of the hand that was scored last; nothing before that. @param {Table} table */
export function lastSheet(table) {
  const hands = handsOf(table);
  const hand = hands.at(-1);
  if (!hand) return null;
  return h("table", { class: "score" },
    h("caption", {}, t("score_of_hand", { n: hands.length, target: targetOf(table) })),
    h("thead", {}, h("tr", {}, h("td", {}), /** @type {const} */ (["score_tricks", "score_hand", "score_total"]).map((key) => h("th", { scope: "col" }, t(key))))),
    h("tbody", {}, hand.points.map((points, side) => h("tr", {},
      h("th", { scope: "row" }, h("span", { class: "score-name" }, sideMark(table, side), sideName(table, side))),
      [hand.tricks[side], `+${hand.scored[side]}`, points].map((cell) => h("td", { class: "figures" }, cell))))));
}

/** The points of all hands, the last one first, and the tricks of the present one. @param {Table} table */
export function scoreDialog(table) {
  const shown = table.view?.table;
  if (shown?.kind !== "regicide-tricks") return;
  const hands = handsOf(table);
  const cell = (/** @type {number | string | undefined} */ text) => h("td", { class: "figures" }, text);
  const row = (/** @type {string} */ name, /** @type {(number | string | undefined)[]} */ cells) => h("tr", {}, h("th", { scope: "row" }, name), cells.map(cell));
  const now = shown.points.map((_, side) => shown.tricks.reduce((sum, n, seat) => sum + (sideOf(table, seat) === side ? n : 0), 0));
  openDialog(t("score"),
    h("table", { class: "score" },
      h("caption", {}, t("score_target", { target: targetOf(table) })),
      h("thead", {}, h("tr", {}, h("td", {}), shown.points.map((_, side) => h("th", { scope: "col" }, sideMark(table, side), sideName(table, side))))),
      h("tbody", {},
        row(t("score_total"), shown.points),
        shown.phase === "over" ? null : row(t("score_now"), now.map((n) => t("tricks_won", { n }))),
        hands.map(({ scored }, index) => row(t("score_hand_n", { n: index + 1 }), scored.map((n) => `+${n}`))).reverse())));
}
