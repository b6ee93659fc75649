import { expect } from '@playwright/test';
import { violationsIn } from './axe';
import { open, watch } from './page';
import { onOnePage as test } from './shared';

/* The laboratory by keyboard alone: an edge taken at its end, undone and redone, a rule played, and an entry followed to its partials. */

test('a graph is eliminated by keyboard', { tag: '@deep' }, async ({ page }) => {
  const troubles = watch(page);
  await open(page);
  await page.getByRole('navigation', { name: 'Arrangements' }).getByText('Learn').press('Enter');
  await page.getByRole('tab', { name: 'Elimination' }).click();
  await page.getByRole('button', { name: /^Paper block/ }).press('Enter');
  const score = page.locator('.lab-score');
  await expect(score).toContainText('optimum, proved');
  const graph = page.getByRole('group', { name: '7 vertices, 9 edges left' });
  // The graph is one stop of Tab.
  await page.getByRole('region', { name: 'The graph' }).focus();
  await page.keyboard.press('Tab');
  await expect(graph.getByRole('button', { name: /^edge from 1 to 3/ })).toBeFocused();
  await page.keyboard.press('End');
  await expect(graph.getByRole('button', { name: /^edge from 5 to 7/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^back: 2 ×/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(score.getByText('yours so far').locator('..')).toContainText('2');
  const bench = page.locator('.lab-tools');
  await bench.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(score.getByText('yours so far').locator('..')).toContainText('0');
  await bench.getByRole('button', { name: 'Redo' }).press('Enter');
  await expect(score.getByText('yours so far').locator('..')).toContainText('2');

  await page.getByText('faces', { exact: true }).click();
  await page.getByRole('button', { name: 'forward', exact: true }).press('Enter');
  await expect(page.locator('.lab-hand')).toContainText('Done: every edge is an entry of the Jacobian');
  await page.getByRole('button', { name: /how the derivative of 7 by 1 came about/ }).press('Enter');
  await expect(page.locator('.lab-tree')).toContainText('∂7/∂4 is the partial c_7_4');
  expect(await violationsIn(page, 'main')).toEqual([]);
  expect(troubles).toEqual([]);
});
