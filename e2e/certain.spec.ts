import { expect, type Page } from '@playwright/test';
import { alarm, code, open, replaceText, side } from './page';
import { onOnePage as test } from './shared';

const input = (page: Page, name: string) => side(page, 'Run').getByLabel(`Input ${name}:`, { exact: false });

async function pasted(page: Page, text: string): Promise<void> {
  await replaceText(page, text);
  await expect(code(page)).toContainText('kernel_b');
}

test('a run is proved exact on its path, and a click finds inputs for another path', async ({ page }) => {
  await open(page);
  await pasted(
    page,
    'double kernel(double x, double y) { double z = x*y; if (x < y) z = z*x; z = sin(z)*z; return z; }',
  );
  await input(page, 'x').fill('1');
  await input(page, 'y').fill('2');
  const exact = side(page, 'Run').getByRole('region', { name: 'Exact check' });
  await expect(exact).toContainText('✓ Exact. The adjoint is right for every input that takes this path.');
  await expect(exact).toContainText('x < y was never false');
  await exact.getByText('What this rests on').click();
  await expect(exact).toContainText('table of partial derivatives');
  await exact.getByRole('button', { name: 'find an input' }).click();
  await expect(exact).toContainText('x < y was never true');
  await expect(exact).toContainText('✓ Exact.');
  const [x, y] = await Promise.all(['x', 'y'].map((name) => input(page, name).inputValue()));
  expect(Number(x)).toBeGreaterThanOrEqual(Number(y));
  await expect(alarm(page)).toHaveCount(0);
});

test('a click on a derivative says where it dies', async ({ page }) => {
  await open(page);
  const ports = [
    ['double kernel(double x) { return x*log(x); }', '0', 'not finite', '0·∞'],
    ['double kernel(double x) { int k = x; return 2.0*k; }', '1.5', 'becomes an integer', 'A cast'],
    ['double kernel(double x) { return sqrt(x*x); }', '0', 'All derivatives are zero', '√ at 0'],
  ] as const;
  for (const [text, value, run, says] of ports) {
    await pasted(page, text);
    await input(page, 'x').fill(value);
    await expect(side(page, 'Run')).toContainText(run);
    await expect(side(page, 'Run')).toContainText('Exact check');
    const ask = side(page, 'Run').getByRole('button', {
      name: /^Derivative of x, .*: say where it goes astray$/,
    });
    const found = side(page, 'Run')
      .locator('.sentence[data-verdict="ill-conditioned"]')
      .filter({ hasText: 'Instead' });
    await ask.click();
    await expect(found).toContainText(says);
    await expect(found.getByRole('button', { name: 'Show the statement' })).toBeVisible();
  }
});
