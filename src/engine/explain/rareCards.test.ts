import { describe, expect, test } from 'vitest';
import { type DifferentiateRequest, differentiate, type Explanation, explain, type Subject } from '..';
import { mangled } from '../testing/cards';
import { some } from '../testing/draws';

/* Cards of what programs rarely hold, under every style and strategy: whole sentences, and for each the words that only it has. */

const BRANCHES =
  'double f(double x, double y, int n, int m) { double s = x; for (int i = 0; i < m; i++) { s = s * sin(s); switch (n) { case 1: y = y * s; break; case 2: y = s * s; break; default: y = sin(y * s); } n = n * 2 % 3; } m = n; s = s * y; return s; }';
const JUMPS =
  'double f(double x, int n) { double s = x; int i = 0; while (i < n) { i++; if (i == 2) continue; if (s > 9) break; s = s * sin(s); do { s = s * 0.5; } while (s > 1); } goto two; one: s = s * s; if (s > 3) goto end; two: s = s + x * s; if (n > 4) goto one; end: return s; }';
const CALLS =
  'void g(double *u, double v[3], int k) { *u = *u * v[k]; v[0] = v[0] * *u; v[k] = *u; } double f(double a[3], double x, int k) { double t = x; g(&t, a, k); k = k - 1; g(&t, a, k); for (int i = 0; i < 2; i++) { t = t * a[i]; a[k] = a[k] * t; g(&a[i], a, 0); } x = 0; return t; }';
const LISTS =
  'double f(double a[9], int idx[9], int n) { double s = 0; for (int i = 0; i < n; i++) { int k = idx[i]; s = s + a[k] * a[k]; a[k] = s; idx[i] = k + 1; } double z = s; z = z + 1; z = 3 * z; z = s > 3 ? z : s; n = 0; s = fabs(s); s = fmax(s, z); return s * z; }';
const LOOPS =
  'subroutine f(n, u, w, y)\ninteger n, i, j\nreal(8) u(n), w(n), y, t\nlogical p\nt = 0\np = y > 1\ndo i = 1, n\nif (p .and. u(i) > w(i)) then\nw(i) = u(i)**2\ncycle\nend if\ndo j = n, 1, -1\nt = t + u(j)*w(i)\nif (t > 100) exit\nend do\nu(i) = t\np = .not. p\nend do\nif (t < 0) stop\nprint *, t\ny = t*u(1)\nend';

