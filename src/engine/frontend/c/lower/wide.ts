/**
 * Unsigned numbers of 64 bits. A `long` stands for them, which holds the same values as long as none leaves what every run
 * holds exactly, 2⁵³. What may leave it, because it is meant to wrap around or because it grows, is refused where it does:
 * upper bounds of all that is assigned are grown until they hold, a loop at a time.
 *
 *     x ^= x << 13      each time round, 13 more bits
 *     h = h*33 + c      each time round, 33 times as large
 *     k = k + 1         counts: no run gets far
 *     while (k < n) k *= 2;   stays below twice what n is
 */

import { isReal } from '../../../ir/build';
import { isLoop, walkStatements } from '../../../ir/statements';
import type { Argument, Binary, Expr, Routine, Statement, VariableId } from '../../../ir/types';
import { assignedWith, mentions, statementExpressions } from '../../../ir/uses';
import type { FileState } from './state';

const EXACT = 2 ** 53;
/** Assumed bound of sizes, counters and inputs. */
const COUNT = 2 ** 16;
const WRAPPING = 2 ** 32 - 1;
/** Assumed bound of a real converted to an integer, and of a shift by an unknown number. */
const WHOLE = 2 ** 31;
const SHIFT = 2 ** 20;
/** 33 times as large each round is too large after ten of them, twice as large after forty. */
const ROUNDS = 60;

/** A cast to such a type, or a constant of it. */
export function asWide(file: FileState, e: Expr): Expr {
  const made = { ...e };
  file.wideParts.add(made);
  return made;
}

function isWide(file: FileState, e: Expr): boolean {
  if (file.wideParts.has(e)) return true;
  switch (e.kind) {
    case 'variable':
    case 'element':
      return file.wide.has(e.variable);
    case 'unary':
      return isWide(file, e.operand);
    case 'select':
      return isWide(file, e.whenTrue) || isWide(file, e.whenFalse);
    case 'binary': {
      const isShift = e.op === 'shiftleft' || e.op === 'shiftright';
      return e.type === 'i64' && (isWide(file, e.left) || (!isShift && isWide(file, e.right)));
    }
    default:
      return false;
  }
}

interface Growth {
  readonly file: FileState;
  readonly bounds: Map<VariableId, number>;
  readonly routines: ReadonlyMap<string, Routine>;
  /** Where a loop has tested a variable that it sets further on: what it is at most. */
  readonly tested: Map<VariableId, number>;
  /** The first expression that gets too large. */
  found: Expr | null;
  grew: boolean;
}

/** Complains, once a routine, of unsigned numbers of 64 bits that may get too large. */
export function refuseWideGrowth(file: FileState, routines: readonly Routine[]): void {
  if (file.wide.size + file.wideParts.size === 0) return;
  const byName = new Map(routines.map((r) => [r.name, r]));
  const g: Growth = { file, bounds: new Map(), tested: new Map(), routines: byName, found: null, grew: true };
  for (const id of file.wide)
    g.bounds.set(id, Math.max(COUNT, ...(file.variables[id]?.initial ?? []).map(Math.abs)));
  const refused = new Set<Routine>();
  for (let round = 0; round < ROUNDS && g.grew; round++) {
    g.grew = false;
    for (const routine of routines) {
      if (refused.has(routine)) continue;
      g.found = null;
      walkStatements(routine.body, (s) => grow(g, s));
      if (!g.found) continue;
      refused.add(routine);
      complain(file, g.found);
    }
  }
}

function complain(file: FileState, e: Expr): void {
  file.sink.error(
    'unsupported',
    'Unsigned numbers of 64 bits are not supported where they may get larger than 9007199254740992, or wrap around.',
    e.span,
    'Use `uint32_t` for what wraps around, which is read exactly; declare `long` what never gets so large.',
  );
}

function grow(g: Growth, s: Statement): void {
  if (s.kind === 'call') {
    passed(g, s.callee, s.args, s.result?.variable);
    for (const id of assignedWith([s], () => true)) g.tested.delete(id);
    return;
  }
  if (s.kind !== 'assign') {
    for (const e of statementExpressions(s)) upper(g, e);
    const set = isLoop(s) ? assignedWith([s], () => true) : [];
    for (const id of set) g.tested.delete(id);
    if (s.kind === 'while') noteTested(g, s.condition, new Set(set));
    return;
  }
  const { target, value } = s;
  const bound = upper(g, counted(value, target.variable) ?? value);
  g.tested.delete(target.variable);
  if (g.found || counted(value, target.variable)) return;
  // A negative number becomes a very large one.
  if (value.kind === 'constant' && value.value < 0 && g.file.wide.has(target.variable)) g.found ??= value;
  if (g.file.wide.has(target.variable) && isDifference(g.file, value)) g.found ??= value;
  raise(g, target.variable, bound);
}

