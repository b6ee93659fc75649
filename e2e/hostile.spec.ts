import { expect } from '@playwright/test';
import { EMPTY_PLAYGROUND } from '../src/app/store/document/playground';
import { encodeLink } from '../src/app/store/links/permalink';
import { draws, some } from '../src/engine/testing/draws';
import {
  alarm,
  code,
  drafts,
  editor,
  nextFrame,
  open,
  ready,
  replaceText,
  side,
  tab,
  textOf,
  watch,
} from './page';
import { onOnePage, test } from './shared';

/** The page lives: an edit to something harmless brings results again. */
async function isAlive(page: import('@playwright/test').Page): Promise<void> {
  await replaceText(page, 'double alive(double x) {\n  return x * x;\n}\n');
  await expect(code(page)).toContainText('alive_b');
}

const kernels: [what: string, source: string, message: RegExp][] = [
  [
    'an endless loop',
    'double f(double x) {\n  while (1);\n  return x;\n}\n',
    /Control never leaves this loop/,
  ],
  [
    'a thousand nested parentheses',
    `double f(double x) {\n  return ${'('.repeat(1000)}x${')'.repeat(1000)};\n}\n`,
    /nested more than 200 levels deep/,
  ],
  ['a NUL byte', 'double f(double x) {\n  return x\u0000 * x;\n}\n', /character U\+0000/],
  ['half a statement', 'double f(double x) {\n  x = x *\n', /brace that opens here is never closed/],
];

onOnePage('hostile kernels end in a clear message, with nothing typed lost', async ({ page }) => {
  const crashes: string[] = [];
  page.on('pageerror', (error) => crashes.push(error.message));
  page.on('crash', () => crashes.push('the tab crashed'));
  await open(page);
  const met = some(kernels, 4);
  for (const [what, source, message] of met)
    await test.step(what, async () => {
      await replaceText(page, source);
      await expect
        .poll(async () => {
          const said = await page.locator('.sentence, .problem, .empty, .tabs .count').allInnerTexts();
          await tab(page, 'Messages').click();
          return said.join('\n');
        })
        .toMatch(message);
      await expect(page.locator('.problem', { hasText: /inside Backsweep|internal/i })).toHaveCount(0);
      await expect.poll(() => drafts(page)).toContain(source);
    });
  await page.reload();
  await expect(editor(page)).toBeVisible();
  expect(await drafts(page)).toContain(met.at(-1)?.[1]);
  await isAlive(page);
  expect(crashes).toEqual([]);
});

onOnePage('an empty file is an invitation, not an error', async ({ page }) => {
  const troubles = watch(page);
  await open(page);
  await replaceText(page, 'x');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await expect.poll(() => textOf(page)).toBe('');
  await expect.poll(() => drafts(page)).toEqual(['']);
  await expect(page.locator('.tabs .count[data-tone="error"]')).toHaveCount(0);
  await expect(page.getByText('type or paste a function').first()).toBeVisible();
  await isAlive(page);
  expect(troubles).toEqual([]);
});

