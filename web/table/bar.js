// The bar above the hand: the prompt, the forecast of the selected cards, and the
// buttons.

import { Unreachable } from "../api.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { problemNote } from "../notes.js";
import { plainMoves, selected, selectedMove } from "./choice.js";
import { attackText, coverText, plainText, planText, trickText } from "./forecast.js";
import { isMyTurn, isOver } from "./state.js";
import { moveText, nameOf } from "./words.js";
import { endPanel } from "./end.js";
import { talk } from "./talk.js";
import { trumpRow } from "./trump.js";
import { isOverdue, vacancyOf, wayIn } from "./vacancy.js";
import { wayInForm, wayText } from "./way-in.js";
import { hasPeople, yourSeat } from "./your-seat.js";

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
    table.problem ? problemNote(table.problem, table.problem instanceof Unreachable ? () => retry(table, actions) : undefined) : null,
    h("p", { class: isMyTurn(table) ? "bar-say mine" : "bar-say" }, sentence(table)),
    table.covered ? h("div", { class: "row bar-buttons" },
      h("button", { type: "button", class: "main", "data-key": "uncover", onclick: actions.uncover },
        t("show_hand", { name: nameOf({ ...table, seat: null }, view.to_act ?? 0) }))) : null,
    table.seat === null ? wayInForm(table, actions) ?? (hasPeople(view) ? h("div", { class: "row bar-buttons" }, yourSeat()) : null) : null,
    isMyTurn(table) && !table.covered ? buttons(table, actions) : null,
    isMyTurn(table) ? null : waitingButtons(table, actions),
    // The greeting before the first move is in the place of the news.
    table.covered || view.seq === 0 ? null : talk(table, actions),
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
  if (!isMyTurn(table)) return [waitingText(table, actor), planText(chosen, book)].filter(Boolean).join(" ");
  const coop = view.table.kind === "regicide" ? view.table : null;
  const legal = selected(table);
  if (table.loaded !== null && legal) return coop ? plainText(coop, legal) : `${moveText(table, legal.move)}.`;
  switch (view.table.phase) {
    case "play":
      if (!coop) return trickText(table, book);
      return chosen.length ? attackText(coop, legal, book) : t("do_play");
    case "discard": return coop ? coverText(coop, chosen, legal, book) : "";
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
  const phase = table.view?.table?.phase;
  const isQuestion = phase === "next" || phase === "take";
  const plain = plainMoves(table.view?.legal_moves ?? []);
  if (isQuestion) {
    // A press is the answer to the question.
    return h("div", { class: phase === "next" ? "row bar-buttons naming" : "row bar-buttons" }, plain.map(({ move, text }) => h("button", {
      type: "button", class: "main", "data-key": `move-${text}`, disabled: table.sending, onclick: () => actions.send(move),
    }, moveText(table, move))));
  }
  const isTrump = phase === "trump" || phase === "change";
  return h("div", { class: "row bar-buttons" },
    isTrump ? trumpRow(table, actions) : null,
    sendButton(table, actions),
    isTrump ? null : plain.map(({ move, text }) => h("button", {
      type: "button", "data-key": `move-${text}`, "aria-pressed": String(table.loaded === text), disabled: table.sending,
      onclick: () => actions.load(text),
    }, moveText(table, move), move.type === "flip" ? ` (${jesters(table)})` : null)),
    !isTrump && selected(table) !== null || table.chosen.length > 0
      ? clearButton(actions) : null,
    plain.length === 1 && table.view?.legal_moves?.length === 1 && plain[0]?.move.type === "yield"
      ? h("p", { class: "soft" }, t("only_yield")) : null);
}

/** True if the seat to act can be given to another, so that the game goes on. @param {Table} table */
function missed(table) {
  const vacancy = vacancyOf(table, table.view?.to_act ?? 0);
  return vacancy === "over" || vacancy === "open";
}

/** @param {Table} table @param {string} name of the seat to act */
function waitingText(table, name) {
  const { seat, view } = table;
  const way = wayIn(table, location.hash);
  if (way) return wayText(way);
  if (view?.seats[view.to_act ?? 0]?.open) return t("turn_open");
  if (seat !== null && view && isOverdue(view)) return t(view.challenge ? "turn_late_concede" : "turn_late", { name });
  return t(seat === null ? "watching" : "turn_of", { name });
}

/**
 * The buttons while another seat is to act.
 * @param {Table} table
 * @param {Actions} actions
 */
function waitingButtons(table, actions) {
  const seat = table.view?.to_act ?? 0;
  if (!missed(table) && table.chosen.length === 0) return null;
  return h("div", { class: "row bar-buttons" },
    missed(table) ? h("button", { type: "button", class: "main", "data-key": "hand-over", onclick: () => actions.handOver(seat) }, t("hand_over")) : null,
    table.chosen.length > 0 ? clearButton(actions) : null);
}

/** @param {Actions} actions */
function clearButton(actions) {
  return h("button", { type: "button", class: "quiet", "data-key": "clear", onclick: actions.clear }, t("clear"));
}

/**
 * The button that makes the selected move.
 * @param {Table} table
 * @param {Actions} actions
 */
function sendButton(table, actions) {
  const move = selectedMove(table);
  const phase = table.view?.table?.phase;
  const text = move?.type === "keep" ? t("keep")
    : table.loaded !== null || phase === "trump" ? t("confirm")
      : t(phase === "discard" ? "discard" : phase === "bury" ? "bury" : "play");
  return h("button", {
    type: "button", class: "main", "data-key": "send", disabled: move === null || table.sending,
    onclick: () => move && actions.send(move),
  }, text);
}

/**
 * Sends again what the service did not answer, or takes the notice away.
 * @param {Table} table
 * @param {Actions} actions
 */
function retry(table, actions) {
  const move = isMyTurn(table) ? selectedMove(table) : null;
  if (move) actions.send(move);
  else actions.clear();
}

/** @param {Table} table */
function jesters({ view }) {
  return view?.table?.kind === "regicide" ? view.table.jesters_left : 0;
}
