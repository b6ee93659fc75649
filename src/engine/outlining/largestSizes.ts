/**
 * Memory for as many elements as an array that grows can come to. The largest value of what says how large it is is found in terms
 * of what is known at entry. A variable that is only ever set
 * to what has bounds has the largest of these; one that is added to, at most all that is added, as often as loops come by:
 *
 *     n = 0                                      n <= 0 + 6*1
 *     do i = 1, 6; if (…) n = n + 1; end do
 */
import { reached } from '../base/components';
import { groupedBy } from '../base/once';
import * as b from '../ir/build';
import { Emitter, growingFrom } from '../ir/emit';
import { evaluate } from '../ir/evaluate';
import { variableOf } from '../ir/names';
import { placesRead } from '../ir/partials';
import { mapExpressions } from '../ir/rewrites/rename';
import { bodies, isRepeating, rewriteStatements, someStatement } from '../ir/statements';
import type { Expr, Program, Routine, Shape, Statement, Variable, VariableId } from '../ir/types';
import { assignedBy, type WritesArgument } from '../ir/uses';
import { writesArgument } from '../ir/writes';
import { isGiven, lateSizes, namesItself } from './lateArrays';

type List = readonly Statement[];
type Side = 'least' | 'most';

/** A statement that gives a variable a value; null where nothing is known of it. */
interface Setting {
  /** Its place in the text. */
  readonly at: number;
  readonly variable: VariableId;
  readonly value: Expr | null;
  /** The statements around it, and the lists in which these and it stand, the outermost first. */
  readonly around: readonly Statement[];
  readonly lists: readonly List[];
}

const ZERO = b.constant(0, 'i32');
const ONE = b.constant(1, 'i32');
const MOST_ELEMENTS = 2 ** 22;

