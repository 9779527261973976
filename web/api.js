// Requests to the API of the service.

import { language } from "./language.js";
import { isVoid, setAside } from "./store.js";

/**
 * @typedef {import("./types/openapi.js").components["schemas"]} Schemas
 * @typedef {Schemas["Problem"]} ProblemDocument
 *
 * @typedef {object} Ask
 * @property {string | null} [token] the bearer token
 * @property {unknown} [body] sent as JSON
 * @property {string} [key] the idempotency key of a request that may be sent again
 * @property {AbortSignal} [signal]
 */

/**
 * What an operation answers.
 *
 * @template {keyof import("./types/openapi.js").operations} Id
 * @typedef {import("./types/openapi.js").operations[Id]["responses"] extends
 *   { 200: { content: { "application/json": infer Body } } } | { 201: { content: { "application/json": infer Body } } } ? Body : never} Answer
 */

/** A refused request, with the problem document. */
export class Problem extends Error {
  /** @param {ProblemDocument} document @param {number | null} retryAfter */
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

/** No response: the network or the service is down. */
export class Unreachable extends Error {}

/** The service ended a stream for good; the message is the reason. */
export class StreamEnded extends Error {}

/** A new idempotency key. */
export function newKey() {
  return crypto.randomUUID();
}

/**
 * @template T
 * @param {string} path
 * @param {Ask} [ask]
 * @returns {Promise<T>}
 */
export async function get(path, ask) {
  return (await request("GET", path, ask)).json();
}

/**
 * What is at a path, as a file.
 * @param {string} path
 * @param {Ask} ask
 */
export async function getFile(path, { token }) {
  const response = await reach(path, { headers: headers(token) });
  if (!response.ok) throw await refusal(response, token);
  return response.blob();
}

/**
 * Asks for what the service has to compute first: again after `Retry-After`,
 * as long as the answer is a 202, which has what is known so far.
 *
 * @template T
 * @param {string} path
 * @param {Ask & { known?: (soFar: T) => void }} [ask]
 * @returns {Promise<T>}
 */
export async function getComputed(path, { known, ...ask } = {}) {
  for (;;) {
    const response = await request("GET", path, ask);
    if (response.status !== 202) return response.json();
    known?.(await response.json());
    await pause(1000 * (Number(response.headers.get("Retry-After")) || 1));
    ask.signal?.throwIfAborted();
  }
}

/**
 * Sends a request that creates something. Without an idempotency key it gets a
 * new one, and is repeated with the same key if no response arrives.
 *
 * @template T
 * @param {string} path
 * @param {Ask} [ask]
 * @returns {Promise<T>}
 */
export async function post(path, ask = {}) {
  return (await request("POST", path, { key: newKey(), ...ask })).json();
}

/**
 * @template T
 * @param {string} path
 * @param {Ask} [ask]
 * @returns {Promise<T>}
 */
export async function patch(path, ask) {
  return (await request("PATCH", path, ask)).json();
}

/**
 * @template T
 * @param {string} path
 * @param {Ask} [ask]
 * @returns {Promise<T>}
 */
export async function remove(path, ask) {
  return (await request("DELETE", path, ask)).json();
}

/** How often a request without a response is sent. */
const TRIES = 3;

/**
 * Sends a request, again where that can help: reading goes on without a void token.
 * @param {string} method
 * @param {string} path
 * @param {Ask} [ask]
 * @returns {Promise<Response>}
 */
async function request(method, path, ask = {}) {
  const repeatable = method === "GET" || ask.key !== undefined;
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(method, path, ask);
    } catch (error) {
      if (method === "GET" && isVoid(ask.token)) return request(method, path, { ...ask, token: null });
      const again = error instanceof Unreachable || (error instanceof Problem && error.status === 503);
      if (!again || !repeatable || tries === TRIES || ask.signal?.aborted) throw error;
      await pause(300 * tries);
    }
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Ask} ask
 * @returns {Promise<Response>}
 */
async function send(method, path, { token, body, key, signal }) {
  const response = await reach(path, {
    method,
    headers: {
      "Accept": "application/json, application/problem+json",
      ...headers(token),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw await refusal(response, token);
  try {
    return new Response(await response.blob(), response);
  } catch (error) {
    // The service can end within an answer.
    if (signal?.aborted) throw error;
    throw new Unreachable(path);
  }
}

/**
 * The headers that every request has.
 * @param {string | null | undefined} token
 * @returns {Record<string, string>}
 */
export function headers(token) {
  return { "Accept-Language": language(), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

/**
 * `fetch` that throws `Unreachable` if there is no response.
 * @param {string} path
 * @param {RequestInit} options
 */
export async function reach(path, options) {
  try {
    return await fetch(path, { cache: "no-cache", ...options });
  } catch (error) {
    if (options.signal?.aborted) throw error;
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
  const seconds = Number(response.headers.get("Retry-After"));
  let problem;
  try {
    problem = new Problem(await response.json(), seconds || null);
  } catch {
    // The response is not the service's own, for example a proxy's.
    return new Unreachable(`${response.status}`);
  }
  if (token && problem.code === "token_unknown") setAside(token);
  return problem;
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
