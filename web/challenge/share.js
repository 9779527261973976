// Sharing a result.

import { copyButton } from "../copy.js";
import { h } from "../dom.js";
import { t } from "../language.js";

/**
 * The text of a result, with a link to its challenge: the service's has one only where its own address is configured.
 * @param {string} share
 * @param {Schemas["ChallengeInfo"]} challenge
 */
export function textOf(share, challenge) {
  return share.includes("://") ? share : `${share}\n${location.origin}${pathOf(challenge)}`;
}

/** The address of a challenge. @param {{ date: string | null, id: string, players: number }} challenge */
export function pathOf({ date, id, players }) {
  return date ? `/daily/${date}${players > 1 ? `?players=${players}` : ""}` : `/challenges/${id}`;
}

/** Shares a text through the device, or copies it to the clipboard. @param {string} text */
export function shareButton(text) {
  if (!navigator.share) return copyButton(t("share"), () => text, "main");
  // The user has closed the device's dialog: nothing is shared.
  const send = () => navigator.share({ text }).catch(() => {});
  return h("button", { type: "button", class: "main", onclick: send }, t("share"));
}
