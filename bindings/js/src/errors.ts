// What can go wrong.

import type { Schemas } from "./operations.js";

/** A refused request, with the problem document of the service. */
export class Problem extends Error {
  override name = "Problem";
  /** What is wrong, for programs. Codes may be added. */
  readonly code: Schemas["Code"];
  readonly status: number;
  /** The field, parameter or header that is wrong. */
  readonly field: string | undefined;
  /** The clause of the rules that it is against. */
  readonly rule: string | undefined;

  constructor(
    /** The whole document. */
    readonly document: Schemas["Problem"],
    /** After how many seconds to ask again, where the service says so. */
    readonly retryAfter: number | undefined,
  ) {
    super(document.detail);
    ({ code: this.code, status: this.status, field: this.field, rule: this.rule } = document);
  }
}

/** There is no answer of the service: the network, it or a proxy is down. `cause` says more. */
export class Unreachable extends Error {
  override name = "Unreachable";
}

/** The service has ended a stream for good; `reason` says why. */
export class StreamClosed extends Error {
  override name = "StreamClosed";

  constructor(readonly reason: Schemas["ClosedEvent"]["reason"]) {
    super(`the service has closed the stream: ${reason}`);
  }
}

/** The error of an answer that is none of success. */
export async function errorOf(response: Response): Promise<Problem | Unreachable> {
  const text = await response.text();
  const type = response.headers.get("Content-Type") ?? "";
  // Any other answer is a proxy's.
  if (!type.startsWith("application/problem+json")) return new Unreachable(`HTTP status ${response.status}`);
  const seconds = Number(response.headers.get("Retry-After") ?? NaN);
  return new Problem(JSON.parse(text), Number.isNaN(seconds) ? undefined : seconds);
}
