// Proposals to concede or to take the last move back (R11.2): the question before one, and
// the one whether to accept it.

import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { clauseLink } from "../notes.js";
import { hasOnePerson } from "./state.js";
import { nameOf } from "./words.js";

/**
 * A question with two answers.
 * @param {string} title
 * @param {string} text
 * @param {string | null} clause
 * @param {{ key: string, text: string, action: () => void }[]} answers
 */
export function question(title, text, clause, answers) {
  const dialog = openDialog(title,
    h("p", {}, text, " ", clause === null ? null : clauseLink(clause)),
    h("div", { class: "row" }, answers.map(({ key, text: label, action }, place) => h("button", {
      type: "button", class: place === 0 ? "danger" : "", "data-key": key,
      onclick: () => {
        dialog.close();
        action();
      },
    }, label))));
  return dialog;
}

/**
 * @param {Schemas["GameView"]} view
 * @param {() => void} concede
 */
export function concedeDialog({ kind, seats }, concede) {
  const isAlone = hasOnePerson(seats) || kind === "regicide-tricks";
  return question(t("concede"), t(isAlone ? "concede_sure" : "concede_sure_all"), kind === "regicide" ? "R11.1" : "T12", [
    { key: "concede-yes", text: t("concede_yes"), action: concede },
    { key: "concede-no", text: t("concede_no"), action: () => {} },
  ]);
}

/**
 * @param {Table} table
 * @param {{ accept: () => void, decline: () => void }} actions
 */
export function proposalDialog(table, { accept, decline }) {
  const proposal = table.view?.proposal;
  if (!proposal) return undefined;
  const { type, seat } = proposal;
  return question(t(type), t(`proposal_${type}`, { name: nameOf(table, seat) }), "R11.2", [
    { key: "proposal-yes", text: t("proposal_yes"), action: accept },
    { key: "proposal-no", text: t("proposal_no"), action: decline },
  ]);
}

/** A seat's part in the open proposal. @param {Schemas["GameView"] | null} view @param {number} seat */
export function proposalNote(view, seat) {
  const proposal = view?.proposal;
  if (!proposal?.accepted.includes(seat)) return null;
  return t(proposal.seat === seat ? `proposes_${proposal.type}` : "proposal_accepted");
}
