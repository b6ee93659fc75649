import { expect, type Page } from '@playwright/test';
import type * as Engine from '../src/engine/index';
import type { Differentiation, Graph } from '../src/engine/pipeline/results';
import { draws } from '../src/engine/testing/draws';
import { code, open, replaceText, tab } from './page';
import { onOnePage as test } from './shared';

/** Two kernels whose graphs have the same ids and other edges, so that one drawn with the other's places is seen. */
const BRANCH = `double f(double x, double y) {
  if (x < y) {
    x = x * y;
  } else {
    x = sin(x);
  }
  return x;
}
`;
const LOOPS = `double f(double x, double y) {
  for (int i = 0; i < 3; i++) {
    while (x < 9) {
      x = x * y;
    }
  }
  return x * y;
}
`;
const LONG = (n: number) =>
  `double f(double x, double y) {\n${Array.from({ length: n }, (_, i) => `  if (x < ${i}) x = x * y;`).join('\n')}\n  return x;\n}\n`;

interface Frame {
  readonly code: string;
  readonly placing: boolean;
  readonly graphs: Record<string, { isPart: boolean; vertices: string[]; edges: string[] }>;
}

/** From now on, what each frame shows, as long as it differs from the one before. */
async function record(page: Page): Promise<() => Promise<Frame[]>> {
  await page.evaluate(() => {
    const frames: string[] = [];
    const look = () => {
      if (frames.length > 0 && !('framesSeen' in window)) return;
      const ids = (root: Element, selector: string, id: (each: Element) => string) =>
        [...root.querySelectorAll(selector)].map(id).sort();
      const attribute = (name: string) => (each: Element) => each.getAttribute(name) ?? '';
      const graphs = Object.fromEntries(
        [...document.querySelectorAll('svg.canvas[data-graph]')].map((svg) => [
          svg.getAttribute('data-graph'),
          {
            isPart: svg.hasAttribute('data-part'),
            vertices: ids(
              svg,
              '.vertex',
              (each) => `${attribute('data-vertex')(each)} ${attribute('data-kind')(each)}`,
            ),
            edges: ids(
              svg,
              '.edge',
              (each) => `${attribute('data-from')(each)} ${attribute('data-to')(each)}`,
            ),
          },
        ]),
      );
      const text = [...document.querySelectorAll('[aria-label="Generated code"] .line-text')]
        .map((line) => line.textContent)
        .join('\n');
      const frame = JSON.stringify({
        code: text,
        placing: document.querySelector('.graph-frame[data-placing]') !== null,
        graphs,
      });
      if (frame !== frames.at(-1)) frames.push(frame);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { framesSeen: frames });
  });
  return () =>
    page.evaluate(() =>
      (window as unknown as { framesSeen: string[] }).framesSeen.map((each) => JSON.parse(each)),
    );
}

const asPainted = (graph: Graph) => ({
  vertices: graph.vertices.map(({ id, kind }) => `${id} ${kind}`).sort(),
  edges: graph.edges.map(({ from, to }) => `${from} ${to}`).sort(),
});
/** Of a large graph a part may be painted, of which nothing belongs to another. */
const isOf = ({ graphs }: Frame, result: Differentiation) =>
  (['original', 'forward', 'adjoint'] as const).every((name) => {
    const painted = graphs[name];
    const { vertices, edges } = asPainted(result.graphs[name]);
    if (!painted?.isPart)
      return JSON.stringify(painted) === JSON.stringify({ isPart: false, vertices, edges });
    const among = (some: string[], all: string[]) => some.every((each) => all.includes(each));
    return painted.vertices.length > 0 && among(painted.vertices, vertices) && among(painted.edges, edges);
  });
/** Without the runtime, as the page shows it. */
const shownCode = ({ code: { text, runtime } }: Differentiation) =>
  text
    .slice(runtime?.end ?? 0)
    .replace(/^\s+/, '')
    .trimEnd();

test('every frame shows the graphs of its code, or says that they are being placed', {
  tag: '@deep',
}, async ({ page }) => {
  await open(page);
  await tab(page, 'Graphs').click();
  await expect(page.locator('svg.canvas .vertex').first()).toBeVisible();
  const long = draws(30, 60);
  const sources = [BRANCH, LOOPS, LONG(long), BRANCH];
  // As it stands beside the page: Playwright would take longer to translate the sources than all tests of this file take.
  const { differentiate }: typeof Engine = await import(new URL('../dist/engine.js', import.meta.url).href);
  const results = sources.map((source) => differentiate({ source, language: 'c' }));
  const frames = await record(page);
  for (const [i, source] of sources.entries()) {
    await replaceText(page, source);
    await expect(code(page)).toContainText(i === 2 ? `x < ${long - 1}` : i === 1 ? 'x < 9' : 'cos(x)');
    // Each comes to stand with its own graphs, and is looked at then, however fast the machine is.
    const result = results[i];
    await expect
      .poll(async () => {
        const last = (await frames()).at(-1);
        return (
          last && result && !last.placing && last.code.trim() === shownCode(result) && isOf(last, result)
        );
      })
      .toBe(true);
  }
  const seen = await frames();
  await page.evaluate(() => Reflect.deleteProperty(window, 'framesSeen'));
  const settled = seen.filter(({ placing, graphs }) => !placing && Object.keys(graphs).length === 3);
  for (const frame of settled) {
    const result = results.find((each) => shownCode(each) === frame.code.trim());
    if (result !== undefined) expect(isOf(frame, result), `frame of\n${frame.code}`).toBe(true);
  }
  // While they are being placed the former ones stay whole.
  for (const frame of seen.filter(({ placing }) => placing)) {
    const former = JSON.stringify(frame.graphs) === JSON.stringify(seen[0]?.graphs);
    expect(former || results.some((each) => isOf(frame, each))).toBe(true);
  }
});
