import { expect, type Page, test } from '@playwright/test';
import { code, open, replaceText, tab } from './page';

const where = (page: Page) => page.locator('.sweep-where');
const step = (page: Page) => page.getByRole('slider', { name: 'Step of both sweeps' });

// A trace of the test itself photographs the page at every step.
test.use({ trace: 'off' });

const KERNEL = `double long_run(int n, int m, double x[n]) {
  double s = 0.0;
  for (int t = 0; t < m; t++)
    for (int i = 0; i < n; i++) {
      x[i] = x[i] * (1.0 + 0.001 * x[i]);
      if (x[i] > 2.0) x[i] = 0.5 * x[i];
      s = s + x[i] * x[i];
    }
  return s;
}
`;

/** Milliseconds of the main thread so far: our own code with style and layout, and all of it, painting included. */
async function clock(page: Page): Promise<() => Promise<{ own: number; all: number }>> {
  const client = await page.context().newCDPSession(page);
  // Thread time, so that waiting for other work on the machine does not count.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    const of = (wanted: string) => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN);
    return {
      own: of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration'),
      all: of('TaskDuration'),
    };
  };
}

test('a hundred thousand steps open, are cut where it says, and each stays cheap', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  await replaceText(page, KERNEL);
  await expect(code(page)).toContainText('long_run_b', { timeout: 20_000 });
  await page.getByRole('textbox', { name: /^Input n:/ }).fill('40');
  await page.getByRole('textbox', { name: /^Input m:/ }).fill('1000');
  await expect(page.locator('.run')).toContainText('hecked', { timeout: 30_000 });

  // The better of two, since other work on the machine counts here.
  let opened = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 2; k++) {
    await tab(page, 'Graphs').click();
    const start = Date.now();
    await tab(page, 'Sweeps').click();
    await expect(page.locator('.player-count')).toHaveText(/of 100000$/);
    opened = Math.min(opened, Date.now() - start);
  }
  await step(page).fill('99999');
  await page.keyboard.press('ArrowRight');
  await expect(where(page)).toContainText('The trace is cut here, after 100,000 steps');

  const time = await clock(page);
  /** Until the next frame is painted. */
  const frame = () =>
    page.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = done;
            port2.postMessage(null);
          }),
        ),
    );
  await step(page).fill('50000');
  await frame();
  const own: number[] = [];
  const all: number[] = [];
  const idle: number[] = [];
  for (let k = 0; k < 90; k++) {
    const before = await time();
    // A key that means nothing, too: what it costs is the measurement's.
    await page.keyboard.press(k % 3 === 2 ? 'Shift' : k < 45 ? 'ArrowRight' : 'ArrowLeft');
    await frame();
    const after = await time();
    if (k % 3 === 2) idle.push(after.all - before.all);
    else {
      own.push(after.own - before.own);
      all.push(after.all - before.all);
    }
  }
  const at = (part: number, list: number[]) =>
    list.sort((a, b) => a - b)[Math.floor(part * list.length)] ?? Number.NaN;
  const p95 = (list: number[]) => at(0.95, list);
  const measuring = at(0.5, idle);
  const figures = `opened in ${opened} ms; at p95 a step costs ${(p95(all) - measuring).toFixed(1)} ms with painting, ${p95(own).toFixed(1)} ms of it script, style and layout (median ${(at(0.5, all) - measuring).toFixed(1)} and ${at(0.5, own).toFixed(1)}; the measurement takes ${measuring.toFixed(1)} more)`;
  console.log(figures);
  // Ten times what is promised and found on a machine that does nothing else: here others are at work.
  expect(opened, figures).toBeLessThan(10_000);
  expect(p95(own), figures).toBeLessThan(80);
});
