// Comments of an opened file, and the own notes of this browser's player, at their moves.

import { get, Problem, put } from "../api.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { announce, problemText } from "../notes.js";
import { saveButton } from "../save.js";
import { getState, tokenFor } from "../store.js";
import { NoRecord } from "../verify/file.js";
import { commentsIn, heldComments } from "./comments.js";

/** @typedef {import("./game.js").Story} Story */
/** @typedef {Schemas["Comment"]} Note */

/** The most characters of a note. */
const LONGEST = 1000;

/**
 * @param {Story} story
 * @param {{ marked: (seqs: Set<number>) => void, editing: () => void, leaving: AbortSignal }} page `marked` gets the positions with words
 */
export function notesPart(story, { marked, editing, leaving }) {
  const path = /** @type {const} */ (`/v1/games/${story.game.id}/notes`);
  const token = getState().player?.token ?? null;
  let comments = heldComments(story);
  /** @type {Map<number, string> | null} nothing without a player who may write */
  let notes = null;
  let at = 0;

  const shownComments = h("div");
  const shownNote = h("div");
  const download = h("div");
  const status = h("span", { role: "status", class: "soft" });

  /** Shows which positions have words, and the button that saves the own ones. */
  const mark = () => {
    marked(new Set([...comments.keys(), ...notes?.keys() ?? []]));
    render(download, notes && notes.size > 0
      ? saveButton(t("replay_record_notes"), tokenFor(story.game.id), () => ({
        path: `/v1/games/${story.game.id}/record`, name: `regicide-${story.game.id}.json`, edit: withNotes,
      })) : null);
  };
  const draw = () => {
    const words = comments.get(at) ?? [];
    render(shownComments, words.length === 0 ? null : h("section", { class: "panel stack replay-comments", "aria-label": t("comments_file") },
      h("h3", {}, t("comments_file")),
      words.map((text) => h("p", { dir: "auto" }, text))));
  };
  const drawNote = () => {
    if (!notes) return;
    const seq = at;
    const field = h("textarea", {
      "data-key": `note-${seq}`, maxlength: LONGEST, rows: 2, dir: "auto", onfocus: editing, onchange: () => save(seq, field.value),
    });
    field.value = notes.get(seq) ?? "";
    render(shownNote, h("form", {
      class: "stack replay-note",
      onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); save(seq, field.value); },
    },
      h("label", {}, t("note_own"), " ", h("span", { class: "soft" }, t("note_about")), field),
      h("div", { class: "row" }, h("button", { type: "submit", "data-key": "note-save" }, t("note_save")), status)));
  };

  /** The record with the notes as its comments. @param {Blob} file */
  const withNotes = async (file) => {
    const record = JSON.parse(await file.text());
    record.comments = items(notes ?? new Map());
    return new Blob([JSON.stringify(record)], { type: "application/json" });
  };

  /** The notes as they are stored, of another device, too. */
  const stored = async () => {
    const { items: found } = await get(path, { token, signal: leaving });
    return new Map(found.map(({ seq, text }) => [seq, text]));
  };

  /**
   * Notes are stored all at once, so they are read before: another device may have changed them.
   * @param {number} seq
   * @param {string} value
   */
  const saveNow = async (seq, value) => {
    // The service takes line feeds alone of control characters.
    // eslint-disable-next-line no-control-regex
    const text = value.replace(/[\x00-\x09\x0b-\x1f\x7f]/g, " ").trim();
    if (!notes || text === (notes.get(seq) ?? "")) return;
    try {
      const fresh = await stored();
      if (text) fresh.set(seq, text);
      else fresh.delete(seq);
      await put(path, { token, body: { items: items(fresh) } });
      notes = fresh;
      render(status, t("note_saved"));
      mark();
    } catch (error) {
      if (!leaving.aborted) render(status, problemText(error));
    }
  };

  let saving = Promise.resolve();
  /** One after the other: each replaces all notes. @param {number} seq @param {string} value */
  const save = (seq, value) => (saving = saving.then(() => saveNow(seq, value)));

  const load = async () => {
    if (!token) return;
    try {
      notes = await stored();
      mark();
      drawNote();
    } catch (error) {
      // A private game that is shown by a code: the player may not write.
      const isRefused = error instanceof Problem && error.status === 403;
      if (!leaving.aborted && !isRefused) render(shownNote, h("p", { class: "soft" }, problemText(error)));
    }
  };
  void load();

  /** @param {File | undefined} file */
  const open = async (file) => {
    if (!file) return;
    try {
      comments = await commentsIn(file, story);
      const count = [...comments.values()].flat().length;
      const found = count === 0 ? t("comments_none") : t("comments_found", { n: count });
      render(openNote, found);
      announce(found);
    } catch (error) {
      comments = new Map();
      render(openNote, error instanceof NoRecord ? t(error.text) : problemText(error));
    }
    mark();
    draw();
  };
  const openNote = h("span", { role: "status", class: "soft" });
  const input = h("input", {
    type: "file", accept: ".json,application/json", hidden: true, "aria-label": t("comments_open"),
    onchange: () => { void open(input.files?.[0]); input.value = ""; },
  });

  return {
    shown: h("div", { class: "stack replay-words" }, shownComments, shownNote),
    buttons: [h("button", { type: "button", onclick: () => input.click() }, t("comments_open")), input, download, openNote],
    mark,
    /** @param {number} wanted */
    show(wanted) {
      const moved = wanted !== at;
      at = wanted;
      draw();
      if (!moved) return;
      render(status);
      drawNote();
    },
  };
}

/** Notes as the service takes them. @param {Map<number, string>} notes @returns {Note[]} */
function items(notes) {
  return [...notes].sort(([one], [other]) => one - other).map(([seq, text]) => ({ seq, text }));
}
