/**
 * All analyses of one routine, in the order of theory 6: activity, adjoint liveness, TBR, adjoint write; and the decisions
 * that the generator carries out: which statements stay, what is recorded where, how each test is reversed.
 */
import { BitSet } from '../base/bitset';
import type { Solution } from '../dataflow/analysis';
import { solve } from '../dataflow/solve';
import type { Instruction } from '../ir/flow';
import { testExpressions } from '../ir/flow';
import type { Location } from '../ir/locations';
import { variableOf } from '../ir/names';
import { compareElements } from '../ir/subscripts';
import type { Call, StatementId } from '../ir/types';
import { reached, useful, varied } from './activity';
import { adjointLiveness, type LivenessInput, staysForward } from './adjointLiveness';
import { writtenAfter } from './adjointWrite';
import { definedness } from './definedness';
import { type AssignDerivative, derivativeOf } from './derivatives';
import { actualLocations, type Effect, elementsPassed, type Port } from './effects';
import { type Nesting, nestingOf } from './nesting';
import { recomputable } from './recompute';
import type { RoutineModel } from './summaries';
import { portsOf } from './summaries';
import { type Recomputed, recordedAt, required, requiredAfter, type TbrInstruction } from './tbr';

export interface AnalysisOptions {
  readonly activity: boolean;
  readonly adjointLiveness: boolean;
  readonly useResults: boolean;
  /** Required scalars are computed again at the start of a block's backward sweep, where that is possible. */
  readonly recompute: boolean;
  readonly record: 'all' | 'initialized' | 'tbr';
  readonly snapshots: 'eager' | 'lazy';
  /** How a call is reversed: as a checkpoint, or in two halves. */
  readonly modeOf: (call: Call) => 'joint' | 'split';
  /** Counted loops run backwards with their own index, and tests that nothing overwrites are read again (`joins`). */
  readonly readsControlAgain: boolean;
  /** Recordings that the user took away or forced, as `statement:location` keys. */
  readonly without: ReadonlySet<string>;
  readonly with: ReadonlySet<string>;
}

/** What a caller needs to know of a routine's adjoint C̄. */
export interface AdjointInfo {
  /** live(C̄): what the adjoint routine reads of the state before the call. */
  readonly live: ReadonlySet<Port>;
  /** It has no derivative instruction: the call is an ordinary one. */
  readonly empty: boolean;
  /** In split mode: what the backward half reads of the state after the forward half. */
  readonly requiredAtExit: ReadonlySet<Port>;
}

export interface Context {
  /** Varied at entry. */
  readonly independents: BitSet;
  /** Useful at exit. */
  readonly dependents: BitSet;
  /** Live at the end of what is differentiated. */
  readonly liveAtEnd: BitSet;
  /** Required at entry: ∅ but in split mode, where it is united over the calls. */
  readonly requiredAtEntry: BitSet;
}

export interface CallPlan {
  readonly adjoint: boolean;
  readonly mode: 'joint' | 'split';
  /** Without an adjoint call: what the call overwrites with passive values, though its adjoint may not be zero. */
  readonly resets: readonly number[];
  /** Saved because the backward sweep upstream needs it back. */
  readonly sbk: BitSet;
  /** Saved because the adjoint call needs it. */
  readonly snp: BitSet;
}

export type TestPlan =
  | { readonly kind: 'branch'; readonly runs: boolean; readonly reversed: boolean; readonly again: boolean }
  | {
      readonly kind: 'counted';
      readonly runs: boolean;
      readonly reversed: boolean;
      readonly boundsStored: boolean;
      readonly saveIndex: boolean;
      /** Only the backward sweep runs it, and something upstream needs the index as it was. */
      readonly keepIndex: boolean;
    }
  | { readonly kind: 'trips'; readonly runs: boolean; readonly reversed: boolean };

