/**
 * Expressions that are structures, or lead to some. `sys->body[i].at` is the variable `sys.body.at` of each of its
 * members, and what is done with it on the way: `sys.body.at.x[i]`.
 */
import type { Span } from '../../../../base/span';
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { calleeOf, hasEffects } from '../../parse/walk';
import { leafName, lookUp, type Root, type State, temporaryInteger, temporaryStruct } from './state';
import { type Aggregate, isPlain, type Leaf, leavesOf, memberOf } from './types';

type Step =
  | { readonly kind: 'index'; readonly index: S.Expr }
  | { readonly kind: 'deref' }
  | { readonly kind: 'address' }
  | { readonly kind: 'offset'; readonly op: '+' | '-'; readonly by: S.Expr };

export interface Spot extends Aggregate {
  readonly kind: 'spot';
  readonly root: Root;
  readonly path: readonly string[];
  /** Along the path so far; with those of a leaf, what the leaf's own variable has around it. */
  readonly along: readonly S.Derivation[];
  readonly steps: readonly Step[];
  readonly span: Span;
}
/** One of two structures: `c ? a : b`. */
export interface Choice extends Aggregate {
  readonly kind: 'choice';
  readonly condition: S.Expr;
  readonly whenTrue: Located;
  readonly whenFalse: Located;
  readonly span: Span;
}
export type Located = Spot | Choice;

const POINTER = (span: Span): S.Derivation => ({ kind: 'pointer', span });

/** What an expression is, if it has to do with structures. Nothing is done. */
export function typeOf(s: State, e: S.Expr): Aggregate | null {
  switch (e.kind) {
    case 'name':
      return lookUp(s, e.name);
    case 'member': {
      const base = typeOf(s, e.base);
      const member = base && memberOf(base.struct, e.name);
      if (!member?.type.struct || member.type.struct.isUnion) return null;
      return { struct: member.type.struct, derivations: member.derivations };
    }
    case 'subscript':
      return pointedTo(typeOf(s, e.base));
    case 'unary': {
      const operand = e.op === '*' || e.op === '&' ? typeOf(s, e.operand) : null;
      if (e.op === '*') return pointedTo(operand);
      return operand && { ...operand, derivations: [POINTER(e.span), ...operand.derivations] };
    }
    case 'binary':
      return sumType(s, e);
    case 'call': {
      const result = s.functions.get(calleeOf(e))?.result;
      return result ? { struct: result, derivations: [] } : null;
    }
    case 'conditional':
      return typeOf(s, e.whenTrue);
    case 'comma':
      return typeOf(s, e.right);
    case 'assign':
      return typeOf(s, e.target);
    case 'update':
      return typeOf(s, e.operand);
    case 'cast':
      return typeOf(s, e.operand);
    case 'compound':
      return e.type.struct ? { struct: e.type.struct, derivations: e.derivations } : null;
    default:
      return null;
  }
}

/** `p + n`, `n + p`, `p - n`; the difference of two pointers is a number. */
function sumType(s: State, { op, left, right, span }: S.BinaryOperation): Aggregate | null {
  if (op !== '+' && op !== '-') return null;
  const first = typeOf(s, left);
  if (first && op === '-' && typeOf(s, right)) return null;
  const pointer = first ?? (op === '+' ? typeOf(s, right) : null);
  return pointer && pointer.derivations.length > 0 ? decayed(pointer, span) : null;
}

function pointedTo(of: Aggregate | null): Aggregate | null {
  return of && of.derivations.length > 0 ? { ...of, derivations: of.derivations.slice(1) } : null;
}
function decayed({ struct, derivations }: Aggregate, span: Span): Aggregate {
  return { struct, derivations: [POINTER(span), ...derivations.slice(1)] };
}

/** What the rest of the rewriting does for a structure that stands nowhere yet. */
export interface Makers {
  readonly call: (s: State, e: S.CallExpression, into: Spot, before: S.Expr[]) => void;
  readonly fill: (s: State, into: Spot, given: S.Initializer, before: S.Expr[]) => void;
  readonly assignment: (s: State, e: S.Assignment, before: S.Expr[]) => void;
}

/** `p + n`, `n + p`, `p - n` */
function stepped(
  s: State,
  { op, left, right, span }: S.BinaryOperation,
  locate: (part: S.Expr) => Located | null,
): Located | null {
  if (op !== '+' && op !== '-') return null;
  const first = locate(left);
  const pointer = first ?? locate(right);
  const by = s.scalar(first ? right : left);
  return pointer && step(pointer, { kind: 'offset', op, by }, span);
}

