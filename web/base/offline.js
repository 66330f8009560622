/** Keeps the page for use without a connection, by the service worker of web/offline_worker.js. */

/** Registers the worker, which then loads the files that the page has not loaded yet. Not every browser has workers, and none on http. */
export async function keepForOffline() {
    // A failure is ignored: the page works as before, with a connection.
    await navigator.serviceWorker?.register('offline-worker.js').catch(() => {});
}

/** Changes to the newest build that the browser has kept, if this is the only window of the page. */
export async function changeToNewestBuild() {
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    if (!registration?.waiting) return;
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    registration.waiting.postMessage('newest build');
}
