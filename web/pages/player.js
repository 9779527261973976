// A player: games and statistics, and for the player's own browser the name,
// the key and deletion. `/players/me` is this browser's player.

import { get } from "../api.js";
import { h } from "../dom.js";
import { filled } from "../filled.js";
import { number, t, time } from "../language.js";
import { nameText } from "../names.js";
import { pageProblem } from "../notes.js";
import { arrivePage } from "../player/arrive.js";
import { coPlayersSection } from "../player/co-players.js";
import { gamesSection } from "../player/games.js";
import { guestSection } from "../player/guest.js";
import { notificationsPanel } from "../player/notifications.js";
import { ownPanel } from "../player/own.js";
import { medalsText, ownColumns, wonText } from "../player/record.js";
import { streakLine } from "../player/streak.js";
import { webhooksSection } from "../player/webhooks.js";
import { getState } from "../store.js";

export const title = () => t("player");

/** @type {import("../router.js").Page["mount"]} */
export function mount(root, { id = "me" }) {
  return filled(root, async (signal, again) => {
    const own = getState().player;
    const wanted = id === "me" ? own?.id : id;
    if (!wanted) return arrivePage(signal);
    const profile = await get(`/v1/players/${encodeURIComponent(wanted)}`, { signal });
    signal.throwIfAborted();
    document.title = `${nameText(profile.name)} · Regicide`;
    return page(profile, own?.id === wanted ? own : null, signal, again);
  }, pageProblem("player"));
}

/**
 * @param {Schemas["Profile"]} profile
 * @param {import("../store.js").Player | null} own
 * @param {AbortSignal} signal
 * @param {() => void} again
 */
function page(profile, own, signal, again) {
  return h("div", { class: "column stack player" },
    h("header", {},
      h("h1", {}, nameText(profile.name), profile.bot ? h("span", { class: "tag" }, t("player_bot")) : null),
      h("p", { class: "soft" }, t("player_since", { time: time(profile.created_at, { dateStyle: "long" }) }))),
    streakLine(profile.streak),
    statistics(profile),
    gamesSection(profile.id, own?.token ?? null, signal),
    own ? [guestSection(signal), coPlayersSection(own, signal), notificationsPanel(), webhooksSection(own, signal), ownPanel(own, again)] : null);
}

/** @param {Schemas["Profile"]} profile */
function statistics({ game_stats: stats }) {
  if (stats.length === 0) return h("p", {}, t("player_no_stats"));
  return h("section", {},
    h("h2", {}, t("player_stats")),
    h("ul", { class: "player-stats" }, stats.map((one) => h("li", { class: "panel" },
      h("h3", {}, t(one.kind === "regicide" ? "challenge_regicide" : "challenge_tricks", { n: one.players })),
      h("dl", {},
        fact(t("player_finished"), one.finished),
        fact(t("player_won"), wonText(one)),
        fact(t("player_most"), one.most_enemies_defeated),
        fact(t("player_fewest"), one.fewest_moves_to_win),
        fact(t("player_medals"), medalsText(one.medals))),
      ownColumns(one)))),
    h("p", { class: "soft" }, t("player_stats_about")));
}

/** @param {string} name @param {string | number | null | undefined} value */
function fact(name, value) {
  return value === null || value === undefined ? null : h("div", {}, h("dt", {}, name), h("dd", { class: "figures" }, typeof value === "number" ? number(value) : value));
}
