import { expect, test } from 'vitest';
import { differentiate } from '../../../engine/index';
import { some } from '../../../engine/testing/draws';
import { EXAMPLES, playgroundOf } from '../../../examples';
import { requestOf } from '../../store/document/playground';
import { firstStored } from '../../store/results/lookup';
import { stopsOf } from './stops';

test('the tour shows a push and its pop as they are written, wherever anything is stored', () => {
  for (const example of some(EXAMPLES, 6)) {
    const shown = differentiate(requestOf(playgroundOf(example)));
    const stops = stopsOf(shown);
    expect(stops.length, example.id).toBe(firstStored(shown) === undefined ? 2 : 4);
    if (stops.length === 2) continue;
    const lines = shown.code.text.split('\n');
    const named = stops
      .slice(0, 2)
      .map(({ places: [place = ''] }) => lines[Number(place.slice('#read-'.length))] ?? '');
    expect(named[0], example.id).toMatch(/push/i);
    expect(named[1], example.id).toMatch(/pop/i);
    stops.slice(0, 2).forEach(({ text }, i) => {
      expect(text).toContain(`\`${named[i]?.trim().replace(/;$/, '')}\``);
    });
  }
});
