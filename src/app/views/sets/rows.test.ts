import { expect, test } from 'vitest';
import { FIXTURE_SOURCE, fixture } from '../../testing/fixture';
import { blockName, isQuiet, membersAt, rowsOf } from './rows';
import { setsSheet } from './sheet';

const result = fixture({ source: FIXTURE_SOURCE, language: 'c' });

test('blocks come in the papers’ numbering, each before its statements', () => {
  const said = rowsOf(result).map((row) =>
    row.kind === 'block' ? blockName(row.vertex) : row.statement.text,
  );
  expect(said.slice(0, 6)).toEqual(['entry 1', 'branch 2', 'x < y', 'block 3', 'x = x * y;', 'loop 4']);
  expect(said.at(-1)).toBe('exit 9');
});

test('what control never reaches comes last', () => {
  const statements = result.statements.map((each, i) => (i === 0 ? { ...each, vertex: null } : each));
  expect(rowsOf({ ...result, statements }).at(-1)).toMatchObject({ id: 's0' });
});

test('each member says where it comes from, on the side that it flows to', () => {
  const sets = { before: ['x', 'y'], after: ['y', 'z', 'w'], gen: ['y', 'z'], kill: ['x'], carried: ['w'] };
  expect(membersAt(sets, 'before', 'forward').map(({ mark }) => mark)).toEqual(['kill', 'flow']);
  expect(membersAt(sets, 'after', 'forward').map(({ mark }) => mark)).toEqual(['gen', 'gen', 'carried']);
  expect(membersAt(sets, 'after', 'backward').map(({ mark }) => mark)).toEqual(['flow', 'flow', 'flow']);
});

test('a statement that adds what is there already is not quiet', () => {
  const nothing = { before: ['x'], after: ['x'], gen: [], kill: [], carried: [] };
  expect(isQuiet(nothing)).toBe(true);
  expect(isQuiet({ ...nothing, gen: ['x'] })).toBe(false);
});

test('as a table for elsewhere: a row as on the page, with line, recording and marks', () => {
  const sets = { before: ['x'], after: ['x', 'f'], gen: ['f'], kill: [], carried: [] };
  const quiet = { before: ['x'], after: ['x'], gen: [], kill: [], carried: [] };
  const analysis = {
    name: 'varied',
    title: 'Varied',
    blurb: '',
    direction: 'forward' as const,
    statements: { s1: sets },
    vertices: { v3: quiet },
  };
  const { head, rows } = setsSheet(result, FIXTURE_SOURCE, rowsOf(result).slice(2, 5), [analysis]);
  expect(head).toEqual(['line', 'statement', 'recorded', 'Varied']);
  expect(rows).toEqual([
    ['2', 'x < y', '', ''],
    ['', 'block 3', '', '{x}'],
    ['3', 'x = x * y;', 'x', '{x} → {x +f}'],
  ]);
});
