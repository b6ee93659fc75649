import { expect, test } from 'vitest';
import type { Instruction } from '../../ir/graph/flow';
import type { ElementRef, Expr, StatementId, VariableId } from '../../ir/types';
import type { Question } from './iterationSpace';
import { KnownAnswers } from './knownAnswers';

/*
 *   b = a[n]*a[n];     read
 *   a[n+1] = 0;        written: another element, as long as n keeps its value in between
 */
const [A, N] = [0 as VariableId, 1 as VariableId];
const span = { start: 0, end: 0 };
const n: Expr = { kind: 'variable', variable: N, type: 'i32', span };
const one: Expr = { kind: 'constant', value: 1, type: 'i32', span };
const next: Expr = { kind: 'binary', op: 'add', left: n, right: one, type: 'i32', span };
const element = (subscript: Expr): ElementRef => ({
  kind: 'element',
  variable: A,
  subscripts: [subscript],
  type: 'f64',
  span,
});
const at = (id: number) => ({ kind: 'leaf', id: id as StatementId }) as Instruction;

test('an answer holds as long as the program says the same', () => {
  const answers = new KnownAnswers();
  const asked: VariableId[] = [];
  const read = { at: at(1), place: element(n), around: [], element: answers.shapes.elementOf(element(n)) };
  const written = {
    at: at(2),
    place: element(next),
    around: [],
    element: answers.shapes.elementOf(element(next)),
  };
  const ask = (isKept: boolean) => {
    const question: Question<typeof read> = {
      read,
      written,
      writes: [],
      isInvariant: (id) => {
        asked.push(id);
        return isKept;
      },
      precedes: () => true,
      inOneBody: () => true,
    };
    return answers.nothingLost(question);
  };
  expect(ask(true)).toBe('solved');
  expect(ask(false)).toBeNull();
  asked.length = 0;
  expect([ask(true), ask(false)]).toEqual(['solved', null]);
  // Each answer was held against what the program says of n, once, and none was worked out again.
  expect(asked).toEqual([N, N, N]);
});
