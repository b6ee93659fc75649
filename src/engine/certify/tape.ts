/** PUSH and POP, of values and of control. */
import { isReal } from '../ir/build';
import type { PopControl, PushControl, TapeValue } from '../ir/types';
import { store, tripleAt } from './domain';
import { compileAddress, compileBool, compileIndex, compileWhole } from './expressions';
import { fail, type Machine, storeWhole, wordsOf } from './machine';
import { type Frame, type Scope, slotOf } from './scope';

/** What was never set is saved and restored as such. */
function push(m: Machine, at: number): void {
  m.tape.push({
    value: m.value[at] as number,
    big: m.big.size > 0 ? m.big.get(at) : undefined,
    element: tripleAt(m.element, at),
    dot: m.dual ? tripleAt(m.dot, at) : null,
    isSet: m.isSet[at] as number,
  });
  if (m.tape.length > m.limits.cells) fail(m, 'memory');
}

function pop(m: Machine, at: number): void {
  const entry = m.tape.pop();
  if (!entry) {
    fail(m, 'tape-underflow');
    return;
  }
  storeWhole(m, at, entry.big ?? entry.value);
  store(m.element, at, entry.element);
  if (entry.dot) store(m.dot, at, entry.dot);
  m.isSet[at] = entry.isSet;
}

export function compileTape(c: Scope, action: 'push' | 'pop', what: TapeValue): (f: Frame) => number {
  const { m } = c;
  const act = action === 'push' ? push : pop;
  if (what.kind === 'scalar') {
    const address = compileAddress(c, what.place);
    return (f) => {
      act(m, address(f));
      return 0;
    };
  }
  const cells = compileCells(c, what);
  return (f) => {
    const { first, count, words } = cells(f);
    for (let i = 0; i < count; i++) act(m, first + words * (action === 'push' ? i : count - 1 - i));
    return 0;
  };
}

/** The cells of a whole array, or of its first `count` elements. */
function compileCells(c: Scope, what: Extract<TapeValue, { kind: 'array' }>) {
  const { m } = c;
  const slot = slotOf(c, what.variable);
  const words = wordsOf(m.program.variables[what.variable]?.type ?? 'f64');
  const elements = compileIndex(c, what.count);
  return (f: Frame) => {
    const count = elements(f);
    if (!(count >= 0 && count <= (f[slot + 1] as number))) fail(m, 'bounds', what.variable);
    return { first: f[slot] as number, count, words };
  };
}

export function compilePushControl(c: Scope, s: PushControl): (f: Frame) => number {
  const { m } = c;
  if (isReal(s.value.type)) throw new Error('control is never real');
  const value = s.value.type === 'bool' ? compileBool(c, s.value) : compileWhole(c, s.value);
  return (f) => {
    m.control.push(value(f));
    if (m.control.length > m.limits.cells) fail(m, 'memory');
    return 0;
  };
}

export function compilePopControl(c: Scope, s: PopControl): (f: Frame) => number {
  const { m } = c;
  const slot = slotOf(c, s.target);
  return (f) => {
    const value = m.control.pop();
    if (value === undefined) return fail(m, 'tape-underflow');
    storeWhole(m, f[slot] as number, value);
    return 0;
  };
}
