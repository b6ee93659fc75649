/** Expressions with COMPLEX in them: those that are pairs, and those that are reals made of pairs. */
import type { Span } from '../../../../base/span';
import { inOrder } from '../../lower/intrinsics/keywords';
import { LITERAL } from '../../parse/expressions';
import { all, apply, argument, assigned, binary, integer, nameAt, paren } from '../../parse/made';
import type { ApplySyntax, ArgumentSyntax, ExprSyntax, ItemSyntax, NameSyntax } from '../../parse/syntax';
import { withoutHoisted } from '../hoisted';
import { isArrayCall, isArrayLike, isPair, isSimple, MAKING, rankOfArray, sizeOf } from './kinds';
import { ELEMENTARY_PAIRS, type Keep, type Operand, PAIRS, type Pair, powerOfReal } from './pairs';
import { rankOf, type State, temporary, temporaryArray } from './state';

const { whole } = PAIRS;

const MOST_NODES = 4000;

const MODULI = new Set(['abs', 'cabs', 'zabs', 'cdabs']);
const IMAGINARY = new Set(['aimag', 'dimag', 'imag', 'imagpart']);
const REAL = new Set(['real', 'dble', 'dreal', 'realpart', 'int', 'nint', 'sngl', 'float']);
/** Functions that the language has for COMPLEX, those of one type included. */
export const isFunctionOfPairs = (name: string): boolean =>
  ELEMENTARY_PAIRS.has(name) || [MODULI, IMAGINARY, REAL, MAKING].some((names) => names.has(name));
const INQUIRIES = new Set([
  'size',
  'shape',
  'lbound',
  'ubound',
  'kind',
  'precision',
  'epsilon',
  'huge',
  'tiny',
]);

// ---------------------------------------------------------------------------------------------------------------- pairs

/** Variables stand for what would be computed twice. */
export function keeping(s: State, whole: ExprSyntax): Keep {
  if (!s.before || isArrayLike(s, whole)) return (e) => e;
  return (e) => {
    if (isSimple(e) || !s.before) return e;
    const name = temporary(s, null);
    const place = nameAt(name, e.span);
    s.before.push(assigned(place, e, e.span));
    return place;
  };
}

export function pairOf(s: State, e: ExprSyntax): Pair {
  const found = pair(s, e);
  if (sizeOf(found) > MOST_NODES) {
    s.sink.error(
      'too-large',
      'This COMPLEX expression comes to too many products of reals.',
      e.span,
      'Give its parts variables of their own.',
    );
    return { re: integer(0, e.span), im: integer(0, e.span) };
  }
  return found;
}

function operandOf(s: State, e: ExprSyntax): Operand {
  return isPair(s, e) ? pairOf(s, e) : { re: realOf(s, e), im: null };
}

function pair(s: State, e: ExprSyntax): Pair {
  const { span } = e;
  switch (e.kind) {
    case 'name':
      return both((part) => partOf(e, rankOf(s, e.name) ?? 0, null, part));
    case 'paren':
      return pairOf(s, e.inner);
    case 'unary': {
      const inner = pairOf(s, e.operand);
      return e.op === '-' ? whole(PAIRS.negated(inner), span) : inner;
    }
    case 'binary':
      return e.op === '**'
        ? power(s, e.left, e.right, keeping(s, e))
        : whole(
            PAIRS.combined(e.op as '+', operandOf(s, e.left), operandOf(s, e.right), keeping(s, e)),
            span,
          );
    case 'constructor':
      return both((part) => ({ ...e, items: e.items.map((item) => itemPart(s, item, part)) }));
    case 'apply':
      return applied(s, e);
    default:
      return { re: realOf(s, e), im: integer(0, span) };
  }
}

type Part = 're' | 'im';
const both = (make: (part: Part) => ExprSyntax): Pair => ({ re: make('re'), im: make('im') });

function itemPart(s: State, item: ItemSyntax, part: Part): ItemSyntax {
  // Statements for each round of an implied loop can't be executed once before it.
  if (item.kind === 'implied')
    return withoutHoisted(s, () => ({ ...item, items: item.items.map((each) => itemPart(s, each, part)) }));
  if (isPair(s, item)) return pairOf(s, item)[part];
  return part === 're' ? realOf(s, item) : integer(0, item.span);
}

