// The texts of the client in both languages, and how they are filled.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { preferences } from "./browser.js";
import { turnoutText } from "../../web/challenge/words.js";
import { chooseLanguage, language, number, t as text, time, useLanguage } from "../../web/language.js";
import en from "../../web/locales/en.js";
import es from "../../web/locales/es.js";
import { nameAt } from "../../web/names.js";
import { duration, hoursAndMinutes } from "../../web/time.js";

afterEach(async () => {
  preferences.languages = ["en-GB"];
  await chooseLanguage(null);
});

/** The values that a text asks for. */
const values = (words) => [...new Set(words.match(/\{\w+\}/g))].sort();

test("both languages have the same texts", () => {
  assert.deepEqual(Object.keys(es).sort(), Object.keys(en).sort());
});

for (const [tag, texts] of Object.entries({ en, es })) {
  test(`each text of ${tag} has a form for one or for any number, and says something`, () => {
    for (const [key, words] of Object.entries(texts)) {
      const forms = words.split(" | ");
      assert.ok(forms.length <= 2, key);
      assert.ok(forms.every((form) => form.trim() === form && form !== ""), key);
    }
  });
}

test("both languages ask for the same values", () => {
  for (const key of Object.keys(en)) assert.deepEqual(values(es[key]), values(en[key]), key);
});

test("a text has its values, and the form for their number", () => {
  assert.equal(text("moves_made", { n: 1 }), "1 move");
  assert.equal(text("moves_made", { n: 0 }), "0 moves");
  assert.equal(text("moves_made", { n: 2 }), "2 moves");
  assert.equal(text("left_of", { left: 0, health: 20 }), "0 of 20 left");
  assert.equal(text("left_of", { health: 20 }), "{left} of 20 left", "what is missing can be seen");
});

test("a value cannot ask for another value", () => {
  assert.equal(text("name_at_seat", { name: "{n} $&", n: 1 }), "{n} $& (seat 1)");
});

test("the browser's languages choose, in their order", async () => {
  preferences.languages = ["fr-FR", "es-MX", "en"];
  await useLanguage();
  assert.equal(language(), "es");
  assert.equal(document.documentElement.lang, "es");
  assert.equal(text("loading"), es.loading);
  preferences.languages = ["fr"];
  await useLanguage();
  assert.equal(language(), "en");
  assert.equal(text("loading"), en.loading);
});

test("who has chosen a language gets it", async () => {
  await chooseLanguage("es");
  assert.equal(language(), "es");
  assert.equal(number(12345.5), "12.345,5");
  assert.match(time("2026-11-21T13:46:04Z", { dateStyle: "full", timeZone: "UTC" }), /noviembre/);
});

test("spans of time have the unit that fits", () => {
  assert.deepEqual([0, 59, 60, 3600, 5400, 172_799, 172_800].map(duration), ["1 s", "59 s", "1 min", "1 h", "1.5 h", "48 h", "2 days"]);
});

test("what is waited for is told to the minute", () => {
  assert.deepEqual([0, 60, 61, 3599, 3600, 22_320].map(hoursAndMinutes), ["1 min", "1 min", "2 min", "1 h 0 min", "1 h 0 min", "6 h 12 min"]);
});

test("how many play is told in the plural of each language", async () => {
  const turnout = (attempts, finished) => turnoutText({ turnout: { attempts, finished } });
  assert.equal(turnout(1, 0), "1 began, 0 finished");
  await chooseLanguage("es");
  assert.deepEqual([turnout(1, 1), turnout(2, 1)], ["1 ha empezado, 1 ha terminado", "2 han empezado, 1 ha terminado"]);
});

test("players of the same name are told apart by their seats", () => {
  const seats = ["Ada", "Ben", "Ada", null].map((name, seat) => ({ name, seat }));
  assert.deepEqual([0, 1, 2, 3, 4].map((seat) => nameAt(seats, seat)), ["Ada (seat 1)", "Ben", "Ada (seat 3)", "Seat 4", "Seat 5"]);
});
