// How quickly the built page answers, in Chromium: from a key to the painted code and graphs, and how long the page is
// ever busy at a stretch while somebody types.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { browserFlags, findBrowser } from './browser.mjs';
import { tell } from './figures.mjs';
import { root } from './processes.mjs';

const KEYS = 24;
// The longest of the examples, with a number at its end to be typed at: every digit changes the code and the graphs.
const example = readFileSync(join(root, 'src/examples/predator-prey.c'), 'utf8');
const source = example.replace(/\}\s*$/, '  *hares = *hares * 1.5;\n}\n');

const server = await preview({ root, preview: { host: '127.0.0.1', port: 0 }, logLevel: 'silent' });
const executablePath = findBrowser();
const browser = await chromium.launch({
  args: browserFlags(),
  ...(executablePath ? { executablePath } : {}),
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  const code = page.getByRole('listbox', { name: 'Generated code' });
  await code.getByText('f_b').first().waitFor();
  await page
    .locator('.monaco-editor')
    .first()
    .click({ position: { x: 140, y: 30 } });
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, source);
  await code.getByText('1.5').first().waitFor();
  await page.locator('svg[data-graph="adjoint"]').waitFor();
  for (const key of ['ArrowUp', 'End', 'ArrowLeft', 'ArrowUp', 'End', 'ArrowLeft'])
    await page.keyboard.press(key);
  await page.waitForTimeout(2000);

  /** What the page tells: milliseconds since the last key, and how long it was busy. */
  const told = { code: 0, graphs: 0, busy: [0] };
  page.on('console', (message) => {
    const [mark, what, time] = message.text().split(' ');
    if (mark !== 'figure') return;
    if (what === 'busy') told.busy.push(Number(time));
    else if (what === 'code' || what === 'graphs') told[what] ||= Number(time);
  });
  await page.evaluate(() => {
    let key = 0;
    addEventListener(
      'keydown',
      () => {
        key = performance.now();
      },
      true,
    );
    const watch = (/** @type {string} */ selector, /** @type {string} */ what) => {
      const target = document.querySelector(selector);
      if (target === null) throw new Error(`${selector} is missing`);
      const changed = () =>
        // A message that is sent in a frame arrives when that frame is painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => console.log(`figure ${what} ${performance.now() - key}`);
          port2.postMessage(null);
        });
      const all = { subtree: true, childList: true, characterData: true };
      new MutationObserver(changed).observe(target, all);
    };
    watch('[role="listbox"][aria-label="Generated code"]', 'code');
    watch('svg[data-graph="adjoint"]', 'graphs');
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) console.log(`figure busy ${duration}`);
    }).observe({ type: 'longtask' });
  });

  /** @type {{ code: number, graphs: number }[]} */
  const times = [];
  for (let i = 0; i < KEYS; i++) {
    told.code = 0;
    told.graphs = 0;
    await page.keyboard.press(i % 2 === 0 ? String(2 + (i % 8)) : 'Backspace');
    for (let waited = 0; told.code === 0 || told.graphs === 0; waited += 10) {
      if (waited > 20_000) throw new Error('the page did not answer a key');
      await page.waitForTimeout(10);
    }
    times.push({ code: told.code, graphs: told.graphs });
    await page.waitForTimeout(400);
  }
  // As quickly as a person types, whatever is painted by then.
  for (let i = 0; i < 40; i++) await page.keyboard.press(i < 20 ? '3' : 'Backspace', { delay: 40 });
  await page.waitForTimeout(1500);

  const median = (/** @type {number[]} */ list) => [...list].sort((x, y) => x - y)[list.length >> 1] ?? 0;
  const figures = /** @type {const} */ ([
    ['from a key to painted code, median', 100, median(times.map(({ code }) => code))],
    ['from a key to painted graphs, median', 300, median(times.map(({ graphs }) => graphs))],
    ['longest task of the page while somebody types', 50, Math.max(...told.busy)],
  ]);
  for (const [what, promised, found] of figures) tell({ what, unit: 'ms', promised, found });
} finally {
  await browser.close();
  await server.close();
}
