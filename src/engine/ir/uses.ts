/** Which expressions and variables a statement names: plain syntax, whatever it means for data flow. */
import { reached } from '../base/components';
import { onceEach } from '../base/once';
import { isReal, somePart, walkPlaces } from './build';
import { routineNamed } from './names';
import { callsIn, someStatement, walkStatements } from './statements';
import type { Argument, Call, Expr, Place, Program, Routine, Statement, VariableId } from './types';

/** Every variable that a routine's statements name. Bodies never change, so that each is looked through once. */
export const mentioned = ({ body }: Pick<Routine, 'body'>): ReadonlySet<VariableId> => mentionedIn(body);

const mentionedIn = onceEach((body: readonly Statement[]): ReadonlySet<VariableId> => {
  const found = new Set<VariableId>();
  visitPlaces(body, (id) => found.add(id));
  return found;
});

/** How often statements name each variable. */
export function countMentions(body: readonly Statement[]): Map<VariableId, number> {
  const counts = new Map<VariableId, number>();
  visitPlaces(body, (id) => counts.set(id, (counts.get(id) ?? 0) + 1));
  return counts;
}

/** Is told of every mention of a variable, with its place, or null where a whole array, an index or a state is meant. */
type SeesMention = (id: VariableId, place: Place | null) => void;

/** Every mention in statements and in those inside of them. */
export function visitPlaces(list: readonly Statement[], visit: SeesMention): void {
  walkStatements(list, mentionsTo(visit));
}

/** A function that tells of every mention in a statement itself, for any number of statements. */
export function mentionsTo(visit: SeesMention): (s: Statement) => void {
  const see = (place: Place) => visit(place.variable, place);
  return (s) => {
    // The most frequent ones, without lists.
    if (s.kind === 'assign') {
      walkPlaces(s.target, see);
      walkPlaces(s.value, see);
      return;
    }
    for (const id of namedVariables(s)) visit(id, null);
    for (const e of statementExpressions(s)) walkPlaces(e, see);
  };
}

/** Whether an expression names such a variable, or an element of such an array. */
export function mentions(e: Expr, which: (id: VariableId) => boolean): boolean {
  return somePart(e, (part) => (part.kind === 'variable' || part.kind === 'element') && which(part.variable));
}

const NONE: readonly never[] = [];

/** Whether an expression of some statements, or a part of one, is such. */
export function someExpression(list: readonly Statement[], test: (part: Expr) => boolean): boolean {
  return someStatement(list, (s) => statementExpressions(s).some((e) => somePart(e, test)));
}
/** The expressions directly in a statement, places included, in order of evaluation; not those of statements inside. */
export function statementExpressions(s: Statement): readonly Expr[] {
  switch (s.kind) {
    case 'assign':
      return [s.target, s.value];
    case 'call':
      return [...s.args.flatMap(argumentExpressions), ...(s.result ? [s.result] : [])];
    case 'if':
    case 'while':
    case 'doWhile':
      return [s.condition];
    case 'for':
      return [s.first, s.last, s.step];
    case 'switch':
      return [s.selector];
    case 'dispatch':
      return s.blocks.flatMap(({ jump }) =>
        jump.kind === 'branch' ? [jump.condition] : jump.kind === 'select' ? [jump.selector] : [],
      );
    case 'io':
      return s.items;
    case 'push':
    case 'pop':
      return [s.what.kind === 'scalar' ? s.what.place : s.what.count];
    case 'pushControl':
      return [s.value];
    default:
      return NONE;
  }
}

function argumentExpressions(arg: Argument): readonly Expr[] {
  return arg.kind === 'value' ? [arg.value] : arg.kind === 'reference' ? [arg.place] : (arg.start ?? []);
}

/** Variables that a statement names outside of its expressions: loop indices, whole arrays, states. */
export function namedVariables(s: Statement): readonly VariableId[] {
  switch (s.kind) {
    case 'call':
      return s.args.flatMap((arg) => (arg.kind === 'array' ? [arg.variable] : []));
    case 'for':
      return [s.index];
    case 'dispatch':
      return [s.state];
    case 'push':
    case 'pop':
      return s.what.kind === 'array' ? [s.what.variable] : NONE;
    case 'popControl':
      return [s.target];
    default:
      return NONE;
  }
}

/** Of a call: whether it may write the argument at a position, which it gets by reference. */
export type WritesArgument = (call: Call, position: number) => boolean;

/** Variables that a statement itself assigns; of a call its result and arguments, but not what it does to globals. */
export function assignedBy(s: Statement, writes: WritesArgument = () => true): readonly VariableId[] {
  switch (s.kind) {
    case 'assign':
      return [s.target.variable];
    case 'for':
      return [s.index];
    case 'dispatch':
      return [s.state];
    case 'pop':
      return [s.what.kind === 'scalar' ? s.what.place.variable : s.what.variable];
    case 'popControl':
      return [s.target];
    case 'call': {
      const written = s.args.flatMap((arg, i) => {
        if (arg.kind === 'value' || !writes(s, i)) return [];
        return [arg.kind === 'array' ? arg.variable : arg.place.variable];
      });
      return s.result ? [...written, s.result.variable] : written;
    }
    default:
      return NONE;
  }
}

/** Variables that statements, those inside of them included, may assign; with all that calls get by reference, found once. */
export const assignedVariables = onceEach(assignedWith);

/** The same where calls write what they are said to write only. */
export function assignedWith(body: readonly Statement[], writes?: WritesArgument): ReadonlySet<VariableId> {
  const written = new Set<VariableId>();
  walkStatements(body, (s) => {
    // The most frequent ones, without a list of what they assign.
    if (s.kind === 'assign') written.add(s.target.variable);
    else for (const id of assignedBy(s, writes)) written.add(id);
  });
  return written;
}

/** Whether a derivative could flow through an expression: it reads a real variable. */
export function readsReal(e: Expr): boolean {
  switch (e.kind) {
    case 'constant':
      return false;
    case 'variable':
    case 'element':
      return isReal(e.type);
    case 'unary':
    case 'convert':
      return readsReal(e.operand);
    case 'binary':
    case 'compare':
    case 'logical':
      return readsReal(e.left) || readsReal(e.right);
    case 'intrinsic':
      return e.args.some(readsReal);
    case 'select':
      return readsReal(e.whenTrue) || readsReal(e.whenFalse);
  }
}

/** A routine, and those that it calls, directly or not. */
export function reachedFrom(program: Program, routine: Routine): ReadonlySet<Routine> {
  return reached([routine], ({ body }) =>
    callsIn(body).flatMap(({ callee }) => routineNamed(program, callee) ?? []),
  );
}

/**
 * The program with routines that `entry` does not reach emptied, so that they cost nothing. They stay, because the owners
 * of variables are their positions.
 */
export function withoutIdle(program: Program, entry: Routine): Program {
  const reached = reachedFrom(program, entry);
  if (reached.size === program.routines.length) return program;
  return {
    ...program,
    routines: program.routines.map((r) => (reached.has(r) ? r : { ...r, locals: [], body: [] })),
  };
}
