/**
 * The service worker, which keeps the page for use without a connection. Each build has a worker of its own with the
 * list of that build's files, and a cache of its own: files of two builds are never mixed. A new build waits until no
 * window shows the old one; see base/offline.js.
 */

/**
 * @typedef {object} WorkerScope the part of ServiceWorkerGlobalScope that is used
 * @property {{ scope: string }} registration
 * @property {{ matchAll: (options: object) => Promise<{ url: string }[]>, claim: () => Promise<void> }} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(type: string, listener: (event: WorkerEvent) => void) => void} addEventListener
 *
 * @typedef {Event & { waitUntil: (work: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void, request: Request }} WorkerEvent
 *
 * @typedef {object} Build
 * @property {string} version
 * @property {Record<string, string>} files paths of its files, of which '' is the page, with their hashes as in `integrity`; '' where
 *   the name has a hash, or the file fits every build
 */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

// web/build.mjs replaces the name by the list.
const { version, files } = /** @type {{ GRAZE_BUILD: Build }} */ (
    /** @type {unknown} */ (globalThis)
).GRAZE_BUILD;
/** Files that few visits need: other libraries, and the module for browsers without SIMD. */
const KEPT_WHEN_USED = /^peers\/|^graze-scalar/;
const { scope } = worker.registration;
/** Begin of the names of all caches of this page; other pages of the same host have others. */
const PREFIX = `graze ${scope} `;
const CACHE = PREFIX + version;

/**
 * Fetches a file of this build and keeps it. A file of another build is refused.
 *
 * @param {Cache} cache
 * @param {string} path
 */
async function fetchFile(cache, path) {
    const address = new URL(path, scope);
    const integrity = files[path];
    // The browser may still have the file of an older build.
    const response = await fetch(address, { integrity }).catch(() =>
        fetch(address, { integrity, cache: 'reload' }),
    );
    if (response.ok) await cache.put(address, response.clone());
    return response;
}

async function keepFiles() {
    const cache = await caches.open(CACHE);
    const paths = Object.keys(files).filter((path) => !KEPT_WHEN_USED.test(path));
    const responses = await Promise.all(paths.map((path) => fetchFile(cache, path)));
    const missing = responses.find(({ ok }) => !ok);
    if (missing) throw new Error(`${missing.url}: status ${missing.status}`);
}

async function removeOldBuilds() {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
}

/** @param {string} path */
async function answer(path) {
    const address = new URL(path, scope);
    const kept = await caches.match(address, { cacheName: CACHE, ignoreVary: true });
    if (kept) return kept;
    // A newer build may have removed the cache, which must not come back.
    const isCurrent = await caches.has(CACHE);
    return isCurrent ? fetchFile(await caches.open(CACHE), path) : fetch(address);
}

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(removeOldBuilds()));
worker.addEventListener('fetch', (event) => {
    const { method, url } = event.request;
    const address = url.replace(/[?#].*/, '');
    if (method !== 'GET' || !address.startsWith(scope)) return;
    const path = address.slice(scope.length).replace(/^index\.html$/, '');
    if (Object.hasOwn(files, path) || KEPT_WHEN_USED.test(path)) event.respondWith(answer(path));
});

/** Number of times that the worker looks whether another window shows the page, and the time between, in milliseconds. */
const [LOOKS, LOOK_INTERVAL] = [10, 50];

/** Replaces the old build, unless another window shows it. */
async function replaceOldBuild() {
    for (let look = 0; look < LOOKS; look++) {
        const windows = await worker.clients.matchAll({
            type: 'window',
            includeUncontrolled: true,
        });
        const here = windows.filter(({ url }) => url.startsWith(scope));
        if (here.length <= 1) return worker.skipWaiting();
        // After a reload, the window's previous document may not be gone yet.
        await new Promise((done) => setTimeout(done, LOOK_INTERVAL));
    }
}

// A window that has just opened asks for the newest build.
worker.addEventListener('message', (event) => event.waitUntil(replaceOldBuild()));
