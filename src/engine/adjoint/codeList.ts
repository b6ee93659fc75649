/**
 * Code lists ([SPG] 2, theory 8.2): an assignment of a real value becomes one elementary operation a statement, each
 * subexpression in a compiler variable v0, v1, …, and last `V = v0`:
 *
 *   x = x*sin(y)   ->   v1 = x;  v3 = y;  v2 = sin(v3);  v0 = v1*v2;  x = v0;
 *
 * The grammar's numbering: the root has number 0, a first operand the next number after its parent's, every other one the
 * next after those of the operand before it. All code lists of a routine share their variables, one a number and type.
 */
import type { AssignDerivative } from '../analyses/instructions/derivatives';
import { constant, isReal, variable } from '../ir/build';
import type { Assign, Expr, Place, ScalarType, Statement, VariableId } from '../ir/types';
import { increment, nameShared } from './assignment';
import { adjointPlace, assign, type Builder, type From } from './builder';

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

/**
 * The adjoint of one of its assignments. A variable of a code list is read once, by what it is an operand of, whose
 * adjoint comes right before its own: so its adjoint is overwritten, and neither incremented nor reset.
 */
export function adjointInCodeList(
  b: Builder,
  s: Assign,
  d: AssignDerivative,
  isCompilerVariable: (id: VariableId) => boolean,
): Statement[] {
  const from: From = { span: s.span, origin: s.id, sweep: 'backward' };
  const put = (place: Place, value: Expr) =>
    isCompilerVariable(place.variable)
      ? assign(b, from, 'derivative', adjointPlace(b, place), value)
      : increment(b, from, adjointPlace(b, place), value);
  const seed = adjointPlace(b, d.target);
  const statements: Statement[] = [];
  const named = nameShared(b, from, d, seed, statements);
  const given = new Set(d.contributions.map(({ place }) => place.variable));
  // An operand that contributes nothing, as in `floor(v1)`, must not keep what it had in another code list.
  const silent = d.operands.filter((p) => isCompilerVariable(p.variable) && !given.has(p.variable));
  for (const place of silent) statements.push(put(place, constant(0, place.type)));
  for (const { place, value } of d.contributions) statements.push(put(place, named(value)));
  if (!isCompilerVariable(d.target.variable))
    statements.push(assign(b, from, 'derivative', seed, constant(0, seed.type)));
  return statements;
}
