import { expect, test } from 'vitest';
import { certify, execute } from '../index';
import { CONSTRUCTS, constructText } from './constructTexts';
import { draws, seedsOf } from './draws';

test('each construct stands in two texts of a hundred at least', () => {
  const counted = new Map<string, number>();
  const texts = 400;
  for (let seed = 1; seed <= texts; seed++)
    for (const each of new Set(constructText(seed).constructs))
      counted.set(each, (counted.get(each) ?? 0) + 1);
  const shares = CONSTRUCTS.map((each) => (counted.get(each) ?? 0) / texts);
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.02);
});

test('texts of constructs are read, and right, exactly', { timeout: 3_600_000 }, () => {
  const wrong: string[] = [];
  for (const seed of seedsOf(draws(6, 1000))) {
    const { request } = constructText(seed);
    const { diagnostics, check } = execute(request);
    const error = diagnostics.find(({ severity }) => severity === 'error');
    const { verdict, note } = certify(request, 1);
    // Differences may meet the kink of a mask; the certificate judges then.
    if (error || check.verdict === 'failed' || check.verdict === 'none' || verdict !== 'exact')
      wrong.push(`seed ${seed}: ${error?.message ?? check.verdict}, ${note}\n${request.source}`);
  }
  expect(wrong).toEqual([]);
});
