// How quickly the built page answers, in Chromium: how soon it is there, from a key to what is painted of it, and how long it is ever
// busy at a stretch with long kernels. `node scripts/page.mjs load`, `typing` and `views` measure one of these.
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserFlags, findBrowser } from './browser.mjs';
import { measureLoad } from './page/load.mjs';
import { serve } from './page/serve.mjs';
import { measureTyping } from './page/typing.mjs';
import { measureViews } from './page/views.mjs';
import { root } from './processes.mjs';

const wanted = process.argv.slice(2);
/** @param {string} part */
const isWanted = (part) => wanted.length === 0 || wanted.includes(part);

const server = await serve(join(root, 'dist'));
const executablePath = findBrowser();
const browser = await chromium.launch({
  args: browserFlags(),
  ...(executablePath ? { executablePath } : {}),
});
try {
  if (isWanted('load')) await measureLoad(browser, server);
  if (isWanted('typing')) await measureTyping(browser, server.url);
  if (isWanted('views')) await measureViews(browser, server.url);
} finally {
  await browser.close();
  server.close();
}
