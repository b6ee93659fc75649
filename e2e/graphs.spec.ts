import { expect, type Page } from '@playwright/test';
import { draws } from '../src/engine/testing/draws';
import { caretAfter, open, replaceText, settled, side } from './page';
import { onOnePage as test } from './shared';

/** Section 2 of the paper on control-flow reversal. */
const CFR = `double f(double x1, double x2) {
  double y1 = 0, y2 = 0;
  int i = 1;
  while (i < 3) {
    if (i < 2) {
      y2 = sin(x1);
    } else {
      y1 = cos(x2);
    }
    i = i + 1;
  }
  return y1 * y2;
}
`;

const graph = (page: Page, name: 'original' | 'forward' | 'adjoint') =>
  page.locator(`svg[data-graph="${name}"]`);
const vertices = (page: Page, name: 'original' | 'forward' | 'adjoint') =>
  graph(page, name).locator('.vertex');
const numbers = (page: Page, name: 'original' | 'forward' | 'adjoint') =>
  vertices(page, name).locator('.vertex-number').allTextContents();

/** Branches between assignments, five vertices each; the graph has as many vertices as asked. */
function kernelOf(count: number): string {
  const lines = Array.from(
    { length: Math.round(count / 5) },
    (_, k) => `  if (x > ${k}) { y = y * x; } else { y = sin(y); }\n  x = x + y * ${k}.5;\n`,
  );
  return `double f(double x, double y) {\n${lines.join('')}  return x;\n}\n`;
}

test('a loop is folded and unfolded, by mouse and by keyboard', async ({ page }) => {
  await open(page);
  await replaceText(page, CFR);
  await expect(vertices(page, 'original')).toHaveCount(11);
  await graph(page, 'original').locator('[data-kind="LOOP"] .fold').click();
  await expect(vertices(page, 'original')).toHaveCount(5);
  await expect(graph(page, 'original').locator('[data-kind="LOOP"]')).toContainText('7 vertices');
  await expect(graph(page, 'adjoint').locator('[data-kind="FORLOOP"]')).toContainText('8 vertices');
  // What a folded vertex hides lights it.
  await page.locator('.view-line', { hasText: 'y2 = sin' }).first().click();
  await expect(graph(page, 'forward').locator('[data-kind="LOOP"]')).toHaveAttribute('data-lit', 'true');

  await graph(page, 'original').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[role="status"].unseen')).toContainText('can be folded');
  await page.keyboard.press('+');
  await expect(vertices(page, 'original')).toHaveCount(11);
  await page.keyboard.press('-');
  await expect(vertices(page, 'original')).toHaveCount(5);
  await page.getByRole('button', { name: 'Unfold', exact: true }).click();
  await expect(vertices(page, 'original')).toHaveCount(11);
});

async function storedControl(page: Page): Promise<void> {
  const lane = page.getByRole('region', { name: 'Tape' });
  await expect(lane.getByRole('button')).toHaveText(['branch 1 bit', 'trips 4 B']);
  await lane.getByRole('button', { name: 'branch' }).focus();
  await expect(graph(page, 'forward').locator('.vertex[data-lit]', { hasText: 'push(1)' })).toBeVisible();
  await expect(graph(page, 'adjoint').locator('.vertex[data-lit]', { hasText: 'pop' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(side(page, 'Why').getByRole('heading', { level: 3 })).not.toHaveText('Why is this line here?');
}

test('a large graph has a map, and travel and search move it', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  // In the deep tier, three hundred vertices.
  const count = draws(100, 300);
  await replaceText(page, kernelOf(count));
  // All of them are placed; those far out of sight are not drawn.
  await expect(graph(page, 'original')).toHaveAttribute('aria-label', new RegExp(`: ${count + 2} vertices`));
  await expect.poll(() => vertices(page, 'original').count()).toBeLessThan(count);
  const map = page.locator('.graph', { has: graph(page, 'original') }).locator('.graph-map');
  await expect(map).toBeVisible();
  const last = graph(page, 'original').locator('.vertex[data-kind="EXIT"]');
  await expect(last).not.toBeInViewport();
  await graph(page, 'original').focus();
  await page.keyboard.press('End');
  await expect(last).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(last).not.toBeInViewport();

  const find = page.getByRole('searchbox', { name: 'Find vertices by number or text' });
  await find.fill('x > 17');
  await expect(page.locator('search [role="status"]')).toHaveText('2');
  await find.press('Enter');
  await expect(graph(page, 'original').locator('.vertex[data-found]')).toBeInViewport();
  await expect(page.locator('search [role="status"]')).toHaveText('1/2');

  const box = await map.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) - 6);
  await expect(last).toBeInViewport();
});

