// Errors of the client.

import type { Schemas } from "./operations.js";

/** A refused request, with the problem document of the service. */
export class Problem extends Error {
  override name = "Problem";
  /** What is wrong, for programs. Codes may be added. */
  readonly code: Schemas["Code"];
  readonly status: number;
  /** The reason in words, in the language of the client. */
  readonly detail: string;
  /** The field, parameter or header that is wrong. */
  readonly field: string | undefined;
  /** The clause of the rules that it is against. */
  readonly rule: string | undefined;
  /** The number of moves of the game, where that is the problem. */
  readonly seq: number | undefined;

  constructor(
    /** The whole document. */
    readonly document: Schemas["Problem"],
    /** The seconds after which to try again, if the service sends them. */
    readonly retryAfter: number | undefined,
    /** To be reported with faults of the service. */
    readonly requestId: string | undefined = undefined,
  ) {
    super(document.detail);
    ({ code: this.code, status: this.status, detail: this.detail, field: this.field, rule: this.rule, seq: this.seq } = document);
  }
}

/** There is no answer of the service: the network, it or a proxy is down, or something else answers in its place. `cause` has more. */
export class Unreachable extends Error {
  override name = "Unreachable";
  /** The status of what answered in its place, otherwise 0. */
  readonly status: number;
  /** The seconds of its `Retry-After`, if it sent them. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { status = 0, retryAfter, cause }: { status?: number; retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
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
