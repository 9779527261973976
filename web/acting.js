// Actions of buttons and forms that can fail.

import { render } from "./dom.js";
import { loadingNote, problemNote } from "./notes.js";

/**
 * The listener of a button, or of a form that is sent. A problem with the action is shown in a place.
 * @param {HTMLElement} place
 * @param {() => unknown} action
 * @param {{ once?: boolean, loads?: boolean }} [options] `once`: the button is disabled meanwhile; `loads`: the place
 *   shows that something is loading
 */
export function acting(place, action, { once = false, loads = false } = {}) {
  return async (/** @type {Event} */ event) => {
    event.preventDefault();
    const origin = event instanceof SubmitEvent ? event.submitter : event.currentTarget;
    const button = once && origin instanceof HTMLButtonElement ? origin : null;
    if (button) button.disabled = true;
    render(place, loads ? loadingNote() : null);
    try {
      await action();
      if (loads) render(place);
    } catch (error) {
      render(place, problemNote(error));
    }
    if (button) button.disabled = false;
  };
}
