import { describe, expect, test } from 'vitest';
import { differentiate, type ExecuteRequest, execute, type Options } from '../../index';
import { compilerFor } from '../../testing/compilers';
import { some } from '../../testing/draws';
import { checkedRequest, gradientIn } from '../../testing/takenAway';

type Kernel = Pick<ExecuteRequest, 'source' | 'language' | 'inputs' | 'independents' | 'dependents'>;

const ACTIVE: Kernel = {
  language: 'c',
  source: `double stepx(double v) { static double state = 0.5; state = state*v + 1; return state; }
double f(int n, double x[n]) { double s = 0; for (int i = 0; i < n; i++) s += stepx(x[i])*x[i]; return s; }`,
  inputs: { n: 3, x: [1.1, 0.6, 1.4] },
};
const PASSIVE: Kernel = {
  language: 'c',
  source: `double scale(double v) { static int k = 0; k++; return v*k; }
double f(double x) { double a = scale(1.0); return scale(x) + a; }`,
  inputs: { x: 2 },
};
const TABLE: Kernel = {
  language: 'c',
  source: `double lut(int k, double v) {
  static int ready = 0; static double tab[4];
  if (!ready) { for (int i = 0; i < 4; i++) tab[i] = i + 1.5; ready = 1; }
  return tab[k]*v*v;
}
double f(double x) { return lut(1, x)*lut(2, x); }`,
  inputs: { x: 1.3 },
};
const NESTED: Kernel = {
  language: 'c',
  source: `static double gain = 2.0;
double inner(double v) { static double last = 0.25; static int s = 0; double r = last*v + s; last = v*v*gain; s++; return r; }
double outer(double v) { static double last = 1.5, w[2][2] = {{1, 2}, {3, 4}}; double r = inner(v)*last*w[1][0]; last = last*r + w[0][1]; w[1][0] += v*last; return r; }
double f(int n, double x[n]) { static double s; s = 0; for (int i = 0; i < n; i++) { s += outer(x[i])*x[i]; gain = gain*x[i]; } return s + inner(s); }`,
  inputs: { n: 3, x: [1.1, 0.6, 1.4] },
};
const SAVED: Kernel = {
  language: 'fortran',
  source: `subroutine step(v, r)
  real(8), intent(in) :: v
  real(8), intent(out) :: r
  real(8), save :: state = 0.5d0, hist(3) = [0.1d0, 0.2d0, 0.3d0]
  integer, save :: count = 0
  count = count + 1
  r = state*v + hist(mod(count, 3) + 1)*count
  hist(mod(count, 3) + 1) = v*v*state
  state = v + 0.3d0*state
end subroutine
subroutine f(n, x, y)
  integer n, i
  real(8) x(n), y, r
  y = 0
  do i = 1, n
    call step(x(i), r)
    y = y*y + r
  end do
end subroutine`,
  inputs: { n: 4, x: [1.1, 0.6, 1.4, 0.3] },
};
const IN_MODULE: Kernel = {
  language: 'fortran',
  source: `module m
contains
  function acc(v) result(r)
    real(8), intent(in) :: v
    real(8) :: r
    real(8), save :: s = 1.0d0
    s = s*v
    r = s*s
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    y = acc(x(1))*acc(x(2)) + acc(x(3))
  end subroutine
end module`,
  inputs: { x: [1.1, 0.6, 1.4] },
};
const LAG: Kernel = {
  language: 'c',
  source: `double lag(double v) { static double last = 0.25; double r = last*v; last = v*v; return r; }
double f(int n, double x[n]) { double s = 0; for (int i = 0; i < n; i++) s += lag(x[i]); return s; }`,
  inputs: { n: 3, x: [1.1, 0.6, 1.4] },
};

const apart = (a: number, b: number) => Math.abs(a - b) / Math.max(1, Math.abs(b));
const BOTH = ['c', 'fortran'] as const;

const OPTIONS: readonly Partial<Options>[] = [
  {},
  { calls: 'split' },
  { calls: 'inline' },
  { calls: 'split', reversal: 'statements', record: 'all', elements: false },
  { snapshots: 'lazy', record: 'initialized', keepPrimalResults: true },
];
/** What a kernel is compiled with: in the fast tier every other one with one of them, in turn. */
const COMPILED = OPTIONS.flatMap((options) => BOTH.map((target) => [options, target] as const));
const KERNELS: readonly (readonly [what: string, kernel: Kernel])[] = [
  ['an active static', ACTIVE],
  ['a passive static, one for the primal and its adjoint', PASSIVE],
  ['a table that the first call fills', TABLE],
  ['statics of one name, nested calls, a static of the entry', NESTED],
  ['SAVE', SAVED],
  ['SAVE in a module', IN_MODULE],
];

