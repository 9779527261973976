// The types of requests and answers, from the paths of the OpenAPI document.

import type { components, paths } from "./openapi.js";

/** The named types of the document, such as `Schemas["GameView"]`. */
export type Schemas = components["schemas"];

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that have a method. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends Path<M>> = paths[P] extends Record<M, infer O> ? O : never;

type Responses<M extends Method, P extends Path<M>> =
  Operation<M, P> extends { responses: infer R } ? R : never;

/** The body of an answer with a status and a media type, by the document. */
type Content<R, Status, Form extends string> = {
  [S in keyof R & Status]: R[S] extends { content: Record<Form, infer Body> } ? Body : never;
}[keyof R & Status];

/** `Then` if there is such a type, and it is what is wanted. */
type If<T, Wanted, Then> = [T] extends [never] ? never : [T] extends [Wanted] ? Then : never;

/** What an operation answers. */
export type Answer<M extends Method, P extends Path<M>> = Content<Responses<M, P>, 200 | 201 | 202, "application/json">;

/** The answer of an operation that answers 202 as long as it computes. */
export type Computed<M extends Method, P extends Path<M>> = Content<Responses<M, P>, 200, "application/json">;

/** What it answers until then. */
export type SoFar<M extends Method, P extends Path<M>> = Content<Responses<M, P>, 202, "application/json">;

/** The paths of such operations. */
export type ComputedPath<M extends Method> = {
  [P in Path<M>]: If<SoFar<M, P>, unknown, If<Computed<M, P>, unknown, P>>;
}[Path<M>];

/** What a stream has in its lines. */
type Line<P extends Path<"get">> = Content<Responses<"get", P>, 200, "application/x-ndjson">;

/** The paths with streams of events. */
export type StreamPath = { [P in Path<"get">]: If<Line<P>, { type: string }, P> }[Path<"get">];

/** The events of a stream, but those about the stream itself. */
export type StreamEvent<P extends StreamPath> = Exclude<Line<P>, { type: "closed" | "keepalive" }>;

/** The paths with lists that have pages. */
export type ListPath = {
  [P in Path<"get">]: If<Answer<"get", P>, { items: unknown[]; next: string | null }, P>;
}[Path<"get">];

/** An item of a list. */
export type Item<P extends ListPath> = Answer<"get", P> extends { items: (infer I)[] } ? I : never;

type Parameters<M extends Method, P extends Path<M>, Place extends string> =
  Operation<M, P> extends { parameters: Record<Place, infer Values> } ? { [K in Place]: Values }
  : Operation<M, P> extends { parameters: { [K in Place]?: infer Values } } ? { [K in Place]?: Values }
  : unknown;

type Body<M extends Method, P extends Path<M>> =
  Operation<M, P> extends { requestBody: { content: { "application/json": infer B } } } ? { body: B }
  : Operation<M, P> extends { requestBody?: { content: { "application/json": infer B } } } ? { body?: B }
  : { body?: undefined };

/** Options of every request. */
export interface RequestOptions {
  /** The token, instead of the client's; `null` for none. */
  token?: string | null;
  /** The language of texts, instead of the client's. */
  language?: string;
  /** The `Idempotency-Key` of a `POST`, instead of a new one. */
  key?: string;
  /** More headers, such as `Prefer`. */
  headers?: Record<string, string>;
  /** Ends the request. */
  signal?: AbortSignal;
}

/** The required and optional parts of an operation's request. */
export type Ask<M extends Method, P extends Path<M>> = RequestOptions &
  Parameters<M, P, "path"> & Parameters<M, P, "query"> & Body<M, P>;

/** The argument of an operation: it can be left out if nothing in it is required. */
export type OptionsArgument<M extends Method, P extends Path<M>, More = unknown> =
  {} extends Ask<M, P> ? [options?: Ask<M, P> & More] : [options: Ask<M, P> & More];

/** The `POST`s that take no `Idempotency-Key`. */
export type KeylessPath = {
  [P in Path<"post">]: Operation<"post", P> extends { parameters: { header?: infer H } }
    ? "Idempotency-Key" extends keyof NonNullable<H> ? never : P
    : P;
}[Path<"post">];
