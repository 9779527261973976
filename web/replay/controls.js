// The controls of a replay: the scrubber, steps, playing, and their keys.

import { mark } from "../cards/suit.js";
import { openDialog } from "../dialog.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { keyList } from "../table/keys.js";

/** @typedef {import("./state.js").Replaying} Replaying */
/** @typedef {"first" | "previous" | "next" | "last"} Step */
/**
 * @typedef {object} Steering
 * @property {(at: number) => void} seek
 * @property {() => void} toggle
 * @property {(forward: boolean) => void} step to the next or the previous mistake
 * @property {(speed: number) => void} pace
 */

const SPEEDS = [0.5, 1, 2, 4];

/**
 * @param {Replaying} replaying
 * @param {Steering} steering
 * @param {(at: number) => string} sentence what the move did, for small screens
 */
export function controls(replaying, { seek, toggle, pace }, sentence) {
  const scrubber = h("input", {
    type: "range", min: 0, max: replaying.last, step: 1, value: replaying.at, class: "scrubber", "aria-label": t("replay_scrubber"),
    oninput: () => seek(Number(scrubber.value)),
  });
  const place = h("output", { class: "figures replay-place" });
  const play = h("button", { type: "button", class: "main replay-play", onclick: toggle });
  /** @param {Step} name @param {() => number} to */
  const step = (name, to) => {
    const words = t(`replay_${name}`);
    return h("button", { type: "button", "aria-label": words, title: words, onclick: () => seek(to()) }, mark(name));
  };
  const back = [step("first", () => 0), step("previous", () => replaying.at - 1)];
  const on = [step("next", () => replaying.at + 1), step("last", () => replaying.last)];
  const line = h("p", { class: "replay-line", "aria-hidden": "true" });
  const speed = h("select", {
    "aria-label": t("replay_speed"),
    onchange: (/** @type {Event} */ event) => pace(Number(/** @type {HTMLSelectElement} */ (event.target).value)),
  }, SPEEDS.map((one) => h("option", { value: one, selected: one === replaying.speed }, `${one}×`)));
  return {
    shown: h("div", { class: "replay-controls" }, line,
      h("div", { class: "replay-scrub" }, scrubber, place),
      h("div", { class: "row" }, back, play, on, speed)),
    show() {
      const text = t("replay_place", { at: replaying.at, last: replaying.last });
      scrubber.value = String(replaying.at);
      scrubber.setAttribute("aria-valuetext", text);
      place.textContent = text;
      line.textContent = sentence(replaying.at);
      render(play, t(replaying.playing ? "replay_pause" : "replay_play"));
      for (const button of back) button.disabled = replaying.at === 0;
      for (const button of on) button.disabled = replaying.at === replaying.last;
    },
  };
}

/**
 * Handles keys that no focused control uses itself.
 * @param {Replaying} replaying
 * @param {Steering} steering
 * @returns {(event: KeyboardEvent) => void}
 */
export function keys(replaying, { seek, step, toggle }) {
  return (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.altKey || event.ctrlKey || event.metaKey || target?.closest("input, select, textarea, dialog")) return;
    if (event.key === "?") openDialog(t("keys"), keyList([
      ["← →", "key_move"], [t("keys_ends"), "key_ends"], ["Shift + ← →", "key_mistake"], [t("keys_space"), "key_toggle"], ["?", "key_help"],
    ]));
    else if (event.shiftKey && /^Arrow(Left|Right)$/.test(event.key)) step(event.key === "ArrowRight");
    else if (event.key === "ArrowLeft") seek(replaying.at - 1);
    else if (event.key === "ArrowRight") seek(replaying.at + 1);
    else if (event.key === "Home") seek(0);
    else if (event.key === "End") seek(replaying.last);
    else if (event.key === " " && !target?.closest("button, summary, a")) toggle();
    else return;
    event.preventDefault();
  };
}
