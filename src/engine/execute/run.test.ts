import { describe, expect, test } from 'vitest';
import { DiagnosticSink } from '../base/diagnostics';
import { compile } from '../pipeline/compile/compile';
import type { ExecuteRequest, Execution } from '../pipeline/results';
import { defaultHost } from './host';
import { bindByKey } from './inputs/binding';
import { resolveInputs } from './inputs/inputs';
import { interpret } from './interpreter';
import { createMachine } from './machine';
import { DEFAULT_LIMITS } from './outcome';
import { executeRun } from './run';

const host = defaultHost();

/** Through the passes and the executor: what the door does, without its results of differentiation. */
function run(source: string, more: Partial<ExecuteRequest> = {}): Execution {
  const c = compile({ source, language: 'c', ...more }, host.now);
  expect(c.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  if (!c.routine || !c.interface || !c.generated) throw new Error('nothing to run');
  return executeRun({
    ...more,
    mode: c.mode,
    source: c.source,
    primal: { program: c.program, entry: c.routine.name },
    adjoint: c.adjoint && { program: c.adjoint.program, entry: c.adjoint.entry },
    tangent: c.tangent && { program: c.tangent.program, entry: c.tangent.entry },
    generated: c.generated,
    independents: c.interface.independents,
    dependents: c.interface.dependents,
    host,
  });
}

/** Severity, code, message and the text that it is about. */
function complaints(source: string, more: Partial<ExecuteRequest> = {}): string[] {
  return run(source, more).diagnostics.map(
    (d) => `${d.code} at '${source.slice(d.span.start, d.span.end)}': ${d.message}`,
  );
}

describe('a run', () => {
  test('gives outputs, derivatives, tape and a checked gradient', () => {
    const e = run('double f(double x, double y) { double z = sin(x) * y; z = z * z; return z * y; }', {
      inputs: { x: 0.5, y: 2 },
    });
    expect(e.ok).toBe(true);
    expect(e.diagnostics).toEqual([]);
    expect(e.inputs).toEqual({ x: [0.5], y: [2] });
    const s = Math.sin(0.5);
    expect(e.outputs.f?.[0]).toBeCloseTo(8 * s * s, 13);
    expect(e.derivatives.x?.[0]).toBeCloseTo(16 * s * Math.cos(0.5), 13);
    expect(e.derivatives.y?.[0]).toBeCloseTo(12 * s * s, 13);
    expect(e.check.verdict).toBe('passed');
    expect(e.check.dotProduct?.relativeError).toBeLessThan(1e-14);
    expect(e.check.sentence).toMatch(
      /^The derivatives are right: the tangent agrees with the adjoint to 1\d digits/,
    );
    expect(e.tape).toMatchObject({ values: 1, controls: 0, bytes: 8, peakBytes: 8 });
    expect(e.operations.primal).toMatchObject({ multiply: 3, elementary: 1, weighted: 13 });
  });

  test('counts what goes to the tape and comes from it as memory, values and decisions alike', () => {
    const { tape, operations } = run(
      'double f(double x) { if (x > 1) x = x * x; else x = sin(x); return x * x; }',
      { inputs: { x: 2 } },
    );
    expect(tape).toMatchObject({ values: 1, controls: 1 });
    expect(operations.primal.memory).toBe(0);
    expect(operations.derivative.memory).toBe(4);
  });

  test('takes an array of unknown extent as long as its subscripts need', () => {
    const e = run(
      'void f(int n, const double *a, double *s) { *s = 0; for (int i = 0; i < n; i++) *s += a[2 * i] * a[2 * i]; }',
      {
        inputs: { n: 4 },
      },
    );
    expect(e.diagnostics).toEqual([]);
    expect(e.inputs.a).toHaveLength(7);
    expect(e.derivatives.a).toHaveLength(7);
    expect(e.check.verdict).toBe('passed');
  });

  test.each([
    [100_000, 300_000, 100_000],
    [100_000, 50, 50],
    [20, 300_000, 20],
  ])(
    'of at most %i elements, in %i steps of a dry run, where no end is in sight',
    (elements, steps, length) => {
      const source =
        'double f(int n, double *x) { double s = 0, *p = x, *end = x + n; while (p != end) { s += *p * *p; p++; } return s; }';
      const c = compile({ source, language: 'c' }, host.now);
      const limits = { steps, milliseconds: Number.POSITIVE_INFINITY, bytes: 2 ** 26, elements };
      const { values } = resolveInputs(c.program, 'f', { n: -2 }, new DiagnosticSink(), {
        now: () => 0,
        limits,
      });
      expect(values.x).toHaveLength(length);
    },
  );

  test('of hundreds of thousands of elements is checked by some of them', () => {
    const n = 200_000;
    const { check } = run(
      'double f(int n, double x[n]) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }',
      {
        inputs: { n, x: 'sin(i)' },
      },
    );
    expect(check).toMatchObject({ verdict: 'passed', dotProduct: { passed: true } });
    const checked = check.finiteDifference?.components.map(({ index }) => index) ?? [];
    expect([checked[0], checked.at(-1), new Set(checked).size]).toEqual([0, n - 1, 8]);
  });

  test('takes formulas', () => {
    const e = run('void f(int n, double a[n][2], double x, double *s) { *s = a[0][0] * x + a[n - 1][1]; }', {
      inputs: { n: 3, x: '2*n', a: 'i + 10*j + x', s: 'random(3)' },
    });
    expect(e.diagnostics).toEqual([]);
    expect(e.inputs).toMatchObject({ n: [3], x: [6], a: [17, 27, 18, 28, 19, 29] });
    expect(e.outputs.s).toEqual([17 * 6 + 29]);
  });

  test('runs the tangent along each direction', () => {
    const e = run('void f(double x[2], double *y) { *y = x[0] * x[1]; }', {
      mode: 'tangent',
      inputs: { x: [3, 5] },
      directions: {
        x: [
          [1, 0],
          [0, 1],
        ],
      },
    });
    expect(e.derivatives).toEqual({ y: [5, 3] });
    expect(e.check.verdict).toBe('passed');
  });

  test('judges an adjoint by differences where the tangent is no number: an infinite slope times 0', () => {
    const source = 'double f(double x) { return acos(fmin(x, 1.0)) + x; }';
    const { derivatives, check } = run(source, { inputs: { x: 1.7 } });
    expect(derivatives.x).toEqual([1]);
    expect(check).toMatchObject({ verdict: 'passed', dotProduct: null });
  });

  test('does not blame the derivatives for a kink, a NaN, or a function that shakes', () => {
    const sentence = (source: string, x: number) => run(source, { inputs: { x } }).check.sentence;
    expect(sentence('double f(double x) { return fabs(x) * 3; }', 0)).toBe(
      'Differences can’t check the derivatives here, since the run meets a kink; the tangent agrees with the adjoint to 16 digits.',
    );
    expect(sentence('double f(double x) { return sqrt(x); }', -1)).toBe(
      '`f` is not finite here, so there is nothing to compare derivatives with.',
    );
    expect(sentence('double f(double x) { return sin(1e15 * x); }', 0.7)).toBe(
      'The derivatives can’t be checked here: moving an input by one unit in its last place changes them.',
    );
  });

  test('leaves a trace', () => {
    const e = run('double f(double x) { double y = x * x; y = y * y; return y * x; }', {
      inputs: { x: 2 },
      trace: true,
    });
    const { trace } = e;
    if (!trace) throw new Error('no trace');
    expect(trace.cutAt).toBeNull();
    expect(trace.turn).toBeGreaterThan(0);
    const first = trace.statements[trace.statement[trace.turn] ?? 0];
    expect(first?.sweep).toBe('backward');
    const names = Array.from(trace.location, (at) => trace.locations[at]?.name);
    expect(names).toContain('xb');
    expect(Math.max(...trace.tapeHeight)).toBe(1);
  });

  test('begins a trace with what inputs hold, and names the recordings of values and of control', () => {
    const { trace } = run(
      'double f(int n, double x) { for (int i = 0; i < n; i++) { if (x > 1) x = x * 0.5; else x = x * x * 4; } return x; }',
      { inputs: { n: 3, x: 0.75 }, trace: true },
    );
    if (!trace) throw new Error('no trace');
    const at = trace.locations.find(({ name }) => name === 'x')?.start ?? -1;
    expect(trace.initial[at]).toBe(0.75);
    const named = trace.statements.flatMap(({ tape, recording }) =>
      tape === null ? [] : [`${tape} ${recording !== null}`],
    );
    expect([...new Set(named)].sort()).toEqual([
      'pop true',
      'popControl true',
      'push true',
      'pushControl true',
    ]);
  });

  test('tells the lengths of what a trace names', () => {
    const source = 'void f(int n, double *a) { double b[2 * n]; b[0] = a[n]; a[0] = b[0] * b[0]; }';
    const { trace } = run(source, { inputs: { n: 3 }, trace: true });
    const lengths = Object.fromEntries((trace?.locations ?? []).map((l) => [l.name, l.length]));
    expect(lengths).toMatchObject({ n: 1, a: 4, b: 6, ab: 4 });
  });

  test('tells how elements of each array are written', () => {
    const fortran = `subroutine f(a, n, x)
  integer :: n
  real(8) :: a(n, -1:1), x
  x = a(n, 0)*a(1, -1)
end subroutine`;
    const { trace } = run(fortran, { language: 'fortran', inputs: { n: 1 }, trace: true });
    const of = (name: string) => trace?.locations.find((l) => l.name === name)?.subscripts;
    const ours = { lower: [1, -1], strides: [1, 1], order: [1, 0], style: 'fortran' };
    expect([of('a'), of('ab'), of('n')]).toEqual([ours, ours, null]);
    const c = run('void g(double a[2][3]) { a[1][2] = a[0][1]*a[1][2]; }', { trace: true });
    expect(c.trace?.locations.find((l) => l.name === 'a')?.subscripts).toEqual({
      lower: [0, 0],
      strides: [3, 1],
      order: [0, 1],
      style: 'c',
    });
  });

  test('cuts a trace that grows too long', () => {
    const source = 'double f(int n, double x) { for (int i = 0; i < n; i++) x = x * 0.5 + 1; return x; }';
    const { trace } = run(source, { inputs: { n: 200_000 }, trace: true });
    expect([trace?.steps, trace?.cutAt]).toEqual([100_000, 100_000]);
  });
});

describe('a tape that grows', () => {
  /** Pushes values, bits and counts in turn, below frames that come and go. */
  const source = `
    void part(int m, double *x) {
      double t[m];
      for (int i = 0; i < m; i++) t[i] = *x * (i + 1);
      for (int i = 1; i < m; i++) t[i] = t[i] * t[i - 1] * 1e-9;
      *x = *x + t[m - 1];
    }
    void f(int n, int m, double *x, double *s) {
      for (int k = 0; k < n; k++) {
        double t = *x + 0.0001 * k;
        if (t > 1) t = sin(t) * t; else t = t * t + 0.1;
        while (t > 0.5) t = 0.6 * t * sin(t);
        *s = *s + t;
        if (k == n / 2) part(m, x);
      }
    }`;

  test('moves what lies above it', () => {
    const small = run(source, { routine: 'f', inputs: { n: 60, m: 4, x: 0.3 } });
    expect(small.check.verdict).toBe('passed');
    const large = run(source, { routine: 'f', inputs: { n: 20_000, m: 20_000, x: 0.3 } });
    expect(large.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(large.tape.peakBytes).toBeGreaterThan(300_000);
    expect(large.tape.controls).toBeGreaterThan(30_000);
    // Differences step over some of the many tests; the two programs take the same path.
    expect(large.check.dotProduct?.relativeError).toBeLessThan(1e-12);
  });

  test('ends where its budget ends', () => {
    const inputs = { n: 20_000, m: 4, x: 0.3 };
    const e = run(source, { routine: 'f', inputs, budget: { bytes: 400_000 } });
    expect(e.diagnostics.map((d) => d.message)).toContain('The adjoint takes more than 0.38 MB of memory.');
  });

  test('ends where the array of a routine is too much for the budget', () => {
    const inputs = { n: 10, m: 40_000, x: 0.3 };
    const e = run(source, { routine: 'f', inputs, budget: { bytes: 300_000 } });
    expect(e.diagnostics.map((d) => d.code)).toContain('budget-memory');
  });
});

describe('what goes wrong is said at its statement', () => {
  test.each([
    [
      'a subscript',
      'void f(int n, double a[n], double *s) { *s = a[n]; }',
      "out-of-bounds at '*s = a[n]': The subscript of `a`, `n`, is 5 here, out of its bounds 0 to 4",
    ],
    ['a loop without end', 'void f(double *s) { while (*s > 0) *s += 1; }', 'budget-steps'],
    [
      'division by zero',
      'void f(int n, double *s) { int k = n / (n - n); *s = *s * k; }',
      'division-by-zero',
    ],
    [
      'a conversion',
      'void f(double x, double *s) { int k = (int)(x * 1e20); *s = *s * k; }',
      'conversion-out-of-range',
    ],
    ['recursion', 'double f(double x) { return x * f(x); }', 'stack-overflow'],
    [
      'a large local array',
      'void f(int n, double *s) { double a[n]; a[0] = *s; *s = a[0] * a[0]; }',
      'budget-memory',
    ],
  ])('%s', (_, source, expected) => {
    const inputs: Record<string, number> = source.includes('double a[n]; ') ? { n: 13_107_200 } : {};
    const found = complaints(source, { inputs, budget: { steps: 100_000 } });
    expect(
      found.some((each) => each.startsWith(expected)),
      found.join('\n'),
    ).toBe(true);
  });

  test('what a structure is copied with needs a value where it is used', () => {
    const text = (used: string) =>
      `typedef struct { int a; double v, w; } P; double g(P p) { return p.v * p.${used}; } double f(double x) { P p, q[2]; p.v = x; q[1] = p; return g(q[1]); }`;
    expect(complaints(text('v'))).toEqual([]);
    expect(complaints(text('w')).join()).toContain('uninitialised');
  });

  test('an undefined read, a kink, a value that is not finite', () => {
    expect(complaints('double f(double x) { double t; return x + t; }').join()).toContain('uninitialised');
    expect(complaints('double f(double x) { return fabs(x); }', { inputs: { x: 0 } }).join()).toContain(
      'kink',
    );
    expect(
      complaints('double f(double x) { double y = log(x); return y; }', { inputs: { x: -1 } }).join(),
    ).toContain(
      "not-finite at 'y = log(x)': `y` becomes not a number here, for the first time: `log(x)` is not defined at -1.",
    );
  });

  test.each([
    'void f(int n, double a[n], double *s) { for (int i = 0; i <= n; i++) *s += a[i]; }',
    'void f(int n, double a[n][3], double *s) { for (int i = 0; i <= n; i++) *s += a[1][i]; }',
    'void f(double *s) { while (*s > 0) *s += 1; }',
    'void f(int n, double *s) { int k = n / (n - n); *s = *s * k; }',
    'void f(int n, double *s) { int k = n % (n - n); *s = *s * k; }',
    'void f(double x, double *s) { int k = (int)(x * 1e20); *s = *s * k; }',
    'void g(int n, double a[n]) { a[n] = 1; } void f(int n, double *s) { double b[n]; g(n, b); *s = *s * b[0]; }',
    'void f(int n, double *s) { double a[10000000 * n]; a[0] = *s; *s = a[0] * a[0]; }',
  ])('alike by WebAssembly and the interpreter: %s', (source) => {
    const c = compile({ source, language: 'c', routine: 'f' }, host.now);
    const { values } = resolveInputs(c.program, 'f', {}, new DiagnosticSink(), host);
    const input = bindByKey(c.program, 'f', values);
    const limits = { ...DEFAULT_LIMITS, steps: 1000 };
    const ran = createMachine(host, c.program).run(input, limits);
    expect(ran.trap).not.toBeNull();
    expect(interpret(c.program, input, { now: host.now, limits }).trap).toEqual(ran.trap);
  });

  test('budgets that are none are not obeyed', () => {
    const budget = { steps: Number.NaN, milliseconds: Number.POSITIVE_INFINITY, bytes: -1 };
    expect(run('double f(double x) { return x * x; }', { budget }).ok).toBe(true);
  });

  test('inputs that make no sense', () => {
    const source = 'double f(double x, double a[3]) { return x * a[0]; }';
    expect(complaints(source, { inputs: { x: 'y + 1' } })[0]).toContain('there is no input y');
    expect(complaints(source, { inputs: { x: '2 *' } })[0]).toContain('it ends too early');
    expect(complaints(source, { inputs: { a: [1, 2] } })[0]).toContain(
      '`a` has 3 elements, and the input has 2',
    );
    expect(complaints('double f(double x[13107200]) { return x[0]; }')[0]).toContain(
      '`x` would have 13,107,200 elements (100 MB); an input may have 1,000,000',
    );
    expect(complaints(source, { inputs: { z: 1 } })[0]).toContain('`z` is no input of `f`.');
    expect(complaints(source, { inputs: { x: 'a', a: 'x' } })[0]).toContain('is defined by itself');
  });
});

test('a run that `exit` ends before there is a result has none', () => {
  const source = 'double f(int n, double x) { if (n > 2) exit(1); return x * x; }';
  const { ok, outputs, check, diagnostics } = run(source, { inputs: { n: 3, x: 2 } });
  expect(ok).toBe(true);
  expect(outputs).toEqual({ f: [Number.NaN] });
  expect(check.verdict).toBe('none');
  expect(diagnostics.map(({ message }) => message)).toContain('The routine `f` ended here.');
});

test('a routine with more parameters than WebAssembly takes keeps none from running but those that call it', () => {
  const list = (one: (k: number) => string) => Array.from({ length: 600 }, (_, k) => one(k)).join(', ');
  const wide = `double wide(${list((k) => `const double *p${k}`)}) { return p0[0]; }\n`;
  const elsewhere = `void elsewhere(${list((k) => `double *p${k}`)});\n`;
  const text = `${wide}${elsewhere}void g(double *x) { elsewhere(${list(() => 'x')}); }\ndouble h(double *x) { return wide(${list(() => 'x')}); }\n`;
  const source = `${text}double f(double x) { return x * x; }`;
  expect(run(source, { routine: 'f' }).check.verdict).toBe('passed');
  for (const routine of ['h', 'wide']) {
    const told = run(source, { routine }).diagnostics.filter((d) => d.severity === 'error');
    expect(told.map((d) => d.message)).toEqual([expect.stringContaining('more than 1,000 parameters')]);
  }
});

test('what is passed may begin where an array ends, as long as nothing is read there', () => {
  const sum = 'double sum(const double *p, int n) { return n == 0 ? 0 : p[0] * p[0] + sum(p + 1, n - 1); }\n';
  const inputs = { a: [1, 2, 3] };
  const whole = run(`${sum}double f(double a[3]) { return sum(a, 3) + sum(a + 3, 0); }`, { inputs });
  expect(whole.derivatives).toEqual({ a: [2, 4, 6] });
  expect(whole.check.verdict).toBe('passed');
  const beyond = complaints(`${sum}double f(double a[3]) { return sum(a, 4); }`, { inputs });
  expect(beyond.join()).toContain('The subscript of `p` is 1 here, and the array is empty.');
  const scalar = 'static void set(double *p, double v) { *p = v*v; }\n';
  const outside = complaints(`${scalar}double f(double a[3]) { set(a + 3, a[0]); return a[1]; }`, { inputs });
  expect(outside.join()).toContain('The subscript of `a` is 3 here');
});
