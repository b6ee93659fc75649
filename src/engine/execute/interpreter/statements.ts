/** Statements as closures, on the control flow that `ir/graph/closures.ts` makes of them. */

import { controlBytes } from '../../backend/wasm';
import { assertNever } from '../../base/assert';
import { memoryBytes } from '../../ir/build';
import { type Action, type Bounds, compileStatements, type Machinery } from '../../ir/graph/closures';
import { variableOf } from '../../ir/names';
import { someStatement } from '../../ir/statements';
import type {
  Expr,
  For,
  PopControl,
  PushControl,
  Statement,
  StatementId,
  TapeValue,
  VariableId,
} from '../../ir/types';
import { type CallScope, compileCall } from './calls';
import { compileBig, compileIndex, compileNumber } from './expressions';
import type { Historian } from './history';
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
import { compilePlace, compileSetInteger, compileStore } from './places';
import type { Num, Run, Scope } from './scope';
import {
  type ArrayView,
  countPart,
  type Frame,
  fail,
  type Interpreter,
  newPart,
  type Pointer,
  takeBytes,
  takeStep,
} from './state';

export function compileBody(c: CallScope, body: readonly Statement[]): Run {
  const { m } = c;
  const { history } = m;
  const at = (id: StatementId) => {
    m.statement = id;
  };
  const machinery: Machinery<Frame> = {
    action: (s) => compileAction(c, s),
    test: (id, condition) => compileTest(c, id, condition),
    bounds: (s) => compileBounds(c, s),
    choice: (id, selector, caseOf) => compileChoice(c, id, selector, caseOf),
    setter: (id, variable) => {
      const set = compileSetInteger(c, variable);
      return (f, value) => {
        at(id);
        set(f, value);
      };
    },
    at,
    trip: (id) => {
      at(id);
      takeStep(m);
    },
    ...(history && { around: (s, run) => (isScope(s) ? within(history, run) : run) }),
  };
  return compileStatements(machinery, body);
}

/**
 * Whether the tests inside end with the statement: what follows depends on none of them, unless one of them may have left.
 * After a loop, everything depends on how many times it ran.
 */
function isScope(s: Statement): boolean {
  return (
    s.kind === 'block' || s.kind === 'switch' || s.kind === 'dispatch' || (s.kind === 'if' && !mayLeave(s))
  );
}

function compileAction(c: CallScope, s: Action): Run {
  const { m } = c;
  switch (s.kind) {
    case 'assign':
      return begin(m, s.id, compileStore(c, s.target, s.value));
    case 'call':
      return begin(m, s.id, compileCall(c, s));
    case 'stop':
      return () => {
        m.statement = s.id;
        return fail(m, s.unrest ? 'no-fixed-point' : 'stopped');
      };
    case 'push':
      return begin(m, s.id, compilePush(c, s.what, s.recording));
    case 'pop':
      return begin(m, s.id, compilePop(c, s.what));
    case 'pushControl':
      return begin(m, s.id, compilePushControl(c, s));
    case 'popControl':
      return begin(m, s.id, compilePopControl(c, s));
    default:
      return assertNever(s);
  }
}

/** Notes which statement runs, and counts it. */
function begin(m: Interpreter, id: StatementId, run: Run): Run {
  const part = newPart(m, { kind: 'statement', id });
  const { enter } = m;
  if (enter)
    return (f) => {
      enter(id);
      m.statement = id;
      countPart(m, part);
      m.history?.enter(id);
      return run(f);
    };
  return (f) => {
    m.statement = id;
    countPart(m, part);
    m.history?.enter(id);
    return run(f);
  };
}

/** Limits the effect of the tests inside to this statement. */
function within(history: Historian, run: Run): Run {
  return (f) => {
    const { test } = history;
    const goes = run(f);
    history.test = test;
    return goes;
  };
}

function mayLeave(s: Statement): boolean {
  return someStatement([s], ({ kind }) => kind === 'exit' || kind === 'next' || kind === 'stop');
}

function compileTest(c: Scope, id: StatementId, condition: Expr): (f: Frame) => boolean {
  const value = compileChoice(c, id, condition, (holds) => holds);
  return (f) => value(f) !== 0;
}

function compileBounds(c: Scope, s: For): (f: Frame) => Bounds {
  const { m } = c;
  const from = compileIndex(c, s.first);
  const to = compileIndex(c, s.last);
  const by = compileIndex(c, s.step);
  const part = newPart(m, { kind: 'statement', id: s.id });
  return (f) => {
    m.statement = s.id;
    countPart(m, part);
    m.history?.enter(s.id);
    const first = from(f);
    m.history?.decide(m.dot);
    const last = to(f);
    m.history?.decide(m.dot);
    const stride = by(f);
    if (stride === 0) fail(m, 'zero-step');
    m.watch?.decide();
    return { first, stride, trips: Math.floor((last - first + stride) / stride) };
  };
}

function compileChoice(c: Scope, id: StatementId, selector: Expr, caseOf: (value: number) => number): Num {
  const { m } = c;
  const value = compileIndex(c, selector);
  const part = newPart(m, { kind: 'statement', id });
  return (f) => {
    m.statement = id;
    countPart(m, part);
    m.history?.enter(id);
    const v = value(f);
    m.watch?.decide();
    m.history?.decide(m.dot);
    m.trace?.write(id, -1, 0, 0, v, heightOf(m));
    return caseOf(v);
  };
}

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

/** PUSH and POP, of values and of control. */
function compilePush(c: Scope, what: TapeValue, recording: number): Run {
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

function compilePop(c: Scope, what: TapeValue): Run {
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

function compilePushControl(c: Scope, s: PushControl): Run {
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

function compilePopControl(c: Scope, s: PopControl): Run {
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
