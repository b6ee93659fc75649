/** Both sweeps of `if` and `switch`: the arm taken is stored, or its test is evaluated again (theory 7). */
import { itemAt, lastOf } from '../../base/lookup';
import { compare, constant, logical } from '../../ir/build';
import { completes } from '../../ir/graph/completes';
import type { ControlWidth, Expr, If, Statement, Switch, VariableId } from '../../ir/types';
import { assign, base, makeIf, newLabel, ownControl, ref, setInt, slot } from '../builder';
import type { TargetKey } from '../jumps';
import { closeTarget } from './arrows';
import {
  arrowsFrom,
  backwardOf,
  controlRecording,
  forwardOf,
  isOneOf,
  nonePending,
  type SweepContext,
  type Sweeps,
  withTarget,
} from './context';

/** What stands for the k-th arm of a test: arms count from 1, and the last one, an else or a default, is 0. */
export function armMarker(k: number, arms: number): number {
  return k === arms - 1 ? 0 : k + 1;
}

export function sweepBranch(c: SweepContext, s: If | Switch): Sweeps {
  const { b } = c;
  const plan = c.analysis.tests.get(s.id);
  const arms = s.kind === 'if' ? [s.then, s.else] : [...s.cases.map((k) => k.body), s.default];
  const target: TargetKey | null = s.kind === 'switch' ? `exit ${s.label}` : null;
  const sites = target ? (c.jumps.sites.get(target) ?? []) : [];
  const isReversed = c.reversed.has(s.id);
  const arrow = sites.length > 0 && isReversed ? slot(b, 'arrow', 'i32', 'control', c.depth) : null;
  const inner: SweepContext =
    target && arrow !== null ? withTarget({ ...c, depth: c.depth + 1 }, target, arrow) : c;
  const swept = arms.map((arm) => c.sweepList(inner, arm));
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
  const marker = (k: number) => armMarker(k, arms.length);
  const arriving = arms.map((arm, k) => ({ k, comes: completes(arm) })).filter((x) => x.comes);
  const again = plan?.kind === 'branch' && plan.again;
  const stored = arriving.length > 1 && !again;
  const width: ControlWidth = arms.length === 2 ? { kind: 'bit' } : { kind: 'small', states: arms.length };
  // What runs once at most is told by a variable of its own.
  const own = stored && c.runsOnce(s) ? ownControl(b, 'branch', 'i32') : null;
  const recording = stored && own === null ? controlRecording(c, s, 'branch', width) : null;
  const forwardArms = swept.map((x, k) => {
    if (!completes(arms[k] as readonly Statement[])) return x.forward;
    if (own !== null) return [...x.forward, setInt(b, from, own, marker(k))];
    return recording !== null
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
      : x.forward;
  });
  const forward: Statement[] = [];
  if (arrow !== null) forward.push(setInt(b, from, arrow, 0));
  forward.push(rebuildBranch(c, s, forwardArms));

  const backward: Statement[] = [];
  const pending = arrowsFrom(c, [s]);
  const sitesOf = (arm: readonly Statement[], key: TargetKey) =>
    arm.flatMap((x) => c.jumps.inside.get(x.id)?.get(key) ?? []);
  if (arrow !== null && target) closeTarget(c, s, arrow, sites.length, forward, backward, pending);
  const allPending = target && arrow !== null ? [...pending, [target, arrow] as const] : pending;

  const backwardArms = swept.map((x) => x.backward);
  if (allPending.length === 0) {
    if (recording !== null) {
      const branch = slot(b, 'branch', 'i32');
      backward.push({ kind: 'popControl', ...base(b, back, 'pop'), target: branch, width, recording });
      backward.push(chooseArm(c, s, ref(b, branch), backwardArms, marker));
    } else if (own !== null) backward.push(chooseArm(c, s, ref(b, own), backwardArms, marker));
    else if (arriving.length === 1)
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
  const none = nonePending(c, allPending);
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
      : own !== null
        ? [assign(b, back, 'control', ref(b, branch), ref(b, own))]
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
      itemAt(arms, 0),
      itemAt(arms, 1),
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
    default: lastOf(arms),
  };
}

function rebuildBranch(c: SweepContext, s: If | Switch, arms: readonly (readonly Statement[])[]): Statement {
  if (s.kind === 'if')
    return { ...makeIf(c.b, forwardOf(s), 'primal', s.condition, itemAt(arms, 0), itemAt(arms, 1)) };
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
    cases: s.cases.map((k, i) => ({ values: k.values, span: k.span, body: itemAt(arms, i) })),
    default: lastOf(arms),
  };
}
