import { expect, type Page } from '@playwright/test';
import { open, settled, watch } from './page';
import { onOnePage as test } from './shared';

/* What passes on: how links open, their length and picture, what another page is given, and paper. */

const sheet = async (page: Page) => {
  await page.getByRole('button', { name: /^Short link/ }).click();
  return page.getByRole('dialog', { name: 'Pass it on' });
};
const link = (page: Page) => page.getByLabel('Short link', { exact: true }).inputValue();

test('a short link opens at the question of the page, or with what a card shows broken', async ({ page }) => {
  const troubles = watch(page);
  await open(page);
  await page.getByRole('navigation', { name: 'Arrangements' }).getByText('Learn').click();
  await page.getByRole('tab', { name: 'Predict' }).click();
  const asked = await page.locator('.ask-question legend').innerText();
  await sheet(page);
  await expect(page.getByRole('radio', { name: 'at this question' })).toBeChecked();
  await expect.poll(() => link(page)).toMatch(/#v2\./);
  await page.getByRole('button', { name: 'QR code', exact: true }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const address = await link(page);
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.locator('.ask-question legend')).toHaveText(asked);
  await page.getByRole('navigation', { name: 'Arrangements' }).getByText('Read').click();
  await page
    .getByRole('listbox', { name: 'Both sweeps, line by line' })
    .locator('.read-stored')
    .first()
    .click();
  await page.getByRole('button', { name: /^Break it/ }).click();
  await expect(page.locator('.break-it [role="status"]')).toBeVisible();
  await sheet(page);
  await expect(page.getByRole('switch', { name: /Broken, as it is shown now/ })).toBeChecked();
  await expect.poll(() => link(page)).not.toBe(address);
  const there = await settled(() => link(page));
  await page.getByRole('radio', { name: 'in presenter mode' }).click();
  await expect.poll(() => link(page)).not.toBe(there);
  const broken = await link(page);
  await page.goto(broken);
  await expect(page.getByRole('button', { name: 'Leave (Escape)' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('The sender broke this adjoint on purpose')).toBeVisible();
  expect(troubles.filter((each) => !each.includes('about:blank'))).toEqual([]);
});

test('each system has its snippet, drawn or live, and its frame shows what the page shows', {
  tag: '@deep',
}, async ({ page }) => {
  await open(page);
  await expect(page.locator('.verdict')).toBeVisible();
  await sheet(page);
  await page.getByRole('tab', { name: 'In another page' }).click();
  const snippet = page.getByLabel(/^Snippet for/);
  await expect(snippet).toHaveValue(/<iframe src=".*embed\.html#embed1\./);
  const systems = await page.getByLabel('For', { exact: true }).locator('option').allTextContents();
  expect(systems.length).toBeGreaterThanOrEqual(9);
  for (const system of systems) {
    await page.getByLabel('For', { exact: true }).selectOption(system);
    await expect(page.getByLabel(`Snippet for ${system}`, { exact: true })).toHaveValue(/#embed1\.|#v2\./);
  }
  await page.getByLabel('For', { exact: true }).selectOption('HTML');
  await page.getByLabel('Beside it').selectOption('Graph of the backward sweep');
  await expect(snippet).toHaveValue(/#embed1\./);
  const vertices = async () => {
    const [, address = ''] = /src="([^"]*)"/.exec(await snippet.inputValue()) ?? [];
    const other = await page.context().newPage();
    await other.goto(address);
    await other.locator('.drawn').first().waitFor();
    const count = await other.locator('.vertex').count();
    await other.close();
    return count;
  };
  await expect.poll(vertices).toBeGreaterThan(5);
});

test('the hand-out has kernel, adjoint, graphs, cards, sets and the question', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    window.print = () => {
      const handout = document.querySelector('.handout');
      Object.assign(window, {
        printed: {
          text: handout?.textContent ?? '',
          graphs: handout?.querySelectorAll('svg .vertex').length,
        },
      });
    };
  });
  await page.getByRole('navigation', { name: 'Arrangements' }).getByText('Learn').click();
  await page.getByRole('tab', { name: 'Lessons' }).click();
  await page.getByRole('button', { name: /Why anything is stored/ }).click();
  await expect(page.locator('.ask-question')).toBeVisible();
  const printed = () => page.evaluate(() => 'printed' in window);
  await page.keyboard.press('Control+P');
  await expect.poll(printed).toBe(true);
  await page.evaluate(() => {
    Reflect.deleteProperty(window, 'printed');
    dispatchEvent(new Event('afterprint'));
  });
  await sheet(page);
  await page.getByRole('tab', { name: 'On paper' }).click();
  await page.getByRole('button', { name: 'Print a hand-out' }).click();
  await expect.poll(printed).toBe(true);
  const { text, graphs } = await page.evaluate(
    () => (window as unknown as { printed: { text: string; graphs: number } }).printed,
  );
  for (const part of [
    'store the old value',
    '☐ line 2',
    'void f_b',
    'Backward sweep',
    'overwrites x',
    'Sets before',
  ])
    expect(text).toContain(part);
  expect(graphs).toBeGreaterThan(6);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.length).toBeGreaterThan(10_000);
});
