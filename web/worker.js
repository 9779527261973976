// The service worker: has all files of the client from its installation on, so that it starts without a network, and
// the rules. It shows notifications. Of the API it stores the rules alone, so no answer to a token is kept.

/** The path of the client's files of one version, which never change; `/` where files can change: none is stored then. */
const FILES = new URLSearchParams(location.search).get("files") ?? "/";
const CACHE = `client ${FILES}`;
/** The page that is shown without a network, whatever the address. */
const SHELL = "/";
const RULES = "/v1/rules";
/** An answer is the right one whatever its request accepts. */
const ANY = { ignoreVary: true };

// The types of pages lack those of a worker.
const worker = /** @type {any} */ (self);

// A new version waits until no page of the one before is open: such a page may need further files.
worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname === RULES && !request.headers.has("Authorization")) event.respondWith(rules(request));
  else if (pathname.startsWith("/client/")) event.respondWith(caches.match(request, ANY).then((stored) => stored ?? fetch(request)));
});
worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(notify(event.data.json())));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  const { path } = event.notification.data;
  event.notification.close();
  event.waitUntil(pages().then((all) => all.find((one) => one.path === path)?.page.focus() ?? worker.clients.openWindow(path)));
});

/** The windows of the client, and their paths. @returns {Promise<{ path: string, page: any }[]>} */
async function pages() {
  const all = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.map((/** @type {any} */ page) => {
    const { pathname, search } = new URL(page.url);
    return { path: pathname + search, page };
  });
}

/**
 * Shows a message of the service. Browsers end a subscription whose messages are not shown, so
 * one about the page that is looked at is closed at once.
 * @param {{ title: string, body: string, path: string }} message
 */
async function notify({ title, body, path }) {
  const isSeen = (await pages()).some((one) => one.path === path && one.page.focused);
  const { registration } = worker;
  await registration.showNotification(title, { body, tag: path, data: { path }, icon: "/icons/192.png", ...(isSeen ? { silent: true } : { renotify: true }) });
  if (isSeen) for (const shown of await registration.getNotifications({ tag: path })) shown.close();
}

/**
 * Stores a version of the client as a whole. If anything is missing the installation fails: the version
 * before stays as it is, and the next page tries again.
 */
async function install() {
  const shell = await found(SHELL, { cache: "reload", credentials: "omit" });
  const answers = new Map([[SHELL, shell]]);
  if (FILES !== "/") {
    if (!(await shell.clone().text()).includes(FILES)) throw new Error("the page is of another version");
    /** @type {string[]} */
    const names = await (await found(`${FILES}files.json`)).json();
    // One after the other: the page that is open comes first.
    for (const name of names) answers.set(FILES + name, await lasting(FILES + name));
    for (const language of names.flatMap((name) => /^([a-z]{2})\.js$/.exec(name)?.[1] ?? [])) {
      answers.set(rulesIn(language), await found(RULES, { headers: { "Accept": "application/json", "Accept-Language": language } }));
    }
  }
  for (const [path, answer] of answers) await store(path, answer);
}

/** Takes over the pages, and removes the versions before. A later one may be on its way. */
async function activate() {
  const { installing, waiting } = worker.registration;
  if (!installing && !waiting) for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {string} path @param {RequestInit} [options] */
async function found(path, options) {
  const answer = await fetch(path, options);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** A file that never changes: one of another version is not there for good. @param {string} path */
async function lasting(path) {
  const answer = await found(path);
  if (!answer.headers.get("Cache-Control")?.includes("immutable")) throw new Error(`${path} is of another version`);
  return answer;
}

/** @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const shell = await (await caches.open(CACHE)).match(SHELL, ANY);
    if (!shell) return Response.error();
    // This attribute marks a page without a network.
    const text = (await shell.text()).replace("<html", "<html data-offline");
    return new Response(text, { headers: shell.headers });
  }
}

/** The current rules, or without a network the stored ones. @param {Request} request */
async function rules(request) {
  const path = rulesIn(request.headers.get("Accept-Language") ?? "");
  try {
    const answer = await fetch(request);
    // The answer is good even if it cannot be stored.
    if (answer.ok && FILES !== "/") await store(path, answer.clone()).catch(() => {});
    return answer;
  } catch {
    return await (await caches.open(CACHE)).match(path, ANY) ?? Response.error();
  }
}

/** @param {string} path @param {Response} answer */
async function store(path, answer) {
  await (await caches.open(CACHE)).put(path, answer);
}

/** The name of the rules in a language among the stored answers. @param {string} language */
function rulesIn(language) {
  return `${RULES}?language=${language}`;
}
