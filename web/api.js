// Requests to the API of the service.

import { noteTime } from "./clock.js";
import { language } from "./language.js";
import { isVoid, setAside } from "./store.js";

/**
 * @typedef {object} RequestOptions
 * @property {string | null} [token] the bearer token
 * @property {unknown} [body] sent as JSON; a text is JSON already
 * @property {string} [key] the idempotency key of a request that may be sent again
 * @property {AbortSignal} [signal]
 * @property {boolean} [peeks] whether a void token is not set aside
 */

/** A refused request, with the problem document. */
export class Problem extends Error {
  /** @param {Schemas["Problem"]} document @param {number | null} retryAfter */
  constructor(document, retryAfter) {
    super(document.detail);
    this.title = document.title;
    this.status = document.status;
    this.code = document.code;
    this.rule = document.rule ?? null;
    this.field = document.field ?? null;
    this.seq = document.seq ?? null;
    /** After how many seconds to try again. */
    this.retryAfter = retryAfter;
  }
}

/** No response: the network or the service is down, or what answers is not the service. */
export class Unreachable extends Error {}

/** The most bytes of an answer, and how long it may take in milliseconds. */
const MOST = 64 << 20;
const TIMEOUT = 60_000;
/** A computed result is requested again after a second at the earliest, for at most ten minutes; in milliseconds. */
const COMPUTING_PAUSE = 1_000;
const COMPUTING = 600_000;

/** The service ended a stream for good; the message is the reason. */
export class StreamEnded extends Error {}

/** @type {Send<"get">} */
export const get = async (path, options) => parsed(await request("GET", path, options));

/**
 * Sends a request that creates something. Without an idempotency key it gets a
 * new one, and is repeated with the same key if no response arrives.
 * @type {Send<"post">}
 */
export const post = async (path, options = {}) => parsed(await request("POST", path, { key: crypto.randomUUID(), ...options }));

/** @type {Send<"put">} */
export const put = async (path, options) => parsed(await request("PUT", path, options));

/** @type {Send<"patch">} */
export const patch = async (path, options) => parsed(await request("PATCH", path, options));

/** @type {Send<"delete">} */
export const remove = async (path, options) => parsed(await request("DELETE", path, options));

/**
 * The items of a list, a hundred a request, of at most so many requests; `next` if there are more.
 * @template {string} Path
 * @param {Path} path
 * @param {RequestOptions} options
 * @param {number} [most]
 * @returns {Promise<{ items: Received<"get", Path>["items"], next: string | null }>}
 */
export async function getItems(path, options, most = Infinity) {
  const items = [];
  /** @type {string | null} */
  let next = "";
  for (let page = 0; page < most && next !== null; page += 1) {
    const after = next && `&after=${encodeURIComponent(next)}`;
    const answer = await parsed(await request("GET", `${path}${path.includes("?") ? "&" : "?"}limit=100${after}`, options));
    items.push(...answer.items);
    next = answer.next ?? null;
  }
  return { items, next };
}

/** The resource at a path, as a file. @param {string} path @param {RequestOptions} options */
export async function getFile(path, { token }) {
  const response = await reach(path, { headers: headers(token), signal: AbortSignal.timeout(TIMEOUT) });
  if (!response.ok) throw await refusal(response, token);
  return whole(response);
}

/**
 * Requests a result that the service has to compute first, with a body by `POST`: again after `Retry-After`, as long as
 * the response is a 202, which has the partial result.
 * @template T
 * @param {string} path
 * @param {RequestOptions & { known?: (soFar: T) => void }} [options]
 * @returns {Promise<T>}
 */
export async function getComputed(path, { known, ...options } = {}) {
  for (let left = COMPUTING; ;) {
    const response = await request(options.body === undefined ? "GET" : "POST", path, options, true);
    if (response.status !== 202) return parsed(response);
    known?.(await parsed(response));
    const wait = Math.max(1000 * (retrySeconds(response) ?? 0), COMPUTING_PAUSE);
    left -= wait;
    if (left < 0) throw new Unreachable(path);
    await pause(wait);
    options.signal?.throwIfAborted();
  }
}

/** Attempts for a request that gets no response. */
const TRIES = 3;

/**
 * Sends a request, again where that can help: reading goes on without a void token.
 * @param {string} method
 * @param {string} path
 * @param {RequestOptions} [options]
 * @param {boolean} [repeatable] whether a second request has no effect of its own
 */
async function request(method, path, options = {}, repeatable = method === "GET" || options.key !== undefined) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(method, path, options);
    } catch (error) {
      if (method === "GET" && isVoid(options.token)) return request(method, path, { ...options, token: null });
      const again = error instanceof Unreachable || (error instanceof Problem && error.status === 503);
      if (!again || !repeatable || tries === TRIES || options.signal?.aborted) throw error;
      await pause(300 * tries);
    }
  }
}

/** @param {string} method @param {string} path @param {RequestOptions} options */
async function send(method, path, { token, body, key, signal, peeks = false }) {
  const response = await reach(path, {
    method,
    headers: {
      "Accept": "application/json, application/problem+json",
      ...headers(token),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(signal ? [signal] : [])]),
  });
  if (!response.ok) throw await refusal(response, peeks ? null : token);
  try {
    return new Response(await whole(response), response);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** The body of a response, which has an end and a limit. @param {Response} response */
async function whole(response) {
  const chunks = response.body?.getReader();
  const found = [];
  for (let size = 0; chunks;) {
    // The service can end within an answer.
    const { done, value } = await chunks.read().catch(() => {
      throw new Unreachable(`${response.status} that is cut`);
    });
    if (done) break;
    found.push(value);
    size += value.byteLength;
    if (size > MOST) {
      chunks.cancel().catch(() => {});
      throw new Unreachable(`more than ${MOST} bytes`);
    }
  }
  return new Blob(found, { type: response.headers.get("Content-Type") ?? "" });
}

/** The object that a response has in JSON. @param {Response} response @returns {Promise<any>} */
async function parsed(response) {
  const text = await response.text();
  const value = object(text);
  if (!value) throw new Unreachable(`${response.status} without an object`);
  return value;
}

/** The object that a text is in JSON, or nothing. @param {string} text @returns {any} */
export function object(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The headers that every request has. @param {string | null | undefined} token @returns {Record<string, string>} */
export function headers(token) {
  return { "Accept-Language": language(), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

/** `fetch` that throws `Unreachable` if there is no response. @param {string} path @param {RequestInit} options */
export async function reach(path, options) {
  try {
    const response = await fetch(path, { cache: "no-cache", ...options });
    noteTime(response);
    return response;
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    if (options.signal?.aborted && !isLate) throw error;
    throw new Unreachable(path);
  }
}

/**
 * The error of a refused request. A void token is set aside.
 * @param {Response} response
 * @param {string | null | undefined} token that was sent
 * @returns {Promise<Error>}
 */
export async function refusal(response, token) {
  const document = object(await whole(response).then((body) => body.text()).catch(() => ""));
  // The response is not the service's own, for example a proxy's.
  if (typeof document?.code !== "string" || typeof document.detail !== "string") return new Unreachable(`${response.status}`);
  if (token && document.code === "token_unknown") setAside(token);
  return new Problem(document, retrySeconds(response));
}

/** The seconds of `Retry-After`, if it has digits and nothing else. @param {Response} response */
function retrySeconds(response) {
  const text = response.headers.get("Retry-After") ?? "";
  return /^[0-9]{1,12}$/.test(text) ? Number(text) : null;
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
