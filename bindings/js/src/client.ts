// The client of the HTTP API.

import { broken, errorOf, type Limits, LIMITS, linesOf, mediaType, objectOf, textOf } from "./body.js";
import { Problem, retrySeconds, StreamClosed, Unreachable } from "./errors.js";
import { COMPUTING, COMPUTING_DELAY, delay, persist, sleep, type Sleep } from "./retry.js";
import type {
  Answer, Ask, Computed, ComputedPath, Item, KeylessPath, ListPath, Method, OptionsArgument, Path, RequestOptions,
  Schemas, SoFar, StreamEvent, StreamPath,
} from "./operations.js";

/** The settings of a client. */
export interface ClientOptions {
  /** The token of a player, a seat or the operator. */
  token?: string | null;
  /** The language of texts, as in `Accept-Language`; a browser sends its own. */
  language?: string;
  /** How many milliseconds a request waits in all until it succeeds; 60,000 if left out. */
  patience?: number;
  /** How many milliseconds one attempt may take to be answered; 30,000 if left out. */
  timeout?: number;
  limits?: Limits;
  fetch?: typeof fetch;
  sleep?: Sleep;
}

/** A request, whatever it is. */
interface Request extends RequestOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** An event of any stream. */
type AnyEvent = Schemas["ClosedEvent"] | { type: ""; id: string } | Schemas["KeepaliveEvent"];

/** The `POST`s without an `Idempotency-Key`, and whether one may be sent twice all the same. */
const KEYLESS: Record<KeylessPath, boolean> = {
  "/v1/admin/actions": false,
  "/v1/analysis": true,
  "/v1/games/{id}/signals": false,
  "/v1/verification": true,
  "/v1/webhooks/{id}/test": false,
};

/** The reasons of closed streams that may be opened again. */
const PASSING = new Set<string>(["stopping", "failed"]);

/** After so many milliseconds without a line a stream is lost: every 15 seconds there is a keep-alive. */
const SILENCE = 60_000;

/**
 * A client of the service. Requests are written as in the OpenAPI document, with
 * its types: `client.get("/v1/games/{id}", { path: { id } })`.
 */
export class Client {
  readonly url: string;
  readonly #options: Required<Omit<ClientOptions, "language">> & Pick<ClientOptions, "language">;

