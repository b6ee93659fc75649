import { describe, expect, test } from 'vitest';
import {
  differentiate,
  type ExecuteRequest,
  execute,
  explain,
  neededRecordings,
  type Options,
} from '../../index';
import { draws, FIRST_SEED, seedsOf, tellsShares } from '../../testing/draws';
import { type Random, randomFrom } from '../../testing/prng';

const recordedIn = (source: string, options: Partial<Options> = {}) => {
  const d = differentiate({ source, language: 'c', options });
  expect(d.diagnostics.filter((x) => x.severity === 'error')).toEqual([]);
  return d.recordings.filter((r) => r.kind === 'value').map((r) => r.text);
};
const checks = (source: string, inputs: ExecuteRequest['inputs'] = {}, options: Partial<Options> = {}) => {
  const run = execute({ source, language: 'c', inputs, options });
  expect(run.diagnostics.filter((x) => x.severity === 'error')).toEqual([]);
  expect(run.check.verdict, run.check.sentence).toBe('passed');
};
const kernel = (body: string) => `void f(int n, int m, double x, double a[n], double b[n]) { ${body} }`;

/** Liveness off: it would leave out what nobody reads again. */
const OFF: Partial<Options> = { adjointLiveness: false };

interface Case {
  readonly name: string;
  readonly body: string;
  /** Recorded with elements told apart; coarsely `coarse`. */
  readonly fine: readonly string[];
  readonly coarse: readonly string[];
  readonly inputs?: ExecuteRequest['inputs'];
}

const CASES: readonly Case[] = [
  {
    name: 'a recurrence forwards: what is read lies behind',
    body: 'for (int i = 1; i < n; i++) a[i] = a[i-1]*a[i-1];',
    fine: [],
    coarse: ['a[i]'],
  },
  {
    name: 'what is read lies ahead, and is overwritten in the next iteration',
    body: 'for (int i = 0; i < n-1; i++) a[i] = a[i+1]*a[i+1];',
    fine: ['a[i]'],
    coarse: ['a[i]'],
  },
  {
    name: 'read behind and ahead',
    body: 'for (int i = 1; i < n-1; i++) a[i] = a[i+1]*a[i-1];',
    fine: ['a[i]'],
    coarse: ['a[i]'],
  },
  {
    name: 'backwards, the order turns',
    body: 'for (int i = n-2; i >= 0; i--) a[i] = a[i+1]*a[i+1];',
    fine: [],
    coarse: ['a[i]'],
  },
  {
    name: 'even elements are read, odd ones written',
    body: 'for (int i = 0; i < n/2; i++) a[2*i+1] = a[2*i]*a[2*i];',
    fine: [],
    coarse: ['a[2*i + 1]'],
  },
  {
    name: 'every second element, read one aside',
    body: 'for (int i = 0; i < n-3; i += 2) a[i] = a[i+3]*x;',
    fine: [],
    coarse: ['a[i]'],
  },
  {
    name: 'the first element is read, all others are written',
    body: 'for (int i = 1; i < n; i++) a[i] = a[0]*a[0];',
    fine: [],
    coarse: ['a[i]'],
  },
  {
    name: 'the first element is read and written too',
    body: 'for (int i = 0; i < n; i++) a[i] = a[0]*a[0];',
    fine: ['a[i]'],
    coarse: ['a[i]'],
  },
  {
    name: 'two loops over parts that do not meet',
    body: 'for (int i = 0; i < 3; i++) b[0] += a[i]*a[i]; for (int j = 3; j < 6; j++) a[j] = 0;',
    fine: [],
    coarse: ['a[j]'],
    inputs: { n: 6 },
  },
  {
    name: 'two loops over parts that meet',
    body: 'for (int i = 0; i < 4; i++) b[0] += a[i]*a[i]; for (int j = 3; j < 6; j++) a[j] = 0;',
    fine: ['a[j]'],
    coarse: ['a[j]'],
    inputs: { n: 6 },
  },
  {
    name: 'halves with a symbolic middle',
    body: 'for (int i = 0; i < m; i++) b[0] += a[i]*a[i]; for (int j = m; j < n; j++) a[j] = 0;',
    fine: [],
    coarse: ['a[j]'],
    inputs: { n: 6, m: 3 },
  },
  {
    name: 'the middle moves in between',
    body: 'for (int i = 0; i < m; i++) b[0] += a[i]*a[i]; m = m - 1; for (int j = m; j < n; j++) a[j] = 0;',
    fine: ['m', 'a[j]'],
    coarse: ['m', 'a[j]'],
    inputs: { n: 6, m: 3 },
  },
  {
    name: 'a time loop around: the next step reads what this one wrote',
    body: 'for (int t = 0; t < m; t++) for (int i = 1; i < n; i++) a[i] = a[i-1]*a[i-1];',
    fine: ['a[i]'],
    coarse: ['a[i]'],
    inputs: { n: 4, m: 3 },
  },
  {
    name: 'a column from the one before it',
    body: 'double c[5][5]; for (int j = 0; j < 5; j++) c[j][0] = x; for (int i = 1; i < 5; i++) for (int j = 0; j < 5; j++) c[j][i] = c[j][i-1]*c[j][i-1]; for (int j = 0; j < 5; j++) b[0] += c[j][4];',
    fine: [],
    coarse: ['c[j][i]'],
    inputs: { n: 5 },
  },
  {
    name: 'a lower triangle from above the diagonal',
    body: 'double c[5][5]; for (int i = 0; i < 5; i++) for (int j = 0; j < 5; j++) c[i][j] = x*a[j]; for (int i = 1; i < 5; i++) for (int j = 0; j < i; j++) c[i][j] = c[j][i]*c[j][i]; for (int j = 0; j < 5; j++) b[0] += c[j][0];',
    fine: [],
    coarse: ['c[i][j]'],
    inputs: { n: 5 },
  },
  {
    name: 'an index array tells nothing',
    body: 'int p[4]; for (int i = 0; i < 4; i++) p[i] = 3 - i; for (int i = 0; i < 4; i++) a[p[i]] = a[i]*a[i];',
    fine: ['a[p[i]]'],
    coarse: ['a[p[i]]'],
    inputs: { n: 4 },
  },
  {
    name: 'a loop with a test has no index to go by',
    body: 'int i = 1; while (i < n) { a[i] = a[i-1]*a[i-1]; i = i + 1; }',
    fine: ['a[i]', 'i'],
    coarse: ['a[i]', 'i'],
  },
];

