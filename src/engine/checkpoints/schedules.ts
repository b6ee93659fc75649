/**
 * Routines that run a counted loop's iterations so that its adjoint keeps few snapshots (theory 11). Each is plain code: that
 * its calls are reversed in joint mode (theory 6) is what makes a schedule of it.
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
import {
  add,
  compare,
  constant,
  convert,
  divide,
  element,
  multiply,
  select,
  shifted,
  subtract,
  variable,
} from '../ir/build';
import type {
  Argument,
  Call,
  Expr,
  For,
  LabelId,
  Place,
  ScalarType,
  Statement,
  VariableId,
} from '../ir/types';
import {
  addPart,
  callOf,
  type Draft,
  freshRoutine,
  given,
  type Lead,
  type Part,
  stamp,
} from '../outlining/parts';

/** What all routines of a loop share. */
export interface Stepping {
  readonly d: Draft;
  /** The type of the loop's index. */
  readonly type: ScalarType;
  /** The loop's stride; null where it is no constant, and is passed on. */
  readonly stride: Expr | null;
  /** The routine of one iteration. */
  readonly step: string;
  /** That of a number of them, in the plain order. */
  readonly advance: string;
}

const v = (id: VariableId, type: ScalarType): Place => variable(id, type);

/** From where, by how much, how many: what every routine of several iterations is told first. */
export const range = (type: ScalarType, stride: Expr | null): Lead[] => [
  { hint: 'from', type },
  { hint: 'steps', type },
  ...(stride ? [] : [{ hint: 'stride', type }]),
];

export const set = (d: Draft, target: Place, value: Expr): Statement => ({
  kind: 'assign',
  ...stamp(d),
  target,
  value,
});

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
  const isDo = d.program.language === 'fortran';
  return {
    kind: 'for',
    ...stamp(d),
    label: d.counters.nextLabel++ as LabelId,
    index,
    first: from,
    last: isOne ? shifted(add(from, steps), -1) : add(from, multiply(subtract(steps, one), stride)),
    step: stride,
    test: isDo ? 'do' : isOne ? 'lt' : isDown(stride) ? 'ge' : 'le',
    body,
  };
}

const isDown = (stride: Expr) => stride.kind === 'constant' && stride.value < 0;

/** How many leads a range has. */
const rangeLength = ({ stride }: Pick<Stepping, 'stride'>) => (stride ? 2 : 3);

const call = (
  s: Stepping,
  callee: string,
  leads: readonly Place[],
  parameters: readonly VariableId[],
): Call => ({
  ...callOf(s.d, callee, parameters, { leads: leads.map((each) => given(s.d, each)) }),
  reversed: 'joint',
});

/** A routine that does what `advance` does, told `more` after the range. */
function standsFor({ d, stride, advance }: Stepping, more: number) {
  const n = rangeLength({ stride });
  const positions = [...Array(n + more + d.face.shared.length).keys()];
  return { callee: advance, args: positions.filter((k) => k < n || k >= n + more) };
}

/** Two pieces: the first `ahead` steps, then the rest with a slot less. */
function inTwo(
  s: Stepping,
  part: Part,
  ahead: Place,
  recurse: (range: readonly Place[], slots: Place) => Statement,
  slots: Place,
  first: (leads: readonly Place[]) => Statement,
): Statement[] {
  const { from, steps, stride } = rangeIn(s, part.leads);
  const by = s.stride ? [] : [stride as Place];
  const [next, rest] = [v(part.local('next', s.type), s.type), v(part.local('rest', s.type), s.type)];
  const fewer = v(part.local('fewer'), 'i32');
  return [
    set(s.d, next, add(from, multiply(ahead, stride))),
    set(s.d, rest, subtract(steps, ahead)),
    set(s.d, fewer, subtract(slots, constant(1, 'i32'))),
    first([from, ahead, ...by]),
    recurse([next, rest, ...by], fewer),
  ];
}

