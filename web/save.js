// A button that saves something of the service as a file. A link could not
// send the token that shows a private game.

import { getFile } from "./api.js";
import { h, render } from "./dom.js";
import { problemText } from "./notes.js";

/**
 * The button, followed by an element that reports a problem.
 * @param {string} text
 * @param {string | null} token
 * @param {() => { path: string, name: string, edit?: (file: Blob) => Promise<Blob> }} wanted read at the time of the click
 */
export function saveButton(text, token, wanted) {
  const note = h("span", { role: "status", class: "soft" });
  const save = async () => {
    const { path, name, edit } = wanted();
    try {
      const file = await getFile(path, { token });
      saveFile(edit ? await edit(file) : file, name);
      render(note);
    } catch (error) {
      render(note, problemText(error));
    }
  };
  return [h("button", { type: "button", onclick: save }, text), note];
}

/** @param {Blob} file @param {string} name */
export function saveFile(file, name) {
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
