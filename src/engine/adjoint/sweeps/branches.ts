/** Both sweeps of `if` and `switch`: the arm taken is stored, or its test is evaluated again (theory 7). */

import { itemAt, lastOf } from '../../base/lookup';
import { compare, constant } from '../../ir/build';
import type { OnTape } from '../../ir/emit';
import { completes } from '../../ir/graph/completes';
import { bodies } from '../../ir/statements';
import type { ControlWidth, Expr, If, Statement, Switch, VariableId } from '../../ir/types';
import type { TargetKey } from '../jumps';
import { closeTarget } from './arrows';
import {
  arrowsFrom,
  jumpedFrom,
  nonePending,
  type Pending,
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
  const arms = bodies(s);
  const target: TargetKey | null = s.kind === 'switch' ? `exit ${s.label}` : null;
  const sites = target ? (c.jumps.sites.get(target) ?? []) : [];
  const isReversed = c.reversed.has(s.id);
  const arrow = sites.length > 0 && isReversed ? b.slot('arrow', 'i32', c.depth) : null;
  const inner: SweepContext =
    target && arrow !== null ? withTarget({ ...c, depth: c.depth + 1 }, target, arrow) : c;
  const swept = arms.map((arm) => c.sweepList(inner, arm));
  if (!isReversed) {
    const runs = (!plan || plan.runs) && swept.some((x) => x.forward.length > 0);
    const kept = swept.map((x) => x.forward);
    return { forward: runs ? [rebuildBranch(c, s, kept)] : [], backward: [] };
  }
  const told = toldBy(c, s, arms);
  const forwardArms = swept.map((x, k) => [...x.forward, ...tellArm(c, s, told, k)]);
  const forward: Statement[] = [];
  if (arrow !== null) forward.push(b.at(s).forward.set(arrow, 0));
  forward.push(rebuildBranch(c, s, forwardArms));

  const backward: Statement[] = [];
  const pending = arrowsFrom(c, [s]);
  if (arrow !== null) closeTarget(c, s, { arrow, sites: sites.length }, { forward, backward }, pending);
  const allPending = target && arrow !== null ? [...pending, [target, arrow] as const] : pending;
  const backwardArms = swept.map((x) => x.backward);
  backward.push(
    ...(allPending.length === 0
      ? takeArm(c, s, told, backwardArms)
      : findArm(c, s, told, backwardArms, allPending)),
  );
  return { forward, backward };
}

/** How the backward sweep knows which arm ran: by a number on the tape, by a variable, or by asking again. */
interface Told {
  readonly arms: readonly (readonly Statement[])[];
  /** The arms that come to their end. */
  readonly arriving: readonly number[];
  readonly onTape: OnTape | null;
  readonly own: VariableId | null;
}

function toldBy(c: SweepContext, s: If | Switch, arms: Told['arms']): Told {
  const plan = c.analysis.tests.get(s.id);
  const arriving = arms.flatMap((arm, k) => (completes(arm) ? [k] : []));
  const stored = arriving.length > 1 && !(plan?.kind === 'branch' && plan.again);
  const width: ControlWidth = arms.length === 2 ? { kind: 'bit' } : { kind: 'small', states: arms.length };
  // What runs once at most is told by a variable of its own.
  const own = stored && c.runsOnce(s) ? c.b.ownControl('branch', 'i32') : null;
  const onTape = stored && own === null ? c.b.at(s).recordControl('branch', width) : null;
  return { arms, arriving, onTape, own };
}

/** The k-th arm says at its end that it ran. */
function tellArm(c: SweepContext, s: If | Switch, told: Told, k: number): Statement[] {
  const { arms, arriving, onTape, own } = told;
  const marker = armMarker(k, arms.length);
  if (!arriving.includes(k)) return [];
  const { forward } = c.b.at(s);
  if (own !== null) return [forward.set(own, marker)];
  return onTape ? [forward.pushNumber(constant(marker, 'i32'), onTape)] : [];
}

