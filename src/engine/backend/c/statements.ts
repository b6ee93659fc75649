/** Statements in C: what the shared printer of braces asks of a dialect. */

import { assertNever } from '../../base/assert';
import { present } from '../../base/lookup';
import * as b from '../../ir/build';
import { routineNamed, shapeOf } from '../../ir/names';
import { controlFunction, tapeFunction } from '../../ir/runtime';
import type {
  Argument,
  Assign,
  Call,
  Expr,
  For,
  Io,
  Routine,
  Statement,
  TapeValue,
  VariableId,
} from '../../ir/types';
import { mentions } from '../../ir/uses';
import { difference, sum } from '../affine';
import type { Dialect } from '../curly/dialect';
import { incrementOf, isUnit } from '../increments';
import type { JumpPlan } from '../jumps';
import { writtenIn } from '../locals';
import type { Writer } from '../writer';
import type { CContext } from './context';
import { cSubscripts, isWidening, printAddress, printAs, printExpr, printOperand } from './expressions';

export interface Body {
  readonly c: CContext;
  readonly writer: Writer;
  readonly routine: Routine;
  readonly index: number;
  readonly inPlace: ReadonlySet<Statement>;
}

export function cDialect(body: Body, plan: JumpPlan): Dialect {
  const { c, writer, routine } = body;
  const result = routine.result === null ? null : c.variable(routine.result);
  return {
    writer,
    plan,
    routine,
    labels: 'goto',
    expr: (e) => printExpr(c, writer, e),
    test: (e) => printExpr(c, writer, e),
    operand: (e) => printOperand(c, writer, e),
    equals: '==',
    assignment: (s) => printAssignment(body, s),
    push: (s) => printLeaf(body, s),
    declares: (s) => body.inPlace.has(s) || (s.kind === 'for' && freezes(c, s)),
    returns() {
      if (routine.kind === 'program') return 'return 0;';
      if (!result) return 'return;';
      c.returned.add(result.id);
      return `return ${c.names.variable(result.id)};`;
    },
    returnOf(e) {
      writer.write('return ');
      printAs(c, writer, e, present(result, 'the result').type);
      writer.write(';');
    },
    variable: (id) => c.names.variable(id),
    forHead: (s) => forHead(body, s),
    leaf(s) {
      if (s.kind === 'comment') {
        writer.statement(s, () => writer.write(`/* ${s.text.replaceAll('*/', '* /')} */`));
        writer.endLine();
        return;
      }
      writer.statement(s, () => {
        printLeaf(body, s);
        writer.write(';');
      });
      writer.endLine();
    },
  };
}

function printAssignment({ c, writer, inPlace }: Body, s: Assign): void {
  const { target, value } = s;
  if (inPlace.has(s)) {
    writer.write(`${c.type(target.type)} `);
    printExpr(c, writer, target);
    writer.write(' = ');
    printAs(c, writer, value, target.type);
    return;
  }
  printExpr(c, writer, target);
  const increment = incrementOf(s);
  if (increment && isUnit(increment.by) && !(target.kind === 'variable' && c.isPointer(target.variable))) {
    writer.write(increment.op === '+=' ? '++' : '--');
    return;
  }
  writer.write(increment ? ` ${increment.op} ` : ' = ');
  // `x -= y` would be computed in the wider type of the two.
  if (increment && !isWidening(increment.by)) printExpr(c, writer, increment.by);
  else printAs(c, writer, increment ? increment.by : value, target.type);
}

function printLeaf(body: Body, s: Exclude<Parameters<Dialect['leaf']>[0], { kind: 'comment' }>): void {
  const { c, writer } = body;
  switch (s.kind) {
    case 'call':
      printCall(body, s);
      break;
    case 'io':
      printIo(c, writer, s);
      break;
    case 'stop':
      writer.write(
        `${c.uses('stdlib.h', 'exit')}(${/(?:exit\s*\(|^\s*(?:error\s+)?stop)\s*(\d+)/i.exec(s.text)?.[1] ?? '0'})`,
      );
      break;
    case 'push':
      printPush(c, writer, s.what);
      break;
    case 'pop':
      printPop(c, writer, s.what);
      break;
    case 'pushControl':
      writer.write(`${tapeCall(c, controlFunction('push', s.width))}(`);
      printExpr(c, writer, s.value);
      writer.write(')');
      break;
    case 'popControl': {
      const pointer = c.isPointer(s.target) ? '*' : '';
      writer.write(
        `${pointer}${c.names.variable(s.target)} = ${tapeCall(c, controlFunction('pop', s.width))}()`,
      );
      break;
    }
    default:
      assertNever(s);
  }
}

function tapeCall(c: CContext, name: string): string {
  c.tape.add(name);
  return name;
}

