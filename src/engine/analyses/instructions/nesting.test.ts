import { expect, test } from 'vitest';
import { itemAt } from '../../base/lookup';
import { parseC } from '../../frontend/c';
import { parseFortran } from '../../frontend/fortran';
import type { Routine, StatementId } from '../../ir/types';
import { growth } from '../../testing/countedWork';
import { nestingOf } from './nesting';

/** A loop that `n` tests leave, each hanging on those before it. */
function leftBy(n: number): Routine {
  const body = 'if (x > 1) exit\n'.repeat(n);
  const { program } = parseFortran(`subroutine s(x)\nreal(8) :: x\ndo\n${body}x = x*2\nend do\nend`);
  return program.routines[0] as Routine;
}

test('what stands behind a way out hangs on its test', () => {
  const { body, label } = leftBy(3);
  const { controllers, statements } = nestingOf(body, label);
  const tests = [...statements.values()].filter((s) => s.kind === 'if').map((s) => s.id);
  const double = [...statements.values()].find((s) => s.kind === 'assign');
  // The first one is the loop's own test.
  expect(tests).toHaveLength(2);
  expect(controllers.get(double?.id as never)).toEqual(expect.arrayContaining(tests));
  // A test is no decision about itself; in a loop the others are.
  for (const id of tests)
    expect(controllers.get(id)?.filter((each) => tests.includes(each))).toEqual(
      tests.filter((t) => t !== id),
    );
});

test('what decides about one way out decides about another that comes later, and about what that jumps past', () => {
  const source =
    'double f(double x, int n, int m) { int k = 0; for (int i = 0; i < 5; i++) { if (i == n) goto out; k = k + m; if (k > 4) break; } x = x * x; out: return x; }';
  const { body, label } = itemAt(parseC(source).program.routines, 0);
  const { controllers, statements } = nestingOf(body, label);
  const at = (text: string) =>
    [...statements.values()].find((s) => source.startsWith(text, s.span.start))?.id as StatementId;
  expect(controllers.get(at('x = x * x'))).toEqual(
    expect.arrayContaining([at('if (i == n)'), at('if (k > 4)')]),
  );
});

test('many ways out of one loop take no time that grows as their cube', () => {
  const few = leftBy(200);
  const many = leftBy(1600);
  // Eight times as many have 64 times as many pairs; their cube is 512.
  const nest =
    ({ body, label }: Routine) =>
    () =>
      nestingOf(body, label);
  expect(growth(nest(few), nest(many))).toBeLessThan(200);
});
