import { expect, test } from 'vitest';
import { constant } from './build';
import { addVariable, Emitter, type GrowingProgram } from './emit';
import type { StatementId } from './types';

const growing = (language: GrowingProgram['language']): GrowingProgram => ({
  language,
  variables: [],
  nextStatement: 7,
  nextLabel: 3,
});

test('what an emitter makes says where it comes from, and has a number of its own', () => {
  const into = growing('c');
  const x = addVariable(into.variables, { name: 'x', type: 'f64', role: 'local', owner: 0 });
  const from = { span: { start: 1, end: 4 }, origin: 5 as StatementId, sweep: 'backward' } as const;
  const emit = new Emitter(into, from);
  const made = [
    emit.increment('derivative', emit.ref(x), constant(1, 'f64')),
    emit.call('derivative', 'g', []),
    emit.loop('control', { index: x, first: emit.ref(x), last: emit.ref(x), test: 'le' }, []),
  ];
  expect(made).toMatchObject([
    { ...from, id: 7, form: 'increment', role: 'derivative' },
    { ...from, id: 8, callee: 'g', result: null },
    { ...from, id: 9, label: 3, test: 'le', step: { value: 1, type: 'f64' } },
  ]);
  expect(into).toMatchObject({ nextStatement: 10, nextLabel: 4 });
});

test('Fortran asks for the bound of a loop in one way', () => {
  const into = growing('fortran');
  const i = addVariable(into.variables, { name: 'i', type: 'i32', role: 'local', owner: 0 });
  const emit = new Emitter(into, { span: { start: 0, end: 0 }, origin: null });
  const one = constant(1, 'i32');
  expect(emit.loop('control', { index: i, first: one, last: one, test: 'lt' }, []).test).toBe('do');
});