/** `z(1)`, `a(1, i, :)` */
export function partOf(
  e: NameSyntax | ApplySyntax,
  rank: number,
  subscripts: readonly ArgumentSyntax[] | null,
  part: Part,
): ApplySyntax {
  const { span, name } = e;
  const first = argument(integer(part === 're' ? 1 : 2, span));
  const rest = subscripts ?? Array.from({ length: rank }, () => argument(all(span)));
  return {
    kind: 'apply',
    name,
    nameSpan: e.kind === 'apply' ? e.nameSpan : span,
    args: [first, ...rest],
    span,
  };
}

/** `z%re`; null, and reported, if the operand is not COMPLEX. */
export function half(s: State, e: ApplySyntax): ApplySyntax | null {
  const rank = rankOf(s, e.name);
  const part = e.parts?.[0]?.name;
  if (rank !== null && (part === 're' || part === 'im'))
    return partOf(e, rank, e.bare ? null : real(s, e.args), part);
  const name = e.name.slice(e.name.lastIndexOf('.') + 1);
  return s.sink.error(
    'unknown-component',
    `${name} is no structure, so it has no component ${part}.`,
    e.span,
  );
}

function power(s: State, base: ExprSyntax, exponent: ExprSyntax, keep: Keep): Pair {
  const { span } = base;
  if (isPair(s, exponent)) {
    const [{ re, im }, y] = [operandOf(s, base), pairOf(s, exponent)];
    return whole(im ? PAIRS.power({ re, im }, y, keep, span) : powerOfReal(re, y, keep), span);
  }
  const x = pairOf(s, base);
  const bare = exponent.kind === 'paren' ? exponent.inner : exponent;
  const positive = bare.kind === 'unary' && bare.op === '-' ? bare.operand : bare;
  const found =
    positive.kind === 'number' && !positive.real && Number(positive.text) <= 64
      ? PAIRS.wholePower(x, (positive === bare ? 1 : -1) * Number(positive.text), keep, span)
      : PAIRS.realPower(x, realOf(s, exponent), keep, span);
  return whole(found, span);
}

function applied(s: State, reference: ApplySyntax): Pair {
  const { span } = reference;
  if (s.scope.get(reference.name) !== undefined) {
    const subscripts = real(s, reference.args);
    return both((part) => partOf(reference, 0, subscripts, part));
  }
  if (s.signatures.has(reference.name)) return called(s, reference);
  const e = { ...reference, args: inOrder(reference.name, reference.args) };
  const values = e.args.flatMap(({ value }) => (value.kind === 'range' ? [] : [value]));
  const [x, y] = values;
  if (MAKING.has(e.name) && x) return made(s, e, x, y);
  const keep = keeping(s, e);
  const f = ELEMENTARY_PAIRS.get(e.name);
  if (f && x) return f(pairOf(s, x), keep, span);
  if ((e.name === 'matmul' || e.name === 'dot_product') && x && y) return multiplied(s, e.name, x, y, span);
  return both((part) => ({
    ...e,
    args: e.args.map((arg, k) => {
      const isValue = k === 0 || (e.name === 'merge' && k < 2) || arg.keyword === 'boundary';
      if (!isValue || arg.value.kind === 'range') return real(s, arg);
      const own = operandOf(s, arg.value);
      return { ...arg, value: part === 're' ? own.re : (own.im ?? integer(0, arg.span)) };
    }),
  }));
}

/** CMPLX: single precision where no kind is given, as the language has it. */
function made(s: State, e: ApplySyntax, x: ExprSyntax, y: ExprSyntax | undefined): Pair {
  const kind = e.args.find(({ keyword }) => keyword === 'kind') ?? e.args[2];
  const second = y && kind?.value === y && e.args.length === 2 && kind.keyword === 'kind' ? undefined : y;
  const from: Operand = isPair(s, x)
    ? pairOf(s, x)
    : { re: realOf(s, x), im: second ? realOf(s, second) : null };
  const im = from.im ?? integer(0, e.span);
  if (e.name === LITERAL) return { re: from.re, im };
  const convert = (part: ExprSyntax): ExprSyntax => {
    if (e.name === 'dcmplx') return apply('dble', [part], part.span);
    const wanted = kind && kind.value.kind !== 'range' && e.name === 'cmplx' ? [kind.value] : [];
    return apply('real', [part, ...(wanted.length > 0 ? wanted : [integer(4, part.span)])], part.span);
  };
  return { re: convert(from.re), im: convert(im) };
}

