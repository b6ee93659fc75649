/** What stands in place of a counted loop whose iterations are in routines of their own. */
import { itemAt, ofEach } from '../base/lookup';
import {
  add,
  compare,
  constant,
  convert,
  divide,
  multiply,
  select,
  shifted,
  subtract,
  variable,
} from '../ir/build';
import { addVariable } from '../ir/emit';
import { namesByOwner, variableOf } from '../ir/names';
import { rewriteStatements } from '../ir/statements';
import type { Expr, For, Place, ScalarType, Statement, VariableId } from '../ir/types';
import { mentioned } from '../ir/uses';
import { addPart, callOf, type Draft, freshRoutine, given } from '../outlining/parts';
import { inOneIteration } from './independent';
import { mixed } from './mixed';
import { binomial, counted, range, rangeIn, type Stepping } from './schedules';

/** A loop, and the routine around it, to which variables are added. */
export interface Site extends Locals {
  readonly d: Draft;
  readonly loop: For;
  readonly type: ScalarType;
  /** Null where it is no constant. */
  readonly stride: Expr | null;
}

interface Locals {
  readonly locals: VariableId[];
  readonly local: (hint: string, type: ScalarType) => Place;
}

export function siteOf(d: Draft, loop: For): Site {
  const { type } = variableOf(d.program, loop.index);
  const stride = loop.step.kind === 'constant' ? convert(loop.step, type) : null;
  return { d, loop, type, stride, ...localsOf(d) };
}

/** Variables of the routine that the piece stands in, as they are asked for. */
export function localsOf(d: Draft): Locals {
  const owner = d.program.routines.indexOf(d.routine);
  const locals: VariableId[] = [];
  const { variables } = d.growing;
  const { span } = d.emit;
  const taken = namesByOwner(variables)(owner);
  const local = (hint: string, of: ScalarType): Place => {
    const v = { name: taken.fresh(hint), type: of, role: 'control', owner, span } as const;
    const id = addVariable(variables, v);
    locals.push(id);
    return variable(id, of, span);
  };
  return { locals, local };
}

/** `amount`: snapshots, or iterations a piece. */
export function inPlaceOf(site: Site, kind: string, amount: number): Statement[] {
  const { d, loop, type, stride, local } = site;
  const [from, steps] = [local('from', type), local('steps', type)];
  const by = stride ? [] : [local('stride', type)];
  const step = stride ?? itemAt(by, 0);
  const first = convert(loop.first, type);
  const isByOne = stride?.kind === 'constant' && stride.value === 1;
  const last = convert(loop.last, type);
  // In an order that folds constants, where there are any.
  const span =
    first.kind === 'constant'
      ? shifted(isByOne ? shifted(last, 1) : add(last, step), -first.value)
      : subtract(isByOne ? shifted(last, 1) : add(last, step), from);
  const head = [
    d.emit.assign('primal', from, first),
    ...by.map((each) => d.emit.assign('primal', each, convert(loop.step, type))),
    d.emit.assign('primal', steps, isByOne ? span : divide(span, step)),
  ];
  const none = constant(0, type);
  const trips = select(compare('gt', steps, none), steps, none);
  const after = isReadOutside(d, loop)
    ? [d.emit.assign('primal', variable(loop.index, type), add(from, multiply(trips, step)))]
    : [];
  if (kind === 'every') return [...head, inChunks(site, { from, steps, by, step }, amount), ...after];
  const stepping = withSteps(site, kind === 'independent');
  const slots = kind === 'independent' ? [] : [local('slots', 'i32')];
  const callee =
    kind === 'independent' ? stepping.advance : kind === 'mixed' ? mixed(stepping) : binomial(stepping);
  return [
    ...head,
    ...slots.map((each) => d.emit.assign('primal', each, constant(amount, 'i32'))),
    d.emit.if('primal', compare('gt', steps, none), [callFrom(site, callee, [from, steps, ...by, ...slots])]),
    ...after,
  ];
}

const callFrom = ({ d }: Site, callee: string, leads: readonly Place[]) => ({
  ...callOf(
    d,
    callee,
    d.face.shared.map(({ id }) => id),
    { outside: true, leads: leads.map((each) => given(d, each)) },
  ),
  reversed: 'joint' as const,
});

/** The loop in pieces of so many iterations. */
function inChunks(
  site: Site,
  { from, steps, by, step }: { from: Place; steps: Place; by: readonly Place[]; step: Expr },
  size: number,
): Statement {
  const { d, loop, type, stride, local } = site;
  const name = freshRoutine(d, `${d.routine.name}_part`);
  addPart(
    d,
    name,
    ({ leads, inside, own }) => [
      counted(d, own(loop.index), rangeIn({ type, stride }, leads), inOneIteration(loop).map(inside)),
    ],
    { leads: range(type, stride), alone: [loop.index] },
  );
  const [done, count, begin] = [local('done', type), local('size', type), local('begin', type)];
  const [left, most] = [subtract(steps, done), constant(size, type)];
  const body = [
    d.emit.assign('primal', count, select(compare('lt', left, most), left, most)),
    d.emit.assign('primal', begin, add(from, multiply(done, step))),
    callFrom(site, name, [begin, count, ...by]),
  ];
  const all = { from: constant(0, type), steps, stride: most };
  return { ...counted(d, done.variable, all, body), last: subtract(steps, constant(1, type)) };
}

/** The routines of one iteration and of several; of independent ones, that of several is the loop itself. */
function withSteps({ d, loop, type, stride }: Site, independent: boolean): Stepping {
  const [step, advance] = ofEach(['step', 'advance'], (what) => freshRoutine(d, `${d.routine.name}_${what}`));
  addPart(d, step, ({ inside }) => inOneIteration(loop).map(inside), {
    leads: [{ hint: 'i', type, of: loop.index }],
  });
  const made: Stepping = { d, type, stride, step, advance };
  addPart(
    d,
    advance,
    ({ leads, parameters, local }) => {
      const at = local('at', type);
      const one = callOf(d, step, parameters, { leads: [given(d, variable(at, type))] });
      return [counted(d, at, rangeIn(made, leads), [{ ...one, reversed: 'joint' }])];
    },
    { leads: range(type, stride), ...(independent ? { independent: true as const } : {}) },
  );
  return made;
}

function isReadOutside(d: Draft, loop: For): boolean {
  const rest = rewriteStatements(d.routine.body, (s) => (s.id === loop.id ? [] : [s]));
  const { role } = variableOf(d.program, loop.index);
  const isLocal = role === 'local' || role === 'temporary' || role === 'control';
  return !isLocal || mentioned({ body: rest }).has(loop.index);
}
