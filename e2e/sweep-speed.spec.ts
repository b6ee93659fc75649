import { expect, type Page } from '@playwright/test';
import { code, open, replaceText, tab } from './page';
import { test } from './shared';

const where = (page: Page) => page.locator('.sweep-where');
const step = (page: Page) => page.getByRole('slider', { name: 'Step of both sweeps' });

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

/**
 * Milliseconds of the main thread that a step may take, in processor time, at the 95th percentile: ten times what it takes on a machine
 * that does nothing else.
 */
const MOST = 80;
/**
 * What measuring takes of it on a machine that does nothing else. Where the processor is shared all work takes more of its
 * time, the measurement as much as a step.
 */
const MEASURING = 1.3;
const pace = ({ measuring }: Round) => Math.max(1, measuring / MEASURING);

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
  // The best of some rounds, since what else runs on the machine costs each of them something.
  let best: Round | null = null;
  for (let k = 0; k < 2 && (best === null || best.all / pace(best) > MOST); k++) {
    const round = await oneRound(page, time, frame);
    if (best === null || round.all / pace(round) < best.all / pace(best)) best = round;
  }
  const { all, own, median, measuring } = best as Round;
  const figures = `opened in ${opened} ms; at p95 a step takes ${all.toFixed(1)} ms of the main thread with painting, ${own.toFixed(1)} ms of it script, style and layout (median ${median.toFixed(1)}; the measurement takes ${measuring.toFixed(1)} more)`;
  console.log(figures);
  // Ten times what is promised and found on a machine that does nothing else: this one is told by the clock on the wall.
  expect(opened, figures).toBeLessThan(10_000);
  expect(all / pace(best as Round), figures).toBeLessThan(MOST);
});

/** Milliseconds, at the 95th percentile of the steps; `all` and `median` less what the measurement itself takes. */
interface Round {
  readonly all: number;
  readonly own: number;
  readonly median: number;
  readonly measuring: number;
}

/** Steps forward and back, each until it is painted. */
async function oneRound(
  page: Page,
  time: () => Promise<{ own: number; all: number }>,
  frame: () => Promise<unknown>,
): Promise<Round> {
  const own: number[] = [];
  const all: number[] = [];
  const idle: number[] = [];
  for (let k = 0; k < 45; k++) {
    const before = await time();
    // A key that means nothing, too: what it costs is the measurement's.
    await page.keyboard.press(k % 3 === 2 ? 'Shift' : k < 22 ? 'ArrowRight' : 'ArrowLeft');
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
  const measuring = at(0.5, idle);
  return { all: at(0.95, all) - measuring, own: at(0.95, own), median: at(0.5, all) - measuring, measuring };
}
