// A game that waits for players: its link, its players, and the form to join.

import { acting } from "../acting.js";
import { post, remove, StreamEnded } from "../api.js";
import { pathOf } from "../challenge/share.js";
import { codeField } from "../challenge/code-field.js";
import { addressField } from "../copy.js";
import { deviceButton, seatHere } from "../device.js";
import { h, link, render } from "../dom.js";
import { t, time } from "../language.js";
import { nameAt, seatText } from "../names.js";
import { limitHint } from "../limit-hint.js";
import { loadingNote, problemNote } from "../notes.js";
import { go } from "../router.js";
import { become } from "../player/become.js";
import { change, codeOf, forgetSeat, getState, ownerToken, seatsIn } from "../store.js";
import { briefRules } from "./brief.js";
import { botMark, levelField, levelIn, levelText, seatBot, takeOff, USUAL } from "./bots.js";
import { join } from "./create.js";
import { specialNote } from "./game-line.js";
import { invitePlayer } from "./invite-player.js";
import { limitMeaning, limitText } from "./turn-limit.js";
import { targetOf } from "./state.js";
import { hasPeople, yourSeat } from "./your-seat.js";

/** @param {Table} table @param {Page} page */
export function waitingPanel(table, page) {
  const { view, seat, problem } = table;
  if (!view) return [];
  const note = problem ? problemNote(problem) : null;
  if (problem instanceof StreamEnded) return [h("section", { class: "panel stack waiting" }, note, wayOut(view))];
  const open = view.seats.filter((one) => one.open).length;
  const owns = ownerToken(view.id) !== null;
  return [h("section", { class: "panel waiting" },
    h("h2", {}, t("waiting_title", { n: open })),
    note,
    attemptAbout(table),
    view.turn_limit === null ? null : h("p", {}, `${limitText(view)}. `, h("span", { class: "soft" }, limitMeaning(view.challenge !== null))),
    seat === null ? invited(table, page) : page.once("invitation", () => invitation(view)),
    seat === null ? null : h("p", { class: "soft" }, t("waiting_about")),
    seat === null ? null : seatNote(view, seat),
    owns && mayInvite(table) ? botSeats(table, page) : null,
    owns ? h("div", { class: "waiting-more" },
      mayInvite(table) ? page.once("player", () => invitePlayer(page.current)) : null,
      mayInvite(table) ? page.once("links", () => personalLinks(page.current)) : null,
      page.once("call-off", () => wayAway(view, "cancel", t("call_off"), () => remove(`/v1/games/${view.id}`, { token: ownerToken(view.id) })))) : null,
    seat === null || owns ? null : page.once("leave", () => wayAway(view, "leave", t("leave_seat"), () => freeSeat(view.id, seat))))];
}

/** Where the own seat can be used. @param {Schemas["GameView"]} view @param {number} seat */
function seatNote(view, seat) {
  const isGuest = view.seats[seat]?.player_id === null;
  return h("div", { class: "stack" },
    isGuest ? h("p", {}, t("device_guest")) : null,
    h("div", { class: "row" }, deviceButton(() => seatHere(view, seat))));
}

/** From a game that is not shown here any more. @param {Schemas["GameView"]} view */
function wayOut({ challenge }) {
  return h("div", { class: "row" },
    challenge ? link(`/challenges/${challenge.id}`, { class: "button main" }, t("challenge")) : null,
    link("/", { class: "button" }, t("home")));
}

/** The owner chooses who sits down, but in a challenge for invited players. @param {Table} table */
function mayInvite({ challenge, view }) {
  return !view?.challenge || challenge?.admission === "anyone";
}

/** The challenge of an attempt, and its meaning for who sits here. @param {Table} table */
function attemptAbout({ challenge, seat }) {
  if (!challenge) return null;
  const { date, name } = challenge;
  const text = date ? t("waiting_daily", { date: time(`${date}T00:00:00Z`, { dateStyle: "long", timeZone: "UTC" }) }) : t("waiting_challenge", { name: name ?? "" });
  return h("p", {}, link(pathOf(challenge), {}, text), " ",
    t(seat === null ? "waiting_attempt_join" : "waiting_attempt_about"));
}

