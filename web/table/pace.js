// The speed at which moves of bots are shown: as the service makes them, or slower.

import { h } from "../dom.js";
import { t } from "../language.js";
import { change, getState } from "../store.js";

/** The pause after a bot's move, by the button's text, in milliseconds. */
const PAUSES = { "1×": 0, "½×": 900, "¼×": 2700 };
/** @typedef {keyof typeof PAUSES} Pace */
const PACES = /** @type {Pace[]} */ (Object.keys(PAUSES));

/** The button that changes it, where there are bots. @param {Schemas["GameView"]} view @param {() => void} next */
export function paceButton(view, next) {
  if (!view.seats.some(({ bot_level: bot }) => bot)) return null;
  return h("button", { type: "button", class: "quiet small", "data-key": "pace", title: t("bots_pace_about"), onclick: next },
    t("bots_pace", { pace: getState().pace }));
}

export function nextPace() {
  change({ pace: PACES[(PACES.indexOf(getState().pace) + 1) % PACES.length] ?? "1×" });
}

/** Waits as long as a move stays alone on the table. @param {Schemas["SeatInfo"] | undefined} mover @returns {Promise<void>} */
export function rest(mover) {
  const pause = mover?.bot_level ? PAUSES[getState().pace] ?? 0 : 0;
  return new Promise((resolve) => (pause > 0 ? setTimeout(resolve, pause) : resolve()));
}
