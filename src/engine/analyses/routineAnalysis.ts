/**
 * All analyses of one routine, in the order of theory 6: activity, adjoint liveness, TBR, adjoint write; and the decisions
 * that the generator carries out: which statements stay, what is recorded where, how each test and call is reversed.
 */

import type { BitSet } from '../base/bitset';
import { sameSet } from '../base/lookup';
import type { Solution } from '../dataflow/analysis';
import { solve, statesAround } from '../dataflow/solve';
import type { Instruction } from '../ir/graph/flow';
import type { Call, StatementId } from '../ir/types';
import { ElementsApart, type Spared } from './elements/elementsApart';
import { activityOf, derivativeInstructions } from './instructions/derivativeInstructions';
import type { AssignDerivative } from './instructions/derivatives';
import type { Nesting } from './instructions/nesting';
import type { RoutineModel } from './instructions/programModel';
import { extentsDeclared, portsOf } from './instructions/programModel';
import type { Port } from './instructions/summary';
import { adjointWriteEffects, type CallPlan, callPlans } from './plans/callPlans';
import { controlReversal, type TestPlan, testPlans, testsToReverse } from './plans/controlReversal';
import { forwardSweep } from './plans/forwardSweep';
import { tbrInstructions } from './plans/tbrInstructions';
import { adjointWrite } from './problems/adjointWrite';
import { definedness } from './problems/definedness';
import { union } from './problems/sets';
import { recordedAt, required, requiredAfter, type TbrInstruction } from './problems/tbr';
import { type AdjointInfo, type AnalysisOptions, type Context, factsOf } from './routineFacts';

export interface RoutineAnalysis {
  readonly model: RoutineModel;
  readonly nesting: Nesting;
  readonly options: AnalysisOptions;
  readonly varied: Solution<BitSet>;
  readonly useful: Solution<BitSet>;
  readonly reached: Solution<BitSet>;
  readonly live: Solution<BitSet>;
  readonly required: Solution<BitSet>;
  readonly adjointWrite: Solution<BitSet>;
  /** Null for recordings other than `initialized`. */
  readonly defined: Solution<BitSet> | null;
  readonly derivatives: ReadonlyMap<StatementId, AssignDerivative>;
  readonly calls: ReadonlyMap<StatementId, CallPlan>;
  /** Leaf statements of the forward sweep. */
  readonly stays: ReadonlySet<StatementId>;
  /** Does `elementsAround` leave anything out, or would it? */
  readonly isElementsAround: boolean;
  /** Locations recorded before each leaf statement. */
  readonly recorded: ReadonlyMap<StatementId, readonly number[]>;
  readonly tests: ReadonlyMap<StatementId, TestPlan>;
  /** What may be overwritten after a point before the backward sweep comes back to it, restored or not. */
  readonly laterWrites: Solution<BitSet>;
  /** Assignments that overwrite an array of which other elements are required (theory 4.4). */
  readonly spared: Spared;
  /** By the last instruction of a block: assignments that its backward sweep runs again first, in order. */
  readonly recomputed: ReadonlyMap<StatementId, readonly StatementId[]>;
  readonly tbrAt: (instruction: Instruction) => TbrInstruction | null;
  readonly derivativeUse: (instruction: Instruction) => BitSet | null;
  /** live(C̄) of this routine by location, and whether it has any derivative instruction at all. */
  readonly liveAtEntry: BitSet;
  readonly isEmpty: boolean;
}

/** What is known of the routines that it calls. */
type AdjointOf = (callee: string, mode: 'joint' | 'split') => AdjointInfo;

/**
 * `recompute` and `useResults` (theory 4.6) are applied where they add no recording to those made without them: assignments
 * that would need one are declined, and the routine is analysed again until none is added. So no run keeps more on the tape.
 */
export function analyseRoutine(
  model: RoutineModel,
  context: Context,
  options: AnalysisOptions,
  adjointOf: AdjointOf,
): RoutineAnalysis {
  const saves = options.recompute || options.useResults;
  if (!saves) return analyseWith(model, context, options, adjointOf, new Set());
  let declined: ReadonlySet<StatementId> = new Set();
  let analysis = analyseWith(model, context, options, adjointOf, declined);
  if (isPlain(analysis)) return analysis;
  const without = { ...options, recompute: false, useResults: false };
  const plain = analyseWith(model, context, without, adjointOf, declined);
  for (let more = addedTo(plain, analysis); !more.isEmpty(); more = addedTo(plain, analysis)) {
    const asking = askingFor(analysis, more);
    // Where nothing asks for it directly, all are declined.
    if (asking.length === 0) return { ...plain, options };
    declined = new Set([...declined, ...asking]);
    analysis = analyseWith(model, context, options, adjointOf, declined);
  }
  return analysis;
}

