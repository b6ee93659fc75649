import { expect, test } from 'vitest';
import { FIXTURE_SOURCE, fixture } from '../../testing/fixture';
import { blockName, isQuiet, membersAt, rowsOf, seenMembers } from './rows';
import { setsSheet } from './sheet';

const result = fixture({ source: FIXTURE_SOURCE, language: 'c' });

test('blocks come in the papers’ numbering, each before its statements', () => {
  const said = rowsOf(result).map((row) =>
    row.kind === 'block' ? blockName(row.vertex) : row.statement.text,
  );
  expect(said.slice(0, 4)).toEqual(['entry 1', 'x < y', 'x = x * y;', 'y < x']);
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
    vertices: { [rowsOf(result)[0]?.id ?? '']: quiet },
  };
  const { head, rows } = setsSheet(result, FIXTURE_SOURCE, rowsOf(result).slice(0, 3), [analysis]);
  expect(head).toEqual(['line', 'statement', 'recorded', 'Varied']);
  expect(rows).toEqual([
    ['', 'entry 1', '', '{x}'],
    ['2', 'x < y', '', ''],
    ['3', 'x = x * y;', 'x', '{x} → {x +f}'],
  ]);
});

test('of a large set what changes is shown, and how many others there are', () => {
  const flow = ['a', 'b', 'c', 'd', 'e'];
  const sets = { before: flow, after: [...flow, 'f'], gen: ['f'], kill: [], carried: [] };
  expect(seenMembers(sets, 'after', 'forward', true)).toEqual({
    members: [{ location: 'f', mark: 'gen' }],
    more: 5,
  });
  expect(seenMembers(sets, 'before', 'forward', true)).toEqual({ members: [], more: 5 });
  expect(seenMembers(sets, 'after', 'forward', false).members).toHaveLength(6);
  const small = { ...sets, before: ['a'], after: ['a', 'f'] };
  expect(seenMembers(small, 'after', 'forward', true)).toMatchObject({ more: 0 });
});
