/**
 * Where pieces of one array that may overlap are passed to a routine that writes one, and the call cannot be put in place, a
 * version of the routine is called that gets the array and where each piece begins in it: `rec(n, x + i, x + j)` becomes
 * `rec_pieces(n, x, i, j)`, in which `p[k]` is `x[p_at + k]`. What one writes the other then reads, for every analysis.
 * So it is where a piece of a global array is passed to a routine that knows the array by itself.
 */

import { entryOf, itemAt } from '../../base/lookup';
import type { Span } from '../../base/span';
import { boundsOf, countOf, slowestFirst } from '../bounds';
import { add, constant, convert, element, multiply, rewrite, subtract, variable } from '../build';
import { addVariable, type GrowingProgram, growingFrom } from '../emit';
import { flatName, parameterAt, routineNamed, variableOf } from '../names';
import { placesRead } from '../partials';
import { indicesIn, rewriteStatements } from '../statements';
import type { Argument, Call, Expr, Program, Routine, Shape, Variable, VariableId } from '../types';
import { writtenBy, writtenParameters } from '../writes';
import { knownIn, numberOf, overlapOf, pieceOf } from './pieces';
import { copyVariables, mapExpressions, renameExpr, renumber } from './rename';

/** More versions than these come only of recursive calls that shift their pieces each time, which no program known to us has. */
const MOST = 100;

/** What is passed in pieces, and for which arguments. */
interface Part {
  readonly array: Variable;
  readonly places: readonly number[];
}
interface Group {
  readonly parts: readonly Part[];
  /** The routine knows the array by itself. */
  readonly isKnown: boolean;
}

interface State {
  readonly growing: GrowingProgram;
  readonly routines: Routine[];
  readonly versions: Map<string, string>;
  readonly calls: Call[];
  /** Arguments of versions that say where a piece begins. */
  readonly starts: Set<VariableId>;
  readonly groupOf: (program: Program, callee: Routine, call: Call, starts: Set<VariableId>) => Group | null;
}

/** `calls`: those that call a version now. */
export function withPiecesAsOne(given: Program): { program: Program; calls: readonly Call[] } {
  return withVersions(given, overlappingGroup);
}

/** The same for what begins before its array, `x - 1`, passed to a routine that counts from 1. */
export function withStartsInside(given: Program): Program {
  return withVersions(given, groupFromBefore).program;
}

function withVersions(
  given: Program,
  groupOf: State['groupOf'],
): { program: Program; calls: readonly Call[] } {
  const state: State = {
    groupOf,
    starts: new Set(),
    growing: growingFrom(given),
    routines: [...given.routines],
    versions: new Map(),
    calls: [],
  };
  const made = (): Program => ({ ...given, ...state.growing, routines: state.routines });
  // Versions are added at the end, and come up in their turn.
  for (let k = 0; k < state.routines.length && k < given.routines.length + MOST; k++) {
    const routine = itemAt(state.routines, k);
    // A call may pass pieces of several arrays: one after the other.
    const versioned = (call: Call): Call => {
      const next = withVersion(state, made(), routine, call);
      return next === call ? call : versioned(next);
    };
    const body = rewriteStatements(routine.body, (s) => {
      const call = s.kind === 'call' ? versioned(s) : s;
      if (s.kind === 'call' && call !== s) state.calls.push(s);
      return [call];
    });
    state.routines[k] = { ...routine, body };
  }
  return state.calls.length === 0 ? { program: given, calls: [] } : { program: made(), calls: state.calls };
}

function withVersion(state: State, program: Program, caller: Routine, call: Call): Call {
  const callee = routineNamed(program, call.callee);
  if (!callee || callee.external || callee.runAs) return call;
  const group = state.groupOf(program, callee, call, state.starts);
  if (!group?.parts.every((part) => canBeOne(program, caller, callee, part, group.isKnown))) return call;
  const { parts, isKnown } = group;
  const keys = parts.flatMap(({ array, places }) => [
    orderOf(array),
    isKnown ? array.id : `of ${countOf(array)}`,
    ...places,
  ]);
  const key = [callee.name, ...keys].join(' ');
  const name = state.versions.get(key) ?? newVersion(state, program, callee, group);
  state.versions.set(key, name);
  const { span } = call;
  const pieces = parts.flatMap(({ array, places }): Argument[] => {
    const whole: Argument = { kind: 'array', variable: array.id, start: null, span };
    const starts = places.map((k): Argument => {
      const start = pieceOf(itemAt(call.args, k))?.start ?? null;
      return { kind: 'value', value: offsetOf(array.shape, start) };
    });
    return [...(isKnown ? [] : [whole]), ...starts];
  });
  const others = call.args.filter((_, k) => !parts.some(({ places }) => places.includes(k)));
  return { ...call, callee: name, args: [...pieces, ...others] };
}

