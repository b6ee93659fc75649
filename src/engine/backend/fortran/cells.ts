/**
 * Scalars that are passed where an array is expected, as C passes `&x`: Fortran wants an array there. One of a single
 * element goes in their place and brings back what the routine left in it.
 *
 *     f(&x);     becomes     cell(1) = x;  call f(cell);  x = cell(1)
 *
 * A global that the routine could also reach by its name would be two things then; such a call can't be said.
 */
import { type Diagnostic, diagnostic } from '../../base/diagnostics';
import { getOrMake } from '../../base/once';
import { constant, element, type GivenVariable, sameExpr, somePart, variable } from '../../ir/build';
import { Emitter, rewriteRoutines } from '../../ir/emit';
import { routineNamed, variableOf } from '../../ir/names';
import { rewriteStatements } from '../../ir/statements';
import type { Argument, Assign, Call, Expr, Place, Program, Variable, VariableId } from '../../ir/types';
import { assignedVariables, mentioned } from '../../ir/uses';

export interface Celled {
  readonly program: Program;
  readonly diagnostics: Diagnostic[];
}

export function withCells(program: Program): Celled {
  const diagnostics: Diagnostic[] = [];
  const made = rewriteRoutines(program, (routine, add, growing) => {
    const cells = new Map<VariableId, VariableId>();
    const cellOf = (v: Variable): VariableId => getOrMake(cells, v.id, () => add(cell(v)));
    const copy = (near: Call, target: Place, value: Expr): Assign =>
      new Emitter(growing, near).assign(near.role, target, value);
    return rewriteStatements(routine.body, (s) => {
      if (s.kind !== 'call') return [s];
      const before: Assign[] = [];
      const after: Assign[] = [];
      const args = s.args.map((arg, i): Argument => {
        const place = scalarForArray(program, s, arg, i);
        if (!place) return arg;
        const v = variableOf(program, place.variable);
        if (v.owner === null && program.routines.some((r) => r !== routine && mentioned(r).has(v.id)))
          diagnostics.push(reachedTwice(v, s));
        const id = cellOf(v);
        const inside = element(id, [constant(1, 'i32')], v.type);
        const isKept = !isInput(program, s, i) && !(s.result && sameExpr(s.result, place));
        if (before.every((other) => other.target.variable !== id)) {
          before.push(copy(s, inside, place));
          if (isKept) after.push(copy(s, place, inside));
        }
        return { kind: 'array', variable: id, start: null, span: place.span };
      });
      return before.length === 0 ? [s] : [...before, { ...s, args }, ...after];
    });
  });
  return { program: made, diagnostics };
}

function scalarForArray(program: Program, { callee }: Call, arg: Argument, i: number): Place | null {
  if (arg.kind !== 'reference' || arg.place.kind !== 'variable') return null;
  const formal = routineNamed(program, callee)?.parameters[i];
  return formal !== undefined && variableOf(program, formal).shape ? arg.place : null;
}

function isInput(program: Program, { callee }: Call, i: number): boolean {
  const formal = routineNamed(program, callee)?.parameters[i];
  return formal !== undefined && variableOf(program, formal).intent === 'in';
}

function cell({ name, type }: Variable): Omit<GivenVariable, 'owner'> {
  const one = constant(1, 'i32');
  const shape = { dimensions: [{ lower: one, extent: one }], order: 'column' } as const;
  return { name: `${name}_cell`, type, shape, role: 'temporary' };
}

function reachedTwice({ name }: Variable, { span, callee }: Call): Diagnostic {
  return diagnostic(
    'error',
    'not-expressible',
    `${callee} takes the global ${name} as an array of one element, and could reach it by its name too: Fortran can’t say that.`,
    span,
  );
}

/**
 * Constants that are passed by value to a routine that changes its parameter. Without an interface that says `value` they
 * are passed by reference, and compilers put constants where nothing may write: a variable goes in their place.
 *
 *     f(2);     becomes     t = 2;  call f((t))
 */
export function withoutChangedConstants(program: Program): Program {
  const changes = new Map<string, ReadonlySet<number>>();
  const changedBy = (name: string): ReadonlySet<number> =>
    getOrMake(changes, name, () => {
      const callee = routineNamed(program, name);
      const written = assignedVariables(callee?.body ?? []);
      const isChanged = (id: VariableId) => program.variables[id]?.passing === 'value' && written.has(id);
      return new Set((callee?.parameters ?? []).flatMap((id, i) => (isChanged(id) ? [i] : [])));
    });
  return rewriteRoutines(program, (routine, add, growing) =>
    rewriteStatements(routine.body, (s) => {
      if (s.kind !== 'call') return [s];
      const before: Assign[] = [];
      const args = s.args.map((arg, i): Argument => {
        if (arg.kind !== 'value' || !isConstant(arg.value) || !changedBy(s.callee).has(i)) return arg;
        const { type, span } = arg.value;
        const id = add({ name: 'value', type, span, role: 'temporary' });
        const emit = new Emitter(growing, { ...s, span });
        before.push(emit.assign(s.role, variable(id, type), arg.value));
        return { kind: 'value', value: variable(id, type, span) };
      });
      return before.length === 0 ? [s] : [...before, { ...s, args }];
    }),
  );
}

function isConstant(e: Expr): boolean {
  return !somePart(e, (part) => part.kind === 'variable' || part.kind === 'element');
}
