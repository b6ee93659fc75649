/** The option `preaccumulate`: every run of assignments in a program becomes blocks with their local Jacobians. */
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { lastOf } from '../../base/lookup';
import type { LinearGraph } from '../../elimination/graph';
import { annealed, byRules, optimal, type SearchBudget, type Solution } from '../../elimination/search';
import { isReal } from '../../ir/build';
import { newStatement, rewriteRoutines } from '../../ir/emit';
import type { Locations } from '../../ir/locations';
import { namesByOwner, variableOf } from '../../ir/names';
import { bodies, withBodies } from '../../ir/statements';
import type { Assign, Place, Program, ScalarType, Statement, StatementId, VariableId } from '../../ir/types';
import type { Options } from '../../pipeline/options';
import { accumulatedBlock, linearOf } from './accumulate';
import { type BlockFacts, type BlockGraph, blockGraph, splitBlocks } from './block';

/** What is active in a routine, united over the ways in which it is called. */
export interface BlockActivity {
  readonly locations: Locations;
  isVaried(place: Place, before: StatementId): boolean;
  isReached(place: Place, after: StatementId): boolean;
}

export function activityIn(analyses: readonly RoutineAnalysis[]): BlockActivity | null {
  const first = analyses[0];
  if (!first) return null;
  const { locations } = first.model;
  const has = (place: Place, set: (a: RoutineAnalysis) => { has(l: number): boolean } | undefined) => {
    const l = locations.of(place);
    return l >= 0 && analyses.some((a) => set(a)?.has(l) ?? false);
  };
  return {
    locations,
    isVaried: (place, id) => has(place, (a) => a.varied.around(id)?.before),
    isReached: (place, id) => has(place, (a) => a.reached.around(id)?.after),
  };
}

export type PreaccumulateOptions = Pick<Options, 'elimination' | 'blockOutputs'>;

export function preaccumulate(
  program: Program,
  activityOf: (routine: string) => BlockActivity | null,
  options: PreaccumulateOptions,
): Program {
  const namesOf = namesByOwner(program.variables);
  return rewriteRoutines(program, (routine, add, growing) => {
    const activity = activityOf(routine.name);
    if (!activity || routine.external) return routine.body;
    const names = namesOf(program.routines.indexOf(routine));
    const fresh = (hint: string, type: ScalarType, { span }: Assign): VariableId =>
      add({ name: names.fresh(hint), type, role: 'temporary', span });
    // Temporaries are places that the analysis has not seen.
    const { locations } = activity;
    return rewriteBlocks(routine.body, locations, (statements) => {
      const graph = graphOfBlock(program, statements, activity, options.blockOutputs, (type, like) =>
        fresh('t', type, like),
      );
      if (graph.edges.length === 0) return statements;
      return accumulatedBlock(graph, solveBlock(linearOf(graph), options), {
        locations,
        statement: () => newStatement(growing),
        label: (type, like) => fresh('c', type, like),
        copy: (place, like) => fresh(`${variableOf(program, place.variable).name}_in`, place.type, like),
      });
    });
  });
}

/** The outputs of a block: as the option has them, or the variables of these names. */
export type OutputsOfBlock = Options['blockOutputs'] | readonly string[];

export function graphOfBlock(
  program: Program,
  statements: readonly Assign[],
  activity: BlockActivity,
  outputs: OutputsOfBlock,
  temporary: BlockFacts['temporary'],
): BlockGraph {
  const last = lastOf(statements);
  return blockGraph(statements, {
    locations: activity.locations,
    temporary,
    isActive: (place, before) => activity.isVaried(place, before.id),
    isOutput: (place) => {
      if (outputs === 'all') return true;
      if (outputs === 'needed') return activity.isReached(place, last.id);
      return outputs.includes(variableOf(program, place.variable).name);
    },
  });
}

/** Less than a laboratory may take: this runs with every change of the text. */
const BUDGET: SearchBudget = { seed: 1, milliseconds: null, now: () => 0, effort: 0.01 };

export function solveBlock(
  graph: LinearGraph,
  { elimination: { kind, order } }: PreaccumulateOptions,
): Solution {
  if (order === 'optimal') return optimal(graph, kind, BUDGET);
  if (order === 'annealed') return annealed(graph, kind, BUDGET);
  return byRules(graph, kind, order);
}

export function rewriteBlocks(
  list: readonly Statement[],
  locations: Locations,
  change: (block: readonly Assign[]) => readonly Assign[],
): Statement[] {
  return blocksIn(list, locations).flatMap((piece): readonly Statement[] => {
    if (Array.isArray(piece)) return change(piece);
    return [
      withBodies(
        piece,
        bodies(piece).map((inner) => rewriteBlocks(inner, locations, change)),
      ),
    ];
  });
}

/** A list cut into blocks, and whatever is no assignment of a real, by itself. */
function blocksIn(list: readonly Statement[], locations: Locations): (Assign[] | Statement)[] {
  const pieces: (Assign[] | Statement)[] = [];
  let run: Assign[] = [];
  const close = () => {
    pieces.push(...splitBlocks(run, locations));
    run = [];
  };
  for (const s of list) {
    if (s.kind === 'assign' && isReal(s.target.type)) run.push(s);
    else {
      close();
      pieces.push(s);
    }
  }
  close();
  return pieces;
}

/** Every block of a routine, in order of the text. */
export function blocksOf(list: readonly Statement[], locations: Locations): Assign[][] {
  return blocksIn(list, locations).flatMap((piece) =>
    Array.isArray(piece) ? [piece] : bodies(piece).flatMap((inner) => blocksOf(inner, locations)),
  );
}
