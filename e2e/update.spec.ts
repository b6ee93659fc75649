import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { expect } from '@playwright/test';
import { IS_DEEP } from '../src/engine/testing/draws';
import { alarm, code, ready, replaceText, tab, textOf, watch } from './page';
import { apart as test } from './shared';

test.use({ serviceWorkers: 'allow' });

const KERNEL = 'double keep(double x) {\n  x = x * x;\n  return sin(x);\n}\n';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** The built page on a host that brings out a second version, in which the files of one view have other names. */
async function host() {
  let second = false;
  const renamed = /CompareView-[\w-]+\.(js|css)/;
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname.replace(/\/$/, '/index.html');
    try {
      if (second && renamed.test(path)) throw new Error('gone');
      const file = await readFile(join('dist', path));
      response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
      response.setHeader('Cache-Control', 'no-store');
      if (second && path === '/sw.js')
        response.end(file.toString().replace(/\{url:"assets\/CompareView-[^}]*\},/g, ''));
      else response.end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bringOut: () => {
      second = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.skip(!IS_DEEP, 'The deep tier brings out a second version.');

test('a new version waits until it is asked for, and then the text is still there', async ({ page }) => {
  const { address, bringOut, close } = await host();
  const troubles = watch(page);
  await page.goto(address);
  await ready(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await replaceText(page, KERNEL);
  await expect(code(page)).toContainText('keep_b');
  bringOut();
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  const offer = page.locator('.notice', { hasText: 'a new version' });
  await expect(offer).toBeVisible();
  // What this version has not loaded yet is still there, though the host has it no more.
  await tab(page, 'Compare').click();
  await expect(page.getByRole('table').filter({ hasText: 'strategy' })).toBeVisible();
  const loaded = page.waitForEvent('load');
  await offer.getByRole('button', { name: 'Start it' }).click();
  await loaded;
  await expect.poll(() => textOf(page)).toContain('keep(double x)');
  await expect(offer).toHaveCount(0);
  await expect(alarm(page)).toHaveCount(0);
  expect(troubles).toEqual([]);
  close();
});