/** Adds the routine of a binomial schedule; its name. */
export function binomial(s: Stepping): string {
  const { d, type } = s;
  const [name, split] = [freshRoutine(d, `${d.routine.name}_binomial`), binomialSplit(s)];
  addPart(
    d,
    name,
    (part) => {
      const { from, steps } = rangeIn(s, part.leads);
      const slots = v(part.leads[part.leads.length - 1] as VariableId, 'i32');
      const ahead = v(part.local('ahead', type), type);
      const recurse = (leads: readonly Place[], left: Place) =>
        call(s, name, [...leads, left], part.parameters);
      return [
        {
          kind: 'if',
          ...stamp(d),
          condition: compare('gt', steps, constant(1, type)),
          then: [
            {
              kind: 'call',
              ...stamp(d),
              callee: split,
              args: [given(d, steps), given(d, slots), { kind: 'reference', place: ahead }],
              result: null,
            },
            ...inTwo(s, part, ahead, recurse, slots, (leads) => recurse(leads, slots)),
          ],
          else: [call(s, s.step, [from], part.parameters)],
        },
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
        set(d, times, one),
        set(d, reach, add(s, one)),
        {
          kind: 'while',
          ...stamp(d),
          label: d.counters.nextLabel++ as LabelId,
          condition: compare('lt', reach, n),
          body: [set(d, times, add(times, one)), set(d, reach, divide(multiply(reach, upTo), times))],
        },
        set(d, reach, divide(multiply(reach, times), upTo)),
        set(d, v(ahead, type), convert(select(compare('lt', reach, most), reach, most), type)),
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

/** Adds the routines of a mixed schedule; the name of the outer one. */
export function mixed(s: Stepping): string {
  const { d, type } = s;
  const [whole, name, plan] = ['mixed', 'mixed_part', 'plan'].map((what) =>
    freshRoutine(d, `${d.routine.name}_${what}`),
  ) as [string, string, string];
  addPlan(s, plan);
  const single = constant(1, 'i32');
  const planned = (count: Expr, slots: Expr) => multiply(convert(count, 'i32'), slots);
  const table = (part: VariableId): Argument => ({
    kind: 'array',
    variable: part,
    start: null,
    span: d.span,
  });
  addPart(
    d,
    name,
    (part) => {
      const { from, steps } = rangeIn(s, part.leads);
      const [slotsId, allId, planId] = part.leads.slice(-3) as [VariableId, VariableId, VariableId];
      const [slots, all] = [v(slotsId, 'i32'), v(allId, type)];
      const ahead = v(part.local('ahead', type), type);
      const recurse = (leads: readonly Place[], left: Place): Call => {
        const made = call(s, name, [...leads, left, all], part.parameters);
        const n = leads.length + 2;
        return { ...made, args: [...made.args.slice(0, n), table(planId), ...made.args.slice(n)] };
      };
      const [one, none] = [constant(1, type), constant(0, type)];
      const at = subtract(add(planned(all, subtract(slots, single)), convert(steps, 'i32')), single);
      const takesTape: Call = { ...call(s, s.step, [from], part.parameters), reversed: 'split' };
      const ofOne = v(part.local('one', type), type);
      return [
        {
          kind: 'if',
          ...stamp(d),
          condition: compare('gt', steps, one),
          then: [
            set(d, ahead, convert(element(planId, [at], 'i32'), type)),
            {
              kind: 'if',
              ...stamp(d),
              condition: compare('gt', ahead, none),
              then: inTwo(s, part, ahead, recurse, slots, (leads) => recurse(leads, slots)),
              else: [set(d, ofOne, one), ...inTwo(s, part, ofOne, recurse, slots, () => takesTape)],
            },
          ],
          else: [call(s, s.step, [from], part.parameters)],
        },
      ];
    },
    {
      leads: [
        ...range(type, s.stride),
        { hint: 'slots', type: 'i32' },
        { hint: 'all', type },
        {
          hint: 'plan',
          type: 'i32',
          extent: (leads) =>
            planned(
              v(leads[leads.length - 1] as VariableId, type),
              v(leads[leads.length - 2] as VariableId, 'i32'),
            ),
        },
      ],
      runAs: standsFor(s, 3),
    },
  );
  addPart(
    d,
    whole,
    (part) => {
      const { from, steps, stride } = rangeIn(s, part.leads);
      const by = s.stride ? [] : [stride as Place];
      const slots = v(part.leads[part.leads.length - 1] as VariableId, 'i32');
      const held = part.local('plan', 'i32', planned(steps, slots));
      const inner = call(s, name, [from, steps, ...by, slots, steps], part.parameters);
      const n = rangeLength(s) + 2;
      return [
        {
          kind: 'call',
          ...stamp(d),
          callee: plan,
          args: [given(d, steps), given(d, slots), table(held)],
          result: null,
        },
        { ...inner, args: [...inner.args.slice(0, n), table(held), ...inner.args.slice(n)] },
      ];
    },
    { leads: [...range(type, s.stride), { hint: 'slots', type: 'i32' }], runAs: standsFor(s, 1) },
  );
  return whole;
}

/**
 * By slots and steps, how many steps to run before the rest is reversed, and 0 where the tape of the first is kept: of the
 * least number m(n, s) of steps run, which is n for n ≤ s + 1, n + m(n-1, 1) for s = 1, and else the least of
 * 1 + m(n-1, s-1) and i + m(i, s) + m(n-i, s-1) for 1 ≤ i < n.
 */
function addPlan({ d, type }: Stepping, name: string): void {
  addPart(
    d,
    name,
    ({ leads, local }) => {
      const [stepsId, slotsId, plan] = leads as readonly [VariableId, VariableId, VariableId];
      const [all, slots] = [convert(v(stepsId, type), 'i32'), v(slotsId, 'i32')];
      const cost = local('cost', 'i32', multiply(all, slots));
      const [n, s, i] = [v(local('n'), 'i32'), v(local('s'), 'i32'), v(local('i'), 'i32')];
      const [best, choice, tried] = [
        v(local('best'), 'i32'),
        v(local('choice'), 'i32'),
        v(local('tried'), 'i32'),
      ];
      const int = (value: number) => constant(value, 'i32');
      const at = (table: VariableId, count: Expr, of: Expr) =>
        element(table, [subtract(add(multiply(all, subtract(of, int(1))), count), int(1))], 'i32');
      const m = (count: Expr, of: Expr) => at(cost, count, of);
      const when = (condition: Expr, then: Statement[], other: Statement[] = []): Statement => ({
        kind: 'if',
        ...stamp(d),
        condition,
        then,
        else: other,
      });
      const loop = (index: Place, first: Expr, last: Expr, body: Statement[]): Statement => ({
        kind: 'for',
        ...stamp(d),
        label: d.counters.nextLabel++ as LabelId,
        index: index.variable,
        first,
        last,
        step: int(1),
        test: d.program.language === 'fortran' ? 'do' : 'le',
        body,
      });
      const fewer = subtract(s, int(1));
      const before = subtract(n, int(1));
      const choose = (value: Expr, ahead: Expr) => [set(d, best, value), set(d, choice, ahead)];
      const search = [
        ...choose(add(m(before, fewer), int(1)), int(0)),
        loop(i, int(1), before, [
          set(d, tried, add(add(i, m(i, s)), m(subtract(n, i), fewer))),
          when(compare('lt', tried, best), choose(tried, i)),
        ]),
      ];
      return [
        loop(s, int(1), slots, [
          loop(n, int(1), all, [
            when(compare('le', n, add(s, int(1))), choose(n, int(0)), [
              when(compare('eq', s, int(1)), choose(add(n, m(before, s)), before), search),
            ]),
            set(d, m(n, s), best),
            set(d, at(plan, n, s), choice),
          ]),
        ]),
      ];
    },
    {
      faceless: true,
      leads: [
        { hint: 'steps', type },
        { hint: 'slots', type: 'i32' },
        {
          hint: 'plan',
          type: 'i32',
          written: true,
          extent: ([steps, slots]) =>
            multiply(convert(v(steps as VariableId, type), 'i32'), v(slots as VariableId, 'i32')),
        },
      ],
    },
  );
}