test('an edit that adds vertices keeps the order of those that survive', async ({ page }) => {
  await open(page);
  await replaceText(page, CFR);
  await expect(vertices(page, 'original')).toHaveCount(11);
  const places = () =>
    page.locator('.graph-frame .vertex').evaluateAll((all) =>
      all.map((each) => {
        const [x = '0', y = '0'] = (each.getAttribute('data-place') ?? '').split(' ');
        const canvas = each.closest('svg')?.dataset.graph;
        const text = [...each.querySelectorAll('.vertex-text')].map((line) => line.textContent).join('; ');
        return { canvas, text, x: Number(x), y: Number(y) };
      }),
    );
  await settled(async () => JSON.stringify(await places()));
  const before = await places();
  await caretAfter(page, 'cos(x2)');
  await page.keyboard.press('End');
  await page.keyboard.type('\nif (x1 > 5) { y1 = y1 * x1; }');
  await expect(vertices(page, 'original')).toHaveCount(14);
  await settled(async () => JSON.stringify(await places()));
  const after = await places();
  const unique = (all: typeof before) =>
    all.filter(
      (a) => a.text !== '' && all.filter((b) => b.canvas === a.canvas && b.text === a.text).length === 1,
    );
  let compared = 0;
  for (const a of unique(before)) {
    for (const b of unique(before)) {
      const [c, d] = [a, b].map((was) =>
        unique(after).find((is) => is.canvas === was.canvas && is.text === was.text),
      );
      if (a.canvas !== b.canvas || !c || !d || a === b) continue;
      compared++;
      if (a.y < b.y - 1) expect(c.y, `${a.text} above ${b.text}`).toBeLessThanOrEqual(d.y + 1);
      else if (Math.abs(a.y - b.y) < 1 && Math.abs(c.y - d.y) < 1 && a.x < b.x)
        expect(c.x, `${a.text} left of ${b.text}`).toBeLessThan(d.x);
    }
  }
  expect(compared).toBeGreaterThan(60);
});

