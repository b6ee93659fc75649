import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { editor, open, paste, watch } from './page';
import { apart as test } from './shared';

test.use({ storageState: { cookies: [], origins: [] } });

const row = (page: Page, text: string) => page.locator('.read-row', { hasText: text }).first();

/** These files stay away until they are released; how much all others come to, as a host sends them. */
async function holdBack(page: Page, files: RegExp) {
  const come = new Set<string>();
  const release: (() => void)[] = [];
  const released = new Promise<void>((resolve) => release.push(resolve));
  await page.route(files, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  page.on('response', (response) => come.add(new URL(response.url()).pathname));
  return {
    kilobytes(): number {
      const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
      const bodies = [...come].map((path) =>
        readFileSync(new URL(`../dist${path === '/' ? '/index.html' : path}`, import.meta.url)),
      );
      return bodies.reduce((sum, body) => sum + brotliCompressSync(body, quick).length / 1000, 0);
    },
    async release(): Promise<void> {
      for (const each of release) each();
      await page.unroute(files);
    },
  };
}

test('a new visitor sees both sweeps beside the kernel, what a push is for, and other arrangements', async ({
  page,
}) => {
  const troubles = watch(page);
  const first = await holdBack(page, /engine\.js|\/editor-[^/]*\.js/);
  await page.goto('./');
  const stored = row(page, 'push_double(x)');
  await expect(stored).toContainText('pop_double()');
  await expect(stored.getByRole('option', { name: /^stored: x, 8 B/ })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Why', exact: true }).getByRole('heading', { level: 3 }),
  ).toContainText('stored');
  // The last line that runs is in sight without scrolling.
  await expect(row(page, '*xb += xb0')).toBeInViewport();
  // All of it, the check and the graphs too, before the engine or the editor has come.
  await expect(page.getByRole('region', { name: 'Run' })).toContainText('Checked.');
  await page.keyboard.press('2');
  await expect(page.locator('svg.canvas[data-graph="adjoint"] .vertex').first()).toBeVisible();
  await page.keyboard.press('1');
  await expect(editor(page)).toHaveCount(0);
  expect(first.kilobytes()).toBeLessThan(600);
  await first.release();
  await expect(editor(page)).toBeVisible();

  // The tour shows the push and the pop of that value, leaves the focus where it is, and is over for good when it was ended.
  const tour = page.getByRole('complementary', { name: 'Tour' });
  const toured = page.locator('[data-toured]');
  await expect(tour).toContainText('Where a value is pushed');
  await expect(toured).toHaveText('push_double(x);');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect(toured).toHaveText('x = pop_double();');
  await page.keyboard.press('ArrowRight');
  await expect(toured).toContainText('Why');
  await page.keyboard.press('ArrowRight');
  await expect(toured).toHaveText(['Share', /Kernel/]);
  await page.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
  await expect(toured).toHaveCount(0);

  const line = editor(page).locator('.view-line', { hasText: 'sin' }).first();
  await expect
    .poll(async () => {
      const [a, b] = [await line.boundingBox(), await row(page, 'sin').boundingBox()];
      return Math.abs((a?.y ?? 0) - (b?.y ?? 1e9));
    })
    .toBeLessThan(2);
  // By keyboard: a line of the backward sweep says why it is there.
  await page.getByRole('listbox', { name: 'Both sweeps, line by line' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Why', exact: true })).toContainText('xb0');

  // Keys choose arrangements, a reload keeps them, and the listing is one click away.
  const current = page.getByRole('navigation', { name: 'Arrangements' }).locator('[aria-current]');
  for (const [key, name] of [
    ['2', 'Graphs'],
    ['3', 'Sets'],
    ['1', 'Read'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(current).toHaveText(name);
  }
  await page.getByRole('radio', { name: 'running order' }).click();
  await expect(page.getByRole('listbox', { name: 'Generated code' })).toContainText('void f_b(');
  await page.keyboard.press('2');
  // The same key again shows the next view of it, after the last the first.
  for (const name of ['Calls', 'Graphs']) {
    await page.keyboard.press('2');
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  }
  await page.reload();
  await expect(current).toHaveText('Graphs');
  await page.keyboard.press('1');
  await expect(current).toHaveText('Read');
  await expect(tour).toHaveCount(0);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await expect(tour).toContainText('1 of 4');
  expect(troubles).toEqual([]);
});

test('the kernel goes from one arrangement to the next as it was scrolled, its caret where it was', async ({
  page,
}) => {
  await open(page);
  const arrange = (name: string) =>
    page.getByRole('navigation', { name: 'Arrangements' }).getByRole('button', { name, exact: true }).click();
  await arrange('Read');
  const lines = [
    'int a[9]',
    ...Array.from({ length: 100 }, (_, k) => `a[${k % 9}] = ${k}`),
    ...Array.from({ length: 20 }, (_, k) => `x = x * ${k + 2}.0 + sin(x)`),
  ].map((line) => `  ${line};`);
  await editor(page).click({ position: { x: 140, y: 30 } });
  await page.keyboard.press('ControlOrMeta+A');
  await paste(page, `double f(double x) {\n${lines.join('\n')}\n  return x;\n}\n`);
  // What is stored there is in sight, once the kernel is spread beside it.
  await expect(page.locator('.read-row[data-lit]', { hasText: 'push_double(x)' })).toBeInViewport();
  const numbers = page.locator('.monaco-editor .line-numbers');
  const first = async () => Math.min(...(await numbers.allInnerTexts()).map(Number));
  await arrange('Sets');
  await editor(page).click({ position: { x: 140, y: 60 } });
  await page.keyboard.press('ControlOrMeta+Home');
  const caret = page.locator('.monaco-editor .active-line-number');
  await expect(caret).toHaveText('1');
  for (let k = 0; k < 3; k++) {
    const before = (await caret.textContent()) ?? '';
    await page.keyboard.press('PageDown');
    await expect(caret).not.toHaveText(before);
  }
  const line = (await caret.textContent()) ?? '';
  const top = await first();
  expect(top).toBeGreaterThan(10);
  for (const name of ['Step', 'Compare', 'Derivatives']) await arrange(name);
  await expect(caret).toHaveText(line);
  // A line that is cut at the top counts in one of them.
  expect(Math.abs((await first()) - top)).toBeLessThan(2);
});
