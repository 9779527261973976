// The bar above the hand: the prompt, the forecast of the selected cards, and the
// buttons.

import { mark } from "../cards/suit.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { clauseLink, problemNote } from "../notes.js";
import { chosenLegal, chosenMove, plainMoves } from "./choice.js";
import { attackText, coverText, trickText } from "./forecast.js";
import { isMyTurn, isOver, sayable } from "./state.js";
import { moveText, nameOf } from "./words.js";
import { endPanel } from "./end.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./actions.js").Actions} Actions */

/**
 * @param {Table} table
 * @param {Actions} actions
 */
export function bar(table, actions) {
  const { view } = table;
  if (!view) return [];
  if (isOver(view)) return endPanel(table, actions);
  return [
    table.problem ? problemNote(table.problem) : null,
    table.conceding ? concedePanel(table, actions) : null,
    h("p", { class: isMyTurn(table) ? "bar-say mine" : "bar-say" }, sentence(table)),
    table.covered ? h("div", { class: "row bar-buttons" },
      h("button", { type: "button", class: "main", "data-key": "uncover", onclick: actions.uncover },
        t("show_hand", { name: nameOf({ ...table, seat: null }, view.to_act ?? 0) }))) : null,
    isMyTurn(table) && !table.covered ? buttons(table, actions) : null,
    table.covered ? null : talk(table, actions),
  ];
}

/**
 * The prompt, or the forecast.
 * @param {Table} table
 */
function sentence(table) {
  const { view, book, chosen } = table;
  if (!view?.table || !book) return "";
  const actor = nameOf(table, view.to_act ?? 0);
  if (table.covered) return t("pass_device", { name: nameOf({ ...table, seat: null }, view.to_act ?? 0) });
  if (!isMyTurn(table)) return t(table.seat === null ? "watching" : "turn_of", { name: actor });
  const coop = view.table.kind === "regicide" ? view.table : null;
  switch (view.table.phase) {
    case "play":
      if (!coop) return trickText(table, book);
      return chosen.length ? attackText(coop, chosenLegal(view.legal_moves ?? [], chosen), book) : t("do_play");
    case "discard": return coverText(coop?.to_cover?.amount ?? 0, chosen, chosenLegal(view.legal_moves ?? [], chosen), book);
    case "next": return t("do_next");
    case "take": return t("do_take");
    case "trump": return t("do_trump");
    case "bury": return chosen.length ? t("will_bury", { card: book.title(chosen[0] ?? "") }) : t("do_bury");
    case "change": return t("do_change");
    default: return "";
  }
}

/**
 * @param {Table} table
 * @param {Actions} actions
 */
function buttons(table, actions) {
  const legal = table.view?.legal_moves ?? [];
  const phase = table.view?.table?.phase;
  const move = chosenMove(legal, table.chosen);
  const takesCards = phase === "play" || phase === "discard" || phase === "bury";
  const plain = plainMoves(legal);
  return h("div", { class: phase === "next" ? "row bar-buttons naming" : "row bar-buttons" },
    takesCards ? h("button", {
      type: "button", class: "main", "data-key": "send", disabled: move === null || table.sending,
      onclick: () => move && actions.send(move),
    }, t(phase === "discard" ? "discard" : phase === "bury" ? "bury" : "play")) : null,
    plain.map(({ move: one, text }) => h("button", {
      type: "button", class: takesCards ? "" : "main", "data-key": `move-${text}`, disabled: table.sending,
      onclick: () => actions.send(one),
    }, moveText(table, one), one.type === "flip" ? ` (${jesters(table)})` : null)),
    table.chosen.length > 0 ? h("button", { type: "button", class: "quiet", "data-key": "clear", onclick: actions.clear }, t("clear")) : null,
    plain.some(({ move: one }) => one.type === "yield") && legal.length === 1 ? h("p", { class: "soft" }, t("only_yield")) : null);
}

/**
 * What may be said to the table now.
 * @param {Table} table
 * @param {Actions} actions
 */
function talk(table, actions) {
  const sentences = sayable(table);
  return sentences.length === 0 ? null : h("div", { class: "row talk", role: "group", "aria-label": t("talk") },
    mark("talk", { size: 20 }),
    sentences.map(({ signal, text }) => h("button", {
      type: "button", class: "small", "data-key": `say-${signal}`, onclick: () => actions.say(signal),
    }, text)));
}

/** @param {Table} table */
function jesters({ view }) {
  return view?.table?.kind === "regicide" ? view.table.jesters_left : 0;
}

/**
 * @param {Table} table
 * @param {Actions} actions
 */
function concedePanel({ view }, actions) {
  // Bots agree to concede.
  const people = view?.seats.filter(({ bot_level: bot }) => !bot).length;
  const alone = people === 1 || view?.kind === "regicide-tricks";
  return h("div", { class: "note", role: "group", "aria-label": t("concede") },
    h("p", {}, t(alone ? "concede_sure" : "concede_sure_all"), " ",
      view?.kind === "regicide" ? clauseLink("R11.1") : clauseLink("T12")),
    h("div", { class: "row" },
      h("button", { type: "button", class: "danger", "data-key": "concede-yes", onclick: actions.concede }, t("concede_yes")),
      h("button", { type: "button", "data-key": "concede-no", onclick: actions.askConcede }, t("concede_no"))));
}

