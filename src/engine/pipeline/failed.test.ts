import { expect, test } from 'vitest';
import { failedDifferentiation, internal } from './failed';
import { DEFAULT_OPTIONS } from './options';

/* When something of ours breaks, the answer still says what was asked for. */

test('what was left out has its default', () => {
  const { ok, diagnostics, code, request } = failedDifferentiation(internal(new Error('no item 3 among 2')), {
    source: 'x = 1',
    language: 'fortran',
  });
  expect([ok, diagnostics[0]?.code, diagnostics[0]?.message, code.language]).toEqual([
    false,
    'internal',
    'Backsweep itself made a mistake here: no item 3 among 2.',
    'fortran',
  ]);
  expect(request).toEqual({
    source: 'x = 1',
    language: 'fortran',
    routine: null,
    mode: 'adjoint',
    target: 'fortran',
    options: DEFAULT_OPTIONS,
    independents: [],
    dependents: [],
    tamper: { without: [], with: [] },
  });
});

test('what was asked for is repeated', () => {
  const asked = {
    source: 'x = 1;',
    language: 'c',
    routine: 'f',
    mode: 'tangent',
    target: 'javascript',
    independents: ['x'],
    dependents: ['y'],
    tamper: { without: ['s1:x'], with: ['s2:y'] },
  } as const;
  const { diagnostics, code, request } = failedDifferentiation(internal('a text'), {
    ...asked,
    options: { merge: false },
  });
  expect(request).toEqual({ ...asked, options: { ...DEFAULT_OPTIONS, merge: false } });
  expect(code.language).toBe('javascript');
  expect(diagnostics[0]?.message).toBe('Backsweep itself made a mistake here: a text.');
});

test('a stack that is used up is no mistake of ours', () => {
  const deeper = (depth: number): number => 1 + deeper(depth + 1);
  let thrown: unknown = null;
  try {
    deeper(0);
  } catch (error) {
    thrown = error;
  }
  expect(internal(thrown).code).toEqual('too-deep');
  const firefox = internal(new Error('too much recursion'));
  expect(firefox.code).toEqual('too-deep');
});