  constructor(url: string | URL, options: ClientOptions = {}) {
    // In a page, `/` is the service that it came from.
    this.url = new URL(url, globalThis.location?.href).href.replace(/\/$/, "");
    this.#options = {
      token: null, patience: 60_000, timeout: 30_000, limits: LIMITS, fetch: (...request) => globalThis.fetch(...request), sleep, ...options,
    };
  }

  /** The token that is sent. */
  get token(): string | null {
    return this.#options.token;
  }

  /** A client that differs in these settings. */
  with(options: ClientOptions): Client {
    return new Client(this.url, { ...this.#options, ...options });
  }

  get<P extends Path<"get">>(path: P, ...[options]: OptionsArgument<"get", P>): Promise<Answer<"get", P>> {
    return this.#json("get", path, options);
  }

  /** Sends a change once, whatever happens on the way: all attempts have the same `Idempotency-Key`. */
  post<P extends Path<"post">>(path: P, ...[options]: OptionsArgument<"post", P>): Promise<Answer<"post", P>> {
    return this.#json("post", path, options);
  }

  put<P extends Path<"put">>(path: P, ...[options]: OptionsArgument<"put", P>): Promise<Answer<"put", P>> {
    return this.#json("put", path, options);
  }

  patch<P extends Path<"patch">>(path: P, ...[options]: OptionsArgument<"patch", P>): Promise<Answer<"patch", P>> {
    return this.#json("patch", path, options);
  }

  delete<P extends Path<"delete">>(path: P, ...[options]: OptionsArgument<"delete", P>): Promise<Answer<"delete", P>> {
    return this.#json("delete", path, options);
  }

  /** The response to a request that succeeds, for its headers or where it is not JSON. Its body is read by the caller. */
  response<M extends Method, P extends Path<M>>(method: M, path: P, ...[options]: OptionsArgument<M, P>): Promise<Response> {
    return this.#send(method, path, options, async (response) => response);
  }

  /** Requests a computed result again and again until it is complete; `soFar` gets the partial ones until then. */
  async computed<M extends "get" | "post", P extends ComputedPath<M>>(
    method: M, path: P, ...[options]: OptionsArgument<M, P, { soFar?: (known: SoFar<M, P>) => void }>
  ): Promise<Computed<M, P>> {
    for (let left = COMPUTING * this.#options.patience; ; ) {
      const { status, seconds, answer } = await this.#send(method, path, options, async (response) => ({
        status: response.status, seconds: retrySeconds(response) ?? 0, answer: await this.#object(response),
      }));
      if (status !== 202) return answer;
      options?.soFar?.(answer);
      const wait = Math.max(seconds * 1000, COMPUTING_DELAY);
      left -= wait;
      if (left < 0) throw new Unreachable("the computed result does not come", { status });
      await this.#options.sleep(wait, options?.signal);
    }
  }

  /** The items of a list, page after page. */
  async *items<P extends ListPath>(path: P, ...[options]: OptionsArgument<"get", P>): AsyncGenerator<Item<P>, void, undefined> {
    for (let after: string | undefined; ; ) {
      const { items, next } = await this.#json("get", path, resumed(options, after));
      if (!Array.isArray(items) || (next !== null && typeof next !== "string")) throw broken({ status: 200 }, "it is no list");
      yield* items;
      if (next === null) return;
      if (next === after) throw broken({ status: 200 }, "the list goes in a circle");
      after = next;
    }
  }

  /**
   * The events of a stream. After a lost connection it goes on after the last
   * event; it ends when there are no more. Leave the loop, or use a signal, to
   * stop.
   */
  async *events<P extends StreamPath>(path: P, ...[options]: OptionsArgument<"get", P>): AsyncGenerator<StreamEvent<P>, void, undefined> {
    let headers = options?.headers ?? {};
    const lost = this.#losses(options?.signal);
    for (;;) {
      try {
        for await (const event of this.#lines<AnyEvent>(path, { ...options, headers })) {
          checkEvent(event);
          if (event.type === "closed") {
            if (!PASSING.has(event.reason)) throw new StreamClosed(event.reason);
            continue;
          }
          lost.found();
          if (event.type === "keepalive") continue;
          headers = { ...headers, "Last-Event-ID": event.id };
          yield event as StreamEvent<P>;
        }
        await lost.wait(undefined);
      } catch (error) {
        if (error instanceof Ended) return;
        if (!(error instanceof Cut)) throw error;
        await lost.wait(error.cause);
      }
    }
  }

  /** The records of all finished games that are public. After a lost connection it goes on after the last one. */
  async *records(options?: Ask<"get", "/v1/records">): AsyncGenerator<Schemas["RecordFile"], void, undefined> {
    let after: string | undefined;
    const lost = this.#losses(options?.signal);
    for (;;) {
      try {
        for await (const record of this.#lines<Schemas["RecordFile"]>("/v1/records", resumed(options, after))) {
          if (typeof record.id !== "string") throw broken({ status: 200 }, "a record has no id");
          lost.found();
          yield record;
          after = record.id;
        }
        return;
      } catch (error) {
        if (!(error instanceof Cut)) throw error;
        await lost.wait(error.cause);
      }
    }
  }

  /** Creates a player, whose client it returns. Keep `player.id` and `token`. */
  async createPlayer(body: Ask<"post", "/v1/players">["body"]): Promise<Client & { readonly player: Schemas["PlayerInfo"] }> {
    const { player, token } = await this.post("/v1/players", { body });
    if (typeof token !== "string" || !player?.id) throw broken({ status: 201 }, "it has no player");
    return Object.assign(this.with({ token }), { player });
  }

  /** Makes a move, as text or as JSON, in the position of the game that was seen. */
  move(
    { id, seq }: Pick<Schemas["GameView"], "id" | "seq">, move: string | Schemas["Move"], options?: RequestOptions,
  ): Promise<Schemas["MoveAnswer"]> {
    const body = { ...(typeof move === "string" ? { text: move } : { move }), expected_seq: seq };
    return this.post("/v1/games/{id}/moves", { ...options, path: { id }, body });
  }

  /** The lines of a response, each with a value in JSON. */
  async *#lines<T>(path: string, options: Request): AsyncGenerator<T, void, undefined> {
    const stop = new AbortController();
    const signal = either(options.signal, stop.signal);
    const headers = { ...options.headers, Accept: "application/x-ndjson" };
    const response = await this.#send("get", path, { ...options, headers, signal }, async (response) => response);
    // In browsers it has a body, which is empty.
    if (response.status === 204 || !response.body) throw new Ended();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const chunks = async function* (body: ReadableStream<Uint8Array>) {
      for (const reader = body.getReader(); ; ) {
        silence ??= setTimeout(() => stop.abort(), SILENCE);
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    };
    try {
      for await (const line of linesOf(response, this.#options.limits.line, chunks(response.body))) {
        clearTimeout(silence);
        silence = undefined;
        yield objectOf(response, line);
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof Unreachable) throw error;
      throw new Cut("the stream was cut", { cause: error });
    } finally {
      clearTimeout(silence);
      // The reader has stopped: the connection is closed.
      stop.abort();
    }
  }

  /** Waits after each loss of a stream, for `patience` in all as long as nothing is found. */
  #losses(signal: AbortSignal | undefined) {
    const { patience, sleep } = this.#options;
    let failures = 0;
    let waited = 0;
    return {
      found() {
        failures = 0;
        waited = 0;
      },
      async wait(cause: unknown) {
        const pause = delay(failures);
        failures += 1;
        waited += pause;
        if (waited > patience) throw new Unreachable("the stream is lost again and again", { cause });
        await sleep(pause, signal);
      },
    };
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  #json(method: Method, path: string, options: Request | undefined): Promise<any> {
    return this.#send(method, path, options, (response) => this.#object(response));
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async #object(response: Response): Promise<any> {
    const isJson = (mediaType(response) ?? "application/json") === "application/json";
    if (!isJson) throw broken(response, "it is not JSON");
    return objectOf(response, await textOf(response, this.#options.limits.body));
  }

  /** Sends a request until it succeeds, or fails for good. */
  #send<T>(
    method: Method, path: string, options: Request = {}, read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { fetch, timeout, patience, sleep, limits } = this.#options;
    const { token = this.#options.token, language = this.#options.language, body } = options;
    const keyless = KEYLESS[path as KeylessPath] as boolean | undefined;
    const key = method === "post" && keyless === undefined ? (options.key ?? crypto.randomUUID()) : undefined;
    const init: RequestInit = {
      method: method.toUpperCase(),
      // The service sends none.
      redirect: "manual",
      headers: {
        Accept: "application/json",
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(language && { "Accept-Language": language }),
        ...(key && { "Idempotency-Key": key }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...options.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const attempt = async () => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), timeout);
      try {
        const response = await fetch(this.url + address(path, options), { ...init, signal: either(options.signal, late.signal) });
        if (!response.ok && response.status !== 304) throw await errorOf(response, limits.body);
        return await read(response);
      } catch (cause) {
        options.signal?.throwIfAborted();
        if (cause instanceof Problem || cause instanceof Unreachable) throw cause;
        throw new Unreachable(`no answer from ${this.url}`, { cause });
      } finally {
        clearTimeout(timer);
      }
    };
    const repeatable = method === "get" || key !== undefined || keyless === true;
    return persist(attempt, { repeatable, patience, sleep, signal: options.signal });
  }
}

/** A stream has no more events. */
class Ended extends Error {}

/** A connection was lost. */
class Cut extends Error {}

/** Requires what is read of an event. */
function checkEvent(event: AnyEvent): void {
  const needed = event.type === "closed" ? event.reason : event.type === "keepalive" ? "" : event.id;
  if (typeof event.type !== "string" || typeof needed !== "string") throw broken({ status: 200 }, "a line is no event");
  if (!/^[ -~]*$/.test(needed)) throw broken({ status: 200 }, "an id is no header");
}

/** A signal of both, or of the one that there is. */
function either(one: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return one ? AbortSignal.any([one, other]) : other;
}

/** Path and query; lists are joined by commas. */
function address(path: string, { path: values = {}, query = {} }: Request): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  return parameters.size ? `${filled}?${parameters}` : filled;
}

/** The same request from another place on. */
function resumed(options: Request = {}, after: string | undefined): Request {
  return { ...options, query: { ...options.query, ...(after !== undefined && { after }) } };
}
