/** `record: 'least'` (theory 15) against TBR: the same gradient, and on no run more bytes. */
import { describe, expect, test } from 'vitest';
import { present } from '../../base/lookup';
import { certify, type ExecuteRequest, execute, type Options } from '../../index';
import { corpusKernels } from '../../testing/corpusKernels';
import { draws, seedsOf, tellsShares } from '../../testing/draws';
import { drawOptions } from '../../testing/options';
import { fitCaseOf, requestOf } from '../../testing/oracles';
import { randomFrom } from '../../testing/prng';
import { generateProgram } from '../../testing/random';

function bothOf(request: ExecuteRequest, options: Partial<Options> = {}) {
  const run = (record: Options['record']) => execute({ ...request, options: { ...options, record } });
  return { tbr: run('tbr'), least: run('least') };
}

test('of random programs, the gradient is that of TBR, and no more is on tape', () => {
  const wrong: string[] = [];
  let [less, unfit] = [0, 0];
  const drawn = draws(5, 20_000);
  for (const seed of seedsOf(drawn)) {
    const random = randomFrom(seed);
    const language = random.pick(['c', 'fortran'] as const);
    const made = generateProgram(seed, { language, routines: random.chance(0.3) ? 3 : 0 });
    const other = drawOptions(random);
    const options: Partial<Options> = {
      ...other,
      basicBlocks: 'statements',
      // Partials that read results round otherwise.
      useResults: false,
      reversal: other.reversal === 'statements' ? 'joins' : other.reversal,
    };
    const fit = fitCaseOf(made);
    if (!fit) {
      unfit++;
      continue;
    }
    const { tbr, least } = bothOf(requestOf(fit, {}), options);
    if (!tbr.ok) continue;
    if (!least.ok) wrong.push(`${seed}: refused`);
    if (least.tape.bytes > tbr.tape.bytes)
      wrong.push(`${seed}: ${least.tape.bytes} bytes, ${tbr.tape.bytes} with TBR`);
    // Sums that are merged may round in another order; without rounding they must be equal.
    if (JSON.stringify(least.derivatives) !== JSON.stringify(tbr.derivatives)) {
      const { verdict } = certify({ ...requestOf(fit, {}), options: { ...options, record: 'least' } });
      if (!options.merge || verdict !== 'exact') wrong.push(`${seed}: another gradient`);
    }
    if (least.check.verdict === 'failed' && tbr.check.verdict !== 'failed')
      wrong.push(`${seed}: ${least.check.sentence}`);
    if (least.tape.bytes < tbr.tape.bytes) less++;
  }
  expect(wrong).toEqual([]);
  if (tellsShares(drawn)) expect(less).toBeGreaterThan(0);
  expect(unfit).toBeLessThanOrEqual(1 + drawn / 50);
});

test('of several choices, only the one that asks for more is taken back', () => {
  const kernels = new Map(corpusKernels().map(({ file, ...k }) => [file, k]));
  const bytes = (file: string) => {
    const { tbr, least } = bothOf(present(kernels.get(file), file));
    expect(least.check.verdict, file).toBe('passed');
    return [file, least.tape.bytes, tbr.tape.bytes];
  };
  // Computed again at the end of a list; undone; read by windows of one list among many.
  expect(['random-walks.c', 'soft-tree.c', 'walk-two.c', 'lj.f90', 'gauss.f90'].map(bytes)).toEqual([
    ['random-walks.c', 40, 80],
    ['soft-tree.c', 100, 180],
    ['walk-two.c', 125.25, 165.25],
    ['lj.f90', 96, 144],
    ['gauss.f90', 208.5, 568.5],
  ]);
});

