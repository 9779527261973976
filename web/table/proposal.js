// Proposals to concede or to take the last move back (R11.2): the question before one, and the one whether to accept it.

import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { clauseLink } from "../notes.js";
import { hasOnePerson } from "./state.js";
import { nameOf } from "./words.js";

/**
 * A question with the answers yes and no.
 * @param {"concede" | "leave" | "proposal"} key
 * @param {string} title
 * @param {import("../dom.js").Children} text
 * @param {{ yes: () => void, no?: () => void }} actions
 */
export function question(key, title, text, actions) {
  const dialog = openDialog(title, h("p", {}, text), h("div", { class: "row" }, /** @type {const} */ (["yes", "no"]).map((answer) => h("button", {
    type: "button", class: answer === "yes" ? "danger" : "", "data-key": `${key}-${answer}`,
    onclick: () => {
      dialog.close();
      actions[answer]?.();
    },
  }, t(`${key}_${answer}`)))));
  return dialog;
}

/** @param {Schemas["GameView"]} view @param {() => void} concede */
export function concedeDialog({ kind, seats }, concede) {
  const isAlone = hasOnePerson(seats) || kind === "regicide-tricks";
  const text = [t(isAlone ? "concede_sure" : "concede_sure_all"), " ", clauseLink(kind === "regicide" ? "R11.1" : "T12")];
  return question("concede", t("concede"), text, { yes: concede });
}

/** @param {Table} table @param {{ accept: () => void, decline: () => void }} actions */
export function proposalDialog(table, { accept, decline }) {
  const proposal = table.view?.proposal;
  if (!proposal) return undefined;
  const { type, seat } = proposal;
  const text = [t(`proposal_${type}`, { name: nameOf(table, seat) }), " ", clauseLink("R11.2")];
  return question("proposal", t(type), text, { yes: accept, no: decline });
}

/** A seat's part in the open proposal. @param {Schemas["GameView"] | null} view @param {number} seat */
export function proposalNote(view, seat) {
  const proposal = view?.proposal;
  if (!proposal?.accepted.includes(seat)) return null;
  return t(proposal.seat === seat ? `proposes_${proposal.type}` : "proposal_accepted");
}
