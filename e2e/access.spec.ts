import { devices, expect } from '@playwright/test';
import { EMPTY_PLAYGROUND } from '../src/app/store/document/playground';
import { encodeLink } from '../src/app/store/links/permalink';
import { IS_DEEP, some } from '../src/engine/testing/draws';
import { violationsIn } from './axe';
import { code, editor, open, tab } from './page';
import { apart, onOnePage } from './shared';

apart.describe('on a phone', () => {
  const { viewport, isMobile, hasTouch } = devices['iPhone 13'];
  apart.use({ viewport, isMobile, hasTouch });

  apart('text to tap, a plain field to type, and each view a page', async ({ page }) => {
    await page.goto('./');
    const kernel = page.getByRole('listbox', { name: 'Kernel' });
    await expect(kernel).toContainText('while (y < x)');
    await expect(page.locator('.monaco-editor')).toHaveCount(0);
    // Until the engine has answered there is nothing to explain, and a tap only marks the line.
    await expect(async () => {
      await kernel.getByRole('option').nth(4).tap();
      await expect(page.locator('.explained h3')).toBeVisible({ timeout: 4_000 });
    }).toPass();
    await expect(kernel.locator('.line[data-lit]')).toHaveCount(1);
    // What it says stands on the bar of arrangements, however short the kernel is.
    const sheet = await page.locator('.explained').boundingBox();
    const bar = await page.getByRole('navigation', { name: 'Arrangements' }).boundingBox();
    expect(Math.abs((sheet?.y ?? 0) + (sheet?.height ?? 0) - (bar?.y ?? -9))).toBeLessThan(2);
    await page.getByRole('radio', { name: 'Edit' }).tap();
    await page.getByRole('textbox', { name: 'Kernel' }).fill('double p(double x) {\n  return x * x;\n}\n');
    await tab(page, 'Code').tap();
    await expect(code(page)).toContainText('p_b');
    await tab(page, 'Graphs').tap();
    await expect(page.locator('.vertex').first()).toBeVisible();
    await tab(page, 'Run').tap();
    await expect(page.getByRole('region', { name: 'Run' })).toContainText('Checked.');
    // What is pasted over all of it is another program: nothing of the one before stands beside it, and it is there to be mended.
    await tab(page, 'Kernel').tap();
    await page.getByRole('radio', { name: 'Edit' }).tap();
    const field = page.getByRole('textbox', { name: 'Kernel' });
    await field.press('ControlOrMeta+A');
    await field.dispatchEvent('paste');
    await field.fill('double r(double z) {\n  return z *;\n}\n');
    await tab(page, 'Code').tap();
    await expect(page.locator('.empty')).toContainText('No code yet.');
    await tab(page, 'Kernel').tap();
    await expect(field).toBeVisible();
    await expect(page.locator('.first-error')).toContainText('line 2:');
    // A link that was made beside it opens the page that it was made at.
    const hash = await encodeLink({
      playground: {
        ...EMPTY_PLAYGROUND,
        source: 'double q(double x) {\n  x = x * x;\n  return sin(x);\n}\n',
      },
      view: { arrangement: 'all', presenting: false, focus: 'sets', cursor: null, step: null, stepper: null },
    });
    await page.goto(`./${hash}`);
    await expect(tab(page, 'Sets')).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('.sets-table')).toContainText('x = x*x');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
    expect(await violationsIn(page)).toEqual([]);
    // Enlarged four times, a view still has room.
    await page.setViewportSize({ width: 320, height: 256 });
    const [above, below] = [tab(page, 'Sets'), page.getByRole('navigation', { name: 'Arrangements' })];
    await expect
      .poll(async () => ((await below.boundingBox())?.y ?? 0) - ((await above.boundingBox())?.y ?? 0))
      .toBeGreaterThan(256);
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'Examples' }).tap();
    await page.getByRole('menuitem', { name: /^Take the tour/ }).tap();
    await expect(page.getByRole('complementary', { name: 'Tour' })).toContainText(/1 of \d/);
    await expect(tab(page, 'Line by line')).toHaveAttribute('aria-selected', 'true');
  });
});

