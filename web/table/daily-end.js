// The result of an attempt at a challenge, in the panel at its end.

import { h } from "../dom.js";
import { t } from "../language.js";
import { seatsIn } from "../store.js";

/** @typedef {import("./state.js").Table} Table */

/**
 * The outcome of each table, which is loaded once.
 * @type {WeakMap<Table, HTMLElement>}
 */
const outcomes = new WeakMap();

/** @param {Table} table */
export function challengeEnd(table) {
  const { view, seat } = table;
  if (seat === null || !view) return null;
  if (seatsIn(view.id)[0]?.practice) return h("p", {}, h("span", { class: "tag" }, t("practice_tag")));
  if (!view.challenge || view.status !== "finished") return null;
  const place = outcomes.get(table) ?? h("div", { class: "stack outcome" });
  if (!outcomes.has(table)) {
    outcomes.set(table, place);
    const { id } = view.challenge;
    void import("../challenge/outcome.js").then(({ showOutcome }) => showOutcome(place, id, view.id));
  }
  return place;
}

/** True while the replay is under embargo. @param {Table} table */
export function isSealed({ view }) {
  return Boolean(view?.challenge) && new Date(view?.challenge?.ends_at ?? 0) > new Date();
}
