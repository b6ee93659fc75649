import { expect } from '@playwright/test';
import { code, open, replaceText, tab, watch } from './page';
import { onOnePage as test } from './shared';

test('one pass: stepped by keyboard, pointed at, run to the end beside the main engine', async ({ page }) => {
  const troubles = watch(page);
  await open(page);
  await replaceText(page, 'x=x*y;\n');
  await expect(code(page)).toContainText('snippet_b');
  await tab(page, 'One pass').click();
  const tree = page.getByRole('region', { name: 'Parse tree' });
  const steps = page.getByRole('slider', { name: 'Step of the pass' });
  await steps.focus();
  await page.keyboard.press('Home');
  for (let k = 0; k < 9; k++) await page.keyboard.press('ArrowRight');
  // The second operand inherits from the first one's size.
  const rules = page.getByRole('region', { name: 'Production P7' });
  await expect(rules.locator('[aria-current="step"]')).toContainText(['e.j + e1.n + 1', 'e.k']);
  await expect(tree.getByRole('img')).toHaveAccessibleName(/e y, open, j 2/);

  // A token, its vertex and its code light together.
  const source = page.getByRole('region', { name: /^Read so far/ });
  await source.getByText('x', { exact: true }).last().hover();
  await expect(tree.locator('[data-now]')).toContainText('e x');
  await expect(page.getByRole('region', { name: 'Forward code' }).locator('[data-lit]').first()).toHaveText(
    'push_v(v1);',
  );

  await steps.focus();
  await page.keyboard.press('End');
  const run = page.getByRole('region', { name: 'The run' });
  await expect(run.getByRole('row', { name: /^values pushed 4 0/ })).toBeVisible();
  await expect(run).toContainText('The derivatives are right');
  await expect(page.getByRole('region', { name: 'Backward code' })).toContainText('pop_v(v0);v1_=v0_*v2;');
  expect(troubles).toEqual([]);
});
