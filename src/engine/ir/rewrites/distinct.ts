/**
 * What a routine of Fortran writes, it may know by one name only. Adjoints break that where the source does not: `dot(x, x)`
 * reads x twice, its adjoint adds to that of x twice. So where one thing is passed for two arguments and written, a version
 * of the routine is called in which the two are one: `dot_b(x, xb, x, xb)` becomes `dot_b_one(x, xb, x)`.
 *
 * Each version is made once, and the calls inside it are looked at again. Arguments that start at different elements are
 * taken to lie apart, as in any text of Fortran.
 */
import { entryOf, itemAt } from '../../base/lookup';
import { sameExpr } from '../build';
import { freeName, parameterAt, routineNamed, variableOf } from '../names';
import { rewriteStatements } from '../statements';
import type { Argument, Call, Program, Routine, Shape, Variable } from '../types';
import { writtenParameters } from '../writes';
import { copyVariables, renameRoutine, renameShape } from './rename';

interface State {
  readonly variables: Variable[];
  readonly routines: Routine[];
  /** Versions made so far, by routine and the arguments that are one. */
  readonly versions: Map<string, string>;
}

export function distinctArguments(program: Program): Program {
  const state: State = {
    variables: [...program.variables],
    routines: [...program.routines],
    versions: new Map(),
  };
  const made = (): Program => ({ ...program, variables: state.variables, routines: state.routines });
  // Versions are added at the end, and come up in their turn.
  for (let k = 0; k < state.routines.length; k++) {
    const routine = itemAt(state.routines, k);
    state.routines[k] = {
      ...routine,
      body: rewriteStatements(routine.body, (s) => [s.kind === 'call' ? separated(state, made(), s) : s]),
    };
  }
  return state.versions.size === 0 ? program : made();
}

function separated(state: State, program: Program, s: Call): Call {
  const callee = routineNamed(program, s.callee);
  if (!callee || callee.external) return s;
  const first = s.args.map((a, k) => s.args.findIndex((b, j) => j < k && isSame(a, b)));
  if (first.every((j) => j < 0)) return s;
  const written = writtenParameters(program, callee);
  const one = first.map((j, k) => {
    if (j < 0) return k;
    const [a, b] = [parameterAt(callee, j), parameterAt(callee, k)];
    const counts = first.some((at, i) => (at === j || i === j) && written.has(parameterAt(callee, i)));
    return counts && canBeOne(variableOf(program, a), variableOf(program, b)) ? j : k;
  });
  if (one.every((j, k) => j === k)) return s;
  const key = `${callee.name} ${one.join(' ')}`;
  const name = state.versions.get(key) ?? version(state, program, callee, one);
  state.versions.set(key, name);
  return { ...s, callee: name, args: s.args.filter((_, k) => one[k] === k) };
}

function isSame(a: Argument, b: Argument): boolean {
  if (a.kind === 'reference' && b.kind === 'reference') return sameExpr(a.place, b.place);
  if (a.kind !== 'array' || b.kind !== 'array' || a.variable !== b.variable) return false;
  const [from, to] = [a.start ?? [], b.start ?? []];
  return from.length === to.length && from.every((e, k) => sameExpr(e, to[k] as typeof e));
}

/** Do subscripts mean the same element in both? The extent of the last dimension does not matter. */
function canBeOne(a: Variable, b: Variable): boolean {
  if (a.type !== b.type) return false;
  const [p, q] = [a.shape?.dimensions ?? [], b.shape?.dimensions ?? []];
  const slowest = a.shape?.order === 'row' ? 0 : p.length - 1;
  return (
    p.length === q.length &&
    p.every((d, k) => {
      const other = q[k] as typeof d;
      if (!sameExpr(d.lower, other.lower)) return false;
      return (
        k === slowest || (d.extent !== null && other.extent !== null && sameExpr(d.extent, other.extent))
      );
    })
  );
}

function version(state: State, program: Program, callee: Routine, one: readonly number[]): string {
  const owner = state.routines.length;
  const from = program.routines.indexOf(callee);
  const formal = (k: number) => parameterAt(callee, k);
  /** By parameter that goes: the one that stands for it. */
  const meant = new Map(one.flatMap((j, k) => (j === k ? [] : [[formal(k), formal(j)] as const])));
  const wider = new Set(
    one.flatMap((j, k) => (j !== k && widened(program, callee, j, k) ? [formal(j)] : [])),
  );
  const copied = program.variables
    .filter((v) => v.owner === from && !meant.has(v.id))
    .map((v) => ({
      ...v,
      intent: v.intent === 'in' ? v.intent : null,
      shape: v.shape && renameShape(wider.has(v.id) ? open(v.shape) : v.shape, meant),
    }));
  const names = copyVariables(state.variables, copied, owner);
  for (const [id, other] of meant) names.set(id, entryOf(names, other));
  const taken = new Set(state.routines.map((r) => r.name.toLowerCase()));
  const name = freeName(taken, `${callee.name}_one`);
  const renamed = renameRoutine(callee, names);
  state.routines.push({
    ...renamed,
    name,
    parameters: renamed.parameters.filter((_, k) => one[k] === k),
  });
  return name;
}

/** Do the two arguments declare different extents of the last dimension? The version declares none then. */
function widened(program: Program, callee: Routine, j: number, k: number): boolean {
  const last = (at: number) => {
    const { shape } = variableOf(program, parameterAt(callee, at));
    return shape?.dimensions[shape.order === 'row' ? 0 : shape.dimensions.length - 1]?.extent ?? null;
  };
  const [a, b] = [last(j), last(k)];
  return !(a === null && b === null) && !(a !== null && b !== null && sameExpr(a, b));
}

function open(shape: Shape): Shape {
  const slowest = shape.order === 'row' ? 0 : shape.dimensions.length - 1;
  return {
    ...shape,
    dimensions: shape.dimensions.map((d, k) => (k === slowest ? { ...d, extent: null } : d)),
  };
}
