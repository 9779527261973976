// The table: a game that waits for players, runs, is watched, or is over.

import { t } from "../language.js";
import { closeNotifications, keepPushing } from "../notify.js";
import { getSettings, getState, seatsIn } from "../store.js";
import { dragCards } from "../table/drag.js";
import { tableEffects } from "../table/effects.js";
import { explainIn } from "../table/explain.js";
import { takeView } from "../table/first-view.js";
import { listenToKeys } from "../table/keys.js";
import { AWAY_AFTER } from "../table/presence.js";
import { reduce } from "../table/reduce.js";
import { tableRenderer } from "../table/render.js";
import { begin } from "../table/state.js";

/** The times at the seats change without an event: they are drawn after so many milliseconds. */
const CLOCK = 30_000;

export const title = () => t("table");

/** @type {import("../router.js").Page["mount"]} */
export function mount(root, { id = "" }) {
  document.body.classList.add("at-table");
  const leaving = new AbortController();
  const { signal } = leaving;
  const { player } = getState();
  let table = begin(id, { own: seatsIn(id), player, settings: getSettings() });
  /** @type {number | undefined} */
  let missing;
  /** @type {number | undefined} */
  let due;
  // Keys read the page after an action. News that arrive together are drawn once.
  const dispatch = (/** @type {import("../table/reduce.js").Event} */ event) => {
    take(event);
    draw();
  };
  const hear = (/** @type {import("../table/reduce.js").News} */ event) => {
    // Each move is shown by itself.
    if (event.type === "line" && due !== undefined) draw();
    take(event);
    // A view follows the lines of a log. With a change of hands all of them come anew.
    if (event.type !== "line") due ??= setTimeout(draw);
  };
  function take(/** @type {import("../table/reduce.js").Event} */ event) {
    if (signal.aborted) return;
    const next = reduce(table, event);
    table = next.table;
    for (const effect of next.effects) effects.run(effect);
    effects.settle();
    if (event.type !== "present") return;
    // The seats that are missing now are away then.
    clearTimeout(missing);
    missing = setTimeout(draw, AWAY_AFTER);
  }
  const effects = tableEffects(id, () => table, hear);
  const drawing = tableRenderer(root, () => table, dispatch, signal);
  const settleNote = explainIn(root, signal);
  const settleDrag = dragCards(root, drawing.page, signal);
  function draw() {
    clearTimeout(due);
    due = undefined;
    if (signal.aborted) return;
    drawing.draw();
    settleNote();
    settleDrag();
  }
  listenToKeys(drawing.page, signal);
  const clock = setInterval(() => {
    if (table.view?.status === "running" && (table.view.players > 1 || table.view.challenge)) draw();
  }, CLOCK);
  const look = () => void closeNotifications(`/games/${id}`);
  draw();
  effects.run({ type: "listen" });
  takeView(id).then((view) => view && hear({ type: "first_view", view }), () => {});
  // Another tab may have got or lost a seat.
  addEventListener("storage", () => {
    const own = seatsIn(id);
    if (own.length !== table.own.length) dispatch({ type: "seated", own });
  }, { signal });
  addEventListener("settings", () => dispatch({ type: "settings", settings: getSettings() }), { signal });
  addEventListener("online", () => dispatch({ type: "online" }), { signal });
  addEventListener("pagehide", effects.left, { signal });
  document.addEventListener("visibilitychange", look, { signal });
  look();
  void keepPushing().catch(() => {});
  return () => {
    // The page is also shown anew, as in another language.
    if (location.pathname !== `/games/${id}`) effects.left();
    leaving.abort();
    effects.stop();
    clearInterval(clock);
    clearTimeout(due);
    clearTimeout(missing);
    document.body.classList.remove("at-table");
  };
}
