/**
 * The laws that every analysis keeps, on random programs: joins form a semilattice, transfer is monotone, the summary of a
 * block is the composition of its instructions, and the general form equals the structured one ([TBR] Lemmas 4 and 5).
 */
import { describe, expect, test } from 'vitest';
import { BitSet } from '../../base/bitset';
import type { Analysis, Solution } from '../../dataflow/analysis';
import { solve } from '../../dataflow/solve';
import { type Summaries, solveStructured } from '../../dataflow/structured';
import { furtherAnalyses, listedAnalyses, shownAnalysis } from '../../explain/sets/registry';
import type { Instruction } from '../../ir/graph/flow';
import { analysed } from '../../testing/analysed';
import { draws, seedsOf } from '../../testing/draws';
import { type Random, randomFrom } from '../../testing/prng';
import { generateProgram } from '../../testing/random';
import type { RoutineAnalysis } from '../routineAnalysis';
import type { AnalysisOptions } from '../routineFacts';
import { additive, relations } from './additive';
import { definedness } from './definedness';
import { differentiableDependence, type Relation } from './differentiableDependence';
import { upwardExposed } from './exposed';
import { certainlyKilled } from './kill';
import { union } from './sets';

const PROGRAMS = draws(30, 20_000);

const SMALL = { exits: 0, gotos: 0, routines: 1, size: 6, recursion: 0.2 } as const;

function optionsFrom(random: Random): Partial<AnalysisOptions> {
  return {
    activity: random.chance(0.8),
    adjointLiveness: random.chance(0.6),
    adjointWrite: random.chance(0.8),
    useResults: random.chance(0.4),
    recompute: random.chance(0.4),
    record: random.pick(['tbr', 'tbr', 'initialized', 'all'] as const),
    elements: random.chance(0.8),
    snapshots: random.pick(['lazy', 'eager'] as const),
    readsControlAgain: random.chance(0.7),
  };
}

function routinesOf(seed: number): RoutineAnalysis[] {
  const made = generateProgram(seed, { ...SMALL, language: seed % 2 === 0 ? 'c' : 'fortran' });
  const { routines } = analysed(made, optionsFrom(randomFrom(seed + 0.5)));
  return [...routines.values()];
}

/** Every analysis of a routine that is over sets, those of summaries among them. */
function setAnalysesOf(a: RoutineAnalysis): Solution<BitSet>[] {
  const { graph, locations, effects } = a.model;
  return [
    // Pairs are many; the relation that they are is compared as a whole.
    ...listedAnalyses(a).map((s) => s.solution),
    ...furtherAnalyses().flatMap(({ name }) =>
      name === 'dependence' ? [] : (shownAnalysis(a, name)?.solution ?? []),
    ),
    solve(graph, upwardExposed(locations, effects)),
    solve(graph, certainlyKilled(locations, effects)),
    solve(graph, definedness(a.model)),
  ];
}

function sameEverywhere<D, F>(
  a: RoutineAnalysis,
  general: Solution<D>,
  algebra: Summaries<D, F>,
): string | null {
  const { graph, routine } = a.model;
  const { analysis } = general;
  const visited = new Set<number>();
  let again = 0;
  const structured = solveStructured(routine, analysis, algebra, ({ kind, id }) => {
    if (kind === 'instruction' && visited.has(id)) again++;
    visited.add(kind === 'instruction' ? id : -1);
  });
  if (!structured) return null;
  if (again > 0) return `${analysis.name} comes to ${again} statements twice`;
  for (const v of graph.vertices)
    for (const i of v.instructions) {
      const [x, y] = [general.around(i.id), structured.around(i.id)];
      if (!x || !y) return `${analysis.name}: s${i.id} is missing`;
      if (!analysis.equals(x.before, y.before) || !analysis.equals(x.after, y.after))
        return `${analysis.name} around s${i.id}`;
    }
  return analysis.equals(general.after(graph.exit), structured.exit) ? null : `${analysis.name} at the end`;
}

test('general = structured on random programs', () => {
  const wrong: string[] = [];
  for (const seed of seedsOf(PROGRAMS)) {
    if (wrong.length >= 3) break;
    for (const a of routinesOf(seed)) {
      const { graph, locations, effects } = a.model;
      const relation = solve(graph, differentiableDependence(locations, effects));
      for (const found of [
        ...setAnalysesOf(a).map((s) => sameEverywhere(a, s, additive(s.analysis))),
        sameEverywhere(a, relation, relations(locations.size, effects)),
      ])
        if (found) wrong.push(`seed ${seed}: ${found}`);
    }
  }
  expect(wrong).toEqual([]);
});

// ------------------------------------------------------------------------------------------------------------- laws

const LAWFUL = Math.max(1, Math.floor(PROGRAMS / 25));

