/** How JavaScript spells statements. */

import { assertNever } from '../../base/assert';
import * as b from '../../ir/build';
import { controlFunction, tapeFunction } from '../../ir/runtime';
import type { Argument, Expr, For, Place, Routine, Statement, TapeValue, VariableId } from '../../ir/types';
import { mentions } from '../../ir/uses';
import { difference, sum } from '../affine';
import type { Dialect } from '../curly/dialect';
import { incrementOf, isUnit } from '../increments';
import type { JumpPlan } from '../jumps';
import { writtenIn } from '../locals';
import type { Writer } from '../writer';
import type { JContext } from './context';
import { flatSubscript, printExpr, printOperand, printReference } from './expressions';

export function dialect(
  j: JContext,
  routine: Routine,
  writer: Writer,
  inPlace: ReadonlySet<Statement>,
  plan: JumpPlan,
): Dialect {
  const expr = (e: Expr) => printExpr(j, writer, e);
  const target = (id: VariableId) => j.names.variable(id) + (j.isBoxed(id) ? '[0]' : '');
  const index = j.program.routines.indexOf(routine);
  return {
    writer,
    plan,
    routine,
    labels: 'labelled',
    expr,
    test: expr,
    operand: (e) => printOperand(j, writer, e),
    equals: '===',
    variable: target,
    push: null,
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
    forHead: (s) => forHead(j, writer, s, index, target(s.index)),
    leaf(s) {
      if (s.kind === 'comment') {
        writer.statement(s, () => writer.write(`// ${s.text}`));
        writer.endLine();
        return;
      }
      writer.statement(s, () => {
        printLeaf(j, writer, s);
        writer.write(';');
      });
      writer.endLine();
    },
  };
}

/** A place to be written: an element of a bool array is a number there. */
function printPlace(j: JContext, writer: Writer, place: Place): void {
  writer.token(place.span, () => {
    if (place.kind === 'variable') {
      writer.write(j.names.variable(place.variable) + (j.isBoxed(place.variable) ? '[0]' : ''));
      return;
    }
    writer.write(`${j.names.variable(place.variable)}[`);
    printExpr(j, writer, flatSubscript(j, place.variable, place.subscripts));
    writer.write(']');
  });
}

/** In a typed array a bool is a number. */
function isCell(j: JContext, place: Place): boolean {
  return place.kind === 'element' || j.isBoxed(place.variable);
}

function printStored(j: JContext, writer: Writer, e: Expr, cell: boolean): void {
  printExpr(j, writer, cell && e.type === 'bool' ? b.convert(e, 'i32') : e);
}

function printLeaf(
  j: JContext,
  writer: Writer,
  s: Exclude<Parameters<Dialect['leaf']>[0], { kind: 'comment' }>,
): void {
  const tape = (name: string) => {
    j.tape.add(name);
    return name;
  };
  switch (s.kind) {
    case 'call':
      if (s.result) {
        printPlace(j, writer, s.result);
        writer.write(' = ');
      }
      writer.write(`${j.names.routine(s.callee)}(`);
      s.args.forEach((arg, i) => {
        if (i > 0) writer.write(', ');
        printArgument(j, writer, arg);
      });
      writer.write(')');
      break;
    case 'io':
      writer.write('console.log(');
      s.items.forEach((item, i) => {
        if (i > 0) writer.write(', ');
        printExpr(j, writer, item);
      });
      writer.write(')');
      break;
    case 'stop':
      writer.write("throw new Error('the program stops here')");
      break;
    case 'push':
      if (s.what.kind === 'scalar') {
        writer.write(`${tape(tapeFunction('push', s.what.place.type, false))}(`);
        printExpr(j, writer, s.what.place);
        writer.write(')');
      } else printArrayTape(j, writer, 'push', s.what, tape);
      break;
    case 'pop':
      if (s.what.kind === 'scalar') {
        printPlace(j, writer, s.what.place);
        writer.write(` = ${tape(tapeFunction('pop', s.what.place.type, false))}()`);
        if (s.what.place.type === 'bool' && !isCell(j, s.what.place)) writer.write(' !== 0');
      } else printArrayTape(j, writer, 'pop', s.what, tape);
      break;
    case 'pushControl':
      writer.write(`${tape(controlFunction('push', s.width))}(`);
      printExpr(j, writer, b.convert(s.value, s.value.type === 'bool' ? 'i32' : s.value.type));
      writer.write(')');
      break;
    case 'popControl': {
      const v = j.variable(s.target);
      writer.write(
        `${j.names.variable(s.target)}${j.isBoxed(s.target) ? '[0]' : ''} = ${tape(controlFunction('pop', s.width))}()`,
      );
      if (v.type === 'bool' && !j.isBoxed(s.target)) writer.write(' !== 0');
      break;
    }
    default:
      assertNever(s);
  }
}

function printArrayTape(
  j: JContext,
  writer: Writer,
  action: 'push' | 'pop',
  { variable, count }: TapeValue & { kind: 'array' },
  tape: (name: string) => string,
): void {
  writer.write(
    `${tape(tapeFunction(action, j.variable(variable).type, true))}(${j.names.variable(variable)}, `,
  );
  printExpr(j, writer, count);
  writer.write(')');
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

function forHead(j: JContext, writer: Writer, s: For, routine: number, index: string) {
  const written = writtenIn(j.program, s.body);
  written.add(s.index);
  const frozen: { name: string; value: Expr }[] = [];
  const freeze = (e: Expr, wanted: string): Expr | string => {
    if (!mentions(e, (id) => written.has(id))) return e;
    const name = j.names.fresh(routine, wanted);
    frozen.push({ name, value: e });
    return name;
  };
  const step = freeze(s.step, 'step');
  const last = freeze(s.last, 'last');
  /** Operands of comparisons. */
  const show = (e: Expr | string) => (typeof e === 'string' ? writer.write(e) : printOperand(j, writer, e));
  const sign =
    s.step.kind === 'constant' ? Math.sign(s.step.value) : s.test === 'do' ? 0 : s.test[0] === 'l' ? 1 : -1;
  const strict = (s.test === 'lt' || s.test === 'gt') && typeof last !== 'string';
  return {
    before() {
      for (const { name, value } of frozen) {
        writer.write(`const ${name} = `);
        printExpr(j, writer, value);
        writer.line(';');
      }
    },
    head() {
      writer.write(`${index} = `);
      printExpr(j, writer, s.first);
      writer.write('; ');
      if (sign === 0) {
        show(step);
        writer.write(` > 0 ? ${index} <= `);
        show(last);
        writer.write(` : ${index} >= `);
        show(last);
      } else {
        writer.write(`${index} ${sign > 0 ? '<' : '>'}${strict ? '' : '='} `);
        const one = b.constant(1, s.last.type);
        show(strict && typeof last !== 'string' ? (sign > 0 ? sum(last, one) : difference(last, one)) : last);
      }
      writer.write('; ');
      if (s.step.kind === 'constant' && Math.abs(s.step.value) === 1)
        writer.write(`${index}${sign > 0 ? '++' : '--'}`);
      else if (s.step.kind === 'constant')
        writer.write(`${index} ${sign > 0 ? '+=' : '-='} ${Math.abs(s.step.value)}`);
      else {
        writer.write(`${index} += `);
        show(step);
      }
    },
  };
}
