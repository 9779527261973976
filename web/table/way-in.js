// The way into a running game: for who had a seat there, or is invited to one.

import { h } from "../dom.js";
import { t } from "../language.js";
import { change, getState } from "../store.js";
import { wayIn } from "./vacancy.js";

/** The way in words. @param {import("./vacancy.js").Way} way */
export function wayText({ type }) {
  return t(type === "invited" ? "way_invited" : "way_back");
}

/** The button, with the field for a guest's name; nothing if there is no way. @param {Table} table @param {Page} page */
export function wayInForm(table, page) {
  const way = wayIn(table, location.hash);
  if (!way) return null;
  const name = way.type === "invited" && way.token === null ? h("input", {
    "aria-label": t("your_name"), placeholder: t("your_name"), value: getState().name ?? "", maxlength: 40, autocomplete: "nickname", "data-key": "join-name",
  }) : null;
  const sit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const given = name?.value.trim() || null;
    if (given) change({ name: given });
    page.act({ type: "sit", way, name: given });
  };
  return h("form", { class: "row bar-buttons way-in", onsubmit: sit }, name,
    h("button", { class: "main", "data-key": "way-in" }, t(way.type === "back" ? "take_back" : "join")));
}
