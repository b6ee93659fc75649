/** What a piece of a routine shares with the routine around it, as the interface of a routine of its own. */

import { boundsOf, isOpen } from '../ir/bounds';
import { isConstant, walk } from '../ir/build';
import { variableOf } from '../ir/names';
import { placesRead } from '../ir/partials';
import { mapExpressions } from '../ir/rewrites/rename';
import {
  allStatements,
  bodies,
  endsRun,
  jumpsOutOf,
  rewriteStatements,
  walkStatements,
} from '../ir/statements';
import type { Exit, Expr, Next, Program, Routine, Statement, Variable, VariableId } from '../ir/types';
import { assignedBy, assignedWith, mentioned } from '../ir/uses';
import { writesArgument } from '../ir/writes';

/** A variable that the piece shares with the routine around it. */
export interface Shared {
  readonly id: VariableId;
  readonly written: boolean;
  /** Whether it is a pointer of which the piece uses only the value that it points to. */
  readonly isPointer: boolean;
}

export interface Face {
  readonly shared: readonly Shared[];
  /** Variables that only the piece uses. */
  readonly own: readonly VariableId[];
  /** The routine's own views of common storage: the piece gets equal views. */
  readonly views: readonly VariableId[];
  /** Variables that other routines can see too. */
  readonly globals: readonly VariableId[];
  /** Why the piece cannot be taken out, one clause each. */
  readonly problems: readonly string[];
}

/** `isSize`: of a variable that its own pass has seen to be set ahead of the piece only. */
export function faceOf(
  program: Program,
  routine: Routine,
  piece: Statement,
  isSize: (id: VariableId) => boolean = () => false,
): Face {
  const owner = program.routines.indexOf(routine);
  const inside = withBounds(program, mentioned({ body: [piece] }));
  const rest = rewriteStatements(routine.body, (s) => (s.id === piece.id ? [] : [s]));
  const outside = withBounds(program, mentioned({ body: rest }));
  const written = new Set([...assignedWith([piece], writesArgument(program))].filter((id) => !isSize(id)));
  const problems = leavesBy(piece);
  const shared: Shared[] = [];
  const own: VariableId[] = [];
  const views: VariableId[] = [];
  const globals: VariableId[] = [];
  for (const id of [...inside].sort((a, b) => a - b)) {
    const v = variableOf(program, id);
    const isOwn = v.role === 'local' || v.role === 'temporary' || v.role === 'control';
    if (v.role === 'global' || v.owner !== owner) {
      globals.push(id);
      if (v.owner === owner) views.push(id);
    } else if (v.storage !== null)
      problems.push(`\`${v.name}\` shares its storage with others: give it storage of its own`);
    else if (isOwn && !outside.has(id)) own.push(id);
    else shared.push({ id, written: written.has(id), isPointer: pointsToOne(v, piece) });
  }
  for (const id of inside)
    for (const e of boundsOf(variableOf(program, id)))
      walk(e, (x) => {
        if (x.kind !== 'variable' && x.kind !== 'element') return;
        const { name } = variableOf(program, x.variable);
        if (written.has(x.variable)) problems.push(`it changes \`${name}\`, which an extent names`);
        else if (!isSize(x.variable) && isAnother(program, routine, x.variable))
          problems.push(`\`${name}\`, which an extent names, may have changed since`);
      });
  const isArray = ({ id, isPointer }: Shared) => Number(variableOf(program, id).shape !== null && !isPointer);
  shared.sort((a, b) => isArray(a) - isArray(b) || a.id - b.id);
  return { shared, own, views, globals, problems };
}

/** What says how large an array is goes where that goes. */
function withBounds(program: Program, named: ReadonlySet<VariableId>): Set<VariableId> {
  const found = new Set(named);
  for (const id of named) for (const e of boundsOf(variableOf(program, id))) addMentioned(e, found);
  return found;
}

/** May a later statement change the variable of an extent, which has its value from entry or from the one statement that sets it? */
function isAnother(program: Program, { body }: Routine, id: VariableId): boolean {
  const { role } = variableOf(program, id);
  const before = role === 'parameter' || role === 'global' ? 1 : 0;
  return before + settersOf(program, body, id) > 1;
}

/** How many statements may set a variable; a call counts if the callee sets what it is passed. */
export function settersOf(program: Program, body: readonly Statement[], id: VariableId): number {
  const writes = writesArgument(program);
  return allStatements(body).filter((s) => assignedBy(s, writes).includes(id)).length;
}

/** Whether a shared array has an extent that the text does not give. */
export const isUnsized = (program: Program, { id, isPointer }: Shared): boolean =>
  !isPointer && isOpen(variableOf(program, id));

export const UNSIZED = (name: string): string =>
  `the text does not say how large \`${name}\` is: declare its extent`;

function addMentioned(e: Expr, into: Set<VariableId>): void {
  for (const { variable } of placesRead(e)) into.add(variable);
}

/** Jumps that leave the piece; going on to the next iteration of a counted loop does not. */
function leavesBy(piece: Statement): string[] {
  const inside = piece.kind === 'block' ? [piece] : bodies(piece).flat();
  const goesOn = (s: Exit | Next) => s.kind === 'next' && piece.kind === 'for' && s.target === piece.label;
  const isLeft = endsRun([piece]) || !jumpsOutOf(inside).every(goesOn);
  return isLeft ? ['it is left by a jump: let its test alone end it'] : [];
}

function pointsToOne(v: Variable, piece: Statement): boolean {
  const [dimension, another] = v.shape?.dimensions ?? [];
  if (!dimension || another || dimension.extent !== null) return false;
  let only = true;
  const see = (e: Expr) =>
    walk(e, (x) => {
      if (x.kind === 'element' && x.variable === v.id && !x.subscripts.every((i) => isConstant(i, 0)))
        only = false;
    });
  walkStatements([piece], (s) => {
    mapExpressions(s, (e) => {
      see(e);
      return e;
    });
    if (s.kind === 'call' && s.args.some((a) => a.kind === 'array' && a.variable === v.id)) only = false;
  });
  return only;
}