onOnePage(
  'a paste of megabytes leaves the page alive and the text kept',
  { tag: '@deep' },
  async ({ page }) => {
    await open(page);
    const line = 'double f(double x) { double y = x * x; y = sin(y) * x; return y; }\n';
    const large = Array.from({ length: Math.ceil(draws(300_000, 2_000_000) / line.length) }, (_, i) =>
      line.replace(' f(', ` f${i}(`),
    ).join('');
    await replaceText(page, large);
    await expect(page.locator('.monaco-editor .line-numbers', { hasText: /^\d+$/ }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Options' }).click();
    await page.keyboard.press('Escape');
    await isAlive(page);
  },
);

onOnePage('markup in names, comments, notes and messages stays text', async ({ page }) => {
  await open(page);
  const evil = '<img src=x onerror="window.hacked=1">';
  await replaceText(
    page,
    `/* ${evil} */\ndouble f(double x) {\n  x = ${evil} * x; // ${evil}\n  "${evil}" return x;\n}\n`,
  );
  await tab(page, 'Messages').click();
  await expect(page.locator('.problem').first()).toBeVisible();
  await page.locator('.squiggly-error').first().hover({ force: true });
  await page.getByLabel('Short link, QR code, embed, hand-out').click();
  await page.getByLabel('A note for those who open the link').fill(evil);
  await page.keyboard.press('Escape');
  await expect(page.locator('.note')).toContainText(evil);
  await page.waitForLoadState('networkidle');
  await nextFrame(page);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.locator('img').count()).toBe(0);
});

onOnePage('names of JavaScript’s own are names like any other', async ({ page }) => {
  const troubles = watch(page);
  await open(page);
  await replaceText(
    page,
    'double f(double constructor, double __proto__) {\n  double toString = constructor * __proto__;\n  return sin(toString) * constructor;\n}\n',
  );
  const run = side(page, 'Run');
  await expect(run).toContainText('✓ Checked.');
  await run.getByLabel(/^Input constructor/).fill('2');
  await expect(run.getByRole('row').filter({ hasText: '__proto__' }).first()).toBeVisible();
  await expect(run).toContainText('✓ Checked.');
  expect(troubles).toEqual([]);
});

onOnePage('a note of thousands of lines leaves the page in sight', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByLabel('Short link, QR code, embed, hand-out').click();
  await page.getByLabel('A note for those who open the link').fill('one more line\n'.repeat(1400));
  await page.keyboard.press('Escape');
  await expect(page.locator('.note')).toContainText('one more line');
  await expect(editor(page)).toBeInViewport({ ratio: 0.9 });
  await expect(code(page)).toBeInViewport();
});

onOnePage(
  'a damaged link opens the default, says what was wrong, and offers what was saved',
  async ({ page }) => {
    await open(page);
    const program = `double kernel(double x) {\n${Array.from({ length: 60 }, (_, i) => `  x = sin(x + ${i * 7919}) * ${i};\n`).join('')}  return x;\n}\n`;
    await replaceText(page, program);
    await expect(code(page)).toContainText('kernel_b');
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page).toHaveURL(/#v1/);
    const link = page.url();
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await page.goto(link.slice(0, Math.floor(link.length * 0.7)));
    await expect(alarm(page)).toContainText('its end is missing');
    await ready(page);
    await page.getByRole('button', { name: 'Open what was saved' }).click();
    await expect.poll(() => textOf(page)).toContain('double kernel(double x)');
    // In a page that is open, as when an address is pasted over its own.
    await page.goto(link.replace('#v1', '#v7'));
    await expect(alarm(page)).toContainText('later version');
    await page.goto(`${link.split('#')[0]}#v1.d.%3Cscript%3E.00000000`);
    await expect(alarm(page)).toContainText('damaged');
  },
);

test('markup in every field of a link stays text, and there is a way on', { tag: '@deep' }, async ({
  page,
}) => {
  const troubles = watch(page);
  const evil = '<img src=x onerror="window.hacked=1">';
  const link = await encodeLink({
    playground: {
      ...EMPTY_PLAYGROUND,
      source: `// ${evil}\ndouble f(double x) {\n  return x * x;\n}\n`,
      routine: evil,
      independents: [evil],
      dependents: [evil],
      inputs: { x: evil },
      seeds: { f: evil },
      directions: { x: [evil] },
      tamper: { without: [evil], with: [evil] },
      note: evil,
    },
    view: {
      arrangement: null,
      presenting: false,
      focus: evil,
      cursor: `s:${evil}`,
      step: Number.MAX_SAFE_INTEGER,
      stepper: evil,
    },
  });
  await page.goto(`./${link}`);
  await expect(page.locator('.note')).toContainText(evil);
  await expect(page.locator('.lost')).toContainText(evil);
  await page.getByRole('button', { name: 'Choose afresh' }).click();
  await expect(code(page)).toContainText('f_b');
  await expect(side(page, 'Run')).toContainText('The formula of x can');
  for (const name of ['Sets', 'Sweeps', 'Dependence', 'Calls', 'Set steps', 'Reversal']) {
    await tab(page, name).click();
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
  }
  await nextFrame(page);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.locator('img').count()).toBe(0);
  expect(troubles).toEqual([]);
});