onOnePage('everything is reached by keyboard, out of the editor too', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await editor(page).locator('.view-line').first().click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.monaco-editor') === null)).toBe(true);
  const reached = new Set<string>();
  for (let i = 0; i < 80; i++) {
    reached.add(
      await page.evaluate(() => {
        const at = document.activeElement;
        return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
      }),
    );
    await page.keyboard.press('Tab');
  }
  const all = [...reached].join('\n');
  for (const each of [
    'Examples',
    'Share',
    'Generated code',
    'Flow graph',
    'Backward sweep',
    'Graphs',
    'Input x',
  ])
    expect(all).toContain(each);
});

onOnePage('the kernel can be read where the system forces its colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page);
  const [ink, paper] = await editor(page).evaluate((host) => {
    const word = host.querySelector('.view-line span span') ?? host;
    const back = host.querySelector('.monaco-editor-background') ?? host;
    return [getComputedStyle(word).color, getComputedStyle(back).backgroundColor];
  });
  expect(ink).not.toBe(paper);
  await page.emulateMedia({ forcedColors: null });
});

onOnePage('in large type every line still has its number', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: /Presenter mode/ }).click();
  const astray = () =>
    code(page)
      .locator('.line')
      .evaluateAll((lines) =>
        lines.flatMap((line) => {
          const number = line.querySelector('.line-number');
          if (number === null) return ['a line without a number'];
          const text = document.createRange();
          text.selectNodeContents(number);
          const [at, own] = [text.getBoundingClientRect(), line.getBoundingClientRect()];
          return at.top < own.top - 1 || at.bottom > own.bottom + 1 ? [number.textContent] : [];
        }),
      );
  await expect(code(page).locator('.line').nth(20)).toBeAttached();
  expect(await astray()).toEqual([]);
  expect(await violationsIn(page)).toEqual([]);
  for (const key of '123456789') {
    await page.keyboard.press(key);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsIn(page, 'body', 'contrast'), `arrangement ${key}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  // Views and their tools come down from the upper edge.
  await page.keyboard.press('6');
  await page.locator('.main-head').hover({ position: { x: 200, y: 2 } });
  await tab(page, 'Matrix').click();
  await page.getByRole('radio', { name: 'Hessian' }).click();
  // The page is shared with the tests that follow.
  await page.getByRole('radio', { name: 'Jacobian' }).click();
  await tab(page, 'Gradient').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('9');
});

onOnePage('axe finds nothing in any view, in light, dark and projector’s colours', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await open(page);
  await code(page).getByRole('option').filter({ hasText: /push/i }).first().click();
  await expect(page.locator('.facts li').first()).toBeVisible();
  /** What stands on the page is the same in both schemes, the colours differ: in the fast tier they are looked at once, in the deep one in every state. */
  const check = async (what: string, part = 'body', dark = IS_DEEP) => {
    expect(await violationsIn(page, part), `${what}, light`).toEqual([]);
    if (!dark) return;
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsIn(page, part, 'contrast'), `${what}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  };
  await check('all', 'body', true);
  await page.getByRole('button', { name: 'activity', exact: true }).click();
  await expect(page.locator('.paint-strip')).toBeVisible();
  const names = await page.getByRole('tablist', { name: 'Views' }).getByRole('tab').allTextContents();
  expect(names.length).toBeGreaterThan(8);
  // In the deep tier, every view.
  for (const name of some(names.slice(1), 1)) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect(page.locator('#main-view > *').first()).toBeVisible();
    // What stands around it has been looked at.
    await check(name, '#main-view');
  }
  await page.getByRole('button', { name: 'Options' }).click();
  await check('options', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: names[0] ?? '', exact: true }).click();
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitem', { name: 'Projector' }).click();
  expect(await violationsIn(page, 'body', 'contrast'), 'projector').toEqual([]);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitem').first().click();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
});

apart(
  'where the system chooses the colours, one line alone has the mark of the step',
  {
    tag: '@deep',
  },
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open(page);
    await tab(page, 'Sweeps').click();
    const marks = () =>
      code(page)
        .locator('.line-number')
        .evaluateAll(
          (all) => all.filter((each) => getComputedStyle(each, '::before').content !== 'none').length,
        );
    await expect.poll(marks).toBe(0);
    await page.getByRole('button', { name: 'Forward', exact: true }).click();
    await expect.poll(marks).toBe(1);
  },
);
