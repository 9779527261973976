// Opens the seat or the player of another device, by the link that it shows. What is
// stored in this browser stays, unless its user chooses otherwise.

import { get, Problem } from "../api.js";
import { h, link, render } from "../dom.js";
import { t } from "../language.js";
import { nameAt } from "../names.js";
import { loadingNote, problemNote } from "../notes.js";
import { playerOf } from "../player/arrive.js";
import { go } from "../router.js";
import { getState, keepPlayer, keepSeat, seatsIn } from "../store.js";
import { noteCode, noteOwner } from "../table/create.js";

/** @typedef {(...content: import("../dom.js").Children[]) => void} Say */

export const title = () => t("device");

/** The content of the link, until it is done with: the page may be mounted again. */
let arrived = new URLSearchParams();

/** @param {HTMLElement} root */
export function mount(root) {
  const read = () => {
    if (location.hash.length > 1) arrived = new URLSearchParams(location.hash.slice(1));
    // The address bar and the history show no secret.
    history.replaceState(null, "", location.pathname);
    void show(root);
  };
  read();
  addEventListener("hashchange", read);
  return () => removeEventListener("hashchange", read);
}

/** @param {HTMLElement} root */
async function show(root) {
  const [player, game, key] = ["player", "game", "key"].map((name) => arrived.get(name));
  /** @type {Say} */
  const say = (...content) => render(root, h("div", { class: "column stack" }, h("h1", {}, t("device")), ...content));
  if (!key || !(player || game)) return say(h("p", {}, t("continue_nothing")), h("div", {}, link("/", { class: "button" }, t("home"))));
  say(loadingNote());
  try {
    if (player) await showPlayer(player, game ?? null, key, say);
    else await showSeat(game ?? "", key, say);
  } catch (error) {
    const isVoid = error instanceof Problem && error.status < 500 && error.status !== 429;
    say(isVoid ? h("p", { class: "note problem", role: "alert" }, t("continue_void")) : problemNote(error, () => show(root)));
  }
}

/** @param {string} path */
function leave(path) {
  const [game, code] = ["game", "code"].map((name) => arrived.get(name));
  if (game && code && path === `/games/${game}`) noteCode(game, code);
  arrived = new URLSearchParams();
  go(path);
}

/** @param {string} id @param {string | null} game @param {string} key @param {Say} say */
async function showPlayer(id, game, key, say) {
  const player = await playerOf(id, key);
  const path = game ? `/games/${game}` : `/players/${id}`;
  const here = getState().player;
  const accept = () => {
    keepPlayer(player);
    leave(path);
  };
  if (here?.token === key) return accept();
  // A stranger's link must not sign this browser in.
  if (!here) {
    return say(h("p", {}, t("continue_new_player", { name: player.name })),
      choice(t("continue_use", { name: player.name }), accept, t("continue_not")));
  }
  const names = { name: player.name, other: here.name };
  say(h("p", {}, t(here.id === id ? "continue_other_key" : "continue_other_player", names)),
    choice(t(here.id === id ? "continue_key" : "continue_as", names), accept, here.id === id ? t("continue_key_keep") : t("continue_stay", names)));
}

/** @param {string} game @param {string} key @param {Say} say */
async function showSeat(game, key, say) {
  const view = await get(`/v1/games/${encodeURIComponent(game)}`, { token: key });
  const { seat } = view;
  if (typeof seat !== "number") return say(h("p", { class: "note problem", role: "alert" }, t("continue_void")));
  const path = `/games/${view.id}`;
  const others = seatsIn(view.id);
  const name = view.seats[seat]?.name;
  const accept = () => {
    keepSeat({ game: view.id, seat, token: key, ...(name ? { name } : {}) });
    if (arrived.has("owner")) noteOwner(view, seat);
    leave(path);
  };
  if (others.some((one) => one.seat === seat)) return leave(path);
  if (others.length === 0) return accept();
  say(h("p", {}, t("continue_other_seat", { name: nameAt(view.seats, seat), others: others.map((one) => nameAt(view.seats, one.seat)).join(", ") })),
    choice(t("continue_both"), accept, t("continue_not")));
}

/** @param {string} yes @param {() => void} accept @param {string} no */
function choice(yes, accept, no) {
  return h("div", { class: "row" },
    h("button", { type: "button", class: "main", "data-key": "continue-yes", onclick: accept }, yes),
    h("button", { type: "button", "data-key": "continue-no", onclick: () => leave("/") }, no));
}
