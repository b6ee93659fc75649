/**
 * Calls put in place: the body of the callee, over the caller's variables. Done before any analysis, so that everything
 * after it sees one routine. A call that cannot be put in place (recursion, an array seen under another shape) stays a
 * call, and a diagnostic says why.
 */

import { components } from '../../base/components';
import { type Diagnostic, diagnostic } from '../../base/diagnostics';
import { entryOf, itemAt } from '../../base/lookup';
import { once } from '../../base/once';
import { sameExpr } from '../../ir/build';
import { growingFrom } from '../../ir/emit';
import { byteSize } from '../../ir/locations';
import { namesByOwner, variablesOwnedBy } from '../../ir/names';
import { callsIn, rewriteStatements } from '../../ir/statements';
import type { Call, Program, Routine, Shape, Variable, VariableId } from '../../ir/types';
import { mentioned } from '../../ir/uses';
import { writtenBy } from '../../ir/writes';
import { place, type Site } from './place';

export interface Inlined {
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[];
}

/** `wanted`: should this call be put in place? Where none is, the program itself comes back. */
export function inlineCalls(program: Program, wanted: (call: Call) => boolean): Inlined {
  if (!program.routines.some(({ body }) => callsIn(body).some(wanted))) return { program, diagnostics: [] };
  const growing = growingFrom(program);
  const { variables } = growing;
  const diagnostics: Diagnostic[] = [];
  const byName = new Map(program.routines.map((r) => [r.name, r]));
  const inCycles = routinesInCycles(program);
  const namesOf = namesByOwner(program.variables);
  const refuse = (call: Call, why: string) => {
    diagnostics.push(
      diagnostic(
        'warning',
        'not-inlined',
        `The call of ${call.callee} stays a call: ${why}.`,
        call.span,
        'It is reversed jointly instead.',
      ),
    );
  };

  let isChanged = false;
  const done = new Map<string, Routine>();
  const named = (routine: Routine) =>
    [...mentioned(routine)].filter((id) => itemAt(variables, id).storage !== null);
  const inlineRoutine = (routine: Routine): Routine => {
    const known = done.get(routine.name);
    if (known) return known;
    const owner = program.routines.indexOf(routine);
    const added: VariableId[] = [];
    const seen = new Set(named(routine));
    const placed = new Set<VariableId>();
    const site: Site = {
      program,
      growing,
      owner,
      routine,
      added,
      names: namesOf(owner),
      changed: once(() => writtenBy(program, routine.body)),
      views: new Map(
        variablesOwnedBy(program, owner).flatMap(({ storage, id }) => (storage ? [[storage.key, id]] : [])),
      ),
    };
    const body = rewriteStatements(routine.body, (s) => {
      if (s.kind !== 'call' || !wanted(s)) return [s];
      const callee = entryOf(byName, s.callee);
      if (callee.external) return [s];
      if (inCycles.has(s.callee)) {
        refuse(s, 'the routine calls itself');
        return [s];
      }
      const inside = inlineRoutine(callee);
      const more = named(inside).filter((id) => !placed.has(id));
      const other = more.find((id) =>
        [...seen].some((own) => areUnlikeViews(itemAt(variables, own), itemAt(variables, id))),
      );
      if (other !== undefined) {
        // One routine can see the bytes of a COMMON block in one way only.
        refuse(
          s,
          `\`${itemAt(variables, other).name}\` sees memory that ${routine.name} sees in another way`,
        );
        return [s];
      }
      const statements = place(site, s, inside);
      if (typeof statements === 'string') {
        refuse(s, statements);
        return [s];
      }
      for (const id of more) {
        seen.add(id);
        placed.add(id);
      }
      isChanged = true;
      return statements;
    });
    const result = { ...routine, body, locals: [...routine.locals, ...added] };
    done.set(routine.name, result);
    return result;
  };
  const routines = program.routines.map(inlineRoutine);
  return { program: isChanged ? { ...program, ...growing, routines } : program, diagnostics };
}

/** Do two variables share bytes, and not one and the same elements? */
function areUnlikeViews(v: Variable, w: Variable): boolean {
  if (v.id === w.id || !v.storage || !w.storage || v.storage.root !== w.storage.root) return false;
  const [from, start] = [v.storage.offset, w.storage.offset];
  const apart = start >= from + byteSize(v) || from >= start + byteSize(w);
  const alike = from === start && v.type === w.type && sameShape(v.shape, w.shape);
  return !apart && !alike;
}

function sameShape(a: Shape | null, b: Shape | null): boolean {
  const dimensions = b?.dimensions ?? [];
  return (
    (a?.dimensions.length ?? 0) === dimensions.length &&
    (a?.dimensions ?? []).every(({ extent }, d) => {
      const other = dimensions[d]?.extent;
      return extent && other && sameExpr(extent, other);
    })
  );
}

function routinesInCycles({ routines }: Program): ReadonlySet<string> {
  const callees = new Map(
    routines.map(({ name, body }) => [name, new Set(callsIn(body).map(({ callee }) => callee))]),
  );
  const calls = (name: string) => entryOf(callees, name);
  return new Set(
    components(callees.keys(), calls)
      .filter(([one, ...more]) => more.length > 0 || (one && calls(one).has(one)))
      .flat(),
  );
}
