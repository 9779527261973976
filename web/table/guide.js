// The guided first game: an ordinary private game with a fixed deal, and marks, each once, when the game comes to it.

import { powerMark, suitMark, mark } from "../cards/suit.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { go } from "../router.js";
import { change, getState, seatsIn } from "../store.js";
import { cardsOf } from "./choice.js";
import { create } from "./create.js";

/** @typedef {"aim" | "numbers" | "suits" | "cover" | "companion" | "combo" | "exact" | "jester"} Mark */

/**
 * Of its first hand two tens defeat the first Jack exactly, and an ace and two twos go together.
 * The bots steady and strong win it (`regicide simulate --players 1 --seed-prefix guide --from 51
 * --games 1`), and bots that look ahead a little 46 of 100 games (`regicide difficulty`: easy).
 */
const SEED = "guide-51";
/** So few cards are a bad hand. */
const FEW = 3;

/** Opens the table of the guided game that goes on, or of a new one. */
export async function startGuide() {
  const { guide } = getState();
  if (guide && seatsIn(guide.game).length > 0) return go(`/games/${guide.game}`);
  return create({ kind: "regicide", seed: SEED }, ["here"], (game) => change({ guide: { game, seen: [] } }));
}

/** Ends the guide with its game. @param {string} game */
export function endGuide(game) {
  if (getState().guide?.game === game) change({ guide: null, guided: true });
}

/** True until a guided game was played to its end, or skipped: Home offers it first. */
export function isNew() {
  return !getState().guided;
}

/**
 * The mark that a position calls for.
 * @param {Pick<Schemas["GameView"], "seq" | "status" | "table" | "legal_moves">} view
 * @param {string[]} seen the marks that are done with
 */
export function markFor({ seq, status, table, legal_moves: legal }, seen) {
  if (status !== "running" || table?.kind !== "regicide" || !legal) return null;
  const covers = table.phase === "discard";
  const stuck = !legal.some(({ move }) => "cards" in move);
  const flips = legal.some(({ move }) => move.type === "flip");
  const poor = stuck || (!covers && ((table.hand ?? []).length <= FEW || table.enemies_defeated >= 2));
  const aces = legal.map(({ move }) => (covers ? [] : cardsOf(move))).filter((cards) => cards.length > 1)
    .map((cards) => cards.filter((card) => card.startsWith("A")).length);
  /** @type {[Mark, boolean][]} */
  const due = [
    ["jester", flips && stuck],
    ["cover", covers && !stuck],
    ["aim", table.phase === "play"],
    ["numbers", table.phase === "play"],
    ["suits", table.phase === "play"],
    ["exact", legal.some(({ forecast }) => forecast?.type === "attack" && forecast.exact)],
    // The first turn has enough to read.
    ["companion", seq > 0 && aces.some((count) => count > 0)],
    ["combo", seq > 0 && aces.includes(0)],
    ["jester", flips && poor],
  ];
  return due.find(([name, calls]) => calls && !seen.includes(name))?.[0] ?? null;
}

/**
 * Shows the mark of the position, if this is the guided game. A mark that was played past is done with, too.
 * @param {HTMLElement} band
 * @param {Table} table
 * @param {() => void} redraw
 */
export function guideBand(band, { id, view }, redraw) {
  const { guide } = getState();
  if (!view || guide?.game !== id) return void render(band);
  const { name: before, seq } = band.dataset;
  let { seen } = guide;
  const done = (/** @type {string} */ name) => {
    seen = [...seen, name];
    change({ guide: { game: id, seen } });
  };
  if (before && seq !== String(view.seq) && !seen.includes(before)) done(before);
  const name = markFor(view, seen);
  // A text that is already shown is not announced again.
  if (name === (before ?? null)) return;
  delete band.dataset.name;
  if (name === null) return void render(band);
  band.dataset.name = name;
  band.dataset.seq = String(view.seq);
  const end = (/** @type {() => void} */ how) => () => {
    how();
    redraw();
  };
  render(band,
    h("p", {}, name in PICTURES ? mark(PICTURES[/** @type {keyof typeof PICTURES} */ (name)], { size: 20 }) : null, " ", markText(name, view)),
    name === "suits" ? suits() : null,
    h("div", { class: "row" },
      h("button", { type: "button", class: "small", "data-key": "guide-ok", onclick: end(() => done(name)) }, t("guide_ok")),
      h("button", { type: "button", class: "quiet small", "data-key": "guide-skip", onclick: end(() => change({ guide: null, guided: true })) }, t("guide_skip"))));
}

const PICTURES = /** @type {const} */ ({ aim: "crown-3", numbers: "sword", cover: "sword", companion: "companion", exact: "crown-1", jester: "jester" });

/** @param {Mark} name @param {Schemas["GameView"]} view */
function markText(name, { table }) {
  const enemy = table?.kind === "regicide" ? table.enemy : null;
  return t(`guide_${name}`, { life: enemy?.health_left ?? 0, attack: enemy?.attack_now ?? 0 });
}

function suits() {
  return h("ul", { class: "guide-suits" }, /** @type {const} */ (["H", "D", "C", "S"]).map((suit) =>
    h("li", {}, suitMark(suit, { size: 16 }), powerMark(suit), t(`guide_${suit}`))));
}
