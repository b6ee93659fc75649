import { expect, type Page } from '@playwright/test';
import { encodeLesson } from '../src/app/store/links/lessonLink';
import { violationsIn } from './axe';
import { open, watch } from './page';
import { onOnePage as test } from './shared';

/* Lessons ask before they tell: by keyboard, right and wrong, from a link, and from a stranger. */

const learn = async (page: Page) => {
  await open(page);
  await page.getByRole('navigation', { name: 'Arrangements' }).getByText('Learn').click();
  await page.getByRole('tab', { name: 'Lessons' }).click();
  await expect(page.getByRole('button', { name: /Why anything is stored/ })).toBeVisible();
};
const question = (page: Page) => page.locator('.ask-question');
const look = (page: Page) => page.getByRole('button', { name: 'Look', exact: true });

test('a step asks, judges by keyboard, shows what would come of it, and has a link', async ({ page }) => {
  const troubles = watch(page);
  await learn(page);
  await page.getByRole('button', { name: /Why anything is stored/ }).press('Enter');
  await expect(question(page)).toContainText('store the old value');
  // Nothing on the page gives it away.
  await expect(page.locator('main')).not.toContainText('push');
  const mark = (line: number) => page.getByRole('checkbox', { name: new RegExp(`^line ${line}:`) });
  await mark(3).press('Space');
  await look(page).press('Enter');
  await expect(page.locator('.ask-verdict')).toContainText('Not quite');
  await expect(page.locator('.why-choice').first()).toContainText('Missed: line 2');
  await expect(page.locator('.why-choice[open] h3')).toContainText('Why is');
  await expect(page.locator('.your-tape')).toContainText('as it should be');
  await expect(page.locator('.your-tape [data-wrong]')).not.toHaveCount(0);
  // Beside each line of the kernel, what became of it.
  const sweeps = page.getByRole('listbox', { name: 'Both sweeps, line by line' });
  await expect(sweeps.getByRole('group', { name: /^line 2:/ })).toContainText('push_double(x)');
  expect(await violationsIn(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  // It is gone; what was around it has the focus.
  await expect(page.locator(':focus')).toHaveCount(1);
  await mark(2).press('Space');
  await mark(3).press('Space');
  await look(page).press('Enter');
  await expect(page.locator('.ask-verdict')).toContainText('Right');
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter');
  await expect(question(page)).toContainText('on top of the tape');
  await page.getByRole('button', { name: 'Link to this step' }).click();
  await expect(page).toHaveURL(/#v1\./);
  // As somebody opens it who was never here.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'First in, last out' })).toBeVisible();
  await expect(question(page)).toContainText('on top of the tape');
  expect(troubles).toEqual([]);
});

test('any kernel asks, keeps the score, and another one like it can be drawn', async ({ page }) => {
  await learn(page);
  await page.getByRole('tab', { name: 'Predict' }).click();
  await expect(question(page)).toBeVisible();
  await page.getByRole('radio', { name: 'the code' }).click();
  await expect(question(page)).toContainText('store the old value');
  await look(page).click();
  await expect(page.locator('.ask-score')).toContainText('of 1');
  const first = await page.locator('.marked-kernel').textContent();
  await page.getByRole('button', { name: 'Another kernel like it' }).click();
  await expect(page.locator('.marked-kernel')).not.toHaveText(first ?? '');
  await expect(question(page)).toBeVisible();
});

test('a lesson from a stranger is text, and nothing in it runs', { tag: '@deep' }, async ({ page }) => {
  const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const lesson = [
    '---',
    `title: ${evil}`,
    '---',
    `## ${evil}`,
    `hint: ${evil}`,
    '',
    `${evil} \`${evil}\` **${evil}** [link](javascript:alert(1))`,
    '',
    '```c kernel',
    'double f(double x) { return x * x; }',
    '```',
    `- [x] ${evil}`,
  ].join('\n');
  // It comes while another kernel is being drawn, which is not to take its place.
  await learn(page);
  await page.getByRole('tab', { name: 'Predict' }).click();
  await page.getByRole('button', { name: 'Another kernel like it' }).evaluate(
    (button, hash) => {
      (button as HTMLButtonElement).click();
      location.hash = hash;
    },
    await encodeLesson({ lesson, step: 0 }),
  );
  const title = page.getByRole('heading', { name: '<img src=x' });
  await expect(title).toBeVisible();
  await question(page).getByRole('radio').check();
  await look(page).click();
  await expect(page.locator('.ask-verdict')).toContainText('Right');
  await expect(page.locator('.verdict:not([data-stale])')).toHaveText(/gradient checked/);
  await expect(title).toBeVisible();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await expect(page.locator('main img, main script, main a[href^="javascript"]')).toHaveCount(0);
});
