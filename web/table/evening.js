// The score of an evening: the results of a game and of those that it is a rematch of.

import { get } from "../api.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { nameAt } from "../names.js";
import { tokenFor } from "../store.js";
import { sideOf } from "./state.js";

/** The most games before this one that count. */
const MOST = 30;

/** @param {Table} table @param {Page} page */
export function eveningScore({ view }, page) {
  if (!view?.rematch_of_id) return null;
  return page.once("evening", () => {
    const place = h("p", { class: "soft" });
    void gamesBefore(view).then((before) => render(place, eveningText([view, ...before])));
    return place;
  });
}

/** The games that a game is a rematch of, as far as they can be seen here. @param {Schemas["GameView"]} view */
async function gamesBefore(view) {
  /** @type {Schemas["GameView"][]} */
  const games = [];
  try {
    for (let id = view.rematch_of_id; id && games.length < MOST;) {
      const game = await get(`/v1/games/${id}`, { token: tokenFor(id) });
      games.push(game);
      id = game.rematch_of_id;
    }
  } catch {
    // The score is that of the others.
  }
  return games;
}

/** @param {Schemas["GameView"][]} games */
export function eveningText(games) {
  const results = games.map((game) => game.result).filter((result) => result !== null);
  const n = results.length;
  if (n < 2) return "";
  const [last] = games;
  if (!last || last.kind === "regicide") {
    const won = results.filter((result) => result.kind === "regicide" && result.outcome === "won").length;
    return t(won > 0 ? "evening_won" : "evening_none", { n, won });
  }
  const wins = last.seats.map(({ seat }) => {
    const won = results.filter((result) => result.kind === "regicide-tricks" && result.winners.includes(sideOf({ view: last }, seat))).length;
    return `${nameAt(last.seats, seat)} ${won}`;
  });
  return t("evening_wins", { n, wins: wins.join(" · ") });
}
