// How long the page's thread is ever busy at a stretch with long kernels: in every view of every arrangement, while it is opened,
// read, typed at and stepped through. In processor time of the thread: other work on the machine makes tasks longer by the clock.
import { tell } from '../figures.mjs';
import { open, replaceKernel, settle } from './hands.mjs';
import { LONG_KERNELS } from './kernels.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */

const PROMISED = 50;

/** @param {Browser} browser @param {string} url */
export async function measureViews(browser, url) {
  for (const { what, source } of LONG_KERNELS) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(180_000);
    await open(page, url, 'read');
    const arrived = await longest(browser, page, async () => {
      await replaceKernel(page, source);
      await settle(page, 1500);
    });
    told(`Read, ${what}`, [{ by: 'pasting', task: arrived }]);
    const arrangements = page.getByRole('navigation', { name: 'Arrangements' }).getByRole('button');
    for (const arrangement of await arrangements.allInnerTexts()) {
      if (arrangement === '') continue;
      await measureArrangement(browser, page, { arrangement, what });
    }
    await page.close();
  }
}

/** @param {Browser} browser @param {Page} page @param {{ arrangement: string, what: string }} of */
async function measureArrangement(browser, page, { arrangement, what }) {
  const button = page
    .getByRole('navigation', { name: 'Arrangements' })
    .getByRole('button', { name: arrangement, exact: true });
  const opened = await longest(browser, page, async () => {
    await button.click();
    await settle(page);
  });
  told(`${arrangement}, ${what}`, [{ by: 'opening', task: opened }]);
  const tabs = page.locator('.main-head').getByRole('tab');
  const names = await tabs.evaluateAll((all) => all.map((each) => each.id));
  for (const [k, id] of names.entries()) {
    const title = ((await tabs.nth(k).textContent()) ?? '').trim();
    const found = [];
    if (k > 0)
      found.push({
        by: 'opening',
        task: await longest(browser, page, async () => {
          await page.locator(`[id="${id}"]`).click();
          await settle(page);
        }),
      });
    for (const [by, act] of Object.entries(ACTS)) {
      const task = await longest(browser, page, async () => {
        await act(page);
        await settle(page, 400);
      });
      found.push({ by, task });
    }
    told(`${arrangement}: ${title}, ${what}`, found);
  }
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
    await editor.click();
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
    await editor.click();
    await page.keyboard.press('End');
    for (const key of [' ', ' ', 'Backspace', 'Backspace', ' ', 'Backspace']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
    await settle(page, 1500);
  },
};

/** @param {string} what @param {{ by: string, task: number }[]} found */
function told(what, found) {
  const worst = found.reduce((a, b) => (b.task > a.task ? b : a));
  tell({ what: `longest task, ${what}: ${worst.by}`, unit: 'ms', promised: PROMISED, found: worst.task });
}

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
