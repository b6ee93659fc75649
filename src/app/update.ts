/** Milliseconds that the new version gets to take over. */
const PATIENCE = 3000;

/** Keeps all of the page for when there is no network. */
export function keepOffline(): void {
  if (!import.meta.env.PROD) return;
  const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  // Where a browser keeps nothing, it asks the network again.
  container?.register('./sw.js', { scope: './' }).catch(() => {});
}

/**
 * New versions of the page. The browser fetches one in the background and keeps it waiting, so that a page that is open goes on with
 * the files it was opened with: a view or a worker that it loads later is of the same version. The new one takes over when
 * the last page closes, or when somebody asks for it; then every open page starts again, with its text.
 */
export function watchForUpdates(offer: (take: () => void) => void): void {
  // Not there on insecure addresses, nor where a browser keeps nothing.
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
          // A request on its way keeps the old one in its place; to start again ends it.
          setTimeout(() => location.reload(), PATIENCE);
        });
    };
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', look);
    });
    look();
  });
}
