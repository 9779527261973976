// Spans of time in words.

import { number, t } from "./language.js";

/** @param {number} seconds */
export function duration(seconds) {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return t("seconds", { n: whole });
  if (whole < 3600) return t("minutes", { n: Math.round(whole / 60) });
  if (whole >= 172_800) return t("days", { n: Math.round(whole / 86_400) });
  return t("hours", { n: number(Math.round(whole / 360) / 10) });
}

/** A span that is waited for, to the minute. @param {number} seconds */
export function hoursAndMinutes(seconds) {
  const all = Math.max(1, Math.ceil(seconds / 60));
  const minutes = t("minutes", { n: all % 60 });
  return all < 60 ? minutes : `${t("hours", { n: Math.floor(all / 60) })} ${minutes}`;
}
