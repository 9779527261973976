// The moves of a replay in words: a list of all, and the current one with all its effects.

import { mark } from "../cards/suit.js";
import { h, render } from "../dom.js";
import { t, time } from "../language.js";
import { announce } from "../notes.js";
import { changesOf } from "../table/hands.js";
import { nameThen } from "./names.js";
import { judgement } from "./verdict.js";

/** @typedef {import("./game.js").Story} Story */

/** @param {Story} story @param {(at: number) => void} seek */
export function moves(story, seek) {
  const changes = changesOf(story.game);
  const entries = story.frames.map(({ line }, at) => h("button", {
    type: "button", class: "quiet replay-move", onclick: () => seek(at),
  }, h("span", { class: "figures soft" }, at),
  h("span", {}, line?.narration[0] ?? t("replay_deal"),
    line?.signals.map(({ narration: said }) => h("span", { class: "replay-said" }, mark("talk", { size: 14 }), " ", said)),
    changes.filter(({ until }) => until === at).map(({ text }) => h("span", { class: "replay-said" }, text)))));
  const list = h("ol", { class: "replay-moves", start: "0" }, entries.map((entry) => h("li", {}, entry)));
  /** @type {HTMLElement | undefined} */
  let current;
  return {
    shown: list,
    /** Shows the analysis' words for moves. @param {Map<number, import("./judge.js").Word>} words */
    judged(words) {
      for (const [seq, entry] of entries.entries()) {
        const word = words.get(seq);
        entry.querySelector(".judged")?.remove();
        if (word) entry.append(judgement(word));
      }
    },
    /** Marks the positions that have comments or notes. @param {Set<number>} seqs */
    noted(seqs) {
      for (const [seq, entry] of entries.entries()) {
        entry.querySelector(".replay-noted")?.remove();
        if (seqs.has(seq)) entry.append(h("span", { class: "replay-noted" }, mark("note", { size: 14 }), h("span", { class: "spoken" }, t("note_marked"))));
      }
    },
    /** @param {number} at */
    show(at) {
      current?.removeAttribute("aria-current");
      current = entries[at];
      current?.setAttribute("aria-current", "step");
      // Scrolls the list, not the page.
      const entry = current?.parentElement;
      if (entry) list.scrollTop = entry.offsetTop - list.clientHeight / 2;
    },
  };
}

/** The narration of the current move, a sentence for each effect, and the changes of hands after it. @param {Story} story */
export function narration(story) {
  const changes = changesOf(story.game);
  const shown = h("div", { class: "panel replay-narration" });
  return {
    shown,
    /** @param {number} at @param {boolean} spoken @param {string} more announced after it */
    show(at, spoken, more) {
      const line = story.frames[at]?.line;
      const hands = changes.filter(({ until }) => until === at).map(({ text }) => text);
      const sentences = line ? line.narration : [t("replay_deal_about")];
      const keys = line ? null : h("p", { class: "soft replay-keys" }, t("replay_keys"));
      render(shown,
        h("h2", {}, line ? t("replay_move", { n: at, name: nameThen(story.game, line.seat, at) }) : t("replay_deal")),
        h("ul", {}, sentences.map((sentence) => h("li", {}, sentence))), keys,
        line && line.signals.length > 0 ? h("ul", { class: "replay-talk", "aria-label": t("replay_said") },
          line.signals.map(({ narration: said }) => h("li", {}, said))) : null,
        hands.map((text) => h("p", {}, text)),
        line?.at ? h("p", { class: "soft" }, time(line.at, { dateStyle: "medium", timeStyle: "medium" })) : null);
      if (spoken) announce([...sentences, ...(line?.signals ?? []).flatMap((said) => said.narration), ...hands, more].join(" "));
    },
  };
}