export interface RoutineAnalysis {
  readonly model: RoutineModel;
  readonly nesting: Nesting;
  readonly options: AnalysisOptions;
  readonly varied: Solution<BitSet>;
  readonly useful: Solution<BitSet>;
  readonly reached: Solution<BitSet>;
  readonly live: Solution<BitSet>;
  readonly required: Solution<BitSet>;
  /** Null for recordings other than `initialized`. */
  readonly defined: Solution<BitSet> | null;
  readonly derivatives: ReadonlyMap<StatementId, AssignDerivative>;
  readonly calls: ReadonlyMap<StatementId, CallPlan>;
  /** Leaf statements of the forward sweep. */
  readonly stays: ReadonlySet<StatementId>;
  /** Locations recorded before each leaf statement. */
  readonly recorded: ReadonlyMap<StatementId, readonly number[]>;
  readonly tests: ReadonlyMap<StatementId, TestPlan>;
  /** By the last instruction of a block: assignments that its backward sweep runs again first, in order. */
  readonly recomputed: ReadonlyMap<StatementId, readonly StatementId[]>;
  readonly tbrAt: (instruction: Instruction) => TbrInstruction | null;
  readonly derivativeUse: (instruction: Instruction) => BitSet | null;
  /** live(C̄) of this routine by location, and whether it has any derivative instruction at all. */
  readonly liveAtEntry: BitSet;
  readonly isEmpty: boolean;
}

