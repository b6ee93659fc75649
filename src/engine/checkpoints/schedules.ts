/**
 * Routines that run a counted loop's iterations so that its adjoint keeps few snapshots (theory 11; `binomial` is the schedule
 * of Griewank and Walther's Revolve). Each is plain code: that its calls are reversed in joint mode (theory 6) makes a schedule of it.
 *
 *     binomial(from, steps, slots):            of `ahead` and the rest, the rest is reversed first, with one slot less, then
 *       if steps > 1                           the snapshot at `from` is back and its slot free: β(s,r) = C(s+r, s) steps with
 *         binomial(from, ahead, slots)         s slots and r repetitions, [TAP] 2.6
 *         binomial(from + ahead, steps - ahead, slots - 1)
 *       else step(from)
 *
 *     mixed(from, steps, slots):               a slot holds a restart state, or the tape of one step, whose two sweeps
 *       if ahead = 0                           enclose those of the rest
 *         step(from)        in split mode
 *         mixed(from + 1, steps - 1, slots - 1)
 *       else as above, where `ahead` comes from a plan made by the recurrence
 */
import { lastOf } from '../base/lookup';
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
import type { Argument, Call, Expr, For, Place, ScalarType, Statement, VariableId } from '../ir/types';
import { addPart, callOf, type Draft, freshRoutine, given, type Lead, type Part } from '../outlining/parts';

/** What all routines of a loop share. */
export interface Stepping {
  readonly d: Draft;
  /** The type of the loop's index. */
  readonly type: ScalarType;
  /** The loop's stride; null where it is no constant, and is passed on. */
  readonly stride: Expr | null;
  /** The routine of one iteration. */
  readonly step: string;
  /** The routine of several iterations, one after the other in the order of the loop. */
  readonly advance: string;
}

export const v = (id: VariableId, type: ScalarType): Place => variable(id, type);

/** Start, stride and number of steps: the first parameters of every routine of several iterations. */
export const range = (type: ScalarType, stride: Expr | null): Lead[] => [
  { hint: 'from', type },
  { hint: 'steps', type },
  ...(stride ? [] : [{ hint: 'stride', type }]),
];

/** The leads of a range as they stand in a part. */
export function rangeIn({ type, stride }: Pick<Stepping, 'type' | 'stride'>, leads: readonly VariableId[]) {
  const [from, steps, by] = leads as readonly [VariableId, VariableId, VariableId?];
  return { from: v(from, type), steps: v(steps, type), stride: stride ?? v(by as VariableId, type) };
}

/** `for (at = from; steps times; at += stride)` */
export function counted(
  d: Draft,
  index: VariableId,
  { from, steps, stride }: { from: Expr; steps: Expr; stride: Expr },
  body: readonly Statement[],
): For {
  const one = constant(1, from.type);
  const isOne = stride.kind === 'constant' && stride.value === 1;
  const range = {
    index,
    first: from,
    last: isOne ? shifted(add(from, steps), -1) : add(from, multiply(subtract(steps, one), stride)),
    step: stride,
    test: isOne ? ('lt' as const) : isDown(stride) ? ('ge' as const) : ('le' as const),
  };
  return d.emit.loop('primal', range, body);
}

const isDown = (stride: Expr) => stride.kind === 'constant' && stride.value < 0;

/** How many leads a range has. */
export const rangeLength = ({ stride }: Pick<Stepping, 'stride'>) => (stride ? 2 : 3);

export const call = (
  s: Stepping,
  callee: string,
  leads: readonly Place[],
  parameters: readonly VariableId[],
): Call => ({
  ...callOf(s.d, callee, parameters, { leads: leads.map((each) => given(s.d, each)) }),
  reversed: 'joint',
});

/** A routine that does what `advance` does, told `more` after the range. */
export function standsFor({ d, stride, advance }: Stepping, more: number) {
  const n = rangeLength({ stride });
  const positions = [...Array(n + more + d.face.shared.length).keys()];
  return { callee: advance, args: positions.filter((k) => k < n || k >= n + more) };
}

