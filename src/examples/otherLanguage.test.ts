import { expect, test } from 'vitest';
import { runOf } from '../app/store/document/playground';
import { some } from '../engine/testing/draws';
import { inOtherLanguage } from '../engine/testing/otherLanguage';
import { EXAMPLES, playgroundOf } from '.';

const budget = { steps: 1e8, milliseconds: 20_000, bytes: 1 << 28 };

test.each(some(EXAMPLES, 8).map((example) => [example.id, example] as const))(
  '%s in the other language computes the same numbers and the same gradient',
  (_, example) => {
    expect(inOtherLanguage(runOf(playgroundOf(example), budget))).toEqual({ kind: 'equal' });
  },
);
