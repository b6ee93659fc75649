import { expect } from '@playwright/test';
import { editor, watch } from './page';
import { apart as test } from './shared';

test.use({ storageState: { cookies: [], origins: [] } });

const row = (page: import('@playwright/test').Page, text: string) =>
  page.locator('.read-row', { hasText: text }).first();

test('a new visitor sees both sweeps beside the kernel, what a push is for, and other arrangements', async ({
  page,
}) => {
  const troubles = watch(page);
  await page.goto('./');
  const stored = row(page, 'push_double(x)');
  await expect(stored).toContainText('pop_double()');
  await expect(stored.getByRole('option', { name: /^stored: x, 8 B/ })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Why', exact: true }).getByRole('heading', { level: 3 }),
  ).toContainText('stored');
  // The last line that runs is in sight without scrolling.
  await expect(row(page, '*xb += xb0')).toBeInViewport();
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