function boundsIn(program: Program, { body }: Routine): (e: Expr, side: Side) => Expr | null {
  const given = groupedBy(settingsIn(program, body), ({ variable }) => variable);
  const settingsOf = new Map([...given].map(([id, all]) => [id, counted(all)]));
  const reaches = (from: VariableId) => reached(readBy(from), readBy);
  const readBy = (id: VariableId) =>
    (settingsOf.get(id) ?? []).flatMap(({ value }) => (value ? partsIn(value) : []));
  const isKept = (id: VariableId) => variableOf(program, id).role === 'parameter' && !settingsOf.has(id);
  const asked = new Set<VariableId>();

  function bound(given: Expr, side: Side): Expr | null {
    const e = asInteger(given);
    if (namesIn(e).every(isKept)) return folded(e);
    if (e.kind === 'variable' && !asked.has(e.variable) && settingsOf.has(e.variable)) {
      asked.add(e.variable);
      const found = ofVariable(e.variable, side);
      asked.delete(e.variable);
      return found;
    }
    const other = side === 'most' ? 'least' : 'most';
    if (e.kind === 'intrinsic' && e.fn === (side === 'most' ? 'min' : 'max')) {
      const known = e.args.map((each) => bound(each, side)).filter((each) => each !== null);
      return known.length > 0 ? extreme(known, other) : null;
    }
    const among = alternatives(e);
    if (among.length > 1 || among[0] !== e)
      return extreme(
        among.map((each) => bound(each, side)),
        side,
      );
    if (e.kind === 'unary' && e.op === 'negate') return lifted((x) => b.negate(x), bound(e.operand, other));
    return e.kind === 'binary' ? ofBinary(e, side, other) : null;
  }

  function ofBinary({ op, left, right }: Expr & { kind: 'binary' }, side: Side, other: Side): Expr | null {
    if (op === 'add') return lifted(b.add, bound(left, side), bound(right, side));
    if (op === 'subtract') return lifted(b.subtract, bound(left, side), bound(right, other));
    const isPositive = right.kind === 'constant' && right.value > 0;
    if (op === 'divide' && isPositive) return lifted(b.divide, bound(left, side), right);
    if (op === 'remainder' && isPositive && side === 'most') return b.shifted(right, -1);
    if (op !== 'multiply' || side === 'least') return null;
    // Where one factor at least is none below 0, the product is at most that of what the factors are above it.
    if (![left, right].some((each) => isNone(bound(each, 'least'), (k) => k < 0))) return null;
    return lifted(b.multiply, ...[left, right].map((each) => lifted(atLeastNone, bound(each, 'most'))));
  }

  function ofVariable(id: VariableId, side: Side): Expr | null {
    const circle = new Set([id, ...[...reaches(id)].filter((each) => reaches(each).has(id))]);
    const own = [...circle].flatMap((each) => settingsOf.get(each) ?? []).sort((x, y) => x.at - y.at);
    // What others see may have another value from elsewhere, or from before.
    const isOwn = (each: Variable) => each.role !== 'parameter' && each.role !== 'global' && !each.storage;
    if (![...circle].every((each) => isOwn(variableOf(program, each)))) return null;
    const isLink = (e: Expr) => partsIn(e).some((each) => circle.has(each));
    const from = startOf(own, isLink);
    const values = own.flatMap(({ value, around }) =>
      (value ? alternatives(value) : [null]).map((e) => ({ e, inside: around.slice(from) })),
    );
    const isStart = (e: Expr | null) => !e || !isLink(e);
    const links = values.filter(({ e }) => !isStart(e));
    const starts = values.filter(({ e }) => isStart(e)).map(({ e }) => e && bound(e, side));
    let sum: Expr | null = ZERO;
    let factor: Expr | null = ONE;
    for (const { e, inside } of links) {
      const link = e && linear(e, isLink);
      if (!link || (side === 'least' && link.times !== 1)) return null;
      sum = lifted(b.add, sum, allAdded(link.more, inside, side));
      if (link.times > 1) factor = lifted(b.multiply, factor, power(link.times, timesOf(inside)));
    }
    const start = extreme(starts, side);
    const most = factor?.kind === 'constant' && factor.value === 1 ? start : lifted(atLeastNone, start);
    return lifted(b.multiply, factor, lifted(b.add, most, sum));
  }

  /** What a statement adds that does so in each turn of the loops around it. */
  function allAdded(e: Expr, around: readonly Statement[], side: Side): Expr | null {
    const each = bound(e, side);
    if (each && isNone(each, (k) => (side === 'most' ? k > 0 : k < 0))) return ZERO;
    return side === 'most' ? lifted(b.multiply, timesOf(around), lifted(atLeastNone, each)) : null;
  }

  /** How often a statement is come by, at most. */
  function timesOf(around: readonly Statement[]): Expr | null {
    let times: Expr | null = ONE;
    for (const s of around) {
      if (s.kind === 'if' || s.kind === 'switch' || s.kind === 'block') continue;
      const step = s.kind === 'for' && s.step.kind === 'constant' ? s.step.value : 0;
      if (s.kind !== 'for' || step === 0) return null;
      const [low, high] = step > 0 ? [s.first, s.last] : [s.last, s.first];
      const far = lifted(b.subtract, bound(high, 'most'), bound(low, 'least'));
      const by = b.constant(Math.abs(step), 'i32');
      const trips = lifted((e) => b.divide(b.add(e, by), by), lifted(asInteger, far));
      times = lifted(b.multiply, times, lifted(atLeastNone, trips));
    }
    return times;
  }

  return bound;
}

function settingsIn(program: Program, body: List): Setting[] {
  const writes = writesArgument(program);
  const found: Setting[] = [];
  const visit = (list: List, around: readonly Statement[], outside: readonly List[]) => {
    const lists = [...outside, list];
    for (const s of list) {
      for (const [variable, value] of givenBy(s, writes))
        found.push({ at: found.length, variable, value, around, lists });
      for (const each of bodies(s)) visit(each, [...around, s], lists);
    }
  };
  visit(body, [], []);
  return found;
}

function givenBy(s: Statement, writes: WritesArgument): (readonly [VariableId, Expr | null])[] {
  if (s.kind === 'assign') return [[s.target.variable, s.target.kind === 'variable' ? s.value : null]];
  if (s.kind === 'for') return [s.first, b.add(s.last, s.step)].map((e) => [s.index, e]);
  return assignedBy(s, writes).map((id) => [id, null]);
}

