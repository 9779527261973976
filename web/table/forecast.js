// The forecast for the selected cards, in words. The numbers are the service's: each legal move comes with them.

import { t } from "../language.js";
import { chosenLegal, wholeHand } from "./choice.js";
import { moveText, nameOf, royal, upper } from "./words.js";

/**
 * The effects of an attack, in a few short sentences.
 * @param {Schemas["RegicideView"]} table
 * @param {Schemas["LegalMove"] | null} legal
 * @param {Rulebook} book
 */
export function attackText(table, legal, book) {
  const { enemy } = table;
  if (legal?.forecast?.type !== "attack" || !enemy || legal.move.type !== "play") return "";
  const { cards } = legal.move;
  if (cards.some((card) => card.startsWith("X"))) return t("will_jester");
  const { attack, damage, health_left: left, defeats, exact, attack_left: strikes, powers } = legal.forecast;
  const name = book.title(enemy.card);
  const first = t(damage > attack ? "will_attack_doubled" : "will_attack", { attack, damage });
  const then = exact ? t("will_exact", { enemy: name })
    : defeats ? t("will_defeat", { enemy: name })
      : t("will_leave", { left, health: enemy.health });
  const idle = cards.map((card) => card[1]).find((suit) => suit === enemy.immune_to);
  const { healed = Math.min(attack, table.discard_pile.length), drawn } = legal.forecast;
  return [
    `${first}: ${then}.`,
    powers.includes("H") && healed > 0 ? t("will_heal", { n: healed }) : null,
    powers.includes("D") && drawn !== 0 ? t(drawn === undefined ? "will_draw_most" : "will_draw", { n: drawn ?? attack }) : null,
    defeats ? null : strikes === 0 ? t("will_not_strike") : t(powers.includes("S") ? "will_strike_less" : "will_strike", { n: strikes }),
    idle ? t("will_idle", { suit: book.suit(idle) }) : null,
  ].filter((part) => part !== null).join(" ");
}

/** The effects of a move without cards. @param {Schemas["RegicideView"]} table @param {Schemas["LegalMove"]} legal */
export function plainText({ enemy }, { move, forecast }) {
  if (forecast?.type === "flip") {
    const { discarded, drawn, jesters_left: left, best_medal: medal } = forecast;
    const parts = [
      [discarded > 0 ? t("will_discard", { n: discarded }) : null, drawn > 0 ? t("will_draw_new", { n: drawn }) : null]
        .filter((part) => part !== null).join(", "),
      left === 0 ? t("jesters_none") : t("jesters_left_now", { n: left }),
      medal === "silver" || medal === "bronze" ? t(`best_${medal}`) : null,
    ];
    return upper(parts.filter((part) => part).join(" · "));
  }
  if (forecast?.type === "yield" && enemy) {
    return forecast.attack_left === 0 ? t("will_yield_safe")
      : t("will_yield", { enemy: royal(enemy.card), n: forecast.attack_left });
  }
  return t(move.type === "flip" ? "will_flip" : "will_yield_any");
}

/** The prompt where no card can be played. @param {Schemas["LegalMove"][]} legal */
export function stuckText(legal) {
  const can = (/** @type {Schemas["Move"]["type"]} */ type) => legal.some(({ move }) => move.type === type);
  return t(!can("flip") ? "only_yield" : can("yield") ? "yield_or_flip" : "only_flip");
}

/**
 * The prompt where the hand cannot cover the damage alone: a jester has to be flipped, or
 * the whole hand goes, and the next player who has cards covers the rest (R10.2).
 * @param {Table} table
 * @param {Schemas["RegicideView"]} shown
 * @param {Rulebook} book
 */
export function shortText(table, { hand, hand_sizes: sizes }, book) {
  const legal = table.view?.legal_moves ?? [];
  const own = table.seat ?? 0;
  if (legal.every(({ move }) => move.type === "flip")) return t("covers_flip", { worth: book.worth(hand ?? []) });
  const whole = wholeHand(legal);
  if (!whole) return null;
  const others = sizes.map((_, index) => (own + 1 + index) % sizes.length);
  const next = others.find((seat) => seat !== own && (sizes[seat] ?? 0) > 0) ?? own;
  return t("covers_shared", { worth: whole.forecast.worth, name: nameOf(table, next), left: whole.forecast.uncovered });
}

/**
 * The value of the selected cards against the attack. Too low a value is not yet a legal move.
 * @param {Schemas["RegicideView"]} table
 * @param {string[]} cards
 * @param {Schemas["LegalMove"] | null} legal
 * @param {Rulebook} book
 */
export function coverText({ enemy, to_cover: cover }, cards, legal, book) {
  const damage = cover?.amount ?? 0;
  if (legal?.forecast?.type !== "cover") {
    const values = { enemy: upper(enemy ? royal(enemy.card) : ""), n: damage, worth: book.worth(cards) };
    return t(cards.length > 0 ? "covers_so_far" : "covers", values);
  }
  const { worth, excess, uncovered } = legal.forecast;
  if (uncovered > 0) return t("covers_part", { worth, damage, left: uncovered });
  return excess === 0 ? t("covers_all", { damage }) : t("covers_more", { worth, damage, more: excess });
}

/**
 * The cards that are selected for the next turn. What they would do depends on the moves before it.
 * @param {string[]} chosen
 * @param {Rulebook} book
 */
export function planText(chosen, book) {
  if (chosen.length === 0) return "";
  if (chosen.length === 1) return t("plan_card", { card: book.title(chosen[0] ?? "") });
  return t("plan_cards", { n: chosen.length, worth: book.worth(chosen) });
}

/** What a card would do in the trick. @param {Table} table @param {Rulebook} book */
export function trickText({ view, chosen }, book) {
  const legal = chosenLegal(view?.legal_moves ?? [], chosen);
  if (!legal || !chosen[0]) return t("do_trick");
  const card = book.title(chosen[0]);
  if (legal.forecast?.type !== "trick") return t("will_play", { card });
  const { is_best: best, completes } = legal.forecast;
  return t(best ? (completes ? "will_win" : "will_lead") : "will_lose", { card });
}

/**
 * The effect of a move without cards in the trick-taking game.
 * @param {Table} table
 * @param {Schemas["RegicideTricksView"]} shown
 * @param {Schemas["Move"]} move
 * @param {Rulebook} book
 */
export function tricksPlainText(table, { highest, turned_up: turned }, move, book) {
  if (move.type === "pass") return t("will_pass");
  if (move.type === "take" && "card" in turned) {
    const { card } = turned;
    return card.startsWith("X") ? t("will_take_joker") : t("will_take", { card: book.title(card), suit: book.suit(card[1] ?? "") });
  }
  const text = `${moveText(table, move)}.`;
  return move.type === "change" && move.reverse ? `${text} ${t(highest === "K" ? "will_ace" : "will_king")}` : text;
}
