/** Milliseconds in which the new version has to take over. */
const PATIENCE = 3000;

/** Stores the whole page for use without a network. */
export function keepOffline(): void {
  if (!import.meta.env.PROD) return;
  const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  // Where a browser keeps nothing, it asks the network again.
  container?.register('./sw.js', { scope: './' }).catch(() => {});
}

/**
 * New versions of the page. The browser fetches one in the background and keeps it waiting, so that an open page continues
 * with the files it was opened with: a view or a worker that it loads later is of the same version. The new one takes over
 * when the last page closes, or when somebody asks for it; then every open page reloads, with its text.
 */
export function watchForUpdates(offer: (take: () => void) => void): void {
  // Not available on insecure addresses, nor where a browser stores nothing.
  const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (container === undefined) return;
  let hadOne = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    // The first worker of all brings nothing new.
    if (hadOne) location.reload();
    hadOne = true;
  });
  void container.ready.then((registration) => {
    const look = () => {
      const { waiting } = registration;
      if (waiting !== null && container.controller !== null)
        offer(() => {
          waiting.postMessage({ type: 'SKIP_WAITING' });
          // A pending request keeps the old worker in place; reloading ends it.
          setTimeout(() => location.reload(), PATIENCE);
        });
    };
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', look);
    });
    look();
  });
}
