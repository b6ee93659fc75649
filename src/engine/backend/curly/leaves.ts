/** Statements that hold no others, in a language with braces; assignments are the dialect's. */
import { assertNever } from '../../base/assert';
import type { Leaf } from '../../ir/graph/flow';
import { controlFunction, tapeFunction } from '../../ir/runtime';
import type { Assign, Comment, Pop, PopControl, Push, PushControl, TapeValue } from '../../ir/types';
import type { Dialect } from './dialect';

/** Without its semicolon. */
export function printLeaf(d: Dialect, s: Exclude<Leaf, Assign | Comment>): void {
  const { writer } = d;
  switch (s.kind) {
    case 'call':
      if (s.result) {
        d.place(s.result);
        writer.write(' = ');
      }
      writer.write(`${d.callee(s)}(`);
      s.args.forEach((_, i) => {
        if (i > 0) writer.write(', ');
        d.argument(s, i);
      });
      writer.write(')');
      break;
    case 'io':
      d.io(s);
      break;
    case 'stop':
      writer.write(d.stop(s));
      break;
    case 'push':
    case 'pop':
    case 'pushControl':
    case 'popControl':
      printTape(d, s);
      break;
    default:
      assertNever(s);
  }
}

/** Without its semicolon, for heads of loops too. */
export function printTape(d: Dialect, s: Push | Pop | PushControl | PopControl): void {
  const { writer } = d;
  switch (s.kind) {
    case 'pushControl':
      d.print(`${d.tape(controlFunction('push', s.width))}(`, d.control(s.value), ')');
      break;
    case 'popControl':
      writer.write(`${d.variable(s.target)} = ${d.tape(controlFunction('pop', s.width))}()`);
      writer.write(d.popped(s.target, false));
      break;
    default:
      printValue(d, s.kind, s.what);
  }
}

function printValue(d: Dialect, action: 'push' | 'pop', what: TapeValue): void {
  const { writer } = d;
  if (what.kind === 'array') {
    const [type, address] = d.wholeArray(what.variable);
    d.print(`${d.tape(tapeFunction(action, type, true))}(${address}, `, what.count, ')');
    return;
  }
  const { place } = what;
  const name = d.tape(tapeFunction(action, place.type, false));
  if (action === 'push') d.print(`${name}(`, place, ')');
  else {
    d.place(place);
    writer.write(` = ${name}()`);
    writer.write(d.popped(place.variable, place.kind === 'element'));
  }
}