function randomSet(random: Random, size: number): BitSet {
  const share = random.pick([0.1, 0.5, 0.9]);
  return BitSet.of(
    size,
    Array.from({ length: size }, (_, i) => i).filter(() => random.chance(share)),
  );
}

function instructionsOf(a: RoutineAnalysis): Instruction[] {
  return a.model.graph.vertices.flatMap((v) => v.instructions);
}

/** What a law says, and where it is broken. */
function joinLaws<D>(analysis: Analysis<D>, x: D, y: D, z: D): string[] {
  const { join, equals, bottom } = analysis;
  const laws: [string, boolean][] = [
    ['idempotent', equals(join(x, x), x)],
    ['commutative', equals(join(x, y), join(y, x))],
    ['associative', equals(join(join(x, y), z), join(x, join(y, z)))],
    ['neutral', equals(join(x, bottom()), x)],
    ['boundary', equals(join(analysis.boundary(), analysis.boundary()), analysis.boundary())],
  ];
  return laws.filter(([, holds]) => !holds).map(([name]) => `${analysis.name} is not ${name}`);
}

/** f(S) = f(∅) ∪ the f({x}) of its members: a summary that composes. */
interface Summary {
  readonly none: BitSet;
  readonly rows: readonly BitSet[];
}

function apply(s: Summary, state: BitSet): BitSet {
  const result = s.none.clone();
  state.forEach((x) => {
    result.unionWith(s.rows[x] as BitSet);
  });
  return result;
}

function summaryOf(analysis: Analysis<BitSet>, i: Instruction, size: number): Summary {
  const rows = Array.from({ length: size }, (_, x) => analysis.transfer(i, BitSet.of(size, [x])));
  return { none: analysis.transfer(i, new BitSet(size)), rows };
}

function compose(first: Summary, second: Summary): Summary {
  return { none: apply(second, first.none), rows: first.rows.map((row) => apply(second, row)) };
}

describe('laws, on random programs', () => {
  const seeds = [...seedsOf(LAWFUL)];

  test('joins form a semilattice with bottom as its neutral element', () => {
    for (const seed of seeds) {
      const random = randomFrom(seed);
      for (const a of routinesOf(seed)) {
        const { locations, effects } = a.model;
        const set = (n: number) => randomSet(random, n);
        for (const { analysis } of setAnalysesOf(a)) {
          const { size } = analysis.universe;
          expect(joinLaws(analysis, set(size), set(size), set(size)), `seed ${seed}`).toEqual([]);
        }
        const relation = (): Relation => locations.all.map(() => set(locations.size));
        const found = joinLaws(
          differentiableDependence(locations, effects),
          relation(),
          relation(),
          relation(),
        );
        expect(found, `seed ${seed}`).toEqual([]);
      }
    }
  });

  test('transfer is monotone, and leaves what it is given alone', () => {
    for (const seed of seeds) {
      const random = randomFrom(seed + 0.25);
      for (const a of routinesOf(seed)) {
        for (const { analysis } of setAnalysesOf(a))
          for (const i of instructionsOf(a)) {
            const n = analysis.universe.size;
            const less = randomSet(random, n);
            const more = union(less, randomSet(random, n));
            const kept = less.clone();
            const [f, g] = [analysis.transfer(i, less), analysis.transfer(i, more)];
            expect(f.isSubsetOf(g), `seed ${seed}: ${analysis.name} at s${i.id}`).toBe(true);
            expect(less.equals(kept), `seed ${seed}: ${analysis.name} changes its state`).toBe(true);
          }
        const n = a.model.locations.size;
        const relation = differentiableDependence(a.model.locations, a.model.effects);
        for (const i of instructionsOf(a)) {
          const less = a.model.locations.all.map(() => randomSet(random, n));
          const more = less.map((row) => union(row, randomSet(random, n)));
          const [f, g] = [relation.transfer(i, less), relation.transfer(i, more)];
          expect(f.every((row, k) => row.isSubsetOf(g[k] as BitSet))).toBe(true);
        }
      }
    }
  });

  test('the summary of a block is the composition of its instructions', () => {
    for (const seed of seeds) {
      const random = randomFrom(seed + 0.75);
      for (const a of routinesOf(seed)) {
        for (const { analysis } of setAnalysesOf(a))
          for (const { instructions } of a.model.graph.vertices) {
            const n = analysis.universe.size;
            if (instructions.length === 0) continue;
            const ordered = analysis.direction === 'forward' ? instructions : instructions.toReversed();
            const parts = ordered.map((i) => summaryOf(analysis, i, n));
            const block = parts.reduce(compose);
            const state = randomSet(random, n);
            const replayed = ordered.reduce((s, i) => analysis.transfer(i, s), state);
            expect(apply(block, state).equals(replayed), `seed ${seed}: ${analysis.name}`).toBe(true);
          }
      }
    }
  });
});