/** What is set, and then counted in one loop, comes to as much as that has turns: `m` of `m = 0; do i = 1, n; if (…) m = m + 1`. */
function counted(all: readonly Setting[]): readonly Setting[] {
  const [first, ...others] = all;
  const depth = first?.around.length ?? 0;
  const loop = others[0]?.around[depth];
  const isCounted = (e: Expr) => partsIn(e).includes(first?.variable as VariableId);
  if (!first?.value || isCounted(first.value) || loop?.kind !== 'for' || !b.isConstant(loop.step, 1))
    return all;
  if (!first.lists.at(-1)?.includes(loop)) return all;
  let sum: Expr = ZERO;
  for (const { value, around } of others) {
    const more = value && linear(value, isCounted);
    const most =
      more &&
      extreme(
        // It is the least as well as the start of the largest: nothing may be taken from it.
        alternatives(more.more).map((e) => (e.kind === 'constant' && e.value >= 0 ? e : null)),
        'most',
      );
    const inside = around.slice(depth + 1);
    if (around[depth] !== loop || inside.some(isRepeating) || !most || more.times !== 1) return all;
    sum = b.add(sum, most);
  }
  const turns = b.shifted(b.subtract(asInteger(loop.last), asInteger(loop.first)), 1);
  const most = b.add(asInteger(first.value), b.multiply(sum, turns));
  return [{ ...first, value: b.intrinsic('max', [first.value, most], 'i32') }];
}

/** The depth from which on what is added counts: in a loop that begins by setting the variable anew, from the loop's body on. */
function startOf(own: readonly Setting[], isLink: (e: Expr) => boolean): number {
  const [first] = own;
  if (!first?.value || isLink(first.value)) return 0;
  const isAfter = ({ lists }: Setting) => first.lists.every((list, k) => lists[k] === list);
  if (!own.every(isAfter)) return 0;
  // No other variable of the circle brings anything from the round before: each is set ahead of what reads it.
  const isSetAhead = (id: VariableId, { lists }: Setting, k: number) =>
    own.slice(0, k).some((s) => s.variable === id && s.lists.every((list, d) => lists[d] === list));
  const circle = new Set(own.map(({ variable }) => variable));
  const isAhead = own.every(
    (s, k) => !s.value || partsIn(s.value).every((id) => !circle.has(id) || isSetAhead(id, s, k)),
  );
  return isAhead ? first.around.length : 0;
}

/** `k*n + c`, in terms of a variable of the circle; null where it is not so, or k is no number from 1 on. */
function linear(
  e: Expr,
  isLink: (e: Expr) => boolean,
): { readonly times: number; readonly more: Expr } | null {
  if (e.kind === 'variable') return isLink(e) ? { times: 1, more: ZERO } : null;
  // Reals would be rounded after each operation otherwise than at the end.
  if (!b.isInteger(e.type)) return null;
  if (e.kind === 'convert') return linear(e.operand, isLink);
  if (e.kind !== 'binary' || (isLink(e.left) && isLink(e.right))) return null;
  const [link, other] = isLink(e.left) ? [e.left, e.right] : [e.right, e.left];
  const inner = linear(link, isLink);
  const rest = asInteger(other);
  if (!inner || (e.op === 'subtract' && link === e.right)) return null;
  if (e.op === 'add') return { ...inner, more: folded(b.add(inner.more, rest)) };
  if (e.op === 'subtract') return { ...inner, more: folded(b.subtract(inner.more, rest)) };
  if (e.op !== 'multiply' || rest.kind !== 'constant' || rest.value < 1) return null;
  return { times: inner.times * rest.value, more: folded(b.multiply(inner.more, rest)) };
}

function power(base: number, exponent: Expr | null): Expr | null {
  const value = exponent?.kind === 'constant' ? base ** exponent.value : MOST_ELEMENTS;
  return value < MOST_ELEMENTS ? b.constant(value, 'i32') : null;
}

/** Values of which an expression has one. */
function alternatives(e: Expr): readonly Expr[] {
  if (e.kind === 'convert' && b.isInteger(e.operand.type)) return alternatives(e.operand);
  if (e.kind === 'select') return [e.whenTrue, e.whenFalse].flatMap(alternatives);
  if (e.kind === 'intrinsic' && (e.fn === 'max' || e.fn === 'min')) return e.args.flatMap(alternatives);
  return [e];
}

const namesIn = (e: Expr): VariableId[] => placesRead(e).map(({ variable }) => variable);
/** Variables of which a value is made; those of conditions only choose. */
function partsIn(e: Expr): VariableId[] {
  if (e.kind === 'select') return [e.whenTrue, e.whenFalse].flatMap(partsIn);
  return e.kind === 'variable' || e.kind === 'element' ? [e.variable] : b.children(e).flatMap(partsIn);
}

