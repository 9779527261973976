// The page of a deal that a friend has played: the result, without any card, and the way to play it.

import { acting } from "../acting.js";
import { get } from "../api.js";
import { h, link } from "../dom.js";
import { t } from "../language.js";
import { tableText } from "../names.js";
import { forkDeal } from "../replay/fork.js";
import { tokenFor } from "../store.js";
import { ending } from "./end.js";
import { isOver } from "./state.js";

/** @param {string} id of the game */
export async function dealPage(id) {
  const view = await get(`/v1/games/${encodeURIComponent(id)}`, { token: tokenFor(id) });
  const { headline, line } = ending({ view, seat: null });
  const note = h("div", {});
  const play = acting(note, () => forkDeal(view), { once: true, loads: true });
  const button = h("button", { type: "button", class: "main", "data-key": "deal", onclick: play }, t("deal_play"));
  return h("div", { class: "column stack" },
    h("h1", {}, t("deal_title")),
    isOver(view) ? [
      h("p", {}, t("deal_about", { names: tableText(view.seats) })),
      h("section", { class: "panel" }, h("h2", {}, headline),
        line ? h("p", {}, line) : null,
        h("p", { class: "figures" }, `${t("moves_made", { n: view.seq })} · ${t("players", { n: view.players })}`)),
      view.status === "finished" ? h("div", { class: "stack" }, h("p", { class: "soft" }, t("practice_fork")), h("div", { class: "row" }, button)) : null,
    ] : [
      h("p", {}, t("deal_not_over")),
      h("div", { class: "row" }, link(`/games/${view.id}`, { class: "button" }, t("replay_table_link"))),
    ],
    note);
}