function printPush(c: CContext, writer: Writer, what: TapeValue): void {
  if (what.kind === 'scalar') {
    writer.write(`${tapeCall(c, tapeFunction('push', what.place.type, false))}(`);
    printExpr(c, writer, what.place);
  } else {
    const v = c.variable(what.variable);
    writer.write(`${tapeCall(c, tapeFunction('push', v.type, true))}(${flatAddress(c, what.variable)}, `);
    printExpr(c, writer, what.count);
  }
  writer.write(')');
}

function printPop(c: CContext, writer: Writer, what: TapeValue): void {
  if (what.kind === 'scalar') {
    printExpr(c, writer, what.place);
    writer.write(` = ${tapeCall(c, tapeFunction('pop', what.place.type, false))}()`);
  } else {
    const v = c.variable(what.variable);
    writer.write(`${tapeCall(c, tapeFunction('pop', v.type, true))}(${flatAddress(c, what.variable)}, `);
    printExpr(c, writer, what.count);
    writer.write(')');
  }
}

/** A pointer to the first element, whatever the rank. */
function flatAddress(c: CContext, id: VariableId): string {
  const rank = rankOf(c, id);
  const name = c.names.variable(id);
  return rank > 1 ? `&${name}${'[0]'.repeat(rank)}` : name;
}

// ---------------------------------------------------------------------------------------------------------- calls

function printCall({ c, writer }: Body, s: Call): void {
  const callee = routineNamed(c.program, s.callee);
  if (s.result) {
    printExpr(c, writer, s.result);
    writer.write(' = ');
  }
  writer.write(`${c.names.routine(s.callee)}(`);
  s.args.forEach((arg, i) => {
    if (i > 0) writer.write(', ');
    printArgument(c, writer, arg, callee?.parameters[i]);
  });
  writer.write(')');
}

function printArgument(c: CContext, writer: Writer, arg: Argument, formal: VariableId | undefined): void {
  switch (arg.kind) {
    case 'value': {
      const type = formal === undefined ? arg.value.type : c.variable(formal).type;
      printAs(c, writer, arg.value, type);
      break;
    }
    case 'reference':
      printAddress(c, writer, arg.place);
      break;
    case 'array':
      writer.token(arg.span, () => {
        const rank = rankOf(c, arg.variable);
        const wanted = formal === undefined ? rank : rankOf(c, formal);
        if (!arg.start) {
          if (rank === wanted) writer.write(c.names.variable(arg.variable));
          else if (wanted === 1) writer.write(flatAddress(c, arg.variable));
          else writer.write(`(void *)${c.names.variable(arg.variable)}`);
          return;
        }
        const row = formal === undefined ? null : rowsFrom(c, arg.variable, arg.start, formal);
        if (row !== null) {
          writer.write('&');
          writer.write(c.names.variable(arg.variable));
          for (const subscript of row) {
            writer.write('[');
            printExpr(c, writer, subscript);
            writer.write(']');
          }
          return;
        }
        if (wanted > 1) writer.write('(void *)');
        const type = c.variable(arg.variable).type;
        printAddress(c, writer, b.element(arg.variable, arg.start, type));
      });
      break;
    default:
      assertNever(arg);
  }
}

/**
 * The subscripts of the row where a piece begins that is passed as rows of the same extents: its address has the type of the
 * formal argument. Null where the piece begins inside of a row, or the rows may differ.
 */
function rowsFrom(
  c: CContext,
  id: VariableId,
  start: readonly Expr[],
  formal: VariableId,
): readonly Expr[] | null {
  const wanted = rankOf(c, formal);
  const rank = rankOf(c, id);
  if (wanted < 2 || rank < wanted) return null;
  const subscripts = cSubscripts(c, id, start);
  const inner = (of: VariableId) => innerExtents(c, of, wanted - 1);
  const [own, others] = [inner(id), inner(formal)];
  const same = own !== null && others !== null && own.every((extent, k) => extent === others[k]);
  const within = subscripts.slice(rank - wanted + 1);
  return same && within.every((s) => b.isConstant(s, 0)) ? subscripts.slice(0, rank - wanted + 1) : null;
}

/** The last extents of an array as C declares it, where they are constant. */
function innerExtents(c: CContext, id: VariableId, count: number): number[] | null {
  const { dimensions, order } = shapeOf(c.variable(id));
  const slowestFirst = order === 'row' ? dimensions : [...dimensions].reverse();
  const extents = slowestFirst
    .slice(-count)
    .map(({ extent }) => (extent?.kind === 'constant' ? extent.value : Number.NaN));
  return extents.some(Number.isNaN) ? null : extents;
}

/** Number of subscripts that an array has in C. */
function rankOf(c: CContext, id: VariableId): number {
  return c.isFlat(id) ? 1 : shapeOf(c.variable(id)).dimensions.length;
}

