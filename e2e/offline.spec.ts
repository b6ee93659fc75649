import { expect } from '@playwright/test';
import { encodeEmbed } from '../src/app/embed/embed';
import { EMPTY_PLAYGROUND } from '../src/app/store/document/playground';
import { encodeShort } from '../src/app/store/links/permalink';
import { IS_DEEP } from '../src/engine/testing/draws';
import { code, ready, replaceText, watch } from './page';
import { apart as test } from './shared';

test.skip(!IS_DEEP, 'The deep tier fetches the whole site, for when there is no network.');
test.use({ serviceWorkers: 'allow' });

const source = 'double f(double x, double y) {\n  x = x * y;\n  return sin(x);\n}\n';
const view = { arrangement: null, presenting: false, focus: null, cursor: null, step: null, stepper: null };

test('after one visit the page, lessons, embeds and examples open without a network', async ({
  page,
  context,
}) => {
  await page.goto('./');
  // All files are there before it is ready.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  const troubles = watch(page);
  await page.reload();
  await ready(page);
  await replaceText(page, 'double keep(double x) {\n  x = x * x;\n  return sin(x);\n}\n');
  await expect(code(page)).toContainText('keep_b');
  await page.getByRole('navigation', { name: 'Arrangements' }).getByText('Learn').click();
  await page.getByRole('button', { name: /A graph eliminated/ }).click();
  await expect(page.locator('.ask-question')).toContainText('∂f/∂x');
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('menuitem', { name: /A sparse matrix/ }).click();
  await page.getByRole('navigation', { name: 'Arrangements' }).getByText('Graphs').click();
  await expect(page.locator('.canvas[data-graph="adjoint"] .vertex').first()).toBeVisible();
  await expect(page.locator('.verdict:not([data-stale])')).toHaveText(/gradient checked/);
  const link = await encodeShort({ playground: { ...EMPTY_PLAYGROUND, source }, view });
  const drawn = { kind: 'text', title: 'Kernel f', grammar: 'c', text: source, bars: '' } as const;
  const embed = { title: 'f', views: [drawn], live: ['source', 'code'], question: null, link };
  await page.goto(`./embed.html${await encodeEmbed(embed)}`);
  await expect(page.getByText('as its author drew it')).toBeVisible();
  await page.getByRole('button', { name: 'Make it live' }).click();
  await expect(page.getByRole('listbox', { name: 'Generated code' })).toContainText('f_b');
  await page.goto('./embedding.html');
  await expect(page.getByRole('heading', { name: 'What hosts have to allow' })).toBeVisible();
  expect(troubles).toEqual([]);
});
