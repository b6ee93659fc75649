/** Types of expressions, and the variables that a routine may name. */
import { isInteger, isReal, walk } from './build';
import { ELEMENTARY } from './elementary';
import { printExpr } from './text/print';
import type { Expr, Program, ScalarType, VariableId } from './types';

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
  let sound = true;
  walk(whole, (e) => {
    if ((e.kind === 'variable' || e.kind === 'element') && !program.variables[e.variable]) sound = false;
  });
  return sound ? printExpr(program, whole) : `this ${whole.kind}`;
}

/** What is wrong with the types of an operation and its operands, or null. */
function mistyped(e: Exclude<Expr, { kind: 'variable' | 'element' }>): string | null {
  const { type } = e;
  switch (e.kind) {
    case 'constant':
      if (type === 'bool' && e.value !== 0 && e.value !== 1) return `${e.value} as bool`;
      return isInteger(type) && !Number.isInteger(e.value) ? `${e.value} as ${type}` : null;
    case 'unary': {
      const right =
        e.op === 'not' ? type === 'bool' : e.op === 'complement' ? isInteger(type) : type !== 'bool';
      return right && e.operand.type === type ? null : `${e.op} of ${e.operand.type} as ${type}`;
    }
    case 'binary': {
      const real = e.op === 'add' || e.op === 'subtract' || e.op === 'multiply' || e.op === 'divide';
      const right = isInteger(type) || (real && isReal(type));
      const agrees = e.left.type === type && (e.right.type === type || isShift(e.op, e.right.type));
      return right && agrees ? null : `${e.op} of ${e.left.type} and ${e.right.type} as ${type}`;
    }
    case 'compare': {
      const ordered = e.left.type !== 'bool' || e.op === 'eq' || e.op === 'ne';
      return ordered && e.left.type === e.right.type && type === 'bool'
        ? null
        : `${e.op} of ${e.left.type} and ${e.right.type} as ${type}`;
    }
    case 'logical':
      return e.left.type === 'bool' && e.right.type === 'bool' && type === 'bool'
        ? null
        : `${e.op} of ${e.left.type} and ${e.right.type}`;
    case 'convert':
      return null;
    case 'select':
      return e.condition.type === 'bool' && e.whenTrue.type === type && e.whenFalse.type === type
        ? null
        : `choice by ${e.condition.type} between ${e.whenTrue.type} and ${e.whenFalse.type} as ${type}`;
    case 'intrinsic':
      return mistypedIntrinsic(e);
  }
}

/** C takes the type of a shift from its left operand alone. */
function isShift(op: string, right: ScalarType): boolean {
  return (op === 'shiftleft' || op === 'shiftright') && isInteger(right);
}

function mistypedIntrinsic(e: Extract<Expr, { kind: 'intrinsic' }>): string | null {
  const rule = ELEMENTARY[e.fn];
  if (e.args.length !== rule.arity) return `${e.fn} of ${e.args.length} arguments`;
  const [first, second] = e.args;
  const wrong = `${e.fn} of ${e.args.map((arg) => arg.type).join(', ')} as ${e.type}`;
  if (rule.types === 'powerInteger') {
    const right = first?.type === e.type && e.type !== 'bool' && second && isInteger(second.type);
    return right ? null : wrong;
  }
  const right = rule.types === 'real' ? isReal(e.type) : e.type !== 'bool';
  return right && e.args.every((arg) => arg.type === e.type) ? null : wrong;
}

export type Report = (message: string) => void;

export function verifyVisible(program: Program, owner: number | null, id: VariableId, report: Report): void {
  const v = program.variables[id];
  if (!v) report(`it names variable ${id}, which does not exist`);
  else if (v.owner !== null && v.owner !== owner)
    report(`it names ${v.name} of ${program.routines[v.owner]?.name ?? 'no routine'}`);
}