/** Two pieces: the first `ahead` steps, then the rest with a slot less. */
export function inTwo(
  s: Stepping,
  part: Part,
  { ahead, slots }: Readonly<Record<'ahead' | 'slots', Place>>,
  recurse: (range: readonly Place[], slots: Place) => Statement,
  first: (leads: readonly Place[]) => Statement,
): Statement[] {
  const { from, steps, stride } = rangeIn(s, part.leads);
  const by = s.stride ? [] : [stride as Place];
  const [next, rest] = [v(part.local('next', s.type), s.type), v(part.local('rest', s.type), s.type)];
  const fewer = v(part.local('fewer'), 'i32');
  return [
    s.d.emit.assign('primal', next, add(from, multiply(ahead, stride))),
    s.d.emit.assign('primal', rest, subtract(steps, ahead)),
    s.d.emit.assign('primal', fewer, subtract(slots, constant(1, 'i32'))),
    first([from, ahead, ...by]),
    recurse([next, rest, ...by], fewer),
  ];
}

/** Adds the routine of a binomial schedule; returns its name. */
export function binomial(s: Stepping): string {
  const { d, type } = s;
  const [name, split] = [freshRoutine(d, `${d.routine.name}_binomial`), binomialSplit(s)];
  addPart(
    d,
    name,
    (part) => {
      const { from, steps } = rangeIn(s, part.leads);
      const slots = v(lastOf(part.leads), 'i32');
      const ahead = v(part.local('ahead', type), type);
      const recurse = (leads: readonly Place[], left: Place) =>
        call(s, name, [...leads, left], part.parameters);
      const splitArgs: Argument[] = [given(d, steps), given(d, slots), { kind: 'reference', place: ahead }];
      return [
        d.emit.if(
          'primal',
          compare('gt', steps, constant(1, type)),
          [
            d.emit.call('primal', split, splitArgs),
            ...inTwo(s, part, { ahead, slots }, recurse, (leads) => recurse(leads, slots)),
          ],
          [call(s, s.step, [from], part.parameters)],
        ),
      ];
    },
    { leads: [...range(type, s.stride), { hint: 'slots', type: 'i32' }], runAs: standsFor(s, 1) },
  );
  return name;
}

/**
 * How many of `steps` run before the next snapshot: with r the least for which β(slots, r) ≥ steps,
 * min(β(slots, r-1), steps - β(slots-1, r-1)).
 */
function binomialSplit({ d, type }: Stepping): string {
  const name = freshRoutine(d, `${d.routine.name}_ahead`);
  const wide = (e: Expr) => convert(e, 'i64');
  addPart(
    d,
    name,
    ({ leads, local }) => {
      const [steps, slots, ahead] = leads as readonly [VariableId, VariableId, VariableId];
      const [n, s] = [wide(v(steps, type)), wide(v(slots, 'i32'))];
      const [times, reach] = [v(local('times', 'i64'), 'i64'), v(local('reach', 'i64'), 'i64')];
      const one = constant(1, 'i64');
      const upTo = add(s, times);
      const most = subtract(n, divide(multiply(reach, s), subtract(upTo, one)));
      return [
        d.emit.assign('primal', times, one),
        d.emit.assign('primal', reach, add(s, one)),
        {
          kind: 'while',
          ...d.emit.stamp('primal'),
          label: d.emit.label(),
          condition: compare('lt', reach, n),
          body: [
            d.emit.assign('primal', times, add(times, one)),
            d.emit.assign('primal', reach, divide(multiply(reach, upTo), times)),
          ],
        },
        d.emit.assign('primal', reach, divide(multiply(reach, times), upTo)),
        d.emit.assign(
          'primal',
          v(ahead, type),
          convert(select(compare('lt', reach, most), reach, most), type),
        ),
      ];
    },
    {
      faceless: true,
      leads: [
        { hint: 'steps', type },
        { hint: 'slots', type: 'i32' },
        { hint: 'ahead', type, written: true },
      ],
    },
  );
  return name;
}
