/**
 * What must be known of all routines before code is made for one: which may end the run by `stop`, which scalars have their
 * address taken, and which parameters by reference may share memory with something else that the routine sees. A scalar by
 * reference to which none of this applies is copied to a local at entry and back at exit.
 */

import { reached } from '../../base/components';
import { entryOf } from '../../base/lookup';
import { routineNamed } from '../../ir/names';
import { walkStatements } from '../../ir/statements';
import type { Call, Program, Routine, VariableId } from '../../ir/types';
import { assignedBy } from '../../ir/uses';

export interface RoutineFacts {
  /** It, or a routine that it calls, has a `stop`. */
  mayStop: boolean;
  /** It may call itself, directly or not. */
  readonly recursive: boolean;
  /** Scalars that are passed on by reference: they live in memory. */
  readonly addressTaken: ReadonlySet<VariableId>;
  /** Parameters that may share memory with something else that the caller passed. */
  readonly aliased: Set<VariableId>;
  /** Variables that the routine itself writes. */
  readonly written: ReadonlySet<VariableId>;
  readonly calls: readonly Call[];
}

export function routineFacts(program: Program): Map<string, RoutineFacts> {
  const facts = new Map(program.routines.map((routine) => [routine.name, ownFacts(routine)]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const own of facts.values()) {
      for (const call of own.calls) {
        const callee = facts.get(call.callee);
        if (!callee) continue;
        if (callee.mayStop && !own.mayStop) {
          own.mayStop = true;
          changed = true;
        }
        if (markAliases(program, call, own, callee)) changed = true;
      }
    }
  }
  for (const [name, own] of facts)
    if (reachesItself(facts, name)) facts.set(name, { ...own, recursive: true });
  return facts;
}

function reachesItself(facts: ReadonlyMap<string, RoutineFacts>, name: string): boolean {
  const callees = (of: string) => entryOf(facts, of).calls.map(({ callee }) => callee);
  return reached(callees(name), callees).has(name);
}

function ownFacts(routine: Routine): RoutineFacts {
  const addressTaken = new Set<VariableId>();
  const written = new Set<VariableId>();
  const calls: Call[] = [];
  let mayStop = false;
  walkStatements(routine.body, (s) => {
    for (const v of assignedBy(s)) written.add(v);
    if (s.kind === 'stop') mayStop = true;
    if (s.kind !== 'call') return;
    calls.push(s);
    for (const a of s.args)
      if (a.kind === 'reference' && a.place.kind === 'variable') addressTaken.add(a.place.variable);
  });
  return { mayStop, recursive: false, addressTaken, aliased: new Set(), written, calls };
}

function markAliases(program: Program, call: Call, caller: RoutineFacts, callee: RoutineFacts): boolean {
  const routine = routineNamed(program, call.callee);
  if (!routine) return false;
  const objects = call.args.map((a) =>
    a.kind === 'reference' ? a.place.variable : a.kind === 'array' ? a.variable : null,
  );
  let changed = false;
  objects.forEach((object, i) => {
    if (object === null) return;
    const shared =
      caller.aliased.has(object) ||
      program.variables[object]?.storage != null ||
      program.variables[object]?.role === 'global' ||
      objects.some((other, j) => j !== i && other === object);
    const parameter = routine.parameters[i];
    if (!shared || parameter === undefined || callee.aliased.has(parameter)) return;
    callee.aliased.add(parameter);
    changed = true;
  });
  return changed;
}