/** Runs the arm that ran, where no jump goes further than the end of the construct. */
function takeArm(c: SweepContext, s: If | Switch, told: Told, arms: Told['arms']): readonly Statement[] {
  const { b } = c;
  const { arriving, onTape, own } = told;
  if (onTape) {
    const branch = b.slot('branch', 'i32');
    return [b.at(s).backward.popNumber(branch, onTape), chooseArm(c, s, b.ref(branch), arms)];
  }
  if (own !== null) return [chooseArm(c, s, b.ref(own), arms)];
  return arriving.length === 1 ? itemAt(arms, itemAt(arriving, 0)) : [chooseAgain(c, s, arms)];
}

/** The same where jumps may have left arms: a pending jump tells from which arm it went. */
function findArm(
  c: SweepContext,
  s: If | Switch,
  told: Told,
  backwardArms: Told['arms'],
  pending: Pending,
): Statement[] {
  const { b } = c;
  const { backward } = b.at(s);
  const { arms, arriving, onTape, own } = told;
  const branch = b.slot('branch', 'i32', c.depth + 1);
  const none = nonePending(c, pending);
  const set = (k: number) => backward.set(branch, armMarker(k, arms.length));
  const found = arms.flatMap((arm, k) => {
    const jumped = jumpedFrom(c, arm, pending);
    return jumped ? [backward.if('control', jumped, [set(k)])] : [];
  });
  const normal = (): Statement[] => {
    if (onTape) return [backward.popNumber(branch, onTape)];
    if (own !== null) return [backward.assign('control', b.ref(branch), b.ref(own))];
    if (arriving.length <= 1) return arriving.map(set);
    const sets = arms.map((_, k) => [set(k)]);
    return [chooseAgain(c, s, sets)];
  };
  const list = normal();
  const finding = list.length > 0 ? [backward.if('control', none, list, found)] : found;
  return [...finding, chooseArm(c, s, b.ref(branch), backwardArms)];
}

/** Asks what the construct asked. */
function chooseAgain(c: SweepContext, s: If | Switch, arms: Told['arms']): Statement {
  return s.kind === 'if'
    ? c.b.at(s).backward.if('control', s.condition, itemAt(arms, 0), itemAt(arms, 1))
    : rebuildSwitch(c, s, arms, 'backward');
}

/** `if (branch) … else …`, or a switch over the number of the arm. */
function chooseArm(c: SweepContext, s: If | Switch, branch: Expr, arms: Told['arms']): Statement {
  const { backward } = c.b.at(s);
  const marker = (k: number) => armMarker(k, arms.length);
  if (s.kind === 'if')
    return backward.if(
      'control',
      compare('ne', branch, constant(0, 'i32')),
      itemAt(arms, 0),
      itemAt(arms, 1),
    );
  return {
    kind: 'switch',
    ...backward.stamp('control'),
    label: backward.label(),
    selector: branch,
    cases: arms
      .slice(0, -1)
      .map((body, k) => ({ values: [{ from: marker(k), to: marker(k) }], body, span: s.span })),
    default: lastOf(arms),
  };
}

function rebuildBranch(c: SweepContext, s: If | Switch, arms: readonly (readonly Statement[])[]): Statement {
  if (s.kind === 'if') return c.b.at(s).forward.if('primal', s.condition, itemAt(arms, 0), itemAt(arms, 1));
  return rebuildSwitch(c, s, arms, 'forward');
}

function rebuildSwitch(
  c: SweepContext,
  s: Switch,
  arms: readonly (readonly Statement[])[],
  sweep: 'forward' | 'backward',
): Switch {
  const emit = c.b.at(s)[sweep];
  return {
    kind: 'switch',
    ...emit.stamp(sweep === 'forward' ? 'primal' : 'control'),
    label: sweep === 'forward' ? s.label : emit.label(),
    selector: s.selector,
    cases: s.cases.map((k, i) => ({ values: k.values, span: k.span, body: itemAt(arms, i) })),
    default: lastOf(arms),
  };
}
