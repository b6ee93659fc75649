import { describe, expect, test } from 'vitest';
import { execute } from '..';
import { DiagnosticSink } from '../base/diagnostics';
import { compile } from '../pipeline/compile/compile';
import type { ExecuteRequest } from '../pipeline/results';
import { defaultHost } from './host';
import { bindByKey } from './inputs/binding';
import { resolveInputs } from './inputs/inputs';
import { interpret } from './interpreter';
import { createMachine } from './machine';
import { DEFAULT_LIMITS } from './outcome';

/*
 * What can go wrong in a run, in both languages: each ends in one diagnostic at the statement, and WebAssembly and the
 * interpreter stop there alike.
 */
interface Fault {
  readonly what: string;
  readonly code: string;
  readonly says: RegExp;
  readonly c: readonly [source: string, at: string] | null;
  /** `at` is the first line of the statement that is named. */
  readonly fortran: readonly [source: string, at: string];
  readonly request?: Partial<ExecuteRequest>;
  /** It goes on: a warning, which only the interpreter can give. */
  readonly goesOn?: true;
  /** Only the adjoint meets it. */
  readonly inAdjoint?: true;
  /** WebAssembly has no room to begin; the interpreter, which keeps arguments apart, has. */
  readonly inputsOnly?: true;
}

