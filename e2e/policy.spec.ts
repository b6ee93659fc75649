import { expect } from '@playwright/test';
import { open, replaceText, watch } from './page';
import { test } from './shared';

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

test('the page asks no other host, and refuses code from text, in every worker too', async ({ page }) => {
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

  expect(await page.evaluate(attempts)).toEqual(EXPECTED);
  const inline = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.body.append(script);
    return 'inlineRan' in window;
  });
  expect(inline).toBe(false);
  // The first answers come with the page: another kernel is asked of the workers.
  await replaceText(page, 'double f(double x) { return x * sin(x); }');
  await expect.poll(() => page.workers().length).toBeGreaterThanOrEqual(3);
  for (const worker of page.workers())
    expect(await worker.evaluate(attempts), worker.url()).toEqual(EXPECTED);
});
