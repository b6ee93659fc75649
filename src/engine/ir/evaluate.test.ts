import { describe, expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import { execute } from '../index';
import { evaluate } from './evaluate';
import { variableOf } from './names';
import type { Expr, Place, Program } from './types';

/* An expression comes to what a run makes of it, wherever the values of what it reads are known. */

const INPUTS: Record<string, number[]> = {
  i: [7],
  j: [-3],
  big: [2147483647],
  k: [5_000_000_000],
  s: [0.1],
  x: [-2.75],
  z: [0],
  a: [1.5, -0.25, 4],
};

const C = [
  'i + j - big * 3',
  '-i',
  '~i + !i + !z',
  'i / j + i % j',
  '(i & 5) + (i | 8) + (i ^ j) + (i << 3) + (j >> 1)',
  '(big << 1) + (i << 33 % 32)',
  '(k & 0x1ffffffffL) + (k | 1L) + (k ^ 3L) + (k << 2) + (k >> 3)',
  'k / 7 - k % 7 + 3 * k - ~k - -k',
  's * s + x / 3',
  '(float) x + s / 3.0f - -s',
  '(int) x + (int) (x * 10) + (int) k',
  '(long) (x * 1e10)',
  '(i < j) + 2 * (i <= 7) + 4 * (i > j) + 8 * (i >= 8) + 16 * (i == 7) + 32 * (i != 7)',
  '(x < 0 && i > 9) + 2 * (x < 0 && z == 0) + 4 * (x < 0 || i / z > 1) + 8 * (x > 0 || i > 0)',
  'x > 0 ? 1 / z : i',
  'sin(x) + pow(fabs(x), 1.5) + fmin(x, s) + abs(j) + sqrtf(s)',
  'a[i - 5] * a[1]',
];
const FORTRAN = [
  'i / j + mod(i, j) + modulo(i, j) + i ** 3 + j ** 2 + 2 ** j',
  'min(i, j) + max(k, 3_8) + sign(i, j) + dim(i, j) + abs(j)',
  'iand(i, 5) + ior(i, 8) + ieor(i, j) + shiftl(i, 3) + not(i)',
  'shiftl(1_8, 40) + ieor(k, shiftl(3_8, 33)) - k ** 1',
  'merge(1, 2, i > 3 .and. .not. (j > 3)) + merge(1, 2, x > 0 .or. i == 0)',
  'merge(4, 8, (x > 0) .eqv. (i < 0)) + merge(16, 32, (x > 0) .neqv. (i > 0))',
  'int(x) + nint(x) + floor(x) + ceiling(x) + real(s) * real(x)',
  'a(i - 4) - a(1) + real(k, 4)',
];

const SOURCES = {
  c: `void f(int i, int j, int big, long k, float s, double x, int z, double a[3], double y[${C.length}]) {
${C.map((e, n) => `  y[${n}] = ${e};`).join('\n')}
}
`,
  fortran: `subroutine f(i, j, big, k, s, x, z, a, y)
  integer, intent(in) :: i, j, big, z
  integer(8), intent(in) :: k
  real, intent(in) :: s
  real(8), intent(in) :: x, a(3)
  real(8), intent(inout) :: y(${FORTRAN.length})
${FORTRAN.map((e, n) => `  y(${n + 1}) = ${e}`).join('\n')}
end subroutine
`,
};
const PARSE = { c: parseC, fortran: parseFortran };

/** The expressions that y is assigned, and what is known of the rest. */
function assigned(program: Program): readonly Expr[] {
  return (program.routines[0]?.body ?? []).flatMap((s) => (s.kind === 'assign' ? [s.value] : []));
}

function reading(program: Program, lower: number) {
  const read = (place: Place): number | null => {
    const v = variableOf(program, place.variable);
    const at = place.kind === 'element' ? evaluate(place.subscripts[0] as Expr, { read }) : lower;
    const value = at === null ? undefined : INPUTS[v.name]?.[at - lower];
    return value === undefined ? null : v.type === 'f32' ? Math.fround(value) : value;
  };
  return read;
}

describe.each(['c', 'fortran'] as const)('in %s', (language) => {
  const { program, diagnostics } = PARSE[language](SOURCES[language]);
  const values = assigned(program);
  const texts = language === 'c' ? C : FORTRAN;

  test('each expression comes to what a run computes', () => {
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    const { y, ...inputs } = { ...INPUTS, y: texts.map(() => 0) };
    const run = execute({ language, source: SOURCES[language], inputs: { ...inputs, y } });
    expect(run.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    const read = reading(program, language === 'c' ? 0 : 1);
    const found = values.map((e, n) => [texts[n], evaluate(e, { read })]);
    expect(found).toEqual(texts.map((text, n) => [text, run.outputs.y?.[n]]));
  });

  test('what reads something unknown has no value, what never reads it has one', () => {
    expect(values.map((e) => evaluate(e))).toEqual(values.map(() => null));
  });
});

test('a trap, and an integer that nothing holds, have no value', () => {
  const traps = [
    '1 / (i - i)',
    '1 % (i - i)',
    '(int) (x * 1e10)',
    '(int) (x / z)',
    '9007199254740993L + k',
    'k * k',
    '(k << 30) | 1L',
  ];
  const { program } = parseC(SOURCES.c.replace(/y\[0\] = .*;/, traps.map((e) => `y[0] = ${e};`).join('\n')));
  const read = reading(program, 0);
  const found = assigned(program)
    .slice(0, traps.length)
    .map((e, n) => [traps[n], evaluate(e, { read })]);
  expect(found).toEqual(traps.map((text) => [text, null]));
});

test('a constant of Fortran is no integer that wraps', () => {
  const { program } = parseFortran(
    SOURCES.fortran.replace(/y\(1\) = .*/, 'y(1) = big + 1\ny(1) = big * big'),
  );
  const read = reading(program, 1);
  const sums = assigned(program).slice(0, 2);
  expect(sums.map((e) => evaluate(e, { read }))).toEqual([-(2 ** 31), 1]);
  expect(sums.map((e) => evaluate(e, { read, noWrap: true }))).toEqual([null, null]);
});
