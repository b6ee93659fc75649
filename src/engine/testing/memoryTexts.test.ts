import { expect, test } from 'vitest';
import { certify, differentiate, execute } from '../index';
import { draws, seedsOf } from './draws';
import { GENERA, type Genus, memoryText } from './memoryTexts';

/** What a text may be refused for: it asks for what cannot be made right. */
const REFUSALS = new Set(['unsupported', 'bad-number', 'aliasing', 'unknown-extent']);

test('each genus stands in two texts of a hundred at least', () => {
  const counted = new Map<Genus, number>();
  const texts = 400;
  for (let seed = 1; seed <= texts; seed++)
    for (const genus of new Set(memoryText(seed).genera)) counted.set(genus, (counted.get(genus) ?? 0) + 1);
  const shares = GENERA.map((genus) => (counted.get(genus) ?? 0) / texts);
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.02);
});

test('texts of memory are right, exactly, or refused', { timeout: 3_600_000 }, () => {
  const wrong: string[] = [];
  for (const seed of seedsOf(draws(10, 2000))) {
    const { request, genera } = memoryText(seed);
    const made = differentiate(request);
    const error = made.diagnostics.find(({ severity }) => severity === 'error');
    if (error) {
      if (!REFUSALS.has(error.code)) wrong.push(`seed ${seed}: ${error.message}\n${request.source}`);
      continue;
    }
    // What is defined elsewhere cannot be run.
    if (genera.includes('externals with globals')) continue;
    const { ok, check } = execute(request);
    const { verdict, note } = certify(request, 1);
    if (ok && (check.verdict === 'failed' || verdict !== 'exact'))
      wrong.push(`seed ${seed}: ${check.verdict}, ${note}\n${request.source}`);
  }
  expect(wrong).toEqual([]);
});