export function analyseRoutine(
  model: RoutineModel,
  context: Context,
  options: AnalysisOptions,
  adjointOf: (callee: string, mode: 'joint' | 'split') => AdjointInfo,
): RoutineAnalysis {
  const { graph, locations, effects, routine, program } = model;
  const n = locations.size;
  const empty = new BitSet(n);
  const nesting = nestingOf(routine.body, routine.label);
  const instructions = graph.vertices.flatMap((v) => v.instructions);

  // ------------------------------------------------------------------------------------------------ activity
  const reals = BitSet.of(
    n,
    locations.all.filter((l) => l.type === 'f64' || l.type === 'f32').map((l) => l.index),
  );
  const off = !options.activity;
  const always = (name: string, direction: 'forward' | 'backward') =>
    solve(graph, { ...varied(locations, effects, reals), name, direction, transfer: (_i, s) => s });
  const variedAt = off
    ? always('varied', 'forward')
    : solve(graph, varied(locations, effects, context.independents));
  const usefulAt = off
    ? always('useful', 'backward')
    : solve(graph, useful(locations, effects, context.dependents));
  const variedBefore = (i: Instruction) => variedAt.around(i.id)?.before ?? empty;
  const reachedAt = off
    ? always('reached', 'backward')
    : solve(
        graph,
        reached(locations, effects, context.dependents, (i) =>
          // A callee increments every formal that its united contexts found active, whatever this site passes.
          i.kind === 'leaf' && i.statement.kind === 'call' ? reals : variedBefore(i),
        ),
      );

  // --------------------------------------------------------------------------------- derivative instructions
  const derivatives = new Map<StatementId, AssignDerivative>();
  const adjointCalls = new Set<StatementId>();
  const infoOf = (s: Call) => adjointOf(s.callee, options.modeOf(s));
  const isSplit = (i: Instruction) =>
    i.kind === 'leaf' &&
    i.statement.kind === 'call' &&
    adjointCalls.has(i.id) &&
    options.modeOf(i.statement) === 'split';
  const resetCalls = new Map<StatementId, readonly number[]>();
  for (const i of instructions) {
    if (i.kind !== 'leaf') continue;
    const after = reachedAt.around(i.id)?.after ?? empty;
    if (i.statement.kind === 'assign') {
      const d = derivativeOf(i.statement, {
        locations,
        varied: variedBefore(i),
        reached: after,
        useResults: options.useResults,
      });
      if (d) derivatives.set(i.id, d);
    } else if (i.statement.kind === 'call') {
      const { out } = effects(i);
      const seeds = out.clone();
      seeds.intersectWith(reals);
      if (!seeds.intersects(after)) continue;
      if (!infoOf(i.statement).empty) adjointCalls.add(i.id);
      else {
        seeds.intersectWith(effects(i).kill);
        seeds.intersectWith(after);
        if (!seeds.isEmpty()) resetCalls.set(i.id, seeds.toArray());
      }
    }
  }
  const indexSet = (id: StatementId) =>
    BitSet.of(
      n,
      (nesting.indices.get(id) ?? []).flatMap((v) => [...locations.ofVariable(v)]),
    );
  const withoutIndices = (id: StatementId, set: BitSet): BitSet => {
    const indices = indexSet(id);
    if (!set.intersects(indices)) return set;
    const rest = set.clone();
    rest.subtract(indices);
    return rest;
  };
  const calleeLive = new Map<StatementId, BitSet>();
  const liveOfCall = (s: Call): BitSet => {
    let set = calleeLive.get(s.id);
    if (!set) {
      set = withoutIndices(s.id, liveOfActuals(model, s, infoOf(s).live, options.modeOf(s)));
      calleeLive.set(s.id, set);
    }
    return set;
  };
  const derivativeUse = (i: Instruction): BitSet | null => {
    const d = derivatives.get(i.id);
    if (d) return withoutIndices(i.id, d.use);
    if (i.kind === 'leaf' && i.statement.kind === 'call' && adjointCalls.has(i.id))
      return liveOfCall(i.statement);
    return null;
  };
  const hasDerivative = (id: StatementId) =>
    derivatives.has(id) || adjointCalls.has(id) || resetCalls.has(id);

  // -------------------------------------------------------------------------------------------- adjoint liveness
  const testUse = (i: Instruction): BitSet =>
    i.kind === 'test'
      ? BitSet.of(
          n,
          testExpressions(i.test).flatMap((e) => locations.read(e)),
        )
      : empty;
  let runs = new Set<StatementId>();
  let reversedTests = new Set<StatementId>();
  const liveness: LivenessInput = {
    locations,
    effects,
    atEnd: context.liveAtEnd,
    derivativeUse,
    resultUse: (i) => derivatives.get(i.id)?.useOut ?? null,
    mustStay: (i) =>
      isSplit(i) ||
      (options.adjointLiveness ? runs.has(i.id) : i.kind === 'test' || effects(i).out.isEmpty() === false),
    controlUse: (i) => {
      if (i.kind !== 'test') return null;
      if (!options.adjointLiveness || runs.has(i.id)) return testUse(i);
      return reversedTests.has(i.id) ? withoutIndices(i.id, testUse(i)) : null;
    },
  };
  let liveAt = solve(graph, adjointLiveness(liveness));
  const staysNow = (i: Instruction) => staysForward(liveness, i, liveAt.around(i.id)?.after ?? empty);
  for (;;) {
    const next = neededTests(instructions, nesting, staysNow, hasDerivative, adjointCalls);
    if (sameSet(next.runs, runs) && sameSet(next.reversed, reversedTests)) break;
    runs = next.runs;
    reversedTests = next.reversed;
    liveAt = solve(graph, adjointLiveness(liveness));
  }
  const stays = new Set<StatementId>();
  for (const i of instructions) {
    if (i.kind === 'leaf' && (staysNow(i) || i.statement.kind === 'stop')) stays.add(i.id);
    if (i.kind === 'test' && (!options.adjointLiveness || staysNow(i))) runs.add(i.id);
  }
  const keptOut = (i: Instruction): BitSet => {
    // An adjoint call runs its forward sweep again, whether or not the call itself stays.
    if (i.kind === 'leaf') return stays.has(i.id) || adjointCalls.has(i.id) ? effects(i).out : empty;
    return runs.has(i.id) || reversedTests.has(i.id) || !options.adjointLiveness ? effects(i).out : empty;
  };

  // ----------------------------------------------------------------------------------------------------- TBR
  const laterWrites = solve(graph, writtenAfter(locations, keptOut));
  const definedAt = options.record === 'initialized' ? solve(graph, definedness(model)) : null;
  let reversed = new Set<StatementId>();
  for (const i of instructions) {
    if (
      hasDerivative(i.id) ||
      (i.kind === 'leaf' && stays.has(i.id)) ||
      (i.kind === 'test' && i.test.kind === 'for' && runs.has(i.id))
    ) {
      for (const t of nesting.controllers.get(i.id) ?? []) reversed.add(t);
    }
  }
  const again = (i: Instruction): boolean => {
    if (!options.readsControlAgain || i.kind !== 'test') return false;
    if (i.test.kind === 'for' || i.test.kind === 'while' || i.test.kind === 'doWhile') return false;
    return !withoutIndices(i.id, testUse(i)).intersects(laterWrites.around(i.id)?.after ?? empty);
  };
  const boundsStored = (i: Instruction): boolean => {
    if (i.kind !== 'test' || i.test.kind !== 'for' || !runs.has(i.id)) return false;
    const written = loopWrites(i.test, nesting, instructions, keptOut, n);
    written.unionWith(effects(i).out);
    return testUse(i).intersects(written);
  };
  const calls = new Map<StatementId, CallPlan>();
  const tbrCache = new Map<StatementId, TbrInstruction | null>();
  const blockEnds = new Map<StatementId, readonly Recomputed[]>();
  if (options.recompute) {
    for (const vertex of graph.vertices) {
      const last = vertex.instructions[vertex.instructions.length - 1];
      if (vertex.kind !== 'BASICBLOCK' || !last) continue;
      const list = recomputable(vertex, locations, effects, (id) => stays.has(id)).map((r) => ({
        ...r,
        reads: withoutIndices(r.statement, r.reads),
      }));
      if (list.length > 0) blockEnds.set(last.id, list);
    }
  }
  const nothing: TbrInstruction = {
    out: empty,
    kill: empty,
    use: empty,
    usedAndOverwritten: empty,
    address: empty,
    requiredAfter: null,
  };
  const tbrAt = (i: Instruction): TbrInstruction | null => {
    const known = tbrCache.get(i.id);
    if (known !== undefined) return known;
    const recompute = blockEnds.get(i.id);
    const plain = makeTbr(i);
    const made = recompute ? { ...(plain ?? nothing), recompute } : plain;
    tbrCache.set(i.id, made);
    return made;
  };
  const forced = (i: Instruction, set: BitSet, writes: BitSet): BitSet =>
    tamper(model, options, i.id, set, writes);
  const makeTbr = (i: Instruction): TbrInstruction | null => {
    const effect = effects(i);
    if (i.kind === 'test') return testTbr(i, effect);
    if (i.statement.kind === 'call') return callTbr(i, i.statement, effect);
    const use = derivativeUse(i) ?? empty;
    if (!stays.has(i.id)) {
      return use.isEmpty()
        ? null
        : { out: empty, kill: empty, use, usedAndOverwritten: empty, address: empty, requiredAfter: null };
    }
    if (i.statement.kind !== 'assign') return null;
    const target = i.statement.target;
    const d = derivatives.get(i.id);
    const overwritten = new BitSet(n);
    if (options.record !== 'tbr') overwritten.unionWith(effect.out);
    else if (d) {
      for (const place of d.places) {
        const l = locations.of(place);
        if (effect.out.has(l) && compareElements(place, target) !== 'different') overwritten.add(l);
      }
    }
    const address =
      target.kind === 'element'
        ? withoutIndices(
            i.id,
            BitSet.of(
              n,
              target.subscripts.flatMap((e) => locations.read(e)),
            ),
          )
        : empty;
    return {
      out: effect.out,
      kill: effect.kill,
      use,
      usedAndOverwritten: overwritten,
      address,
      requiredAfter: d && !d.useOut.isEmpty() ? d.useOut : null,
    };
  };
  const testTbr = (i: Instruction & { kind: 'test' }, effect: Effect): TbrInstruction | null => {
    const isReversed = reversed.has(i.id);
    if (i.test.kind === 'for') {
      if (!isReversed && !runs.has(i.id)) return null;
      const bounds = isReversed && !boundsStored(i) ? withoutIndices(i.id, testUse(i)) : null;
      if (!runs.has(i.id)) {
        // Only the backward sweep runs it, and keeps the index to itself: nothing is overwritten here.
        return {
          out: empty,
          kill: empty,
          use: empty,
          usedAndOverwritten: empty,
          address: empty,
          requiredAfter: bounds,
        };
      }
      const all = options.record !== 'tbr' ? effect.out : empty;
      return {
        out: effect.out,
        kill: effect.out,
        use: empty,
        usedAndOverwritten: all,
        address: empty,
        requiredAfter: bounds,
      };
    }
    if (!isReversed || !again(i)) return null;
    return {
      out: empty,
      kill: empty,
      use: withoutIndices(i.id, testUse(i)),
      usedAndOverwritten: empty,
      address: empty,
      requiredAfter: null,
    };
  };
  /**
   * Split mode: the callee records what it overwrites, knowing what is required around it; what its backward half reads
   * of the state it left is required from here on.
   */
  const splitTbr = (s: Call, effect: Effect): TbrInstruction => {
    const left = withoutIndices(s.id, liveOfActuals(model, s, infoOf(s).requiredAtExit, 'split'));
    const more = left.clone();
    more.unionWith(withoutIndices(s.id, extentsOf(model, s)));
    return {
      out: effect.out,
      kill: effect.kill,
      use: empty,
      usedAndOverwritten: empty,
      address: empty,
      requiredAfter: null,
      call: {
        record: () => empty,
        outReq: (inReq) => {
          const next = inReq.clone();
          next.subtract(effect.out);
          next.unionWith(more);
          return next;
        },
      },
    };
  };
  const callTbr = (i: Instruction, s: Call, effect: Effect): TbrInstruction | null => {
    const kept = stays.has(i.id);
    const adjoint = adjointCalls.has(i.id);
    if (!kept && !adjoint) return null;
    if (isSplit(i)) return splitTbr(s, effect);
    const live = adjoint ? liveOfCall(s) : empty;
    const overwrites = kept || adjoint ? effect.out : empty;
    const snp = live.clone();
    snp.intersectWith(kept ? overwrites : empty);
    const sbk = (inReq: BitSet) => {
      const set = overwrites.clone();
      if (options.record === 'tbr') set.intersectWith(inReq);
      return set;
    };
    const extents = extentsOf(model, s);
    // Of an array that is passed element by element only those are saved: the others stay required.
    const wholly = overwrites.clone();
    overwrites.forEach((l) => {
      const isGlobal = (locations.all[l] as Location).variables.some(
        (id) => variableOf(program, id).role === 'global',
      );
      if (!isGlobal && elementsPassed(s, l, locations)) wholly.delete(l);
    });
    const addresses = BitSet.of(
      n,
      s.args.flatMap((a) => actualLocations(a, locations).address),
    );
    return {
      out: overwrites,
      kill: effect.kill,
      use: live,
      usedAndOverwritten: empty,
      address: empty,
      requiredAfter: null,
      call: {
        record: sbk,
        outReq: (inReq) => {
          const next = inReq.clone();
          next.subtract(wholly);
          if (adjoint && options.snapshots === 'lazy') {
            next.unionWith(live);
            const saved = snp.clone();
            saved.intersectWith(wholly);
            next.subtract(saved);
          }
          if (adjoint || sbk(inReq).count() > 0) {
            const left = extents.clone();
            left.unionWith(addresses);
            left.subtract(effect.kill);
            next.unionWith(withoutIndices(i.id, left));
          }
          return next;
        },
      },
    };
  };
  let requiredAt = solve(graph, required(locations, tbrAt, context.requiredAtEntry));
  const recordedNow = (i: Instruction): BitSet => {
    const t = tbrAt(i);
    if (!t) return empty;
    const inReq = requiredAt.around(i.id)?.before ?? empty;
    let set = recordedAt(t, inReq);
    if (options.record === 'initialized' && definedAt) {
      const defined = definedAt.around(i.id)?.before ?? empty;
      set = set.clone();
      set.intersectWith(defined);
    }
    return forced(i, set, t.out);
  };
  for (;;) {
    const next = new Set<StatementId>();
    for (const i of instructions) {
      if (hasDerivative(i.id) || !recordedNow(i).isEmpty()) {
        for (const t of nesting.controllers.get(i.id) ?? []) next.add(t);
      }
    }
    if (sameSet(next, reversed)) break;
    reversed = next;
    tbrCache.clear();
    requiredAt = solve(graph, required(locations, tbrAt, context.requiredAtEntry));
  }
  const recorded = new Map<StatementId, readonly number[]>();
  const tests = new Map<StatementId, TestPlan>();
  for (const i of instructions) {
    const set = recordedNow(i);
    if (i.kind === 'leaf' && i.statement.kind === 'call') continue;
    if (!set.isEmpty()) recorded.set(i.id, set.toArray());
    if (i.kind !== 'test') continue;
    const plan = { runs: runs.has(i.id), reversed: reversed.has(i.id) };
    if (i.test.kind === 'for') {
      const inReq = requiredAt.around(i.id)?.before ?? empty;
      const keepIndex = !plan.runs && plan.reversed && effects(i).out.intersects(inReq);
      tests.set(i.id, {
        kind: 'counted',
        ...plan,
        boundsStored: boundsStored(i),
        saveIndex: !set.isEmpty(),
        keepIndex,
      });
    } else if (i.test.kind === 'while' || i.test.kind === 'doWhile')
      tests.set(i.id, { kind: 'trips', ...plan });
    else tests.set(i.id, { kind: 'branch', ...plan, again: again(i) });
  }
  const recomputed = new Map<StatementId, readonly StatementId[]>();
  for (const i of instructions) {
    const t = tbrAt(i);
    const before = requiredAt.around(i.id)?.before;
    if (!t?.recompute || !before) continue;
    const next = requiredAfter(t, before);
    const again: StatementId[] = [];
    for (const r of t.recompute) {
      if (!next.has(r.location)) continue;
      next.unionWith(r.reads);
      again.unshift(r.statement);
    }
    if (again.length > 0) recomputed.set(i.id, again);
  }
  for (const i of instructions) {
    if (i.kind !== 'leaf' || i.statement.kind !== 'call') continue;
    const resets = resetCalls.get(i.id) ?? [];
    const t = tbrAt(i);
    if (!t) {
      if (resets.length > 0)
        calls.set(i.id, { adjoint: false, mode: 'joint', resets, sbk: empty, snp: empty });
      continue;
    }
    const adjoint = adjointCalls.has(i.id);
    if (isSplit(i)) {
      calls.set(i.id, { adjoint, mode: 'split', resets, sbk: empty, snp: empty });
      continue;
    }
    const sbk = recordedNow(i);
    const snp = adjoint ? liveOfCall(i.statement).clone() : new BitSet(n);
    const overwritten = stays.has(i.id) ? effects(i).out : empty;
    if (options.snapshots === 'lazy') snp.intersectWith(overwritten);
    else {
      const w = overwritten.clone();
      // Eager: whatever may be overwritten before C̄ runs, by the call, by what follows or by its backward sweep.
      w.unionWith(laterWrites.around(i.id)?.after ?? empty);
      snp.intersectWith(w);
    }
    calls.set(i.id, { adjoint, mode: 'joint', resets, sbk, snp });
  }
  return {
    model,
    nesting,
    options,
    varied: variedAt,
    useful: usefulAt,
    reached: reachedAt,
    live: liveAt,
    required: requiredAt,
    defined: definedAt,
    derivatives,
    calls,
    stays,
    recorded,
    tests,
    recomputed,
    tbrAt,
    derivativeUse,
    liveAtEntry: liveAt.before(graph.entry),
    isEmpty: derivatives.size === 0 && adjointCalls.size === 0 && resetCalls.size === 0,
  };

  function tamper(m: RoutineModel, o: AnalysisOptions, id: StatementId, set: BitSet, writes: BitSet): BitSet {
    if (o.without.size === 0 && o.with.size === 0) return set;
    const result = set.clone();
    writes.forEach((l) => {
      const key = `s${id}:${(m.locations.all[l] as Location).key}`;
      if (o.without.has(key)) result.delete(l);
      if (o.with.has(key)) result.add(l);
    });
    return result;
  }

  function extentsOf(m: RoutineModel, s: Call): BitSet {
    const set = new BitSet(n);
    for (const a of s.args) {
      if (a.kind !== 'array') continue;
      for (const d of variableOf(program, a.variable).shape?.dimensions ?? []) {
        if (d.extent) for (const l of m.locations.read(d.extent)) set.add(l);
      }
    }
    return set;
  }
}

