// Trump and the order of the ranks, as they will be: a button for each suit, one
// for the ranks. The possible combinations come from the legal moves.

import { suitMark } from "../cards/suit.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { trumpMove } from "./choice.js";

const SUITS = ["C", "D", "H", "S"];

/** @param {Table} table @param {Page} page */
export function trumpRow({ book, loaded, sending, view }, page) {
  const legal = view?.legal_moves ?? [];
  const move = legal.find(({ text }) => text === loaded)?.move;
  const suit = move && "suit" in move ? move.suit ?? null : null;
  const reverse = move?.type === "change" && move.reverse === true;
  const shown = view?.table?.kind === "regicide-tricks" ? view.table : null;
  const now = shown?.trump ?? null;
  const isChange = shown?.phase === "change";
  /** @param {string | null} trump @param {boolean} turned */
  const wanted = (trump, turned) => {
    const one = trumpMove(legal, trump, turned);
    const keeps = isChange && trump === null && !turned;
    return { possible: one !== null || keeps, load: () => page.act({ type: "load", text: one?.text ?? null }) };
  };
  const suits = SUITS.map((one) => {
    const { possible, load } = wanted(one === now || one === suit ? null : one, reverse);
    return h("button", {
      type: "button", class: "suit-button", "data-key": `trump-${one}`, "aria-label": book?.suit(one) ?? one,
      "aria-pressed": String(one === (suit ?? now)), disabled: sending || !possible && one !== suit, onclick: load,
    }, suitMark(one, { size: 24 }));
  });
  const turn = wanted(suit, !reverse);
  return [
    h("div", { class: "row trumps", role: "group", "aria-label": t("trump") }, h("span", {}, `${t("trump")}:`), suits),
    isChange ? h("button", {
      type: "button", "data-key": "reverse", "aria-pressed": String(reverse), disabled: sending || !turn.possible, onclick: turn.load,
    }, t("reverse")) : null,
  ];
}
