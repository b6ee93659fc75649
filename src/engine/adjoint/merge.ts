/**
 * Merging ([TAP] 3.3, theory 8), on the generated routine itself by the same data-flow framework:
 *
 *   - an increment of an adjoint that is zero for certain becomes an assignment, and what is multiplied by such an adjoint
 *     is not added at all;
 *   - a reset (or any value) of a local adjoint that nothing reads before it is overwritten goes;
 *   - constructs left empty go.
 *
 *   e1b = e1b + 2*e1*e2b;     e1b is zero here    ->  e1b = 2*e1*e2b;
 *   tb  = tb + e1b;                                   tb  = tb + e1b;
 *   e1b = 0;                  overwritten unread  ->  (gone)
 */

import { accessOf } from '../analyses/instructions/effects';
import type { Access, Port, Summary } from '../analyses/instructions/summary';
import { upwardExposed } from '../analyses/problems/exposed';
import { certainSetAnalysis, setAnalysis } from '../analyses/problems/sets';
import { BitSet } from '../base/bitset';
import { itemAt } from '../base/lookup';
import { getOrMake, once, onceEach } from '../base/once';
import { showStates, solve } from '../dataflow/solve';
import {
  add,
  children,
  constant,
  convert,
  isConstant,
  multiply,
  negate,
  not,
  sameExpr,
  subtract,
  withChildren,
} from '../ir/build';
import { buildFlowGraph } from '../ir/graph/buildFlow';
import type { FlowGraph, Instruction } from '../ir/graph/flow';
import { type Location, type Locations, locationsOf, locationsOfScalars } from '../ir/locations';
import { routineNamed, variableOf } from '../ir/names';
import { callsIn, rewriteStatements } from '../ir/statements';
import type {
  Assign,
  Expr,
  Program,
  Routine,
  Statement,
  StatementId,
  Variable,
  VariableId,
} from '../ir/types';

const sharedPorts = onceEach((variables: readonly Variable[]): readonly Port[] =>
  variables.filter((v) => v.role === 'global' || v.storage !== null).map((v) => `g${v.id}` as const),
);

/** Everything a generated callee, or an adjoint that the user supplies, can reach, it may read and write. */
function worstCase(program: Program, caller: Routine, callee: string): Summary {
  let arity = routineNamed(program, callee)?.parameters.length ?? 0;
  for (const s of callsIn(caller.body)) if (s.callee === callee) arity = Math.max(arity, s.args.length);
  const all = new Set<Port>(sharedPorts(program.variables));
  for (let i = 0; i < arity; i++) all.add(i);
  return {
    use: all,
    out: new Set([...all, 'result' as const]),
    entry: new Set(),
    kill: new Set(),
    dep: new Map(),
    diffDep: new Map(),
  };
}

/** `keepDeclared`: zeroes at declaration stay for variables that anything reads. */
export function mergeAdjoints(program: Program, routine: Routine, keepDeclared: boolean): Routine {
  const m = mergeModel(program, routine, locationsOfScalars(program, derivedScalars(program, routine)));
  let current = routine;
  for (;;) {
    // Only assignments change, so that one graph serves until a construct goes.
    const graph = buildFlowGraph(current);
    const changes: Changes = new Map();
    if (current === routine) zeroesAway(m, graph, changes);
    deadAway(m, current, graph, keepDeclared, changes);
    const changed = withChanges(current, changes);
    const next = tidyRoutine(program, changed);
    // A construct that went took the reads of its test with it, and more may be dead now.
    if (next === changed) return next;
    current = next;
  }
}

/** By assignment: what stands there instead; null where it goes. */
type Changes = Map<StatementId, Assign | null>;

function withChanges(routine: Routine, changes: Changes): Routine {
  if (changes.size === 0) return routine;
  const body = rewriteStatements(routine.body, (s) => {
    const change = changes.get(s.id);
    return change === undefined ? s : (change ?? []);
  });
  return { ...routine, body };
}

/** As things stand now; null for what is gone. */
function changedBy(changes: Changes, i: Instruction): Instruction | null {
  const statement = changes.get(i.id);
  return statement === undefined ? i : statement && { kind: 'leaf', id: i.id, statement };
}

