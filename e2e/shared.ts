import { type BrowserContext, test as base } from '@playwright/test';

/**
 * Tests that need no browser of their own share one with all others of their worker: what it has fetched and compiled serves the next.
 * Each still has a page of its own, and finds nothing of what the page keeps. Options of a context are the project's.
 */
export const test = base.extend<{ context: BrowserContext }, { sharedContext: BrowserContext }>({
  sharedContext: [
    async ({ browser }, use, { project }) => {
      const { viewport, userAgent, deviceScaleFactor, baseURL, serviceWorkers } = project.use;
      const context = await browser.newContext({
        viewport,
        userAgent,
        deviceScaleFactor,
        baseURL,
        serviceWorkers,
      });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedContext }, use) => {
    await use(sharedContext);
    for (const page of sharedContext.pages()) await page.close();
  },
  page: async ({ context, baseURL }, use) => {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Storage.clearDataForOrigin', {
      origin: new URL(baseURL ?? 'http://127.0.0.1').origin,
      storageTypes: 'local_storage,indexeddb,cookies',
    });
    await client.detach();
    // The arrangement with every pane.
    await page.addInitScript(() => {
      // A page of no origin, in a sandbox or before the first address, keeps nothing.
      if (self.origin === 'null') return;
      if (localStorage.getItem('backsweep.arrangement') === null)
        localStorage.setItem('backsweep.arrangement', 'all');
    });
    await use(page);
  },
});
