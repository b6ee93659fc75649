/** How JavaScript spells statements. */

import { assertNever } from '../../base/assert';
import { itemAt } from '../../base/lookup';
import * as b from '../../ir/build';
import type { Argument, Place, Routine, Statement } from '../../ir/types';
import type { Dialect } from '../curly/dialect';
import { forHead, incrementOf, isUnit } from '../curly/forHead';
import type { JumpPlan } from '../jumps';
import { joined } from '../sink';
import type { Writer } from '../writer';
import type { JContext } from './context';
import { placeName, print, referenceTo, target } from './expressions';

export function dialect(
  j: JContext,
  routine: Routine,
  writer: Writer,
  inPlace: ReadonlySet<Statement>,
  plan: JumpPlan,
): Dialect {
  const index = j.program.routines.indexOf(routine);
  return {
    writer,
    plan,
    routine,
    labels: 'labelled',
    print: (...parts) => print(j, writer, ...parts),
    equals: '===',
    variable: (id) => placeName(j, id),
    recordsInHead: false,
    comment: (text) => `// ${text}`,
    place: (place) => print(j, writer, target(j, place)),
    callee: (s) => j.names.routine(s.callee),
    argument: (s, i) => printArgument(j, writer, itemAt(s.args, i)),
    io: (s) => print(j, writer, 'console.log(', ...joined(s.items), ')'),
    stop: () => "throw new Error('the program stops here')",
    tape(name) {
      j.tape.add(name);
      return name;
    },
    control: (e) => b.convert(e, e.type === 'bool' ? 'i32' : e.type),
    // In a typed array a bool is a number.
    popped: (id, isElement) =>
      j.variable(id).type === 'bool' && !isElement && !j.isBoxed(id) ? ' !== 0' : '',
    wholeArray: (id) => [j.variable(id).type, j.names.variable(id)],
    declares: (s) => inPlace.has(s),
    returns: () => (routine.result === null ? 'return;' : `return ${placeName(j, routine.result)};`),
    returned: (e) => e,
    assignment(s) {
      print(j, writer, inPlace.has(s) ? 'let ' : '', target(j, s.target));
      const increment = s.target.type === 'f32' ? null : incrementOf(s);
      if (increment && isUnit(increment.by)) {
        writer.write(increment.op === '+=' ? '++' : '--');
        return;
      }
      const { op, by } = increment ?? { op: '=', by: s.value };
      print(j, writer, ` ${op} `, isCell(j, s.target) && by.type === 'bool' ? b.convert(by, 'i32') : by);
    },
    forHead(s) {
      return forHead(this, s, {
        program: j.program,
        index: placeName(j, s.index),
        fresh: (wanted) => j.names.fresh(index, wanted),
        declared: 'const',
        value: (e) => e,
        stepped: placeName(j, s.index),
        subtracts: false,
      });
    },
  };
}

/** In a typed array a bool is a number. */
function isCell(j: JContext, place: Place): boolean {
  return place.kind === 'element' || j.isBoxed(place.variable);
}

function printArgument(j: JContext, writer: Writer, arg: Argument): void {
  switch (arg.kind) {
    case 'value':
      print(j, writer, arg.value);
      break;
    case 'reference':
      print(j, writer, referenceTo(j, arg.place));
      break;
    case 'array':
      writer.token(arg.span, () => {
        if (!arg.start) writer.write(j.names.variable(arg.variable));
        else
          print(j, writer, referenceTo(j, b.element(arg.variable, arg.start, j.variable(arg.variable).type)));
      });
      break;
    default:
      assertNever(arg);
  }
}
