/**
 * Which instructions of a routine have a derivative instruction I', and what it reads of the state before (theory 4.1, 6):
 * assignments, calls whose adjoint is called, and calls that only reset the adjoints of what they overwrite.
 */
import { BitSet } from '../../base/bitset';
import { getOrMake } from '../../base/once';
import type { Analysis, Solution } from '../../dataflow/analysis';
import { solve, statesAround } from '../../dataflow/solve';
import type { Instruction } from '../../ir/graph/flow';
import type { Assign, Call, StatementId } from '../../ir/types';
import { apartFromIterations, elementsOfIterations, isApart } from '../elements/ownElements';
import { reached, useful, varied } from '../problems/activity';
import type { AdjointInfo, AnalysisOptions, Context, RoutineFacts } from '../routineFacts';
import { liveOfActuals } from './callSets';
import { type AssignDerivative, derivativeOf } from './derivatives';

export interface Activity {
  readonly varied: Solution<BitSet>;
  readonly useful: Solution<BitSet>;
  readonly reached: Solution<BitSet>;
  /** Assignments to elements whose adjoints are zero, though those of others of their array may not be. */
  readonly unreached: ReadonlySet<StatementId>;
}

/** With the option off, every real is active everywhere. */
export function activityOf(facts: RoutineFacts, context: Context): Activity {
  const { model, options, reals } = facts;
  const { graph, locations, effects } = model;
  if (!options.activity) {
    const always = (name: string, direction: 'forward' | 'backward') =>
      solve(graph, { ...varied(locations, effects, reals), name, direction, transfer: (_i, s) => s });
    return {
      varied: always('varied', 'forward'),
      useful: always('useful', 'backward'),
      reached: always('reached', 'backward'),
      unreached: new Set(),
    };
  }
  const variedAt = solve(graph, varied(locations, effects, context.independents));
  const reaching = reached(locations, effects, context.dependents, (i) =>
    // A callee increments every formal that its united contexts found active, whatever this site passes.
    i.kind === 'leaf' && i.statement.kind === 'call' ? reals : statesAround(variedAt, i).before,
  );
  const reachedAt = solve(graph, reaching);
  return {
    varied: variedAt,
    useful: solve(graph, useful(locations, effects, context.dependents)),
    reached: reachedAt,
    unreached: options.elementsAround ? unreachedElements(facts, reaching, reachedAt) : new Set(),
  };
}

function unreachedElements(
  facts: RoutineFacts,
  reaching: Analysis<BitSet>,
  reachedAt: Solution<BitSet>,
): Set<StatementId> {
  const { graph, effects } = facts.model;
  const apart = apartFromIterations(facts.nesting, graph, elementsOfIterations(facts), reachedAt);
  if (apart.size === 0) return new Set();
  const inside = solve(graph, {
    ...reaching,
    transfer: (i, state) => {
      const next = reaching.transfer(i, state);
      const own = apart.get(i.id);
      if (!own?.intersects(next)) return next;
      const rest = next.clone();
      rest.subtract(own);
      return rest;
    },
  });
  const found = facts.instructions.filter((i) => {
    if (i.kind !== 'leaf' || i.statement.kind !== 'assign') return false;
    const { out } = effects(i);
    return isApart(facts.nesting, apart, i.id, out) && !out.intersects(statesAround(inside, i).after);
  });
  return new Set(found.map((i) => i.id));
}

function leftOutOf({ unreached }: Activity, { elementsAround }: AnalysisOptions): ReadonlySet<StatementId> {
  return elementsAround === 'apply' ? unreached : new Set();
}

export interface DerivativeInstructions {
  readonly assignments: ReadonlyMap<StatementId, AssignDerivative>;
  /** Calls whose adjoint routine is called. */
  readonly calls: ReadonlySet<StatementId>;
  /** Calls without an adjoint routine: locations that they overwrite with passive values, and whose adjoints may not be zero. */
  readonly resets: ReadonlyMap<StatementId, readonly number[]>;
  /** Is there an I' at all? */
  has(id: StatementId): boolean;
  /** use(I'), without the indices of enclosing counted loops; null where there is no I' that reads. */
  use(instruction: Instruction): BitSet | null;
  /** What the adjoint call C̄ reads of the state before C. */
  liveOfCall(call: Call): BitSet;
  /** An adjoint call that is run in two halves. */
  isSplit(instruction: Instruction): boolean;
}

export function derivativeInstructions(
  facts: RoutineFacts,
  activity: Activity,
  infoOf: (call: Call) => AdjointInfo,
  declined: ReadonlySet<StatementId>,
): DerivativeInstructions {
  const { model, options, reals } = facts;
  const { locations, effects } = model;
  const leftOut = leftOutOf(activity, options);
  const assignments = new Map<StatementId, AssignDerivative>();
  const calls = new Set<StatementId>();
  const resets = new Map<StatementId, readonly number[]>();
  for (const i of facts.instructions) {
    if (i.kind !== 'leaf') continue;
    const after = statesAround(activity.reached, i).after;
    if (i.statement.kind === 'assign') {
      if (leftOut.has(i.id)) continue;
      const d = derivativeOf(i.statement, {
        locations,
        varied: statesAround(activity.varied, i).before,
        reached: after,
        useResults: options.useResults && !declined.has(i.id),
      });
      if (d) assignments.set(i.id, d);
    } else if (i.statement.kind === 'call') {
      const { out, kill, diffDep } = effects(i);
      const seeds = out.clone();
      seeds.intersectWith(reals);
      if (!seeds.intersects(after)) continue;
      if (!infoOf(i.statement).empty) calls.add(i.id);
      else {
        seeds.intersectWith(kill);
        seeds.intersectWith(after);
        // A routine that only writes a value back (`x = x`) has no adjoint either, and leaves that of x as it is.
        const passive = seeds.toArray().filter((l) => !diffDep.get(l)?.has(l));
        if (passive.length > 0) resets.set(i.id, passive);
      }
    }
  }
  const lives = new Map<StatementId, BitSet>();
  const liveOfCall = (s: Call): BitSet => {
    return getOrMake(lives, s.id, () =>
      facts.withoutIndices(s.id, liveOfActuals(model, s, infoOf(s).live, options.modeOf(s))),
    );
  };
  const uses = new Map<StatementId, BitSet>();
  const readAgain = (s: Assign): BitSet =>
    facts.withoutIndices(s.id, BitSet.of(locations.size, locations.read(s.value)));
  return {
    assignments,
    calls,
    resets,
    has: (id) => assignments.has(id) || calls.has(id) || resets.has(id),
    use: (i) => {
      const d = assignments.get(i.id);
      if (d) {
        return getOrMake(uses, i.id, () => facts.withoutIndices(i.id, d.use));
      }
      if (i.kind === 'test') return null;
      if (i.statement.kind === 'assign' && i.statement.again) return readAgain(i.statement);
      if (i.statement.kind === 'call' && calls.has(i.id)) return liveOfCall(i.statement);
      return null;
    },
    liveOfCall,
    isSplit: (i) =>
      i.kind === 'leaf' &&
      i.statement.kind === 'call' &&
      calls.has(i.id) &&
      options.modeOf(i.statement) === 'split',
  };
}
