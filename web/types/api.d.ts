// The API's types by short names, in all modules.

import type { RequestOptions } from "../api.js";
import type { components, operations, paths } from "./openapi.js";

/** The parts of an address without its query: those that are filled in are of the type `string`. */
type Parts<Address extends string> = Address extends `${infer Path}?${string}` ? Parts<Path>
  : Address extends `${infer First}/${infer Rest}` ? [First, ...Parts<Rest>] : [Address];

/** True if parts are those of a path of the API's document. */
type Fits<Given, Wanted> = Wanted extends [infer Part, ...infer Others]
  ? Given extends [infer Own, ...infer Rest] ? Part extends `{${string}}` ? Fits<Rest, Others> : Own extends Part ? Fits<Rest, Others> : false : false
  : Given extends [] ? true : false;

/** The path of an address. */
type PathOf<Address extends string> = { [Path in keyof paths]: Fits<Parts<Address>, Parts<Path>> extends true ? Path : never }[keyof paths];

type BodyOf<Operation> = Operation extends { responses: infer Responses }
  ? Responses extends { 200: { content: { "application/json": infer Body } } } | { 201: { content: { "application/json": infer Body } } } ? Body : any
  : any;

declare global {
  type Schemas = components["schemas"];

  /** The body of an operation's response. */
  type Answer<Id extends keyof operations> = BodyOf<operations[Id]>;

  /** The body of the response to a request, by its method and address; anything where the address is only known when it runs. */
  type Received<Method extends string, Address extends string> = Address extends unknown
    ? [PathOf<Address>] extends [never] ? any : PathOf<Address> extends infer Path ? Path extends keyof paths ? Method extends keyof paths[Path] ? BodyOf<paths[Path][Method]> : any : never : never
    : never;

  type Send<Method extends string> = <Address extends string>(path: Address, options?: RequestOptions) => Promise<Received<Method, Address>>;
}
