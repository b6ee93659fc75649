import { expect } from '@playwright/test';
import { some } from '../src/engine/testing/draws';
import { faultyTexts } from './clipped';
import { nextFrame } from './page';
import { apart as test } from './shared';

test.use({ storageState: { cookies: [], origins: [] } });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
];
const KEYS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

test('no text is clipped, lies on another or is too small, in any arrangement', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Why', exact: true })).toContainText('stored');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // By turns in the fast tier.
    for (const key of some(KEYS, 3, size.width)) {
      await page.keyboard.press(String(key));
      await nextFrame(page);
      expect(await faultyTexts(page, 11), `arrangement ${key}, ${size.width} wide`).toEqual([]);
    }
  }
});
