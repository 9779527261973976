// Rows of cards and the hands of a position, nothing hidden.

import { cardFace } from "../cards/card.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { nameThen } from "./names.js";
import { bubble } from "../table/seats.js";

/** @typedef {import("./game.js").Story} Story */

/**
 * A row of cards, each with its name for screen readers.
 * @param {string[]} cards
 * @param {Rulebook} book
 * @param {{ width?: number, lifted?: string[] }} [options]
 */
export function row(cards, book, { width = 46, lifted = [] } = {}) {
  if (cards.length === 0) return h("p", { class: "soft replay-none" }, t("replay_none"));
  return h("ul", { class: "replay-cards" }, cards.map((card) =>
    h("li", { class: lifted.includes(card) ? "lifted" : null },
      cardFace(card, { width, label: book.title(card), powers: book.powers }))));
}

/**
 * The hands, each with the player's name and the notes that `about` gives.
 * @param {Story} story
 * @param {number} at
 * @param {Rulebook} book
 * @param {(seat: number) => (string | null)[]} about
 */
export function hands(story, at, book, about) {
  const frame = story.frames[at];
  const said = frame?.line?.signals ?? [];
  const next = story.frames[at + 1]?.line;
  return h("div", { class: "replay-hands" }, story.game.seats.map(({ seat }) => {
    const acts = next?.seat === seat;
    return h("section", { class: acts ? "replay-hand acts" : "replay-hand" },
      h("h2", {}, nameThen(story.game, seat, at + 1), ...about(seat).map((text) => text && h("span", { class: "tag" }, text))),
      bubble(said.filter((one) => one.seat === seat)),
      row(frame?.cards.hands[seat] ?? [], book, { lifted: acts && next.move && "cards" in next.move ? next.move.cards : [] }));
  }));
}
