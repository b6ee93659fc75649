import { createServer } from 'node:net';
import { defineConfig, devices } from '@playwright/test';
import { browserFlags, findBrowser } from './scripts/browser.mjs';
import { IS_DEEP } from './src/engine/testing/draws';

// Set once in the process that reads this file first; its workers, which read it again, inherit it.
// BACKSWEEP_URL set from outside names a page that is served already.
const served = process.env.BACKSWEEP_URL !== undefined && process.env.BACKSWEEP_PORT === undefined;
if (!served) process.env.BACKSWEEP_PORT ??= String(await freePort());
const port = process.env.BACKSWEEP_PORT;
const url = served ? process.env.BACKSWEEP_URL : `http://127.0.0.1:${port}/`;
const executablePath = findBrowser();

/** Tests of the built page (`npm run build` first), in a Chromium that stands on this machine. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  // On the machine that judges a change, a test that failed is tried once more, and told by name if it passes then.
  retries: process.env.CI ? 1 : 0,
  // Machines that test are shared and can be many times slower than those that people use. Tests wait for states, never for
  // a time; these bounds only end what will not come any more.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  // The fast tier leaves out what goes wrong rarely, or is held beside its code as well.
  ...(IS_DEEP ? {} : { grepInvert: /@deep/ }),
  forbidOnly: Boolean(process.env.CI),
  build: { external: ['**/dist/**'] },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: url,
    // A trace photographs the page at every step, which takes as long as the step: `npm run e2e -- --trace on` makes one.
    trace: 'off',
    // A tenth of the time goes into motion that no test looks at.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // What works without a network fetches the whole site first.
    serviceWorkers: 'block',
    // The arrangement with every pane; specs of the others begin as a new visitor does.
    storageState: {
      cookies: [],
      origins: [
        {
          origin: new URL(url ?? '').origin,
          localStorage: [{ name: 'backsweep.arrangement', value: 'all' }],
        },
      ],
    },
    launchOptions: { args: browserFlags(), ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
  ...(served
    ? {}
    : {
        webServer: {
          command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --strictPort --port ${port}`,
          url: `http://127.0.0.1:${port}/`,
          reuseExistingServer: false,
          timeout: 240_000,
        },
      }),
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
