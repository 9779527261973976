// The bodies of responses, read within limits.

import { Problem, retrySeconds, Unreachable } from "./errors.js";

/** The most that a client takes: beyond it an answer is no service's. */
export interface Limits {
  /** The bytes of one answer, decompressed; 64 MiB if left out. */
  body: number;
  /** The characters of one line of a stream or an export; 8 Mi if left out. */
  line: number;
}

export const LIMITS: Limits = { body: 64 << 20, line: 8 << 20 };

/** The error of a response that no service sends. */
export function broken({ status }: { status: number }, reason: string, cause?: unknown): Unreachable {
  return new Unreachable(`HTTP status ${status}, and no answer of the service: ${reason}`, { cause, status });
}

/** The text of a body that has at most so many bytes. */
export async function textOf(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const chunks = response.body?.getReader();
  let text = "";
  for (let bytes = 0; chunks; ) {
    const { done, value } = await chunks.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > most) {
      void chunks.cancel().catch(() => {});
      throw broken(response, `it has more than ${most} bytes`);
    }
    text += decoded(response, () => decoder.decode(value, { stream: true }));
  }
  return text + decoded(response, () => decoder.decode());
}

/** The lines of a body in chunks, each of at most so many characters. A body that ends within a line was cut. */
export async function* linesOf(
  response: Response, most: number, chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let begun = "";
  for await (const chunk of chunks) {
    const [first = "", ...others] = decoded(response, () => decoder.decode(chunk, { stream: true })).split("\n");
    begun += first;
    for (const other of others) {
      yield begun;
      begun = other;
    }
    if (begun.length > most) throw broken(response, `a line has more than ${most} characters`);
  }
  if (begun) throw new Error("the body ends within a line");
}

/** An object in JSON. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function objectOf(response: { status: number }, text: string): any {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw broken(response, "it is not JSON", cause);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw broken(response, "it is not an object");
  return value;
}

/** The error of an answer that is none of success. */
export async function errorOf(response: Response, most: number): Promise<Problem | Unreachable> {
  const { status } = response;
  const problem = mediaType(response) === "application/problem+json" ? objectOf(response, await textOf(response, most)) : {};
  const isProblem = typeof problem.code === "string" && typeof problem.detail === "string" && typeof problem.status === "number";
  // Any other answer is a proxy's.
  const retryAfter = retrySeconds(response);
  if (isProblem) return new Problem(problem, retryAfter, response.headers.get("X-Request-Id") ?? undefined);
  return new Unreachable(`HTTP status ${status}`, { status, retryAfter });
}

/** The media type of a response. */
export function mediaType(response: Response): string | undefined {
  return response.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
}

function decoded(response: Response, decode: () => string): string {
  try {
    return decode();
  } catch (cause) {
    throw broken(response, "it is not UTF-8", cause);
  }
}