const FAULTS: readonly Fault[] = [
  {
    what: 'a loop without end, by steps',
    code: 'budget-steps',
    says: /^The routine `f` takes more than 1,000 steps; it was stopped here\.$/,
    c: ['void f(double *x) { while (*x > 0) *x += 1; }', 'while (*x > 0)'],
    fortran: ['subroutine f(x)\nreal(8) x\ndo while (x > 0)\nx = x + 1\nend do\nend', 'do while (x > 0)'],
    request: { budget: { steps: 1000 } },
  },
  {
    what: 'a loop without end, by time',
    code: 'budget-time',
    says: /^The routine `f` takes longer than 0\.02 s; it was stopped here\.$/,
    c: ['void f(double *x) { while (*x > 0) *x += 1; }', 'while (*x > 0)'],
    fortran: ['subroutine f(x)\nreal(8) x\ndo while (x > 0)\nx = x + 1\nend do\nend', 'do while (x > 0)'],
    request: { budget: { steps: 1e12, milliseconds: 20 } },
  },
  {
    what: 'an array too large for any run',
    code: 'budget-memory',
    says: /^`a` would take 7,?629 MB; one array may have 64 MB\.$/,
    c: ['void f(int n, double *x) { double a[1000][n * 1000000]; a[0][0] = *x; *x = a[0][0]; }', 'a'],
    fortran: [
      'subroutine f(n, x)\ninteger n\nreal(8) x, a(1000, n*1000000)\na(1, 1) = x\nx = a(1, 1)\nend',
      'a',
    ],
    request: { inputs: { n: 1 } },
  },
  {
    what: 'arrays too large for the budget',
    code: 'budget-memory',
    says: /^The routine `f` takes more than 0\.29 MB of memory\.$/,
    c: ['void f(int n, double *x) { double a[n]; a[0] = *x; *x = a[0]; }', 'a'],
    fortran: ['subroutine f(n, x)\ninteger n\nreal(8) x, a(n)\na(1) = x\nx = a(1)\nend', 'a'],
    request: { inputs: { n: 100_000 }, budget: { bytes: 300_000 } },
  },
  {
    what: 'an array of fixed size too large for the budget',
    code: 'budget-memory',
    says: /^The routine `f` takes more than 0\.29 MB of memory\.$/,
    c: ['void f(double *x) { double a[100000]; a[0] = *x; *x = a[0]; }', 'a'],
    fortran: ['subroutine f(x)\nreal(8) x, a(100000)\na(1) = x\nx = a(1)\nend', 'a'],
    request: { budget: { bytes: 300_000 } },
  },
  {
    what: 'a tape too long',
    code: 'budget-memory',
    says: /^The adjoint takes more than 0\.29 MB of memory\.$/,
    c: ['double f(double x) { for (int i = 0; i < 100000; i++) { x = sin(x); } return x; }', 'x = sin(x)'],
    fortran: [
      'subroutine f(x)\nreal(8) x\ninteger i\ndo i = 1, 100000\nx = sin(x)\nend do\nend',
      'x = sin(x)',
    ],
    request: { budget: { bytes: 300_000 } },
    inAdjoint: true,
  },
  {
    what: 'a subscript above its bounds',
    code: 'out-of-bounds',
    says: /^The subscript of `a`, `i`, is (3|4) here, out of its bounds (0 to 2|1 to 3)\.$/,
    c: [
      'double f(double a[3]) { double y = 0; for (int i = 0; i <= 3; i++) y += a[i]; return y; }',
      'y += a[i]',
    ],
    fortran: [
      'subroutine f(a, y)\nreal(8) a(3), y\ninteger i\ndo i = 1, 4\ny = y + a(i)\nend do\nend',
      'y = y + a(i)',
    ],
  },
  {
    what: 'the second subscript below its bounds',
    code: 'out-of-bounds',
    says: /^Subscript 2 of `a`, `n - 7`, is -3 here, out of its bounds (0 to 4|-2 to 2)\.$/,
    c: ['void f(int n, double a[3][5]) { a[1][n - 7] = a[0][0]; }', 'a[1][n - 7] = a[0][0]'],
    fortran: [
      'subroutine f(n, a)\ninteger n\nreal(8) a(3, -2:2)\na(1, n - 7) = a(1, 0)\nend',
      'a(1, n - 7) = a(1, 0)',
    ],
    request: { inputs: { n: 4 } },
  },
  {
    what: 'a subscript of an array without elements',
    code: 'out-of-bounds',
    says: /^The subscript of `a` is (0|1) here, and the array is empty\.$/,
    c: ['void f(int n, double *x) { double a[n]; a[0] = *x; *x = a[0]; }', 'a[0] = *x'],
    fortran: ['subroutine f(n, x)\ninteger n\nreal(8) x, a(n)\na(1) = x\nx = a(1)\nend', 'a(1) = x'],
    request: { inputs: { n: 0 } },
  },
  {
    what: 'a value that was never set',
    code: 'uninitialised',
    says: /^`t` is read before it has a value\.$/,
    c: ['double f(double x) { double t; if (x > 10) t = x; return t * x; }', 'return t * x'],
    fortran: ['subroutine f(x, y)\nreal(8) x, y, t\nif (x > 10) t = x\ny = t*x\nend', 'y = t*x'],
    goesOn: true,
  },
  {
    what: 'a whole number that was never set',
    code: 'uninitialised',
    says: /^`k` is read before it has a value\.$/,
    c: ['double f(double x) { long k; if (x > 10) k = 3; return k * x; }', 'return k * x'],
    fortran: ['subroutine f(x, y)\nreal(8) x, y\ninteger(8) k\nif (x > 10) k = 3\ny = k*x\nend', 'y = k*x'],
    goesOn: true,
  },
  {
    what: 'an element of whole numbers that was never set',
    code: 'uninitialised',
    says: /^An element of `k` is read before it has a value\.$/,
    c: ['double f(double x) { long k[3]; k[0] = 1; return k[1] * x; }', 'return k[1] * x'],
    fortran: ['subroutine f(x, y)\nreal(8) x, y\ninteger(8) k(3)\nk(1) = 1\ny = k(2)*x\nend', 'y = k(2)*x'],
    goesOn: true,
  },
  {
    what: 'an element of truths that was never set',
    code: 'uninitialised',
    says: /^An element of `p` is read before it has a value\.$/,
    c: ['double f(double x) { bool p[3]; p[0] = x > 1; double y = p[1]; return y * x; }', 'y = p[1]'],
    fortran: [
      'subroutine f(x, y)\nreal(8) x, y\nlogical p(3)\np(1) = x > 1\nif (p(2)) y = x\nend',
      'if (p(2)) y = x',
    ],
    goesOn: true,
  },
  {
    what: 'arguments too large for the budget',
    code: 'budget-memory',
    says: /^The routine `f` takes more than 0\.0019 MB of memory\.$/,
    c: ['void f(double a[1000]) { a[0] = a[1]; }', 'f'],
    fortran: ['subroutine f(a)\nreal(8) a(1000)\na(1) = a(2)\nend', 'f'],
    request: { budget: { bytes: 2000 } },
    inputsOnly: true,
  },
  {
    what: 'an integer divided by zero',
    code: 'division-by-zero',
    says: /^An integer is divided by `n - n`, which is zero here\.$/,
    c: ['void f(int n, double *x) { int k = n / (n - n); *x = *x * k; }', 'k = n / (n - n)'],
    fortran: ['subroutine f(n, x)\ninteger n, k\nreal(8) x\nk = n/(n - n)\nx = x*k\nend', 'k = n/(n - n)'],
  },
  {
    what: 'a remainder by zero',
    code: 'division-by-zero',
    says: /^An integer is divided by `n - n`, which is zero here\.$/,
    c: ['void f(int n, double *x) { *x = *x * (7 % (n - n)); }', '*x = *x * (7 % (n - n))'],
    fortran: ['subroutine f(n, x)\ninteger n\nreal(8) x\nx = x*mod(7, n - n)\nend', 'x = x*mod(7, n - n)'],
  },
  {
    what: 'a number too large for an integer',
    code: 'conversion-out-of-range',
    says: /^100000000000000000000 is too large for an integer\.$/,
    c: ['void f(double x, double *y) { int k = (int)(x * 1e20); *y = k; }', 'k = (int)(x * 1e20)'],
    fortran: ['subroutine f(x, y)\nreal(8) x, y\ninteger k\nk = int(x*1d20)\ny = k\nend', 'k = int(x*1d20)'],
    request: { inputs: { x: 1 } },
  },
  {
    what: 'a step of zero',
    code: 'zero-step',
    says: /^The step of this loop is zero\.$/,
    // In C that is a loop without end.
    c: null,
    fortran: [
      'subroutine f(n, x)\ninteger n, i\nreal(8) x\ndo i = 1, 3, n\nx = x + i\nend do\nend',
      'do i = 1, 3, n',
    ],
    request: { inputs: { n: 0 } },
  },
  {
    what: 'not a number',
    code: 'not-finite',
    says: /^`y` becomes not a number here, for the first time: `sqrt\(x - 5\)` is not defined at -\d.*\.$/,
    c: ['double f(double x) { double y = sqrt(x - 5); return y * x; }', 'y = sqrt(x - 5)'],
    fortran: ['subroutine f(x, y)\nreal(8) x, y\ny = sqrt(x - 5)\nend', 'y = sqrt(x - 5)'],
    goesOn: true,
  },
  {
    what: 'infinity',
    code: 'not-finite',
    says: /^`y` becomes infinite here, for the first time: `x - x` is 0 where `x` is divided by it\.$/,
    c: ['double f(double x) { double y = x / (x - x); return y * x; }', 'y = x / (x - x)'],
    fortran: ['subroutine f(x, y)\nreal(8) x, y\ny = x/(x - x)\nend', 'y = x/(x - x)'],
    goesOn: true,
  },
  {
    what: 'a quotient of zeros',
    code: 'not-finite',
    says: /^`y` becomes not a number here, for the first time: `x - x` is 0, and is divided by `2\*x - 2\*x`, which is 0 too\.$/,
    c: [
      'double f(double x) { double y = (x - x) / (2*x - 2*x); return y * x; }',
      'y = (x - x) / (2*x - 2*x)',
    ],
    fortran: ['subroutine f(x, y)\nreal(8) x, y\ny = (x - x)/(2*x - 2*x)\nend', 'y = (x - x)/(2*x - 2*x)'],
    goesOn: true,
  },
  {
    what: 'a derivative without a bound',
    code: 'not-finite',
    says: /^The derivative by `x` is infinite for these inputs, because `sqrt\(1 - x\*x\)` is 0 where `.*` is divided by it\.$/,
    c: ['double f(double x) { double y = 3*x; y = y + acos(x); return y; }', 'y = y + acos(x)'],
    fortran: ['subroutine f(x, y)\nreal(8) x, y\ny = 3*x\ny = y + acos(x)\nend', 'y = y + acos(x)'],
    request: { inputs: { x: 1 } },
    goesOn: true,
  },
  {
    what: 'a product too large for an integer',
    code: 'integer-overflow',
    says: /^`n\*n` would be 4,000,000,000,000 here, more than an integer of 32 bits holds: it wraps around\.$/,
    c: ['double f(int n, double x) { return n*n * x; }', 'n*n'],
    fortran: ['subroutine f(n, x)\ninteger n\nreal(8) x\nx = n*n*x\nend', 'n*n'],
    request: { inputs: { n: 2_000_000 } },
    goesOn: true,
  },
  {
    what: 'a factorial beyond 64 bits',
    code: 'integer-overflow',
    says: /^`k\*i` would be 51,090,942,171,709,440,000 here, more than an integer of 64 bits holds: it wraps around\.$/,
    c: ['double f(double x) { long k = 1; for (int i = 1; i < 25; i++) k = k*i; return k * x; }', 'k*i'],
    fortran: [
      'subroutine f(x)\nreal(8) x\ninteger(8) k\ninteger i\nk = 1\ndo i = 1, 25\nk = k*i\nend do\nx = k*x\nend',
      'k*i',
    ],
    goesOn: true,
  },
  {
    what: 'a power too large for an integer',
    code: 'integer-overflow',
    says: /^`(1 << n|2\*\*n)` (shifts an integer of 32 bits by more places than it has|would be 1,099,511,627,776 here, .*)\.$/,
    c: ['double f(int n, double x) { int k = 1 << n; return k * x; }', '1 << n'],
    fortran: ['subroutine f(n, x)\ninteger n\nreal(8) x\nx = 2**n*x\nend', '2**n'],
    request: { inputs: { n: 40 } },
    goesOn: true,
  },
  {
    what: 'a recursion without end',
    code: 'stack-overflow',
    says: /^The routine `f` calls itself too deeply here\.$/,
    c: ['double f(double x) { return x * f(x); }', 'f(x)'],
    fortran: ['recursive subroutine f(x)\nreal(8) x\nx = x*2\ncall f(x)\nend', 'call f(x)'],
  },
  {
    what: 'a routine whose text is not here',
    code: 'external-routine',
    says: /^`g` can't be run, since its text is not here\.$/,
    c: ['double g(double x); double f(double x) { double y = g(x); return y * x; }', 'y = g(x)'],
    fortran: ['subroutine f(x)\nreal(8) x\ncall g(x)\nend', 'call g(x)'],
  },
];

