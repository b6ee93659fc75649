// How soon somebody who comes for the first time, with nothing kept, sees code, graphs and the check of the first kernel.
import { tell } from '../figures.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */

const TIMES = 7;
/** What has to be there, by arrangement, as selectors and what their text says. */
const CODE = { selector: '.read-line', says: 'pop_double' };
const LISTED = { selector: '[aria-label="Generated code"]', says: 'f_b' };
const CHECK = { selector: '.verdict', says: 'gradient checked' };
const GRAPHS = { selector: 'svg[data-graph="adjoint"] .vertex', says: '' };
/** @type {Record<string, { what: string, wanted: { selector: string, says: string }[] }>} */
const ARRANGEMENTS = {
  read: { what: 'code and check', wanted: [CODE, CHECK] },
  graphs: { what: 'graphs, where one was last', wanted: [GRAPHS] },
  all: { what: 'code, graphs and check at once', wanted: [LISTED, GRAPHS, CHECK] },
};

/** @param {Browser} browser @param {{ url: string, sent: () => number }} server */
export async function measureLoad(browser, server) {
  for (const [arrangement, { what, wanted }] of Object.entries(ARRANGEMENTS)) {
    /** @type {{ time: number, sent: number, shift: number }[]} */
    const found = [];
    for (let k = 0; k < TIMES; k++) found.push(await opened(browser, server, arrangement, wanted));
    const middle = (/** @type {'time' | 'sent' | 'shift'} */ of) => median(found.map((each) => each[of]));
    tell({ what: `${what} painted after opening`, unit: 'ms', promised: 1000, found: middle('time') });
    tell({ what: `${what}: sent until then, brotli`, unit: 'kB', promised: 600, found: middle('sent') });
    tell({
      what: `${what}: layout shift while loading`,
      unit: 'times',
      promised: 0.01,
      found: middle('shift'),
    });
  }
}

/**
 * @param {Browser} browser @param {{ url: string, sent: () => number }} server
 * @param {string} arrangement @param {{ selector: string, says: string }[]} wanted
 */
async function opened(browser, server, arrangement, wanted) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const hasKernel = arrangement !== 'graphs';
    await page.addInitScript(watchLoad, { arrangement, wanted });
    server.sent();
    const painted = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('painted '),
      timeout: 60_000,
    });
    await page.goto(server.url, { waitUntil: 'commit' });
    const time = Number((await painted).text().split(' ')[1]);
    const sent = server.sent();
    // What comes later takes the place of what stands in for it.
    if (hasKernel) await page.locator('.monaco-editor .view-line').first().waitFor();
    await page.waitForTimeout(1500);
    const shift = await page.evaluate(() => Reflect.get(globalThis, 'shift'));
    return { time, sent, shift: Number(shift) };
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page, before all else: tells when all that is wanted has been painted, and sums up by how much things moved.
 * @param {{ arrangement: string, wanted: { selector: string, says: string }[] }} asked
 */
function watchLoad({ arrangement, wanted }) {
  localStorage.setItem('backsweep.arrangement', arrangement);
  localStorage.setItem('backsweep.tour', 'seen');
  Reflect.set(globalThis, 'shift', 0);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      Reflect.set(globalThis, 'shift', Reflect.get(globalThis, 'shift') + Reflect.get(entry, 'value'));
  }).observe({ type: 'layout-shift', buffered: true });
  const isThere = (/** @type {{ selector: string, says: string }} */ { selector, says }) =>
    [...document.querySelectorAll(selector)].some((each) => each.textContent?.includes(says));
  const look = () => {
    if (!wanted.every(isThere)) return void requestAnimationFrame(look);
    // A message that is sent in a frame arrives when that frame is painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => console.log(`painted ${performance.now()}`);
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
}

/** @param {number[]} list */
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
