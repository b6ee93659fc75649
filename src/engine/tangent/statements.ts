/** The tangents of single statements: each stands before its original. */

import { constant, convert, element, isReal, variable } from '../ir/build';
import { globalsTouchedBy } from '../ir/declaredDerivative';
import { routineNamed, variableOf } from '../ir/names';
import { tangentOf } from '../ir/partials';
import { primalStatement } from '../ir/statements';
import { tapeType } from '../ir/tape';
import type {
  Argument,
  Assign,
  Call,
  Expr,
  Place,
  Pop,
  Push,
  Statement,
  TapeValue,
  VariableId,
} from '../ir/types';
import type { TangentRoutine } from './active';
import type { Making } from './making';

export interface Context extends Pick<Making, 'primal' | 'active' | 'signatures' | 'at' | 'taped'> {
  readonly part: TangentRoutine;
  readonly dot: (id: VariableId) => VariableId;
  /** Where the tangent of the result of a routine goes when the call takes none. */
  readonly aside: (callee: string) => Place;
}

export function tangentOfStatement(c: Context, s: Statement): Statement[] {
  const primal = { ...s, ...placed(s) };
  switch (s.kind) {
    case 'assign':
      return [...tangentOfAssign(c, s), primal];
    case 'call':
      return tangentOfCall(c, s);
    case 'push':
      return [primal, ...tangentOnTape(c, s)];
    case 'pop':
      return [...tangentOnTape(c, s), ...passivePop(c, s), primal];
    default:
      return [primal];
  }
}

/** Where the code of a statement comes from; that of an adjoint stays in its own sweep. */
export function placed(s: Statement): Required<Pick<Statement, 'origin' | 'sweep'>> {
  return { origin: primalStatement(s), sweep: s.sweep ?? 'forward' };
}

/** The tangent lies on top of its value: pushed after it, popped before it. */
function tangentOnTape(c: Context, s: Push | Pop): (Push | Pop)[] {
  if (!c.taped || !isReal(tapeType(c.primal, s.what))) return [];
  const stamp = c.at(s).stamp(s.role);
  const { what } = s;
  const tangent: TapeValue =
    what.kind === 'scalar'
      ? { kind: 'scalar', place: dotPlace(c, what.place) }
      : { ...what, variable: c.dot(what.variable) };
  return [{ ...s, ...stamp, what: tangent }];
}

/** Where the tape carries no tangents, that of a popped value is zero, whatever its variable held before. */
function passivePop(c: Context, s: Pop): Assign[] {
  if (c.taped || s.what.kind !== 'scalar') return [];
  const { place } = s.what;
  const counts = isReal(place.type) && c.active.has(place.variable) && c.part.isUseful(s.id, place);
  return counts ? [zeroTangent(c, s, place)] : [];
}

function dotPlace(c: Context, place: Place): Place {
  const id = c.dot(place.variable);
  return place.kind === 'variable'
    ? variable(id, place.type, place.span)
    : element(id, place.subscripts, place.type, place.span);
}

function tangentOfAssign(c: Context, s: Assign): Statement[] {
  if (!isReal(s.target.type) || !c.active.has(s.target.variable) || !c.part.isUseful(s.id, s.target))
    return [];
  const value = tangentOf(
    s.value,
    (place) => c.part.isVaried(s.id, place),
    (place) => dotPlace(c, place),
  );
  const derivative = value ? convert(value, s.target.type) : constant(0, s.target.type);
  return [c.at(s).assign('derivative', dotPlace(c, s.target), derivative)];
}

function tangentOfCall(c: Context, s: Call): Statement[] {
  const signature = c.signatures.get(s.callee);
  if (!signature) return [{ ...s, ...placed(s) }, ...passiveResults(c, s).map((p) => zeroTangent(c, s, p))];
  // A callee without active arguments stands here as its tangent too: globals may be active in it.
  const args: Argument[] = [];
  s.args.forEach((a, k) => {
    args.push(a);
    if (!signature.active[k]) return;
    args.push(tangentActual(c, a));
  });
  const callee = routineNamed(c.primal, s.callee);
  for (const id of callee ? globalsTouchedBy(callee) : [])
    if (isReal(variableOf(c.primal, id).type)) c.dot(id);
  if (signature.resultActive)
    args.push({ kind: 'reference', place: s.result ? dotPlace(c, s.result) : c.aside(s.callee) });
  return [{ ...s, ...placed(s), callee: signature.name, args }];
}

/** Places that a routine without a derivative overwrites for certain: their tangents are zero afterwards. */
function passiveResults(c: Context, s: Call): Place[] {
  const external = routineNamed(c.primal, s.callee)?.external;
  if (!external) return [];
  const places = s.args.flatMap((a) => (a.kind === 'reference' ? [a.place] : []));
  return [...places, ...(s.result ? [s.result] : [])].filter(
    (p) => isReal(p.type) && c.active.has(p.variable) && c.part.isOverwritten(s.id, p),
  );
}

function zeroTangent(c: Context, s: Call | Pop, place: Place): Assign {
  return c.at(s).assign('derivative', dotPlace(c, place), constant(0, place.type));
}

function tangentActual(c: Context, a: Argument): Argument {
  if (a.kind === 'array') return { ...a, variable: c.dot(a.variable) };
  if (a.kind === 'reference') return { kind: 'reference', place: dotPlace(c, a.place) };
  const value: Expr | null = tangentOf(
    a.value,
    (place) => isReal(place.type) && c.active.has(place.variable),
    (place) => dotPlace(c, place),
  );
  return { kind: 'value', value: value ?? constant(0, a.value.type) };
}
