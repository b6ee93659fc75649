import { type BrowserContext, expect, type Page } from '@playwright/test';
import { IS_DEEP } from '../src/engine/testing/draws';
import { alarm, code, open, ready, replaceText, side, tab, textOf, watch } from './page';
import { onOnePage, test } from './shared';

/* What a lecturer shares is what the class sees: the program with every choice, and the place that was looked at. */

async function shared(page: Page): Promise<string> {
  // The link that stood there before is not to be taken for the new one.
  await page.evaluate(() => history.replaceState(history.state, '', location.pathname));
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveURL(/#v1\.d\./);
  return page.url();
}

/** In another page. */
async function elsewhere(at: BrowserContext, link: string): Promise<Page> {
  const other = await at.newPage();
  await other.goto(link);
  return other;
}

test('undo and redo go through every choice, not only the text', async ({ page }) => {
  await open(page);
  const before = await textOf(page);
  const undo = page.getByRole('button', { name: 'Undo' });
  const y = page.locator('.chip', { hasText: /^y$/ });
  await y.click();
  await expect(y).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('radio', { name: 'Tangent', exact: true }).click();
  await page.getByRole('radio', { name: 'JavaScript' }).click();
  await page.getByLabel(/^Input x/).fill('3');
  await undo.click();
  await expect(page.getByLabel(/^Input x/)).toHaveValue('-5');
  await undo.click();
  await expect(page.getByRole('radio', { name: 'JavaScript' })).not.toBeChecked();
  await undo.click();
  await expect(page.getByRole('radio', { name: 'Adjoint', exact: true })).toBeChecked();
  await undo.click();
  await expect(y).toHaveAttribute('aria-pressed', 'true');
  await expect(undo).toBeDisabled();
  expect(await textOf(page)).toBe(before);
  const redo = page.getByRole('button', { name: 'Redo' });
  for (let i = 0; i < 4; i++) await redo.click();
  await expect(page.getByLabel(/^Input x/)).toHaveValue('3');
  await expect(y).toHaveAttribute('aria-pressed', 'false');
});

onOnePage(
  'a link opens the debugger at its step, with its cursor and the note of its sender',
  async ({ page, context }) => {
    await open(page);
    await page.getByLabel('Short link, QR code, embed, hand-out').click();
    await page.getByLabel('A note for those who open the link').fill('Who restores x?');
    await page.keyboard.press('Escape');
    await code(page)
      .getByRole('option')
      .filter({ hasText: /push_double/ })
      .first()
      .click();
    const question = side(page, 'Why').getByRole('heading', { level: 3 });
    await expect(question).toContainText('x');
    const asked = (await question.textContent()) ?? '';
    await tab(page, 'Sweeps').click();
    const slider = page.getByRole('slider', { name: 'Step of both sweeps' });
    await slider.focus();
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
    await expect(page.locator('.player-count')).toHaveText(/^6 of/);
    const where = (await page.locator('.sweep-where').textContent()) ?? '';
    // Another view and back: it still stands there.
    await tab(page, 'Sets').click();
    await tab(page, 'Sweeps').click();
    await expect(page.locator('.player-count')).toHaveText(/^6 of/);

    const other = await elsewhere(context, await shared(page));
    const troubles = watch(other);
    await ready(other);
    await expect(tab(other, 'Sweeps')).toHaveAttribute('aria-selected', 'true');
    await expect(other.locator('.player-count')).toHaveText(/^6 of/);
    await expect(other.locator('.sweep-where')).toHaveText(where);
    await expect(other.locator('.note')).toContainText('Who restores x?');
    await expect(side(other, 'Why').getByRole('heading', { level: 3 })).toHaveText(asked);
    // Other inputs are another run: it begins at its entry.
    await other.getByLabel(/^Input x/).fill('-4');
    await expect(other.locator('.player-count')).toHaveText(/^0 of/);
    expect(troubles).toEqual([]);
    await other.close();
  },
);

onOnePage(
  'a link opens the steps of the analysis, and of the algorithm, that it was made at',
  { tag: '@deep' },
  async ({ page, context }) => {
    await open(page);
    await tab(page, 'Set steps').click();
    await page.getByRole('combobox', { name: 'Which analysis' }).selectOption({ label: 'Useful' });
    await page.getByRole('radio', { name: /^postorder/ }).click();
    const steps = page.getByRole('toolbar', { name: 'Steps of Useful' });
    await steps.getByRole('button', { name: 'Forward', exact: true }).click();
    await expect(steps).toContainText('2 of');
    const first = await elsewhere(context, await shared(page));
    await expect(first.getByRole('combobox', { name: 'Which analysis' })).toHaveValue('useful');
    await expect(first.getByRole('radio', { name: /^postorder/ })).toBeChecked();
    await expect(first.getByRole('toolbar', { name: 'Steps of Useful' })).toContainText('2 of');

    if (IS_DEEP) {
      await tab(page, 'Reversal').click();
      await page.getByRole('radio', { name: 'Algorithm 5: edges' }).click();
      const algorithm = page.getByRole('toolbar', { name: 'Steps of algorithm 5' });
      await algorithm.getByRole('button', { name: 'Forward', exact: true }).click();
      await expect(algorithm).toContainText('2 of');
      // In a page that is open, as when a link is pasted over its address.
      await first.goto(await shared(page));
      await expect(first.getByRole('toolbar', { name: 'Steps of algorithm 5' })).toContainText('2 of');
    }
    await first.close();
  },
);

onOnePage(
  'a broken adjoint is announced when its link is opened, and can be put right',
  { tag: '@deep' },
  async ({ page }) => {
    await open(page);
    await code(page)
      .getByRole('option')
      .filter({ hasText: /push_double/ })
      .first()
      .click();
    await side(page, 'Why').getByRole('button', { name: 'Break it: run without x' }).click();
    await side(page, 'Why').getByRole('button', { name: 'Take it out of the code' }).click();
    await expect(page.locator('.verdict')).toContainText('tampered with');
    const link = await shared(page);
    await open(page);
    await expect(page.locator('.verdict')).not.toContainText('tampered with');
    await page.goto(link);
    await expect(alarm(page)).toContainText('broke this adjoint on purpose');
    await expect(page.locator('.verdict')).toContainText('tampered with');
    await page.getByRole('button', { name: 'Put it right' }).click();
    await expect(page.locator('.verdict:not([data-stale])')).toHaveText('✓ gradient checked');
  },
);

onOnePage(
  'a link that is opened over one’s own text is no more written over than the text is',
  { tag: '@deep' },
  async ({ page }) => {
    await open(page);
    const sent = new URL(await shared(page)).hash;
    await replaceText(page, 'double mine(double x) {\n  return x * x * x;\n}\n');
    await expect(code(page)).toContainText('mine_b');
    // As mail programs hand it over.
    await page.evaluate((hash) => {
      location.hash = `${hash}).`;
    }, sent);
    await expect(code(page)).toContainText('f_b');
    const opened = await textOf(page);
    await page
      .locator('.monaco-editor')
      .first()
      .click({ position: { x: 140, y: 30 } });
    await page.keyboard.type('/* edited */');
    await expect.poll(() => textOf(page)).toContain('/* edited */');
    await page.goBack();
    await expect.poll(() => textOf(page)).toBe(opened);
    await page.goBack();
    await expect.poll(() => textOf(page)).toContain('double mine');
  },
);

onOnePage('what was chosen and is renamed can be chosen afresh', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const kernel = (name: string) =>
    `double g(double a) {\n  return a * a;\n}\ndouble f(double ${name}, double y) {\n  return g(${name}) * y;\n}\n`;
  await replaceText(page, kernel('first'));
  // The kernel before has a `y`, too: its chips go when the first result of this one is there.
  await expect(page.locator('.chip', { hasText: /^first$/ })).toBeVisible();
  await page.locator('.chip', { hasText: /^y$/ }).click();
  await replaceText(page, kernel('other'));
  const again = page.getByRole('button', { name: 'Choose afresh' });
  await expect(again).toBeVisible();
  await expect(page.locator('.lost')).toContainText('cannot be independent');
  await again.click();
  await expect(again).toHaveCount(0);
  await expect(page.locator('.chip', { hasText: /^other$/ })).toHaveAttribute('aria-pressed', 'true');
});
