// From a key to what is painted of it: the letter itself, the generated code, the graphs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tell } from '../figures.mjs';
import { root } from '../processes.mjs';
import { open, replaceKernel, settle } from './hands.mjs';
import { LONG_KERNELS } from './kernels.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */

const KEYS = 24;
// The longest of the examples, with a number at its end to be typed at: every digit changes the code and the graphs.
const EXAMPLE = readFileSync(join(root, 'src/examples/kernels/predator-prey.c'), 'utf8').replace(
  /\}\s*$/,
  '  *hares = *hares * 1.5;\n}\n',
);
const EDITOR = '.monaco-editor .view-lines';
const CODE = '[role="listbox"][aria-label="Generated code"]';
const GRAPHS = 'svg[data-graph="adjoint"]';

/** @param {Browser} browser @param {string} url */
export async function measureTyping(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(180_000);
  await open(page, url, 'all');
  await replaceKernel(page, EXAMPLE);
  await page.locator(CODE).getByText('1.5').first().waitFor();
  await page.locator(GRAPHS).waitFor();
  await settle(page, 1500);
  for (const key of ['ArrowUp', 'End', 'ArrowLeft', 'ArrowUp', 'End', 'ArrowLeft'])
    await page.keyboard.press(key);
  const times = await typed(page, { letter: EDITOR, code: CODE, graphs: GRAPHS });
  tellMedian('from a key to painted code', 100, times.code);
  tellMedian('from a key to painted graphs', 300, times.graphs);
  for (const { what, source } of LONG_KERNELS) {
    await replaceKernel(page, source);
    await settle(page, 3000);
    for (const key of ['ArrowUp', 'ArrowUp', 'End', 'ArrowLeft']) await page.keyboard.press(key);
    const { letter } = await typed(page, { letter: EDITOR });
    tellMedian(`from a key to its painted letter, ${what}`, 100, letter);
    tell({
      what: `from a key to its painted letter, ${what}, longest`,
      unit: 'ms',
      promised: 100,
      found: Math.max(...letter),
    });
  }
  await page.close();
}

/** @param {string} what @param {number} promised @param {number[]} times */
function tellMedian(what, promised, times) {
  const found = [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
  tell({ what: `${what}, median`, unit: 'ms', promised, found });
}

/**
 * Milliseconds from each of many keys until these places have been painted anew.
 * @template {string} Name @param {Page} page @param {Record<Name, string>} places @returns {Promise<Record<Name, number[]>>}
 */
async function typed(page, places) {
  await page.evaluate(watchKeys, /** @type {Record<string, string>} */ (places));
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press(i % 2 === 0 ? String(2 + (i % 8)) : 'Backspace');
    await page.waitForFunction(
      (count) =>
        Reflect.get(globalThis, 'painted').every((/** @type {number[]} */ { length }) => length > count),
      i,
      { timeout: 60_000, polling: 30 },
    );
    await page.waitForTimeout(400);
  }
  /** @type {number[][]} */
  const painted = await page.evaluate(() => Reflect.get(globalThis, 'painted'));
  const names = /** @type {Name[]} */ (Object.keys(places));
  return /** @type {Record<Name, number[]>} */ (
    Object.fromEntries(names.map((name, k) => [name, painted[k] ?? []]))
  );
}

/** Runs in the page: of each key, how long each place took to change. @param {Record<string, string>} places */
function watchKeys(places) {
  let key = 0;
  let keys = 0;
  const painted = Object.values(places).map((selector) => {
    const target = document.querySelector(selector);
    if (target === null) throw new Error(`${selector} is missing`);
    /** @type {number[]} */
    const times = [];
    const changed = () => {
      const [mine, begun] = [keys, key];
      requestAnimationFrame(() => {
        // A message that is sent in a frame arrives when that frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          if (times.length === mine - 1) times.push(performance.now() - begun);
        };
        port2.postMessage(null);
      });
    };
    const all = { subtree: true, childList: true, characterData: true };
    new MutationObserver(changed).observe(target, all);
    return times;
  });
  addEventListener(
    'keydown',
    (event) => {
      key = event.timeStamp;
      keys++;
    },
    true,
  );
  Reflect.set(globalThis, 'painted', painted);
}
