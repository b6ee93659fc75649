import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { snippetsOf } from '../src/app/bar/share/snippets';
import { type Embed, encodeEmbed } from '../src/app/embed/embed';
import { EMPTY_PLAYGROUND } from '../src/app/store/document/playground';
import { encodeShort } from '../src/app/store/links/permalink';
import { asHtml, letThrough, otherSite } from './hosts/page';
import { HOSTS } from './hosts/rules';
import { watch } from './page';
import { test } from './shared';

/* A view in somebody else's page: small, drawn from data, told to by nobody, and seen under the rules of each system. */

const EVIL = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
const view = { arrangement: null, presenting: false, focus: null, cursor: null, step: null, stepper: null };
const source = 'double f(double x, double y) {\n  x = x * y;\n  return sin(x);\n}\n';

async function embedOf(part: Partial<Embed> = {}): Promise<string> {
  const link = await encodeShort({ playground: { ...EMPTY_PLAYGROUND, source }, view });
  return encodeEmbed({
    title: 'f and its adjoint',
    views: [{ kind: 'text', title: 'Kernel f', grammar: 'c', text: source.trimEnd(), bars: 'nfbn' }],
    live: ['source', 'code'],
    question: null,
    link,
    ...part,
  });
}

const QUESTION = {
  text: 'Which line stores `x`?',
  choices: [
    { text: 'line 2', right: true },
    { text: 'line 3', right: false },
  ],
  answer: 'Its own derivative needs the old `x`.',
};

/** What frames told their host, and what was attempted on it. */
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
const listen = (page: Page) =>
  page.addInitScript(() => {
    const all: unknown[] = [];
    Object.assign(window, { heard: all });
    addEventListener('message', ({ data }) => all.push(data));
  });

test('each system’s rules leave a frame or a link of each snippet', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const troubles = watch(page);
  const site = baseURL ?? '';
  const { put, close } = await otherSite();
  const embed = await embedOf();
  const program = await encodeShort({ playground: { ...EMPTY_PLAYGROUND, source }, view });
  const snippets = snippetsOf({ site, embed, program, title: 'f & its “adjoint”', height: 300 });
  for (const [k, host] of HOSTS.entries())
    await test.step(host.system, async () => {
      const snippet = snippets.find(({ id }) => id === host.snippet);
      const html = letThrough(asHtml(host.snippet, snippet?.text ?? ''), host);
      const inner = put(`/inner${k}`, html, host.policy?.replaceAll('SITE', new URL(site).origin) ?? null);
      await page.goto(
        host.sandbox === null
          ? inner
          : put(
              `/${k}`,
              `<iframe sandbox="${host.sandbox}" src="${inner}" width="900" height="500"></iframe>`,
            ),
      );
      const around = host.sandbox === null ? page : page.frameLocator('iframe');
      if (host.shows === 'link') {
        await expect(around.getByRole('link').first()).toHaveAttribute('href', /#v2\./);
        await expect(around.locator('iframe')).toHaveCount(0);
      } else {
        const frame = around.frameLocator('iframe');
        await expect(frame.getByText('as its author drew it')).toBeVisible();
        await expect(frame.locator('.line')).toHaveCount(4);
        // Where nothing can run live, nothing is offered that would.
        await expect(frame.getByRole('button', { name: 'Make it live' })).toHaveCount(
          host.sandbox === null ? 1 : 0,
        );
      }
    });
  close();
  expect(troubles).toEqual([]);
});

test('a drawn embed takes a small script and nothing else, asks, and tells its host', async ({ page }) => {
  const asked: string[] = [];
  page.on('response', (response) => asked.push(new URL(response.url()).pathname));
  const { put, close } = await otherSite();
  await listen(page);
  const drawn = await embedOf({
    views: [
      { kind: 'text', title: 'Kernel f', grammar: 'c', text: source.trimEnd(), bars: 'nfbn' },
      {
        kind: 'graph',
        title: 'Flow graph',
        sweep: 'original',
        width: 120,
        height: 140,
        vertices: [
          {
            shape: 'ENTRY',
            number: '0',
            stored: false,
            lines: ['f'],
            bars: 'n',
            at: [60, 20, 40, 24, -34, -4],
          },
          {
            shape: 'BASICBLOCK',
            number: '1',
            stored: false,
            lines: ['push x', 'x = x*y'],
            bars: 'tn',
            at: [60, 100, 90, 38, -55, -10],
          },
        ],
        edges: [{ label: '1', curve: [60, 32, 60, 50, 60, 60, 60, 80], tip: [60, 80, 90, 70, 55] }],
      },
    ],
    question: QUESTION,
  });
  const { origin } = new URL(test.info().project.use.baseURL ?? '');
  await page.goto(
    put(
      '/',
      `<script type="module" src="${origin}/backsweep-view.js"></script><backsweep-view view="${drawn}" label="f" height="200"></backsweep-view>`,
    ),
  );
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('shown with the answer')).toBeVisible();
  await expect(frame.locator('.vertex')).toHaveCount(0);
  await frame.getByRole('radio', { name: 'line 3' }).press('Space');
  await frame.getByRole('button', { name: 'Look' }).press('Enter');
  await expect(frame.getByRole('status')).toHaveText('✕ Not quite.');
  await expect(frame.getByText('Its own derivative needs')).toBeVisible();
  await expect(frame.locator('.vertex')).toHaveCount(2);
  expect(await heard(page)).toContainEqual({ backsweep: 1, kind: 'answer', right: false, chosen: [1] });
  const sizes = (await heard(page)) as { kind: string; height: number }[];
  const height = sizes.filter(({ kind }) => kind === 'size').at(-1)?.height ?? 0;
  await expect
    .poll(async () => (await page.locator('iframe').boundingBox())?.height ?? 0)
    .toBeGreaterThanOrEqual(height);
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  // The page of the embed, its style sheet and its script, as hosts send them.
  const ours = [...new Set(asked)].filter((path) => /embed/.test(path));
  expect(ours).toHaveLength(3);
  const bytes = await Promise.all(
    ours.map(async (path) => gzipSync(await readFile(`dist${path}`), { level: 9 }).length),
  );
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(150_000);
  expect(asked.filter((path) => /monaco|engine|viz|react|worker/i.test(path))).toEqual([]);
  close();
});

