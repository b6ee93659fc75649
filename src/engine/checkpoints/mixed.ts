/** A loop with a given room for snapshots and tapes alike: which iterations keep which, by the least number of steps. */
import { lastOf, ofEach } from '../base/lookup';
import { add, compare, constant, convert, element, multiply, subtract } from '../ir/build';
import type { Argument, Call, Expr, Place, Statement, VariableId } from '../ir/types';
import { addPart, freshRoutine, given } from '../outlining/parts';
import { call, inTwo, range, rangeIn, rangeLength, type Stepping, standsFor, v } from './schedules';

/** Adds the routines of a mixed schedule; returns the name of the outer one. */
export function mixed(s: Stepping): string {
  const { d, type } = s;
  const [whole, name, plan] = ofEach(['mixed', 'mixed_part', 'plan'], (what) =>
    freshRoutine(d, `${d.routine.name}_${what}`),
  );
  addPlan(s, plan);
  const single = constant(1, 'i32');
  const planned = (count: Expr, slots: Expr) => multiply(convert(count, 'i32'), slots);
  const table = (of: VariableId): Argument => ({
    kind: 'array',
    variable: of,
    start: null,
    span: d.emit.span,
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
      const asPlanned = [
        d.emit.assign('primal', ahead, convert(element(planId, [at], 'i32'), type)),
        d.emit.if(
          'primal',
          compare('gt', ahead, none),
          inTwo(s, part, { ahead, slots }, recurse, (leads) => recurse(leads, slots)),
          [
            d.emit.assign('primal', ofOne, one),
            ...inTwo(s, part, { ahead: ofOne, slots }, recurse, () => takesTape),
          ],
        ),
      ];
      return [
        d.emit.if('primal', compare('gt', steps, one), asPlanned, [call(s, s.step, [from], part.parameters)]),
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
          extent: (leads) => planned(v(lastOf(leads), type), v(leads[leads.length - 2] as VariableId, 'i32')),
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
      const slots = v(lastOf(part.leads), 'i32');
      const held = part.local('plan', 'i32', planned(steps, slots));
      const inner = call(s, name, [from, steps, ...by, slots, steps], part.parameters);
      const n = rangeLength(s) + 2;
      const planArgs = [given(d, steps), given(d, slots), table(held)];
      return [
        d.emit.call('primal', plan, planArgs),
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
      const loop = ({ variable }: Place, first: Expr, last: Expr, body: Statement[]) =>
        d.emit.loop('primal', { index: variable, first, last, test: 'le' }, body);
      const fewer = subtract(s, int(1));
      const before = subtract(n, int(1));
      const choose = (value: Expr, ahead: Expr) => [
        d.emit.assign('primal', best, value),
        d.emit.assign('primal', choice, ahead),
      ];
      const search = [
        ...choose(add(m(before, fewer), int(1)), int(0)),
        loop(i, int(1), before, [
          d.emit.assign('primal', tried, add(add(i, m(i, s)), m(subtract(n, i), fewer))),
          d.emit.if('primal', compare('lt', tried, best), choose(tried, i)),
        ]),
      ];
      return [
        loop(s, int(1), slots, [
          loop(n, int(1), all, [
            d.emit.if('primal', compare('le', n, add(s, int(1))), choose(n, int(0)), [
              d.emit.if('primal', compare('eq', s, int(1)), choose(add(n, m(before, s)), before), search),
            ]),
            d.emit.assign('primal', m(n, s), best),
            d.emit.assign('primal', at(plan, n, s), choice),
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