function choice(
  s: State,
  e: S.Conditional,
  before: S.Expr[],
  locate: (part: S.Expr, done: S.Expr[]) => Located | null,
): Choice | null {
  const test = s.scalar(e.condition);
  const given = hasEffects(test) ? keptTest(s, test, before) : test;
  const [doneWhenTrue, doneWhenFalse]: [S.Expr[], S.Expr[]] = [[], []];
  const whenTrue = locate(e.whenTrue, doneWhenTrue);
  const whenFalse = locate(e.whenFalse, doneWhenFalse);
  if (!whenTrue || !whenFalse) return null;
  const condition = inArms(s, given, doneWhenTrue, doneWhenFalse, before);
  const { struct, derivations } = whenTrue;
  return { kind: 'choice', condition, whenTrue, whenFalse, struct, derivations, span: e.span };
}

/** Each list is done in its own case only. The condition, as it was before. */
function inArms(
  s: State,
  given: S.Expr,
  whenTrue: readonly S.Expr[],
  whenFalse: readonly S.Expr[],
  before: S.Expr[],
): S.Expr {
  if (whenTrue.length === 0 && whenFalse.length === 0) return given;
  const { span } = given;
  const condition = keptTest(s, given, before);
  const [first, second] = [whenTrue, whenFalse].map((list) =>
    b.sequence([...list, b.integer(0, span)], span),
  );
  if (first && second) before.push(b.conditional(condition, first, second, span));
  return condition;
}

/** Where a structure stands; what is to be done first goes to `before`. Null for what is no structure. */
export function locate(s: State, e: S.Expr, before: S.Expr[], make: Makers): Located | null {
  const inner = (part: S.Expr) => locate(s, part, before, make);
  switch (e.kind) {
    case 'name': {
      const root = lookUp(s, e.name);
      return root && spotOf(root, e.span);
    }
    case 'member': {
      const base = inner(e.base);
      const from = base && e.arrow ? pointee(base, e.span) : base;
      return from && stepInto(from, e.name, e.span);
    }
    case 'subscript': {
      const base = inner(e.base);
      return base && step(base, { kind: 'index', index: s.scalar(e.index) }, e.span);
    }
    case 'unary': {
      const operand = e.op === '*' || e.op === '&' ? inner(e.operand) : null;
      if (!operand) return null;
      return e.op === '*' ? pointee(operand, e.span) : step(operand, { kind: 'address' }, e.span);
    }
    case 'binary':
      return stepped(s, e, inner);
    case 'conditional':
      return choice(s, e, before, (part, done) => locate(s, part, done, make));
    case 'comma':
      before.push(s.scalar(e.left));
      return inner(e.right);
    case 'assign':
      make.assignment(s, e, before);
      return inner(e.target);
    case 'update': {
      const operand = inner(e.operand);
      return operand && updated(e, steady(s, operand, before), before);
    }
    case 'cast':
      return inner(e.operand);
    case 'call':
    case 'compound': {
      const type = typeOf(s, e);
      if (!type || type.derivations.length > 0) return null;
      const wanted = calleeOf(e) === '' ? 'value' : `${calleeOf(e)}_value`;
      const spot = spotOf(temporaryStruct(s, type.struct, wanted, e.span), e.span);
      if (e.kind === 'call') make.call(s, e, spot, before);
      else make.fill(s, spot, e.initializer, before);
      return spot;
    }
    default:
      return null;
  }
}

export function spotOf(root: Root, span: Span): Spot {
  const { struct, derivations } = root;
  return { kind: 'spot', root, path: [], along: [], steps: [], struct, derivations, span };
}

/** A structure inside of one, which constant subscripts lead to. */
export function partOf(
  into: Spot,
  struct: S.StructType,
  path: readonly string[],
  subscripts: readonly number[],
): Spot {
  const steps = subscripts.map((k): Step => ({ kind: 'index', index: b.integer(k, into.span) }));
  return {
    ...into,
    struct,
    path: [...into.path, ...path],
    steps: [...into.steps, ...steps],
    derivations: [],
  };
}

function each(at: Located, change: (spot: Spot) => Spot, span: Span): Located {
  if (at.kind === 'spot') return change(at);
  const whenTrue = each(at.whenTrue, change, span);
  const { struct, derivations } = whenTrue;
  return { ...at, whenTrue, whenFalse: each(at.whenFalse, change, span), struct, derivations, span };
}

function step(at: Located, by: Step, span: Span): Located {
  return each(
    at,
    (spot) => {
      const derivations =
        by.kind === 'address'
          ? [POINTER(span), ...spot.derivations]
          : by.kind === 'offset'
            ? decayed(spot, span).derivations
            : spot.derivations.slice(1);
      return { ...spot, steps: [...spot.steps, by], derivations, span };
    },
    span,
  );
}

function stepInto(at: Located, name: string, span: Span): Located | null {
  const member = memberOf(at.struct, name);
  const struct = member?.type.struct;
  if (!member || !struct || struct.isUnion) return null;
  return each(
    at,
    (spot) => ({
      ...spot,
      path: [...spot.path, name],
      along: [...spot.along, ...member.derivations],
      struct,
      derivations: member.derivations,
      span,
    }),
    span,
  );
}

