// Spans of time in words.

import { t } from "./language.js";

/** A day in milliseconds. */
export const DAY = 86_400_000;

/** @param {number} seconds */
export function duration(seconds) {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return t("seconds", { n: whole });
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return t("minutes", { n: minutes });
  if (whole >= 172_800 || whole % 86_400 === 0) return t("days", { n: Math.round(whole / 86_400) });
  const hours = t("hours", { n: Math.floor(minutes / 60) });
  return minutes % 60 === 0 ? hours : `${hours} ${t("minutes", { n: minutes % 60 })}`;
}
