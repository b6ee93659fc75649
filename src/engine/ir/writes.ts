/** Which variables a loop, or any statements, may change, as far as the text tells: before any analysis has run. */

import { onceEach } from '../base/once';
import { byteSize } from './locations';
import { routineNamed } from './names';
import { callsIn } from './statements';
import type { ExternalShape, For, Program, Routine, Statement, Variable, VariableId } from './types';
import { assignedWith, type WritesArgument } from './uses';

/** Positions of parameters that a routine may write, and the shared variables that it may write; null: any of them. */
interface Writes {
  readonly positions: ReadonlySet<number>;
  readonly shared: ReadonlySet<VariableId> | null;
}

/** What the loop may write: its index, what it assigns, and what the routines that it calls may. */
export function writtenByLoop(program: Program, loop: For): Set<VariableId> {
  return writtenBy(program, loop.body).add(loop.index);
}

/** What statements may write: what they assign and count with, and what the routines that they call may. */
export function writtenBy(program: Program, body: readonly Statement[]): Set<VariableId> {
  const written = new Set<VariableId>();
  const add = (id: VariableId) => {
    written.add(id);
    // A variable that the normal form has just made is not in the table, and shares nothing.
    const here = program.variables[id];
    if (here?.storage) for (const v of program.variables) if (meet(here, v)) written.add(v.id);
  };
  const addShared = (shared: Writes['shared']) => {
    if (shared) for (const id of shared) add(id);
    else for (const v of program.variables) if (isShared(v)) written.add(v.id);
  };
  for (const id of assignedWith(body, writesArgument(program))) add(id);
  for (const { callee } of callsIn(body)) addShared(writesOf(program, callee).shared);
  return written;
}

/** Parameters that the routine, or one that it hands them to, may write. */
export function writtenParameters(program: Program, routine: Routine): ReadonlySet<VariableId> {
  const { positions } = writesOf(program, routine.name);
  return new Set(routine.parameters.filter((_, k) => positions.has(k)));
}

/** Whether a call may write what it passes at a position; a routine of which the program knows nothing may. */
export function writesArgument(program: Program): WritesArgument {
  return ({ callee }, position) =>
    !routineNamed(program, callee) || writesOf(program, callee).positions.has(position);
}

const knownIn = onceEach((_: Program) => new Map<string, Writes>());

function writesOf(program: Program, name: string): Writes {
  const known = knownIn(program);
  const order: Routine[] = [];
  const isCircle = calledFirst(program, name, known, order);
  // The least solution: where routines call each other in a circle, one round shows others what they write.
  for (let isOpen = order.length > 0; isOpen; ) {
    isOpen = false;
    for (const routine of order) {
      const found = ownWrites(program, routine);
      isOpen ||= isCircle && isMore(found, known.get(routine.name) ?? NOTHING);
      known.set(routine.name, found);
    }
  }
  return known.get(name) ?? NOTHING;
}

const NOTHING: Writes = { positions: new Set(), shared: new Set() };

function isMore(a: Writes, b: Writes): boolean {
  return a.positions.size > b.positions.size || a.shared?.size !== b.shared?.size;
}

/** Lists the routines of which it is open what they write, callees first; tells whether some call each other in a circle. */
function calledFirst(program: Program, first: string, known: Map<string, Writes>, order: Routine[]): boolean {
  let isCircle = false;
  const open = new Set<string>();
  const visit = (name: string): void => {
    if (known.has(name)) {
      if (open.has(name)) isCircle = true;
      return;
    }
    const routine = routineNamed(program, name);
    if (!routine || routine.external) {
      known.set(name, writesElsewhere(routine));
      return;
    }
    known.set(name, NOTHING);
    open.add(name);
    for (const { callee } of callsIn(routine.body)) visit(callee);
    open.delete(name);
    order.push(routine);
  };
  visit(first);
  return isCircle;
}

/** What is not said of a routine whose body is not here may be anything. */
function writesElsewhere(routine: Routine | undefined): Writes {
  if (routine?.external?.declared) return declaredWrites(routine, routine.external);
  return { positions: new Set(routine?.parameters.map((_, i) => i)), shared: null };
}

/** Positions past those of the parameters are those of globals. */
function declaredWrites({ parameters }: Routine, { written, globals }: ExternalShape): Writes {
  const shared = written.flatMap((i) => globals[i - parameters.length] ?? []);
  return { positions: new Set(written), shared: new Set(shared) };
}

function ownWrites(program: Program, routine: Routine): Writes {
  const ids = assignedWith(routine.body, writesArgument(program));
  const shared = new Set<VariableId>();
  let all = false;
  for (const call of callsIn(routine.body)) {
    const writes = writesOf(program, call.callee);
    if (writes.shared) for (const id of writes.shared) shared.add(id);
    else all = true;
  }
  for (const id of ids) {
    const v = program.variables[id];
    if (v && isShared(v)) shared.add(id);
  }
  return {
    positions: new Set(routine.parameters.flatMap((id, i) => (ids.has(id) ? [i] : []))),
    shared: all ? null : shared,
  };
}

/** Whether two variables share memory. */
function meet(a: Variable, b: Variable): boolean {
  if (!a.storage || !b.storage || a.storage.root !== b.storage.root) return false;
  const [low, high] = a.storage.offset <= b.storage.offset ? [a, b] : [b, a];
  return (high.storage?.offset ?? 0) < (low.storage?.offset ?? 0) + byteSize(low);
}

function isShared(v: Variable): boolean {
  return v.role === 'global' || v.storage !== null;
}