test('a hostile page around it, and a hostile embed, get nothing run and nothing lost', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const { put, close } = await otherSite();
  await listen(page);
  const evil = await embedOf({
    title: EVIL,
    views: [
      { kind: 'text', title: EVIL, grammar: 'c', text: EVIL, bars: EVIL },
      { kind: 'sets', title: EVIL, columns: [EVIL], rows: [[EVIL]] },
    ],
    question: { text: EVIL, choices: [{ text: EVIL, right: true }], answer: EVIL },
  });
  await page.goto(put('/', `<iframe src="${baseURL}embed.html${evil}" width="900" height="500"></iframe>`));
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('button', { name: 'Look' })).toBeVisible();
  await page.evaluate((html) => {
    const target = document.querySelector('iframe')?.contentWindow;
    const messages: unknown[] = [
      null,
      'reveal',
      html,
      [],
      { backsweep: 1 },
      { backsweep: 1, kind: 'theme', theme: html },
      { backsweep: 1, kind: 'theme', theme: 'dark', more: 1 },
      { backsweep: 2, kind: 'reveal' },
      { backsweep: 1, kind: 'reveal', link: 'javascript:alert(1)' },
      { backsweep: 1, kind: 'show', html },
      { __proto__: { backsweep: 1, kind: 'reveal' } },
      { backsweep: 1, kind: 'x'.repeat(1_000_000) },
    ];
    for (const message of messages) target?.postMessage(message, '*');
  }, EVIL);
  // The last is understood, so that what came before has been heard.
  await page.evaluate(() =>
    document
      .querySelector('iframe')
      ?.contentWindow?.postMessage({ backsweep: 1, kind: 'theme', theme: 'light' }, '*'),
  );
  const root = frame.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect(frame.getByRole('button', { name: 'Look' })).toBeVisible();
  await page.evaluate(() =>
    document.querySelector('iframe')?.contentWindow?.postMessage({ backsweep: 1, kind: 'reveal' }, '*'),
  );
  await expect(frame.getByRole('button', { name: 'Look' })).toBeHidden();
  await expect(frame.locator('img, script:not([defer])')).toHaveCount(0);
  expect(await root.evaluate(() => 'hacked' in window)).toBe(false);
  expect((await heard(page)).filter((each) => JSON.stringify(each).length > 200)).toEqual([]);
  // What is no embed says so; an address in it that is none of ours is refused.
  for (const [hash, said] of [
    [evil.slice(0, -20), 'its end is missing'],
    [await embedOf({ link: 'javascript:alert(1)' }), 'no link of this site'],
    ['#embed9.d.x.00000000', 'later version'],
    ['', 'empty'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`./embed.html${hash}`);
    await expect(page.getByRole('alert')).toContainText(said);
  }
  close();
});

test('a click makes it live, in its frame, and leaves what the browser keeps alone', {
  tag: '@deep',
}, async ({ page }) => {
  const troubles = watch(page);
  await page.goto(`./embed.html${await embedOf()}`);
  await page.getByRole('button', { name: 'Make it live' }).click();
  await expect(page.getByRole('listbox', { name: 'Generated code' })).toContainText('f_b');
  await expect(page.locator('.monaco-editor').first()).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual(
    [],
  );
  await page.goto(`./embed.html${await encodeShort({ playground: { ...EMPTY_PLAYGROUND, source }, view })}`);
  await expect(page).toHaveURL(/live\.html#v2/);
  await expect(page.getByText('Backward sweep').first()).toBeVisible();
  expect(troubles).toEqual([]);
});

test('every sample of the page about embedding is shown', { tag: '@deep' }, async ({ page }) => {
  const troubles = watch(page);
  await page.goto('./embedding.html');
  const frames = page.locator('iframe');
  const count = await frames.count();
  expect(count).toBeGreaterThanOrEqual(5);
  for (let k = 0; k < count; k++) {
    await frames.nth(k).scrollIntoViewIfNeeded();
    await expect(frames.nth(k).contentFrame().locator('.drawn, .live-views').first()).toBeVisible();
  }
  expect(troubles).toEqual([]);
});