/** Scalars that are no part of what was differentiated: nothing else is ever merged. */
function derivedScalars({ variables }: Program, { parameters, locals, result }: Routine): VariableId[] {
  const own = new Set([...parameters, ...locals, ...(result === null ? [] : [result])]);
  return [...own].filter((id) => {
    const { shape, role } = itemAt(variables, id);
    return shape === null && (role === 'adjoint' || role === 'tangent' || role === 'control');
  });
}

/** Locations and effects of the routine as it was at first serve all its later, smaller versions. */
interface MergeModel {
  readonly program: Program;
  readonly locations: Locations;
  readonly effects: (i: Instruction) => Access;
}

function mergeModel(program: Program, routine: Routine, locations: Locations): MergeModel {
  // For each statement in its latest form: few are ever changed.
  const cache = new Map<StatementId, { readonly of: object; readonly access: Access }>();
  const summaries = new Map<string, Summary>();
  const summaryOf = (callee: string): Summary => {
    return getOrMake(summaries, callee, () => worstCase(program, routine, callee));
  };
  const effects = (i: Instruction): Access => {
    const of = i.kind === 'leaf' ? i.statement : i.test;
    const known = cache.get(i.id);
    if (known?.of === of) return known.access;
    const access = accessOf(i, locations, summaryOf);
    cache.set(i.id, { of, access });
    return access;
  };
  return { program, locations, effects };
}

function isLocalAdjoint(program: Program, location: Location): boolean {
  const v = variableOf(program, location.variables[0]);
  return (
    location.strong &&
    !location.element &&
    v.storage === null &&
    (v.role === 'adjoint' || v.role === 'tangent')
  );
}

function isControl(program: Program, location: Location): boolean {
  return location.strong && variableOf(program, location.variables[0]).role === 'control';
}

function zeroesAway(m: MergeModel, graph: FlowGraph, changes: Changes): void {
  const { program, locations, effects } = m;
  const adjoint = BitSet.of(
    locations.size,
    locations.all.filter((l) => isLocalAdjoint(program, l)).map((l) => l.index),
  );
  const none = new BitSet(locations.size);
  const zero = solve(
    graph,
    certainSetAnalysis('zero', 'forward', locations, new BitSet(locations.size), (i, state, mayChange) => {
      const { out, kill } = effects(i);
      // States hold local adjoints only.
      if (!out.intersects(adjoint)) return state;
      const cleared = i.kind === 'leaf' && i.statement.kind === 'assign' && isConstant(i.statement.value, 0);
      return state.replacing(out, cleared ? kill : none, mayChange);
    }),
  );
  showStates(graph, zero, (i, known) => {
    if (i.kind !== 'leaf' || i.statement.kind !== 'assign' || i.statement.role !== 'derivative') return;
    const left = withoutZeroAdjoints(i.statement, locations, known);
    if (left !== i.statement) changes.set(i.id, left);
  });
}

function withoutZeroAdjoints(s: Assign, locations: Locations, known: BitSet): Assign | null {
  const isZero = (e: Expr) => {
    if (e.kind !== 'variable') return false;
    const l = locations.of(e);
    return l >= 0 && known.has(l);
  };
  if (s.form === 'increment') {
    const growth = incrementOf(s);
    const grown = withoutZeroes(growth, isZero);
    if (isConstant(grown, 0)) return null;
    if (isZero(s.target)) return { ...s, value: grown, form: undefined };
    return grown === growth ? s : { ...s, value: add(s.target, grown) };
  }
  const value = withoutZeroes(s.value, isZero);
  return value === s.value ? s : { ...s, value };
}

/** What an increment adds. */
function incrementOf(s: Assign): Expr {
  const v = s.value;
  if (v.kind === 'binary' && sameExpr(v.left, s.target))
    return v.op === 'subtract' ? negate(v.right) : v.right;
  return subtract(v, s.target);
}

