import { expect } from '@playwright/test';
import { some } from '../src/engine/testing/draws';
import {
  caretAfter,
  code,
  editor,
  nextFrame,
  open,
  paste,
  ready,
  replaceText,
  settled,
  side,
  tab,
  textOf,
  watch,
} from './page';
import { test as onNewPage, onOnePage as test } from './shared';

const SQUARE = `double f(double x, double y) {
  double z = x * y;
  z = sin(z) * x;
  return z;
}
`;

onNewPage(
  'a first visit shows a kernel, its adjoint, its graphs and a checked gradient, and nothing moves',
  async ({ page }) => {
    const troubles = watch(page);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await open(page);
    await expect(page.getByText('Two statements and a loop.')).toBeVisible();
    for (const graph of ['Flow graph', 'Forward sweep', 'Backward sweep'])
      await expect(page.getByRole('application', { name: new RegExp(`^${graph}`) })).toBeVisible();
    await expect(page.locator('.vertex').first()).toBeVisible();
    await expect(side(page, 'Run')).toContainText('Checked.');
    await expect(side(page, 'Run')).toContainText('0.078831');
    await expect(side(page, 'Run')).toContainText('1.57661');
    await nextFrame(page);
    const moved = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, each) => sum + each, 0),
    );
    expect(moved).toBeLessThan(0.02);
    expect(troubles).toEqual([]);
  },
);

test('edit, see an error and mend it', async ({ page }) => {
  await open(page);
  await replaceText(page, SQUARE.replace('z = sin(z) * x;', 'z = sin(z * x;'));
  await expect(tab(page, 'Messages')).toContainText(/\d/);
  await expect(editor(page).locator('.squiggly-error').first()).toBeVisible();
  await tab(page, 'Messages').click();
  await expect(page.locator('.problem[data-severity="error"]').first()).toBeVisible();
  await page.locator('.problem').first().click();
  await replaceText(page, SQUARE);
  await expect(editor(page).locator('.squiggly-error')).toHaveCount(0);
  await expect(code(page)).toContainText('cos(z)');
  await expect(side(page, 'Run')).toContainText('Checked.');
});

test('half a line typed leaves the last good result in view, marked as such', async ({ page }) => {
  await open(page);
  const before = (await code(page).textContent()) ?? '';
  await caretAfter(page, 'sin(x');
  await page.keyboard.type(' x = x *');
  await expect(page.getByText('outdated').first()).toBeVisible();
  expect(await code(page).textContent()).toBe(before);
  await page.keyboard.type(' 2;');
  await expect(page.getByText('outdated')).toHaveCount(0);
  await expect(code(page)).not.toHaveText(before);
});

test('run with other inputs and another seed', async ({ page }) => {
  await open(page);
  await replaceText(page, 'double g(double x) {\n  return x * x;\n}\n');
  await expect(code(page)).toContainText('g_b');
  await page.getByLabel(/^Input x/).fill('3');
  await expect(side(page, 'Run').getByRole('row', { name: /^x/ }).first()).toContainText('6');
  await page.getByLabel(/^Seed of g/).fill('10');
  await expect(side(page, 'Run').getByRole('row', { name: /^x/ }).first()).toContainText('60');
  await side(page, 'Run').getByRole('button', { name: 'Run' }).click();
  await expect(side(page, 'Run')).toContainText('Checked.');
  // An array is told by its norm, and in place by its elements.
  await replaceText(page, 'double h(double x[2]) {\n  return 3 * x[0] - 4 * x[1];\n}\n');
  await expect(side(page, 'Run').getByRole('row', { name: /^x/ }).first()).toContainText('‖5‖');
  await side(page, 'Run').getByRole('button', { name: 'Elements of x' }).press('Enter');
  await expect(side(page, 'Run')).toContainText('least −4 at x[1], greatest 3 at x[0]');
  await expect(side(page, 'Run').getByRole('row', { name: /^x\[1\].*−4$/ })).toBeVisible();
  // Members stand under their structure.
  await replaceText(page, 'struct p { double x, y; };\ndouble h(struct p q) {\n  return 3 * q.x * q.y;\n}\n');
  const members = side(page, 'Run').getByRole('button', { name: 'Members of q' });
  await page.getByLabel(/^Input q\.y/).fill('2');
  await expect(side(page, 'Run').getByRole('row', { name: /^q\.x/ }).first()).toContainText('6');
  await members.press('Enter');
  await expect(page.getByLabel(/^Input q\.y/)).toHaveCount(0);
  await members.press('Enter');
  await expect(page.getByLabel(/^Input q\.y/)).toHaveValue('2');
});

