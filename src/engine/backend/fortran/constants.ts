/**
 * Constants that are passed by value to a routine that changes its parameter. Without an interface that says `value` they
 * are passed by reference, and compilers put constants where nothing may write: a variable goes in their place.
 *
 *     f(2);     becomes     t = 2;  call f((t))
 */

import { getOrMake } from '../../base/once';
import { somePart, variable } from '../../ir/build';
import { Emitter, rewriteRoutines } from '../../ir/emit';
import { routineNamed } from '../../ir/names';
import { rewriteStatements } from '../../ir/statements';
import type { Argument, Assign, Expr, Program, VariableId } from '../../ir/types';
import { assignedVariables } from '../../ir/uses';

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
