// The home page: an introduction, and links to games.

import { acting } from "../acting.js";
import { get, Problem } from "../api.js";
import { cardFace } from "../cards/card.js";
import { castle } from "../cards/castle.js";
import { h, link, render } from "../dom.js";
import { filled } from "../filled.js";
import { t, time } from "../language.js";
import { nameAt, tableText } from "../names.js";
import { rules } from "../rulebook.js";
import { getState, forgetSeat } from "../store.js";
import { USUAL } from "../table/bots.js";
import { create } from "../table/create.js";
import { isNew, startGuide } from "../table/guide.js";
import { turnText } from "../table/turn-limit.js";
import { watchSwitch } from "../table/visibility.js";

/** The most games of this browser that are listed. */
const OWN = 8;
/** The most finished games of a guest that are listed. */
const ENDED = 3;
/** The most games to watch that are listed, and the longest time since a move in one, in milliseconds. */
const WATCHED = 4;
const RECENT = 30 * 60_000;

export const title = () => t("home");

/** @param {HTMLElement} root */
export function mount(root) {
  const own = h("section", { class: "own", hidden: true });
  const watched = h("div", {});
  const watch = h("section", { class: "watch" }, h("h2", {}, t("watch_title")), watched);
  render(root, h("div", { class: "wide home" }, hero(), own, h("div", { class: "home-more" }, today(), watch)));
  showOwn(own);
  return filled(watched, runningGames);
}

function hero() {
  const status = h("div", {});
  const start = (/** @type {() => Promise<void>} */ game) => acting(status, game, { loads: true });
  const play = (/** @type {import("../table/create.js").Sitter[]} */ sitters) => start(() => create({ kind: "regicide" }, sitters));
  const guide = (/** @type {string} */ look) =>
    h("button", { type: "button", class: look, "data-key": "guide", onclick: start(startGuide) }, t("guide_start"));
  return h("section", { class: "hero" },
    h("div", { class: "fan", "aria-hidden": "true" }, ["JC", "QD", "KS"].map((name) => cardFace(name, { width: 150 }))),
    h("div", { class: "hero-text" },
      h("div", { class: "hero-castle" }, castle([{ state: "present", card: "JC" }, ...Array(11).fill({ state: "coming" })], { size: 22 })),
      h("h1", {}, t("home_title")),
      h("p", { class: "lead" }, t("home_what")),
      h("div", { class: "row ways" },
        isNew() ? guide("main") : null,
        h("button", { type: "button", class: isNew() ? "" : "main", onclick: play(["here"]) }, t("play_alone")),
        h("button", { type: "button", onclick: play(["here", USUAL, USUAL, USUAL]) }, t("play_bots")),
        link("/new", { class: "button" }, t("play_friends")),
        isNew() ? null : guide("quiet")),
      watchSwitch(),
      status));
}

function today() {
  const place = h("div", {});
  const draw = () => {
    render(place, h("div", { class: "panel" },
      h("p", {}, t("today_what")),
      h("div", { class: "row" },
        link("/daily", { class: "button" }, t("today_play")),
        link("/challenges", { class: "button quiet" }, t("more_challenges")))));
    showPlayed(place, draw);
  };
  draw();
  return h("section", {}, h("h2", {}, t("today_title")), place);
}

/** The own attempt in place of the introduction. @param {HTMLElement} place @param {() => void} dayEnded */
async function showPlayed(place, dayEnded) {
  const { player } = getState();
  if (!player) return;
  try {
    const { todayCard } = await import("../challenge/today.js");
    const card = await todayCard(player, dayEnded);
    if (card) render(place, card);
  } catch {
    // The introduction stays; the page of the challenge shows the error.
  }
}

/** @param {HTMLElement} section */
async function showOwn(section) {
  const seats = getState().seats.filter((seat, index, all) => all.findIndex((one) => one.game === seat.game) === index);
  const views = await Promise.all(seats.slice(0, OWN).map((seat) => get(`/v1/games/${seat.game}`, { token: seat.token }).catch((error) => {
    // The game is not there any more; other errors may be temporary.
    if (error instanceof Problem && error.status === 404) forgetSeat(seat.game, seat.seat);
    return null;
  })));
  const found = views.filter((view) => view !== null);
  // Of games that ended while the player was away.
  const keep = async () => { for (const { id, receipt } of found) if (receipt) await (await import("../promises.js")).keepPromise(id, receipt); };
  keep().catch(() => {});
  const games = found.filter((view) => view.status === "running" || view.status === "waiting")
    .sort((one, other) => Number(isMine(other)) - Number(isMine(one)));
  // Those of a player are on the player's page.
  const ended = getState().player ? [] : found.filter((view) => view.status === "finished").slice(0, ENDED);
  if (games.length + ended.length === 0) return;
  const entries = await Promise.all(ended.map(endedEntry));
  section.hidden = false;
  render(section, h("h2", {}, t("own_games")), h("ul", { class: "games" },
    games.map((view) => gameEntry(view,
      view.status === "waiting" ? t("waiting") : isMine(view) ? t("your_turn") : t("turn_of", { name: nameAt(view.seats, view.to_act ?? 0) }), isMine(view))), entries));
}

/** A game that is over, with the result for its guest. Those that go on do not wait for the table's file. @param {Schemas["GameView"]} view */
async function endedEntry(view) {
  const { ending } = await import("../table/end.js");
  const { result, seat } = view;
  const { headline } = ending({ view, seat });
  return gameEntry(view, result?.kind === "regicide" && result.outcome === "lost" ? `${headline} ${t("fell", { n: result.enemies_defeated })}` : headline, false);
}

/** @param {Schemas["GameView"]} view */
function isMine(view) {
  return view.status === "running" && getState().seats.some((seat) => seat.game === view.id && seat.seat === view.to_act);
}

/** @param {AbortSignal} signal */
async function runningGames(signal) {
  const list = await get("/v1/games?status=running&limit=24", { signal });
  const at = (/** @type {Schemas["GameInfo"]} */ game) => Date.parse(game.updated_at);
  const lively = list.items.filter((game) => game.seq > 0 && Date.now() - at(game) < RECENT)
    .sort((one, other) => at(other) - at(one)).slice(0, WATCHED);
  if (lively.length === 0) return h("p", { class: "soft" }, t("watch_none"));
  const games = (await rules()).items;
  return h("ul", { class: "games" }, lively.map((game) => gameEntry(game, games.find((one) => one.kind === game.kind)?.title ?? game.kind, false)));
}

/** @param {Schemas["GameInfo"]} game @param {string} note @param {boolean} mine whether it is this player's turn */
function gameEntry(game, note, mine) {
  return h("li", {}, link(`/games/${game.id}`, { class: mine ? "game mine" : "game" },
    h("span", { class: "game-names" }, tableText(game.seats)),
    h("span", { class: "game-note" }, note),
    h("span", { class: "soft figures" }, [t("moves_made", { n: game.seq }), turnText(game), time(game.updated_at)].filter(Boolean).join(" · "))));
}
