// `npm run trial`: follows the recipes of src/ARCHITECTURE.md in a copy of the project, as a newcomer would: an analysis (a file,
// its test, one entry) and an elementary function (one record). Then it builds the copy and looks in Chromium: the set table, the
// stepper, a card, and the code in every language, none of which was touched.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { browserFlags, findBrowser } from './browser.mjs';
import { root, run } from './processes.mjs';

const ANALYSIS = `/**
 * Live variables (backward, ∪): whose value at a point may still be read before it is overwritten.
 *
 *   In(I) = use(I) ∪ (Out(I) \\\\ kill(I)),   at exit: ∅
 *
 *   t = x * x;   {x}
 *   x = t + 1;   {t}
 */
import { BitSet } from '../../base/bitset';
import type { Analysis } from '../../dataflow/analysis';
import type { RoutineModel } from '../instructions/programModel';
import { setAnalysis } from './sets';

export function liveVariables({ locations, effects }: RoutineModel): Analysis<BitSet> {
  return setAnalysis('live', 'backward', locations, new BitSet(locations.size), (instruction, state) => {
    const { use, kill } = effects(instruction);
    return state.replacing(kill, use);
  });
}
`;

const TEST = `import { expect, test } from 'vitest';
import { differentiate } from '../../index';

test('a value is live as long as it may be read', () => {
  const source = 'void f(double *x) { double t = *x * *x; *x = t + 1; }';
  const d = differentiate({ source, language: 'c' });
  const live = d.analyses.find(({ name }) => name === 'live');
  expect(Object.values(live?.statements ?? {}).map(({ before }) => before)).toEqual([['x'], ['t']]);
});
`;

const ENTRY = `  {
    name: 'live',
    title: 'Read later',
    blurb: 'may be read before it is overwritten',
    rule: RULE.framework,
    solution: ({ model }) => solve(model.graph, liveVariables(model)),
    meaning: (x, y) => (y ? \`\${x} may still be read.\` : \`Nothing reads that value of \${x} any more.\`),
  },
];
`;

/** Known to no language, so that each is helped. */
const RECORD = `  logistic: unary(
    'logistic',
    (x) => b.multiply(call('logistic', x), call('logistic', b.negate(x))),
    (x) => 1 / (1 + Math.exp(-x)),
    anywhere,
    {
      c: {
        helper: {
          name: (type) => (type === 'f32' ? 'logistic_float' : 'logistic_double'),
          text: (type) =>
            type === 'f32'
              ? 'static float logistic_float(float x) {\\n  return 1 / (1 + expf(-x));\\n}\\n'
              : 'static double logistic_double(double x) {\\n  return 1 / (1 + exp(-x));\\n}\\n',
        },
      },
      fortran: {
        helper: {
          name: (type) => (type === 'f32' ? 'logistic_float' : 'logistic_double'),
          text: (type) => {
            const [name, kind] = type === 'f32' ? ['logistic_float', 4] : ['logistic_double', 8];
            return [
              \`pure function \${name}(x) result(r)\`,
              \`  real(\${kind}), intent(in) :: x\`,
              \`  real(\${kind}) :: r\`,
              '  r = 1/(1 + exp(-x))',
              \`end function \${name}\\n\`,
            ].join('\\n');
          },
        },
      },
      javascript: {
        name: () => 'logistic',
        text: () => 'function logistic(x) {\\n  return 1 / (1 + Math.exp(-x));\\n}\\n',
      },
    },
  ),
`;

const KERNEL = 'void f(double *x, double y) { double t = logistic(*x * y); *x = t * t + y; }';

const copy = mkdtempSync(join(tmpdir(), 'backsweep-trial-'));
let passed = 0;
let failed = 0;
try {
  process.exitCode = (await trial()) ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
}

async function trial() {
  copyProject();
  follow();
  const inCopy = { cwd: copy, minutes: 20 };
  const checks = [
    () => run('npm', ['run', '-s', 'typecheck'], inCopy),
    () =>
      run(
        'npx',
        [
          'vitest',
          'run',
          'src/engine/analyses/problems/liveVariables.test.ts',
          'src/engine/analyses/problems/laws.test.ts',
          'src/engine/testing/elementary.test.ts',
        ],
        inCopy,
      ),
    () => run('npm', ['run', '-s', 'build'], inCopy),
  ];
  for (const check of checks) if (!seen('a step of the recipes', (await check()) === 0)) return false;
  await look();
  return failed === 0;
}

/** @param {string} what @param {boolean} holds */
function seen(what, holds) {
  if (holds) passed++;
  else failed++;
  console.log(`${holds ? 'seen' : 'NOT seen'}: ${what}`);
  return holds;
}

/** Everything but what is made or fetched: a list of what a build needs would fall behind the build. */
function copyProject() {
  const left = new Set(['node_modules', 'dist', '.git'].map((name) => join(root, name)));
  cpSync(root, copy, { recursive: true, filter: (source) => !left.has(source) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
}

function follow() {
  const problems = join(copy, 'src/engine/analyses/problems');
  writeFileSync(join(problems, 'liveVariables.ts'), ANALYSIS);
  writeFileSync(join(problems, 'liveVariables.test.ts'), TEST);
  const registry = join(copy, 'src/engine/explain/sets/registry.ts');
  edit(registry, /^\];\n/m, ENTRY);
  edit(
    registry,
    /^import /m,
    "import { liveVariables } from '../../analyses/problems/liveVariables';\nimport ",
  );
  const table = join(copy, 'src/engine/ir/elementary/smooth.ts');
  edit(table, /^ {2}sin: unary\(/m, `${RECORD}  sin: unary(`);
}

/** @param {string} file @param {RegExp} at @param {string} text */
function edit(file, at, text) {
  const before = readFileSync(file, 'utf8');
  if (!at.test(before)) throw new Error(`${file} has no place for what the recipe adds`);
  writeFileSync(
    file,
    before.replace(at, () => text),
  );
}

async function look() {
  const server = await preview({ root: copy, preview: { host: '127.0.0.1', port: 0 }, logLevel: 'silent' });
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: browserFlags(),
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.getByText('All panes').click();
    const editor = page.locator('.monaco-editor').first();
    await editor.click({ position: { x: 140, y: 30 } });
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(KERNEL);
    const code = page.getByRole('listbox', { name: 'Generated code' });
    await code.getByText('logistic_double').first().waitFor();
    seen('the function in C', true);
    for (const [language, text] of [
      ['Fortran', 'logistic_double'],
      ['JavaScript', 'logistic('],
    ]) {
      await page
        .getByLabel('Language of the generated code')
        .getByText(language ?? '')
        .click();
      await code
        .getByText(text ?? '')
        .first()
        .waitFor();
      seen(`the function in ${language}`, true);
    }
    await page.getByRole('tab', { name: 'Sets' }).click();
    await page.getByRole('button', { name: /columns$/i }).click();
    await page.getByRole('switch', { name: /^Read later/ }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Read later' }).waitFor();
    seen('the column of the set table', true);
    await page.locator('.sets-table .member[title*="“Read later”"]').first().click();
    await page
      .getByRole('region', { name: 'Why', exact: true })
      .getByText('may still be read')
      .first()
      .waitFor();
    seen('the card of a member', true);
    await page.getByRole('tab', { name: 'Set steps' }).click();
    await page.getByLabel('Which analysis').selectOption({ label: 'Read later' });
    await page
      .getByText(/visit 1, backward/)
      .first()
      .waitFor();
    seen('its steps', true);
  } finally {
    await browser.close();
    await server.close();
  }
}
