import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { some } from '../src/engine/testing/draws';
import { faultyTexts } from './clipped';
import { code, nextFrame, open, replaceText, side } from './page';
import { onOnePage as test } from './shared';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 1200, height: 800 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
const KEYS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

test('the browser takes both faces as the build leaves them', async ({ page }) => {
  await open(page);
  const faces = page.evaluate(async () => {
    const asked = ['Inter Variable', 'JetBrains Mono Variable'].map((name) =>
      document.fonts.load(`16px "${name}"`),
    );
    return (await Promise.all(asked)).flat().map(({ family, status }) => `${family} ${status}`);
  });
  expect((await faces).map((face) => face.replaceAll('"', ''))).toEqual([
    'Inter Variable loaded',
    'JetBrains Mono Variable loaded',
  ]);
});

/** The first program, one of several routines, one in Fortran whose lines are long, and one whose names are. */
const KERNELS = [
  { name: 'the first kernel', file: null, adjoint: 'f_b', most: 2, tier: [] },
  { name: 'a kernel with calls', file: 'advect.c', adjoint: 'advect_b', most: 1, tier: '@deep' },
  { name: 'a relaxation in Fortran', file: 'relax.f90', adjoint: 'relax_b', most: 1, tier: [] },
  {
    name: 'an oscillator with long names',
    file: 'oscillator.c',
    adjoint: 'objective_b',
    most: 1,
    tier: '@deep',
  },
];

for (const { name, file, adjoint, most, tier } of KERNELS)
  test(`no text of ${name} is clipped, lies on another or is too small, in any arrangement`, {
    tag: tier,
  }, async ({ page }) => {
    await open(page);
    if (file !== null) {
      await replaceText(page, readFileSync(new URL(`kernels/${file}`, import.meta.url), 'utf8'));
      await expect(code(page)).toContainText(adjoint);
    }
    await page.getByRole('button', { name: /^(First|Next) push/ }).click();
    await expect(side(page, 'Why')).toContainText(/store/);
    const usual = page.viewportSize();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      // By turns in the fast tier.
      for (const key of some(KEYS, most, size.width + name.length)) {
        await page.keyboard.press(String(key));
        await nextFrame(page);
        expect(await faultyTexts(page, 11), `arrangement ${key}, ${size.width} wide`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.getByRole('button', { name: /Presenter mode/ }).click();
    for (const key of some(KEYS, most, 1920 + name.length)) {
      await page.keyboard.press(String(key));
      await nextFrame(page);
      expect(await faultyTexts(page, 20, 16), `arrangement ${key}, presented`).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('9');
    if (usual !== null) await page.setViewportSize(usual);
  });
