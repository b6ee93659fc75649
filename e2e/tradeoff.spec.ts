import { expect } from '@playwright/test';
import { violationsIn } from './axe';
import { open, watch } from './page';
import { onOnePage as test } from './shared';

/* What is kept against what is run again, by keyboard alone: a strategy, the proof of the least tape, a schedule in step with its run. */

test('bytes are traded for work by keyboard', { tag: '@deep' }, async ({ page }) => {
  const troubles = watch(page);
  await open(page);
  await page.getByRole('button', { name: 'Examples' }).press('Enter');
  await page.getByRole('menuitem', { name: /Hares and lynxes/ }).click();
  await page.getByRole('navigation', { name: 'Arrangements' }).getByText('Compare').press('Enter');
  await page.getByRole('tab', { name: 'Bytes and work' }).press('Enter');
  const strategy = page.getByRole('button', { name: 'least tape', exact: true });
  await strategy.press('Enter');
  await expect(strategy).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { name: 'least tape', exact: true })).toBeVisible();

  await page.getByRole('radio', { name: 'Its code' }).press('ArrowRight');
  await expect(page.locator('.proof-bound')).toContainText('no fewer');
  const values = page.getByRole('list', { name: 'Values of the stretch' }).getByRole('button');
  await values.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(values.nth(1)).toBeFocused();
  await expect(values.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.cut-why')).toContainText('line');
  expect(await violationsIn(page, 'main')).toEqual([]);

  await page.getByRole('tab', { name: 'Schedules' }).press('Enter');
  await page.getByRole('button', { name: 'Use it on this loop' }).press('Enter');
  await expect(page.getByRole('button', { name: 'In the kernel' })).toBeVisible();
  await page.getByLabel('in step with Sweeps').press('Space');
  const ran = page.locator('.schedule-counts dd').first();
  await expect(ran).toHaveText(/^0 of/);
  await page
    .getByRole('toolbar', { name: 'Steps of the schedule' })
    .getByRole('button', { name: 'Forward' })
    .press('Enter');
  await expect(ran).not.toHaveText(/^0 of/);
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Use it on this loop' })).toBeVisible();
  expect(troubles).toEqual([]);
});
