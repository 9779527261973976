// The line with the turn limit: near the end of a turn it counts down.

import { h, render } from "../dom.js";
import { t } from "../language.js";
import { announce } from "../notes.js";
import { duration } from "../time.js";
import { turnText } from "./turn-limit.js";
import { turnTime } from "./vacancy.js";
import { nameOf } from "./words.js";

/** Longer timers are not possible. */
const LONGEST = 2 ** 31 - 1;

/**
 * Draws the line into its place, now and as time passes.
 * @param {HTMLElement} place
 * @param {() => void} changed called when the countdown begins, and when the turn is over
 * @param {AbortSignal} signal ends it
 * @returns {(table: Table) => void}
 */
export function turnClock(place, changed, signal) {
  /** @type {number | undefined} */
  let timer;
  /** The turn and its part that were last announced. */
  let announced = "";
  signal.addEventListener("abort", () => clearTimeout(timer));
  const tick = (/** @type {HTMLElement} */ shown, /** @type {Parameters<typeof turnTime>[0]} */ view) => {
    const turn = turnTime(view);
    if (!turn) return;
    if (turn.left <= 0) return changed();
    shown.textContent = clockText(turn.left);
    timer = setTimeout(tick, turn.left % 1000 || 1000, shown, view);
  };
  return (table) => {
    clearTimeout(timer);
    const { view } = table;
    const turn = view ? turnTime(view) : null;
    place.className = "turn";
    if (!view || view.status !== "running" || view.turn_limit === null) return render(place);
    if (!turn || turn.left > turn.near) {
      if (turn) timer = setTimeout(changed, Math.min(turn.left - turn.near, LONGEST));
      return render(place, turnText(view));
    }
    const own = view.to_act === table.seat;
    const name = nameOf(table, view.to_act ?? 0);
    const isOver = turn.left <= 0;
    place.classList.add(isOver ? "over" : "near");
    const shown = h("span", { class: "figures", role: "timer" }, isOver ? null : clockText(turn.left));
    if (isOver) render(place, t(own ? "turn_over_own" : "turn_over", { name }));
    else render(place, t(own ? "turn_left_own" : "turn_left", { name }), " ", shown);
    if (!isOver) timer = setTimeout(tick, turn.left % 1000 || 1000, shown, view);
    const part = `${view.seq} ${view.to_act} ${isOver}`;
    if (part === announced) return;
    announced = part;
    announce(isOver ? place.textContent ?? "" : `${t(own ? "turn_left_own" : "turn_left", { name })} ${duration(turn.left / 1000)}`);
  };
}

/** Minutes and seconds. @param {number} left in milliseconds */
export function clockText(left) {
  const seconds = Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
