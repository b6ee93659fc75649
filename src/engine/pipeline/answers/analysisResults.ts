/** The sets of every analysis, replayed to statements and vertices, as names. */

import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { BitSet } from '../../base/bitset';
import { getOrMake } from '../../base/once';
import type { Analysis, Universe } from '../../dataflow/analysis';
import type { Shown } from '../../explain/sets/entry';
import { listedAnalyses } from '../../explain/sets/registry';
import type { FlowGraph, Instruction } from '../../ir/graph/flow';
import { statementName } from '../../ir/names';
import { hasBackwardSweep } from '../optionTable';
import type { AnalysisResult, Mode, SetsAtStatement } from '../results';

export function analysisResults(a: RoutineAnalysis, mode: Mode): AnalysisResult[] {
  const points = pointsOf(a.model.graph);
  const results = listedAnalyses(a)
    .filter(({ entry }) => hasBackwardSweep(mode) || !entry.ofAdjoint)
    .map((shown) => resultOf(points, shown));
  const byName = new Map(results.map((r) => [r.name, r]));
  results.splice(
    2,
    0,
    activeResult(byName.get('varied') as AnalysisResult, byName.get('useful') as AnalysisResult),
  );
  return results;
}

/** A vertex and its instructions, with their names. */
interface Point {
  readonly index: number;
  readonly vertex: string;
  readonly instructions: readonly Instruction[];
  readonly statements: readonly string[];
}

function pointsOf({ vertices }: FlowGraph): Point[] {
  return vertices.map(({ index, instructions }) => ({
    index,
    vertex: `v${index}`,
    instructions,
    statements: instructions.map((i) => statementName(i.id)),
  }));
}

function resultOf(points: readonly Point[], { entry, solution }: Shown): AnalysisResult {
  const { analysis } = solution;
  const names = namesIn(analysis.universe);
  const statements: AnalysisResult['statements'] = {};
  const vertices: AnalysisResult['vertices'] = {};
  for (const { index, vertex, instructions, statements: ids } of points) {
    let sets: SetsAtStatement | null = null;
    for (let k = 0; k < instructions.length; k++) {
      const i = instructions[k] as Instruction;
      const around = solution.around(i.id);
      if (!around) continue;
      sets = setsAround(names, analysis, [i], around.before, around.after);
      statements[ids[k] as string] = sets;
    }
    // A vertex with a single statement has the statement's sets.
    vertices[vertex] =
      sets && instructions.length === 1
        ? sets
        : setsAround(names, analysis, instructions, solution.before(index), solution.after(index));
  }
  return {
    name: entry.name,
    title: entry.title,
    blurb: entry.blurb,
    direction: analysis.direction,
    statements,
    vertices,
  };
}

/** Lists of names. Most points have equal sets, and share their lists too. */
interface Names {
  of(set: BitSet): string[];
  /** The sets around a statement that leaves them unchanged. */
  unchanged(set: BitSet): SetsAtStatement;
  /** The members of x that are in neither y nor z. */
  outside(x: BitSet, y: BitSet, z?: BitSet): string[];
  readonly empty: BitSet;
}

function namesIn(universe: Universe): Names {
  const none: string[] = [];
  const known = new Map<BitSet, SetsAtStatement>();
  const unchanged = (set: BitSet): SetsAtStatement => {
    return getOrMake(known, set, () => {
      const list = set.isEmpty() ? none : universe.print(set);
      return { before: list, after: list, gen: none, kill: none, carried: none };
    });
  };
  const of = (set: BitSet): string[] => unchanged(set).before;
  const empty = new BitSet(universe.size);
  const outside = (x: BitSet, y: BitSet, z = empty): string[] => {
    if (x === y || x.isSubsetOf(y) || x.isSubsetOf(z)) return none;
    const rest = x.clone();
    rest.subtract(y);
    rest.subtract(z);
    return rest.isEmpty() ? none : universe.print(rest);
  };
  return { of, unchanged, outside, empty };
}

/** Gen is what comes out when nothing goes in; further new members were carried by something that went in. */
function setsAround(
  names: Names,
  analysis: Analysis<BitSet>,
  instructions: readonly Instruction[],
  before: BitSet,
  after: BitSet,
): SetsAtStatement {
  const forward = analysis.direction === 'forward';
  const n = instructions.length;
  let gen = names.empty;
  for (let k = 0; k < n; k++)
    gen = analysis.transfer(instructions[forward ? k : n - 1 - k] as Instruction, gen);
  if (before === after && gen.isEmpty()) return names.unchanged(before);
  const from = forward ? before : after;
  const to = forward ? after : before;
  return {
    before: names.of(before),
    after: names.of(after),
    gen: names.of(gen),
    kill: names.outside(from, to),
    carried: names.outside(to, from, gen),
  };
}

/** Active: varied and useful at the same point. Nothing generates it; new members were carried by both. */
function activeResult(varied: AnalysisResult, useful: AnalysisResult): AnalysisResult {
  const common = commonNames();
  const meet = (x: Record<string, SetsAtStatement>, y: Record<string, SetsAtStatement>) => {
    const met: Record<string, SetsAtStatement> = {};
    let last: SetsAtStatement | undefined;
    for (const id of Object.keys(x)) {
      const sets = x[id] as SetsAtStatement;
      const other = y[id];
      if (other === undefined) continue;
      const before = common(sets.before, other.before);
      const after = common(sets.after, other.after);
      if (last?.before !== before || last.after !== after)
        last = { before, after, gen: [], kill: without(before, after), carried: without(after, before) };
      met[id] = last;
    }
    return met;
  };
  return {
    name: 'active',
    title: 'Active',
    blurb: 'varied and useful',
    direction: 'forward',
    statements: meet(varied.statements, useful.statements),
    vertices: meet(varied.vertices, useful.vertices),
  };
}

/** The members of both lists, in the order of the first; one list for each pair of lists. */
function commonNames(): (x: string[], y: string[]) => string[] {
  const known = new Map<string[], Map<string[], string[]>>();
  return (x, y) => {
    const ofX = getOrMake(known, x, () => new Map());
    return getOrMake(ofX, y, () => {
      const inY = new Set(y);
      return x.filter((name) => inY.has(name));
    });
  };
}

function without(x: string[], y: string[]): string[] {
  if (x === y) return [];
  const inY = new Set(y);
  return x.filter((name) => !inY.has(name));
}
