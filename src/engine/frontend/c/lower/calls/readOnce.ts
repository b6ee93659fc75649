/**
 * Whether what `scanf` reads into is read once: then `x[i] = x_read[i]` says all. That is so if nothing else is read into it and
 * each turn of the loops around reads into another element, since what counts the turns chooses it. In doubt it is not.
 */
import type * as S from '../../parse/syntax';
import { assignedPlace, hasEffects, someExpr } from '../../parse/walk';
import { declarationsIn, namesSetIn, rootName } from '../../resolve/survey';
import { lookUp, type RoutineState } from '../state';

/** Names the turns of a loop: each has another value. `below`: they run from 0 to there. */
interface Counter {
  readonly name: string;
  readonly below: string | null;
}

/** `others`: what the same variable was read into before. */
export function isReadOnce(s: RoutineState, target: S.Expr, others: readonly S.Expr[]): boolean {
  const chosen = subscriptsOf(target);
  if (!chosen || s.jumpsBack || !others.every((other) => areApart(s, target, other))) return false;
  const loops = s.continues.map(({ loop }) => loop);
  const [whole] = loops;
  if (!whole) return true;
  const changed = new Set([...namesSetIn(whole), ...declarationsIn(whole).map(({ name }) => name)]);
  const isFixed = (e: S.Expr): boolean =>
    !someExpr(e, (part) =>
      part.kind === 'name' ? changed.has(part.name) || !isOwn(s, part.name) : !PLAIN.has(part.kind),
    );
  if (target.kind !== 'name' && changed.has(rootName(target))) return false;
  const counters = loops.map((loop) => counterOf(s, loop));
  const counted = chosen.flatMap((index) => countersIn(index, counters, isFixed));
  return counters.every((counter) => counter && counted.includes(counter.name));
}

const PLAIN: ReadonlySet<S.Expr['kind']> = new Set(['number', 'binary']);

function isOwn(s: RoutineState, name: string): boolean {
  const meaning = lookUp(s, name);
  return meaning?.kind === 'variable' && meaning.variable.role !== 'global';
}

/** Null where they are not seen. */
function subscriptsOf(e: S.Expr): readonly S.Expr[] | null {
  if (e.kind === 'name') return [];
  if (e.kind === 'member') return subscriptsOf(e.base);
  if (e.kind === 'unary' && e.op === '*') {
    const { operand } = e;
    return operand.kind === 'binary' && operand.op === '+'
      ? joined(operand.left, operand.right)
      : subscriptsOf(operand);
  }
  return e.kind === 'subscript' ? joined(e.base, e.index) : null;
}
function joined(base: S.Expr, index: S.Expr): readonly S.Expr[] | null {
  const outer = subscriptsOf(base);
  return outer && [...outer, index];
}

/** Elements of one array, in one place of which each has another constant for its subscript. */
function areApart(s: RoutineState, a: S.Expr, b: S.Expr): boolean {
  if (rootName(a) !== rootName(b) || s.moved.has(rootName(a))) return false;
  const [one, other] = [subscriptsOf(a) ?? [], subscriptsOf(b) ?? []];
  const differs = (e: S.Expr, k: number) => {
    const beside = other[k];
    return e.kind === 'number' && beside?.kind === 'number' && Number(e.text) !== Number(beside.text);
  };
  return one.length === other.length && one.some(differs);
}

/** Of `for (i = …; …; i += c)` whose body leaves `i` alone. */
function counterOf(s: RoutineState, loop: S.Statement | undefined): Counter | null {
  const step = loop?.kind === 'for' ? loop.increment : null;
  const place = step && assignedPlace(step);
  if (loop?.kind !== 'for' || place?.kind !== 'name' || !isOwn(s, place.name)) return null;
  const { init, condition, body } = loop;
  const steps = step?.kind === 'update' || (step?.kind === 'assign' && isStep(step));
  // What points to it may set it.
  if (s.file.surveys.get(s.name)?.pointedTo.has(place.name) !== false) return null;
  if (!steps || (condition && hasEffects(condition)) || namesSetIn(body).has(place.name)) return null;
  const start = init?.kind === 'declaration' ? init.declared[0]?.initializer : init;
  const first = start && 'value' in start ? start.value : null;
  const from = init?.kind === 'declaration' ? init.declared[0]?.declarator.name : rootName(init ?? place);
  const isBelow =
    condition?.kind === 'binary' && condition.op === '<' && textOf(condition.left) === place.name;
  const isFromZero = first !== null && textOf(first) === '0' && from === place.name;
  return { name: place.name, below: isBelow && isFromZero ? textOf(condition.right) : null };
}

function isStep({ op, value }: S.Assignment): boolean {
  return (op === '+' || op === '-') && value.kind === 'number' && Number(value.text) > 0;
}

/** Of a name or a number. */
function textOf(e: S.Expr): string | null {
  return e.kind === 'name' ? e.name : e.kind === 'number' ? e.text : null;
}

/** Counters with another subscript for each of their values, together: `i + 2`, or `i*n + j` where `j` is below `n`. */
function countersIn(
  e: S.Expr,
  counters: readonly (Counter | null)[],
  isFixed: (e: S.Expr) => boolean,
): readonly string[] {
  const counterNamed = (e: S.Expr) => counters.find((each) => each !== null && each.name === textOf(e));
  const within = (part: S.Expr) => countersIn(part, counters, isFixed);
  if (e.kind !== 'binary') return counterNamed(e) ? [textOf(e) as string] : [];
  const { op, left, right } = e;
  if ((op === '+' || op === '-') && isFixed(right)) return within(left);
  if ((op === '+' || op === '-') && isFixed(left)) return within(right);
  const inner = op === '+' ? counterNamed(right) : undefined;
  if (!inner?.below || left.kind !== 'binary' || left.op !== '*' || !isFixed(left.right)) return [];
  return textOf(left.right) === inner.below ? [...within(left.left), inner.name] : [];
}
