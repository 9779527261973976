// The service worker: keeps the client's files for the next start, shows its page
// where there is no network, and notifications. Nothing of the API goes through it, so no answer
// to a token is kept.

const CACHE = "client";
/** The page that is shown without a network, whatever the address. */
const SHELL = "/";
/** The path of files that never change. */
const FILES = "/client/";

// The types of pages lack those of a worker.
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepShell().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith(FILES)) event.respondWith(file(request, pathname));
});
worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(notify(event.data.json())));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
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

/** Focuses the window with a page, or opens one. @param {string} path */
async function openPage(path) {
  const there = (await pages()).find((one) => one.path === path);
  return there ? there.page.focus() : worker.clients.openWindow(path);
}

async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.add(new Request(SHELL, { cache: "reload", credentials: "omit" }));
}

/** @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const kept = await caches.match(SHELL);
    if (!kept) return Response.error();
    // This attribute marks a page without a network.
    const text = (await kept.text()).replace("<html", "<html data-offline");
    return new Response(text, { headers: kept.headers });
  }
}

/** @param {Request} request @param {string} path */
async function file(request, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  // A file of another version is not there for good.
  if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) {
    await forgetOthers(cache, version(path));
    await cache.put(request, answer.clone());
  }
  return answer;
}

/** Forgets the files of other versions. The page names those of its own. @param {Cache} cache @param {string} own */
async function forgetOthers(cache, own) {
  const kept = await cache.keys();
  const others = kept.filter(({ url }) => url.includes(FILES) && version(new URL(url).pathname) !== own);
  if (others.length === 0) return;
  await Promise.all(others.map((other) => cache.delete(other)));
  await keepShell();
}

/** @param {string} path of a file */
function version(path) {
  return path.slice(FILES.length).split("/", 1)[0] ?? "";
}
