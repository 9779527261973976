// The result of an attempt at a challenge, in the panel at its end.

import { serviceTime } from "../clock.js";
import { h } from "../dom.js";
import { seatsIn } from "../store.js";

/** @param {Table} table @param {Page} page */
export function challengeEnd({ view, seat }, page) {
  if (seat === null || !view) return null;
  if (!view.challenge || seatsIn(view.id)[0]?.practice || (view.status !== "finished" && view.status !== "closed")) return null;
  const { id } = view.challenge;
  return page.once("outcome", () => {
    const place = h("div", { class: "stack outcome" });
    void import("../challenge/outcome.js").then(({ showOutcome }) => showOutcome(place, id, view.id));
    return place;
  });
}

/** True while the replay is under embargo. @param {Table} table */
export function isSealed({ view }) {
  return Boolean(view?.challenge) && Date.parse(view?.challenge?.ends_at ?? "") > serviceTime();
}
