/**
 * Forward and backward sweep of nested statements, in the styles `joins` and `structured` (theory 7).
 *
 * One recursion writes both sweeps. Where jumps arrive, the forward sweep stores which one did (the arrow), and the
 * backward sweep pops it and then looks for that jump: until it is found the arrow is *pending*, and what stands after the
 * jump in source order is skipped. So the backward sweep is nested wherever the source is, whatever jumps out of loops.
 */
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { add, compare, constant, divide, logical, multiply, negate, subtract, variable } from '../ir/build';
import { completes } from '../ir/completes';
import type { Location } from '../ir/locations';
import { placesRead } from '../ir/partials';
import { bodies } from '../ir/statements';
import type {
  Assign,
  Block,
  ControlWidth,
  Dispatch,
  DoWhile,
  Expr,
  For,
  If,
  Statement,
  StatementId,
  Switch,
  VariableId,
  While,
} from '../ir/types';
import { adjointOfAssignment } from './assignment';
import {
  assign,
  type Builder,
  base,
  countedLoop,
  type From,
  makeIf,
  newLabel,
  type RecordingDraft,
  record,
  ref,
  setInt,
  slot,
} from './builder';
import { type AdjointSignature, reverseCall } from './calls';
import { reverseDispatch } from './dispatch';
import { findJumps, type Jumps, type TargetKey, targetOf } from './jumps';

export interface Sweeps {
  readonly forward: Statement[];
  readonly backward: Statement[];
}

export interface SweepContext {
  readonly b: Builder;
  readonly analysis: RoutineAnalysis;
  readonly merge: boolean;
  readonly signatureOf: (callee: string, mode: 'joint' | 'split') => AdjointSignature;
  readonly jumps: Jumps;
  /** Statements with backward code at or inside them. */
  readonly reversed: ReadonlySet<StatementId>;
  /** Constructs that control comes to. */
  readonly reached: ReadonlySet<unknown>;
  /** Variable that holds the arrow of each target on the way here, and loops around with their trip counters. */
  readonly arrows: ReadonlyMap<TargetKey, VariableId>;
  /** Reversed loops around, outermost first: their trip counts go on the tape when a jump leaves them early. */
  readonly loops: readonly {
    readonly trips: VariableId;
    readonly recording: RecordingDraft['id'];
    readonly statement: Statement;
  }[];
  /** By target: how many of `loops` are around it, and so not left by a jump there. */
  readonly loopsAround: ReadonlyMap<TargetKey, number>;
  readonly depth: number;
}

