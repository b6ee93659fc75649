import { expect, type Page } from '@playwright/test';
import { code, editor, open, replaceText, side, tab, watch } from './page';
import { onOnePage } from './shared';

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

onOnePage(
  'sets: every analysis around every statement and block, by keyboard, columns of choice',
  async ({ page }) => {
    const troubles = watch(page);
    await openOn(page, THREE, 'Sets');
    const table = page.getByRole('table', { name: /^Sets before and after/ });
    const row = table.getByRole('row', { name: /z = sin/ });
    // What is killed and what is carried are told in words as well.
    await expect(row).toContainText(/\w generated/);
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
    await page.getByRole('switch', { name: /^Kill/ }).click();
    await page.getByRole('switch', { name: /^Ends of blocks/ }).click();
    await page.keyboard.press('Escape');
    await expect(table.getByRole('columnheader')).toHaveCount(columns - 1);
    await expect(table.getByRole('row', { name: /^entry 1/ })).toHaveCount(0);
    await page.reload();
    await tab(page, 'Sets').click();
    await expect(table.getByRole('columnheader')).toHaveCount(columns - 1);
    // As it was, for the next test.
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('switch', { name: /^Kill/ }).click();
    await page.getByRole('switch', { name: /^Ends of blocks/ }).click();
    await page.keyboard.press('Escape');
    await expect(table.getByRole('columnheader')).toHaveCount(columns);
    expect(troubles).toEqual([]);
  },
);

onOnePage(
  'summaries: of the routine, of what is selected in the kernel, and of rows by keyboard',
  async ({ page }) => {
    await openOn(page, THREE, 'Summaries');
    const summary = page.getByRole('region', { name: 'Summaries of statements' });
    await expect(summary).toContainText('Of the whole routine.');
    await expect(summary).toContainText('AdjU = {x, y}; Kill = {f}');
    // Two lines in the editor, from the second on.
    await editor(page).click({ position: { x: 140, y: 30 } });
    for (const key of ['Home', 'Shift+ArrowDown', 'Shift+End']) await page.keyboard.press(key);
    await expect(summary).toContainText('Of lines 2 to 3.');
    await expect(summary.getByRole('rowheader', { name: 'all of it' })).toBeVisible();
    await summary.getByRole('button', { name: 'Whole routine' }).click();
    await summary.getByRole('button', { name: 'z = sin(z)*x' }).focus();
    await page.keyboard.press('Enter');
    await expect(summary).toContainText('Of line 3.');
  },
);

onOnePage('dependence: a cell lights what carries it, and says so', async ({ page }) => {
  const source = THREE.replace('return z;', 'if (n > 2) z = z + 1.0;\n  return z;').replace(
    'double f(',
    'double f(int n, ',
  );
  await openOn(page, source, 'Dependence');
  const matrix = page.getByRole('table', { name: /outputs of f on its inputs/ });
  await matrix.getByRole('button', { name: /f may depend on x differentiably/ }).focus();
  await expect(page.locator('.dependence-words')).toContainText('passes through');
  await expect(page.locator('.dependence-words li')).not.toHaveCount(0);
  await expect(code(page).locator('.line[data-lit]').first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(matrix.getByRole('button', { name: /f may depend on y differentiably/ })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.locator('.dependence-words')).toContainText('no derivative passes');
  expect(await page.getByRole('table', { name: /^Dependence in/ }).count()).toBeGreaterThan(1);
});

onOnePage(
  'activity is painted over the kernel, with its reason under pointer and caret',
  async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'activity', exact: true }).click();
    const painted = editor(page).locator('.paint-active');
    await expect(painted.first()).toBeVisible();
    await painted.filter({ hasText: 'y' }).last().hover();
    const strip = page.locator('.paint-strip');
    await expect(strip).toContainText('y is active: it depends on y and influences f.');
    await expect(strip).toContainText('Its value comes from the entry.');
    await painted.filter({ hasText: 'x' }).last().hover();
    await expect(strip).toContainText(/Its value comes from line 3 or 5, or from the entry\./);
    await expect(page.locator('.definition-arrows path')).toHaveCount(2);
    await editor(page).locator('.paint-varied').filter({ hasText: 'x' }).first().click();
    await expect(strip).toContainText('only decides a test');
    // What the editor shows of the place under the pointer lies over the button.
    await page.mouse.move(0, 0);
    await expect(page.locator('.monaco-hover:visible')).toHaveCount(0);
    await page.getByRole('button', { name: 'activity', exact: true }).click();
    await expect(painted).toHaveCount(0);
  },
);

onOnePage('calls: how each is reversed, what it saves, and which contexts were united', async ({ page }) => {
  const source = `void scale(double *a, double s) { *a = *a * s; }
double f(double x, double y) {
  double u = x * x;
  scale(&u, y);
  scale(&u, 2.0);
  return u * u;
}
`;
  await openOn(page, source, 'Calls');
  const details = page.locator('.calls-details');
  await expect(details.getByRole('row', { name: /scale\(&u, y\)/ })).toContainText('joint');
  await page.getByRole('button', { name: 'scale, calls nothing' }).click();
  await expect(details).toContainText('2 calls, united');
  await expect(details.getByRole('row', { name: /scale\(&u, 2\.0\)/ })).toContainText(
    's from other calls only',
  );
  await details.getByRole('button', { name: /scale\(&u, y\)/ }).hover();
  await expect(code(page).locator('.line[data-lit]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Differentiate it' }).click();
  await expect(code(page)).toContainText('scale_b');
  await expect(page.getByRole('combobox', { name: 'Routine to differentiate' })).toHaveValue('scale');
});

