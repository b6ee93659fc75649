import { expect, test } from 'vitest';
import type { Compared } from '../../store/session/compare';
import { leastSentence, sentenceOf } from './sentence';

const ran = (bytes: number) => ({ execution: { ok: true, tape: { bytes } } }) as Compared;

test('what the options save is said in one sentence, once both have run', () => {
  expect(sentenceOf(ran(66), ran(100))).toBe(
    'Your options put 34 % less on the tape than recording everything.',
  );
  expect(sentenceOf(ran(150), ran(100))).toMatch(/50 % more/);
  expect(sentenceOf(ran(999_999), ran(1_000_000))).toMatch(/less than one percent less/);
  expect(sentenceOf(ran(5), ran(5))).toMatch(/as many bytes/);
  expect(sentenceOf(ran(0), ran(172))).toMatch(/nothing on the tape; recording everything puts 172 B/);
  expect(sentenceOf(ran(0), ran(0))).toMatch(/nothing to record/);
  expect(sentenceOf(null, ran(5))).toBe('');
  expect(sentenceOf({ execution: null } as Compared, ran(5))).toBe('');
  const ended = { ok: false, diagnostics: [{ severity: 'error', message: 'The subscript is 5.' }] };
  expect(sentenceOf({ execution: ended } as unknown as Compared, null)).toMatch(
    /ended early: The subscript is 5/,
  );
});

const costs = (bytes: number, weighted: number, time?: number) =>
  ({
    execution: { ok: true, tape: { bytes }, operations: { derivative: { weighted } } },
    times: time === undefined ? [] : [{ ok: true, primal: 1, derivative: time }],
  }) as unknown as Compared;

test('why least tape is slower or quicker is said with bytes beside operations, once both have run', () => {
  expect(leastSentence(null, costs(1, 1))).toBe('');
  expect(leastSentence(costs(80, 100), costs(16, 130))).toBe(
    'Least tape has 16 B on the tape where TBR has 80 B, for 130 operations where TBR has 100.',
  );
  const quick = leastSentence(costs(80, 100, 2), costs(16, 130, 1));
  expect(quick).toMatch(/It is 2× as quick: the 8 pushes with their pops that it saves cost more than what/);
  const slow = leastSentence(costs(80, 100, 1), costs(16, 130, 1.5));
  expect(slow).toMatch(/It takes 1.5× the time: what it computes again costs more than the 8 pushes/);
  expect(leastSentence(costs(80, 100, 1), costs(16, 100, 1.01))).toMatch(
    /as many operations. It is as quick\.$/,
  );
  // Where as much is pushed, no push is said to be saved.
  expect(leastSentence(costs(40, 160, 2), costs(40, 155, 1))).toMatch(/as quick: it does less work\.$/);
  expect(leastSentence(costs(40, 160, 2), costs(40, 165, 1))).toMatch(/It is 2× as quick\.$/);
  expect(leastSentence(costs(40, 160, 1), costs(40, 165, 2))).toMatch(/2× the time: it computes more\.$/);
  expect(leastSentence(costs(80, 100), costs(80, 100))).toMatch(/^Least tape is TBR here: 80 B/);
});
