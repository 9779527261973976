// The API's types by short names, in all modules.

import type { components, operations } from "./openapi.js";

declare global {
  type Schemas = components["schemas"];

  /** The body of an operation's response. */
  type Answer<Id extends keyof operations> = operations[Id]["responses"] extends
    { 200: { content: { "application/json": infer Body } } } | { 201: { content: { "application/json": infer Body } } } ? Body : never;
}
