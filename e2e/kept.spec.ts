import { expect } from '@playwright/test';
import { IS_DEEP, some } from '../src/engine/testing/draws';
import { alarm, code, drafts, editor, nextFrame, open, ready, replaceText, textOf, watch } from './page';
import { onOnePage, test } from './shared';

const KERNEL = 'double keep(double x) {\n  x = x * x;\n  return sin(x);\n}\n';

test('a browser that keeps nothing still works, and says that it keeps nothing', { tag: '@deep' }, async ({
  page,
}) => {
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

onOnePage('a full storage is told, and the text stays in the page', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Object.assign(window, { makeRoom: () => Object.assign(Storage.prototype, { setItem }) });
  });
  await replaceText(page, KERNEL);
  await expect(alarm(page)).toContainText('no room, or no permission');
  expect(await textOf(page)).toContain('keep(double x)');
  await page.evaluate(() => (window as unknown as { makeRoom: () => void }).makeRoom());
});

onOnePage('a worker that dies is replaced, during a run too', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  // The first page's answers come with the page: after this one there are workers.
  await replaceText(page, KERNEL);
  await expect(code(page)).toContainText('keep_b');
  for (const worker of page.workers()) await worker.evaluate(() => self.close()).catch(() => {});
  await replaceText(page, KERNEL.replaceAll('keep', 'again'));
  await expect(code(page)).toContainText('again_b');
  if (!IS_DEEP) return;
  await replaceText(
    page,
    'double slow(double x) {\n  for (int i = 0; i < 2000000000; i++) {\n    x = sin(x);\n  }\n  return x;\n}\n',
  );
  await expect(code(page)).toContainText('slow_b');
  for (const worker of page.workers()) await worker.evaluate(() => self.close()).catch(() => {});
  await replaceText(page, KERNEL);
  await expect(code(page)).toContainText('keep_b');
});

onOnePage(
  'two tabs keep their texts apart, and both are there afterwards, of a tab that dies, too',
  async ({ page, context }) => {
    test.skip(!IS_DEEP, 'The deep tier opens several tabs.');
    const other = await context.newPage();
    await open(page);
    await open(other);
    await replaceText(page, KERNEL);
    await replaceText(other, KERNEL.replace('keep', 'second'));
    await expect(code(page)).toContainText('keep_b');
    await expect(code(other)).toContainText('second_b');
    await expect
      .poll(() => drafts(page))
      .toEqual(expect.arrayContaining([KERNEL, KERNEL.replace('keep', 'second')]));
    // Closed without a farewell, as a crash would: what was typed last is what a new tab opens.
    await other.close({ runBeforeUnload: false });
    const again = await context.newPage();
    await again.goto('./');
    await expect(editor(again)).toBeVisible();
    await expect.poll(() => textOf(again)).toContain('second(double x)');
    await again.getByRole('button', { name: 'Earlier texts' }).click();
    await expect(again.getByRole('menuitem')).toHaveCount(2);
    await again.getByRole('menuitem', { name: /keep/ }).click();
    await expect.poll(() => textOf(again)).toContain('keep(double x)');
  },
);

onOnePage('a long text pasted just before the page goes is kept', async ({ page }) => {
  await open(page);
  await replaceText(page, KERNEL);
  await expect(code(page)).toContainText('keep_b');
  await editor(page).click({ position: { x: 140, y: 30 } });
  await page.keyboard.press('ControlOrMeta+A');
  const kept = await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
      dispatchEvent(new PageTransitionEvent('pagehide'));
      return Object.values(localStorage).join();
    },
    `double goes(double x) {\n${'  x = sin(x);\n'.repeat(400)}  return x;\n}\n`,
  );
  expect(kept).toContain('double goes(double x)');
});

test('what the first version of the page stored is read by this one, and what can’t be is passed over', {
  tag: '@deep',
}, async ({ page }) => {
  // As it wrote them: the option `elements` came later.
  const draft = {
    v: 1,
    at: 1_760_000_000_000,
    playground: {
      source: KERNEL,
      language: 'c',
      routine: null,
      independents: null,
      dependents: null,
      mode: 'adjoint',
      target: null,
      options: {
        activity: true,
        adjointLiveness: true,
        merge: true,
        splitNested: false,
        keepPrimalResults: false,
        recompute: false,
        useResults: false,
        record: 'all',
        reversal: 'joins',
        basicBlocks: 'statements',
        calls: 'joint',
        snapshots: 'lazy',
        naming: { adjoint: 'b', tangent: 'd' },
      },
      inputs: { x: '0.5' },
      seeds: {},
      directions: {},
      tamper: { without: [], with: [] },
      note: '',
    },
  };
  await page.addInitScript((text) => {
    localStorage.setItem('backsweep.draft.old', '{"v":0,"text":"double old(double x)"}');
    localStorage.setItem('backsweep.theme', 'sepia');
    localStorage.setItem('backsweep.draft.first', text);
  }, JSON.stringify(draft));
  const troubles = watch(page);
  await page.goto('./');
  await expect(editor(page)).toBeVisible();
  await expect.poll(() => textOf(page)).toContain('keep(double x)');
  await expect(code(page)).toContainText('keep_b');
  expect(troubles).toEqual([]);
});

onOnePage(
  'a reload right behind a key press loses nothing, and goes on in the same draft',
  async ({ page }) => {
    await open(page);
    let typed = '';
    for (const frames of some([0, 2], 1)) {
      const mark = `/* ${frames} */`;
      await editor(page).click({ position: { x: 140, y: 30 } });
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.type(mark);
      for (let frame = 0; frame < frames; frame++) await nextFrame(page);
      await page.reload();
      await ready(page);
      typed = mark + typed;
      await expect.poll(() => textOf(page)).toContain(typed);
    }
    const kept = await drafts(page);
    expect(kept).toHaveLength(1);
    expect(kept[0]).toContain(typed);
  },
);