/** A function that returns COMPLEX fills a pair before the statement. */
function called(s: State, e: ApplySyntax): Pair {
  const { span } = e;
  if (isArrayCall(s, e)) {
    s.sink.error(
      'unsupported',
      'An array of COMPLEX numbers that a function returns can only be assigned as it is.',
      span,
      'Assign it to an array of its own before.',
    );
    return { re: integer(0, span), im: integer(0, span) };
  }
  const args = callArguments(s, e.name, e.args);
  if (!s.before) {
    s.sink.error(
      'unsupported',
      'A function that returns COMPLEX can\u2019t stand in this test, or this implied loop.',
      span,
      'Assign its value to a variable before, an array\u2019s in a loop.',
    );
    return { re: integer(0, span), im: integer(0, span) };
  }
  const name = temporary(s, 2);
  const target = nameAt(name, span);
  s.before.push(assigned(target, { ...e, args }, span));
  return both((part) => partOf(target, 0, [], part));
}

/** Products of arrays; DOT_PRODUCT takes the conjugate of its first. */
function multiplied(s: State, name: string, x: ExprSyntax, y: ExprSyntax, span: Span): Pair {
  const [a, b] = [operandOf(s, x), operandOf(s, y)];
  const by = (l: ExprSyntax, r: ExprSyntax): ExprSyntax => apply(name, [l, r], span);
  const sign = name === 'dot_product' ? -1 : 1;
  const rr = by(a.re, b.re);
  const ii = a.im && b.im && by(a.im, b.im);
  const ri = b.im && by(a.re, b.im);
  const ir = a.im && by(a.im, b.re);
  const re = ii ? binary(sign === 1 ? '-' : '+', rr, ii) : rr;
  if (!ir) return { re, im: ri ?? integer(0, span) };
  if (ri) return { re, im: binary(sign === 1 ? '+' : '-', ri, ir) };
  return { re, im: sign === 1 ? ir : { kind: 'unary', op: '-', operand: ir, span } };
}

// ---------------------------------------------------------------------------------------------------------------- reals

/** An expression that is no pair, with whatever in it is one. */
export function realOf(s: State, e: ExprSyntax): ExprSyntax {
  if (e.kind === 'apply' && e.parts) return half(s, e) ?? { kind: 'bad', span: e.span };
  if (
    e.kind === 'binary' &&
    (e.op === '.eq.' || e.op === '.ne.') &&
    (isPair(s, e.left) || isPair(s, e.right))
  ) {
    const [x, y] = [operandOf(s, e.left), operandOf(s, e.right)];
    const parts = [
      binary(e.op, x.re, y.re),
      binary(e.op, x.im ?? integer(0, e.span), y.im ?? integer(0, e.span)),
    ] as const;
    return paren(binary(e.op === '.eq.' ? '.and.' : '.or.', ...parts), e.span);
  }
  if (e.kind === 'apply' && s.scope.get(e.name) === undefined) return realApplied(s, e);
  if (isPair(s, e)) {
    s.sink.error(
      'type',
      'A real number is needed here, not COMPLEX.',
      e.span,
      'Write REAL(z), AIMAG(z) or ABS(z).',
    );
    return { kind: 'bad', span: e.span };
  }
  return children(s, e);
}

function realApplied(s: State, e: ApplySyntax): ExprSyntax {
  if (s.signatures.has(e.name)) return { ...e, args: callArguments(s, e.name, e.args) };
  const [first, ...rest] = e.args;
  const value = first && first.value.kind !== 'range' ? first.value : null;
  if (!first || !value || !isPair(s, value)) return children(s, e);
  const { span } = e;
  if (MODULI.has(e.name)) return PAIRS.modulus(pairOf(s, value), span);
  if (IMAGINARY.has(e.name)) return pairOf(s, value).im;
  if (REAL.has(e.name)) {
    const { re } = pairOf(s, value);
    const isPlain = rest.length === 0 && e.name !== 'int' && e.name !== 'nint' && e.name !== 'sngl';
    return isPlain ? re : { ...e, args: [argument(re), ...real(s, rest)] };
  }
  if (INQUIRIES.has(e.name)) return { ...e, args: [argument(pairOf(s, value).re), ...real(s, rest)] };
  if (e.name === 'allocated') return e;
  s.sink.error(
    'unsupported',
    `${e.name.toUpperCase()} of COMPLEX is not supported.`,
    span,
    'Write it with REAL(z), AIMAG(z), and elementary functions of them.',
  );
  return { kind: 'bad', span };
}

