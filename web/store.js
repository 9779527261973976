// Data in localStorage: seats with their tokens, the player, and the settings of each player. Tokens are sent only in
// the header `Authorization`, never in an address.

/**
 * @typedef {object} Seat A seat that was taken from this browser.
 * @property {string} game id of the game
 * @property {number} seat
 * @property {string} token
 * @property {string} [name]
 * @property {boolean} [practice] whether the game is played for practice, with the cards of a challenge
 * @property {boolean} [listed] whether the finished game of a guest is in the player's list
 * @property {number} used when it was used last, in milliseconds
 *
 * @typedef {object} Player The player of this browser.
 * @property {string} id
 * @property {string} name
 * @property {string} token
 *
 * @typedef {object} Settings of a player
 * @property {string | null} language `null` follows the browser
 * @property {"light" | "dark" | null} scheme `null` follows the system
 * @property {"standard" | "indices" | "shapes"} deck the style of the cards
 * @property {boolean} sound whether moves are heard
 * @property {boolean} vibration whether moves are felt
 * @property {import("./table/pace.js").Pace} pace of bots and animations
 * @property {"suit" | "value"} order of the cards in hand
 * @property {boolean} confirm whether a move that a drop or a double tap completes waits for the button
 *
 * @typedef {{ kind: "player", name: string } | { kind: "seat", game?: string } | { kind: "code" } | { kind: "left", game: string, key: string }} Aside
 *
 * @typedef {{ receipt: string, policy: string, broken?: "other" | "late" | "missing", done?: true }} Promised a receipt, with the policy from when it came; one that is done stays until its time, as views have it until then
 *
 * @typedef {object} Kept
 * @property {Seat[]} seats
 * @property {Seat[]} former seats that were left or given to others: their tokens bring their players back
 * @property {Player | null} player
 * @property {Aside | null} aside the notice that is due: of a refused token, or of a seat whose page a guest has left
 * @property {boolean} left whether a guest has left the page of a seat: the notice about it comes once
 * @property {Record<string, string>} organised by challenge, the player who made it
 * @property {Record<string, number | string>} owned by game, the seat or the player that owns it
 * @property {Record<string, string>} codes by private game, the code that shows it
 * @property {Record<string, string>} checkpoints by log, the largest checkpoint seen
 * @property {Record<string, Promised>} receipts by game
 * @property {boolean} watchable whether others find new games, and may watch them
 * @property {Record<string, string>} notes by game, the player's own notes
 * @property {string | null} name the name given last
 * @property {Record<string, Partial<Settings>>} settings by player, and those of the guest: what they have changed
 * @property {boolean} notify whether notifications are switched on
 * @property {boolean} answered whether the offer of notifications was answered
 * @property {{ player: string, id: string } | null} push the player's webhook for this browser
 * @property {{ game: string, seen: string[] } | null} guide the guided game that goes on, and the marks that are done with
 * @property {boolean} guided whether a guided game has ended, or was skipped
 * @property {Record<string, number>} best by kind of game and players, the most royals defeated in a game that is over
 * @property {Record<string, { key: string, moves: number }>} wins by game, its kind and players, and the number of moves
 */

const KEY = "regicide";
/** Seats beyond this number are forgotten, those not used for longest first. */
const SEATS = 200;
/** So many former seats are kept. */
const FORMER = 20;
/** So many receipts are kept, the last ones. */
const RECEIPTS = 200;

/** @type {Kept} */
const EMPTY = {
  seats: [], former: [], player: null, aside: null, name: null, organised: {}, owned: {}, codes: {}, checkpoints: {}, receipts: {}, notes: {}, settings: {}, watchable: false,
  notify: false, answered: false, left: false, push: null, guide: null, guided: false, best: {}, wins: {},
};

/** The settings of a visitor who has changed none. @type {Settings} */
const USUAL = { language: null, scheme: null, deck: "standard", sound: false, vibration: false, pace: "1×", order: "suit", confirm: true };
/** The settings without a player are under this name. */
const GUEST = "guest";

/** @returns {Kept} */
function read() {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    // Storage is unavailable or its content is not ours: start with nothing.
    return { ...EMPTY };
  }
}

/** @type {Kept} */
let kept = read();

// Another tab may have changed it.
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  const { player, aside } = kept;
  hold(read());
  const isAside = kept.aside !== null && JSON.stringify(kept.aside) !== JSON.stringify(aside);
  if (isAside || (player && player.token !== kept.player?.token)) dispatchEvent(new Event("identity"));
});

/** Tokens that were refused since the page was loaded. @type {Set<string>} */
const refused = new Set();

/** @returns {Readonly<Kept>} */
export function getState() {
  return kept;
}

/** @param {Partial<Kept>} changes */
export function change(changes) {
  const before = read();
  const next = { ...before, ...changes };
  if (changes.seats) next.notes = notesOf(next);
  if (before.player && !next.player) next.settings = without(next.settings, before.player.id);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage the state lasts as long as the page.
  }
  hold(next);
}

/** Replaces the state. The event `settings` follows if those in force differ. @param {Kept} next */
function hold(next) {
  const before = JSON.stringify(getSettings());
  kept = next;
  if (JSON.stringify(getSettings()) !== before) dispatchEvent(new Event("settings"));
}

/** The settings in force: the player's. @returns {Readonly<Settings>} */
export function getSettings() {
  return { ...USUAL, ...ownSettings(kept) };
}

/** @param {Partial<Settings>} changes */
export function changeSettings(changes) {
  const stored = read();
  change({ settings: { ...stored.settings, [stored.player?.id ?? GUEST]: { ...ownSettings(stored), ...changes } } });
}

