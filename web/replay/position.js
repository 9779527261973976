// A position with all hands visible.

import { regicide } from "./regicide.js";
import { tricks } from "./tricks.js";

/** @typedef {import("./game.js").Story} Story */
/** @typedef {import("../rulebook.js").Rulebook} Rulebook */

/**
 * @param {Story} story
 * @param {number} at
 * @param {Rulebook} book
 * @returns {HTMLElement[]}
 */
export function position(story, at, book) {
  return story.game.kind === "regicide" ? regicide(story, at, book) : tricks(story, at, book);
}
