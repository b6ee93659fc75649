import { expect, test } from 'vitest';
import type { Compared } from '../../store/compare';
import { sentenceOf } from './sentence';

const ran = (bytes: number) => ({ execution: { ok: true, tape: { bytes } } }) as Compared;

test('what the options save is said in one sentence, once both have run', () => {
  expect(sentenceOf(ran(66), ran(100))).toBe(
    'Your options put 34 % less on the tape than recording everything.',
  );
  expect(sentenceOf(ran(150), ran(100))).toMatch(/50 % more/);
  expect(sentenceOf(ran(999_999), ran(1_000_000))).toMatch(/less than one percent less/);
  expect(sentenceOf(ran(5), ran(5))).toMatch(/as many bytes/);
  expect(sentenceOf(ran(0), ran(0))).toMatch(/nothing to record/);
  expect(sentenceOf(null, ran(5))).toBe('');
  expect(sentenceOf({ execution: null } as Compared, ran(5))).toBe('');
});
