import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test';

/** The page that tests share, in a browser context of its own. */
interface Kept {
  readonly context: BrowserContext;
  page: Page | null;
}

interface OfWorker {
  readonly sharedContext: BrowserContext;
  readonly kept: Kept;
}

/** What a context is made with: the project's options. */
const optionsOf = ({
  viewport,
  userAgent,
  deviceScaleFactor,
  baseURL,
  serviceWorkers,
}: BrowserContextOptions) => ({
  viewport,
  userAgent,
  deviceScaleFactor,
  baseURL,
  serviceWorkers,
});

/**
 * Tests with a browser context of their own. All tests have the same fixtures of their worker, used or not: others would take a worker,
 * and a browser, more.
 */
export const apart = base.extend<object, OfWorker>({
  sharedContext: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext(optionsOf(project.use));
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  kept: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext(optionsOf(project.use));
      await use({ context, page: null });
      await context.close();
    },
    { scope: 'worker' },
  ],
});

/**
 * Tests that need no browser of their own share one with all others of their worker: what it has fetched and compiled serves the next.
 * Each still has a page of its own, and finds nothing of what the page keeps. Options of a context are the project's.
 */
export const test = apart.extend({
  context: async ({ sharedContext }, use) => {
    await use(sharedContext);
    for (const page of sharedContext.pages()) await page.close();
  },
  page: async ({ context, baseURL }, use) => use(await newPage(context, baseURL)),
});

/**
 * Tests that share a page: `open` brings it back to the program that a new visitor finds, as a user would. For tests that leave behind
 * nothing but a program with its options, and what they looked at. After a failure the next one finds a new page.
 */
export const onOnePage = apart.extend({
  context: async ({ kept }, use) => {
    await use(kept.context);
    for (const page of kept.context.pages()) if (page !== kept.page) await page.close();
  },
  page: async ({ kept, baseURL }, use, result) => {
    if (kept.page === null || kept.page.isClosed()) kept.page = await newPage(kept.context, baseURL);
    await use(kept.page);
    // What this test watches is no affair of the next.
    for (const event of ['console', 'pageerror', 'crash', 'request']) kept.page.removeAllListeners(event);
    if (result.status === result.expectedStatus) return;
    await kept.page.close();
    kept.page = null;
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
