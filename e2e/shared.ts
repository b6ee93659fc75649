import { type BrowserContext, test as base, type Page } from '@playwright/test';

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
  page: async ({ context, baseURL }, use) => use(await newPage(context, baseURL)),
});

/** The page that the tests of a file share. */
interface Kept {
  file: string;
  page: Page | null;
}

/**
 * Tests that share a page with the others of their file: `open` brings it back to the program that a new visitor finds, as a user would.
 * For tests that leave behind nothing but a program with its options, and what they looked at. The first of a file finds a new page.
 */
export const onOnePage = test.extend<{ context: BrowserContext }, { kept: Kept }>({
  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: it needs no other fixture, which Playwright wants to be told so
    async ({}, use) => use({ file: '', page: null }),
    { scope: 'worker' },
  ],
  context: async ({ sharedContext, kept }, use) => {
    await use(sharedContext);
    for (const page of sharedContext.pages()) if (page !== kept.page) await page.close();
  },
  page: async ({ context, kept, baseURL }, use, { file }) => {
    if (kept.page === null || kept.page.isClosed() || kept.file !== file) {
      await kept.page?.close();
      kept.page = await newPage(context, baseURL);
      kept.file = file;
    }
    await use(kept.page);
    // What this test watches is no affair of the next.
    for (const event of ['console', 'pageerror', 'crash', 'request']) kept.page.removeAllListeners(event);
  },
});

/** One that finds nothing of what other pages kept, in the arrangement with every pane. */
async function newPage(context: BrowserContext, baseURL: string | undefined): Promise<Page> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Storage.clearDataForOrigin', {
    origin: new URL(baseURL ?? 'http://127.0.0.1').origin,
    storageTypes: 'local_storage,indexeddb,cookies',
  });
  await client.detach();
  await page.addInitScript(() => {
    // A page of no origin, in a sandbox or before the first address, keeps nothing.
    if (self.origin === 'null') return;
    if (localStorage.getItem('backsweep.arrangement') === null)
      localStorage.setItem('backsweep.arrangement', 'all');
  });
  return page;
}
