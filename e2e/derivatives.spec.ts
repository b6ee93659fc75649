import { expect } from '@playwright/test';
import { violationsIn } from './axe';
import { open, tab, watch } from './page';
import { onOnePage as test } from './shared';

/* Derivatives as pictures, by keyboard alone: elements of a gradient, entries of a matrix, the check, a step of descent. */

test('pictures of derivatives can be walked through by keyboard', { tag: '@deep' }, async ({ page }) => {
  const troubles = watch(page);
  await open(page);
  await page.getByRole('navigation', { name: 'Arrangements' }).getByText('Derivatives').press('Enter');
  await expect(tab(page, 'Gradient')).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.derivatives-words').first()).toContainText('the largest');

  await tab(page, 'Gradient').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Matrix')).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.derivatives')).toContainText('1 pass');
  await expect(page.locator('.derivatives')).toContainText('agrees with a central difference');
  const entries = page.locator('.derivatives').getByRole('slider');
  // Few entries have their names and numbers beside them.
  await expect(entries.locator('text')).toHaveText(['f', 'x', 'y', '0.0788', '1.58']);
  await entries.focus();
  await page.keyboard.press('ArrowRight');
  await expect(entries).toHaveAttribute('aria-valuetext', /^f by [xy]$/);
  expect(await violationsIn(page, '.derivatives')).toEqual([]);

  await tab(page, 'Check').press('Enter');
  await expect(page.locator('.derivatives')).toContainText('2 if right');
  await tab(page, 'Descent').press('Enter');
  const words = page.locator('.derivatives-words').filter({ hasText: 'steps' }).first();
  await expect(words).toContainText('0 steps');
  await page.locator('.derivatives').getByRole('button', { name: 'Step', exact: true }).press('Enter');
  await expect(page.locator('.derivatives')).toContainText('1 step');
  expect(await violationsIn(page, '.derivatives')).toEqual([]);
  expect(troubles).toEqual([]);
});
