/** Loops whose test needs statements first (theory 7): nested control like any other, without a jump and without an arrow. */
import { describe, expect, test } from 'vitest';
import { algorithmSteps, analysisSteps, differentiate, execute } from '../../index';
import type { DifferentiateRequest, Options } from '../results';

/** [TBR] Table 2.1 as printed, with a `check` that ends the loop. */
const TABLE: readonly (readonly [string, DifferentiateRequest])[] = [
  [
    'c',
    {
      language: 'c',
      routine: 'sweep',
      source: `int check(int j) { return j > 4; }
void sweep(double x[12]) {
  int i = 0, j = 10;
  double a = 3.14159;
  while (check(j)) {
    if (fmax(i, j) > 7) {
      x[i] = j + sin(x[i]);
    } else {
      x[j] = j*cos(x[j]) + a;
    }
    i = i + 1;
    j = j - 1; a = a/2;
  }
}`,
    },
  ],
  [
    'fortran',
    {
      language: 'fortran',
      routine: 'sweep',
      source: `logical function check(j)
  integer, intent(in) :: j
  check = j > 4
end function
subroutine sweep(x)
  real(8) :: x(0:11), a
  integer :: i, j
  logical, external :: check
  i = 0; j = 10; a = 3.14159d0
  do while (check(j))
    if (max(i, j) > 7) then
      x(i) = j + sin(x(i))
    else
      x(j) = j*cos(x(j)) + a
    end if
    i = i + 1
    j = j - 1; a = a/2
  end do
end subroutine`,
    },
  ],
];
const BEFORE_LIVENESS: Partial<Options> = { adjointLiveness: false };

describe.each(TABLE)('[TBR] Table 2.1 in %s, verbatim', (_, kernel) => {
  test.each(['joins', 'structured'] as const)('%s pushes one count, and one bit a trip', (reversal) => {
    const d = differentiate({ ...kernel, options: { ...BEFORE_LIVENESS, reversal } });
    expect(d.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(d.recordings.map(({ kind, location }) => location || kind).sort()).toEqual(
      ['x', 'x', 'i', 'j', 'branch', 'count'].sort(),
    );
    const { graphs } = d;
    const kinds = graphs.original.vertices.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(
      new Set(['ENTRY', 'BASICBLOCK', 'LOOP', 'BRANCH', 'ENDBRANCH', 'ENDLOOP', 'EXIT']),
    );
    expect(kinds).toHaveLength(12);
    // The prelude stands before the LOOP, and again at the end of its body.
    const at = graphs.original.vertices.filter(({ statements }) =>
      statements.some(({ text }) => text.includes('check(')),
    );
    expect(at.map(({ number }) => number)).toEqual([3, 10]);
    const run = execute({
      ...kernel,
      options: { ...BEFORE_LIVENESS, reversal },
      inputs: { x: '0.3 + 0.1*i' },
    });
    expect(run.check.verdict, run.check.sentence).toBe('passed');
    expect(run.tape.controls).toBe(6 + 1);
  });

  test('the backward sweep pops the count, then in each trip j, i, the branch and the element', () => {
    const d = differentiate({ ...kernel, options: BEFORE_LIVENESS });
    const backward = d.code.origins
      .filter(({ sweep, whole, role }) => sweep === 'backward' && whole && role === 'pop')
      .map(({ start, end }) => d.code.text.slice(start, end).trim());
    const order = [/count/, /\bj\b/, /\bi\b/, /bit/, /x/].map((what) =>
      backward.findIndex((line) => what.test(line)),
    );
    expect(order.every((place) => place >= 0)).toBe(true);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(d.code.text).not.toMatch(/arrow/);
  });

  test('the steppers take it', () => {
    const structured = { ...kernel, options: { ...BEFORE_LIVENESS, reversal: 'structured' as const } };
    expect(analysisSteps(structured, 'required').evaluation).not.toBeNull();
    expect(algorithmSteps(structured).refused).toBeNull();
  });
});

const PRELUDES: readonly (readonly [string, string])[] = [
  [
    'a test that is differentiated',
    `double half(double *x) { *x = *x * 0.5 + 0.1*sin(*x); return *x * *x; }
void f(double x, double *y) { double s = 1; while (half(&x) > 0.05) { s = s * x; } *y = s + x; }`,
  ],
  [
    'a prelude with a branch',
    `double half(double *x) { *x = *x * 0.5; return *x * *x; }
void f(double x, double *y) { double s = 1; int k = 0; while (k < 3 && half(&x) > 0.001) { s = s * x; k++; } *y = s*x; }`,
  ],
  [
    'continue, which goes to the increment and then the prelude',
    `double half(double *x) { *x = *x * 0.5; return *x * *x; }
void f(double x, double *y) {
  double s = 1;
  for (int k = 0; half(&x) > 0.001; k++) { if (k == 1) continue; s = s * (x + k); }
  *y = s*x;
}`,
  ],
  [
    'a return out of the body',
    `double half(double *x) { *x = *x * 0.5; return *x * *x; }
void f(double x, double *y) {
  *y = 1;
  while (half(&x) > 0.0001) { *y = *y * x; if (*y < 0.02) return; *y = *y + sin(x); }
  *y = *y*x;
}`,
  ],
  [
    'a loop and a half, a loop in its first half',
    `void f(double x, double *y) {
  double s = 1;
  while (1) {
    for (int k = 0; k < 2; k++) s = s * sin(x + k);
    if (s < 0.1) break;
    x = x * s;
  }
  *y = s*x;
}`,
  ],
  [
    'do … while with a test that does something',
    `double half(double *x) { *x = *x * 0.5; return *x * *x; }
void f(double x, double *y) { double s = 1; do { s = s * cos(x); } while (half(&x) > 0.01); *y = s*x; }`,
  ],
];

test.each(PRELUDES)('%s is reversed in every style', (_, source) => {
  for (const reversal of ['joins', 'structured', 'statements', 'blocks'] as const)
    for (const options of [{ reversal }, { reversal, record: 'all', adjointLiveness: false }] as const) {
      const request: DifferentiateRequest = { language: 'c', source, routine: 'f', options };
      const jumps = /continue|return out|return;/.test(source);
      const run = execute({ ...request, inputs: { x: 0.9 } });
      if (reversal === 'structured' && jumps) expect(run.ok).toBe(false);
      else expect(run.check.verdict, `${reversal}: ${run.check.sentence}`).toBe('passed');
      if (reversal === 'joins' && !jumps)
        expect(differentiate(request).recordings.filter(({ kind }) => kind === 'arrow')).toEqual([]);
    }
});
