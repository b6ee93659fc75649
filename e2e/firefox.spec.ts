import { expect } from '@playwright/test';
import { findFirefox } from '../scripts/firefox.mjs';
import { IS_DEEP } from '../src/engine/testing/draws';
import { startFirefox } from './firefox/bidi';
import { test } from './shared';

const path = findFirefox();
const CONTROL = '\uE009';
const KERNEL = 'double cube(double x) { return x*x*x; }';

/** Text of the first element, once it says this. */
const says = (selector: string, pattern: RegExp) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.innerText.replaceAll('\\u00a0', ' ')).find((text) => ${pattern}.test(text))`;
const DERIVED = says('main', /x\s?\*\s?x\s?\*\s?x[\s\S]*xb/);
const SHARE = `[...document.querySelectorAll('button')].find((each) => each.innerText === 'Share')?.click() ?? 'done'`;
const CHECKED = says('.verdict:not([data-stale])', /gradient checked/);

test('Firefox opens the page, derives, runs and reopens a link', async ({ baseURL }) => {
  test.skip(!IS_DEEP, 'Of the deep tier: a second browser takes as long as ten other tests.');
  test.skip(path === undefined, 'There is no Firefox on this machine.');
  if (path === undefined || baseURL === undefined) return;
  const firefox = await startFirefox(path);
  try {
    await firefox.goTo(baseURL);
    await firefox.read(CHECKED);
    await firefox.read(says('.monaco-editor', /x = x\s*\*\s*y/));
    await firefox.click('.monaco-editor .view-lines');
    await firefox.type('a', CONTROL);
    await firefox.type(KERNEL);
    await firefox.read(DERIVED);
    expect(await firefox.read(CHECKED)).toContain('gradient checked');
    await firefox.read(SHARE);
    const link = await firefox.read(`/#v1\\.d\\./.test(location.href) ? location.href : null`);
    await firefox.goTo('about:blank');
    await firefox.goTo(link);
    await firefox.read(DERIVED);
    await firefox.read(CHECKED);
    expect(await firefox.read(says('.source', /double cube/))).toContain('x*x*x');
    expect(firefox.troubles).toEqual([]);
  } finally {
    await firefox.close();
  }
});
