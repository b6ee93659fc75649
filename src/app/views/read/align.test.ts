import { expect, test } from 'vitest';
import { differentiate } from '../../../engine/index';
import type { DifferentiateRequest } from '../../../engine/pipeline/results';
import { corpusKernels } from '../../../engine/testing/corpusKernels';
import { some } from '../../../engine/testing/draws';
import { EXAMPLES, playgroundOf } from '../../../examples';
import { requestOf } from '../../store/document/playground';
import { codeLines } from '../code/lines';
import { alignmentOf } from './align';

/** `line: forward ‖ backward`, as the page lays it out. */
function laidOut(request: DifferentiateRequest): string[] {
  const result = differentiate(request);
  const alignment = alignmentOf(result);
  if (alignment.kind === 'listing') return [alignment.why];
  const lines = result.code.text.split('\n').map((line) => line.trim());
  const told = (all: readonly number[]) => all.map((at) => lines[at]).join(' ');
  return alignment.rows.map(({ forward, backward }, i) => `${i + 1}: ${told(forward)} ‖ ${told(backward)}`);
}

const LOOP = `double f(double x, double y) {
  if (x < y) {
    x = x * y;
    while (y < x) {
      x = sin(x * y);
    }
  }
  return x;
}
`;

test('a push and its pop share the row of their statement; what ends a block there begins it backwards', () => {
  expect(laidOut({ source: LOOP, language: 'c' }).slice(1, 8)).toEqual([
    '2: if (x < y) { ‖ }',
    '3: push_double(x); x = x * y; ‖ x = pop_double(); *yb += x * xb0; xb0 = y * xb0;',
    '4: trips = 0; while (y < x) { ‖ }',
    '5: push_double(x); x = sin(x * y); trips++; ‖ x = pop_double(); tempb = cos(x * y) * xb0; *yb += x * tempb; xb0 = y * tempb;',
    '6: } push_count(trips); push_bit(1); ‖ trips = pop_count(); for (trip = 1; trip <= trips; trip++) {',
    '7: } else { push_bit(0); } ‖ branch = pop_bit(); if (branch != 0) {',
    '8:  ‖ xb0 = fb;',
  ]);
});

test('arms stand under their own heads', () => {
  const source = LOOP.replace(
    /while[\s\S]*?\n {4}\}\n {2}\}/,
    'x = x * x;\n  } else {\n    x = sin(x);\n  }',
  );
  const rows = laidOut({ source, language: 'c' });
  expect(rows.slice(3, 7).map((row) => row.replace(/^.*‖ /, ''))).toEqual([
    'xb0 = 2.0 * x * xb0;',
    'if (branch != 0) {',
    'xb0 = cos(x) * xb0;',
    'branch = pop_bit(); } else {',
  ]);
});

const CALLS = `double square(double a) {
  a = a * a;
  return a * a;
}

void f(double *x, double *y) {
  double s;
  for (int i = 0; i < 3; i++) {
    s = square(x[i]);
    x[i] = s * x[i];
  }
  *y = s;
}
`;

test('what a routine that is called runs stands beside its own lines, with what it stores', () => {
  const result = differentiate({ source: CALLS, language: 'c' });
  const alignment = alignmentOf(result);
  if (alignment.kind === 'listing') throw new Error(alignment.why);
  expect(alignment.bands).toEqual([
    { name: 'square', first: 0, last: 3 },
    { name: 'f', first: 5, last: 12 },
  ]);
  const rows = laidOut({ source: CALLS, language: 'c' });
  expect(rows[1]).toMatch(/push_double\(a\); a = a \* a; ‖ a = pop_double\(\);/);
  expect(rows[8]).toMatch(/square.* ‖ .*square_b/);
  const stored = alignment.rows.map((row) => row.stored.map(({ recording }) => recording.text).join());
  expect(stored.slice(1, 10)).toEqual(['a', '', '', '', '', '', '', 's', 'x[i]']);
});

const LEAVES = `subroutine relax(n, x, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: x
  real(8), intent(out) :: y
  integer :: k
  y = 0.0d0
  do k = 1, n
    x = x*x
    if (x < 1.0d-3) then
      y = y + x
    else
      if (y > 2.0d0) exit
    end if
  end do
  y = y*x
end subroutine
`;

