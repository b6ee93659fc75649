import { expect, test } from 'vitest';
import { itemAt } from '../../base/lookup';
import { NOWHERE } from '../../base/span';
import { parseC } from '../../frontend/c';
import { constant } from '../../ir/build';
import { locationsOf } from '../../ir/locations';
import type { Pop, StatementId, TapeValue } from '../../ir/types';
import { effectOf, NO_EFFECT_SUMMARY } from './effects';

test('a POP overwrites a variable wholly, of an array all of it or one element', () => {
  const { program } = parseC('void f(int i, double x, double a[3]) { x = 1; a[i] = x; }');
  const routine = itemAt(program.routines, 0);
  const locations = locationsOf(program, routine);
  const [toVariable, toElement] = routine.body.flatMap((s) => (s.kind === 'assign' ? [s] : []));
  if (!toVariable || !toElement) throw new Error('two assignments');
  const killed = (what: TapeValue) => {
    const statement: Pop = {
      kind: 'pop',
      id: 9 as StatementId,
      span: NOWHERE,
      role: 'pop',
      origin: null,
      what,
      recording: 0 as Pop['recording'],
    };
    const { out, kill, use } = effectOf(
      { kind: 'leaf', id: statement.id, statement },
      locations,
      () => NO_EFFECT_SUMMARY,
    );
    const names = (set: Iterable<number>) => [...set].map((l) => itemAt(locations.all, l).key);
    return { out: names(out), kill: names(kill), use: names(use) };
  };
  expect(killed({ kind: 'scalar', place: toVariable.target })).toEqual({ out: ['x'], kill: ['x'], use: [] });
  expect(killed({ kind: 'scalar', place: toElement.target })).toEqual({ out: ['a'], kill: [], use: ['i'] });
  const whole = {
    kind: 'array',
    variable: toElement.target.variable,
    count: constant(3, 'i32'),
    span: NOWHERE,
  } as const;
  expect(killed(whole)).toEqual({ out: ['a'], kill: ['a'], use: [] });
});