/** To what, by whom and for how long who comes by the link is invited. @param {Table} table @param {Page} page */
function invited(table, page) {
  const { book, view } = table;
  if (!view || !book) return loadingNote();
  const there = view.seats.filter((one) => !one.open).map((one) => nameAt(view.seats, one.seat));
  const host = view.seats.find((one) => !one.open && !one.bot_level && one.name)?.name;
  const values = { name: host ?? "", game: book.rules.title, n: view.players, minutes: minutes(view) };
  return h("div", { class: "stack" },
    h("p", { class: "lead" }, t(host ? "invited_by" : "invited", values)),
    specialNote(table),
    there.length > 0 ? h("p", { class: "soft" }, t("invited_there", { names: there.join(", ") }), " ", hasPeople(view) ? yourSeat() : null) : null,
    table.watching
      ? h("div", { class: "stack" }, h("p", {}, t("watch_about")), h("div", { class: "row" },
        h("button", { type: "button", class: "main", "data-key": "sit", onclick: () => page.act({ type: "watch", watching: false }) }, t("join"))))
      : view.challenge && !table.challenge ? loadingNote() : page.once("join", () => joinForm(table, view, page)),
    h("h3", {}, t("brief_title")),
    briefRules(view, book));
}

/** About how long a game takes. @param {Schemas["GameView"]} view */
function minutes(view) {
  const { kind, players } = view;
  return kind === "regicide" ? 5 + 5 * players : Math.round(targetOf({ view }) * 0.6 / 5) * 5 || 5;
}

/** The link for others, unless all open seats of a rematch are held for those of the game before. @param {Schemas["GameView"]} view */
function invitation(view) {
  const isHeld = view.rematch_of_id !== null && view.seats.every((one) => !one.open || one.invited_until !== null);
  return h("div", { class: "stack" },
    isHeld ? h("p", {}, t("rematch_held")) : [h("p", {}, t("invite_about")), inviteField(view, {}, t("invite_link"))]);
}

/**
 * The address of a game with the codes that open it, to share through the device, or to copy.
 * @param {Schemas["GameView"]} view
 * @param {{ invitation?: string }} codes beside that of a private game
 * @param {string} label
 */
export function inviteField({ id }, codes, label) {
  const code = codeOf(id);
  const all = new URLSearchParams({ ...codes, ...(code ? { code } : {}) }).toString();
  const address = `${location.origin}/games/${id}${all && `#${all}`}`;
  const done = h("span", { class: "soft", role: "status" });
  const copy = async () => {
    const shared = { title: "Regicide", text: t("invite_text"), url: address };
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share(shared);
      else await navigator.clipboard.writeText(address);
      done.textContent = t("copied");
    } catch {
      // Sharing failed or was cancelled: the link can be copied by hand.
      done.textContent = "";
    }
  };
  return h("div", { class: "row" },
    addressField(address, label, "invite-link"),
    h("button", { type: "button", class: "main", "data-key": `copy-${label}`, onclick: copy }, t("invite_copy")),
    done);
}

/** A single-use link for each open seat, so that only the invited person can take it. @param {() => Table} current */
function personalLinks(current) {
  const list = h("div", {});
  const make = acting(list, async () => {
    const { view } = current();
    if (!view) return;
    const seats = view.seats.filter((one) => one.open).map((one) => one.seat);
    render(list, loadingNote());
    const { invitations } = await post(`/v1/games/${view.id}/invitations`, { token: ownerToken(view.id), body: { for_seats: seats } });
    render(list, h("ul", { class: "stack personal" }, invitations.map(({ seat, code }) =>
      h("li", { "data-invited": seat }, seatText(seat), inviteField(view, { invitation: code }, t("invite_for", { n: seat + 1 }))))));
  });
  return h("div", { class: "stack" },
    h("button", { type: "button", "data-key": "personal", onclick: make }, t("invite_each")), list);
}