describe('elements told apart', () => {
  for (const { name, body, fine, coarse, inputs = { n: 7 } } of CASES)
    test(name, () => {
      const source = kernel(body);
      expect(recordedIn(source, OFF)).toEqual(fine);
      expect(recordedIn(source, { ...OFF, elements: false })).toEqual(coarse);
      checks(source, inputs, OFF);
      checks(source, inputs);
      checks(source, inputs, { elements: false });
      checks(source, inputs, { recompute: true, useResults: true });
    });
  test('a derivative of another array is no reader', () => {
    expect(recordedIn(kernel('for (int i = 0; i < n; i++) a[i] = b[i]*b[i];'), OFF)).toEqual([]);
  });
  test('constant subscripts and affine ones of one array', () => {
    const source = kernel('b[1] = a[0]*a[0]; for (int i = 1; i < n; i++) a[i] = x; a[0] = 0;');
    expect(recordedIn(source, OFF)).toEqual(['a[0]']);
    checks(source, { n: 4 }, OFF);
  });
  test('what a call reads is the whole array', () => {
    const source = `double g(double a[4]) { return a[0]*a[0]; }
void f(double a[4], double *y) { *y = g(a); for (int i = 1; i < 4; i++) a[i] = 0; }`;
    expect(recordedIn(source, OFF)).toEqual(['a[i]']);
    checks(source);
  });
  test('what is not decided within so many steps is recorded', () => {
    const others = Array.from({ length: 301 }, (_, k) => `a[${k + 1}] = x;`).join(' ');
    const source = `double f(double x, double a[302]) { double y = 0; for (int i = 0; i < 3; i++) { y = y + a[0]*a[0]; ${others} a[i] = x*y; a[0] = y + x; } return y*a[1]; }`;
    expect(recordedIn(source)).toContain('a[0]');
    checks(source, { x: 0.3 });
  });
  test('loop bounds that read the array count as reading all of it', () => {
    const source =
      'void f(int k[4], double x[9], double *y) { for (int i = 0; i < k[0]; i++) *y = *y * x[i]; for (int i = 1; i < 4; i++) k[i] = 0; }';
    checks(source, { k: [2, 1, 1, 1] });
  });
});

describe('the card says why', () => {
  const short = (body: string, statement: string) => {
    const d = differentiate({ source: kernel(body), language: 'c', options: OFF });
    return explain(d, {
      kind: 'location',
      location: 'a',
      statement,
      point: 'before',
    });
  };
  const WHY: readonly (readonly [how: string, body: string, says: RegExp])[] = [
    ['order', 'for (int i = 1; i < n; i++) a[i] = a[i-1]*a[i-1];', /only moves away/],
    ['stride', 'for (int i = 0; i < n-3; i += 2) a[i] = a[i+3]*a[i+3];', /in steps/],
    ['range', 'for (int i = 1; i < n; i++) a[i] = a[0]*a[0];', /within the bounds/],
    [
      'solved',
      'for (int i = 1; i <= 3; i++) { b[i] = a[5*i]*a[5*i]; a[2*i+2] = x; }',
      /no later trip of the loop comes to that element/,
    ],
    [
      'overwritten',
      'for (int i = 0; i < n/2; i++) { b[i] = a[2*i]*a[2*i]; a[2*i] = x; a[i] = x; }',
      /has been overwritten before/,
    ],
    [
      'overwritten',
      'for (int i = 0; i < n-2; i++) { a[i+1] = a[i+2]*a[i+2]; a[i] = x; }',
      /has been overwritten before/,
    ],
  ];
  for (const [how, body, says] of WHY)
    test(how, () => {
      const d = differentiate({ source: kernel(body), language: 'c', options: OFF });
      const last = d.statements.filter((s) => s.kind === 'assign').at(-1);
      const card = short(body, last?.id ?? '');
      expect(card.facts.map((f) => f.text).join(' ')).toMatch(says);
      expect(card.facts.some((f) => f.rule === 'ours: elements')).toBe(true);
    });
});