test('switch an option, and undo it like a piece of text', async ({ page }) => {
  await open(page);
  await replaceText(page, SQUARE);
  await expect(code(page)).toContainText('cos(z)');
  const tbr = (await code(page).textContent()) ?? '';
  await page.getByRole('radio', { name: 'record all' }).click();
  await expect(code(page)).not.toHaveText(tbr);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('radio', { name: 'TBR' })).toBeChecked();
  await expect.poll(() => code(page).textContent()).toBe(tbr);
  await page.getByRole('radio', { name: 'Tangent', exact: true }).click();
  await expect(code(page)).toContainText('f_d');
});

test('choose what to derive by what, beside the code', async ({ page }) => {
  await open(page);
  await expect(code(page)).toContainText('yb');
  await page.locator('.chip', { hasText: /^y$/ }).click();
  await expect(page.locator('.chip', { hasText: /^y$/ })).toHaveAttribute('aria-pressed', 'false');
  await expect(code(page)).not.toContainText('yb');
});

test('hovering lights the same thing in every pane', async ({ page }) => {
  await open(page);
  await code(page).getByRole('option').filter({ hasText: 'x = sin(x * y)' }).first().hover();
  await expect(editor(page).locator('.source-lit').first()).toBeVisible();
  await expect(page.locator('svg[data-graph="original"] .vertex[data-lit]')).toHaveCount(1);
  await expect(page.locator('svg[data-graph="forward"] .vertex[data-lit]').first()).toBeVisible();
  await expect(page.locator('svg[data-graph="adjoint"] .vertex[data-lit]').first()).toBeVisible();
  await page.locator('svg[data-graph="original"] .vertex[data-kind="BRANCH"]').hover();
  await expect(code(page).locator('.line[data-lit]').first()).toContainText('x < y');
  await tab(page, 'Sets').click();
  const lit = page.locator('.sets-table tr[data-lit]');
  // A block of one statement has no row of its own.
  await page.locator('.sets-table tbody tr:not(.block-row)').nth(1).hover();
  await expect(lit).toHaveCount(1);
  await expect(lit).toContainText('x = x*y');
  await expect(code(page).locator('.line[data-lit]').first()).toBeVisible();
  await editor(page).locator('.view-line', { hasText: 'sin(x' }).hover();
  await expect(lit.and(page.locator(':not(.block-row)'))).toContainText('sin');
});

test('a click on a stored value says why it is stored', async ({ page }) => {
  await open(page);
  await code(page).getByRole('option').filter({ hasText: /push/i }).first().click();
  await expect(side(page, 'Why').getByRole('heading', { level: 3 })).toContainText('x');
  await expect(side(page, 'Why').locator('.facts li').first()).toBeVisible();
  await page.getByRole('button', { name: /Next push/ }).click();
  await expect(code(page).locator('.line[data-strong]').first()).toBeVisible();
});

