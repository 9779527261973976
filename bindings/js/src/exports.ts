// The exports of `regicide-engine/client`: the client of the HTTP API.

export type { Limits } from "./body.js";
export { Client, type ClientOptions } from "./client.js";
export { Problem, StreamClosed, Unreachable } from "./errors.js";
export type {
  Answer, Ask, Computed, Item, ListPath, Method, Path, RequestOptions, Schemas, StreamEvent, StreamPath,
} from "./operations.js";
export type { components, operations, paths } from "./openapi.js";