/** Every recording site that TBR makes is needed in one of the runs. */
function everySiteIsNeeded(source: string, runs: readonly ExecuteRequest['inputs'][]): void {
  const request = { source, language: 'c', options: OFF } as const;
  const sites = differentiate(request).recordings.filter((r) => r.kind === 'value');
  const needed = new Set<string>();
  for (const inputs of runs) {
    const { ok, reason, byRecording } = neededRecordings({ ...request, inputs });
    expect({ ok, reason }).toEqual({ ok: true, reason: '' });
    for (const [id, count] of Object.entries(byRecording)) if (count.needed > 0) needed.add(id);
  }
  expect(
    sites.filter((r) => !needed.has(r.id)).map((r) => r.text),
    source,
  ).toEqual([]);
}

describe('every site is needed', () => {
  for (const { name, body, inputs = { n: 7 } } of CASES.filter(
    (c) => !/index array|moves|loop with a test/.test(c.name),
  ))
    test(name, () => everySiteIsNeeded(kernel(body), [inputs]));
});

/** Loops over one array with affine subscripts, all within bounds for the given n. */
function randomLoops(random: Random): string {
  const length = 24;
  const statements = Array.from({ length: random.int(1, 2) }, (_, k) => {
    const i = `i${k}`;
    const trips = random.int(2, 5);
    const first = random.int(0, 2);
    const step = random.pick([1, 1, 1, 2, -1]);
    const last = first + (trips - 1) * Math.abs(step);
    const header =
      step > 0
        ? `for (int ${i} = ${first}; ${i} <= ${last}; ${i} += ${step})`
        : `for (int ${i} = ${last}; ${i} >= ${first}; ${i}--)`;
    const subscript = () => {
      const factor = random.pick([1, 1, 1, 2, 0]);
      const shift = random.int(0, Math.min(5, length - 1 - 2 * last));
      if (factor === 0) return `${shift}`;
      return factor === 1 ? `${i} + ${shift}` : `2*${i} + ${shift}`;
    };
    const lines = Array.from({ length: random.int(1, 2) }, () => {
      const [to, p, q] = [subscript(), subscript(), subscript()];
      return random.pick([
        `a[${to}] = a[${p}]*a[${q}];`,
        `a[${to}] = a[${p}] + a[${q}];`,
        `a[${to}] = sin(a[${p}]);`,
        `a[${to}] = x;`,
      ]);
    });
    return `${header} { ${lines.join(' ')} }`;
  });
  return `void f(double x, double a[${length}]) { ${statements.join(' ')} }`;
}

const LOOPS = draws(10, 150);

test('random programs of affine loops: right, never more than coarse', () => {
  let spared = 0;
  let sites = 0;
  for (const seed of seedsOf(LOOPS)) {
    const source = randomLoops(randomFrom(seed));
    const fine = recordedIn(source, OFF);
    const coarse = recordedIn(source, { ...OFF, elements: false });
    expect(
      fine.every((x) => coarse.includes(x)),
      source,
    ).toBe(true);
    expect(fine.length, source).toBeLessThanOrEqual(coarse.length);
    spared += coarse.length - fine.length;
    sites += fine.length;
    const run = execute({ source, language: 'c', options: OFF });
    expect(run.check.verdict, `${source}\n${run.check.sentence}`).toBe('passed');
  }
  if (!tellsShares(LOOPS)) return;
  expect(spared).toBeGreaterThan(LOOPS / 5);
  expect(sites).toBeGreaterThan(LOOPS / 5);
});

test('with elements off, one element is taken for another, and the gradient stays right', () => {
  const coarse = { ...OFF, elements: false };
  const source = 'void f(double y[4], double *r) { y[0] = y[1] * y[1]; *r = y[2] * y[0]; }';
  expect([recordedIn(source, OFF), recordedIn(source, coarse)]).toEqual([[], ['y[0]']]);
  checks(source, { y: [1, 2, 3, 4] }, coarse);
  const loop = kernel('for (int i = 0; i < n - 1; i++) a[i] = a[i + 1] * b[i];');
  expect(recordedIn(loop, coarse)).toContain('a[i]');
});

test('random single loops: every recording site is needed', () => {
  let singles = 0;
  for (let seed = FIRST_SEED; singles < LOOPS; seed++) {
    const source = randomLoops(randomFrom(seed));
    if (source.split('for (').length > 2) continue;
    singles++;
    everySiteIsNeeded(source, [{}]);
  }
});