/** A player who has changed none here has those of the guest: a guest became the player. @param {Kept} kept */
function ownSettings({ player, settings }) {
  return (player && settings[player.id]) ?? settings[GUEST];
}

/** @template T @param {Record<string, T>} entries @param {string} key @returns {Record<string, T>} */
function without(entries, key) {
  const { [key]: _, ...others } = entries;
  return others;
}

/** The notes on games with a seat here. @param {Kept} kept */
function notesOf({ notes, seats }) {
  const games = new Set(seats.map(({ game }) => game));
  return Object.fromEntries(Object.entries(notes).filter(([game]) => games.has(game)));
}

/** A token that was held here and refused. @param {string | null | undefined} token */
export function isVoid(token) {
  return token !== null && token !== undefined && refused.has(token);
}

/**
 * Forgets the player, the seats or the code of a refused token: a player was deleted or has a new key, a seat was freed
 * or given to another, a code is wrong. The page is shown again, with a notice.
 * @param {string} token
 */
export function setAside(token) {
  const { player, seats, codes, former } = read();
  const isPlayer = player?.token === token;
  const own = seats.filter((seat) => seat.token === token);
  // Another tab has left the seat.
  const wasLeft = !isPlayer && former.some((seat) => seat.token === token) && !refused.has(token);
  if (!isPlayer && own.length === 0 && !wasLeft && !Object.values(codes).includes(token)) return;
  refused.add(token);
  if (wasLeft && own.length === 0) return void dispatchEvent(new Event("identity"));
  change({
    aside: isPlayer ? { kind: "player", name: player.name } : own[0] ? { kind: "seat", game: own[0].game } : { kind: "code" },
    player: isPlayer ? null : player,
    seats: seats.filter((seat) => seat.token !== token),
    former: isPlayer ? former.filter((seat) => seat.token !== token) : [...own, ...former].slice(0, FORMER),
    codes: Object.fromEntries(Object.entries(codes).filter(([, code]) => code !== token)),
  });
  dispatchEvent(new Event("identity"));
}

/**
 * Notes that a guest leaves the page of a seat. The first time, a notice follows.
 * @param {string} game
 * @param {string} key the seat's
 */
export function noteLeft(game, key) {
  const { aside, left } = read();
  if (!left && !aside) change({ aside: { kind: "left", game, key }, left: true });
}

/** Makes a player that of this browser. @param {Player} player */
export function keepPlayer(player) {
  change({ player, aside: null });
}

/** The seats in a game, in the order of the seats. @param {string} game */
export function seatsIn(game) {
  return kept.seats.filter((seat) => seat.game === game).sort((one, other) => one.seat - other.seat);
}

/**
 * The token that shows a game to who does not sit in it: its code, from the
 * fragment of the address, which browsers do not send, or from before.
 * @param {string} game
 */
export function codeOf(game) {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  // A wrong one must not take the place of one that is kept.
  if (code && !isVoid(code) && !kept.codes[game]) change({ codes: { ...kept.codes, [game]: code } });
  return kept.codes[game] ?? null;
}

/** The token that shows a game here: a seat's, a private game's code, or the player's. @param {string} game */
export function tokenFor(game) {
  return seatsIn(game)[0]?.token ?? codeOf(game) ?? kept.player?.token ?? null;
}

/** The token that owns a game, if this browser has it. @param {string} game */
export function ownerToken(game) {
  const owner = kept.owned[game];
  if (typeof owner === "string") return owner === kept.player?.id ? kept.player.token : null;
  return kept.seats.find((one) => one.game === game && one.seat === owner)?.token ?? null;
}

/** A seat whose name is not given has the one from before. @param {Omit<Seat, "used" | "name"> & { name?: string | null | undefined }} seat */
export function keepSeat({ name, ...seat }) {
  const { seats: before, former } = read();
  const same = (/** @type {Seat} */ one) => one.game === seat.game && one.seat === seat.seat;
  const next = { ...before.find(same), ...seat, ...(name ? { name } : {}), used: Date.now() };
  const seats = [next, ...before.filter((one) => !same(one))].sort((one, other) => other.used - one.used);
  change({ seats: seats.slice(0, SEATS), former: former.filter((one) => !same(one)) });
}

/** @param {string} game @param {number} seat */
export function forgetSeat(game, seat) {
  change({ seats: read().seats.filter((one) => one.game !== game || one.seat !== seat) });
}

/** Forgets a seat that was left, or given to another, but not the token that brings its player back. @param {string} game @param {number} seat */
export function leaveSeat(game, seat) {
  const { former, seats } = read();
  const left = seats.filter((one) => one.game === game && one.seat === seat);
  change({ former: [...left, ...former].slice(0, FORMER) });
  forgetSeat(game, seat);
}

/** The seat of a game that this browser had last. @param {string} game */
export function formerSeat(game) {
  return kept.former.find((one) => one.game === game) ?? null;
}

/** Keeps the player's notes on a game, as long as its seat. @param {string} game @param {string} text */
export function keepNote(game, text) {
  const others = without(read().notes, game);
  change({ notes: text === "" ? others : { ...others, [game]: text } });
}

/** Keeps the receipt of a game, or forgets it. @param {string} game @param {Promised | null} promised */
export function keepReceipt(game, promised) {
  const others = without(read().receipts, game);
  change({ receipts: promised ? Object.fromEntries([...Object.entries(others), [game, promised]].slice(-RECEIPTS)) : others });
}