function children<T extends object>(s: State, node: T): T {
  let copy: Record<string, unknown> | null = null;
  for (const [key, part] of Object.entries(node)) {
    if (typeof part !== 'object' || part === null || key === 'span' || key === 'nameSpan') continue;
    const next = real(s, part);
    if (next === part) continue;
    copy = { ...(copy ?? node), [key]: next };
  }
  return (copy ?? node) as T;
}

const EXPRESSIONS = new Set(['name', 'apply', 'unary', 'binary', 'paren', 'constructor']);

/** Any tree in which expressions are to be real. */
export function real<T>(s: State, tree: T): T {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) {
    const items = tree.map((item) => real(s, item));
    return items.every((item, k) => item === tree[k]) ? tree : (items as T);
  }
  if ('kind' in tree && EXPRESSIONS.has(String(tree.kind)) && 'span' in tree)
    return realOf(s, tree as unknown as ExprSyntax) as T;
  if ('kind' in tree && tree.kind === 'implied') return withoutHoisted(s, () => children(s, tree));
  return children(s, tree);
}

/** An item that is printed, read or set: both parts. */
export function partsOf(s: State, item: ItemSyntax): ItemSyntax[] {
  if (item.kind === 'implied')
    return [{ ...real(s, { ...item, items: [] }), items: item.items.flatMap((each) => partsOf(s, each)) }];
  if (item.kind === 'string' || !isPair(s, item)) return [item.kind === 'string' ? item : real(s, item)];
  if (item.kind === 'name') return [item];
  const { span } = item;
  const isSection = item.kind === 'apply' && item.args.some(({ value }) => value.kind === 'range');
  if (isSection && !item.parts) return [{ ...item, args: [argument(all(span)), ...real(s, item.args)] }];
  const { re, im } = pairOf(s, item);
  return [re, im];
}

// ------------------------------------------------------------------------------------------------------------ arguments

/** COMPLEX arguments are arrays that start with their pairs. */
export function callArguments(
  s: State,
  callee: string,
  args: readonly ArgumentSyntax[],
): readonly ArgumentSyntax[] {
  const signature = s.signatures.get(callee);
  const formals = signature?.parameters;
  const isOfPairs = signature?.result === true || formals?.some(({ rank }) => rank !== null);
  const whole = args.find(({ value }) => isArrayLike(s, value));
  if (whole && isOfPairs && signature?.isElemental)
    s.sink.error(
      'unsupported',
      `The ELEMENTAL ${callee}, which has to do with COMPLEX, is not supported over arrays.`,
      whole.span,
      'Write a loop over the elements.',
    );
  return args.map((arg, i) => {
    const { value } = arg;
    if (value.kind === 'range' || !isPair(s, value)) return real(s, arg);
    const formal = arg.keyword === null ? formals?.[i] : formals?.find(({ name }) => name === arg.keyword);
    if (value.kind === 'name') return arg;
    if (value.kind === 'apply' && s.scope.get(value.name) !== undefined) {
      const subscripts = real(s, value.args);
      const isSection = subscripts.some((each) => each.value.kind === 'range');
      const first = isSection || formal?.rank === 0 ? all(value.span) : integer(1, value.span);
      return { ...arg, value: { ...value, args: [argument(first), ...subscripts] } };
    }
    return { ...arg, value: throughPair(s, value) };
  });
}

function throughPair(s: State, value: ExprSyntax): ExprSyntax {
  const { span } = value;
  const rank = rankOfArray(s, value);
  if (!s.before || rank === null) {
    s.sink.error(
      'unsupported',
      'This COMPLEX expression is not supported as an argument.',
      span,
      'Assign it to a variable before.',
    );
    return { kind: 'bad', span };
  }
  const { re, im } = pairOf(s, value);
  const target = nameAt(rank === 0 ? temporary(s, 2) : temporaryArray(s, rank), span);
  // Two rows of real parts have the shape of the pairs.
  const first =
    rank === 0
      ? assigned(partOf(target, 0, [], 're'), re, span)
      : assigned(target, apply('spread', [re, integer(1, span), integer(2, span)], span), span);
  s.before.push(first, assigned(partOf(target, rank, null, 'im'), im, span));
  return target;
}
