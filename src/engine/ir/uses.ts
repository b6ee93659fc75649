/** Which expressions and variables a statement names: plain syntax, whatever it means for data flow. */
import { onceEach } from '../base/once';
import { isReal, somePart, walkPlaces } from './build';
import { routineNamed } from './names';
import { callsIn, walkStatements } from './statements';
import type { Argument, Call, Expr, Place, Program, Routine, Statement, VariableId } from './types';

/** Every variable that a routine's statements name. Bodies never change, so that each is looked through once. */
export const mentioned = ({ body }: Pick<Routine, 'body'>): ReadonlySet<VariableId> => mentionedIn(body);

const mentionedIn = onceEach((body: readonly Statement[]): ReadonlySet<VariableId> => {
  const found = new Set<VariableId>();
  const see = ({ variable }: Place) => {
    found.add(variable);
  };
  walkStatements(body, (s) => {
    for (const e of statementExpressions(s)) walkPlaces(e, see);
    for (const id of namedVariables(s)) found.add(id);
  });
  return found;
});

/** How often statements name each variable. */
export function countMentions(body: readonly Statement[]): Map<VariableId, number> {
  const counts = new Map<VariableId, number>();
  const count = (id: VariableId) => counts.set(id, (counts.get(id) ?? 0) + 1);
  walkStatements(body, (s) => {
    for (const e of statementExpressions(s)) walkPlaces(e, (part) => count(part.variable));
    for (const id of namedVariables(s)) count(id);
  });
  return counts;
}

/** Whether an expression names such a variable, or an element of such an array. */
export function mentions(e: Expr, which: (id: VariableId) => boolean): boolean {
  return somePart(e, (part) => (part.kind === 'variable' || part.kind === 'element') && which(part.variable));
}

const NONE: readonly never[] = [];

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

/** Variables that a statement itself assigns; a call its result and arguments, and what it does to globals aside. */
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
    for (const id of assignedBy(s, writes)) written.add(id);
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
  const reached = new Set([routine]);
  for (const { body } of reached)
    for (const { callee } of callsIn(body)) {
      const next = routineNamed(program, callee);
      if (next) reached.add(next);
    }
  return reached;
}
