/** PUSH and POP, of values and of control. */
import { controlBytes } from '../../backend/wasm/index';
import { memoryBytes } from '../../ir/build';
import { variableOf } from '../../ir/names';
import type { Expr, PopControl, PushControl, TapeValue, VariableId } from '../../ir/types';

import { compileBig, compileIndex, compileNumber } from './expressions';
import {
  elementNumber,
  heightOf,
  isWide,
  markDefined,
  readBig,
  readNumber,
  storeBig,
  storeNumber,
} from './memory';
import { compilePlace, compileSetInteger } from './places';
import type { Run, Scope } from './scope';
import { type ArrayView, type Frame, fail, type Interpreter, type Pointer, takeBytes } from './state';

function notePush(m: Interpreter, recording: number, entries: number): void {
  m.pushes.set(recording, (m.pushes.get(recording) ?? 0) + entries);
}

/** A PUSH takes a value with its shadows even if it is undefined: that read is no fault. */
function pushAt(m: Interpreter, p: Pointer, type: Expr['type'], at: number): number | bigint {
  const value = type === 'i64' ? readBig(p.block, at) : readNumber(p.block, type, at);
  takeBytes(m, memoryBytes(type));
  m.values.push({
    value,
    defined: p.block.defined[at >> 2] as number,
    dot: p.block.dots ? (p.block.dots[at >> 2] as number) : 0,
    mark: m.watch?.push(m.statement, p.block, at, isWide(type)) ?? -1,
  });
  return value;
}

function popAt(m: Interpreter, p: Pointer, type: Expr['type'], at: number, id: VariableId): void {
  const entry = m.values.pop();
  if (!entry) {
    fail(m, 'tape-underflow');
    return;
  }
  m.bytes -= memoryBytes(type);
  m.dot = entry.dot;
  m.watch?.popping(entry.mark);
  const finite = m.notFinite;
  if (type === 'i64') storeBig(m, p, at, BigInt(entry.value));
  else storeNumber(m, p, type, at, Number(entry.value), id);
  m.notFinite = finite;
  markDefined(p.block, type, at, entry.defined);
}

/** Traces that a value goes to the tape, which leaves its place unchanged. */
function traceValue(m: Interpreter, p: Pointer, type: Expr['type'], at: number, value: number): void {
  m.trace?.write(m.statement, p.location, elementNumber(p, type, at), value, value, heightOf(m));
}

export function compilePush(c: Scope, what: TapeValue, recording: number): Run {
  const { m } = c;
  if (what.kind === 'scalar') {
    const { type } = what.place;
    const locate = compilePlace(c, what.place);
    return (f) => {
      const { pointer, at } = locate(f);
      const value = Number(pushAt(m, pointer, type, at));
      notePush(m, recording, 1);
      traceValue(m, pointer, type, at, value);
      return 0;
    };
  }
  const { array, count, type, size } = compileWhole(c, what);
  return (f) => {
    const { pointer } = array(f);
    const n = count(f);
    m.watch?.decide();
    for (let i = 0; i < n; i++) {
      const at = pointer.offset + i * size;
      const value = Number(pushAt(m, pointer, type, at));
      traceValue(m, pointer, type, at, value);
    }
    notePush(m, recording, n);
    return 0;
  };
}

export function compilePop(c: Scope, what: TapeValue): Run {
  const { m } = c;
  if (what.kind === 'scalar') {
    const { type, variable } = what.place;
    const locate = compilePlace(c, what.place);
    return (f) => {
      const { pointer, at } = locate(f);
      popAt(m, pointer, type, at, variable);
      return 0;
    };
  }
  const { array, count, type, size } = compileWhole(c, what);
  return (f) => {
    const { pointer } = array(f);
    const n = count(f);
    m.watch?.decide();
    for (let i = n - 1; i >= 0; i--) popAt(m, pointer, type, pointer.offset + i * size, what.variable);
    return 0;
  };
}

function compileWhole(c: Scope, what: Extract<TapeValue, { kind: 'array' }>) {
  const { m } = c;
  const k = c.arrays.get(what.variable) as number;
  const { type } = m.program.variables[what.variable] as { type: Expr['type'] };
  const elements = compileIndex(c, what.count);
  const array = (f: Frame) => f.arrays[k] as ArrayView;
  const count = (f: Frame) => {
    const n = elements(f);
    const has = array(f).pointer.count;
    if (n < 0 || n > has) fail(m, 'out-of-bounds', { variable: what.variable, value: n });
    return n;
  };
  return { array, count, type, size: memoryBytes(type) };
}

export function compilePushControl(c: Scope, s: PushControl): Run {
  const { m } = c;
  const bytes = controlBytes(s.width, s.value.type);
  const push = (value: number | bigint) => {
    m.watch?.decide();
    takeBytes(m, bytes);
    m.controls.push(value);
    notePush(m, s.recording, 1);
    m.trace?.write(s.id, -1, 0, Number(value), Number(value), heightOf(m));
    return 0;
  };
  if (s.value.type === 'i64') {
    const big = compileBig(c, s.value);
    return (f) => push(big(f));
  }
  const value = compileNumber(c, s.value);
  return (f) => push(value(f));
}

export function compilePopControl(c: Scope, s: PopControl): Run {
  const { m } = c;
  const set = compileSetInteger(c, s.target);
  const bytes = controlBytes(s.width, variableOf(m.program, s.target).type);
  return (f) => {
    const value = m.controls.pop();
    if (value === undefined) return fail(m, 'tape-underflow');
    m.bytes -= bytes;
    set(f, Number(value));
    return 0;
  };
}
