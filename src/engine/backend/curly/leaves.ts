/** Statements that hold no others, in a language with braces; assignments are the dialect's. Jumps by name, and the places that they go to. */
import { assertNever } from '../../base/assert';
import type { Leaf } from '../../ir/graph/flow';
import { controlFunction, tapeFunction } from '../../ir/runtime';
import type { Assign, Comment, LabelId, Pop, PopControl, Push, PushControl, TapeValue } from '../../ir/types';
import type { Jump } from '../jumps';
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

// ---------------------------------------------------------------------------------------------------------- jumps

/** A label made by us, different from all of the user's. */
export function ownLabel(d: Dialect, wanted: string): string {
  let name = wanted;
  while (d.plan.written.has(name)) name += '_';
  return name;
}

function afterName(d: Dialect, label: LabelId): string | null {
  const number = d.plan.after.get(label);
  return number === undefined ? null : ownLabel(d, `done_${number}`);
}

export function endName(d: Dialect, label: LabelId): string | null {
  const number = d.plan.end.get(label);
  return number === undefined ? null : ownLabel(d, `next_${number}`);
}

/** The name of a loop serves both kinds of jump in a language that can name loops. */
function loopName(d: Dialect, label: LabelId): string | null {
  if (d.labels !== 'labelled') return null;
  const isAsked = d.plan.after.has(label) || (d.plan.end.has(label) && !d.plan.apart.has(label));
  return isAsked ? `loop_${label}` : null;
}

export function jumpText(d: Dialect, jump: Jump | undefined): string {
  if (!jump || jump.kind === 'return') return d.returns();
  if (jump.kind === 'break' || jump.kind === 'continue') return `${jump.kind};`;
  const name = jump.kind === 'after' ? afterName(d, jump.target) : endName(d, jump.target);
  if (d.labels === 'goto') return `goto ${name};`;
  if (jump.kind === 'after')
    return `break ${d.plan.loops.has(jump.target) ? loopName(d, jump.target) : name};`;
  return d.plan.apart.has(jump.target) ? `break ${name};` : `continue ${loopName(d, jump.target)};`;
}

/** A construct that something may jump past. */
export function labelled(d: Dialect, label: LabelId, body: () => void): void {
  const name = d.plan.loops.has(label) ? loopName(d, label) : afterName(d, label);
  if (name !== null && d.labels === 'labelled') d.writer.write(`${name}: `);
  body();
  placeLabel(d, label);
}

export function placeLabel(d: Dialect, label: LabelId): void {
  const name = afterName(d, label);
  if (name !== null && d.labels === 'goto') d.writer.line(`${name}:;`);
}
