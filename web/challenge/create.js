// The form to create a challenge.

import { acting } from "../acting.js";
import { post } from "../api.js";
import { h, link, render } from "../dom.js";
import { t } from "../language.js";
import { limitHint } from "../limit-hint.js";
import { become } from "../player/become.js";
import { go } from "../router.js";
import { rules } from "../rulebook.js";
import { change, getState } from "../store.js";
import { optionsPanel } from "../table/options.js";
import { DAY } from "../time.js";

/** The page for making one. */
export async function createPage() {
  const { items: games } = await rules();
  const now = new Date();
  const name = h("input", { name: "name", required: true, maxlength: 40, autocomplete: "off" });
  const game = select("game", [["regicide", t("game_regicide")], ["regicide-tricks", t("game_tricks")]]);
  const players = h("select", { name: "players" });
  const opens = moment("opens", now);
  const closes = moment("closes", new Date(now.getTime() + 7 * DAY));
  const grace = h("input", { type: "number", name: "grace", min: 0, max: 10080, value: 120, required: true });
  const attempts = h("input", { type: "number", name: "attempts", min: 1, max: 100, value: 1, required: true });
  const admission = select("admission", [["anyone", t("create_anyone")], ["invited", t("create_invited")]]);
  const listed = h("input", { type: "checkbox", name: "listed", checked: true });
  const seed = select("seed", [["secret", t("create_seed_secret")], ["public", t("create_seed_public")]]);
  const fixed = h("input", { name: "fixed", required: true, maxlength: 64, pattern: "[A-Za-z0-9._~\\-]+", autocomplete: "off", spellcheck: "false" });
  const words = h("input", { name: "words", maxlength: 31, pattern: "[A-Za-z0-9._~\\-]*", autocomplete: "off", spellcheck: "false" });
  const winnable = h("input", { type: "checkbox", name: "winnable" });
  const difficulty = h("input", { type: "checkbox", name: "difficulty" });
  const note = h("div");
  // Without a player in this browser, one is created with this name.
  const { player } = getState();
  const organiser = player ? null : h("input", { name: "organiser", required: true, maxlength: 40, autocomplete: "nickname", value: getState().name ?? "" });

  /** The chosen options of the game: another game, or table, has other options. */
  let options = /** @type {Record<string, unknown>} */ ({});
  const special = h("div");
  const seeds = h("div", { class: "stack" });
  const deal = h("div", { class: "stack" });
  const drawGame = () => {
    const chosen = games.find((one) => one.kind === game.value);
    if (!chosen) return;
    const counts = chosen.tables.map((table) => String(table.players));
    const wanted = counts.includes(players.value) ? players.value : counts[0];
    render(players, counts.map((n) => h("option", { value: n, selected: n === wanted }, t("players", { n: Number(n) }))));
    options = {};
    render(special, optionsPanel(chosen, Number(players.value), options));
    drawDeal();
  };
  // Solver and difficulty exist for the co-operative game only. The solver chooses among secret seeds; a public seed is given.
  const drawDeal = () => render(deal, game.value === "regicide" ? [
    seed.value === "secret" ? check(winnable, "create_winnable") : null,
    check(difficulty, "create_difficulty"),
  ] : null);
  const drawSeed = () => {
    const open = seed.value === "public";
    render(seeds,
      open ? field(t("create_seed_fixed"), fixed) : field(t("create_words"), words),
      h("p", { class: "soft" }, t(open ? "create_seed_public_about" : "create_words_about")));
    drawDeal();
  };
  for (const control of [game, players]) control.addEventListener("change", drawGame);
  seed.addEventListener("change", drawSeed);
  drawGame();
  drawSeed();

  const send = async () => {
    /** @type {Schemas["CreateChallenge"]} */
    const body = {
      name: name.value.trim(),
      kind: /** @type {Schemas["GameKind"]} */ (game.value),
      players: Number(players.value),
      closes_at: new Date(closes.value).toISOString(),
      grace_minutes: Number(grace.value),
      attempts: Number(attempts.value),
      admission: /** @type {Schemas["Admission"]} */ (admission.value),
      visibility: listed.checked ? "public" : "unlisted",
      ...(new Date(opens.value) > new Date() ? { opens_at: new Date(opens.value).toISOString() } : {}),
      options,
      require_winnable: winnable.isConnected && winnable.checked,
      measure_difficulty: difficulty.isConnected && difficulty.checked,
      ...(seed.value === "public" ? { seed: fixed.value } : words.value ? { seed_words: words.value } : {}),
    };
    const maker = getState().player ?? await become(organiser?.value ?? "");
    const { id } = await post("/v1/challenges", { token: maker.token, body });
    change({ organised: { ...getState().organised, [id]: maker.id } });
    go(`/challenges/${id}`);
  };
  return h("div", { class: "column" },
    h("h1", {}, t("create_challenge_title")),
    h("p", {}, t("create_challenge_about")),
    h("form", { class: "stack create-challenge", onsubmit: acting(note, send, { once: true }) },
      organiser ? [field(t("your_name"), organiser), limitHint(organiser)] : null,
      field(t("create_name"), name), limitHint(name),
      h("div", { class: "form-fields" }, field(t("create_game"), game), field(t("daily_players"), players)),
      h("div", { class: "form-fields" }, field(t("create_opens"), opens), field(t("create_closes"), closes)),
      h("div", { class: "form-fields" }, field(t("create_grace"), grace), field(t("create_attempts"), attempts)),
      field(t("create_admission"), admission),
      check(listed, "create_listed"),
      deal, special,
      h("details", { class: "panel" }, h("summary", {}, t("create_seed")),
        h("div", { class: "stack" }, field(t("create_seed_kind"), seed), seeds)),
      note,
      h("div", { class: "row" },
        h("button", { type: "submit", class: "main" }, t("create_challenge")), link("/challenges", { class: "button quiet" }, t("challenges")))));
}

/** @param {string} name @param {HTMLElement} control */
function field(name, control) {
  return h("label", { class: "form-field" }, h("span", {}, name), control);
}

/** @param {HTMLElement} box @param {import("../language.js").Key} key */
function check(box, key) {
  return h("label", { class: "check" }, box, h("span", {}, t(key)));
}

/** @param {string} name @param {[string, string][]} options */
function select(name, options) {
  return h("select", { name }, options.map(([value, text]) => h("option", { value }, text)));
}

/** A field for a date and time, in the user's time zone. @param {string} name @param {Date} value */
function moment(name, value) {
  const local = new Date(value.getTime() - value.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return h("input", { type: "datetime-local", name, value: local, required: true });
}
