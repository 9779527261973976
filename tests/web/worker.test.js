// The service worker: its installation, and its answers without a network.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SOURCE = readFileSync(new URL("../../web/worker.js", import.meta.url), "utf8");
const ORIGIN = "https://regicide.test";
const FILES = "/client/abc/";

/** The caches of a browser. */
function storage() {
  const all = new Map();
  const pathOf = (request) => (typeof request === "string" ? request : request.url.replace(ORIGIN, ""));
  const cacheOf = (entries) => ({
    put: async (request, answer) => void entries.set(pathOf(request), answer),
    match: async (request) => entries.get(pathOf(request))?.clone(),
  });
  return {
    all,
    async open(name) {
      if (!all.has(name)) all.set(name, new Map());
      return cacheOf(all.get(name));
    },
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
    async match(request) {
      for (const entries of all.values()) if (entries.has(pathOf(request))) return cacheOf(entries).match(request);
      return undefined;
    },
  };
}

/** A service with the files of one version. */
function service({ files = FILES, missing = null } = {}) {
  const lasting = { headers: { "Cache-Control": "public, max-age=31536000, immutable" } };
  const paths = new Map([
    ["/", () => new Response(`<html><script src="${files}app.js">`)],
    [`${files}files.json`, () => Response.json(["app.js", "en.js", "es.js", "icons/192.png"])],
    ...["app.js", "en.js", "es.js", "icons/192.png"].map((name) => [files + name, () => new Response(name, lasting)]),
    ["/v1/rules", (headers) => Response.json({ language: new Headers(headers).get("Accept-Language") })],
  ]);
  return async (request, options = {}) => {
    const path = typeof request === "string" ? request : request.url.replace(ORIGIN, "");
    if (path === missing || !paths.has(path)) return new Response("", { status: 404 });
    return paths.get(path)(options.headers ?? request.headers);
  };
}

/** A worker in its scope; `run` dispatches an event to it, and waits for the end. */
function worker(caches, fetch, files = FILES) {
  const listeners = new Map();
  const location = { search: files === null ? "" : `?${new URLSearchParams({ files })}`, origin: ORIGIN };
  const self = { addEventListener: (type, listener) => listeners.set(type, listener), clients: { claim: async () => {} }, registration: {}, location };
  vm.runInNewContext(SOURCE, { self, location, caches, fetch: (...request) => scope.fetch(...request), Response, URL, URLSearchParams, Map, Error });
  const scope = {
    fetch,
    async run(type, more = {}) {
      let result;
      listeners.get(type)({ waitUntil: (promise) => (result = promise), respondWith: (promise) => (result = promise), ...more });
      return result;
    },
    get: (path, { mode = "cors", headers = {} } = {}) => scope.run("fetch", { request: { method: "GET", mode, url: ORIGIN + path, headers: new Headers(headers) } }),
  };
  return scope;
}

const offline = () => Promise.reject(new TypeError("no network"));

test("a worker stores all files and the rules in all languages, and answers without a network", async () => {
  const caches = storage();
  const one = worker(caches, service());
  await one.run("install");
  await one.run("activate");
  assert.deepEqual([...caches.all.keys()], [`client ${FILES}`]);
  assert.deepEqual([...caches.all.get(`client ${FILES}`).keys()].toSorted(), [
    "/", "/client/abc/app.js", "/client/abc/en.js", "/client/abc/es.js", "/client/abc/icons/192.png", "/v1/rules?language=en", "/v1/rules?language=es",
  ]);
  one.fetch = offline;
  assert.match(await (await one.get("/games/1", { mode: "navigate" })).text(), /^<html data-offline>/);
  assert.equal(await (await one.get(`${FILES}es.js`)).text(), "es.js");
  assert.deepEqual(await (await one.get("/v1/rules", { headers: { "Accept-Language": "es" } })).json(), { language: "es" });
  assert.equal(await one.get("/v1/games"), undefined, "the API is left to the browser");
  assert.equal(await one.get("/v1/rules", { headers: { Authorization: "Bearer a" } }), undefined, "no answer to a token is stored");
});

test("rules are those of the service while it answers, and are stored anew", async () => {
  const caches = storage();
  const one = worker(caches, service());
  await one.run("install");
  one.fetch = async () => Response.json({ edition: 2 });
  assert.deepEqual(await (await one.get("/v1/rules", { headers: { "Accept-Language": "en" } })).json(), { edition: 2 });
  one.fetch = offline;
  assert.deepEqual(await (await one.get("/v1/rules", { headers: { "Accept-Language": "en" } })).json(), { edition: 2 });
});

test("a failed installation leaves the version before as it is", async () => {
  const caches = storage();
  const before = worker(caches, service({ files: "/client/old/" }), "/client/old/");
  await before.run("install");
  await before.run("activate");
  for (const fetch of [offline, service({ missing: `${FILES}es.js` }), service({ missing: "/v1/rules" }), service({ files: "/client/other/" })]) {
    await assert.rejects(worker(caches, fetch).run("install"));
    assert.deepEqual([...caches.all.keys()], ["client /client/old/"]);
  }
  before.fetch = offline;
  assert.equal(await (await before.get("/client/old/app.js")).text(), "app.js");
});

test("a version waits beside the one before, which goes when it takes over", async () => {
  const caches = storage();
  const before = worker(caches, service({ files: "/client/old/" }), "/client/old/");
  await before.run("install");
  await before.run("activate");
  const next = worker(caches, service());
  await next.run("install");
  before.fetch = offline;
  assert.match(await (await before.get("/", { mode: "navigate" })).text(), /client\/old/);
  await next.run("activate");
  assert.deepEqual([...caches.all.keys()], [`client ${FILES}`]);
});

test("files that can change are not stored", async () => {
  const caches = storage();
  await worker(caches, service(), "/").run("install");
  assert.deepEqual([...caches.all.get("client /").keys()], ["/"]);
});