type Case = readonly [
  what: string,
  source: string,
  request: Partial<DifferentiateRequest>,
  says: readonly RegExp[],
];
const CASES: readonly Case[] = [
  [
    'a test that is overwritten',
    BRANCHES,
    {},
    [
      /^The backward sweep has to go back through the branch that was taken\. The test tells which\. It cannot simply be evaluated again: `n = n \* 2 % 3` \(line 1\) overwrites `n`, which the test reads, and the old value need not be back by then\.$/,
      /reads `m`, because the reversed loop takes its bounds from `m`\.$/,
    ],
  ],
  [
    'numbers of assignments',
    BRANCHES,
    { options: { reversal: 'statements', record: 'all' } },
    [
      /^Every assignment with backward code pushes its number\.$/,
      /the price is one entry for every assignment that runs\. A zero, pushed first, ends the backward sweep\.$/,
      /^It runs in the forward sweep\. In this style nothing of it is reversed: the numbers on the tape say what to undo\.$/,
    ],
  ],
  [
    'numbers of blocks',
    JUMPS,
    { options: { reversal: 'blocks' } },
    [/^Every block with backward code pushes its number\.$/, /^Why is the number of the block stored at `/],
  ],
  [
    'jumps',
    JUMPS,
    {},
    [
      /stands in the branch where the test holds: once it is known which jump was taken, the outcome is known, too/,
    ],
  ],
  ['jumps in a tangent', JUMPS, { mode: 'tangent' }, [/^Tests, loops and jumps stay as they are\.$/]],
  [
    'calls with snapshots',
    CALLS,
    {},
    [
      /^Snapshots are lazy: one holds only what its own call overwrites\. What later statements overwrite is stored at those statements\.$/,
      /(is|are) stored as the snapshot that the adjoint call starts from\.$/,
    ],
  ],
  [
    'calls with eager snapshots',
    CALLS,
    { options: { snapshots: 'eager', recompute: true, elements: false } },
    [/snapshot/],
  ],
  [
    'calls in two halves',
    CALLS,
    { options: { record: 'initialized', calls: 'split', useResults: true } },
    [/The call is reversed in two halves: the forward sweep runs the forward half of its adjoint/],
  ],
  [
    'elements by lists',
    LISTS,
    { options: { elements: false } },
    [/still needs the old value: it tells where `ab\[k\]` is\.$/],
  ],
  [
    'everything active, everything kept',
    LISTS,
    { options: { adjointLiveness: false, activity: false } },
    [/./],
  ],
  [
    'loops that are left',
    LOOPS,
    { language: 'fortran' },
    [
      /^`j = n` \(line 12\) overwrites `j`, and the backward sweep of `t = t \+ u\(j\)\*w\(i\)` \(line 13\) still needs the old value: /,
    ],
  ],
  [
    'loops that are left, by numbers',
    LOOPS,
    { language: 'fortran', options: { reversal: 'statements', record: 'all' } },
    [
      /^Why is the number of the assignment stored at `j = n` \(line 12\)\?$/,
      /^It is stored to be safe, and probably never needed: what is required of `w` is known for the whole array only, and the analysis could not tell/,
    ],
  ],
];

/** Of the cards of parts of lines, so many in the fast tier. */
const PARTS = 15;
/** Of what sets say, so many. */
const IN_SETS = 80;

/** All that a reader can point at; of sets, what some statements say of some variables. */
function cardsOf(request: DifferentiateRequest): Explanation[] {
  const d = differentiate(request);
  expect(d.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const subjects: Subject[] = [
    ...d.recordings.map(({ id }) => ({ kind: 'recording', id }) as const),
    ...d.statements.map(({ id }) => ({ kind: 'statement', id }) as const),
    ...d.variables.map(({ key }) => ({ kind: 'variable', key }) as const),
    ...[
      ...d.code.origins.filter(({ whole }) => whole),
      ...some(
        d.code.origins.filter(({ whole }) => !whole),
        PARTS,
      ),
    ].map(({ start, end }) => ({ kind: 'code', start, end }) as const),
  ];
  const inSets = d.statements.flatMap(({ id: statement }, k) =>
    d.variables
      .filter((_, v) => (v + k) % 3 === 0)
      .flatMap(({ key: location }) =>
        [undefined, ...d.analyses.map(({ name }) => name)].map((analysis): Subject => {
          const point = k % 2 === 0 ? 'before' : 'after';
          return { kind: 'location', location, statement, point, analysis };
        }),
      ),
  );
  return [...subjects, ...some(inSets, IN_SETS)].map((subject) => explain(d, subject));
}

describe.each(CASES)('%s', (_, source, request, says) => {
  test('is told in whole sentences', () => {
    const cards = cardsOf({ source, language: 'c', routine: 'f', ...request });
    expect(cards.flatMap(mangled)).toEqual([]);
    const told = cards.flatMap(({ title, short, long, facts }) => [
      title,
      ...[short, long, ...facts.map(({ text }) => text)],
    ]);
    for (const words of says) expect(told).toContainEqual(expect.stringMatching(words));
  });
});

test.each([
  [
    'a loop that runs past its end',
    'double f(int n, double a, double *x, double *y) { double s = 0, *px = x, *py = y, *end = x + n; while (px != end) { *py += a * *px++; s += *py * *py; py++; } return s; }',
  ],
  [
    'a size that is compared with a large number',
    'double f(int n, double x[n], double y[n]) { double s = 0; int k = 0; while (k < 3) { y[k] += x[k]; s += y[k] * y[k]; y[k] = s * s; k++; if (n > 700000) k = 9; } return s; }',
  ],
])('the search for a run that shows it is short, even with %s', (_, source) => {
  const d = differentiate({ language: 'c', source });
  const cards = d.recordings.map(({ id }) => explain(d, { kind: 'recording', id }));
  expect(cards.some(({ short }) => /^It is stored to be safe/.test(short))).toBe(true);
});
