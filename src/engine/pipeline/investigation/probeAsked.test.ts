import { describe, expect, test } from 'vitest';
import { differentiate, probe } from '../../index';
import type { ExecuteRequest, ProbePoint } from '../results';
import { probeRun } from './probe';

/* What the probe answers where the run, the numbers or the place that is asked for are not the usual ones. */

const c = (source: string, inputs: ExecuteRequest['inputs'] = {}): ExecuteRequest => ({
  source,
  language: 'c',
  inputs,
});

test.each([
  [
    'no number',
    'double f(double x) {\n  double a = x * x;\n  double b = sqrt(a - 10.0);\n  return b * x;\n}\n',
  ],
  ['infinite', 'double f(double x) {\n  double a = x * x;\n  double b = log(x - 1.5);\n  return a + b;\n}\n'],
])('where a value is %s nothing is said to be right', (_, source) => {
  const { ok, sentence } = probe(c(source, { x: 1.5 }));
  expect([ok, sentence]).toEqual([
    false,
    'Some value is not finite here, so there is nothing to compare adjoints with.',
  ]);
});

test('in single precision rounding is no fault, and a break is one', () => {
  const single = c(
    'float f(float x, float y) {\n  float a = x * y;\n  x = sinf(a) * x;\n  x = x * a;\n  return x * y;\n}\n',
    { x: 1.5, y: 0.3 },
  );
  expect(probe(single)).toMatchObject({ ok: true, wrong: null });
  const broken = differentiate(single).recordings.map(({ key, statement }) => [
    statement,
    probe({ ...single, tamper: { without: [key] } }).wrong,
  ]);
  expect(broken).toEqual([
    ['s1', expect.objectContaining({ statement: 's1', location: 'a', agrees: false })],
    ['s2', expect.objectContaining({ statement: 's2', location: 'a', agrees: false })],
  ]);
});

describe('a run that is looked at in parts', () => {
  const long = c(
    `void f(int n, double x[n], double *y) {
  for (int i = 0; i < n; i++) {
    double t = x[i] * *y;
    x[i] = sin(t);
    *y += t * 0.1;
  }
}
`,
    { n: 12, y: 0.5, x: '0.5 + random(1)' },
  );
  const whole = { ...differentiate(long) };

  test.each(whole.recordings.map(({ key }) => [key]))('the break of %s is found at the same place', (key) => {
    const broken = { ...long, tamper: { without: [key] } };
    const at = probeRun(broken, null);
    const inParts = probeRun(broken, null, 40);
    expect(at.wrong?.visits).toBe(12);
    expect(inParts.sentence).toBe(at.sentence);
    expect(inParts.compared).toBeGreaterThan(0);
  });
  test('and all is right where nothing was broken', () => {
    expect(probeRun(long, null, 40)).toMatchObject({ ok: true, wrong: null });
  });
});

describe('asked for', () => {
  const calls = c(
    `static double total;
void add(int k, double a, double *sum) {
  double part = a * k;
  *sum += part * a;
}
void note(int k) {
  int seen = k;
  if (seen > 5) seen = 0;
}
double f(int n, double x, double w) {
  double s = 0;
  total = x;
  for (int i = 1; i <= n; i++) {
    add(i, x, &s);
    note(i);
    x = x * 1.5;
  }
  total = total * s;
  return total;
}
`,
    { n: 3, x: 1.1, w: 2 },
  );
  const d = differentiate(calls);
  /** Of the entry; those of what it calls are told by their number. */
  const idOf = (text: string) => d.statements.find((s) => s.text === text)?.id ?? text;
  const at = (text: string, point: Partial<ProbePoint> = {}) =>
    probe(calls, { statement: idOf(text), visit: 1, location: 'x', index: 0, ...point });

  test.each([
    ['x = x*1.5', { visit: 4 }, 'The statement runs 3 times only.'],
    ['x = x*1.5', { location: 'i' }, 'i is not real: it has no adjoint.'],
    ['x = x*1.5', { location: 'part' }, 'The routine has no variable part.'],
    ['x = x*1.5', { index: 3 }, 'x has no such element there.'],
  ] as const)('%s, %o', (text, point, sentence) => {
    expect(at(text, point)).toMatchObject({ ok: false, sentence });
  });
  test('what nothing active reads has no adjoint', () => {
    expect(at('x = x*1.5', { location: 'w' }).sentence).toBe(
      'Just before `x = x * 1.5` (line 16), in its run 1 of 3, a finite difference by `w` gives 0. `w` has no adjoint: it never carries a derivative from the independents to the dependents.',
    );
  });
  test('a variable of the file', () => {
    expect(at('total = total*s', { location: 'total' }).sentence).toBe(
      'Just before `total = total * s` (line 18), the adjoint of `total` is 50.0638, and a finite difference taken there gives 50.0638. They agree.',
    );
  });
  test('a variable of the caller, at a statement of what it calls', () => {
    expect(at('s0', { visit: 2, ofEntry: true }).sentence).toBe(
      'Just before `part = a * k` (line 3), in the call `add(i, x, &s)` (line 14), the 2nd of 3, the adjoint of `x` is 49.005, and a finite difference taken there gives 49.005. They agree.',
    );
    expect(at('s0', { visit: 3, location: 's' }).reading).toMatchObject({
      location: 's',
      visit: 1,
      agrees: true,
    });
    expect(at('s0', { visit: 3, location: 'n' }).sentence).toBe('n is not real: it has no adjoint.');
  });
  test('calls that carry no derivative are left out, which is said', () => {
    expect(probe(calls).sentence).toBe(
      'The adjoints are right at every point: 19 of the 22 statements that the run comes to were compared; the backward sweep leaves out the calls that hold the others, which carry no derivative.',
    );
  });
  test('a value that may not be moved', () => {
    const sharp = c(
      'double f(double x, double a[1]) {\n  int i = (int) (x * 1e9) - 1500000000;\n  return a[i] * x;\n}\n',
      {
        x: 1.5,
      },
    );
    const point = { statement: 's0', visit: 1, location: 'x', index: 0 };
    expect(probe(sharp, point).sentence).toBe(
      'The program does not come to its end when this value is moved.',
    );
  });
});

