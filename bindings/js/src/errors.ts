// Errors of the client.

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
    /** The seconds after which to try again, if the service sends them. */
    readonly retryAfter: number | undefined,
  ) {
    super(document.detail);
    ({ code: this.code, status: this.status, field: this.field, rule: this.rule } = document);
  }
}

/** There is no answer of the service: the network, it or a proxy is down, or something else answers in its place. `cause` has more. */
export class Unreachable extends Error {
  override name = "Unreachable";
  /** The status of what answered in its place, otherwise 0. */
  readonly status: number;

  constructor(message: string, { status = 0, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
  }
}

/** The service has ended a stream for good, for a `reason`. */
export class StreamClosed extends Error {
  override name = "StreamClosed";

  constructor(readonly reason: Schemas["ClosedEvent"]["reason"]) {
    super(`the service has closed the stream: ${reason}`);
  }
}

/** The seconds of `Retry-After`, if it has digits and nothing else. */
export function retrySeconds(response: Response): number | undefined {
  const text = response.headers.get("Retry-After") ?? "";
  return /^[0-9]{1,12}$/.test(text) ? Number(text) : undefined;
}
