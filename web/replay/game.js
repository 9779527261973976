// A game that is over, as the replay shows it: frames, one for the deal and one for each move.

import { get } from "../api.js";

/**
 * @typedef {object} Frame
 * @property {Schemas["View"]} table the public part
 * @property {Schemas["Revealed"]} cards the hidden part
 * @property {Schemas["ReplayStep"] | null} line the move that led here, with the signals before it; nothing for the deal
 *
 * @typedef {object} Story
 * @property {Schemas["Replay"]} game
 * @property {Frame[]} frames
 */

/**
 * Loads a game, page by page.
 * @param {string} id
 * @param {{ token?: string | null, signal?: AbortSignal }} options
 * @returns {Promise<Story>}
 */
export async function loadStory(id, options) {
  const path = `/v1/games/${encodeURIComponent(id)}/replay?limit=100`;
  /** @type {Schemas["Replay"]} */
  const game = await get(path, options);
  /** @type {Frame[]} */
  const frames = [{ table: game.start.table, cards: game.start.hidden_cards, line: null }];
  for (let page = game; ;) {
    for (const step of page.items) frames.push({ table: step.table, cards: step.hidden_cards, line: step });
    if (page.next === null || page.next === undefined) return { game, frames };
    page = await get(`${path}&after=${page.next}`, options);
  }
}