// --------------------------------------------------------------------------------------------------------- output

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const HEAD = String.raw`(?:${TEXT}(?:\s*${TEXT})*|std\w+)`;
/** A call that prints: its name, then the texts and streams that stand before what it prints. */
const OWN_OUTPUT = new RegExp(String.raw`^\s*(\w+)\s*\(\s*(?:(${HEAD}(?:\s*,\s*${HEAD})*)\s*[,)])?`);

/** The user's own call, if the source was C; else the items, one line. */
function printIo(c: CContext, writer: Writer, s: Io): void {
  c.headers.add('stdio.h');
  const own = c.program.language === 'c' ? ownOutput(s) : null;
  const formats = s.items.map((item) => (b.isReal(item.type) ? '%.17g' : item.type === 'i64' ? '%ld' : '%d'));
  const heads = own ? own.heads : [`"${formats.join(' ')}\\n"`];
  writer.write(`${own?.name ?? 'printf'}(${heads.join(', ')}`);
  s.items.forEach((item, i) => {
    if (i > 0 || heads.length > 0) writer.write(', ');
    printExpr(c, writer, item);
  });
  writer.write(')');
}

function ownOutput({ text }: Io): { readonly name: string; readonly heads: readonly string[] } | null {
  const [, name, heads] = OWN_OUTPUT.exec(text) ?? [];
  if (name === undefined || (heads === undefined && name !== 'putchar')) return null;
  return { name, heads: heads === undefined ? [] : [heads] };
}

// ------------------------------------------------------------------------------------------------- counted loops

/** A part of a loop's head, whose value is that at entry. */
interface Frozen {
  readonly text: () => void;
  /** As an operand of a comparison. */
  readonly operand: () => void;
  /** Null if a name holds it, since the loop changes what it reads. */
  readonly value: Expr | null;
}

/** Whether a bound is computed once, ahead of the loop, because the loop's body changes what it reads. */
function freezes(c: CContext, s: For): boolean {
  const written = frozenBy(c, s);
  return [s.step, s.last].some((e) => mentions(e, (id) => written.has(id)));
}

function frozenBy(c: CContext, s: For): ReadonlySet<VariableId> {
  return new Set([...writtenIn(c.program, s.body), s.index]);
}

function forHead(body: Body, s: For): { before: () => void; head: () => void } {
  const { c, writer, index } = body;
  const written = frozenBy(c, s);
  const i = () => (c.isPointer(s.index) ? '*' : '') + c.names.variable(s.index);
  const frozen: { name: string; value: Expr }[] = [];
  const freeze = (e: Expr, wanted: string): Frozen => {
    if (!mentions(e, (id) => written.has(id)))
      return { text: () => printExpr(c, writer, e), operand: () => printOperand(c, writer, e), value: e };
    const name = c.names.fresh(index, wanted);
    frozen.push({ name, value: e });
    const text = () => writer.write(name);
    return { text, operand: text, value: null };
  };
  const step = freeze(s.step, 'step');
  const last = freeze(s.last, 'last');
  const sign =
    s.step.kind === 'constant' ? Math.sign(s.step.value) : s.test === 'do' ? 0 : s.test[0] === 'l' ? 1 : -1;
  const strict = s.test === 'lt' || s.test === 'gt';
  const type = c.type(c.variable(s.index).type);

  const bound = () => {
    if (strict && last.value && sign !== 0)
      printOperand(
        c,
        writer,
        sign > 0
          ? sum(last.value, b.constant(1, s.last.type))
          : difference(last.value, b.constant(1, s.last.type)),
      );
    else last.operand();
  };
  const compare = (up: boolean) => writer.write(` ${up ? '<' : '>'}${strict && last.value ? '' : '='} `);
  return {
    before() {
      for (const { name, value } of frozen) {
        writer.write(`${type} ${name} = `);
        printAs(c, writer, value, c.variable(s.index).type);
        writer.line(';');
      }
    },
    head() {
      writer.write(`${i()} = `);
      printAs(c, writer, s.first, c.variable(s.index).type);
      writer.write('; ');
      if (sign === 0) {
        step.operand();
        writer.write(` > 0 ? ${i()} <= `);
        last.operand();
        writer.write(` : ${i()} >= `);
        last.operand();
      } else {
        writer.write(i());
        compare(sign > 0);
        bound();
      }
      writer.write('; ');
      printStep(body, s, i(), step.text);
    },
  };
}

function printStep({ c, writer }: Body, s: For, index: string, step: () => void): void {
  const { step: e } = s;
  if (e.kind !== 'constant') {
    if (e.kind === 'unary' && e.op === 'negate') {
      writer.write(`${index} -= `);
      printExpr(c, writer, e.operand);
    } else {
      writer.write(`${index} += `);
      step();
    }
    return;
  }
  const shown = index.startsWith('*') ? `(${index})` : index;
  if (e.value === 1) writer.write(`${shown}++`);
  else if (e.value === -1) writer.write(`${shown}--`);
  else writer.write(`${index} ${e.value > 0 ? '+=' : '-='} ${Math.abs(e.value)}`);
}