/** What C̄ reads of the caller's state: actuals of live ports, values passed, subscripts of what is passed. */
function liveOfActuals(
  model: RoutineModel,
  s: Call,
  live: ReadonlySet<Port>,
  mode: 'joint' | 'split',
): BitSet {
  const { locations } = model;
  const set = new BitSet(locations.size);
  s.args.forEach((a, k) => {
    const { value, address } = actualLocations(a, locations);
    for (const l of address) set.add(l);
    // Both halves of a split call are passed the same values.
    if (live.has(k) || (mode === 'split' && a.kind === 'value')) for (const l of value) set.add(l);
  });
  if (s.result?.kind === 'element') {
    for (const e of s.result.subscripts) for (const l of locations.read(e)) set.add(l);
  }
  for (const port of live) {
    if (typeof port === 'string' && port !== 'result')
      for (const l of locations.ofVariable(Number(port.slice(1)) as never)) set.add(l);
  }
  return set;
}

/** live(C̄) as ports, for callers. */
export function adjointInfo(analysis: RoutineAnalysis): AdjointInfo {
  const live = new Set<Port>();
  const requiredAtExit = new Set<Port>();
  const after = analysis.required.after(analysis.model.graph.exit);
  for (const [port, ls] of portsOf(analysis.model)) {
    if (port === 'result') continue;
    if (ls.some((l) => analysis.liveAtEntry.has(l))) live.add(port);
    if (ls.some((l) => after.has(l))) requiredAtExit.add(port);
  }
  return { live, empty: analysis.isEmpty, requiredAtExit };
}