/** `declined`: assignments whose result must not be read, and which must not be run again. */
function analyseWith(
  model: RoutineModel,
  context: Context,
  options: AnalysisOptions,
  adjointOf: AdjointOf,
  declined: ReadonlySet<StatementId>,
): RoutineAnalysis {
  const { graph, locations } = model;
  const facts = factsOf(model, options);
  const { instructions, nesting, empty } = facts;
  const infoOf = (s: Call) => adjointOf(s.callee, options.modeOf(s));

  const activity = activityOf(facts, context);
  const derivatives = derivativeInstructions(facts, activity, infoOf, declined);
  const sweep = forwardSweep(facts, derivatives, context.liveAtEnd);
  const control = controlReversal(facts, sweep);
  const parts = { facts, derivatives, sweep, control, infoOf, declined };
  const defined = options.record === 'initialized' ? solve(graph, definedness(model)) : null;

  // What is recorded decides which tests are reversed, and reversed tests require what they read: iterated, from above.
  let reversed = testsToReverse(
    facts,
    derivatives,
    (i) => (i.kind === 'leaf' ? sweep.stays : sweep.runs).has(i.id) && isStatementOrCounted(i),
  );
  const elements = new ElementsApart(parts);
  let spared: Spared = new Map();
  const tbr = tbrInstructions(parts);
  for (;;) {
    const tbrAt = tbr(reversed, spared);
    const requiredAt = solve(graph, required(locations, tbrAt, context.requiredAtEntry));
    const requiredBefore = (i: Instruction) => statesAround(requiredAt, i).before;
    const neededBy = (i: Instruction, t: TbrInstruction): BitSet => {
      let set = recordedAt(t, requiredBefore(i));
      if (defined) {
        set = set.clone();
        set.intersectWith(statesAround(defined, i).before);
      }
      return set;
    };
    const recordedBy = (i: Instruction): BitSet => {
      const t = tbrAt(i);
      return t ? tampered(facts.options, model, i.id, neededBy(i, t), t.out) : empty;
    };
    const next = testsToReverse(facts, derivatives, (i) => !recordedBy(i).isEmpty());
    if (!sameSet(next, reversed)) {
      reversed = next;
      continue;
    }
    // A recording that is spared needs no subscripts, so more may be spared in turn.
    const recomputed = recomputedIn(instructions, tbrAt, requiredAt);
    const again = [...recomputed.values()].flat();
    const more = elements.spared(tbrAt, recordedBy, again, context.requiredAtEntry);
    if (more.size > 0 && [...more.keys()].some((id) => !spared.has(id))) {
      spared = new Map([...spared, ...more]);
      continue;
    }
    const recorded = new Map<StatementId, readonly number[]>();
    for (const i of instructions) {
      if (i.kind === 'leaf' && i.statement.kind === 'call') continue;
      const set = recordedBy(i);
      if (!set.isEmpty()) recorded.set(i.id, set.toArray());
    }
    const tests = testPlans(facts, sweep, control, reversed, { recorded: recordedBy, requiredBefore });
    const effects = adjointWriteEffects(parts, recordedBy, tests);
    const written = solve(graph, adjointWrite(locations, effects, context.writtenAtEnd));
    return {
      model,
      nesting,
      options,
      ...activity,
      live: sweep.live,
      required: requiredAt,
      adjointWrite: written,
      defined,
      derivatives: derivatives.assignments,
      calls: callPlans(parts, tbrAt, recordedBy, written, (i, snp) => {
        const t = tbrAt(i);
        return leftOfSnapshot(options, model, i.id, snp, t ? neededBy(i, t) : empty);
      }),
      stays: sweep.stays,
      isElementsAround: activity.unreached.size > 0 || sweep.isAnyDeadByElements,
      recorded,
      tests,
      laterWrites: control.laterWrites,
      spared,
      recomputed,
      tbrAt,
      derivativeUse: derivatives.use,
      liveAtEntry: sweep.live.before(graph.entry),
      isEmpty:
        derivatives.assignments.size === 0 && derivatives.calls.size === 0 && derivatives.resets.size === 0,
    };
  }
}

/** Nothing is computed again, and no result is read. */
function isPlain({ recomputed, derivatives }: RoutineAnalysis): boolean {
  return recomputed.size === 0 && [...derivatives.values()].every((d) => d.useOut.isEmpty());
}