test('a value that cannot be put back at the end is left as TBR leaves it', () => {
  const source = `subroutine f(n, x, a)\n integer n, i, j\n real*8 x, a(*)\n do i = 1, n\n  do j = 1, n\n   a(i) = sin(1.43d0)
   x = x - 0.83d0*tanh(0.83d0*(-a(j)))\n  end do\n end do\nend`;
  const request: ExecuteRequest = { source, language: 'fortran', inputs: { n: 3, x: 2, a: [1, 2, 3] } };
  const { tbr, least } = bothOf(request, { keepPrimalResults: true, splitNested: true });
  expect(tbr.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(least.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(least.derivatives).toEqual(tbr.derivatives);
});

interface Kernel {
  readonly c: string;
  readonly fortran: string;
  readonly inputs: ExecuteRequest['inputs'];
  readonly dependents?: readonly string[];
  readonly bytes: number;
}

const FOUR = { n: 4, x: [1, 2, 3, 4], y: [0.1, 0.2, 0.3, 0.4] };

const KERNELS: Record<string, Kernel> = {
  'an element that is scaled and read, and written for nobody last': {
    c: `void f(int n, double a, double x[n], double y[n]) {
          for (int i = 0; i < n; i++) { y[i] = 2.5 * y[i]; x[i] = x[i] + y[i] * y[i]; y[i] = a * y[i]; } }`,
    fortran: `subroutine f(n, a, x, y)\n integer n, i\n real*8 a, x(n), y(n)\n do i = 1, n\n  y(i) = 2.5d0*y(i)
  x(i) = x(i) + y(i)*y(i)\n  y(i) = a*y(i)\n end do\nend`,
    inputs: { ...FOUR, a: 1.1 },
    dependents: ['x'],
    bytes: 0,
  },
  'integers that the iteration sets first': {
    c: `void f(int n, double x[n], double y[n]) {
          for (int i = 0; i < n; i++) { int k = i, j = 0; if (x[i] > 2.5) y[k] = y[k] + x[j] * x[k]; else y[j] = y[j] + x[k] * x[k]; } }`,
    fortran: `subroutine f(n, x, y)\n integer n, i, j, k\n real*8 x(n), y(n)\n do i = 1, n\n  k = i\n  j = 1
  if (x(i) > 2.5d0) then\n   y(k) = y(k) + x(j)*x(k)\n  else\n   y(j) = y(j) + x(k)*x(k)\n  end if\n end do\nend`,
    inputs: FOUR,
    dependents: ['y'],
    bytes: 0,
  },
  'a copy that is overwritten after its use': {
    c: `void f(int n, double x[2], double *y) { double t; *y = 0;
          for (int i = 0; i < n; i++) { t = x[0]; *y = *y + t * t; t = t * x[1]; *y = *y + t; } }`,
    fortran: `subroutine f(n, x, y)\n integer n, i\n real*8 x(2), y, t\n y = 0\n do i = 1, n\n  t = x(1)\n  y = y + t*t
  t = t*x(2)\n  y = y + t\n end do\nend`,
    inputs: { n: 4, x: [1, 2], y: 0 },
    bytes: 0,
  },
  'an index that counts down': {
    c: `void f(int n, double x[n], double *y) { int xcount = n - 1;
          for (int i = 0; i < n; i++) { *y = *y + x[xcount] * x[xcount]; xcount = xcount - 1; } }`,
    fortran: `subroutine f(n, x, y)\n integer n, i, xcount\n real*8 x(n), y\n xcount = n\n do i = 1, n
  y = y + x(xcount)*x(xcount)\n  xcount = xcount - 1\n end do\nend`,
    inputs: { n: 4, x: [1, 2, 3, 4], y: 0.5 },
    bytes: 0,
  },
  'a callee that reads and writes one element': {
    c: `void g(double *a, double b) { *a = *a * *a * b; }
        void f(int n, double x[n], double *y) { *y = *y + x[1] * x[2]; g(&x[1], x[0]); *y = *y + x[1] * x[1]; }`,
    fortran: `subroutine g(a, b)\n real*8 a, b\n a = a*a*b\nend
subroutine f(n, x, y)\n integer n\n real*8 x(n), y\n y = y + x(2)*x(3)\n call g(x(2), x(1))\n y = y + x(2)*x(2)\nend`,
    inputs: { n: 4, x: [1, 2, 3, 4], y: 0.5 },
    bytes: 8,
  },
  'an element whose place is told by the same array, and that one by a choice': {
    c: `void f(double x, int l, double *y) { double b[3]; for (int i = 0; i < 3; i++) b[i] = 0.3 * x + i;
          *y = *y * b[(int)(1 + sin(b[l > 2 ? 2 : l]))]; x = x * b[(int)(1 + sin(b[l > 2 ? 2 : l] * *y))]; *y = x * *y; }`,
    fortran: `subroutine f(x, l, y)\n integer l, i\n real*8 x, b(0:2), y\n do i = 0, 2\n  b(i) = 0.3d0*x + i\n end do
 y = y*b(int(1 + sin(b(merge(2, l, l > 2)))))\n x = x*b(int(1 + sin(y*b(merge(2, l, l > 2)))))\n y = x*y\nend`,
    inputs: { x: 2, l: 0, y: 0.5 },
    dependents: ['y'],
    bytes: 16,
  },
  'a test as the last statement': {
    c: `void f(double x, double *y) { *y = *y * x; if (*y > 0) *y = sin(*y); else *y = x * *y; }`,
    fortran: `subroutine f(x, y)\n real*8 x, y\n y = y*x\n if (y > 0) then\n  y = sin(y)\n else\n  y = x*y\n end if\nend`,
    inputs: { x: 2, y: 0.5 },
    bytes: 0,
  },
};

describe.each(Object.entries(KERNELS))('%s', (_, { c, fortran, inputs = {}, dependents, bytes }) => {
  test.each([
    ['c', c],
    ['fortran', fortran],
  ] as const)('%s', (language, source) => {
    const request = {
      source,
      language,
      routine: 'f',
      inputs,
      ...(dependents && { dependents: [...dependents] }),
    };
    const { tbr, least } = bothOf(request);
    expect(least.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(least.check.verdict, least.check.sentence).toBe('passed');
    expect(least.derivatives).toEqual(tbr.derivatives);
    expect(least.tape.bytes).toBe(bytes);
  });
});