function groupFromBefore(program: Program, _: Routine, call: Call, starts: Set<VariableId>): Group | null {
  const isBefore = ({ variable: id, start }: NonNullable<ReturnType<typeof pieceOf>>) =>
    (start ?? []).some((at, d) => {
      const lower = variableOf(program, id).shape?.dimensions[d]?.lower ?? ZERO;
      return (
        (numberOf(subtract(at, lower)) ?? 0) < 0 ||
        placesRead(at).some(({ variable }) => starts.has(variable))
      );
    });
  const pieces = call.args.map(pieceOf);
  const arrays = new Set(pieces.flatMap((piece) => (piece && isBefore(piece) ? piece.variable : [])));
  const parts = [...arrays].map((id) => ({
    array: variableOf(program, id),
    places: [...pieces.keys()].filter((k) => pieces[k]?.variable === id),
  }));
  return parts.length === 0 ? null : { parts, isKnown: false };
}

function overlappingGroup(program: Program, callee: Routine, call: Call): Group | null {
  const passed = call.args.flatMap((arg) => pieceOf(arg)?.variable ?? []);
  const isGlobal = (id: VariableId) => variableOf(program, id).owner === null;
  if (new Set(passed).size === passed.length && !passed.some(isGlobal)) return null;
  const overlap = overlapOf(program, call);
  // Pieces of Fortran lie apart where nothing says otherwise.
  const counts = overlap === 'certain' || (overlap === 'possible' && program.language === 'c');
  const written = writtenParameters(program, callee);
  const byArray = new Map<VariableId, number[]>();
  call.args.forEach((arg, k) => {
    const piece = pieceOf(arg);
    if (piece) byArray.set(piece.variable, [...(byArray.get(piece.variable) ?? []), k]);
  });
  for (const [id, places] of byArray) {
    const array = variableOf(program, id);
    const isWritten = places.some((k) => written.has(parameterAt(callee, k)));
    const known = array.owner === null ? knownIn(program, callee, id) : 'no';
    if (known === 'written' || (known === 'read' && isWritten))
      return { parts: [{ array, places }], isKnown: true };
    if (counts && isWritten && places.length > 1) return { parts: [{ array, places }], isKnown: false };
  }
  return null;
}

/** Whether subscripts of the pieces can be said as subscripts of the array. */
function canBeOne(
  program: Program,
  caller: Routine,
  callee: Routine,
  { array, places }: Part,
  isKnown: boolean,
): boolean {
  const fixed = fixedIn(program, caller);
  if (!innerDimensions(array.shape).every(({ lower, extent }) => fixed(lower) && fixed(extent))) return false;
  const [only, ...more] = array.shape?.dimensions ?? [];
  if (isKnown && (more.length > 0 || numberOf(only?.lower) === null)) return false;
  const fixedWithin = fixedIn(program, callee);
  const formals = places.map((k) => variableOf(program, parameterAt(callee, k)));
  const elsewhere = new Set([
    ...boundsWithin(program, callee)
      .flatMap(placesRead)
      .map(({ variable }) => variable),
    ...indicesIn(callee.body),
  ]);
  return formals.every(
    ({ id, type, shape }) =>
      !elsewhere.has(id) &&
      type === array.type &&
      (shape?.order ?? orderOf(array)) === orderOf(array) &&
      (shape?.dimensions ?? []).every(({ lower }) => numberOf(lower) !== null) &&
      innerDimensions(shape).every(({ extent }) => fixedWithin(extent)),
  );
}

/** Whether an expression reads only parameters that the routine never changes. */
function fixedIn(program: Program, { parameters, body }: Routine): (e: Expr | null) => boolean {
  const changed = writtenBy(program, body);
  const isFixed = (v: VariableId) => parameters.includes(v) && !changed.has(v);
  return (e) => e !== null && placesRead(e).every(({ variable }) => isFixed(variable));
}

/** Bounds of the arrays that a routine declares. */
function boundsWithin(program: Program, routine: Routine): Expr[] {
  const owner = program.routines.indexOf(routine);
  return program.variables.filter((v) => v.owner === owner).flatMap(boundsOf);
}

/** All but the slowest. */
function innerDimensions(shape: Shape | null): Shape['dimensions'] {
  const dimensions = shape?.dimensions ?? [];
  return shape?.order === 'row' ? dimensions.slice(1) : dimensions.slice(0, -1);
}

/** The shape as a version says it, whose variables have names of their own. */
function shapeIn(names: ReadonlyMap<VariableId, VariableId>, shape: Shape | null): Shape | null {
  const dimensions = shape?.dimensions.map((d) => ({
    ...d,
    extent: d.extent && renameExpr(d.extent, names),
  }));
  return shape && dimensions ? { ...shape, dimensions } : null;
}