test('share, reopen in another browser, edit, and go back to the sender’s version', async ({
  page,
  browser,
}) => {
  await open(page);
  await replaceText(page, SQUARE);
  await page.getByRole('radio', { name: 'record all' }).click();
  await page.getByLabel(/^Input x/).fill('0.25');
  await expect(code(page)).toContainText('push_double(z)');
  const mine = (await code(page).textContent()) ?? '';
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveURL(/#v1\.d\./);
  const link = page.url();

  const context = await browser.newContext();
  const other = await context.newPage();
  const troubles = watch(other);
  await other.goto(link);
  await ready(other);
  expect(await textOf(other)).toContain('z = sin(z) * x;');
  await expect.poll(() => code(other).textContent()).toBe(mine);
  await expect(other.getByLabel(/^Input x/)).toHaveValue('0.25');
  await expect(other.getByRole('radio', { name: 'record all' })).toBeChecked();

  await caretAfter(other, 'sin(z)');
  await other.keyboard.type(' z = exp(z);');
  await expect(code(other)).toContainText('exp(');
  expect(other.url()).not.toContain('#v1');
  await other.goBack();
  await expect(other).toHaveURL(link);
  await expect.poll(() => textOf(other)).not.toContain('exp(');
  await expect.poll(() => code(other).textContent()).toBe(mine);
  await other.goForward();
  await expect.poll(() => textOf(other)).toContain('exp(');
  expect(troubles).toEqual([]);
  await context.close();
});

test('examples open without an error and pass their checks, and so do their twins', async ({ page }) => {
  await open(page);
  const examples = page.getByRole('button', { name: 'Examples' });
  await examples.click();
  const titles = await page.locator('.menu-title').allTextContents();
  await page.keyboard.press('Escape');
  expect(titles.length).toBeGreaterThanOrEqual(15);
  const good = async (entry: string) => {
    const [title = ''] = entry.split(' · ');
    await expect(page.getByText(`${title}.`).first(), title).toBeVisible();
    await expect(page.locator('.tabs .count[data-tone="error"]'), title).toHaveCount(0);
    await expect(page.locator('.verdict:not([data-stale])'), title).toHaveText(/gradient checked/);
  };
  // In the deep tier, every one.
  for (const entry of some(titles, 3)) {
    await examples.click();
    await page.getByRole('menuitem').filter({ hasText: entry }).click();
    await good(entry);
    const twin = page.locator('.look').getByRole('button', { name: /^In (C|Fortran)$/ });
    if ((await twin.count()) === 0) continue;
    await twin.click();
    await good(entry);
  }
});

test('Fortran is told by its content', async ({ page }) => {
  await open(page);
  await replaceText(page, '');
  await paste(page, 'subroutine s(x, y)\n  real(8) :: x, y\n  y = x * x\nend subroutine s\n');
  await expect(page.getByRole('radio', { name: 'Fortran' }).first()).toBeChecked();
  await expect(code(page)).toContainText('subroutine s_b');
});

test('two strategies side by side', async ({ page }) => {
  await open(page);
  await tab(page, 'Compare').click();
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await expect(row('record all, no liveness')).toContainText(/B/);
  await expect(row('yours')).toContainText(/B/);
  await expect(page.getByRole('region', { name: 'Codes of both strategies, side by side' })).toBeVisible();
  await expect(row('yours')).toContainText(/\d (ns|µs)/);
  await page.getByRole('radio', { name: 'Show least tape on the left' }).check();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Measure again' })).toBeVisible();
  // Times make the table wider: what stands beside it gives way.
  const tooWide = page.locator('.compare-beside').evaluate((beside) => {
    const { right } = beside.getBoundingClientRect();
    return [...beside.children].filter((each) => each.getBoundingClientRect().right > right + 1).length;
  });
  expect(await tooWide).toBe(0);
  await row('initialized').getByRole('button', { name: 'Use' }).click();
  await expect(page.getByRole('radio', { name: 'initialized', exact: true })).toBeChecked();
});

test('graphs: an edit that keeps the vertices moves none; they are saved as SVG, PNG, DOT and TikZ', async ({
  page,
}) => {
  await open(page);
  await replaceText(page, SQUARE);
  await expect(code(page)).toContainText('cos(z)');
  const places = () =>
    page.locator('.vertex').evaluateAll((all) => all.map((each) => each.getAttribute('data-place')).join());
  await expect(page.locator('svg[data-graph="adjoint"] .vertex-text', { hasText: 'cos(' })).toBeVisible();
  const before = await settled(places);
  await caretAfter(page, 'sin(z)');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' * y * y * y');
  await expect(code(page)).toContainText('y * y');
  expect(await settled(places)).toBe(before);

  for (const [i, kind] of ['svg', 'png', 'dot', 'tex'].entries()) {
    await page.getByRole('button', { name: 'Save' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem').nth(i).click();
    expect((await download).suggestedFilename()).toBe(`f-original.${kind}`);
  }
});

test('graphs are travelled by keyboard, and say where they are', async ({ page }) => {
  await open(page);
  const graph = page.getByRole('application', { name: /^Flow graph/ });
  await graph.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[role="status"].unseen')).toContainText('branch 2');
  await expect(code(page).locator('.line[data-lit]').first()).toContainText('x < y');
  await page.keyboard.press('Enter');
  await expect(side(page, 'Why').getByRole('heading', { level: 3 })).not.toHaveText('Why is this line here?');
});

test('a line of a routine that is called is explained, in the kernel and in its adjoint', async ({
  page,
}) => {
  await open(page);
  await replaceText(
    page,
    `double square(double v) {
  v = v * v;
  return v;
}
double f(double x) { return square(x) + square(sin(x)); }
`,
  );
  await expect(code(page)).toContainText('square_b');
  const heading = side(page, 'Why').getByRole('heading', { level: 3 });
  await caretAfter(page, 'v;');
  await expect(heading).toHaveText('Why is v = v * v (line 2) missing from the forward sweep?');
  await expect(side(page, 'Why')).toContainText('becomes 2*v times what it was');
  await expect(code(page).locator('.line[data-lit]').first()).toBeVisible();
});