/**
 * An attempt is made by players: who is none becomes one.
 * @param {Table} table
 * @param {Schemas["GameView"]} view
 * @param {Page} page
 */
function joinForm({ challenge }, view, page) {
  const status = h("div", {});
  const { player } = getState();
  const name = h("input", {
    "aria-label": t("your_name"), placeholder: t("your_name"), value: player?.name ?? getState().name ?? "", maxlength: 40,
    autocomplete: "nickname", "data-key": "join-name", required: challenge !== null,
  });
  const code = challenge?.admission === "invited" ? codeField() : null;
  // The code is in the fragment of the address, which browsers do not send.
  const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation") ?? codeOf(view.id);
  const sit = acting(status, async () => {
    const given = name.value.trim() || null;
    if (given) change({ name: given });
    const by = challenge ? getState().player ?? await become(given ?? "") : null;
    await join(view.id, { name: by ? by.name : given, invitation: code?.value.trim() || invitation });
    history.replaceState(null, "", location.pathname);
    page.dispatch({ type: "seated", own: seatsIn(view.id) });
  }, { loads: true });
  return h("form", { class: "stack", onsubmit: sit },
    challenge && player ? null : [challenge ? h("p", { class: "soft" }, t("become_about")) : null, name, limitHint(name)],
    code ? h("label", {}, t("attempt_code"), code) : null, status,
    h("div", { class: "row" },
      h("button", { class: "main", "data-key": "join" }, t("join")),
      challenge && player ? h("span", { class: "soft" }, t("attempt_as", { name: player.name })) : null,
      // Until its challenge is over an attempt is seen from its seats alone.
      challenge ? null : h("button", { type: "button", "data-key": "watch", onclick: () => page.act({ type: "watch", watching: true }) }, t("watch"))));
}

/** The open seats, which a bot can take, and the bots, which can be taken off. @param {Table} table @param {Page} page */
function botSeats(table, page) {
  const { view } = table;
  const token = ownerToken(table.id);
  const status = page.once("bot-status", () => h("div", {}));
  const seats = (view?.seats ?? []).filter((one) => one.open || one.bot_level);
  const level = page.once("bot-level", () => levelField({ label: t("bots_level"), level: USUAL, key: "bot-level" }));
  const sit = async (/** @type {number} */ seat) => {
    await seatBot(table.id, seat, levelIn(level), token);
    // A link to a seat that a bot has taken is void.
    document.querySelector(`[data-invited="${seat}"]`)?.remove();
  };
  return h("section", { class: "stack waiting-bots", "aria-label": t("bots") },
    level,
    h("ul", { class: "bot-seats" }, seats.map(({ seat, bot_level: bot }) => h("li", {},
      h("span", {}, bot ? [...botMark(seat), `, ${levelText(bot)}`] : seatText(seat)),
      h("button", {
        type: "button", "data-key": `bot-${seat}`, onclick: acting(status, () => (bot ? takeOff(table.id, seat, token) : sit(seat))),
        "aria-label": t(bot ? "bot_off_seat" : "bot_on_seat", { n: seat + 1 }),
      }, t(bot ? "bot_off" : "bot_on"))))),
    status);
}

/**
 * The button by which the owner calls a game off, or a player leaves it.
 * @param {Schemas["GameView"]} view
 * @param {string} key
 * @param {string} text
 * @param {() => Promise<unknown>} request
 */
function wayAway({ challenge }, key, text, request) {
  const status = h("div", {});
  const leave = acting(status, async () => {
    await request();
    // An attempt can be made again.
    go(challenge ? `/challenges/${challenge.id}` : "/");
  });
  return h("div", { class: "stack" }, h("button", { type: "button", class: "danger", "data-key": key, onclick: leave }, text), status);
}

/** @param {string} game @param {number} seat */
async function freeSeat(game, seat) {
  const token = seatsIn(game).find((one) => one.seat === seat)?.token ?? null;
  await takeOff(game, seat, token);
  forgetSeat(game, seat);
}
