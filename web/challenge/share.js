// Sharing a result: the service's text, with a link to the challenge.

import { copyButton } from "../copy.js";
import { h } from "../dom.js";
import { t } from "../language.js";

/** @typedef {import("../api.js").Schemas} Schemas */

/**
 * Shares the text through the device, or copies it to the clipboard.
 * @param {string} share
 * @param {Schemas["ChallengeInfo"]} challenge
 */
export function shareButton(share, challenge) {
  const players = challenge.players > 1 ? `?players=${challenge.players}` : "";
  const path = challenge.date ? `/daily/${challenge.date}${players}` : `/challenges/${challenge.id}`;
  // The text has a link only where the service's own address is configured.
  const text = share.includes("://") ? share : `${share}\n${location.origin}${path}`;
  if (!navigator.share) return copyButton(t("share"), () => text);
  // The user has closed the device's dialog: nothing is shared.
  const send = () => navigator.share({ text }).catch(() => {});
  return h("button", { type: "button", class: "main", onclick: send }, t("share"));
}