onOnePage(
  'options: each says what it does, what excludes another is not offered, a preset sets several',
  async ({ page }) => {
    await open(page);
    const options = page.getByRole('dialog', { name: 'Options' });
    const styles = options.getByRole('radiogroup', { name: 'Reversal' });
    await page.getByRole('button', { name: 'Options' }).click();
    await options.getByRole('radio', { name: 'least tape' }).click();
    await expect(styles.getByRole('radio', { name: 'statements' })).toBeDisabled();
    await expect(options).toContainText('chosen for windows of several statements');
    await options.getByRole('radio', { name: 'TBR', exact: true }).click();
    await styles.getByRole('radio', { name: 'statements' }).click();
    await expect(code(page)).toContainText('switch (number)');
    await expect(options.getByRole('switch', { name: /^Recompute/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await options.getByRole('radio', { name: 'least tape' }).click();
    await expect(styles.getByRole('radio', { name: 'joins' })).toBeChecked();
    await page.keyboard.press('Escape');
    // The example is still the example.
    await expect(page.getByText('Two statements and a loop.')).toBeVisible();
    await page.getByRole('radio', { name: 'Tangent', exact: true }).click();
    await page.getByRole('button', { name: 'Options' }).click();
    await expect(options.getByRole('switch', { name: /^Activity/ })).toBeVisible();
    await expect(styles.getByRole('radio', { name: 'joins' })).toHaveCount(0);
  },
);

onOnePage('tables and the call graph are taken away as files', { tag: '@deep' }, async ({ page }) => {
  const source = `void scale(double *a, double s) { *a = *a * s; }
double f(double x, double y) {
  double u = x * x;
  scale(&u, y);
  return u * u;
}
`;
  await openOn(page, source, 'Sets');
  const saved = async (entry: string) => {
    await page.getByRole('button', { name: 'Save' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: entry, exact: true }).click(),
    ]);
    const stream = await download.createReadStream();
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return `${download.suggestedFilename()}\n${text}`;
  };
  expect(await saved('CSV')).toMatch(
    /^f-sets\.csv\nline,statement,recorded,Adjoint use,Kill,Required.*\n4,"?scale\(&u, y\)/s,
  );
  await tab(page, 'Dependence').click();
  await expect(page.getByRole('table', { name: /outputs of f on its inputs/ })).toBeVisible();
  expect(await saved('Markdown')).toMatch(
    /^f-dependence\.md\n\*\*Dependence in f.*\| after, by before \| x \| y \|\n.*\| f \| ∂ \| ∂ \|/s,
  );
  await tab(page, 'Calls').click();
  await expect(page.getByRole('button', { name: 'scale, calls nothing' })).toBeVisible();
  expect(await saved('CSV')).toMatch(/^f-calls\.csv\n.*4,f,"scale\(&u, y\)",joint,/s);
  expect(await saved('DOT')).toContain('"f" -> "scale" [label="joint"];');
  expect(await saved('SVG')).toMatch(/^f-calls\.svg\n<svg .*joint.*scale/s);
  await tab(page, 'Compare').click();
  const yours = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'yours', exact: true }) });
  await expect(yours).toContainText(/\d B/);
  expect(await saved('CSV')).toMatch(/^f-strategies\.csv\nstrategy,sites,.*\nyours,\d+,/s);
});

/** Answers that come one after another fill their places: nothing that stands already moves for them. */
onOnePage('what is at work has its place from the start', { tag: '@deep' }, async ({ page }) => {
  await openOn(page, THREE, 'Graphs');
  const shifts = await page.evaluateHandle(() => {
    const moved: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: LayoutShiftSource[] })[])
        for (const { node, previousRect: from, currentRect: to } of entry.sources)
          if (node instanceof Element && main?.contains(node) && !node.matches(RENEWED))
            moved.push(`${node.tagName} ${node.className} from ${from.x} ${from.y} to ${to.x} ${to.y}`);
    });
    interface LayoutShiftSource {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }
    const main = document.querySelector('.main-head')?.closest('.panel');
    // Each view has tools of its own, words take the place of others, and bars grow.
    const RENEWED = '.graph-tools, .graph-tools *, [role="status"], .derivatives-words, [aria-hidden="true"]';
    observer.observe({ type: 'layout-shift' });
    return { moved };
  });
  const works: Record<string, string> = {
    Compare: 'Measure again',
    Check: 'of the gradient, with the Hessian slope 2.00',
    Elimination: 'The search has ended with a proof.',
  };
  for (const [view, end] of Object.entries(works)) {
    await tab(page, view).click();
    await expect(page.locator('.panel').filter({ has: page.locator('.main-head') })).toContainText(end);
    expect(await shifts.evaluate(({ moved }) => moved.splice(0)), view).toEqual([]);
  }
});
