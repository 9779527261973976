// The guided first game: an ordinary private game with a fixed deal, and four
// marks, each once, when the game comes to it.

import { powerMark, suitMark, mark } from "../cards/suit.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { change, getState } from "../store.js";
import { create } from "./create.js";

/** @typedef {import("../api.js").Schemas} Schemas */
/** @typedef {"suits" | "cover" | "exact" | "jester"} Mark */

/** Of its first hand two tens defeat the first Jack exactly. */
const SEED = "guide-51";
/** So few cards are a bad hand. */
const FEW = 3;

/** Creates a guided game and opens its table. */
export function startGuide() {
  return create({ kind: "regicide", seed: SEED }, ["here"], (game) => change({ guide: { game, seen: [] } }));
}

/** True if no game was played in this browser yet: a guided game is offered then. */
export function isNew() {
  const { seats, best } = getState();
  return seats.length === 0 && Object.keys(best).length === 0;
}

/**
 * The mark that a position calls for.
 * @param {Pick<Schemas["GameView"], "status" | "table" | "legal_moves">} view
 * @param {string[]} seen the marks that are done with
 * @returns {Mark | null}
 */
export function markFor({ status, table, legal_moves: legal }, seen) {
  if (status !== "running" || table?.kind !== "regicide" || !legal) return null;
  const covers = table.phase === "discard";
  const stuck = !legal.some(({ move }) => "cards" in move);
  const flips = legal.some(({ move }) => move.type === "flip");
  const poor = stuck || (!covers && ((table.hand ?? []).length <= FEW || table.enemies_defeated >= 2));
  /** @type {[Mark, boolean][]} */
  const due = [
    ["jester", flips && stuck],
    ["cover", covers && !stuck],
    ["suits", table.phase === "play"],
    ["exact", legal.some(({ forecast }) => forecast?.type === "attack" && forecast.exact)],
    ["jester", flips && poor],
  ];
  return due.find(([name, calls]) => calls && !seen.includes(name))?.[0] ?? null;
}

/**
 * Shows the mark of the position, if this is the guided game. A mark that was
 * played past is done with, too.
 * @param {HTMLElement} band
 * @param {import("./state.js").Table} table
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
    h("p", {}, name === "suits" ? null : mark(PICTURES[name], { size: 20 }), " ", t(`guide_${name}`)),
    name === "suits" ? suits() : null,
    h("div", { class: "row" },
      h("button", { type: "button", class: "small", "data-key": "guide-ok", onclick: end(() => done(name)) }, t("guide_ok")),
      h("button", { type: "button", class: "quiet small", "data-key": "guide-skip", onclick: end(() => change({ guide: null })) }, t("guide_skip"))));
}

const PICTURES = /** @type {const} */ ({ cover: "sword", exact: "crown-1", jester: "jester" });

function suits() {
  return h("ul", { class: "guide-suits" }, /** @type {const} */ (["H", "D", "C", "S"]).map((suit) =>
    h("li", {}, suitMark(suit, { size: 16 }), powerMark(suit), t(`guide_${suit}`))));
}