/** Whether members lead from a structure back to one of its kind: that has no end of variables. */
export function isLinked(at: Located): boolean {
  if (at.kind === 'choice') return isLinked(at.whenTrue) || isLinked(at.whenFalse);
  const around: S.StructType[] = [];
  let struct: S.StructType | undefined = at.root.struct;
  for (const name of at.path) {
    if (!struct || around.includes(struct)) return true;
    around.push(struct);
    struct = memberOf(struct, name)?.type.struct;
  }
  return struct !== undefined && around.includes(struct);
}

/** `*p`: of `&x` it is `x`, of `a + i` it is `a[i]`. */
export function pointee(at: Located, span: Span): Located {
  return each(
    at,
    (spot) => {
      const last = spot.steps[spot.steps.length - 1];
      const derivations = spot.derivations.slice(1);
      const rest = spot.steps.slice(0, -1);
      if (last?.kind === 'address') return { ...spot, steps: rest, derivations, span };
      if (last?.kind === 'offset') {
        const index =
          last.op === '+' ? last.by : b.node({ kind: 'unary', op: '-', operand: last.by, span }, last.by);
        return { ...spot, steps: [...rest, { kind: 'index', index }], derivations, span };
      }
      const by: Step =
        spot.derivations[0]?.kind === 'array'
          ? { kind: 'index', index: b.integer(0, span) }
          : { kind: 'deref' };
      return { ...spot, steps: [...spot.steps, by], derivations, span };
    },
    span,
  );
}

/** A member of what stands there. */
export function leafAt(at: Located, leaf: Pick<Leaf, 'path' | 'derivations'>, span = at.span): S.Expr {
  if (at.kind === 'choice') {
    const [whenTrue, whenFalse] = [leafAt(at.whenTrue, leaf, span), leafAt(at.whenFalse, leaf, span)];
    return b.conditional(at.condition, whenTrue, whenFalse, span);
  }
  const { root } = at;
  const isArray = at.along.length + leaf.derivations.length > 0;
  let e: S.Expr = b.named(leafName(root, [...at.path, ...leaf.path]), span);
  at.steps.forEach((by, i) => {
    // The one structure that a parameter points to has no dimension of its own.
    if (i === 0 && root.isSingle && by.kind !== 'offset') {
      if (by.kind !== 'address' && !isArray) e = b.unary('*', e, span);
    } else if (by.kind === 'index') e = b.subscript(e, by.index, span);
    else if (by.kind === 'deref') e = b.unary('*', e, span);
    else if (by.kind === 'address') e = b.unary('&', e, span);
    else e = b.binary(by.op, e, by.by, span);
  });
  return e;
}

/** `p++`, `--p`: the pointers of all members are moved. What they pointed to, or point to now. */
function updated(e: S.Update, at: Located, before: S.Expr[]): Located | null {
  if (at.derivations[0]?.kind !== 'pointer') return null;
  for (const leaf of leavesOf(at.struct).filter(isPlain)) {
    const operand = leafAt(at, leaf, e.span);
    before.push(b.node({ ...e, prefix: true, operand }, operand));
  }
  if (e.prefix) return at;
  return step(at, { kind: 'offset', op: e.op === '++' ? '-' : '+', by: b.integer(1, e.span) }, e.span);
}

/** An integer or test that is evaluated for each member: if it does something besides, it is done once, before. */
export const onlyOnce = (s: State, e: S.Expr, before: S.Expr[]): S.Expr =>
  hasEffects(e) ? kept(s, e, before) : e;

/** Whether it holds, as it is now: a test may be a real number. */
function keptTest(s: State, e: S.Expr, before: S.Expr[]): S.Expr {
  return kept(s, b.binary('!=', e, b.integer(0, e.span)), before);
}

/** In a variable of its own. */
function kept(s: State, e: S.Expr, before: S.Expr[]): S.Expr {
  const name = temporaryInteger(s, e.span);
  before.push(b.assign(b.named(name, e.span), e, e.span));
  return b.named(name, e.span);
}

/** The same place, which can be named for each of its members. */
export function steady(s: State, at: Located, before: S.Expr[]): Located {
  if (at.kind === 'choice') {
    const [doneWhenTrue, doneWhenFalse]: [S.Expr[], S.Expr[]] = [[], []];
    const whenTrue = steady(s, at.whenTrue, doneWhenTrue);
    const whenFalse = steady(s, at.whenFalse, doneWhenFalse);
    const condition = inArms(s, at.condition, doneWhenTrue, doneWhenFalse, before);
    return { ...at, condition, whenTrue, whenFalse };
  }
  const steps = at.steps.map((by): Step => {
    if (by.kind === 'index') return { ...by, index: onlyOnce(s, by.index, before) };
    return by.kind === 'offset' ? { ...by, by: onlyOnce(s, by.by, before) } : by;
  });
  return { ...at, steps };
}
