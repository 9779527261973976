// A result as a row of tiles, one for each royal: the squares of the text to
// share, drawn, because not every device has them in its fonts.

import { castle, ROYALS } from "../cards/castle.js";
import { h } from "../dom.js";
import { t } from "../language.js";

/** @typedef {import("../cards/castle.js").Pip} Pip */

/** @type {Record<string, Pip>} */
const PIPS = {
  "🟩": { state: "defeated", exact: true },
  "🟨": { state: "defeated" },
  "🟥": { state: "present" },
  "⬛": { state: "coming" },
};

/** @param {string} share the text to share @returns {HTMLElement | null} nothing for a game without royals to defeat */
export function resultTiles(share) {
  // A name comes before them, which may contain such squares, too.
  const pips = [...share].flatMap((sign) => PIPS[sign] ?? []).slice(-ROYALS);
  if (pips.length < ROYALS) return null;
  const defeated = pips.filter(({ state }) => state === "defeated");
  const exact = defeated.filter((pip) => pip.exact);
  return h("div", { class: "tiles" },
    castle(pips, { size: 24, label: t("tiles", { defeated: defeated.length, exact: exact.length }) }));
}