/** Locations recorded, saved around a call, or live at entry, but not so in `plain`. */
function addedTo(plain: RoutineAnalysis, analysis: RoutineAnalysis): BitSet {
  const added = analysis.liveAtEntry.clone();
  added.subtract(plain.liveAtEntry);
  for (const [id, ls] of analysis.recorded) {
    const known = plain.recorded.get(id) ?? [];
    for (const l of ls) if (!known.includes(l)) added.add(l);
  }
  for (const [id, plan] of analysis.calls) {
    const known = plain.calls.get(id);
    for (const which of ['sbk', 'snp'] as const) {
      const more = plan[which].clone();
      if (known) more.subtract(known[which]);
      added.unionWith(more);
    }
  }
  return added;
}

/** Assignments that are run again, or whose result is read, and that make one of these required or live. */
function askingFor(analysis: RoutineAnalysis, wanted: BitSet): StatementId[] {
  const { recomputed, derivatives, model, nesting } = analysis;
  const results = [...derivatives].filter(([, d]) => !d.useOut.isEmpty());
  const asks = (id: StatementId) => {
    const statement = nesting.statements.get(id);
    return (
      statement?.kind === 'assign' && model.effects({ kind: 'leaf', id, statement }).use.intersects(wanted)
    );
  };
  return [
    ...[...recomputed.values()].flat().filter(asks),
    ...results.filter(([id, d]) => d.useOut.intersects(wanted) || asks(id)).map(([id]) => id),
  ];
}

/** May record something, as long as TBR has not said otherwise: any statement, and a counted loop, for its index. */
function isStatementOrCounted(i: Instruction): boolean {
  return i.kind === 'leaf' || i.test.kind === 'for';
}

/** The recordings of an instruction as the user has changed them: taken away, or forced among what it overwrites. */
function tampered(
  options: AnalysisOptions,
  { locations }: RoutineModel,
  id: StatementId,
  set: BitSet,
  writes: BitSet,
): BitSet {
  if (options.without.size === 0 && options.with.size === 0) return set;
  const result = set.clone();
  writes.forEach((l) => {
    const key = `s${id}:${locations.at(l).key}`;
    if (options.without.has(key)) result.delete(l);
    if (options.with.has(key)) result.add(l);
  });
  return result;
}

/** A snapshot without what the user took away. Where its location is not recorded as well (`stored`), the plain key means it. */
function leftOfSnapshot(
  { without }: AnalysisOptions,
  { locations }: RoutineModel,
  id: StatementId,
  snapshot: BitSet,
  stored: BitSet,
): BitSet {
  if (without.size === 0) return snapshot;
  const left = snapshot.clone();
  snapshot.forEach((l) => {
    const key = `s${id}:${locations.at(l).key}`;
    if (without.has(`${key}:snapshot`) || (without.has(key) && !stored.has(l))) left.delete(l);
  });
  return left;
}

/** By the last instruction of a block: what its backward sweep runs again, in order (theory 4.6). */
function recomputedIn(
  instructions: readonly Instruction[],
  tbrAt: (instruction: Instruction) => TbrInstruction | null,
  requiredAt: Solution<BitSet>,
): Map<StatementId, readonly StatementId[]> {
  const recomputed = new Map<StatementId, readonly StatementId[]>();
  for (const i of instructions) {
    const t = tbrAt(i);
    const before = requiredAt.around(i.id)?.before;
    if (!t?.recompute || !before) continue;
    let next = requiredAfter(t, before);
    const again: StatementId[] = [];
    for (const r of t.recompute) {
      if (!next.has(r.location)) continue;
      next = union(next, r.reads);
      again.unshift(r.statement);
    }
    if (again.length > 0) recomputed.set(i.id, again);
  }
  return recomputed;
}

/** What callers need to know of the routine's adjoint, by port. */
export function adjointInfo(analysis: RoutineAnalysis): AdjointInfo {
  const live = new Set<Port>();
  const leaves = new Set<Port>();
  const written = analysis.adjointWrite.before(analysis.model.graph.entry);
  const requiredAtExit = new Set<Port>();
  const after = analysis.required.after(analysis.model.graph.exit);
  const extents = extentsDeclared(analysis.model);
  for (const [port, ls] of portsOf(analysis.model)) {
    if (port === 'result') continue;
    if (ls.some((l) => analysis.liveAtEntry.has(l) || extents.has(l))) live.add(port);
    if (ls.some((l) => after.has(l) || extents.has(l))) requiredAtExit.add(port);
    if (ls.some((l) => written.has(l))) leaves.add(port);
  }
  return { live, empty: analysis.isEmpty, requiredAtExit, leaves };
}
