import { expect, test } from 'vitest';
import { itemAt, present } from '../../base/lookup';
import { differentiate, type ExecuteRequest, execute, type Trace } from '../../index';

const traceOf = (source: string, inputs: ExecuteRequest['inputs']): Trace => {
  const { ok, trace, diagnostics } = execute({ source, language: 'c', inputs, trace: true });
  expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  expect(ok).toBe(true);
  return present(trace, 'a trace');
};

/** Which run of its statement each step belongs to, for the steps of one text in one routine. */
const visitsOf = (trace: Trace, routine: string, text: string): number[] =>
  Array.from({ length: trace.steps }, (_, k) => k).flatMap((k) => {
    const s = itemAt(trace.statements, trace.statement[k] as number);
    return s.routine === routine && s.text === text ? [trace.visit[k] as number] : [];
  });

const KERNEL = `
double part(double *v, double x) { v[0] = v[0] * v[1]; return v[0] * x; }
double f(double x, double v[2]) {
  double s = 0;
  for (int i = 0; i < 2; i++) {
    double t = part(v, x) + s;
    s = t * t;
  }
  return s;
}`;

test('each step says which run of its statement it belongs to, counted from the beginning in both sweeps', () => {
  const trace = traceOf(KERNEL, { x: [2], v: [1, 2] });
  expect(visitsOf(trace, 'f_b', 't = part_value + s')).toEqual([1, 2]);
  expect(visitsOf(trace, 'f_b', 'part_valueb = tb')).toEqual([2, 1]);
  // An array is pushed element by element, in one run of the statement.
  expect(visitsOf(trace, 'f_b', 'push v')).toEqual([1, 1, 2, 2]);
  expect(visitsOf(trace, 'f_b', 'pop v')).toEqual([2, 2, 1, 1]);
  // In each call of the routine its statement runs once.
  expect(visitsOf(trace, 'part', 'v[0] = v[0]*v[1]')).toEqual([1, 1]);
  expect(trace.calls.map(({ inside, statement, visit }) => [inside, statement, visit])).toEqual([
    [-1, null, 1],
    [0, 's5', 1],
    [0, 's5', 2],
    [0, 's5', 2],
    [0, 's5', 1],
  ]);
  expect(itemAt(trace.statements, trace.statement[trace.turn] as number).sweep).toBe('backward');
  expect(itemAt(trace.statements, trace.statement[trace.turn - 1] as number).sweep).toBe('forward');
});

test('a tangent of the adjoint goes back where the adjoint does, and shows nothing that neither program has', () => {
  const request = { source: KERNEL, language: 'c', mode: 'tangent-over-adjoint', trace: true } as const;
  const { trace } = execute({ ...request, inputs: { x: [2], v: [1, 2] } });
  const { turn, statements, statement, locations } = present(trace, 'a trace');
  const sweepAt = (k: number) => itemAt(statements, statement[k] as number).sweep;
  expect([sweepAt(turn - 1), sweepAt(turn)]).toEqual(['forward', 'backward']);
  const { statements: own, called } = differentiate(request);
  const known = [...own, ...called].map(({ id }) => id);
  expect(statements.filter((s) => s.statement !== null && !known.includes(s.statement))).toEqual([]);
  expect(locations.map(({ name }) => name)).not.toContain('tape');
});

