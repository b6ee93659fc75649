import { describe, expect, test } from 'vitest';
import { differentiate, execute, explain } from '../../index';
import type { Options } from '../../pipeline/results';

const PAPER = `void f(double v1, double v2, double *v3, double *v4, double *v6, double *v7) {
  *v3 = v1 * v2;
  *v4 = v1 * *v3;
  *v6 = sin(*v4);
  *v7 = (*v3 * v2) * *v4;
}
`;
const LOOP = `void g(int n, double *x, double *y) {
  double s = 1.0;
  for (int i = 0; i < n; i++) {
    double t = x[i] * x[i];
    x[i] = sin(t) * t * s;
    s = s + x[i] * exp(t * x[i]) / (1 + t * t);
  }
  *y = s;
}
`;
const preaccumulated: Partial<Options> = { basicBlocks: 'preaccumulate', blockOutputs: 'all' };
const code = (source: string, options: Partial<Options>) =>
  differentiate({ source, language: 'c', options: { ...preaccumulated, ...options } }).code.text;

/** Products of labels: in lines that set one, by a label or by what stands for one. */
const labelLines = (text: string) => text.split('\n').filter((line) => /^\s*c\d* = /.test(line));

describe('the block of the paper', () => {
  test('labels are set in the forward sweep, and rows of the Jacobian read in the backward sweep', () => {
    const text = code(PAPER, {});
    expect(
      labelLines(text)
        .join('')
        .match(/\*(?!v)/g),
    ).toHaveLength(12);
    expect(text.match(/\+= c\d+ \* /g)).toHaveLength(6);
    // Entries that are variables which nothing overwrites need no name.
    expect(text).toContain('*v1b += v2 * *v3b;');
    expect(text).not.toContain('push');
  });

  test('another order makes other products, and the same gradient', () => {
    const inputs = { v1: 0.7, v2: 1.3 };
    const products = (elimination: Options['elimination']) => {
      const options: Partial<Options> = { ...preaccumulated, elimination };
      const { derivatives, check } = execute({ source: PAPER, language: 'c', options, inputs });
      expect(check.verdict).toBe('passed');
      expect(derivatives.v1?.[0]).toBeCloseTo(1.3 + 1.82 + 1.46306839 + 3.22959, 7);
      expect(derivatives.v2?.[0]).toBeCloseTo(0.7 + 0.49 + 0.39390303 + 1.73901, 7);
      return labelLines(code(PAPER, { elimination }))
        .join('')
        .match(/\*(?!v)/g)?.length;
    };
    expect(products({ kind: 'edge', order: ['forward'] })).toBe(10);
    expect(products({ kind: 'edge', order: 'optimal' })).toBe(10);
    expect(products({ kind: 'vertex', order: ['reverse'] })).toBe(12);
    expect(products({ kind: 'face', order: ['reverse'] })).toBe(12);
  });
});

test('in a loop, what is pushed are entries, once each iteration', () => {
  const inputs = { n: 4, x: [0.3, 0.5, 0.9, 1.1] };
  const plain = execute({ source: LOOP, language: 'c', inputs });
  const { derivatives, tape, check } = execute({
    source: LOOP,
    language: 'c',
    options: preaccumulated,
    inputs,
  });
  expect(check.verdict).toBe('passed');
  derivatives.x?.forEach((value, i) => {
    expect(value).toBeCloseTo(plain.derivatives.x?.[i] as number, 12);
  });
  // x by x and s; s by x and s. Nothing that only partials read.
  expect(tape.values).toBe(4 * 4);
});

test('a unit entry is neither multiplied nor pushed', () => {
  const text = code('void f(double *x, double *y, double z) { *y = *x + *y; *x = *x - z; }', {});
  expect(text).not.toMatch(/push|c\d* = /);
});

test('a block ends where elements may be one', () => {
  const source = `void f(int i, int j, double *a, double *y) {
  a[i] = a[j] * 2.0 * a[j];
  *y = a[i] * a[j];
}
`;
  for (const [i, j] of [
    [1, 1],
    [0, 2],
  ] as const) {
    const inputs = { i, j, a: [0.4, 0.9, 1.3] };
    const request = { source, language: 'c', inputs } as const;
    const { derivatives, check } = execute({ ...request, options: preaccumulated });
    expect(check.verdict).toBe('passed');
    expect(derivatives).toEqual(execute(request).derivatives);
  }
});

test('a block ends where a real is written that a subscript in it reads', () => {
  const source =
    'void f(double x, const double a[3], double *y) {\n  x = cos(a[(int)x]);\n  *y = x * x;\n}\n';
  const inputs = { x: 1.2, a: [0.3, 0.7, 1.1] };
  const { check, derivatives } = execute({ source, language: 'c', inputs, options: preaccumulated });
  expect(check.verdict).toBe('passed');
  expect(derivatives.a?.map((d) => d !== 0)).toEqual([false, true, false]);
});

test('cards say what a label is, why it is pushed, and whether accumulating pays', () => {
  const d = differentiate({ source: LOOP, language: 'c', options: preaccumulated });
  const card = (line: string) => {
    const start = d.code.text.indexOf(`    ${line}`) + 4;
    return explain(d, { kind: 'code', start, end: start + line.length });
  };
  const texts = ({ facts }: ReturnType<typeof card>) => facts.map(({ text }) => text).join(' ');
  const lines = d.code.text.split('\n').map((line) => line.trim());
  const entry = lines[lines.findIndex((line) => /^push_double\(c\d*\)/.test(line)) + 1] ?? '';
  expect(card(entry).short).toMatch(/is `∂.*` over all paths .* between, an entry of the local Jacobian/);
  expect(texts(card(entry))).toMatch(/takes \d+ products to accumulate its Jacobian/);
  expect(card('c0 = cos(t);').short).toMatch(/`c0` is the partial derivative `∂sin\(t\)\/∂t`\./);
  const pushed = d.recordings.find(({ location }) => /^c\d+$/.test(location));
  const { long, facts } = explain(d, { kind: 'recording', id: pushed?.id ?? '' });
  expect(long).toMatch(/an entry of the local Jacobian of its block/);
  expect(facts.some(({ rule }) => rule === '[CFR] 3.3')).toBe(true);
});
