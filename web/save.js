// A button that saves something of the service as a file. A link could not send the token that shows a private game.

import { acting } from "./acting.js";
import { getFile } from "./api.js";
import { h } from "./dom.js";

/**
 * The button, followed by an element that reports a problem.
 * @param {string} text
 * @param {string | null} token
 * @param {() => { path: string, name: string, edit?: (file: Blob) => Promise<Blob> }} wanted read at the time of the click
 */
export function saveButton(text, token, wanted) {
  const note = h("div", { role: "status" });
  const save = acting(note, async () => {
    const { path, name, edit } = wanted();
    const file = await getFile(path, { token });
    saveFile(edit ? await edit(file) : file, name);
  });
  return [h("button", { type: "button", onclick: save }, text), note];
}

/** @param {Blob} file @param {string} name */
export function saveFile(file, name) {
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