describe.skipIf(!compilerFor('c') || !compilerFor('free'))(
  'callees with memory, printed and compiled',
  () => {
    const cases = KERNELS.map(([what, kernel], k) => [what, kernel, k] as const);
    const taken = some(KERNELS, 3).map(([what]) => what);
    test.each(cases)('%s: the driver finds the gradient of the page', (what, kernel, turn) => {
      const compiled = taken.includes(what) ? some(COMPILED, 1, turn) : [];
      for (const options of OPTIONS) {
        const run = execute({ ...kernel, options });
        const about = JSON.stringify(options);
        expect([run.ok, run.check.verdict], about).toEqual([true, 'passed']);
        for (const [, each] of compiled.filter(([own]) => own === options)) {
          const made = checkedRequest({ ...kernel, options, target: each });
          expect([made.stderr, made.status], `${about} in ${each}`).toEqual(['', 0]);
          expect(made.stdout, about).toMatch(/dot product: .*: passed\n\s*difference: .*: passed/);
          const page = Object.values(run.derivatives).flat();
          const found = gradientIn(made.stdout);
          expect(found.length, about).toBe(page.length);
          found.forEach((value, i) => {
            expect(apart(value, page[i] as number), about).toBeLessThan(1e-11);
          });
        }
      }
    });

    test('a static that is chosen as independent, with dimensions of its own', () => {
      for (const target of ['c', 'fortran'] as const) {
        const request = { ...NESTED, independents: ['outer.w'] };
        const made = checkedRequest({ ...request, target });
        expect([made.stderr, made.status], target).toEqual(['', 0]);
        const page = execute(request).derivatives['outer.w'] as readonly number[];
        gradientIn(made.stdout).forEach((value, i) => {
          expect(apart(value, page[i] as number), target).toBeLessThan(1e-11);
        });
      }
    });
  },
);

test('what a callee pushes of its own is declared where its caller pushes it', () => {
  for (const target of ['c', 'fortran', 'javascript'] as const) {
    const text = differentiate({ ...ACTIVE, target }).code?.text ?? '';
    const declared = target === 'fortran' ? /real\(8\) :: state\b/g : /(double|let|const) stepx_state\b/g;
    expect(text.match(declared), target).toHaveLength(1);
  }
});

describe('hidden state', () => {
  test('is neither dependent nor independent by default', () => {
    const { variables } = differentiate(LAG);
    const state = variables.find(({ key }) => key === 'lag.last');
    expect(state).toMatchObject({ dependent: false, independent: false });
    expect(state).toMatchObject({ canBeDependent: true, canBeIndependent: true });
    const run = execute(LAG);
    expect(run.check.verdict).toBe('passed');
    expect(Object.keys(run.derivatives)).toEqual(['x']);
    expect(run.derivatives.x?.[2]).toBeCloseTo(0.36, 14);
  });

  test.each(['joint', 'split', 'inline'] as const)('can be chosen as either, %s', (calls) => {
    const chosen = execute({
      ...LAG,
      independents: ['x', 'lag.last'],
      dependents: ['lag.last', 'f'],
      options: { calls },
    });
    expect(chosen.check.verdict).toBe('passed');
    expect(chosen.derivatives.x?.[2]).toBeCloseTo(3.16, 14);
    expect(chosen.derivatives['lag.last']?.[0]).toBeCloseTo(1.1, 14);
  });

  test('SAVE in Fortran alike, and by a directive', () => {
    expect(differentiate(SAVED).variables.filter(({ dependent }) => dependent)).toMatchObject([{ key: 'y' }]);
    const directive = '! backsweep: dependents(step.state)\nsubroutine f(';
    const source = SAVED.source.replace('subroutine f(', directive);
    const found = differentiate({ ...SAVED, source }).variables.filter(({ dependent }) => dependent);
    expect(found).toMatchObject([{ key: 'step.state' }]);
  });
});