/** How many elements lie before one. */
function offsetOf(shape: Shape | null, subscripts: readonly Expr[] | null): Expr {
  return slowestFirst(shape).reduce<Expr>(
    (before, d) => {
      const { lower, extent } = itemAt(shape?.dimensions ?? [], d);
      const at = subscripts ? itemAt(subscripts, d) : lower;
      const step = subtract(convert(at, 'i32'), convert(lower, 'i32'));
      const scaled = extent ? multiply(before, convert(extent, 'i32')) : before;
      return add(scaled, step);
    },
    constant(0, 'i32'),
  );
}

/** A piece in its version: the array, and where in it the piece begins. */
interface Start {
  readonly whole: VariableId;
  readonly first: Expr;
}

function newVersion(state: State, program: Program, callee: Routine, { parts, isKnown }: Group): string {
  const owner = state.routines.length;
  const places = parts.flatMap((part) => part.places);
  const dropped = places.map((k) => variableOf(program, parameterAt(callee, k)));
  const names = copyOwn(state, program, callee, new Set(dropped));
  const taken = new Set(
    [
      ...program.variables.filter((v) => v.owner === null),
      ...state.growing.variables.filter((v) => v.owner === owner),
    ].map(({ name }) => name),
  );
  const parameters: VariableId[] = [];
  const parameter = (hint: string, span: Span, more: Partial<Variable>): VariableId => {
    const v = { ...INDEX, span, owner, name: freshName(hint, taken), ...more };
    const id = addVariable(state.growing.variables, v);
    parameters.push(id);
    return id;
  };
  const starts = new Map<VariableId, Start>();
  for (const { array, places } of parts) {
    const size = countOf(array);
    const extent = size === null ? null : constant(size, 'i32');
    const shape: Shape = { order: orderOf(array), dimensions: [{ lower: ZERO, extent }] };
    const whole = isKnown
      ? array.id
      : parameter(flatName(array.name), array.span, { type: array.type, shape, passing: 'reference' });
    const lower = (isKnown && array.shape?.dimensions[0]?.lower) || ZERO;
    for (const k of places) {
      const v = variableOf(program, parameterAt(callee, k));
      const start = parameter(`${flatName(v.name)}_at`, array.span, {});
      state.starts.add(start);
      starts.set(v.id, { whole, first: add(variable(start, 'i32'), lower) });
    }
  }
  /** Where an element of a piece is in the array. */
  const at = (id: VariableId, subscripts: readonly Expr[] | null): Expr =>
    add(entryOf(starts, id).first, offsetOf(shapeIn(names, variableOf(program, id).shape), subscripts));
  const meant = <T extends Expr>(e: T): T =>
    rewrite(renameExpr(e, names), (p) => {
      const piece = p.kind === 'variable' || p.kind === 'element' ? starts.get(p.variable) : undefined;
      if (!piece || (p.kind !== 'variable' && p.kind !== 'element')) return p;
      const subscripts = p.kind === 'element' ? p.subscripts : null;
      return element(piece.whole, [at(p.variable, subscripts)], p.type, p.span);
    }) as T;
  const argument = (arg: Argument): Argument =>
    arg.kind === 'array' && starts.has(arg.variable)
      ? {
          ...arg,
          variable: entryOf(starts, arg.variable).whole,
          start: [at(arg.variable, arg.start)],
        }
      : arg;
  const renamed = (id: VariableId) => names.get(id) ?? id;
  const fresh = renumber(callee, state.growing);
  const body = rewriteStatements(fresh.body, (s) => [
    mapExpressions(s.kind === 'call' ? { ...s, args: s.args.map(argument) } : s, meant, renamed),
  ]);
  const routines = new Set(state.routines.map((r) => r.name));
  const name = freshName(`${callee.name}_pieces`, routines);
  const kept = callee.parameters.filter((_, k) => !places.includes(k)).map(renamed);
  state.routines.push({
    ...fresh,
    name,
    body,
    parameters: [...parameters, ...kept],
    locals: callee.locals.map(renamed),
    result: callee.result === null ? null : renamed(callee.result),
  });
  return name;
}

const ZERO = constant(0, 'i32');
const INDEX = { type: 'i32', role: 'parameter' } as const;

/** The variables of a routine, for the one that comes next. */
function copyOwn(
  state: State,
  program: Program,
  callee: Routine,
  dropped: ReadonlySet<Variable>,
): Map<VariableId, VariableId> {
  const owner = state.routines.length;
  const from = program.routines.indexOf(callee);
  const own = program.variables.filter((v) => v.owner === from && !dropped.has(v));
  return copyVariables(state.growing.variables, own, owner);
}

function freshName(hint: string, taken: Set<string>): string {
  let name = hint;
  for (let k = 2; taken.has(name.toLowerCase()) || taken.has(name); k++) name = `${hint}${k}`;
  taken.add(name);
  return name;
}

function orderOf({ shape }: Variable): Shape['order'] {
  return shape?.order ?? 'row';
}