/** In a loop while `v < e`, v is no larger than e until it is set. */
function noteTested(g: Growth, e: Expr, set: ReadonlySet<VariableId>): void {
  if (e.kind === 'logical' && e.op === 'and') for (const part of [e.left, e.right]) noteTested(g, part, set);
  if (e.kind !== 'compare') return;
  const isLess = e.op === 'lt' || e.op === 'le';
  const [small, large] = isLess ? [e.left, e.right] : [e.right, e.left];
  if (!(isLess || e.op === 'gt' || e.op === 'ge') || small.kind !== 'variable') return;
  // What is called may set a variable of the whole text.
  const isOwn = g.file.variables[small.variable]?.owner !== null;
  if (isOwn && set.has(small.variable)) g.tested.set(small.variable, upper(g, large));
}

function passed(g: Growth, callee: string, args: readonly Argument[], result: VariableId | undefined): void {
  const routine = g.routines.get(callee);
  args.forEach((arg, i) => {
    const formal = routine?.parameters[i];
    if (arg.kind === 'value') {
      const bound = upper(g, arg.value);
      if (formal !== undefined) raise(g, formal, bound);
      return;
    }
    const actual = arg.kind === 'array' ? arg.variable : arg.place.variable;
    if (formal === undefined) return;
    raise(g, formal, g.bounds.get(actual) ?? 0);
    raise(g, actual, g.bounds.get(formal) ?? 0);
  });
  const returned = routine?.result ?? null;
  if (returned !== null && result !== undefined) raise(g, result, g.bounds.get(returned) ?? 0);
}

function raise(g: Growth, id: VariableId, bound: number): void {
  if (!g.file.wide.has(id) || bound <= (g.bounds.get(id) ?? 0)) return;
  g.bounds.set(id, Math.min(bound, EXACT - 1));
  g.grew = true;
}

/** The step of a counter, in `i = i + step` or `i = i - step`. */
function counted(e: Expr, id: VariableId): Expr | null {
  if (e.kind !== 'binary' || (e.op !== 'add' && e.op !== 'subtract')) return null;
  const isOwn = (part: Expr) => part.kind === 'variable' && part.variable === id;
  const step = isOwn(e.left) ? e.right : isOwn(e.right) && e.op === 'add' ? e.left : null;
  return step && mentions(step, (each) => each === id) ? null : step;
}

/** The largest that an expression comes to; one that is too large is kept, the innermost first. */
function upper(g: Growth, e: Expr): number {
  const bound = e.kind === 'constant' ? Math.abs(e.value) : upperOf(g, e);
  if (bound < EXACT || isReal(e.type)) return bound;
  if (isWide(g.file, e)) g.found ??= e;
  return EXACT - 1;
}

function upperOf(g: Growth, e: Exclude<Expr, { kind: 'constant' }>): number {
  const of = (part: Expr) => upper(g, part);
  switch (e.kind) {
    case 'variable':
    case 'element':
      if (e.kind === 'element') for (const each of e.subscripts) of(each);
      if (isReal(e.type)) return WHOLE;
      return Math.min(
        g.file.wrapping.has(e.variable) ? WRAPPING : (g.bounds.get(e.variable) ?? COUNT),
        (e.kind === 'variable' ? g.tested.get(e.variable) : undefined) ?? EXACT,
      );
    case 'unary': {
      const bound = of(e.operand);
      return e.op !== 'not' && isWide(g.file, e.operand) ? Number.POSITIVE_INFINITY : bound;
    }
    case 'binary':
      return upperOfBinary(e, of(e.left), of(e.right));
    case 'convert': {
      const bound = of(e.operand);
      if (isReal(e.type) && isDifference(g.file, e.operand)) return refused(g, e.operand);
      return isReal(e.operand.type) ? WHOLE : bound;
    }
    case 'select':
      of(e.condition);
      return Math.max(of(e.whenTrue), of(e.whenFalse));
    case 'intrinsic':
      return Math.max(0, ...e.args.map(of));
    default:
      of(e.left);
      of(e.right);
      return 1;
  }
}

/** `a - b`, which is very large in C where it would be negative. */
function isDifference(file: FileState, e: Expr): boolean {
  return e.kind === 'binary' && e.op === 'subtract' && e.right.kind !== 'constant' && isWide(file, e);
}

function refused(g: Growth, e: Expr): number {
  g.found ??= e;
  return EXACT - 1;
}

/** No more bits than the larger operand has. */
const allBits = (bound: number) => 2 ** Math.ceil(Math.log2(bound + 1)) - 1;

function upperOfBinary({ op, right, type }: Binary, a: number, b: number): number {
  if (isReal(type)) return WHOLE;
  const by = right.kind === 'constant' ? right.value : null;
  switch (op) {
    case 'add':
      return a + b;
    case 'multiply':
      return a * b;
    case 'subtract':
      return Math.max(a, b);
    case 'divide':
      return by ? a / Math.abs(by) : a;
    case 'remainder':
      return by ? Math.min(a, Math.abs(by) - 1) : Math.min(a, b);
    case 'bitand':
      return Math.min(a, b);
    case 'bitor':
    case 'bitxor':
      return allBits(Math.max(a, b));
    case 'shiftleft':
      return by === null ? a * SHIFT : a * 2 ** by;
    case 'shiftright':
      return by === null ? a : Math.floor(a / 2 ** by);
  }
}