const host = defaultHost();

describe.each(FAULTS)('$what', ({ code, says, c, fortran, request = {}, goesOn, inAdjoint, inputsOnly }) => {
  const texts = [...(c ? [['c', ...c] as const] : []), ['fortran', ...fortran] as const];
  test.each(texts)('in %s', (language, source, at) => {
    const asked: ExecuteRequest = { source, language, routine: 'f', ...request };
    const { ok, diagnostics } = execute(asked);
    const found = diagnostics.filter((d) => d.code === code);
    expect(diagnostics.filter((d) => d.severity === 'error')).toHaveLength(goesOn ? 0 : 1);
    expect(ok).toBe(goesOn === true);
    expect(found.map((d) => [d.message, source.slice(d.span.start, d.span.end).split('\n')[0]])).toEqual([
      [expect.stringMatching(says), at],
    ]);
    if (!goesOn && !inputsOnly)
      expect(trapsOf(asked, inAdjoint === true)).toMatchObject([{ code }, { code }]);
  });
});

/** Where WebAssembly and the interpreter stop; the same but for the moment, where the clock decides. */
function trapsOf(request: ExecuteRequest, inAdjoint: boolean) {
  const { program, adjoint } = compile(request, host.now);
  const limits = { ...DEFAULT_LIMITS, ...request.budget };
  const { values } = resolveInputs(program, 'f', request.inputs ?? {}, new DiagnosticSink(), host);
  const runnable = inAdjoint && adjoint ? adjoint : { program, entry: 'f' };
  const input = bindByKey(runnable.program, runnable.entry, values);
  const ran = createMachine(host, runnable.program).run(input, limits);
  const interpreted = interpret(runnable.program, input, { now: host.now, limits });
  // Where the stack is full depends on how far the code has been optimised by then.
  const at = ran.trap?.code === 'stack-overflow' ? { statement: ran.trap.statement } : {};
  if (!inAdjoint) expect({ ...interpreted.trap, ...at }).toEqual(ran.trap);
  return [ran.trap, interpreted.trap];
}