function withoutZeroes(e: Expr, isZero: (e: Expr) => boolean): Expr {
  if (isZero(e)) return constant(0, e.type, e.span);
  if (e.kind === 'element' || e.kind === 'compare' || e.kind === 'intrinsic') return e;
  const parts = children(e);
  let next: Expr[] | null = null;
  for (let i = 0; i < parts.length; i++) {
    const part = itemAt(parts, i);
    const made = withoutZeroes(part, isZero);
    if (made !== part) next ??= parts.slice();
    if (next) next[i] = made;
  }
  if (!next) return e;
  const [l, r] = next as [Expr, Expr];
  if (e.kind === 'binary') {
    if (e.op === 'add') return add(l, r, e.span);
    if (e.op === 'subtract') return subtract(l, r, e.span);
    if (e.op === 'multiply') return multiply(l, r, e.span);
    if (e.op === 'divide' && isConstant(l, 0)) return l;
  }
  if (e.kind === 'unary' && isConstant(l, 0)) return l;
  if (e.kind === 'convert') return convert(l, e.type, e.span);
  if (e.kind === 'select' && isConstant(itemAt(next, 1), 0) && isConstant(itemAt(next, 2), 0))
    return itemAt(next, 1);
  return withChildren(e, next);
}

/**
 * What is dead goes. An assignment that can go reads nothing while nothing reads what it assigns, so that chains of them
 * go at once.
 */
function deadAway(
  m: MergeModel,
  routine: Routine,
  graph: FlowGraph,
  keepDeclared: boolean,
  changes: Changes,
): void {
  const { program, locations, effects } = m;
  const n = locations.size;
  const parameters = new Set(routine.parameters);
  const atExit = BitSet.of(
    n,
    locations.all
      .filter((l) =>
        l.variables.some((id) => {
          const v = variableOf(program, id);
          return (
            (parameters.has(id) && v.passing === 'reference') ||
            v.storage !== null ||
            v.role === 'global' ||
            id === routine.result
          );
        }),
      )
      .map((l) => l.index),
  );
  const removable = BitSet.of(
    n,
    locations.all.filter((l) => isLocalAdjoint(program, l) || isControl(program, l)).map((l) => l.index),
  );
  const canGo = (s: Statement, after: BitSet): boolean => {
    if (s.kind !== 'assign' || s.role === 'primal') return false;
    const l = locations.of(s.target);
    return l >= 0 && removable.has(l) && !after.has(l);
  };
  const live = solve(graph, {
    ...setAnalysis('live', 'backward', locations, atExit, (given, after, mayChange) => {
      const i = changedBy(changes, given);
      if (!i) return after;
      if (i.kind === 'leaf' && canGo(i.statement, after)) {
        // A declaration may have to stay nevertheless, and reads its initial value.
        if (!keepDeclared || i.statement.role !== 'declaration') return after;
      }
      const { use, kill } = effects(i);
      return after.replacing(kill, use, mayChange);
    }),
  });
  const dead: Assign[] = [];
  const read = new BitSet(n);
  showStates(graph, live, (given, after) => {
    const i = changedBy(changes, given);
    if (!i) return;
    const s = i.kind === 'leaf' && i.statement.kind === 'assign' ? i.statement : null;
    if (s && canGo(s, after)) dead.push(s);
    else if (keepDeclared) read.unionWith(effects(i).use);
  });
  for (const s of dead) {
    const stays = keepDeclared && s.role === 'declaration' && read.has(locations.of(s.target));
    if (!stays) changes.set(s.id, null);
  }
}

/** Constructs without contents go, unless a loop's index is still needed after it. */
export function tidyRoutine(program: Program, routine: Routine): Routine {
  const solved = once(() => {
    const { locations, effects } = mergeModel(program, routine, locationsOf(program, routine));
    const graph = buildFlowGraph(routine);
    return { locations, graph, live: solve(graph, upwardExposed(locations, effects)) };
  });
  const indexNeeded = (s: Statement & { kind: 'for' }): boolean => {
    const { locations, graph, live } = solved();
    const place = graph.place.get(s.id);
    if (!place) return false;
    const next = graph.successors[place[0]] as readonly number[];
    const outside = next[next.length - 1] as number;
    return locations.ofVariable(s.index).some((l) => live.before(outside).has(l));
  };
  const body = rewriteStatements(routine.body, (s) => {
    switch (s.kind) {
      case 'if':
        if (s.then.length === 0 && s.else.length === 0) return [];
        if (s.then.length === 0) return { ...s, condition: not(s.condition), then: s.else, else: [] };
        return s;
      case 'for':
        return s.body.length === 0 && !indexNeeded(s) ? [] : s;
      case 'block':
        return s.body.length === 0 ? [] : s;
      case 'switch':
        return s.cases.every((c) => c.body.length === 0) && s.default.length === 0 ? [] : s;
      default:
        return s;
    }
  });
  return body === routine.body ? routine : { ...routine, body };
}
