import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { code, open, tab, watch } from './page';

const sweeps = (page: Page) => page.getByRole('tabpanel', { name: 'Sweeps' });
const where = (page: Page) => page.locator('.sweep-where');
const step = (page: Page) => page.getByRole('slider', { name: 'Step of both sweeps' });

async function openSweeps(page: Page): Promise<void> {
  await tab(page, 'Sweeps').click();
  await expect(step(page)).toBeVisible();
}

test('both sweeps, step by step, by keyboard alone', async ({ page }) => {
  const troubles = watch(page);
  await open(page);
  await openSweeps(page);
  await step(page).fill('2');
  await expect(where(page)).toContainText('Pushes x = −5');
  await expect(sweeps(page).getByRole('region', { name: 'Tape' })).toContainText('1 cell');
  await expect(code(page).locator('.line[data-now]')).toContainText('push_double(x)');
  await expect(page.locator('.source-now')).toHaveCount(1);

  await page.getByRole('button', { name: 'To its pop' }).press('Enter');
  await expect(where(page)).toContainText('Pops −5 back into x, pushed in step 2.');
  await expect(code(page).locator('.line[data-now]')).toContainText('x = pop_double()');
  await page.getByRole('button', { name: 'To its push' }).press('Enter');
  await expect(where(page)).toContainText('Pushes x = −5');

  // Its history, and a stop where it changes.
  await sweeps(page).getByRole('button', { name: 'x', exact: true }).press('Enter');
  const history = page.getByRole('region', { name: 'History of x' });
  await expect(history).toContainText('is written 4 times');
  await history.getByRole('button', { name: 'Stop where it changes' }).first().press('Enter');
  await page.getByRole('button', { name: 'Run on' }).press('Enter');
  await expect(where(page)).toContainText('x goes from −5 to 2.5');
  await page.getByRole('button', { name: 'To the start' }).press('Enter');
  await expect(where(page)).toContainText('At entry');
  await page.keyboard.press('ArrowRight');
  await expect(where(page)).toContainText('Tests');

  const { violations } = await new AxeBuilder({ page }).exclude('.monaco-editor').analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`),
  ).toEqual([]);
  expect(troubles).toEqual([]);
});
