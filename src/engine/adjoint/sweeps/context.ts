/** What the sweeps of every statement share: where they write, what is decided, which jumps are looked for. */

import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { compare, constant, logical } from '../../ir/build';
import { repeats } from '../../ir/graph/completes';
import { codeListVariables } from '../../ir/rewrites/codeList';
import { bodies, isRepeating } from '../../ir/statements';
import type { Expr, Statement, StatementId, VariableId } from '../../ir/types';
import type { Builder, RecordingDraft } from '../builder';
import { findJumps, type Jumps, type TargetKey } from '../jumps';
import type { SignatureFor } from '../signatures';

export interface Sweeps {
  readonly forward: Statement[];
  readonly backward: Statement[];
}

export interface SweepContext {
  readonly b: Builder;
  readonly analysis: RoutineAnalysis;
  readonly merge: boolean;
  readonly signatureOf: SignatureFor;
  readonly jumps: Jumps;
  /** Statements with backward code at or inside them. */
  readonly reversed: ReadonlySet<StatementId>;
  /** Constructs that control comes to. */
  readonly reached: ReadonlySet<unknown>;
  /** Loops whose end control may come to. */
  readonly repeating: ReadonlySet<unknown>;
  /** Variable that holds the arrow of each target on the way here, and loops around with their trip counters. */
  readonly arrows: ReadonlyMap<TargetKey, VariableId>;
  /** Reversed loops around, outermost first: their trip counts go on the tape when a jump leaves them early. */
  readonly loops: readonly {
    readonly trips: VariableId;
    readonly recording: RecordingDraft['id'];
  }[];
  /** By target: how many of `loops` are around it, and so not left by a jump there. */
  readonly loopsAround: ReadonlyMap<TargetKey, number>;
  readonly depth: number;
  /** With the least tape: it runs at most once between the start of the forward sweep and the end of the backward one. */
  readonly runsOnce: (s: Statement) => boolean;
  /** Variables of code lists, each of which is read once. */
  readonly codeListVariables: ReadonlySet<VariableId>;
  /** Both sweeps of a list of statements: the recursion through everything that is nested. */
  readonly sweepList: (c: SweepContext, list: readonly Statement[]) => Sweeps;
}

/** Targets of jumps with the variables that hold their arrows. */
export type Pending = readonly (readonly [TargetKey, VariableId])[];

export function sweepContext(
  given: Pick<SweepContext, 'b' | 'analysis' | 'merge' | 'signatureOf' | 'sweepList'>,
  ownControl: boolean,
): SweepContext {
  const { analysis } = given;
  const body = analysis.model.routine.body;
  const reversed = new Set<StatementId>();
  const own = (s: Statement): boolean =>
    analysis.derivatives.has(s.id) ||
    (analysis.recorded.get(s.id)?.length ?? 0) > 0 ||
    callHasBackward(analysis, s.id);
  const mark = (s: Statement): boolean => {
    let any = own(s);
    for (const list of bodies(s)) for (const child of list) any = mark(child) || any;
    if (any) reversed.add(s.id);
    return any;
  };
  for (const s of body) mark(s);
  return {
    jumps: findJumps(body),
    reached: new Set(analysis.model.graph.vertices.map((v) => v.construct)),
    repeating: new Set(
      analysis.model.graph.vertices.flatMap(({ kind, construct }) =>
        kind === 'ENDLOOP' || kind === 'POSTLOOP' ? [construct] : [],
      ),
    ),
    reversed,
    arrows: new Map(),
    loops: [],
    loopsAround: new Map(),
    depth: 0,
    runsOnce: (s) => {
      const { graph } = analysis.model;
      const vertex = graph.place.get(s.id)?.[0];
      if (!ownControl || vertex === undefined) return false;
      if (!isRepeating(s)) return !repeats(graph.successors, vertex);
      // Every loop comes back to its own head; whether it is entered again is seen at its exit.
      const exit = graph.edges.find((e) => e.from === vertex && e.label !== '1');
      return exit !== undefined && !repeats(graph.successors, exit.to);
    },
    codeListVariables: codeListVariables(analysis.nesting.statements.values()),
    ...given,
  };
}

function callHasBackward(analysis: RoutineAnalysis, id: StatementId): boolean {
  const plan = analysis.calls.get(id);
  return plan !== undefined && (plan.adjoint || plan.resets.length > 0 || !plan.sbk.isEmpty());
}

export function withTarget(c: SweepContext, key: TargetKey, arrow: VariableId): SweepContext {
  return {
    ...c,
    arrows: new Map([...c.arrows, [key, arrow]]),
    loopsAround: new Map([...c.loopsAround, [key, c.loops.length]]),
  };
}

/** The arrows on the way here that a jump out of these statements would set. */
export function arrowsFrom(c: SweepContext, list: readonly Statement[]): Pending {
  return [...c.arrows].filter(([key]) =>
    list.some((s) => (c.jumps.inside.get(s.id)?.get(key)?.length ?? 0) > 0),
  );
}

/** No jump is looked for. */
export function nonePending(c: SweepContext, pending: Pending): Expr {
  return pending
    .map(([, v]) => compare('eq', c.b.ref(v), constant(0, 'i32')) as Expr)
    .reduce((x, y) => logical('and', x, y));
}

export function isOneOf(c: SweepContext, variableId: VariableId, values: readonly number[]): Expr {
  const v = c.b.ref(variableId);
  return values
    .map((k) => compare('eq', v, constant(k, 'i32')) as Expr)
    .reduce((x, y) => logical('or', x, y));
}

/** Whether one of these statements jumped to a target on the way; null where none of them does. */
export function jumpedFrom(c: SweepContext, list: readonly Statement[], pending: Pending): Expr | null {
  const hits = pending.flatMap(([key, arrow]) => {
    const numbers = list.flatMap((x) => c.jumps.inside.get(x.id)?.get(key) ?? []);
    return numbers.length > 0 ? [isOneOf(c, arrow, numbers)] : [];
  });
  return hits.length > 0 ? hits.reduce((x, y) => logical('or', x, y)) : null;
}
