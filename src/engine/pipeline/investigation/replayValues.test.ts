import { describe, expect, test } from 'vitest';
import { present } from '../../base/lookup';
import { walkStatements } from '../../ir/statements';
import type { Expr, Place } from '../../ir/types';
import { compile } from '../compile/compile';
import { replayOf } from './replay';
import {
  distanceTo,
  distanceToRange,
  elementAt,
  positionOf,
  type RunValues,
  setValue,
  valueIn,
  valuesAtEntry,
} from './replayValues';

/* What a traced run knows of the values of its variables, and how far a test is from going the other way. */

function stateOf(source: string, language: 'c' | 'fortran', inputs: Record<string, number | number[]>) {
  const c = compile({ source, language }, () => 0);
  const state = valuesAtEntry(present(replayOf(c, inputs), 'the run'));
  const conditions: Expr[] = [];
  const assigned: { target: Place; value: Expr }[] = [];
  walkStatements(present(c.routine, 'the routine').body, (s) => {
    if (s.kind === 'if') conditions.push(s.condition);
    if (s.kind === 'assign') assigned.push(s);
  });
  return { state, conditions, assigned, idOf: (name: string) => idIn(state, name) };
}

function idIn({ program }: RunValues, name: string) {
  return present(
    program.variables.find((v) => v.name === name),
    name,
  ).id;
}

describe('how far a test is from an outcome', () => {
  const { state, conditions } = stateOf(
    `double f(double x, int n, double y) {
  double t;
  if (x > 2.0) y = y * x;
  if (!(n < 5)) y = 2 * y;
  if (x > 2.0 && n < 5) y = 3 * y;
  if (x > 2.0 || n < 5) y = 4 * y;
  if (n) y = 5 * y;
  if ((int) x == 3) y = 6 * y;
  if (t > 1.0) y = 7 * y;
  if (n < t && n > 2) y = 8 * y;
  if (n / (n - 3) > 1) y = 9 * y;
  return y;
}
`,
    'c',
    { x: 0.5, n: 3, y: 1 },
  );
  const distances = (wanted: boolean) => conditions.map((e) => distanceTo(state, e, wanted));
  test('that holds', () => {
    expect(distances(true)).toEqual([1.5, 2, 1.5, 0, 0, 2.5, null, null, null]);
  });
  test('that does not hold', () => {
    expect(distances(false)).toEqual([0, 0, 0, 2, 3, 0, null, null, null]);
  });
  test('of a selector from a case', () => {
    const n: Expr = { kind: 'variable', variable: idIn(state, 'n'), type: 'i32', span: { start: 0, end: 0 } };
    const t: Expr = { ...n, variable: idIn(state, 't'), type: 'f64' };
    expect([
      distanceToRange(state, n, 1, 3),
      distanceToRange(state, n, 5, 9),
      distanceToRange(state, n, 0, 1),
      distanceToRange(state, t, 0, 1),
    ]).toEqual([0, 2, 2, null]);
  });
});

test('a truth is one step from the other, where it is known', () => {
  const { state, conditions } = stateOf(
    'subroutine f(x, p, y)\nreal(8), intent(in) :: x\nlogical, intent(in) :: p\nreal(8), intent(out) :: y\nlogical :: q\ny = x\nif (p) y = 2*y\nif (.not. p) y = 3*y\nif (p .or. x > 2) y = 4*y\nif (q) y = 5*y\nq = p\nend subroutine',
    'fortran',
    { x: 0.5, p: 1 },
  );
  expect(conditions.map((e) => distanceTo(state, e, true))).toEqual([0, 1, 0, null]);
  expect(conditions.map((e) => distanceTo(state, e, false))).toEqual([1, 0, 1, null]);
});

describe('elements in memory order', () => {
  const c = stateOf(
    `void f(int n, int m, int k, double a[n][m], double y[2]) {
  y[0] = a[1][2];
  y[1] = a[k][0];
}
`,
    'c',
    { n: 2, m: 3, k: 1, a: [1, 2, 3, 4, 5, 6] },
  );
  const fortran = stateOf(
    `subroutine f(n, k, a, b, y)
  integer, intent(in) :: n, k
  real(8), intent(in) :: a(0:n, -1:1), b(n:*)
  real(8), intent(inout) :: y(4)
  integer :: last
  y(1) = a(0, 1)
  y(2) = b(3)
  y(3) = a(last, 0)
  last = k
end subroutine
`,
    'fortran',
    { n: 2, k: 1, a: [1, 2, 3, 4, 5, 6, 7, 8, 9], b: [10, 20, 30] },
  );
  test('rows lie together in C, columns in Fortran, from the lower bounds on', () => {
    expect(c.assigned.map(({ value }) => valueIn(c.state, value))).toEqual([6, 4]);
    expect(fortran.assigned.slice(0, 2).map(({ value }) => valueIn(fortran.state, value))).toEqual([7, 20]);
  });
  test('what a subscript is that has no value yet nobody knows', () => {
    expect(valueIn(fortran.state, present(fortran.assigned[2], 'y(3)').value)).toBeNull();
    setValue(fortran.state, fortran.idOf('last'), 0, 2);
    expect(valueIn(fortran.state, present(fortran.assigned[2], 'y(3)').value)).toBe(6);
  });
  test('bounds are those at entry, and a scalar has no position', () => {
    setValue(c.state, c.idOf('m'), 0, 100);
    expect(positionOf(c.state, c.idOf('a'), [1, 2])).toBe(5);
    expect(positionOf(c.state, c.idOf('k'), [0])).toBe(-1);
    expect(positionOf({ ...c.state, entry: new Map() }, c.idOf('a'), [1, 2])).toBe(-1);
  });
  test('of storage with several names no element is told', () => {
    const shared = stateOf(
      `subroutine g(y)
  real(8), intent(out) :: y
  real(8) :: b(2)
  common /blk/ b
  y = b(1) * b(2)
end subroutine
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a(2)
  common /blk/ a
  a(2) = x
  call g(y)
end subroutine
`,
      'fortran',
      { x: 2 },
    );
    expect(shared.assigned.map(({ target }) => elementAt(shared.state, target))).toEqual([-1]);
  });
});
