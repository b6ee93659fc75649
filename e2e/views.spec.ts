import { expect, type Page, test } from '@playwright/test';
import { code, open, replaceText, side, tab, watch } from './page';

const THREE = `double f(double x, double y) {
  double z = x * y;
  z = sin(z) * x;
  return z;
}
`;

async function openOn(page: Page, source: string, view: string): Promise<void> {
  await open(page);
  await replaceText(page, source);
  await expect(code(page)).not.toContainText('trips');
  await tab(page, view).click();
}

test('sets: every analysis around every statement and block, by keyboard, columns of choice', async ({
  page,
}) => {
  const troubles = watch(page);
  await openOn(page, THREE, 'Sets');
  const table = page.getByRole('table', { name: /^Sets before and after/ });
  const row = table.getByRole('row', { name: /z = sin/ });
  // What is killed and what is carried are told in words as well.
  await expect(row).toContainText('x killed');
  await expect(row).toContainText('carried');
  await expect(table.getByRole('row', { name: /^entry 1/ })).toBeVisible();

  await row.getByRole('button', { name: 'z = sin(z)*x' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(code(page).locator('.line[data-lit]').first()).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(side(page, 'Why').getByRole('heading', { level: 3 })).toContainText('x');
  expect(await table.locator('[data-stop][tabindex="0"]').count()).toBe(1);

  const columns = await table.getByRole('columnheader').count();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('switch', { name: /^Varied/ }).click();
  await page.getByRole('switch', { name: /^Ends of blocks/ }).click();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('columnheader')).toHaveCount(columns - 1);
  await expect(table.getByRole('row', { name: /^entry 1/ })).toHaveCount(0);
  await page.reload();
  await tab(page, 'Sets').click();
  await expect(table.getByRole('columnheader')).toHaveCount(columns - 1);
  expect(troubles).toEqual([]);
});
