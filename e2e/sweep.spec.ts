import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { violationsIn } from './axe';
import { code, open, replaceText, tab, watch } from './page';
import { onOnePage as test } from './shared';

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
  await expect(where(page)).toContainText('The test holds');

  expect(await violationsIn(page, '#main-view')).toEqual([]);
  expect(troubles).toEqual([]);
});

test('what a broken recording spoils is found, forced and put right again', async ({ page }) => {
  const troubles = watch(page);
  await open(page);
  await code(page).getByRole('option').filter({ hasText: 'push_double' }).first().click();
  const why = page.getByRole('region', { name: 'Why', exact: true });
  await why.getByRole('button', { name: 'Break it: run without x' }).press('Enter');
  await expect(why).toContainText('Without this recording, 1 of 2 components of the gradient is wrong.');
  await why.getByRole('button', { name: 'Take it out of the code' }).press('Enter');
  await expect(page.locator('.tampered')).toHaveCount(1);

  await openSweeps(page);
  await page.getByRole('button', { name: 'Check every adjoint' }).press('Enter');
  const probe = page.getByRole('region', { name: 'Probe' });
  await expect(probe).toContainText('The first wrong adjoint on the way back is made by x = x * y (line 3)');
  await probe.getByRole('button', { name: 'Why this statement?' }).press('Enter');
  await why.getByRole('button', { name: 'Store x again' }).press('Enter');
  await expect(page.locator('.tampered')).toHaveCount(0);

  await page.getByRole('button', { name: 'Check every adjoint' }).press('Enter');
  await expect(probe).toContainText('The adjoints are right at every point');
  await sweeps(page).getByRole('button', { name: 'y', exact: true }).press('Enter');
  await step(page).fill('3');
  await page.getByRole('button', { name: 'Probe y here' }).press('Enter');
  await expect(probe).toContainText('They agree.');
  expect(troubles).toEqual([]);
});

test('an analysis as an evaluation over the tree, by keyboard', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await tab(page, 'Set steps').click();
  await page.getByRole('radio', { name: 'tree' }).press('Enter');
  const tree = page.getByRole('region', { name: 'Tree of the program' });
  await expect(tree.locator('[data-now]')).toContainText('if (x < y)');
  await page.getByRole('combobox', { name: 'Stop at a statement' }).selectOption({ label: 'while (y < x)' });
  await page.getByRole('button', { name: 'Run on' }).press('Enter');
  await expect(tree.locator('[data-now]')).toContainText('while (y < x)');
  await page.getByRole('button', { name: 'To the end' }).press('Enter');
  await expect(page.locator('.visit')).toContainText('The whole tree has been evaluated.');
  await expect(tree.locator('.unset')).toHaveCount(0);
  expect(await violationsIn(page, '#main-view')).toEqual([]);
});

const JUMPS = `double search(int n, double x[n], double tol) {
  double s = 0.0;
  int i = 0;
again:
  if (i >= n) goto done;
  if (x[i] < tol) { i = i + 1; goto again; }
  s = s + x[i] * x[i];
  x[i] = 0.5 * s;
  if (s > 100.0) goto done;
  i = i + 1;
  goto again;
done:
  return s;
}
`;

test('an analysis steps over jumps: orders of visits, stops at a vertex and at a variable, by keyboard', {
  tag: '@deep',
}, async ({ page }) => {
  await open(page);
  await replaceText(page, JUMPS);
  await expect(code(page)).toContainText('search_b');
  await tab(page, 'Set steps').click();
  const steps = page.getByRole('tabpanel', { name: 'Set steps' });
  const visit = steps.locator('.visit').first();
  await page.getByRole('combobox', { name: 'Which analysis' }).selectOption('varied');
  const count = steps.locator('.player-count');
  await expect(count).toHaveText(/^1 of \d+$/);
  const visitsOf = async (order: RegExp) => {
    await page.getByRole('radio', { name: order }).press('Enter');
    const title = (await page.getByRole('radio', { name: order }).textContent()) ?? '';
    const visits = Number(/ (\d+)$/.exec(title)?.[1]);
    await expect(count).toHaveText(new RegExp(`of ${visits}$`));
    return visits;
  };
  // The same end, by more visits or fewer.
  const slow = await visitsOf(/^postorder/);
  const good = await visitsOf(/^reverse postorder/);
  expect(good).toBeLessThan(slow);

  await page.getByRole('combobox', { name: 'Stop where a variable changes' }).selectOption('search');
  await page.getByRole('button', { name: 'First change of search' }).press('Enter');
  await expect(visit).toContainText('search came in');
  const first = await count.textContent();
  await page.getByRole('button', { name: 'To the start' }).press('Enter');
  await page.getByRole('button', { name: 'Run on' }).press('Enter');
  await expect(count).toHaveText(first ?? '');

  await page.getByRole('combobox', { name: 'Stop where a variable changes' }).selectOption('');
  const vertex = page.getByRole('combobox', { name: 'Stop at a vertex' });
  const test =
    (await vertex.locator('option', { hasText: 'x[i] < tol' }).first().getAttribute('value')) ?? '';
  await vertex.selectOption(test);
  await page.getByRole('button', { name: 'Run on' }).press('Enter');
  await expect(visit.locator('strong')).toContainText('x[i] < tol');
  await page.getByRole('button', { name: 'Forward' }).focus();
  await page.keyboard.press('End');
  await expect(visit).toContainText('this is the fixed point');
  await expect(steps.locator('.worklist')).toContainText('none');
  await page.keyboard.press('ArrowLeft');
  await expect(visit).not.toContainText('this is the fixed point');

  await page.getByRole('radio', { name: 'tree' }).press('Enter');
  await expect(steps).toContainText('Control jumps here, so there is no tree to evaluate');
  expect(await violationsIn(page, '#main-view')).toEqual([]);
});