test('memory that two routines share under two names is one location', () => {
  const source = `
      subroutine f(x, y)
      real*8 x, y, a, b
      common /blk/ a, b
      a = x
      call g
      y = a*b
      end
      subroutine g
      real*8 p, q
      common /blk/ p, q
      p = p*q
      end
`;
  const { trace } = execute({ source, language: 'fortran', inputs: { x: 2, 'blk.b': 3 }, trace: true });
  const { locations, location, steps, before, index, after, initial } = present(trace, 'a trace');
  const shared = locations.flatMap(({ name, of }) => (name.startsWith('blk.') ? [[name, of] as const] : []));
  expect(shared.map(([name]) => name).sort()).toEqual(['blk.a', 'blk.ab', 'blk.b', 'blk.bb']);
  expect(shared.flatMap(([name, of]) => (of < 0 ? [] : [[name, locations[of]?.name]]))).toEqual([
    ['blk.ab', 'blk.a'],
    ['blk.bb', 'blk.b'],
  ]);
  const memory = Float64Array.from(initial);
  for (let k = 0; k < steps; k++) {
    const to = locations[location[k] as number];
    if (!to) continue;
    expect(memory[to.start + (index[k] as number)]).toBe(before[k]);
    memory[to.start + (index[k] as number)] = after[k] as number;
  }
});

test('what stands in memory at the beginning, and whose it is', () => {
  const { locations, initial } = traceOf(KERNEL, { x: [2], v: [1, 2] });
  const found = locations
    .filter(({ routine }) => routine === 'f_b')
    .map(({ name, start, length, of, entered, temporary }) => ({
      name,
      values: entered ? [...initial.subarray(start, start + length)] : null,
      of: of < 0 ? null : itemAt(locations, of).name,
      temporary,
    }));
  const own = { of: null, temporary: false };
  const derivative = (of: string) => ({ of, temporary: false });
  expect(found).toEqual([
    { name: 'x', values: [2], ...own },
    { name: 'xb', values: [0], ...derivative('x') },
    { name: 'v', values: [1, 2], ...own },
    { name: 'vb', values: [1, 1], ...derivative('v') },
    { name: 'fb', values: [1], ...derivative('s') },
    { name: 'i', values: null, ...own },
    { name: 't', values: null, ...own },
    { name: 'part_value', values: null, of: null, temporary: true },
    { name: 's', values: null, ...own },
    { name: 'part_valueb', values: null, ...derivative('part_value') },
    { name: 'seedb', values: null, ...own },
    { name: 'tb', values: null, ...derivative('t') },
  ]);
});

test('what control is kept in is no variable of the program', () => {
  const { locations } = traceOf('double f(double x) { while (x < 5) x = x * x; return x; }', { x: [1.5] });
  expect(locations.filter(({ temporary }) => temporary).map(({ name }) => name)).toEqual(['trips', 'trip']);
});

test('a run that is traced leaves what it leaves without, whatever its control', () => {
  const kernels: readonly (readonly [source: string, inputs: readonly ExecuteRequest['inputs'][]])[] = [
    // Entered in two places, and left in three.
    [
      'double f(double x, int n) { int k = 0; if (n > 1) goto b; a: x = x * 1.5; k++; b: if (k > n + 3) return x; if (x > 20) goto out; x = x + 1; goto a; out: return x * x; }',
      [
        { x: 0.7, n: 0 },
        { x: 0.7, n: 2 },
        { x: 15, n: 2 },
      ],
    ],
    [
      'double f(double x, int n) { switch (n) { case 1: x = x * x; case 2: x = sin(x); break; case 3: return x; default: while (x < 9) { x = x * 2; if (x > 5) break; } } return x * x; }',
      [1, 2, 3, 4].map((n) => ({ x: 0.7, n })),
    ],
    [
      'double f(double x, long n) { long k = n * 3 - 1; do { x = x * (double)k; k = k / 2; if (k == 3) continue; x = x + 1; } while (k > 0); return x; }',
      [{ x: 0.7, n: 5 }],
    ],
  ];
  for (const [source, list] of kernels)
    for (const inputs of list) {
      const request = { source, language: 'c', inputs } as const;
      const plain = execute(request);
      const traced = execute({ ...request, trace: true });
      expect(plain.check.verdict, `${source} ${JSON.stringify(inputs)}`).toBe('passed');
      expect(traced.outputs).toEqual(plain.outputs);
      expect(traced.derivatives).toEqual(plain.derivatives);
      expect(traced.trace?.cutAt).toBeNull();
      expect(traced.trace?.ended).toBe('');
    }
});
