import { expect, test } from 'vitest';
import type { VariableInfo } from '../../../engine/pipeline/results';
import { rowsOf } from './members';

const variables = (...keys: string[]) => keys.map((key) => ({ key }) as VariableInfo);
const lines = (keys: string[], closed: string[] = []) =>
  rowsOf(variables(...keys), new Set(closed)).map(({ label, depth }) => '  '.repeat(depth) + label);

test('members stand under their structure, structures in structures too', () => {
  expect(lines(['n', 'p.x', 'p.v.x', 'p.v.y', 'p.m', 'q'])).toEqual([
    'n',
    'p',
    '  .x',
    '  .v',
    '    .x',
    '    .y',
    '  .m',
    'q',
  ]);
});

test('the members of one are together, where it first is', () => {
  expect(lines(['p.x', 'q', 'p.y'])).toEqual(['p', '  .x', '  .y', 'q']);
});

test('one member alone has no line above it', () => {
  expect(lines(['p.x', 'q.v.x', 'q.v.y', 'blk.c'])).toEqual([
    'p.x',
    'q',
    '  .v',
    '    .x',
    '    .y',
    'blk.c',
  ]);
  expect(lines(['p.v.x', 'p.m'])).toEqual(['p', '  .v.x', '  .m']);
});

test('what is closed hides its members only', () => {
  expect(lines(['p.v.x', 'p.v.y', 'p.m', 'q'], ['p.v'])).toEqual(['p', '  .v', '  .m', 'q']);
  expect(lines(['p.v.x', 'p.v.y', 'p.m', 'q'], ['p'])).toEqual(['p', 'q']);
});