const asInteger = (e: Expr): Expr => b.convert(e, 'i32');
const isNone = (e: Expr | null, test: (value: number) => boolean): boolean =>
  e?.kind === 'constant' && !test(e.value);

function extreme(all: readonly (Expr | null)[], side: Side): Expr | null {
  const fn = side === 'most' ? 'max' : 'min';
  const [first = null, ...others] = all;
  return others.reduce(
    (one, other) => lifted((x, y) => (b.sameExpr(x, y) ? x : b.intrinsic(fn, [x, y], 'i32')), one, other),
    first,
  );
}

const atLeastNone = (e: Expr): Expr => extreme([e, ZERO], 'most') ?? e;

/** The result of an operation on what is known; null where one operand is not. */
function lifted(op: (...e: [Expr, Expr]) => Expr, ...operands: readonly (Expr | null)[]): Expr | null {
  return operands.every((e) => e !== null) ? folded(op(...(operands as unknown as [Expr, Expr]))) : null;
}

function folded(e: Expr): Expr {
  const value = evaluate(e);
  return value === null ? e : b.constant(value, e.type);
}

// ----------------------------------------------------------------------------------------------------------- the arrays

/** The program with memory for its largest size in place of an array, and of those that are as large; null where it is not known. */
export function withLargestSize(program: Program, v: Variable): Program | null {
  const routine = program.routines[v.owner ?? -1];
  const sizes = new Set(lateSizes(program, v));
  if (!routine || !v.shape || v.shape.order !== 'column') return null;
  const bound = boundsIn(program, routine);
  const alike = program.variables.filter((w) => lateSizes(program, w).some((id) => sizes.has(id)));
  const large = new Map<VariableId, Shape>();
  for (const { id, shape } of alike) {
    let count: Expr | null = ONE;
    for (const { extent } of shape?.dimensions ?? [])
      count = lifted(b.multiply, count, extent && lifted(atLeastNone, bound(extent, 'most')));
    if (!count || (count.kind === 'constant' && count.value > MOST_ELEMENTS)) return null;
    large.set(id, { dimensions: [{ lower: ONE, extent: count }], order: 'column' });
  }
  const own = new Map(alike.map(({ id, shape }) => [id, shape]));
  const inLine = <E extends Expr>(e: E): E =>
    b.rewrite(e, (part) => {
      const shape = part.kind === 'element' ? own.get(part.variable) : null;
      return shape && part.kind === 'element'
        ? { ...part, subscripts: [placeIn(shape, part.subscripts)] }
        : part;
    }) as E;
  const change = (s: Statement): Statement => {
    const made = mapExpressions(s, inLine);
    if (made.kind !== 'call') return made;
    const args = made.args.map((a) => {
      const shape = a.kind === 'array' ? own.get(a.variable) : null;
      return shape && a.kind === 'array' && a.start ? { ...a, start: [placeIn(shape, a.start)] } : a;
    });
    return { ...made, args };
  };
  const growing = growingFrom(program);
  const emit = new Emitter(growing, { span: v.span, origin: null });
  const isNamed = (s: Statement) => someStatement([s], (each) => namesItself(each, (id) => sizes.has(id)));
  const before = routine.body.slice(0, routine.body.findIndex(isNamed) + 1);
  const open = [...sizes].filter((id) => !isGiven(before, id));
  const empty = open.map((id) => emit.assign('primal', emit.ref(id), ZERO));
  const body = [...empty, ...rewriteStatements(routine.body, change)];
  return {
    ...program,
    ...growing,
    variables: growing.variables.map((w) => ({ ...w, shape: large.get(w.id) ?? w.shape })),
    routines: program.routines.map((r) => (r === routine ? { ...r, body } : r)),
  };
}

/** Where an element stands in memory, from 1 on. */
function placeIn({ dimensions }: Shape, subscripts: readonly Expr[]): Expr {
  let place: Expr = ZERO;
  for (const [d, { lower, extent }] of [...dimensions.entries()].reverse()) {
    const along = b.subtract(asInteger(subscripts[d] ?? ZERO), lower);
    place = b.add(extent ? b.multiply(place, extent) : place, along);
  }
  return b.shifted(place, 1);
}
