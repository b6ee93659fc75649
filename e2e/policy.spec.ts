import { expect, test } from '@playwright/test';
import { open, watch } from './page';

/** The Content-Security-Policy, tried where it matters: in the page and inside every worker. */
const attempts = async () => {
  const outcome: Record<string, string> = {};
  const attempt = async (name: string, action: () => unknown) => {
    try {
      await action();
      outcome[name] = 'allowed';
    } catch (error) {
      outcome[name] = error instanceof Error ? error.name : 'refused';
    }
  };
  // What a debugger runs may do anything until it first pauses; from here on it is the page that runs.
  await new Promise((resolve) => setTimeout(resolve, 0));
  // biome-ignore lint/security/noGlobalEval: that it is refused is what we test
  await attempt('eval', () => globalThis.eval('1 + 1'));
  await attempt('Function', () => new Function('return 1')());
  await attempt('fetch', () => fetch('https://example.org/', { mode: 'no-cors' }));
  await attempt('import', () => import(/* @vite-ignore */ 'https://example.org/x.js' as string));
  await attempt('wasm', () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
  return outcome;
};

const EXPECTED = {
  eval: 'EvalError',
  Function: 'EvalError',
  fetch: 'TypeError',
  import: 'TypeError',
  wasm: 'allowed',
};

test('the page refuses code from text and foreign hosts', async ({ page }) => {
  await open(page);
  expect(await page.evaluate(attempts)).toEqual(EXPECTED);
  const inline = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.body.append(script);
    return 'inlineRan' in window;
  });
  expect(inline).toBe(false);
});

test('so does every worker', async ({ page }) => {
  await open(page);
  await expect.poll(() => page.workers().length).toBeGreaterThanOrEqual(3);
  const workers = page.workers();
  for (const worker of workers) expect(await worker.evaluate(attempts), worker.url()).toEqual(EXPECTED);
});

test('nothing is asked of any other host', async ({ page }) => {
  const troubles = watch(page);
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http')) hosts.add(host);
  });
  await open(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveURL(/#v1/);
  expect(hosts.size).toBe(1);
  expect(troubles).toEqual([]);
});
