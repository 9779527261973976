// When a request is sent again.

import { Problem, Unreachable } from "./errors.js";

/** Waits for so many milliseconds, or until the signal. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** What a 4xx of these codes waits for passes. */
const PASSING = new Set(["contended", "idempotency_key_running", "request_timeout", "too_many_requests"]);

/** The first delay where the service names none, which is the shortest, and the longest of these, in milliseconds. */
const FIRST_DELAY = 250;
const LONGEST_DELAY = 8_000;

/** A computed result may take so many times as long as an answer, and is requested again after a second at the earliest. */
export const COMPUTING = 10;
export const COMPUTING_DELAY = 1000;

/** Whether the same request may succeed later. */
function mayPass(error: unknown, repeatable: boolean): boolean {
  if (error instanceof Unreachable) return repeatable && (error.status === 0 || error.status >= 500 || [408, 429].includes(error.status));
  if (!(error instanceof Problem)) return false;
  // A 4xx has changed nothing; after a 5xx that is unknown.
  if (error.status < 500) return PASSING.has(error.code);
  return repeatable && (error.status === 500 || error.status === 503);
}

/** A delay that grows with the number of failures. */
export function delay(failures: number): number {
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** failures);
}

/**
 * Makes attempts at a request until one succeeds, or fails for good, or until
 * the next would come after more than `patience` milliseconds of waiting.
 */
export async function persist<T>(
  attempt: () => Promise<T>,
  rules: { repeatable: boolean; patience: number; sleep: Sleep; signal: AbortSignal | undefined },
): Promise<T> {
  const { repeatable, patience, sleep, signal } = rules;
  let waited = 0;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal?.aborted || !mayPass(error, repeatable)) throw error;
      const seconds = error instanceof Problem || error instanceof Unreachable ? error.retryAfter : undefined;
      const wait = seconds === undefined ? delay(failures) : Math.max(seconds * 1000, FIRST_DELAY);
      waited += wait;
      if (waited > patience) throw error;
      await sleep(wait, signal);
    }
  }
}

export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
