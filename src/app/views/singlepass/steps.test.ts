import { describe, expect, test } from 'vitest';
import { singlePass } from '../../../engine/index';
import { firingOf, layoutOf, linesOf, piecesOf, sourcePieces, stateAt, stepsOf } from './steps';

const SOURCE = 'if(y<x){y=1;} y=y*sin(x);';
const pass = singlePass({ source: SOURCE, language: 'c' });
const steps = stepsOf(pass.events);
const last = stateAt(steps, steps.length - 1);

describe('steps of the pass', () => {
  test('are tokens, inheritances and reductions, and say what is known', () => {
    expect(steps.filter(({ kind }) => kind === 'shift')).toHaveLength(21);
    expect(last.reduced.size).toBe(pass.tree.length);
    expect(last.read).toBe(SOURCE.length);
    expect(last.attributes.get('2 k')).toEqual([0, 1]);
    expect(stateAt(steps, 0).reduced.size).toBe(0);
  });

  test('show the rules that fire, with what they come to and what they read', () => {
    for (const step of steps) {
      const firing = firingOf(pass, step);
      expect(firing === null).toBe(step.kind === 'shift');
      expect(firing?.values.size ?? step.events.length).toBe(step.events.length);
    }
    const reduction = steps.find(({ kind, vertex }) => kind === 'reduce' && vertex === 10);
    const firing = reduction && firingOf(pass, reduction);
    expect(firing?.production.id).toBe('P6');
    expect([...(firing?.values.values() ?? [])][0]).toBe(2);
    expect([firing?.from, firing?.to]).toEqual([[11], 10]);
  });

  test('under a counter, j comes with the reduction', () => {
    const counted = singlePass({ source: 'x=x*y;', language: 'c' }, { numbering: 'implementation' });
    for (const step of stepsOf(counted.events))
      expect(firingOf(counted, step)?.values.size ?? step.events.length).toBe(step.events.length);
  });
});

test('the code is taken apart by who wrote it, and put together again', () => {
  const pieces = piecesOf(pass.tree, 1, 'cf');
  expect(pieces.map(({ text }) => text).join('')).toBe(pass.code.forward);
  expect(new Set(pieces.map(({ vertex }) => vertex)).size).toBe(pass.tree.length - 3);
  for (const a of pass.tree.filter(({ symbol }) => symbol === 'a'))
    expect(
      piecesOf(pass.tree, a.id, 'cb')
        .map(({ text }) => text)
        .join(''),
    ).toBe(a.attributes.cb);
  const lines = linesOf(pieces);
  expect(lines[1]?.indent).toBe(1);
  expect(lines.map((line) => line.pieces.map(({ text }) => text).join('')).join('')).toBe(pass.code.forward);
});

test('the source is taken apart by who read it, also where it breaks off', () => {
  for (const text of [SOURCE, ' if (x<y) { x = sin( ; }', '']) {
    const { events, tree } = singlePass({ source: text, language: 'c' });
    const pieces = sourcePieces(text, events);
    expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
    for (const { start, vertex } of pieces)
      if (vertex !== null) expect(tree[vertex]?.span.start).toBeLessThanOrEqual(start);
  }
});

test('no two vertices of a row overlap', () => {
  const { boxes } = layoutOf(pass.tree, SOURCE);
  for (const a of boxes)
    for (const b of boxes)
      if (a.id < b.id && a.y === b.y)
        expect(Math.abs(a.x - b.x)).toBeGreaterThanOrEqual((a.width + b.width) / 2);
});
