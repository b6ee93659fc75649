import { expect, test } from 'vitest';
import { itemAt } from '../../base/lookup';
import { solve } from '../../dataflow/solve';
import { analysisSteps, dependence, differentiate, explain } from '../../index';
import { analysed } from '../../testing/analysed';
import { draws, seedsOf } from '../../testing/draws';
import { generateProgram } from '../../testing/random';
import { definedness } from './definedness';
import { reachingDefinitions } from './reachingDefinitions';

const SOURCE = `void f(double x, int n, double *y) {
  double t = x;
  if (n > 0) t = x * x;
  *y = t * 2.0;
}`;

test('a definition goes as far as nothing else overwrites its location for certain', () => {
  const steps = analysisSteps({ source: SOURCE, language: 'c' }, 'reaching');
  expect(steps.title).toBe('Reaching definitions');
  expect(steps.boundary.set).toEqual(['x:entry', 'n:entry', 'y:entry']);
  expect(steps.locations).toEqual(['x:entry', 'n:entry', 'y:entry', 't:2', 't:3', 'y:4']);
  expect(itemAt(steps.visits, -1 + steps.visits.length).out).toEqual([
    'x:entry',
    'n:entry',
    't:2',
    't:3',
    'y:4',
  ]);
});

test('each read knows where its value may come from', () => {
  const { occurrences } = dependence({ source: SOURCE, language: 'c' });
  const readAt = (text: string, skip = 0) => {
    const start = SOURCE.indexOf(text) + skip;
    const found = occurrences.find(({ span }) => span.start === start);
    return found?.definitions.map(({ span }) => span && SOURCE.slice(span.start, span.end).trim());
  };
  expect(readAt('t * 2.0')).toEqual(['t = x', 't = x * x']);
  expect(readAt('= x;', 2)).toEqual([null]);
  expect(readAt('t = x * x')).toEqual([]);
});

test('a definition is told by its statement, in the set and out of it', () => {
  const d = differentiate({ source: SOURCE, language: 'c' });
  expect(d.furtherAnalyses.map(({ name }) => name)).toContain('reaching');
  const idOf = (text: string) => d.statements.find((s) => s.text.includes(text))?.id ?? '';
  const last = d.statements.at(-1)?.id ?? '';
  const ask = (location: string, statement: string, point: 'before' | 'after' = 'before') =>
    explain(d, { kind: 'location', location, statement, point, analysis: 'reaching' });
  const first = idOf('t = x');
  const card = ask(`t@${first}`, last);
  expect(card.title).toBe(
    'Why is the value that `t = x` (line 2) gave to `t` in the set “Reaching definitions” before `*y = t * 2.0` (line 4)?',
  );
  expect(card.short).toBe(
    'The value that `t = x` (line 2) gave to `t` may still be there. On the marked path from `t = x` (line 2) nothing overwrites `t` for certain.',
  );
  expect(card.witness).toBeDefined();
  expect(ask(`t@${first}`, idOf('x*x'), 'after').short).toBe(
    'The value that `t = x` (line 2) gave to `t` cannot be there. `t = x * x` (line 3) gives `t` another value.',
  );
  expect(ask('x@entry', first).short).toBe(
    'The value that `x` has at entry may still be there. On the marked path from the entry nothing overwrites `x` for certain.',
  );
  // A location's own key means a definition of it that is there.
  expect(ask('t', last).title).toBe(card.title);
  expect(ask('nobody', first).title).toContain('There is no location');
});

test('a location is defined where a definition of it reaches', () => {
  for (const seed of seedsOf(draws(20, 500)))
    for (const a of analysed(generateProgram(seed)).routines.values()) {
      const reaching = solve(a.model.graph, reachingDefinitions(a.model));
      const defined = solve(a.model.graph, definedness(a.model));
      const { universe } = reaching.analysis;
      for (const { index } of a.model.graph.vertices) {
        const reached = new Set(
          reaching
            .after(index)
            .toArray()
            .map((member) => universe.explain(member).location),
        );
        expect(
          [...reached].sort((x, y) => x - y),
          `seed ${seed}`,
        ).toEqual(defined.after(index).toArray());
      }
    }
});
