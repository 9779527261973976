// Creating and joining games, and storing their tokens.

import { post, Problem } from "../api.js";
import { go } from "../router.js";
import { change, getState, keepSeat, ownerToken, seatsIn } from "../store.js";
import { seatBot } from "./bots.js";
import { visibility } from "./visibility.js";

/** @typedef {"here" | "open" | import("./bots.js").Level} Sitter the kind of player at a seat: a person at this browser, an invited person, or a bot */

/** The token of this browser's player, if the name is that player's. @param {string | null | undefined} name */
export function playerToken(name) {
  const { player } = getState();
  return player && (!name || name === player.name) ? player.token : null;
}

/**
 * Creates a game, stores its seats in this browser and opens its table.
 * @param {Omit<Schemas["CreateGame"], "players" | "bots" | "open_seats">} wanted
 * @param {Sitter[]} sitters by seat; the first is here, and none that is here follows an open seat
 * @param {(id: string) => void} [made] called before the table opens
 */
export async function create({ names: given = [], ...wanted }, sitters, made = () => {}) {
  const open = sitters.indexOf("open");
  const before = sitters.slice(0, open < 0 ? sitters.length : open);
  const player = playerToken(given[0]);
  const first = player ? null : given[0] ?? getState().name ?? null;
  const names = before.map((sitter, seat) => (sitter !== "here" ? null : seat === 0 ? first : given[seat] ?? null));
  /** @type {Schemas["CreateGame"]} */
  const body = {
    ...wanted, visibility: visibility(open >= 0), names, players: sitters.length, bots: before.map(levelOf), open_seats: sitters.length - before.length,
  };
  const created = await post("/v1/games", { body, token: player });
  const { id } = created.game;
  keep(created, player);
  made(id);
  try {
    // The service takes all seats from the first open one on as open.
    for (const [seat, sitter] of sitters.entries()) {
      const level = seat < before.length ? null : levelOf(sitter);
      if (level) await seatBot(id, seat, level, ownerToken(id));
    }
  } finally {
    // If a bot was refused, its seat is open at the table.
    go(`/games/${id}`);
  }
}

/** @param {Sitter} sitter */
function levelOf(sitter) {
  return sitter === "here" || sitter === "open" ? null : sitter;
}

/**
 * Stores the tokens of a new game and opens its table.
 * @param {Schemas["Created"]} made
 * @param {string | null} player the token of the player who made it, if one did
 */
export function take(made, player) {
  keep(made, player);
  go(`/games/${made.game.id}`);
}

/** @param {Schemas["Created"]} made @param {string | null} player */
function keep({ game, tokens, spectator_code: code }, player) {
  for (const { seat, token } of tokens) keepSeat({ game: game.id, seat, token, name: game.seats[seat]?.name });
  noteOwner(game, player ? getState().player?.id : tokens[0]?.seat);
  if (code) noteCode(game.id, code);
}

/** @param {string} game @param {string} code of a private game */
export function noteCode(game, code) {
  change({ codes: { ...getState().codes, [game]: code } });
}

/**
 * Notes who owns a game that waits for players.
 * @param {Pick<Schemas["GameView"], "id" | "status">} game
 * @param {number | string | undefined} owner a seat or a player
 */
export function noteOwner({ id, status }, owner) {
  if (status === "waiting" && owner !== undefined) change({ owned: { ...getState().owned, [id]: owner } });
}

/**
 * Takes a seat of a game that waits for players, or of a running one.
 * @param {string} game
 * @param {{ name: string | null, seat?: number, invitation?: string | null, guestToken?: string | null, token?: string | null }} guest
 *   `token` is the player's, if it is the player who sits down; `guestToken` that of the seat that the guest had before
 */
export async function join(game, { name, seat, invitation, guestToken, token = playerToken(name) }) {
  /** @type {Schemas["TakeSeat"]} */
  const body = {
    ...(token || name === null ? {} : { name }), ...(seat === undefined ? {} : { seat }), ...(invitation ? { invitation } : {}), ...(guestToken ? { guest_token: guestToken } : {}),
  };
  const joined = await post(`/v1/games/${game}/seats`, { body, token });
  keepSeat({ game, seat: joined.seat, token: joined.token, name });
}

/**
 * A rematch: the same players with another deal. The first request creates the game and holds the seats of the others,
 * who take theirs. Players on this device take theirs at once.
 * @param {Schemas["GameView"]} view
 * @param {"same" | "next"} begins
 */
export async function rematch(view, begins) {
  const own = seatsIn(view.id);
  const [first] = own;
  if (!first || view.challenge) return createAlike(view, begins);
  const made = await post(`/v1/games/${view.id}/rematches`, { token: first.token, body: { begins } });
  const { id } = made.game;
  if (made.token) {
    keepSeat({ game: id, seat: made.seat, token: made.token, name: view.seats[made.seat]?.name });
    // The seat of a player is the player's again, who then owns the game.
    noteOwner(made.game, made.game.seats[made.seat]?.player_id ?? made.seat);
  }
  if (made.spectator_code) noteCode(id, made.spectator_code);
  const { player } = getState();
  for (const { seat, token } of own) {
    if (!made.game.seats[seat]?.open) continue;
    try {
      if (player && view.seats[seat]?.player_id === player.id) await join(id, { name: null, seat, token: player.token });
      else await withFormerNames(view.seats[seat]?.name ?? null, null, (name) => join(id, { name, seat, invitation: token, token: null }));
    } catch (error) {
      // It is held no more, or for a player who is not signed in here: the table shows that.
      if (!(error instanceof Problem) || error.status === 429) throw error;
    }
  }
  // A guest who has become a player plays on as the player.
  const isGuests = own.length === 1 && view.seats[first.seat]?.player_id === null;
  const [next] = seatsIn(id);
  if (player && next && isGuests) {
    await post(`/v1/games/${id}/seats`, { token: player.token, body: { guest_token: next.token } }).catch(() => {});
  }
  go(`/games/${id}`);
}

/**
 * Sends names of a finished game. If the service refuses them now, it sends none.
 * @template N, T
 * @param {N} names
 * @param {N} none
 * @param {(names: N) => Promise<T>} send
 */
export async function withFormerNames(names, none, send) {
  try {
    return await send(names);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "misleading_name") throw error;
    return send(none);
  }
}

/** The seat after the one that began. @param {Pick<Schemas["GameView"], "options" | "players">} game */
export function nextToBegin({ options, players }) {
  return ((options.first ?? 0) + 1) % players;
}

/**
 * Another game of the same kind with the same bots, for a spectator.
 * @param {Schemas["GameView"]} view
 * @param {"same" | "next"} begins
 */
async function createAlike(view, begins) {
  const { kind, seats, options, turn_limit: limit } = view;
  const own = { ...options, ...(begins === "next" ? { first: nextToBegin(view) } : {}) };
  await create({ kind, options: own, ...(limit === null ? {} : { turn_limit: limit }) }, seats.map(({ seat, bot_level: bot }) => (seat === 0 ? "here" : bot ?? "open")));
}
