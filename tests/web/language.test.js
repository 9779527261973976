// The texts of the client in both languages, and how they are filled.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { preferences } from "./browser.js";
import { turnoutText } from "../../web/challenge/words.js";
import { language, number, percent, t as text, time, useLanguage } from "../../web/language.js";
import { nameAt } from "../../web/names.js";
import { changeSettings } from "../../web/store.js";
import { duration } from "../../web/time.js";

async function chooseLanguage(wanted) {
  changeSettings({ language: wanted });
  await useLanguage();
}

const written = (tag) => readFileSync(new URL(`../../web/locales/${tag}.json`, import.meta.url), "utf8");
const [en, es] = ["en", "es"].map((tag) => JSON.parse(written(tag)));

afterEach(async () => {
  preferences.languages = ["en-GB"];
  await chooseLanguage(null);
});

/** The placeholders of a text. */
const values = (words) => [...new Set(words.match(/\{\w+\}/g))].sort();

test("both languages have the same texts, each once", () => {
  for (const [tag, texts] of Object.entries({ en, es })) assert.equal(written(tag), `${JSON.stringify(texts, null, 2)}\n`);
  assert.deepEqual(Object.keys(es).sort(), Object.keys(en).sort());
});

for (const [tag, texts] of Object.entries({ en, es })) {
  test(`each text of ${tag} has a form for one or for any number, and is not empty`, () => {
    for (const [key, words] of Object.entries(texts)) {
      const forms = words.split(" | ");
      assert.ok(forms.length <= 2, key);
      assert.ok(forms.every((form) => form.trim() === form && form !== ""), key);
    }
  });
}

test("both languages have the same placeholders", () => {
  for (const key of Object.keys(en)) assert.deepEqual(values(es[key]), values(en[key]), key);
});

test("a text has its values, and the form for their number", () => {
  assert.equal(text("moves_made", { n: 1 }), "1 move");
  assert.equal(text("moves_made", { n: 0 }), "0 moves");
  assert.equal(text("moves_made", { n: 2 }), "2 moves");
  assert.equal(text("left_of", { left: 0, health: 20 }), "0 of 20 left");
  assert.equal(text("left_of", { health: 20 }), "{left} of 20 left", "what is missing can be seen");
});

test("a placeholder in a value is not replaced", () => {
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

test("the last of two choices counts, whichever texts come first", async () => {
  changeSettings({ language: "es" });
  const first = useLanguage();
  changeSettings({ language: "en" });
  await Promise.all([first, useLanguage()]);
  assert.deepEqual([language(), text("loading")], ["en", en.loading]);
});

test("the chosen language is used", async () => {
  await chooseLanguage("es");
  assert.equal(language(), "es");
  assert.equal(number(12345.5), "12.345,5");
  assert.match(time("2026-11-21T13:46:04Z", { dateStyle: "full", timeZone: "UTC" }), /noviembre/);
});

test("dates follow the language of the page, and the region where the browser has one for it", async () => {
  const day = () => time("2026-11-05T12:00:00Z", { dateStyle: "short", timeZone: "UTC" });
  preferences.languages = ["es-MX", "en-GB"];
  await useLanguage();
  assert.equal(day(), "05/11/26");
  await chooseLanguage("en");
  assert.equal(day(), "05/11/2026");
  preferences.languages = ["en-US", "en-GB"];
  await useLanguage();
  assert.equal(day(), "11/5/26");
  for (const none of ["de-DE", "en-US@posix"]) {
    preferences.languages = [none];
    await useLanguage();
    assert.equal(day(), "11/5/26", none);
  }
  await chooseLanguage("es");
  assert.equal(day(), "5/11/26");
});

test("small shares have a decimal", () => {
  assert.deepEqual([0, 0.004, 0.0999, 0.1, 0.255, 1].map(percent), ["0%", "0.4%", "10%", "10%", "26%", "100%"]);
});

test("spans of time have the units that fit", () => {
  assert.deepEqual([0, 59, 60, 3569, 3570, 3600, 5400, 22_320, 86_400, 172_799, 172_800].map(duration),
    ["1 s", "59 s", "1 min", "59 min", "1 h", "1 h", "1 h 30 min", "6 h 12 min", "1 day", "48 h", "2 days"]);
});

test("the number of players has the plural of each language", async () => {
  const turnout = (attempts, finished) => turnoutText({ turnout: { attempts, finished } });
  assert.equal(turnout(1, 0), "1 began, 0 finished");
  await chooseLanguage("es");
  assert.deepEqual([turnout(1, 1), turnout(2, 1)], ["1 ha empezado, 1 ha terminado", "2 han empezado, 1 ha terminado"]);
});

test("players of the same name are distinguished by their seats", () => {
  const seats = ["Ada", "Ben", "Ada", null].map((name, seat) => ({ name, seat }));
  assert.deepEqual([0, 1, 2, 3, 4].map((seat) => nameAt(seats, seat)), ["Ada (seat 1)", "Ben", "Ada (seat 3)", "Seat 4", "Seat 5"]);
});