test('a run that is too long says so', () => {
  const long = c(
    'double f(double x) {\n  for (int i = 0; i < 150000; i++)\n    x = x * 1.00001;\n  return x;\n}\n',
    { x: 1 },
  );
  expect(probe(long).sentence).toBe(
    'The run is too long to be probed, or does not come to its end: take a smaller one.',
  );
});

test('seeds of its own, and inputs that do not fit', () => {
  const two = c('void f(double x, double *y, double *z) {\n  *y = x * x;\n  *z = sin(x) * *y;\n}\n', {
    x: 1.5,
  });
  const point = { statement: 's1', visit: 1, location: 'y', index: 0 };
  const given: ExecuteRequest['seeds'][] = [undefined, { y: [1], z: [0] }, { y: [0], z: [2] }, { y: [] }];
  const readings = given.map((seeds) => probe({ ...two, ...(seeds ? { seeds } : {}) }, point).reading);
  const s = Math.sin(1.5);
  expect(readings.map((r) => r?.adjoint)).toEqual([1 + s, 1, 2 * s, s].map((x) => expect.closeTo(x, 12)));
  expect(readings.every((r) => r?.agrees)).toBe(true);
  expect(probe({ ...two, inputs: { x: 'sin(' } }).sentence).toBe(
    'The program does not run on these inputs, so there is nothing to probe.',
  );
});

describe('in words', () => {
  const often = c(
    `void damp(double *x) {
  *x = 0.9 * *x + 0.1 * sin(*x);
}
double f(double x, int n) {
  for (int i = 0; i < n; i++)
    damp(&x);
  return x;
}
`,
    { x: 0.7, n: 23 },
  );
  const call = differentiate(often).statements.find(({ text }) => text === 'damp(&x)')?.id ?? '';
  test.each([
    [1, '1st'],
    [3, '3rd'],
    [11, '11th'],
    [12, '12th'],
    [21, '21st'],
    [22, '22nd'],
    [23, '23rd'],
  ])('call %i is the %s', (visit, ordinal) => {
    const calls = [{ statement: call, visit }];
    const point = { statement: 's0', visit: 1, calls, location: 'x', index: 0 };
    const { reading, sentence } = probe(often, point);
    expect(reading?.agrees, sentence).toBe(true);
    expect(sentence).toContain(`in the call \`damp(&x)\` (line 6), the ${ordinal} of 23,`);
  });
  test('one statement', () => {
    expect(probe(c('double f(double x) {\n  return x * x;\n}\n', { x: 2 })).sentence).toBe(
      'The adjoints are right at every point: the one statement that the run comes to was compared.',
    );
  });
  test('an adjoint that is no number, and one that differs', () => {
    const root = {
      ...c('double f(double x) {\n  double y = sqrt(x);\n  x = -x;\n  return x * y;\n}\n', { x: 4 }),
      options: { adjointLiveness: false },
    };
    const { key } = differentiate(root).recordings[0] ?? { key: '' };
    const broken = { ...root, tamper: { without: [key] } };
    const { wrong, sentence } = probe(broken);
    expect([wrong?.statement, wrong?.adjoint, wrong?.agrees]).toEqual(['s0', Number.NaN, false]);
    expect(sentence).toContain('Before it the adjoint of `x` is no number, and a finite difference');
    const point = { statement: 's0', visit: 1, location: 'x', index: 0 };
    expect(probe(broken, point).sentence).toMatch(/the adjoint of `x` is no number, .* They differ\.$/);
  });
});
