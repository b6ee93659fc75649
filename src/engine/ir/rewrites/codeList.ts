/**
 * Code lists ([SPG] 2, theory 8.2): an assignment of a real value becomes one elementary operation a statement, each
 * subexpression in a compiler variable v0, v1, …, and last `V = v0`:
 *
 *   x = x*sin(y)   ->   v1 = x;  v3 = y;  v2 = sin(v3);  v0 = v1*v2;  x = v0;
 *
 * The grammar's numbering: the root has number 0, a first operand the next number after its parent's, every other one the
 * next after those of the operand before it. All code lists of a routine share their variables, one a number and type.
 */
import { isReal, variable } from '../build';
import type { Assign, Expr, ScalarType, Statement, VariableId } from '../types';

export interface CodeListTools {
  readonly statement: () => Assign['id'];
  /** The variable of that number and type. */
  readonly variable: (number: number, type: ScalarType) => VariableId;
}

/** Integers and truth values have no adjoints, so that an expression of such a type stays whole. */
export function toCodeList(s: Assign, tools: CodeListTools): Assign[] {
  if (!isReal(s.target.type)) return [s];
  const list: Assign[] = [];
  let last = -1;
  const named = (e: Expr): Expr => {
    const number = ++last;
    const operation = withOperands(e, named);
    const { type, span } = e;
    const target = variable(tools.variable(number, type), type, span);
    list.push({
      ...s,
      id: tools.statement(),
      span,
      target,
      value: operation,
      form: undefined,
      codeList: true,
    });
    return target;
  };
  const value = named(s.value);
  return [...list, { ...s, value, form: undefined }];
}

/** The expression over other operands; one whose parts are not all evaluated, or not real, is an operand itself. */
function withOperands(e: Expr, named: (operand: Expr) => Expr): Expr {
  switch (e.kind) {
    case 'binary':
      return { ...e, left: named(e.left), right: named(e.right) };
    case 'unary':
      return { ...e, operand: named(e.operand) };
    case 'convert':
      return isReal(e.operand.type) ? { ...e, operand: named(e.operand) } : e;
    case 'intrinsic':
      return { ...e, args: e.args.map((arg) => (isReal(arg.type) ? named(arg) : arg)) };
    default:
      return e;
  }
}

/** The variables of a routine's code lists. */
export function codeListVariables(statements: Iterable<Statement>): Set<VariableId> {
  const found = new Set<VariableId>();
  for (const s of statements) if (s.kind === 'assign' && s.codeList) found.add(s.target.variable);
  return found;
}
