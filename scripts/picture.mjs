// Photographs the built page for the README.
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { browserFlags, findBrowser } from './browser.mjs';
import { root } from './processes.mjs';

const server = await preview({ root, preview: { host: '127.0.0.1', port: 0 }, logLevel: 'silent' });
const executablePath = findBrowser();
const browser = await chromium.launch({
  args: browserFlags(),
  ...(executablePath ? { executablePath } : {}),
});
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    serviceWorkers: 'block',
  });
  // The tour is for who comes for the first time.
  await page.addInitScript(() => localStorage.setItem('backsweep.tour', 'seen'));
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await page.getByText('gradient checked').waitFor({ timeout: 120_000 });
  await page.locator('.monaco-editor .view-line').first().waitFor({ timeout: 120_000 });
  await page.locator('.stand-in').waitFor({ state: 'detached', timeout: 120_000 });
  await page.screenshot({ path: join(root, 'docs', 'page.png') });
} finally {
  await browser.close();
  await server.close();
}