const CALLS = `void turn(int n, double a[n], double k) {
  for (int i = 0; i < n; i++) {
    a[i] = a[i] * sin(k * a[i]);
  }
}
double whole(int n, double a[n], double k) {
  turn(n, a, k);
  turn(n, a, 2.0 * k);
  return a[0] * a[1];
}
`;

test('inside of a call: sets that come from its summary, and adjoints in that very run', {
  tag: '@deep',
}, async ({ page }) => {
  const troubles = watch(page);
  await open(page);
  await replaceText(page, CALLS);
  await expect(code(page)).toContainText('whole_b');
  await tab(page, 'Set steps').click();
  const steps = page.getByRole('tabpanel', { name: 'Set steps' });
  await page.getByRole('button', { name: 'To the end' }).press('Enter');
  await page.getByRole('button', { name: 'Back', exact: true }).press('Enter');
  await expect(steps.locator('.visit').first()).toContainText(
    'It calls turn: a call counts as one statement',
  );

  await openSweeps(page);
  await sweeps(page).getByRole('button', { name: 'a[0]', exact: true }).press('Enter');
  // To the second run of the routine, at the statement that changes the element.
  const history = page.getByRole('region', { name: 'History of a[0]' });
  await history.locator('li .link').nth(1).press('Enter');
  await expect(where(page)).toContainText('in turn');
  await page.getByRole('button', { name: 'Probe a[0] here' }).press('Enter');
  const probe = page.getByRole('region', { name: 'Probe' });
  await expect(probe).toContainText(
    'Just before a[i] = a[i] * sin(k * a[i]) (line 3), in its run 1 of 5, in the call turn(n, a, 2.0 * k) (line 8), the adjoint of a[0] is',
  );
  await expect(probe).toContainText('They agree.');
  expect(troubles).toEqual([]);
});

test('a card shows its way in the graph, and the equation behind each fact', async ({ page }) => {
  await open(page);
  await code(page).getByRole('option').filter({ hasText: 'push_double' }).first().click();
  const why = page.getByRole('region', { name: 'Why', exact: true });
  await why.getByRole('button', { name: '[TBR] 5.2, [ADF] (1.8): What is recorded' }).first().press('Enter');
  await expect(page.getByRole('dialog')).toContainText('record(I) = out(I) ∩');
  expect(await violationsIn(page, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Next push/ }).press('Enter');
  await expect(why).toContainText('count and store the trips');
});

test('the line of a step is in sight, and its vertex whole, also on the way back', async ({ page }) => {
  await open(page);
  await replaceText(page, readFileSync(new URL('kernels/relax.f90', import.meta.url), 'utf8'));
  await expect(code(page)).toContainText('relax_b');
  await openSweeps(page);
  const last = Number(await step(page).getAttribute('max'));
  for (const back of [40, 12, 25]) {
    await step(page).fill(String(last - back));
    await expect(where(page)).toContainText('backward sweep');
    await expect(code(page).locator('.line[data-now]')).toBeInViewport({ ratio: 0.5 });
    await expect(
      page.locator('svg.canvas[data-graph="adjoint"] .vertex[data-lit] .outline').first(),
    ).toBeInViewport({ ratio: 1 });
  }
});
