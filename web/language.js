// The language of the client: chosen by the browser's languages or by the player's settings. The texts are in `locales/`: every
// language has the same keys, and a text with ` | ` has a form for one and a form for any other number `n`.

import { getSettings } from "./store.js";

/** @typedef {keyof typeof import("./locales/en.json")} Key */
/** @typedef {Record<Key, string>} Texts */

/** The languages there are, by their own names. */
export const LANGUAGES = { en: "English", es: "Español" };

/** @type {Record<keyof typeof LANGUAGES, () => Promise<{ default: Texts }>>} */
const FILES = {
  en: () => import("./locales/en.json", { with: { type: "json" } }),
  es: () => import("./locales/es.json", { with: { type: "json" } }),
};

/** @type {Texts} */
let texts;
/** The language with the region of the browser, if that is one of this language: it decides how dates look. */
let region = "en";
/** @type {keyof typeof LANGUAGES} */
let tag = "en";

/** The tag of the language in use. */
export function language() {
  return tag;
}

/** @returns {keyof typeof LANGUAGES} */
function preferred() {
  const wanted = [getSettings().language ?? "", ...navigator.languages].map((one) => one.split("-")[0]);
  return /** @type {keyof typeof LANGUAGES} */ (wanted.find((one) => one !== undefined && one in LANGUAGES) ?? "en");
}

/** Loads the texts of the preferred language, unless another one is preferred meanwhile. */
export async function useLanguage() {
  const wanted = preferred();
  const { default: loaded } = await FILES[wanted]();
  if (wanted !== preferred()) return;
  tag = wanted;
  texts = loaded;
  // Some browsers name languages that are none, such as en-US@posix.
  region = navigator.languages.find((one) => one.split("-")[0] === tag && /^[\w-]+$/.test(one)) ?? tag;
  document.documentElement.lang = tag;
}

/**
 * The text for a key, with `{name}` replaced by the value of that name. A text with ` | ` has two forms: the first is
 * for the value `n` = 1.
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const forms = texts[key].split(" | ");
  const form = (forms.length > 1 && values.n !== 1 ? forms[1] : forms[0]) ?? "";
  return form.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(region).format(value);
}

/** A share of 1; small ones with a decimal. @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(region, { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share);
}

/**
 * A time of the service in the language of the page, as the user's region writes it, in the user's time zone.
 * @param {string} time
 * @param {Intl.DateTimeFormatOptions} [form]
 */
export function time(time, form = { dateStyle: "medium", timeStyle: "short" }) {
  return new Intl.DateTimeFormat(region, form).format(new Date(time));
}
