import { expect, test } from 'vitest';
import { draws, seedsOf } from './draws';
import { GENERA, judgeMemoryTexts, memoryText } from './memoryTexts';
import { countText, emptyStatistics, statisticsReport } from './statistics';

test('each genus stands in two texts of a hundred at least', () => {
  const statistics = emptyStatistics();
  for (let seed = 1; seed <= 400; seed++) countText(statistics, memoryText(seed).genera);
  const shares = GENERA.map((genus) => (statistics.genera.get(genus) ?? 0) / statistics.texts);
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.02);
  for (const genus of GENERA) expect(statisticsReport(statistics)).toContain(genus);
});

test('texts of memory are right, exactly, or refused', { timeout: 3_600_000 }, () => {
  expect(judgeMemoryTexts(seedsOf(draws(5, 2000)), emptyStatistics())).toEqual([]);
});