test('the three graphs of [CFR]: each vertex, label and stored value that the paper names', async ({
  page,
}) => {
  await open(page);
  await replaceText(page, CFR.replace(' = 0, y2 = 0', ', y2'));
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('dialog', { name: 'Options' }).getByRole('radio', { name: 'structured' }).click();
  await page.keyboard.press('Escape');
  await expect(vertices(page, 'original')).toHaveCount(12);
  const drawn = (name: 'original' | 'forward' | 'adjoint') =>
    vertices(page, name).evaluateAll((all) =>
      all
        .map((each) => {
          const text = [...each.querySelectorAll('.vertex-text')].map((line) => line.textContent).join('; ');
          const number = each.querySelector('.vertex-number')?.textContent ?? '';
          return `${number} ${each.getAttribute('data-kind')} ${text}`.trim();
        })
        .sort(
          (a, b) =>
            Math.abs(Number.parseInt(a.replace('−', '-'), 10)) -
            Math.abs(Number.parseInt(b.replace('−', '-'), 10)),
        ),
    );
  const edges = (name: 'original' | 'forward' | 'adjoint') =>
    graph(page, name).evaluate((svg) => {
      const number = (id: string | null) =>
        svg.querySelector(`[data-vertex="${id}"] .vertex-number`)?.textContent?.replace('−', '-');
      return [...svg.querySelectorAll('.edge')]
        .map((edge) => {
          const label = edge.querySelector('.edge-label')?.textContent ?? '';
          return `${number(edge.getAttribute('data-from'))} ${number(edge.getAttribute('data-to'))} ${label}`.trim();
        })
        .sort();
    });
  const chains = (text: string) =>
    text
      .split(', ')
      .flatMap((chain) => {
        const ends = chain.split('→');
        return ends.slice(1).map((end, i) => {
          const [to, label = ''] = end.replace(']', '').split('[');
          return `${ends[i]?.split('[')[0]} ${to} ${label}`.trim();
        });
      })
      .sort();

  expect(await drawn('original')).toEqual([
    '1 ENTRY',
    '2 BASICBLOCK i = 1',
    '3 BASICBLOCK t = i < 3',
    '4 LOOP t',
    '5 BRANCH i < 2',
    '6 BASICBLOCK y2 = sin(x1)',
    '7 BASICBLOCK y1 = cos(x2)',
    '8 ENDBRANCH',
    '9 BASICBLOCK i = i + 1; t = i < 3',
    '10 ENDLOOP',
    '11 BASICBLOCK return y1*y2',
    '12 EXIT',
  ]);
  expect(await edges('original')).toEqual(
    chains('1→2→3→4, 4→5[1], 4→11, 5→6[1], 5→7[0], 6→8, 7→8, 8→9→10→4, 11→12'),
  );
  expect((await drawn('forward')).slice(12)).toEqual([
    '13 BASICBLOCK ctr := 0',
    '14 BASICBLOCK push(ctr)',
    '15 BASICBLOCK push(1)',
    '16 BASICBLOCK push(0)',
    '17 BASICBLOCK ctr += 1',
  ]);
  expect(await edges('forward')).toEqual(
    chains('1→2→3→13→4, 4→5[1], 4→14→11, 5→6[1], 5→7[0], 6→15→8, 7→16→8, 8→9→17→10→4, 11→12'),
  );
  const adjoint = await drawn('adjoint');
  expect(adjoint.map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual([
    '−1 EXIT',
    '−2 BASICBLOCK',
    '−3 BASICBLOCK',
    '−4 ENDLOOP',
    '−5 ENDBRANCH',
    '−6 BASICBLOCK',
    '−7 BASICBLOCK',
    '−8 BRANCH',
    '−9 BASICBLOCK',
    '−10 FORLOOP',
    '−11 BASICBLOCK',
    '−12 ENTRY',
    '13 BASICBLOCK',
    '14 BASICBLOCK',
  ]);
  expect(adjoint).toEqual(
    expect.arrayContaining([
      '−8 BRANCH branchId',
      '−10 FORLOOP rCtr = 1 .. rBound',
      '13 BASICBLOCK rBound := pop',
      '14 BASICBLOCK branchId := pop',
    ]),
  );
  expect(await edges('adjoint')).toEqual(
    chains('-12→-11→13→-10, -10→-9[1], -9→14→-8, -8→-6[1], -8→-7[0], -6→-5, -7→-5, -5→-4→-10, -10→-3→-2→-1'),
  );
  // "For our simple example no numerical values need to be stored": the lane holds all there is.
  await expect(page.getByRole('region', { name: 'Tape' }).getByRole('button')).toHaveCount(2);
  await expect(page.locator('.vertex:not([data-control]) .vertex-text[data-role="push"]')).toHaveCount(0);
});

test('the algorithms are stepped through, by keyboard and by mouse', async ({ page }) => {
  await open(page);
  await replaceText(page, CFR);
  await page.getByRole('tab', { name: 'Reversal' }).click();
  await page.getByRole('radio', { name: 'Algorithm 5: edges' }).click();
  const steps = page.getByRole('toolbar', { name: 'Steps of algorithm 5' });
  const lit = page.locator('.algorithm li[data-lit]');
  const there = page.locator('.growing figure').nth(1).getByRole('img');
  await expect(steps).toContainText('1 of');
  await expect(lit).toHaveCount(1);
  const first = await lit.textContent();
  await steps.getByRole('button', { name: 'Forward', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(steps).toContainText('3 of');
  await page.keyboard.press('ArrowLeft');
  await expect(steps).toContainText('2 of');
  await page.keyboard.press('End');
  const label = (await there.getAttribute('aria-label')) ?? '';
  const [, made, all] = /(\d+) of (\d+) vertices/.exec(label) ?? [];
  expect(made).toBe(all);
  await page.keyboard.press('Home');
  await expect(lit).toHaveText(first ?? '');
  await expect(there).not.toHaveAttribute('aria-label', label);

  // The loop, by its name and on the graph.
  await page.getByRole('combobox', { name: 'Jump to a vertex' }).selectOption({ label: '4 t' });
  const loop = page.locator('.growing figure').first().locator('[data-kind="LOOP"]');
  await expect(loop).toHaveAttribute('data-lit', 'true');
  const branch = page.locator('.growing figure').first().locator('[data-kind="BRANCH"]');
  await branch.click();
  await expect(branch).toHaveAttribute('data-lit', 'true');

  await steps.getByRole('button', { name: 'To the start' }).click();
  await steps.getByRole('button', { name: 'Play' }).click();
  await expect(steps).toContainText(/\b3 of/);
  await steps.getByRole('button', { name: 'Pause' }).click();
});

test('the numbers are those of the paper, counterparts stand at one height, and stored control between them says why', {
  tag: '@deep',
}, async ({ page }) => {
  await open(page);
  await replaceText(page, CFR);
  await expect(vertices(page, 'original')).toHaveCount(11);
  expect((await numbers(page, 'forward')).slice(11)).toEqual(['12', '13', '14', '15', '16']);
  expect((await numbers(page, 'adjoint')).slice(0, 11)).toEqual(
    Array.from({ length: 11 }, (_, k) => `−${k + 1}`),
  );
  await graph(page, 'adjoint').hover();
  await page.mouse.wheel(0, -300);
  const middle = async (name: 'original' | 'adjoint', id: string) => {
    const box = await graph(page, name).locator(`[data-vertex="${id}"] .outline`).boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) / 2;
  };
  for (const id of ['v2', 'v6']) {
    await settled(async () => `${await middle('original', id)} ${await middle('adjoint', id)}`);
    expect(Math.abs((await middle('original', id)) - (await middle('adjoint', id))), id).toBeLessThan(2);
  }
  await storedControl(page);
});