test('a loop that is left early is reversed between its own ends', () => {
  const rows = laidOut({ source: LEAVES, language: 'fortran' });
  const backward = rows.map((row) => row.replace(/^.*‖ ?/, ''));
  expect(rows).toHaveLength(17);
  expect(backward[13]).toMatch(/pop_.*do trip = 1, trips$/);
  expect(backward[6]).toBe('end do');
  expect(backward[7]).toMatch(/^call pop_double\(x\)/);
  expect(rows[11]).toMatch(/exit/);
});

const ARMS = `double f(double x, double y) {
  if (x > 0.0) {
    if (y > 1.0)
      y = y * x;
    else
      y = sqrt(y);
  } else {
    y = y * sin(x);
  }
  return x * y;
}
`;

test('an arm without braces, and a derivative that has cases, leave the arms around them where they are', () => {
  const rows = laidOut({ source: ARMS, language: 'c' });
  expect(rows[6]).toMatch(/^7: .*\} else \{/);
  expect(rows[7]).toMatch(/y = y \* sin\(x\);/);
  expect(rows[5]).toMatch(/‖ .*if \(y == 0\.0\)/);
});

const PLACED = `void g(double *u, double *v) {
  *u = *u * *v;
  *v = *u * *v;
  *u = sin(*u);
  *v = exp(*v);
}
double f(double x, double y) {
  double z = x * y;
  g(&x, &z);
  return x * z;
}
`;

test('what is put in place of a call stands among the lines of its caller', () => {
  const rows = laidOut({ source: PLACED, language: 'c', options: { calls: 'inline' } });
  expect(rows).toHaveLength(12);
  expect(rows[1]).toBe('2:  ‖ ');
  expect(rows[7]).toMatch(/= sin\(/);
});

test('what is put in place of a call does not take lines behind it to where its routine ends', () => {
  const source = `static void model(int n, double *w, double *s) {
  for (int i = 0; i < n; i++)
  {
    s[i] = s[i] * w[i];
  }
}
void f(int n, double *w, double *s, const double *x) {
  for (int i = 0; i < n; i++)
  {
    s[i] = x[i] * w[i];
  }
  for (int i = 0; i < 2; i++)
  {
    model(n, w, s);
  }
}
`;
  const rows = laidOut({ source, language: 'c', routine: 'f', options: { calls: 'inline' } });
  expect(rows[9]).toMatch(/^10: .*s\[i\] = x\[i\] \* w\[i\]; ‖ /);
});

test('of several routines each is listed in the order in which it runs', () => {
  const [one, several] = ['double f(double x) { return x * x; }', CALLS].map((source) =>
    laidOut({ source, language: 'c', mode: 'tangent' }),
  );
  expect(one).toEqual(['A tangent has no backward sweep. This is the order in which it runs.']);
  expect(several).toEqual([
    'A tangent has no backward sweep. Each routine stands in the order in which it runs.',
  ]);
});

test('few kernels jump so that their lines cannot be followed', () => {
  const kernels = some(corpusKernels(), 12);
  const listed = kernels.filter(
    ({ source, language }) => alignmentOf(differentiate({ source, language })).kind === 'listing',
  );
  // One kernel in twenty; of few, chance may find two more.
  expect(listed.length).toBeLessThanOrEqual(2 + 0.05 * kernels.length);
});

test('every line of the sweeps of every example stands in one row, in the order in which it runs', () => {
  for (const example of some(EXAMPLES, 8)) {
    const result = differentiate(requestOf(playgroundOf(example)));
    const alignment = alignmentOf(result);
    if (alignment.kind === 'listing') continue;
    const forward = alignment.rows.flatMap((row) => row.forward);
    const backward = alignment.rows.flatMap((row) => row.backward);
    const all = codeLines(result).flatMap(({ origin, start, end }, at) =>
      start !== end && origin?.sweep && origin.role !== 'declaration' && origin.role !== 'comment'
        ? [at]
        : [],
    );
    const placed = [...forward, ...backward].sort((a, b) => a - b);
    expect(new Set(placed).size, example.id).toBe(placed.length);
    expect(
      all.filter((at) => !placed.includes(at)),
      example.id,
    ).toEqual([]);
    if (result.called.length === 0) expect(forward, example.id).toEqual([...forward].sort((a, b) => a - b));
  }
});

test('where control jumps, only the running order is shown', () => {
  expect(laidOut({ source: LOOP, language: 'c', options: { reversal: 'blocks' } })[0]).toMatch(
    /no order that the kernel has/,
  );
});
