/** Types of expressions, and the variables that a routine may name. */

import { isInteger, isReal, walk } from '../ir/build';
import { ELEMENTARY } from '../ir/elementary';
import { printExpr } from '../ir/text/notation';
import type { Expr, Program, ScalarType, VariableId } from '../ir/types';
import { mentions } from '../ir/uses';

export function verifyExpr(program: Program, owner: number | null, whole: Expr, report: Report): void {
  walk(whole, (e) => {
    if (e.kind === 'variable' || e.kind === 'element') {
      verifyVisible(program, owner, e.variable, report);
      const v = program.variables[e.variable];
      if (!v) return;
      if (v.type !== e.type) report(`${v.name} is ${v.type}, read as ${e.type}`);
      const rank = e.kind === 'element' ? e.subscripts.length : 0;
      if (rank !== (v.shape?.dimensions.length ?? 0)) report(`${v.name} has ${rank} subscripts`);
      return;
    }
    const wrong = mistyped(e);
    if (wrong) report(`${wrong} in ${shown(program, e)}`);
  });
}

/** An expression as text, if all of its variables exist. */
export function shown(program: Program, whole: Expr): string {
  const isSound = !mentions(whole, (id) => !program.variables[id]);
  return isSound ? printExpr(program, whole) : `this ${whole.kind}`;
}

type Operation = Exclude<Expr, { kind: 'variable' | 'element' }>;

/** Do the types of an operation and its operands agree? */
const IS_TYPED: { readonly [K in Operation['kind']]: (e: Extract<Operation, { kind: K }>) => boolean } = {
  constant: ({ type, value }) =>
    type === 'bool' ? value === 0 || value === 1 : !isInteger(type) || Number.isInteger(value),
  unary: ({ op, type, operand }) => {
    const fits = op === 'not' ? type === 'bool' : op === 'complement' ? isInteger(type) : type !== 'bool';
    return fits && operand.type === type;
  },
  binary: ({ op, type, left, right }) => {
    const real = op === 'add' || op === 'subtract' || op === 'multiply' || op === 'divide';
    const fits = isInteger(type) || (real && isReal(type));
    return fits && left.type === type && (right.type === type || isShift(op, right.type));
  },
  compare: ({ op, type, left, right }) => {
    const ordered = left.type !== 'bool' || op === 'eq' || op === 'ne';
    return ordered && left.type === right.type && type === 'bool';
  },
  logical: ({ type, left, right }) => [type, left.type, right.type].every((each) => each === 'bool'),
  convert: () => true,
  select: ({ type, condition, whenTrue, whenFalse }) =>
    condition.type === 'bool' && whenTrue.type === type && whenFalse.type === type,
  intrinsic: isIntrinsicTyped,
};

/** What is wrong with the types of an operation and its operands, or null. */
function mistyped(e: Operation): string | null {
  const isTyped = IS_TYPED[e.kind] as (e: Operation) => boolean;
  return isTyped(e) ? null : typesOf(e);
}

/** The types of an operation, in words. */
function typesOf(e: Operation): string {
  switch (e.kind) {
    case 'constant':
      return `${e.value} as ${e.type}`;
    case 'unary':
    case 'convert':
      return `${e.kind === 'unary' ? e.op : e.kind} of ${e.operand.type} as ${e.type}`;
    case 'binary':
    case 'compare':
      return `${e.op} of ${e.left.type} and ${e.right.type} as ${e.type}`;
    case 'logical':
      return `${e.op} of ${e.left.type} and ${e.right.type}`;
    case 'select':
      return `choice by ${e.condition.type} between ${e.whenTrue.type} and ${e.whenFalse.type} as ${e.type}`;
    case 'intrinsic':
      return e.args.length === ELEMENTARY[e.fn].arity
        ? `${e.fn} of ${e.args.map((arg) => arg.type).join(', ')} as ${e.type}`
        : `${e.fn} of ${e.args.length} arguments`;
  }
}

/** C takes the type of a shift from its left operand alone. */
function isShift(op: string, right: ScalarType): boolean {
  return (op === 'shiftleft' || op === 'shiftright') && isInteger(right);
}

function isIntrinsicTyped({ fn, type, args }: Extract<Expr, { kind: 'intrinsic' }>): boolean {
  const rule = ELEMENTARY[fn];
  if (args.length !== rule.arity) return false;
  const fits = rule.types === 'real' ? isReal(type) : type !== 'bool';
  return fits && args.every((arg, i) => (i === rule.whole ? isInteger(arg.type) : arg.type === type));
}

export type Report = (message: string) => void;

export function verifyVisible(program: Program, owner: number | null, id: VariableId, report: Report): void {
  const v = program.variables[id];
  if (!v) report(`it names variable ${id}, which does not exist`);
  else if (v.owner !== null && v.owner !== owner)
    report(`it names ${v.name} of ${program.routines[v.owner]?.name ?? 'no routine'}`);
}
