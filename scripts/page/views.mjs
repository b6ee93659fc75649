// How long the page's thread is ever busy at a stretch with long kernels: in every view of every arrangement, while it is opened,
// read, typed at and stepped through. In processor time of the thread: other work on the machine makes tasks longer by the clock.
import { tell } from '../figures.mjs';
import { clickAsAPerson, open, replaceKernel, settle } from './hands.mjs';
import { LONG_KERNELS } from './kernels.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */

const PROMISED = 50;

/** A task and what was done meanwhile. @typedef {{ by: string, task: number }} Found */

/** @param {Browser} browser @param {string} url */
export async function measureViews(browser, url) {
  for (const { what, source } of LONG_KERNELS) {
    /** A page of its own with the kernel in it, and the longest task until it was there. */
    const begin = async () => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      page.setDefaultTimeout(180_000);
      await open(page, url, 'read');
      const task = await longest(browser, page, async () => {
        await replaceKernel(page, source);
        await settle(page, 1500);
      });
      return { page, found: [{ by: 'pasting', task }] };
    };
    /** What `walk` finds on a page of its own. @param {(page: Page) => Promise<Found[]>} walk */
    const afresh = async (walk) => {
      const { page } = await begin();
      const found = await walk(page);
      await page.close();
      return found;
    };
    const { page, found } = await begin();
    const arrived = async () => {
      const other = await begin();
      await other.page.close();
      return other.found;
    };
    await told(`Read, ${what}`, found, arrived);
    for (const arrangement of await arrangements(page).allInnerTexts()) {
      if (arrangement === '') continue;
      const opening = (/** @type {Page} */ on) => openArrangement(browser, on, arrangement);
      await told(`${arrangement}, ${what}`, await opening(page), () => afresh(opening));
      const tabs = await page.locator('.main-head').getByRole('tab').allTextContents();
      for (const [k, title] of tabs.entries())
        await told(`${arrangement}: ${title.trim()}, ${what}`, await walkTab(browser, page, k), () =>
          afresh(async (on) => {
            await opening(on);
            return walkTab(browser, on, k);
          }),
        );
    }
    await page.close();
  }
}

/** @param {Page} page */
const arrangements = (page) => page.getByRole('navigation', { name: 'Arrangements' }).getByRole('button');

/** @param {Browser} browser @param {Page} page @param {string} name @returns {Promise<Found[]>} */
async function openArrangement(browser, page, name) {
  const task = await longest(browser, page, async () => {
    await arrangements(page)
      .and(page.getByRole('button', { name, exact: true }))
      .click();
    await settle(page);
  });
  return [{ by: 'opening', task }];
}

/** Of an arrangement's tab `k`; the first one is there when the arrangement opens. @param {Browser} browser @param {Page} page @param {number} k */
async function walkTab(browser, page, k) {
  /** @type {Found[]} */
  const found = [];
  if (k > 0) {
    const task = await longest(browser, page, async () => {
      await page.locator('.main-head').getByRole('tab').nth(k).click();
      await settle(page);
    });
    found.push({ by: 'opening', task });
  }
  for (const [by, act] of Object.entries(ACTS)) {
    const task = await longest(browser, page, async () => {
      await act(page);
      await settle(page, 400);
    });
    found.push({ by, task });
  }
  return found;
}

/** @type {Record<string, (page: Page) => Promise<void>>} */
const ACTS = {
  async pointing(page) {
    const box = await page.locator('.panel-body').first().boundingBox();
    if (box === null) return;
    for (let k = 1; k < 8; k++) {
      await page.mouse.move(box.x + (box.width * k) / 8, box.y + (box.height * k) / 8, { steps: 3 });
      await page.waitForTimeout(60);
    }
    await page.mouse.wheel(0, 600);
    await page.mouse.move(0, 0);
  },
  async moving(page) {
    const editor = page.locator('.monaco-editor .view-line').nth(5);
    if ((await editor.count()) === 0) return;
    await clickAsAPerson(editor);
    for (let k = 0; k < 6; k++) {
      await page.keyboard.press('ArrowDown');
      await page.waitForTimeout(60);
    }
  },
  async stepping(page) {
    const player = page.locator('.player').first();
    if ((await player.count()) === 0) return;
    await player.getByRole('slider').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'PageUp', 'ArrowLeft', 'End', 'Home']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(60);
    }
  },
  async typing(page) {
    const editor = page.locator('.monaco-editor .view-line').nth(5);
    if ((await editor.count()) === 0) return;
    await clickAsAPerson(editor);
    await page.keyboard.press('End');
    for (const key of [' ', ' ', 'Backspace', 'Backspace', ' ', 'Backspace']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
    await settle(page, 1500);
  },
};

/**
 * Of what is over the promise, the least of up to three walks counts, for other work on the machine only adds.
 * @param {string} what
 * @param {Found[]} found
 * @param {() => Promise<Found[]>} again
 */
async function told(what, found, again) {
  let least = found;
  for (let k = 0; k < 2 && worst(least).task > PROMISED; k++) {
    const others = await again();
    least = least.map(({ by, task }, at) => ({ by, task: Math.min(task, others[at]?.task ?? task) }));
  }
  const { by, task } = worst(least);
  tell({ what: `longest task, ${what}: ${by}`, unit: 'ms', promised: PROMISED, found: task });
}

/** @param {Found[]} found */
const worst = (found) => found.reduce((a, b) => (b.task > a.task ? b : a));

/** Milliseconds of the longest task of the page's thread meanwhile. @param {Browser} browser @param {Page} page @param {() => Promise<void>} act */
async function longest(browser, page, act) {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await page.evaluate(() => performance.mark('of this thread'));
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString());
  /** @type {{ name: string, pid: number, tid: number, tdur?: number }[]} */
  const events = trace.traceEvents;
  const mark = events.find(({ name }) => name === 'of this thread');
  const tasks = events.filter(
    ({ name, pid, tid }) => /RunTask$/.test(name) && pid === mark?.pid && tid === mark.tid,
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
