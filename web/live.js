// The service's event streams, read as lines of JSON with `fetch`, which can send the token in a header. A lost
// connection is reopened automatically, after the last event that arrived.

import { get, headers, object, Problem, reach, refusal, StreamEnded, Unreachable } from "./api.js";
import { setAside } from "./store.js";

/** @typedef {{ type: string, id?: string, reason?: string }} AnyEvent */

/**
 * @template E
 * @typedef {object} Reader
 * @property {(event: E) => void | Promise<void>} event called with each event, in order
 * @property {(connected: boolean) => void} connection
 * @property {(error: unknown) => void} refused called when the service ends the stream for good
 */

/** A stream without data for this long is lost: the service sends a keep-alive every 15 seconds. */
const SILENCE = 40_000;
/** The longest line, in characters. */
const LONGEST = 8 << 20;
/** The delay before the first retry, and the longest delay. */
const AT_ONCE = 250;
const PATIENCE = 8_000;

/**
 * Reads a stream until the returned function is called, or until the service ends it.
 * @template {{ type: string }} E
 * @param {string} path
 * @param {string | null} token
 * @param {Reader<E>} reader
 */
export function read(path, token, reader) {
  const stopping = new AbortController();
  const stop = stopping.signal;
  const run = async () => {
    /** @type {string | null} */
    let last = null;
    for (let failures = 0; !stop.aborted; failures += 1) {
      try {
        for await (const event of lines(path, token, last, stop, () => reader.connection(true))) {
          if (stop.aborted) return;
          failures = 0;
          if (event.type === "closed" && event.reason !== "stopping") {
            if (token && event.reason === "token_unknown") setAside(token);
            throw new StreamEnded(event.reason ?? "");
          }
          if (event.type === "closed" || event.type === "keepalive") continue;
          last = event.id ?? last;
          await reader.event(/** @type {E} */ (/** @type {unknown} */ (event)));
          if (event.type === "rematch") return;
        }
      } catch (error) {
        if (stop.aborted || error instanceof Over) return;
        if (!(error instanceof Unreachable || (error instanceof Problem && (error.status === 429 || error.status >= 500)))) throw error;
        reader.connection(false);
      }
      // The connection is lost, the service is stopping, or a proxy has closed it.
      await pause(Math.min(PATIENCE, AT_ONCE * 2 ** failures), stop);
    }
  };
  run().catch((error) => {
    if (!stop.aborted) reader.refused(error);
  });
  return () => stopping.abort();
}

/** The stream has no more events. */
class Over extends Error {}

/**
 * The events of one connection.
 * @param {string} path
 * @param {string | null} token
 * @param {string | null} last the id of the last event that arrived
 * @param {AbortSignal} stop
 * @param {() => void} opened
 * @returns {AsyncGenerator<AnyEvent>}
 */
async function* lines(path, token, last, stop, opened) {
  const silence = new AbortController();
  const signal = AbortSignal.any([stop, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE);
  try {
    const response = await reach(path, {
      headers: { Accept: "application/x-ndjson", ...headers(token), ...(last ? { "Last-Event-ID": last } : {}) },
      signal,
    });
    if (response.status === 204) throw new Over();
    if (!response.ok || !response.body) throw await refusal(response, token);
    opened();
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await chunks.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE);
      const whole = (rest + value).split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole.filter((one) => one.trim())) {
        const event = object(line);
        if (typeof event?.type !== "string") throw new Unreachable(path);
        yield event;
      }
      if (rest.length > LONGEST) throw new Unreachable(path);
    }
  } catch (error) {
    if (error instanceof Problem || error instanceof Over || error instanceof Unreachable || stop.aborted) throw error;
    // The errors of a broken connection differ between browsers.
    throw new Unreachable(path);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, at most until the network is back. @param {number} milliseconds @param {AbortSignal} stop */
function pause(milliseconds, stop) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      stop.removeEventListener("abort", done);
      resolve(undefined);
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    stop.addEventListener("abort", done);
  });
}

/**
 * @typedef {object} Listener
 * @property {(view: Schemas["GameView"]) => void | Promise<void>} view the game as it is now; what follows waits for the promise
 * @property {(line: Schemas["LogLine"]) => void} line a move of the log, in its order
 * @property {(said: Schemas["SignalLine"]) => void} said a player has given a signal
 * @property {(readers: { present_seats: number[], spectators: number }) => void} present the readers of the game
 * @property {(connected: boolean) => void} connection
 * @property {(error: unknown) => void} refused called when the service ends the stream for good
 */

/**
 * Follows a game: its log from a move on, and each change. With the token of a seat the stream also reports the rematch.
 * @param {string} game
 * @param {{ token: string | null, after: number, listener: Listener }} options `after` is the number of the last move that was
 *   already received
 */
export function follow(game, { token, after, listener }) {
  let known = after;
  /** Reads the part of the log before the first event of the stream. @param {number} seq */
  async function catchUp(seq) {
    while (known < seq) {
      const log = await get(`/v1/games/${game}/moves?after=${known}`, { token });
      for (const line of log.items) listener.line(line);
      known = log.items.at(-1)?.seq ?? seq;
    }
  }
  return read(`/v1/games/${game}/events?presence=true${token ? "&until_rematch=true" : ""}`, token, {
    async event(/** @type {Schemas["GameEvent"]} */ event) {
      if (event.type === "signal") listener.said(event.said);
      if (event.type === "presence") listener.present(event);
      if (event.type === "move") {
        listener.line(event.made);
        known = Math.max(known, event.made.seq);
      } else if ("game" in event) {
        await catchUp(event.game.seq);
      }
      if ("game" in event) await listener.view(event.game);
    },
    connection: listener.connection,
    refused: listener.refused,
  });
}
