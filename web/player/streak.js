// Days in a row on which a player began a daily challenge.

import { get } from "../api.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { getState } from "../store.js";

/** The profile of this browser's player; nothing if there is none, or it cannot be had. @param {AbortSignal} [signal] */
export async function ownProfile(signal) {
  const { player } = getState();
  return player && get(`/v1/players/${player.id}`, { signal }).catch(() => null);
}

/** @param {Schemas["Streak"] | null} streak */
export function streakLine(streak) {
  if (!streak || streak.longest === 0) return null;
  const { current, longest } = streak;
  return h("p", { class: "streak" },
    h("b", { class: "figures" }, t("streak", { n: current })),
    longest > current ? h("span", { class: "soft" }, t("streak_longest", { n: longest })) : null);
}
