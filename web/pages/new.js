// The form for a new game: which game, how many players, where they play, options. With `?deal=` it is the deal of another game.

import { acting } from "../acting.js";
import { choice } from "../choices.js";
import { h, render } from "../dom.js";
import { filled } from "../filled.js";
import { t } from "../language.js";
import { limitHint } from "../limit-hint.js";
import { seatText } from "../names.js";
import { rules } from "../rulebook.js";
import { levelField } from "../table/bots.js";
import { create } from "../table/create.js";
import { dealPage } from "../table/deal.js";
import { optionsPanel } from "../table/options.js";
import { limitField } from "../table/turn-limit.js";
import { watchSwitch } from "../table/visibility.js";
import { change, getState } from "../store.js";

/**
 * @typedef {object} Wanted The current choices.
 * @property {Schemas["GameKind"]} game
 * @property {number} players
 * @property {(import("../table/bots.js").Level | null)[]} bots by seat; `null` for people
 * @property {boolean} here whether all people play on this device
 * @property {string[]} names
 * @property {Record<string, unknown>} options
 * @property {number | null} limit of a turn, in seconds
 */

/** The game whose deal is played. */
const dealt = () => new URLSearchParams(location.search).get("deal");

export const title = () => t(dealt() ? "deal_title" : "new_game");

/** @param {HTMLElement} root */
export function mount(root) {
  const deal = dealt();
  return filled(root, () => (deal ? dealPage(deal) : page()));
}

async function page() {
  const { items: games } = await rules();
  /** @type {Wanted} */
  const wanted = {
    game: "regicide", players: 2, bots: [], here: false, names: [getState().player?.name ?? getState().name ?? ""], options: {}, limit: null,
  };
  const status = h("div", {});
  const form = h("form", { class: "stack", onsubmit: acting(status, () => send(wanted), { loads: true }) });
  const draw = () => render(form, ...fields(games, wanted, draw), status,
    h("button", { class: "main", "data-key": "create" },
      sitters(wanted).includes("open") ? t("create_invite") : t("create")));
  draw();
  return h("div", { class: "column" }, h("h1", {}, t("new_game")), form);
}

/** @param {Schemas["GameRules"][]} games @param {Wanted} wanted @param {() => void} draw */
function fields(games, wanted, draw) {
  const rules = games.find((one) => one.kind === wanted.game);
  const players = (rules?.tables ?? []).map((table) => table.players);
  const set = (/** @type {Partial<Wanted>} */ changes) => {
    Object.assign(wanted, changes);
    draw();
  };
  return [
    choice("game", t("which_game"), games.map((one) => ({ value: one.kind, title: one.title, about: one.description })),
      wanted.game, (game) => {
        const fits = games.find((one) => one.kind === game)?.tables.some((table) => table.players === wanted.players);
        set({ game, options: {}, players: fits ? wanted.players : 2 });
      }),
    choice("players", t("how_many"), players.map((count) => ({ value: String(count), title: String(count) })),
      String(wanted.players), (value) => set({ players: Number(value), options: {} })),
    wanted.players > 1 ? h("fieldset", { class: "stack" }, h("legend", {}, t("who_else")),
      h("p", { class: "soft" }, t("bots_about")),
      Array.from({ length: wanted.players - 1 }, (_, index) => levelField({
        label: seatText(index + 1), level: wanted.bots[index + 1] ?? null, person: t("a_person"), key: `bot-${index + 1}`,
        choose: (level) => {
          wanted.bots[index + 1] = level;
          draw();
        },
      }))) : null,
    people(wanted).length > 1 ? choice("where", t("who_plays"), [
      { value: "link", title: t("by_link"), about: t("by_link_about") },
      { value: "here", title: t("by_device"), about: t("by_device_about") },
    ], wanted.here ? "here" : "link", (value) => set({ here: value === "here" })) : null,
    h("fieldset", { class: "stack" }, h("legend", {}, here(wanted).length > 1 ? t("names") : t("your_name")),
      here(wanted).flatMap((seat) => nameField(wanted, seat))),
    hasLimit(wanted) ? limitField({
      limit: wanted.limit, team: false,
      choose: (limit) => {
        wanted.limit = limit;
      },
    }) : null,
    rules ? optionsPanel(rules, wanted.players, wanted.options) : null,
    watchSwitch(),
  ];
}

/** The kind of player at each seat. @param {Wanted} wanted @returns {import("../table/create.js").Sitter[]} */
function sitters({ players, bots, here: together }) {
  return Array.from({ length: players }, (_, seat) => bots[seat] ?? (seat === 0 || together ? "here" : "open"));
}

/** The seats of people. @param {Wanted} wanted */
function people(wanted) {
  return [...sitters(wanted).keys()].filter((seat) => !wanted.bots[seat]);
}

/** People who are not at one device may wait for each other. @param {Wanted} wanted */
function hasLimit(wanted) {
  return sitters(wanted).includes("open");
}

/** The seats of people at this device. @param {Wanted} wanted */
function here(wanted) {
  return people(wanted).filter((seat) => sitters(wanted)[seat] === "here");
}

/** @param {Wanted} wanted @param {number} seat */
function nameField(wanted, seat) {
  const label = here(wanted).length > 1 ? seatText(seat) : t("your_name");
  const input = h("input", {
    "aria-label": label, placeholder: label, value: wanted.names[seat] ?? "", maxlength: 40, autocomplete: "nickname",
    "data-key": `name-${seat}`,
    oninput: () => {
      wanted.names[seat] = input.value;
    },
  });
  return [input, limitHint(input)];
}

/** @param {Wanted} wanted */
function send(wanted) {
  const names = sitters(wanted).map((_, seat) => wanted.names[seat]?.trim() || null);
  if (names[0]) change({ name: names[0] });
  return create({
    kind: wanted.game,
    names,
    options: /** @type {Schemas["Options"]} */ (wanted.options),
    ...(hasLimit(wanted) && wanted.limit !== null ? { turn_limit: wanted.limit } : {}),
  }, sitters(wanted));
}
