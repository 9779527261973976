// The bar above the hand: the prompt, the forecast of the selected cards, and the buttons.

import { Unreachable } from "../api.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { problemNote } from "../notes.js";
import { plainMoves, selected, selectedMove } from "./choice.js";
import { attackText, coverText, plainText, planText, shortText, stuckText, trickText, tricksPlainText } from "./forecast.js";
import { isMyTurn, isOver, nextHere } from "./state.js";
import { adviceText, moveText, nameOf } from "./words.js";
import { endPanel } from "./end.js";
import { talk } from "./talk.js";
import { trumpRow } from "./trump.js";
import { isOverdue, vacancyOf, wayIn } from "./vacancy.js";
import { wayInForm, wayText } from "./way-in.js";
import { hasPeople, yourSeat } from "./your-seat.js";

/** @param {Table} table @param {Page} page */
export function bar(table, page) {
  const { problem, unsent, view } = table;
  if (!view) return [];
  if (isOver(view)) return endPanel(table, page);
  return [
    problem ? problemNote(problem, problem instanceof Unreachable && unsent ? () => page.act({ type: "send", move: unsent }) : undefined) : null,
    h("p", { class: isMyTurn(table) ? "bar-say mine" : "bar-say" }, ...say(table)),
    table.covered ? h("div", { class: "row bar-buttons" },
      h("button", { type: "button", class: "main", "data-key": "uncover", onclick: () => page.act({ type: "uncover" }) },
        t("show_hand", { name: nameOf({ ...table, seat: null }, nextHere(table) ?? 0) }))) : null,
    table.seat === null ? wayInForm(table, page) ?? (hasPeople(view) ? h("div", { class: "row bar-buttons" }, yourSeat()) : null) : null,
    isMyTurn(table) && !table.covered ? buttons(table, page) : null,
    isMyTurn(table) ? null : waitingButtons(table, page),
    // The greeting before the first move is in the place of the news.
    table.covered || view.seq === 0 ? null : talk(table, page),
  ];
}

/** The prompt or the forecast, and a warning in its line, so that the bar does not grow. @param {Table} table */
function say(table) {
  const loss = isMyTurn(table) && !table.covered ? lossText(table) : null;
  const advice = isMyTurn(table) && !table.covered && table.advice ? h("strong", {}, adviceText(table), " ") : null;
  return [advice, selected(table) || !loss ? sentence(table) : null, loss ? h("strong", { class: "loses" }, ` ${loss}`) : null];
}

/** The warning that the selected move, or each, loses the game at once. @param {Table} table */
function lossText(table) {
  const legal = table.view?.legal_moves ?? [];
  if (legal.length > 0 && legal.every(({ loses }) => loses)) return t("each_loses");
  return selected(table)?.loses ? t("will_lose_game") : null;
}

/** The prompt, or the forecast. @param {Table} table */
function sentence(table) {
  const { view, book, chosen } = table;
  if (!view?.table || !book) return "";
  const actor = nameOf(table, view.to_act ?? 0);
  if (table.covered) return t("pass_device", { name: nameOf({ ...table, seat: null }, nextHere(table) ?? 0) });
  if (!isMyTurn(table)) return [waitingText(table, actor), planText(chosen, book)].filter(Boolean).join(" ");
  const coop = view.table.kind === "regicide" ? view.table : null;
  const legal = selected(table);
  const legals = view.legal_moves;
  // A view of another seat, or of a position in between, has none.
  if (!legals) return "";
  if (table.loaded !== null && legal) return loadedText(table, coop, legal);
  switch (view.table.phase) {
    case "play":
      if (!coop) return trickText(table, book);
      if (!legals.some(({ move }) => "cards" in move)) return stuckText(legals);
      return chosen.length ? attackText(coop, legal, book) : t("do_play");
    case "discard": return coop ? [sharedText(table, coop), shortText(table, coop, book) ?? coverText(coop, chosen, legal, book)].filter(Boolean).join(" ") : "";
    case "next": return t("do_next");
    case "take": return t("do_take");
    case "trump": return t("do_trump");
    case "bury": return chosen.length ? t("will_bury", { card: book.title(chosen[0] ?? "") }) : t("do_bury");
    case "change": return t("do_change");
    default: return "";
  }
}

/** @param {Table} table @param {Page} page */
function buttons(table, page) {
  const shown = table.view?.table;
  const phase = shown?.phase;
  const plain = plainMoves(table.view?.legal_moves ?? []);
  const isTrump = phase === "trump" || phase === "change";
  return h("div", { class: phase === "next" ? "row bar-buttons naming" : "row bar-buttons" },
    isTrump ? trumpRow(table, page) : null,
    sendButton(table, page),
    isTrump ? null : plain.map(({ move, text }) => h("button", {
      type: "button", "data-key": `move-${text}`, "aria-pressed": String(table.loaded === text), disabled: table.sending,
      onclick: () => page.act({ type: "load", text }),
    }, moveText(table, move), move.type === "flip" && shown?.kind === "regicide" ? ` (${shown.jesters_left})` : null)),
    lossText(table) && table.view?.can_undo && table.view.proposal === null
      ? h("button", { type: "button", "data-key": "undo-loss", disabled: table.sending, onclick: () => page.act({ type: "undo" }) }, t("undo_last")) : null,
    !isTrump && selected(table) !== null || table.chosen.length > 0
      ? clearButton(page) : null);
}

/**
 * The effect of a move without cards.
 * @param {Table} table
 * @param {Schemas["RegicideView"] | null} coop
 * @param {Schemas["LegalMove"]} legal
 */
function loadedText(table, coop, legal) {
  const { move } = legal;
  if (move.type === "next") return t("will_name", { name: nameOf(table, move.seat) });
  if (table.view?.table?.kind === "regicide-tricks" && table.book) return tricksPlainText(table, table.view.table, move, table.book);
  return coop ? plainText(coop, legal) : `${moveText(table, move)}.`;
}

/** Why the player covers damage of an attack on another. @param {Table} table @param {Schemas["RegicideView"]} shown */
function sharedText(table, { to_cover: cover }) {
  return cover && cover.attacked !== table.seat ? t("covers_for", { name: nameOf(table, cover.attacked) }) : null;
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

/** The buttons while another seat is to act. @param {Table} table @param {Page} page */
function waitingButtons(table, page) {
  const seat = table.view?.to_act ?? 0;
  if (!missed(table) && table.chosen.length === 0) return null;
  return h("div", { class: "row bar-buttons" },
    missed(table) ? h("button", { type: "button", class: "main", "data-key": "hand-over", onclick: () => page.act({ type: "hand_over", seat }) }, t("hand_over")) : null,
    table.chosen.length > 0 ? clearButton(page) : null);
}

/** @param {Page} page */
function clearButton(page) {
  return h("button", { type: "button", class: "quiet", "data-key": "clear", onclick: () => page.act({ type: "clear" }) }, t("clear"));
}

/** The button that makes the selected move. @param {Table} table @param {Page} page */
function sendButton(table, page) {
  const move = selectedMove(table);
  const phase = table.view?.table?.phase;
  const text = move?.type === "keep" ? t("keep")
    : table.loaded !== null || phase === "trump" || phase === "next" ? t("confirm")
      : t(phase === "discard" ? "discard" : phase === "bury" ? "bury" : "play");
  return h("button", {
    type: "button", class: "main", "data-key": "send", disabled: move === null || table.sending,
    onclick: () => move && page.act({ type: "send", move }),
  }, text);
}