export function sweepContext(
  b: Builder,
  analysis: RoutineAnalysis,
  merge: boolean,
  signatureOf: (callee: string, mode: 'joint' | 'split') => AdjointSignature,
): SweepContext {
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
    b,
    analysis,
    merge,
    signatureOf,
    jumps: findJumps(body),
    reached: new Set(analysis.model.graph.vertices.map((v) => v.construct)),
    reversed,
    arrows: new Map(),
    loops: [],
    loopsAround: new Map(),
    depth: 0,
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

/** Both sweeps of a list; the backward one in the order in which it runs. */
export function sweepList(c: SweepContext, list: readonly Statement[]): Sweeps {
  const forward: Statement[] = [];
  const pieces = list.map((s) => {
    const piece = sweepStatement(c, s);
    forward.push(...piece.forward);
    piece.backward.unshift(...recomputeBefore(c, s));
    return piece.backward.length > 0 ? piece.backward : findJumpIn(c, s);
  });
  const backward: Statement[] = [];
  for (let i = list.length - 1; i >= 0; i--) {
    const code = pieces[i] as Statement[];
    if (code.length === 0) continue;
    const guard = guardFor(c, list, i);
    if (!guard) {
      backward.push(...code);
      continue;
    }
    const last = backward[backward.length - 1];
    // Neighbours behind one guard share it.
    if (last?.kind === 'if' && last.else.length === 0 && guards.get(last) === guard.key) {
      const joined: If = { ...last, then: [...last.then, ...code] };
      guards.set(joined, guard.key);
      backward[backward.length - 1] = joined;
    } else {
      const made = makeIf(c.b, backwardOf(list[i] as Statement), 'control', guard.condition, code);
      guards.set(made, guard.key);
      backward.push(made);
    }
  }
  return { forward, backward };
}

/** At the end of a block: what its backward sweep computes again (theory 4.6). */
export function recomputeBefore(c: SweepContext, s: Statement): Statement[] {
  return (c.analysis.recomputed.get(s.id) ?? []).flatMap((id) => {
    const j = c.analysis.nesting.statements.get(id);
    return j?.kind === 'assign' ? [assign(c.b, backwardOf(j), 'primal', j.target, j.value)] : [];
  });
}

/** A statement without backward code of its own may still hold the jump that is looked for. */
function findJumpIn(c: SweepContext, s: Statement): Statement[] {
  return [...c.arrows].flatMap(([target, arrow]) => {
    const numbers = c.jumps.inside.get(s.id)?.get(target) ?? [];
    if (numbers.length === 0) return [];
    return [
      makeIf(c.b, backwardOf(s), 'control', isOneOf(c, arrow, numbers), [
        setInt(c.b, backwardOf(s), arrow, 0),
      ]),
    ];
  });
}

const guards = new WeakMap<Statement, string>();

/** Statement i runs backward unless an arrow is pending whose jump stands further up in the list. */
function guardFor(
  c: SweepContext,
  list: readonly Statement[],
  i: number,
): { condition: Expr; key: string } | null {
  const terms: Expr[] = [];
  const keys: string[] = [];
  for (const [target, arrow] of c.arrows) {
    const earlier = list.slice(0, i).some((s) => (c.jumps.inside.get(s.id)?.get(target)?.length ?? 0) > 0);
    if (!earlier) continue;
    const inside = c.jumps.inside.get((list[i] as Statement).id)?.get(target) ?? [];
    terms.push(isOneOf(c, arrow, [0, ...inside]));
    keys.push(`${target}:${inside.join(',')}`);
  }
  if (terms.length === 0) return null;
  return { condition: terms.reduce((x, y) => logical('and', x, y)), key: keys.join(' ') };
}

export function isOneOf(c: SweepContext, variableId: VariableId, values: readonly number[]): Expr {
  const v = ref(c.b, variableId);
  return values
    .map((k) => compare('eq', v, constant(k, 'i32')) as Expr)
    .reduce((x, y) => logical('or', x, y));
}

export function forwardOf(s: { span: From['span']; id: StatementId }): From {
  return { span: s.span, origin: s.id, sweep: 'forward' };
}
export function backwardOf(s: { span: From['span']; id: StatementId }): From {
  return { span: s.span, origin: s.id, sweep: 'backward' };
}

function isRepeating(s: Statement): boolean {
  return s.kind === 'for' || s.kind === 'while' || s.kind === 'doWhile' || s.kind === 'dispatch';
}

function sweepStatement(c: SweepContext, s: Statement): Sweeps {
  // A loop out of reach goes: were what stands before it dropped as useless, control would come to it.
  if (isRepeating(s) && !c.reached.has(s)) return { forward: [], backward: [] };
  switch (s.kind) {
    case 'assign':
      return sweepAssign(c, s);
    case 'call':
      return reverseCall(c.b, c.analysis, s, c.analysis.calls.get(s.id), c.signatureOf);
    case 'if':
    case 'switch':
      return sweepBranch(c, s);
    case 'for':
      return sweepCounted(c, s);
    case 'while':
    case 'doWhile':
      return sweepTrips(c, s);
    case 'block':
      return sweepBlock(c, s);
    case 'exit':
    case 'next':
      return sweepJump(c, s);
    case 'dispatch':
      return reverseDispatch(c, s as Dispatch);
    case 'stop':
      return { forward: [{ ...s, ...base(c.b, forwardOf(s), 'primal') }], backward: [] };
    default:
      return { forward: [], backward: [] };
  }
}

// ------------------------------------------------------------------------------------------------- assignments

export function sweepAssign(c: SweepContext, s: Assign): Sweeps {
  const { b, analysis } = c;
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  const recorded = (analysis.recorded.get(s.id)?.length ?? 0) > 0;
  if (recorded) {
    const location = analysis.model.locations.all[
      (analysis.recorded.get(s.id) as readonly number[])[0] as number
    ] as Location;
    const id = record(b, {
      kind: 'value',
      variable: s.target.variable,
      place: s.target,
      location: location.key,
      statement: s.id,
      span: s.span,
      type: s.target.type,
      width: null,
    });
    const what = { kind: 'scalar', place: s.target } as const;
    forward.push({ kind: 'push', ...base(b, forwardOf(s), 'push'), what, recording: id });
    backward.push({ kind: 'pop', ...base(b, backwardOf(s), 'pop'), what, recording: id });
  }
  if (analysis.stays.has(s.id)) {
    const form = recorded ? undefined : s.form;
    forward.push(assign(b, forwardOf(s), 'primal', s.target, s.value, form));
  }
  const d = analysis.derivatives.get(s.id);
  if (d) {
    const derivative = adjointOfAssignment(b, s, d, c.merge);
    // With useResults the partial reads the result, so it runs before the POP takes it away.
    if (d.useOut.isEmpty()) backward.push(...derivative);
    else backward.unshift(...derivative);
  }
  return { forward, backward };
}

// ---------------------------------------------------------------------------------------------------- branches

function sweepBranch(c: SweepContext, s: If | Switch): Sweeps {
  const { b } = c;
  const plan = c.analysis.tests.get(s.id);
  const arms = s.kind === 'if' ? [s.then, s.else] : [...s.cases.map((k) => k.body), s.default];
  const target: TargetKey | null = s.kind === 'switch' ? `exit ${s.label}` : null;
  const sites = target ? (c.jumps.sites.get(target) ?? []) : [];
  const isReversed = c.reversed.has(s.id);
  const arrow = sites.length > 0 && isReversed ? slot(b, 'arrow', 'i32', 'control', c.depth) : null;
  const inner: SweepContext =
    target && arrow !== null ? withTarget({ ...c, depth: c.depth + 1 }, target, arrow) : c;
  const swept = arms.map((arm) => sweepList(inner, arm));
  const from = forwardOf(s);
  const back = backwardOf(s);
  if (!isReversed) {
    const runs = !plan || plan.runs;
    const list =
      runs && swept.some((x) => x.forward.length > 0)
        ? [
            rebuildBranch(
              c,
              s,
              swept.map((x) => x.forward),
            ),
          ]
        : [];
    return { forward: list, backward: [] };
  }
  // Marker of the arm: 1 and 0 for an if, its number for a switch.
  const marker = (k: number) => (s.kind === 'if' ? 1 - k : k);
  const arriving = arms.map((arm, k) => ({ k, comes: completes(arm) })).filter((x) => x.comes);
  const again = plan?.kind === 'branch' && plan.again;
  const stored = arriving.length > 1 && !again;
  const width: ControlWidth = arms.length === 2 ? { kind: 'bit' } : { kind: 'small', states: arms.length };
  const recording = stored ? controlRecording(c, s, 'branch', width) : null;
  const forwardArms = swept.map((x, k) =>
    recording !== null && completes(arms[k] as readonly Statement[])
      ? [
          ...x.forward,
          {
            kind: 'pushControl' as const,
            ...base(b, from, 'push'),
            value: constant(marker(k), 'i32'),
            width,
            recording,
          },
        ]
      : x.forward,
  );
  const forward: Statement[] = [];
  if (arrow !== null) forward.push(setInt(b, from, arrow, 0));
  forward.push(rebuildBranch(c, s, forwardArms));

  const backward: Statement[] = [];
  const pending = [...c.arrows].filter(([key]) => (c.jumps.inside.get(s.id)?.get(key)?.length ?? 0) > 0);
  const sitesOf = (arm: readonly Statement[], key: TargetKey) =>
    arm.flatMap((x) => c.jumps.inside.get(x.id)?.get(key) ?? []);
  if (arrow !== null && target) closeTarget(c, s, arrow, sites.length, forward, backward, pending);
  const allPending = target && arrow !== null ? [...pending, [target, arrow] as const] : pending;

  if (allPending.length === 0) {
    if (recording !== null) {
      const branch = slot(b, 'branch', 'i32');
      backward.push({ kind: 'popControl', ...base(b, back, 'pop'), target: branch, width, recording });
      backward.push(
        chooseArm(
          c,
          s,
          ref(b, branch),
          swept.map((x) => x.backward),
          marker,
        ),
      );
    } else if (arriving.length === 1)
      backward.push(...(swept[(arriving[0] as { k: number }).k] as Sweeps).backward);
    else if (s.kind === 'if') backward.push(branchAgain(c, s, swept));
    else
      backward.push(
        rebuildSwitch(
          c,
          s,
          swept.map((x) => x.backward),
          'backward',
          s.selector,
        ),
      );
    return { forward, backward };
  }
  const branch = slot(b, 'branch', 'i32', 'control', c.depth + 1);
  const none = allPending
    .map(([, v]) => compare('eq', ref(b, v), constant(0, 'i32')) as Expr)
    .reduce((x, y) => logical('and', x, y));
  const find: Statement[] = [];
  arms.forEach((arm, k) => {
    const hits = allPending.flatMap(([key, v]) => {
      const numbers = sitesOf(arm, key);
      return numbers.length > 0 ? [isOneOf(c, v, numbers)] : [];
    });
    if (hits.length > 0) {
      find.push(
        makeIf(
          b,
          back,
          'control',
          hits.reduce((x, y) => logical('or', x, y)),
          [setInt(b, back, branch, marker(k))],
        ),
      );
    }
  });
  const normal: Statement[] =
    recording !== null
      ? [{ kind: 'popControl', ...base(b, back, 'pop'), target: branch, width, recording }]
      : arriving.length === 1
        ? [setInt(b, back, branch, marker((arriving[0] as { k: number }).k))]
        : arriving.length === 0
          ? []
          : decideAgain(c, s, branch, marker);
  if (normal.length > 0) backward.push(makeIf(b, back, 'control', none, normal, find));
  else backward.push(...find);
  backward.push(
    chooseArm(
      c,
      s,
      ref(b, branch),
      swept.map((x) => x.backward),
      marker,
    ),
  );
  return { forward, backward };
}

function branchAgain(c: SweepContext, s: If, swept: readonly Sweeps[]): Statement {
  return makeIf(
    c.b,
    backwardOf(s),
    'control',
    s.condition,
    (swept[0] as Sweeps).backward,
    (swept[1] as Sweeps).backward,
  );
}

function decideAgain(
  c: SweepContext,
  s: If | Switch,
  branch: VariableId,
  marker: (k: number) => number,
): Statement[] {
  const back = backwardOf(s);
  const set = (k: number) => [setInt(c.b, back, branch, marker(k))];
  if (s.kind === 'if') return [makeIf(c.b, back, 'control', s.condition, set(0), set(1))];
  return [
    rebuildSwitch(c, s, [...s.cases.map((_, k) => set(k)), set(s.cases.length)], 'backward', s.selector),
  ];
}

/** `if (branch) … else …`, or a switch over the number of the arm. */
function chooseArm(
  c: SweepContext,
  s: If | Switch,
  branch: Expr,
  arms: readonly (readonly Statement[])[],
  marker: (k: number) => number,
): Statement {
  const back = backwardOf(s);
  if (s.kind === 'if') {
    return makeIf(
      c.b,
      back,
      'control',
      compare('ne', branch, constant(0, 'i32')),
      arms[0] ?? [],
      arms[1] ?? [],
    );
  }
  return {
    kind: 'switch',
    ...base(c.b, back, 'control'),
    label: newLabel(c.b),
    selector: branch,
    cases: arms
      .slice(0, -1)
      .map((body, k) => ({ values: [{ from: marker(k), to: marker(k) }], body, span: s.span })),
    default: arms[arms.length - 1] ?? [],
  };
}

function rebuildBranch(c: SweepContext, s: If | Switch, arms: readonly (readonly Statement[])[]): Statement {
  if (s.kind === 'if')
    return { ...makeIf(c.b, forwardOf(s), 'primal', s.condition, arms[0] ?? [], arms[1] ?? []) };
  return rebuildSwitch(c, s, arms, 'forward', s.selector, s.label);
}

function rebuildSwitch(
  c: SweepContext,
  s: Switch,
  arms: readonly (readonly Statement[])[],
  sweep: 'forward' | 'backward',
  selector: Expr,
  label = newLabel(c.b),
): Switch {
  return {
    kind: 'switch',
    ...base(c.b, { span: s.span, origin: s.id, sweep }, sweep === 'forward' ? 'primal' : 'control'),
    label,
    selector,
    cases: s.cases.map((k, i) => ({ values: k.values, span: k.span, body: arms[i] ?? [] })),
    default: arms[s.cases.length] ?? [],
  };
}

// ------------------------------------------------------------------------------------------------------- loops

function sweepCounted(c: SweepContext, s: For): Sweeps {
  const { b } = c;
  const plan = c.analysis.tests.get(s.id);
  const isReversed = s.body.some((x) => c.reversed.has(x.id));
  const from = forwardOf(s);
  const back = backwardOf(s);
  const key: TargetKey = `next ${s.label}`;
  const sites = c.jumps.sites.get(key) ?? [];
  const cont = sites.length > 0 && isReversed ? slot(b, 'skip', 'i32', 'control', c.depth) : null;
  const deeper: SweepContext = { ...c, depth: c.depth + 1 };
  const inner = cont !== null ? withTarget(deeper, key, cont) : deeper;
  const swept = sweepList(inner, s.body);
  const forwardBody = [...swept.forward];
  const backwardBody: Statement[] = [];
  if (cont !== null && isReversed) closeBody(c, s, cont, sites.length, s.body, forwardBody, backwardBody);
  backwardBody.push(...swept.backward);

  const forward: Statement[] = [];
  const after: Statement[] = [];
  const backward: Statement[] = [];
  if (plan?.kind === 'counted' && plan.saveIndex) {
    const place = variable(s.index, s.first.type, s.span);
    const location = c.analysis.model.locations.all[c.analysis.model.locations.of(place)] as Location;
    const id = record(b, {
      kind: 'value',
      variable: s.index,
      place,
      location: location.key,
      statement: s.id,
      span: s.span,
      type: s.first.type,
      width: null,
    });
    forward.push({ kind: 'push', ...base(b, from, 'push'), what: { kind: 'scalar', place }, recording: id });
    after.push({ kind: 'pop', ...base(b, back, 'pop'), what: { kind: 'scalar', place }, recording: id });
  }
  const bounds = { first: s.first, last: s.last, step: s.step };
  if (plan?.kind === 'counted' && plan.keepIndex) {
    const kept = slot(b, 'kept', s.first.type, 'control', c.depth);
    const index = variable(s.index, s.first.type, s.span);
    backward.push(assign(b, back, 'control', ref(b, kept), index));
    after.push(assign(b, back, 'control', index, ref(b, kept)));
  }
  if (plan && !plan.runs && isReversed) {
    // The reversed loop may test its bounds again at every trip, so they must not read its index.
    for (const part of ['first', 'last', 'step'] as const) {
      if (!placesRead(bounds[part]).some((p) => p.variable === s.index)) continue;
      const kept = slot(b, part, bounds[part].type, 'control', c.depth);
      backward.push(assign(b, back, 'control', ref(b, kept), bounds[part]));
      bounds[part] = ref(b, kept);
    }
  }
  const stores: Statement[] = [];
  if (isReversed && plan?.kind === 'counted' && plan.boundsStored) {
    const written = boundWrites(c, s);
    for (const part of ['first', 'last', 'step'] as const) {
      const e = bounds[part];
      if (!c.analysis.model.locations.read(e).some((l) => written.has(l))) continue;
      const kept = slot(b, part, e.type, 'control', c.depth);
      const width: ControlWidth = { kind: 'count' };
      const id = controlRecording(c, s, 'bounds', width);
      forward.push(assign(b, from, 'control', ref(b, kept), e));
      stores.push({
        kind: 'pushControl',
        ...base(b, from, 'push'),
        value: ref(b, kept),
        width,
        recording: id,
      });
      backward.unshift({ kind: 'popControl', ...base(b, back, 'pop'), target: kept, width, recording: id });
      bounds[part] = ref(b, kept);
    }
  }
  if (!plan || plan.runs) {
    forward.push({
      ...s,
      ...base(b, from, 'primal'),
      first: bounds.first,
      last: bounds.last,
      step: bounds.step,
      test: sameBounds(s, bounds) ? s.test : 'do',
      body: forwardBody,
    });
  }
  forward.push(...stores);
  if (isReversed) backward.push(reversedLoop(c, s, bounds, backwardBody));
  backward.push(...after);
  return { forward, backward };
}

function sameBounds(s: For, bounds: { last: Expr }): boolean {
  return bounds.last === s.last;
}

/** Everything written in the loop, its index among it. */
function boundWrites(c: SweepContext, s: For): Set<number> {
  const { model } = c.analysis;
  const written = new Set<number>(model.locations.ofVariable(s.index));
  for (const v of model.graph.vertices) {
    for (const i of v.instructions) {
      if ((c.analysis.nesting.parents.get(i.id) ?? []).some((p) => p.id === s.id)) {
        model.effects(i).out.forEach((l) => {
          written.add(l);
        });
      }
    }
  }
  return written;
}

/** Back from `first + (trips-1)·step` to `first`: from `last` itself where the step is ±1. */
function reversedLoop(
  c: SweepContext,
  s: For,
  bounds: { first: Expr; last: Expr; step: Expr },
  body: readonly Statement[],
): Statement {
  const { first, last, step } = bounds;
  const type = first.type;
  let start = last;
  let test: For['test'] = 'do';
  let back: Expr = negate(step);
  if (step.kind === 'constant') {
    back = constant(-step.value, type);
    if (Math.abs(step.value) !== 1) start = lastReached(first, last, step);
    test = s.test === 'do' ? 'do' : step.value > 0 ? 'ge' : 'le';
  } else start = lastReached(first, last, step);
  return {
    kind: 'for',
    ...base(c.b, backwardOf(s), 'control'),
    label: newLabel(c.b),
    index: s.index,
    first: start,
    last: first,
    step: back,
    test,
    body,
  };
}

function lastReached(first: Expr, last: Expr, step: Expr): Expr {
  const trips = divide(add(subtract(last, first), step), step);
  return add(first, multiply(subtract(trips, constant(1, first.type)), step));
}

function sweepTrips(c: SweepContext, s: While | DoWhile): Sweeps {
  const { b } = c;
  const plan = c.analysis.tests.get(s.id);
  const isReversed = c.reversed.has(s.id);
  const from = forwardOf(s);
  const back = backwardOf(s);
  const exitKey: TargetKey = `exit ${s.label}`;
  const nextKey: TargetKey = `next ${s.label}`;
  const exits = c.jumps.sites.get(exitKey) ?? [];
  const nexts = c.jumps.sites.get(nextKey) ?? [];
  const arrow = exits.length > 0 && isReversed ? slot(b, 'arrow', 'i32', 'control', c.depth) : null;
  const cont = nexts.length > 0 && isReversed ? slot(b, 'skip', 'i32', 'control', c.depth) : null;
  let inner: SweepContext = { ...c, depth: c.depth + 1 };
  const width: ControlWidth = { kind: 'count' };
  const trips = isReversed ? slot(b, 'trips', 'i32', 'control', c.depth) : null;
  const id = isReversed ? controlRecording(c, s, 'count', width) : null;
  if (trips !== null && id !== null)
    inner = { ...inner, loops: [...inner.loops, { trips, recording: id, statement: s }] };
  if (arrow !== null) inner = withTarget(inner, exitKey, arrow);
  if (cont !== null) inner = withTarget(inner, nextKey, cont);
  const arrows = inner.arrows;

  const increments = s.kind === 'while' ? (s.increment ?? []) : [];
  const body = sweepList(inner, s.body);
  // `next` has been resolved before the increment runs.
  const bodyArrows = new Map(arrows);
  bodyArrows.delete(nextKey);
  const tail = sweepList({ ...inner, arrows: bodyArrows }, increments);
  if (trips === null || id === null) {
    if (plan && !plan.runs) return { forward: [], backward: [] };
    return { forward: [rebuildLoop(c, s, body.forward, tail.forward)], backward: [] };
  }
  const forwardBody = [...body.forward];
  const backwardBody: Statement[] = [];
  const jumpsOut = [...arrows].filter(
    ([key]) => key !== nextKey && s.body.some((x) => (c.jumps.inside.get(x.id)?.get(key)?.length ?? 0) > 0),
  );
  if (tail.backward.length > 0) {
    if (jumpsOut.length > 0) {
      const none = jumpsOut
        .map(([, v]) => compare('eq', ref(b, v), constant(0, 'i32')) as Expr)
        .reduce((x, y) => logical('and', x, y));
      backwardBody.push(makeIf(b, back, 'control', none, tail.backward));
    } else backwardBody.push(...tail.backward);
  }
  if (cont !== null)
    closeBody({ ...c, arrows: new Map(jumpsOut) }, s, cont, nexts.length, s.body, forwardBody, backwardBody);
  backwardBody.push(...body.backward);
  // Counted at the start where a jump may leave the body: an iteration begun is an iteration to reverse.
  const count = assign(
    b,
    from,
    'control',
    ref(b, trips),
    add(ref(b, trips), constant(1, 'i32')),
    'increment',
  );
  const early = jumpsOut.length > 0 || cont !== null;
  const counted = early
    ? [count, ...forwardBody]
    : tail.forward.length > 0
      ? forwardBody
      : [...forwardBody, count];
  const countedTail = !early && tail.forward.length > 0 ? [...tail.forward, count] : tail.forward;

  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (arrow !== null) forward.push(setInt(b, from, arrow, 0));
  forward.push(setInt(b, from, trips, 0), rebuildLoop(c, s, counted, countedTail));
  forward.push({ kind: 'pushControl', ...base(b, from, 'push'), value: ref(b, trips), width, recording: id });
  const pending = [...c.arrows].filter(([key]) => (c.jumps.inside.get(s.id)?.get(key)?.length ?? 0) > 0);
  if (arrow !== null) closeTarget(c, s, arrow, exits.length, forward, backward, pending);
  backward.push({ kind: 'popControl', ...base(b, back, 'pop'), target: trips, width, recording: id });
  const k = slot(b, 'trip', 'i32', 'control', c.depth);
  backward.push(countedLoop(b, back, 'control', k, constant(1, 'i32'), ref(b, trips), 1, backwardBody));
  return { forward, backward };
}

function rebuildLoop(
  c: SweepContext,
  s: While | DoWhile,
  body: readonly Statement[],
  tail: readonly Statement[],
): Statement {
  const head = base(c.b, forwardOf(s), 'primal');
  if (s.kind === 'doWhile') return { ...s, ...head, body };
  return {
    kind: 'while',
    ...head,
    label: s.label,
    condition: s.condition,
    body,
    ...(tail.length > 0 ? { increment: tail } : {}),
  };
}

// -------------------------------------------------------------------------------------------- blocks and jumps

function sweepBlock(c: SweepContext, s: Block): Sweeps {
  const { b } = c;
  const key: TargetKey = `exit ${s.label}`;
  const sites = c.jumps.sites.get(key) ?? [];
  const isReversed = c.reversed.has(s.id);
  const arrow = sites.length > 0 && isReversed ? slot(b, 'arrow', 'i32', 'control', c.depth) : null;
  const inner: SweepContext = arrow === null ? c : withTarget({ ...c, depth: c.depth + 1 }, key, arrow);
  const body = sweepList(inner, s.body);
  if (body.forward.length === 0 && !isReversed) return { forward: [], backward: [] };
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (arrow !== null) forward.push(setInt(b, forwardOf(s), arrow, 0));
  forward.push({ ...s, ...base(b, forwardOf(s), 'primal'), body: body.forward });
  const pending = [...c.arrows].filter(([t]) => (c.jumps.inside.get(s.id)?.get(t)?.length ?? 0) > 0);
  if (arrow !== null) closeTarget(c, s, arrow, sites.length, forward, backward, pending);
  backward.push(...body.backward);
  return { forward, backward };
}

/** Stores the arrow after its target; backward, takes it again unless control left past this target. */
export function closeTarget(
  c: SweepContext,
  s: Statement,
  arrow: VariableId,
  sites: number,
  forward: Statement[],
  backward: Statement[],
  pending: readonly (readonly [TargetKey, VariableId])[],
): void {
  const { b } = c;
  const found = takeArrow(c, s, arrow, sites, endsWithoutJump(s));
  if (found.recording !== null) {
    const { width, recording } = found;
    const store = {
      kind: 'pushControl' as const,
      ...base(b, forwardOf(s), 'push'),
      value: ref(b, arrow),
      width,
      recording,
    };
    forward.push(store);
  }
  if (pending.length === 0) backward.push(found.take);
  else {
    const none = pending
      .map(([, v]) => compare('eq', ref(b, v), constant(0, 'i32')) as Expr)
      .reduce((x, y) => logical('and', x, y));
    backward.push(
      makeIf(b, backwardOf(s), 'control', none, [found.take], [setInt(b, backwardOf(s), arrow, 0)]),
    );
  }
}

/** Where only one arrow can arrive nothing is stored: the backward sweep knows which. */
function takeArrow(
  c: SweepContext,
  s: Statement,
  arrow: VariableId,
  sites: number,
  straight: boolean,
): { width: ControlWidth; recording: RecordingDraft['id'] | null; take: Statement } {
  const { b } = c;
  const width: ControlWidth = sites === 1 ? { kind: 'bit' } : { kind: 'small', states: sites + 1 };
  if (!straight && sites === 1) return { width, recording: null, take: setInt(b, backwardOf(s), arrow, 1) };
  const recording = controlRecording(c, s, 'arrow', width);
  const take: Statement = {
    kind: 'popControl',
    ...base(b, backwardOf(s), 'pop'),
    target: arrow,
    width,
    recording,
  };
  return { width, recording, take };
}

/** May control leave the construct at its own end, not by a jump? */
function endsWithoutJump(s: Statement): boolean {
  switch (s.kind) {
    case 'block':
      return completes(s.body);
    case 'switch':
      return s.cases.some((k) => completes(k.body)) || completes(s.default);
    case 'while':
      return !(s.condition.kind === 'constant' && s.condition.value !== 0);
    default:
      return true;
  }
}

/** The end of a loop body where `next` arrives: each jump stores its own number before it goes. */
function closeBody(
  c: SweepContext,
  s: For | While | DoWhile,
  cont: VariableId,
  sites: number,
  body: readonly Statement[],
  forwardBody: Statement[],
  backwardBody: Statement[],
): void {
  const { b } = c;
  const straight = completes(body);
  const { width, recording, take } = takeArrow(c, s, cont, sites, straight);
  if (recording !== null) {
    if (straight) {
      const store = {
        kind: 'pushControl' as const,
        ...base(b, forwardOf(s), 'push'),
        value: constant(0, 'i32'),
        width,
        recording,
      };
      forwardBody.push(store);
    }
    const patched = forwardBody.flatMap((x) => storeAtJumps(c, x, s.label, width, recording));
    forwardBody.splice(0, forwardBody.length, ...patched);
  }
  const pending = [...c.arrows].filter(([key]) =>
    s.body.some((x) => (c.jumps.inside.get(x.id)?.get(key)?.length ?? 0) > 0),
  );
  if (pending.length === 0) backwardBody.push(take);
  else {
    const none = pending
      .map(([, v]) => compare('eq', ref(b, v), constant(0, 'i32')) as Expr)
      .reduce((x, y) => logical('and', x, y));
    backwardBody.push(makeIf(b, backwardOf(s), 'control', none, [take], [setInt(b, backwardOf(s), cont, 0)]));
  }
}

/** Puts a push of the site's number before each `next` of the loop. */
function storeAtJumps(
  c: SweepContext,
  s: Statement,
  label: number,
  width: ControlWidth,
  id: RecordingDraft['id'],
): Statement[] {
  if (s.kind === 'next' && s.target === label && s.origin !== null) {
    const number = (c.jumps.sites.get(targetOf(s)) ?? []).indexOf(s.origin) + 1;
    const from: From = { span: s.span, origin: s.origin, sweep: 'forward' };
    return [
      {
        kind: 'pushControl',
        ...base(c.b, from, 'push'),
        value: constant(number, 'i32'),
        width,
        recording: id,
      },
      s,
    ];
  }
  return [mapBodies(s, (list) => list.flatMap((x) => storeAtJumps(c, x, label, width, id)))];
}

function mapBodies(s: Statement, change: (list: readonly Statement[]) => Statement[]): Statement {
  switch (s.kind) {
    case 'if':
      return { ...s, then: change(s.then), else: change(s.else) };
    case 'switch':
      return {
        ...s,
        cases: s.cases.map((k) => ({ ...k, body: change(k.body) })),
        default: change(s.default),
      };
    case 'for':
    case 'doWhile':
    case 'block':
      return { ...s, body: change(s.body) };
    case 'while':
      return { ...s, body: change(s.body), ...(s.increment ? { increment: change(s.increment) } : {}) };
    case 'dispatch':
      return { ...s, blocks: s.blocks.map((x) => ({ ...x, body: change(x.body) })) };
    default:
      return s;
  }
}

function sweepJump(c: SweepContext, s: Extract<Statement, { kind: 'exit' | 'next' }>): Sweeps {
  const { b } = c;
  const key = targetOf(s);
  const arrow = c.arrows.get(key);
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (arrow !== undefined) {
    const number = (c.jumps.sites.get(key) ?? []).indexOf(s.id) + 1;
    if (s.kind === 'exit') forward.push(setInt(b, forwardOf(s), arrow, number));
    // Loops that the jump leaves store their trip counts, as their normal end would; innermost first.
    for (const loop of c.loops.slice(c.loopsAround.get(key) ?? 0).reverse()) {
      const width: ControlWidth = { kind: 'count' };
      forward.push({
        kind: 'pushControl',
        ...base(b, forwardOf(s), 'push'),
        value: ref(b, loop.trips),
        width,
        recording: loop.recording,
      });
    }
    backward.push(setInt(b, backwardOf(s), arrow, 0));
  }
  forward.push({ ...s, ...base(b, forwardOf(s), 'primal') });
  return { forward, backward };
}

export function controlRecording(
  c: SweepContext,
  s: Statement,
  kind: 'branch' | 'arrow' | 'count' | 'bounds',
  width: ControlWidth,
): RecordingDraft['id'] {
  return record(c.b, {
    kind,
    variable: null,
    place: null,
    location: '',
    statement: s.id,
    span: s.span,
    type: 'i32',
    width,
  });
}
