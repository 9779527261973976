// A position of the trick-taking game, nothing hidden.

import { cardFace } from "../cards/card.js";
import { suitMark } from "../cards/suit.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { nameAt } from "../names.js";
import { rankRuler } from "../table/ranks.js";
import { hands, row } from "./hands.js";

/** @type {import("./regicide.js").Position} */
export function tricks(story, at, book) {
  const frame = story.frames[at];
  const table = /** @type {Schemas["RegicideTricksView"]} */ (frame?.table);
  const cards = /** @type {Schemas["RegicideTricksRevealed"]} */ (frame?.cards);
  const { options, seats } = story.game;
  return [
    h("div", { class: "replay-facts" },
      h("p", {}, `${t("replay_trump")} `, table.trump
        ? [suitMark(table.trump, { size: 22 }), ` ${book.suit(table.trump)}`] : t("replay_open")),
      h("p", {}, `${t("ranks")}: `, rankRuler(table.highest, { jokers: options.jokers !== 0 })),
      h("p", {}, t("replay_dealer", { name: nameAt(seats, table.dealer) })),
      h("p", { class: "figures" }, `${t("replay_points")} ${table.points.join(" : ")}`)),
    h("section", { class: "replay-table" },
      h("h2", {}, t("replay_trick")),
      table.trick.length === 0 ? row([], book)
        : h("ul", { class: "replay-cards" }, table.trick.map((card, index) => h("li", {},
          cardFace(card, { width: 64, label: book.title(card), powers: false }),
          h("span", { class: "soft" }, nameAt(seats, (table.leader + index) % seats.length)))))),
    cards.buried ? h("section", { class: "replay-table" }, h("h2", {}, t("replay_buried")), row([cards.buried], book)) : null,
    hands(story, at, book, (seat) => [
      t("replay_won_tricks", { n: table.tricks[seat] ?? 0 }),
      table.dealer === seat ? t("replay_deals") : null,
    ]),
  ].filter((part) => part !== null);
}
