/** How JavaScript spells statements. */

import { assertNever } from '../../base/assert';
import { itemAt } from '../../base/lookup';
import * as b from '../../ir/build';
import type { Argument, Expr, Place, Routine, Statement, VariableId } from '../../ir/types';
import type { Dialect } from '../curly/dialect';
import { forHead } from '../curly/forHead';
import { incrementOf, isUnit } from '../increments';
import type { JumpPlan } from '../jumps';
import { BINDS, separated } from '../sink';
import type { Writer } from '../writer';
import type { JContext } from './context';
import { placeName, printExpr, printPlace, printReference } from './expressions';

export function dialect(
  j: JContext,
  routine: Routine,
  writer: Writer,
  inPlace: ReadonlySet<Statement>,
  plan: JumpPlan,
): Dialect {
  const expr = (e: Expr) => printExpr(j, writer, e);
  const target = (id: VariableId) => placeName(j, id);
  const index = j.program.routines.indexOf(routine);
  return {
    writer,
    plan,
    routine,
    labels: 'labelled',
    expr,
    operand: (e) => printExpr(j, writer, e, BINDS.sum),
    equals: '===',
    variable: target,
    recordsInHead: false,
    step: (e) => printExpr(j, writer, e, BINDS.sum),
    comment: (text) => `// ${text}`,
    place: (place) => printPlace(j, writer, place),
    callee: (s) => j.names.routine(s.callee),
    argument: (s, i) => printArgument(j, writer, itemAt(s.args, i)),
    io(s) {
      writer.write('console.log(');
      separated(writer, s.items, expr);
      writer.write(')');
    },
    stop: () => "throw new Error('the program stops here')",
    tape(name) {
      j.tape.add(name);
      return name;
    },
    control: (e) => expr(b.convert(e, e.type === 'bool' ? 'i32' : e.type)),
    // In a typed array a bool is a number.
    popped: (id, isElement) =>
      j.variable(id).type === 'bool' && !isElement && !j.isBoxed(id) ? ' !== 0' : '',
    wholeArray: (id) => [j.variable(id).type, j.names.variable(id)],
    declares: (s) => inPlace.has(s),
    returns: () => (routine.result === null ? 'return;' : `return ${target(routine.result)};`),
    returnOf(e) {
      writer.write('return ');
      expr(e);
      writer.write(';');
    },
    assignment(s) {
      if (inPlace.has(s)) writer.write('let ');
      printPlace(j, writer, s.target);
      const increment = s.target.type === 'f32' ? null : incrementOf(s);
      if (increment && isUnit(increment.by)) {
        writer.write(increment.op === '+=' ? '++' : '--');
        return;
      }
      writer.write(increment ? ` ${increment.op} ` : ' = ');
      printStored(j, writer, increment ? increment.by : s.value, isCell(j, s.target));
    },
    forHead(s) {
      return forHead(this, s, {
        program: j.program,
        index: target(s.index),
        fresh: (wanted) => j.names.fresh(index, wanted),
        declared: 'const',
        value: expr,
        stepped: target(s.index),
        subtracts: false,
      });
    },
  };
}

/** In a typed array a bool is a number. */
function isCell(j: JContext, place: Place): boolean {
  return place.kind === 'element' || j.isBoxed(place.variable);
}

function printStored(j: JContext, writer: Writer, e: Expr, cell: boolean): void {
  printExpr(j, writer, cell && e.type === 'bool' ? b.convert(e, 'i32') : e);
}

function printArgument(j: JContext, writer: Writer, arg: Argument): void {
  switch (arg.kind) {
    case 'value':
      printExpr(j, writer, arg.value);
      break;
    case 'reference':
      printReference(j, writer, arg.place);
      break;
    case 'array':
      writer.token(arg.span, () => {
        if (!arg.start) writer.write(j.names.variable(arg.variable));
        else printReference(j, writer, b.element(arg.variable, arg.start, j.variable(arg.variable).type));
      });
      break;
    default:
      assertNever(arg);
  }
}
