import { expect, test } from 'vitest';
import type { CallGraph, CallSite } from '../../../engine/pipeline/results';
import { fixture } from '../../testing/fixture';
import { callsDot, callsSheet } from './CallsView';
import { arrowLabel, placeCalls } from './place';

const routine = (name: string) => ({
  name,
  external: false,
  recursive: false,
  span: null,
  ports: [],
  summary: {},
  contexts: [],
  united: null,
});
const call = (caller: string, callee: string, mode: CallSite['mode'] = 'joint'): CallSite => ({
  caller,
  callee,
  statement: 's1',
  span: { start: 0, end: 1 },
  mode,
  kept: true,
  saved: [],
  snapshot: [],
});
const graph = (bottomUp: string[], calls: CallSite[]): CallGraph => ({
  routines: bottomUp.map(routine),
  calls,
});

test('callers stand to the left of what they call, however they are ordered', () => {
  const placed = placeCalls(
    graph(['leaf', 'middle', 'top'], [call('top', 'leaf'), call('top', 'middle'), call('middle', 'leaf')]),
  );
  const x = (name: string) => placed.cards.find((each) => each.name === name)?.x ?? 0;
  expect(x('top')).toBeLessThan(x('middle'));
  expect(x('middle')).toBeLessThan(x('leaf'));
  expect(placed.arrows).toHaveLength(3);
});

test('no two cards overlap, and all stand within the canvas', () => {
  const names = Array.from({ length: 12 }, (_, i) => `routine_${i}`);
  const calls = names.flatMap((name, i) =>
    names
      .slice(0, i)
      .filter((_, k) => (i * 7 + k) % 3 === 0)
      .map((callee) => call(name, callee)),
  );
  const { cards, width, height } = placeCalls(graph(names, calls));
  for (const a of cards) {
    expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= width && a.y + 44 <= height).toBe(true);
    for (const b of cards) {
      if (a !== b)
        expect(Math.abs(a.y - b.y) >= 44 || a.x + a.width <= b.x || b.x + b.width <= a.x).toBe(true);
    }
  }
});

test('recursion goes back, and comes to an end', () => {
  const placed = placeCalls(
    graph(['even', 'odd'], [call('odd', 'even'), call('even', 'odd'), call('odd', 'odd')]),
  );
  expect(placed.arrows.map(({ caller, callee, back }) => `${caller} ${callee} ${back}`)).toEqual([
    'odd even false',
    'even odd true',
    'odd odd true',
  ]);
});

test('several calls are one arrow that counts them', () => {
  const placed = placeCalls(graph(['g', 'f'], [call('f', 'g'), call('f', 'g', 'split'), call('f', 'g')]));
  expect(placed.arrows.map(({ sites }) => arrowLabel(sites))).toEqual(['2 joint, 1 split']);
  expect(arrowLabel([{ mode: 'plain' }])).toBe('plain');
});

test('in DOT each pair of routines has one arrow, and quotes in names are harmless', () => {
  const dot = callsDot(graph(['g"', 'f'], [call('f', 'g"'), call('f', 'g"', 'split')]));
  expect(dot).toContain('"f" -> "g\\"" [label="1 joint, 1 split"];');
  expect(dot.match(/->/g)).toHaveLength(1);
});

test('the table of calls has a row for each, with its line and what is saved for it', () => {
  const source = 'double f(double x) {\n  return g(x);\n}\n';
  const at = source.indexOf('g(x)');
  const calls = [{ ...call('f', 'g'), span: { start: at, end: at + 4 }, saved: ['x'], snapshot: ['y', 'z'] }];
  const result = { ...fixture({ source, language: 'c' }), callGraph: graph(['g', 'f'], calls) };
  expect(callsSheet(result, source).rows).toEqual([['2', 'f', 'g(x)', 'joint', 'x', 'y z']]);
});
