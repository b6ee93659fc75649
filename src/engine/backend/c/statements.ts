/** Statements in C: what the shared printer of braces asks of a dialect. */

import { assertNever } from '../../base/assert';
import { itemAt, present } from '../../base/lookup';
import * as b from '../../ir/build';
import { routineNamed, shapeOf } from '../../ir/names';
import type { Assign, Call, Expr, Io, Routine, Statement, VariableId } from '../../ir/types';
import type { Dialect } from '../curly/dialect';
import { forHead, incrementOf, isComputedAhead, isUnit } from '../curly/forHead';
import type { JumpPlan } from '../jumps';
import { joined } from '../sink';
import type { Writer } from '../writer';
import type { CContext } from './context';
import { addressOf, as, cSubscripts, inBrackets, isWidening, print, scalarName } from './expressions';

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
    print: (...parts) => print(c, writer, ...parts),
    equals: '==',
    assignment: (s) => printAssignment(body, s),
    recordsInHead: true,
    comment: (text) => `/* ${text.replaceAll('*/', '* /')} */`,
    place: (place) => print(c, writer, place),
    callee: (s) => c.names.routine(s.callee),
    argument: (s, i) => printArgument(c, writer, s, i),
    io: (s) => printIo(c, writer, s),
    stop: ({ text }) =>
      `${c.uses('stdlib.h', 'exit')}(${/(?:exit\s*\(|^\s*(?:error\s+)?stop)\s*(\d+)/i.exec(text)?.[1] ?? '0'})`,
    tape(name) {
      c.tape.add(name);
      return name;
    },
    control: (e) => e,
    popped: () => '',
    wholeArray: (id) => [c.variable(id).type, flatAddress(c, id)],
    declares: (s) =>
      body.inPlace.has(s) ||
      (s.kind === 'for' && [s.step, s.last].some((e) => isComputedAhead(c.program, s, e))),
    returns() {
      if (routine.kind === 'program') return 'return 0;';
      if (!result) return 'return;';
      c.returned.add(result.id);
      return `return ${c.names.variable(result.id)};`;
    },
    returned: (e) => as(e, present(result, 'the result').type),
    variable: (id) => scalarName(c, id),
    forHead(s) {
      const { type } = c.variable(s.index);
      const index = scalarName(c, s.index);
      return forHead(this, s, {
        program: c.program,
        index,
        fresh: (wanted) => c.names.fresh(body.index, wanted),
        declared: c.type(type),
        value: (e) => as(e, type),
        stepped: c.isPointer(s.index) ? `(${index})` : index,
        subtracts: true,
      });
    },
  };
}

function printAssignment({ c, writer, inPlace }: Body, s: Assign): void {
  const { target, value } = s;
  if (inPlace.has(s)) {
    print(c, writer, `${c.type(target.type)} `, target, ' = ', as(value, target.type));
    return;
  }
  const increment = incrementOf(s);
  if (increment && isUnit(increment.by) && !(target.kind === 'variable' && c.isPointer(target.variable))) {
    print(c, writer, target, increment.op === '+=' ? '++' : '--');
    return;
  }
  const { op, by } = increment ?? { op: '=', by: value };
  // `x -= y` would be computed in the wider type of the two.
  print(c, writer, target, ` ${op} `, increment && !isWidening(by) ? by : as(by, target.type));
}

/** A pointer to the first element, whatever the rank. */
function flatAddress(c: CContext, id: VariableId): string {
  const rank = rankOf(c, id);
  const name = c.names.variable(id);
  return rank > 1 ? `&${name}${'[0]'.repeat(rank)}` : name;
}

// ---------------------------------------------------------------------------------------------------------- calls

function printArgument(c: CContext, writer: Writer, s: Call, i: number): void {
  const formal = routineNamed(c.program, s.callee)?.parameters[i];
  const arg = itemAt(s.args, i);
  switch (arg.kind) {
    case 'value': {
      const type = formal === undefined ? arg.value.type : c.variable(formal).type;
      print(c, writer, as(arg.value, type));
      break;
    }
    case 'reference':
      print(c, writer, addressOf(c, arg.place));
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
          print(c, writer, `&${c.names.variable(arg.variable)}`, ...inBrackets(row));
          return;
        }
        if (wanted > 1) writer.write('(void *)');
        const type = c.variable(arg.variable).type;
        print(c, writer, addressOf(c, b.element(arg.variable, arg.start, type)));
      });
      break;
    default:
      assertNever(arg);
  }
}

/**
 * A piece of an array may be passed as rows with the same extents: these are the subscripts of the row where it begins, whose
 * address has the type of the formal argument. Null where the piece begins inside a row, or the rows may differ.
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

/** The number of subscripts that an array has in C. */
function rankOf(c: CContext, id: VariableId): number {
  return c.isFlat(id) ? 1 : shapeOf(c.variable(id)).dimensions.length;
}

// --------------------------------------------------------------------------------------------------------- output

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const HEAD = String.raw`(?:${TEXT}(?:\s*${TEXT})*|std\w+)`;
/** A call that prints: its name, and the format texts and streams ahead of the values. */
const OWN_OUTPUT = new RegExp(String.raw`^\s*(\w+)\s*\(\s*(?:(${HEAD}(?:\s*,\s*${HEAD})*)\s*[,)])?`);

/** The user's own call, if the source was C; else the items, one line. */
function printIo(c: CContext, writer: Writer, s: Io): void {
  c.headers.add('stdio.h');
  const own = c.program.language === 'c' ? ownOutput(s) : null;
  const formats = s.items.map((item) => (b.isReal(item.type) ? '%.17g' : item.type === 'i64' ? '%ld' : '%d'));
  const heads = own ? own.heads : [`"${formats.join(' ')}\\n"`];
  print(c, writer, `${own?.name ?? 'printf'}(`, ...joined([...heads, ...s.items]), ')');
}

function ownOutput({ text }: Io): { readonly name: string; readonly heads: readonly string[] } | null {
  const [, name, heads] = OWN_OUTPUT.exec(text) ?? [];
  if (name === undefined || (heads === undefined && name !== 'putchar')) return null;
  return { name, heads: heads === undefined ? [] : [heads] };
}
