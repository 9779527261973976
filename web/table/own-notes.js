// Notes of a player, which stay in this browser.

import { h } from "../dom.js";
import { t } from "../language.js";
import { limitHint } from "../limit-hint.js";
import { getState, keepNote, seatsIn } from "../store.js";

/** The longest note, in characters. */
const LONGEST = 2000;

/** True if a player has notes here: players who share a device would read each other's. @param {Table} table */
export function keepsNotes({ id, seat, view }) {
  return view?.table !== undefined && view?.table !== null && seat !== null && seatsIn(id).length < 2;
}

/** A field that keeps what is typed, closed at first unless there is something. @param {string} game */
export function ownNotes(game) {
  const text = () => getState().notes[game] ?? "";
  const field = h("textarea", {
    rows: 3, maxlength: LONGEST, "aria-label": t("own_notes"), "data-key": "own-notes",
    oninput: () => keepNote(game, field.value),
    // The page has two fields, one beside the table and one in a dialog.
    onfocus: () => { field.value = text(); },
  });
  field.value = text();
  return h("details", { class: "own-notes", open: text() !== "" },
    h("summary", {}, t("own_notes")), field, h("p", { class: "soft" }, t("own_notes_about")), limitHint(field));
}
