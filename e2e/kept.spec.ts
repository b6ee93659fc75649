import { expect, test } from '@playwright/test';
import { alarm, code, editor, open, ready, replaceText, textOf, watch } from './page';

const KERNEL = 'double keep(double x) {\n  x = x * x;\n  return sin(x);\n}\n';

test('a browser that keeps nothing still works, and says that it keeps nothing', async ({ page }) => {
  const troubles = watch(page);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await open(page);
  await replaceText(page, KERNEL);
  await expect(code(page)).toContainText('keep_b');
  await expect(alarm(page)).toContainText('no room, or no permission');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveURL(/#v1/);
  expect(troubles).toEqual([]);
});

test('a full storage is told, and the text stays in the page', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await open(page);
  await replaceText(page, KERNEL);
  await expect(alarm(page)).toContainText('no room, or no permission');
  expect(await textOf(page)).toContain('keep(double x)');
});

test('what an older page wrote is passed over when it can’t be read', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('backsweep.draft.old', '{"v":0,"text":"double old(double x)"}');
    localStorage.setItem('backsweep.theme', 'sepia');
  });
  const troubles = watch(page);
  await open(page);
  expect(troubles).toEqual([]);
});

test('the text survives a tab that dies', async ({ page, context }) => {
  await open(page);
  await replaceText(page, KERNEL);
  await expect(code(page)).toContainText('keep_b');
  await page.waitForTimeout(400);
  // Closed without a farewell, as a crash would.
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto('./');
  await expect(editor(again)).toBeVisible();
  await expect.poll(() => textOf(again)).toContain('keep(double x)');
});

test('a worker that dies is replaced', async ({ page }) => {
  await open(page);
  for (const worker of page.workers()) await worker.evaluate(() => self.close()).catch(() => {});
  await replaceText(page, KERNEL);
  await expect(code(page)).toContainText('keep_b', { timeout: 40_000 });
});

test('after the first visit the page opens without a network', async ({ page, context }) => {
  await open(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await ready(page);
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  await replaceText(page, KERNEL);
  await expect(code(page)).toContainText('keep_b');
});