/** Tests that must run in the forward sweep, and counted loops that only the backward sweep runs. */
function neededTests(
  instructions: readonly Instruction[],
  nesting: Nesting,
  stays: (i: Instruction) => boolean,
  hasDerivative: (id: StatementId) => boolean,
  adjointCalls: ReadonlySet<StatementId>,
): { runs: Set<StatementId>; reversed: Set<StatementId> } {
  const runs = new Set<StatementId>();
  const reversed = new Set<StatementId>();
  const isFor = new Set(
    instructions.filter((i) => i.kind === 'test' && i.test.kind === 'for').map((i) => i.id),
  );
  const needRun = (id: StatementId) => {
    for (const t of nesting.controllers.get(id) ?? []) {
      if (!runs.has(t)) {
        runs.add(t);
        needRun(t);
      }
    }
  };
  for (const i of instructions) {
    if (i.kind === 'leaf' ? stays(i) && i.statement.kind !== 'stop' : stays(i)) {
      if (i.kind === 'test') runs.add(i.id);
      needRun(i.id);
    }
    if (hasDerivative(i.id)) {
      for (const t of nesting.controllers.get(i.id) ?? []) {
        reversed.add(t);
        // A counted loop may have to store what an adjoint call overwrites.
        const stores = adjointCalls.has(i.id);
        // A counted loop is run backwards from its bounds; any other control must run forward to be stored.
        if ((stores || !isFor.has(t)) && !runs.has(t)) {
          runs.add(t);
          needRun(t);
        }
      }
    }
  }
  return { runs, reversed };
}

/** Locations that the forward sweep writes inside a loop. */
function loopWrites(
  loop: { readonly id: StatementId },
  nesting: Nesting,
  instructions: readonly Instruction[],
  keptOut: (i: Instruction) => BitSet,
  n: number,
): BitSet {
  const written = new BitSet(n);
  for (const i of instructions) {
    if ((nesting.parents.get(i.id) ?? []).some((p) => p.id === loop.id)) written.unionWith(keptOut(i));
  }
  return written;
}

function sameSet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((x) => b.has(x));
}
