/** Statements as closures, on the control flow that `ir/graph/closures.ts` makes of them. */
import { assertNever } from '../base/assert';
import { isConstant, isReal } from '../ir/build';
import { type Action, type Bounds, compileStatements, type Machinery } from '../ir/graph/closures';
import type {
  Assign,
  Expr,
  For,
  PopControl,
  PushControl,
  Statement,
  StatementId,
  TapeValue,
} from '../ir/types';
import { type CallScope, compileCall, compileIsUnset } from './calls';
import { store, tripleAt } from './domain';
import { compileAddress, compileBool, compileIndex, compileReal, compileWhole } from './expressions';
import { fail, type Machine, storeReal, storeWhole, takeStep, wordsOf } from './machine';
import { type Frame, type Run, type Scope, slotOf } from './scope';
import { compileTangent } from './tangents';

export function compileBody(c: CallScope, body: readonly Statement[]): Run {
  const { m, path } = c;
  const machinery: Machinery<Frame> = {
    action: (s) => {
      const run = compileAction(c, s);
      return (f) => {
        m.statement = s.id;
        return run(f);
      };
    },
    test: (id, condition) => compileTest(c, id, condition),
    bounds: (s) => compileBounds(c, s),
    choice: (id, selector, caseOf) => {
      const value = compileIndex(c, selector);
      return (f) => {
        m.statement = id;
        const chosen = caseOf(value(f));
        path?.choice(chosen);
        return chosen;
      };
    },
    setter: (_, variable) => {
      const slot = slotOf(c, variable);
      return (f, value) => storeWhole(m, f[slot] as number, value);
    },
    at: (id) => {
      m.statement = id;
    },
    trip: () => takeStep(m),
  };
  return compileStatements(machinery, body);
}

function compileAction(c: CallScope, s: Action): Run {
  switch (s.kind) {
    case 'assign':
      return compileAssign(c, s);
    case 'call':
      return compileCall(c, s);
    case 'stop':
      return () => fail(c.m, 'stopped');
    case 'push':
    case 'pop':
      return compileTape(c, s.kind, s.what);
    case 'pushControl':
      return compilePushControl(c, s);
    case 'popControl':
      return compilePopControl(c, s);
    default:
      return assertNever(s);
  }
}

/** An assignment of a real in a dual run sets the tangent as well: Σ ∂e/∂v · v̇ over everything real, active or not. */
function compileAssign(c: CallScope, s: Assign): Run {
  const { m } = c;
  const store = compileStore(c, s);
  const isUnset = compileIsUnset(c, s.target.variable, s.value);
  if (!isUnset) return store;
  const address = compileAddress(c, s.target);
  return (f) => {
    if (!isUnset(f)) return store(f);
    m.isSet[address(f)] = 0;
    return 0;
  };
}

function compileStore(c: CallScope, s: Assign): Run {
  const { m } = c;
  const address = compileAddress(c, s.target);
  if (!isReal(s.target.type)) {
    const value = s.target.type === 'bool' ? compileBool(c, s.value) : compileWhole(c, s.value);
    return (f) => {
      const cell = address(f);
      storeWhole(m, cell, value(f));
      return 0;
    };
  }
  const value = compileReal(c, s.value);
  if (!m.dual)
    return (f) => {
      const cell = address(f);
      storeReal(m, cell, value(f));
      return 0;
    };
  const tangent = compileTangent(c, s.value);
  const { acc } = m.domain;
  return (f) => {
    const cell = address(f);
    tangent(f);
    const dot = tripleAt(acc);
    storeReal(m, cell, value(f));
    store(m.dot, cell, dot);
    return 0;
  };
}

function compileTest(c: CallScope, id: StatementId, condition: Expr): (f: Frame) => boolean {
  const { m, path } = c;
  const value = compileBool(c, condition);
  // What cannot come out otherwise, as in `while (true)`, is no test.
  const isTest = !isConstant(condition);
  return (f) => {
    m.statement = id;
    const holds = value(f) !== 0;
    if (isTest) path?.test(id, holds);
    return holds;
  };
}

function compileBounds(c: CallScope, s: For): (f: Frame) => Bounds {
  const { m, path } = c;
  const from = compileIndex(c, s.first);
  const to = compileIndex(c, s.last);
  const by = compileIndex(c, s.step);
  return (f) => {
    m.statement = s.id;
    const first = from(f);
    const last = to(f);
    const stride = by(f);
    if (stride === 0) fail(m, 'zero-step');
    const trips = Math.max(0, Math.floor((last - first + stride) / stride));
    path?.choice(trips);
    return { first, stride, trips };
  };
}

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

/** PUSH and POP, of values and of control. */
function compileTape(c: Scope, action: 'push' | 'pop', what: TapeValue): (f: Frame) => number {
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

function compilePushControl(c: Scope, s: PushControl): (f: Frame) => number {
  const { m } = c;
  if (isReal(s.value.type)) throw new Error('control is never real');
  const value = s.value.type === 'bool' ? compileBool(c, s.value) : compileWhole(c, s.value);
  return (f) => {
    m.control.push(value(f));
    if (m.control.length > m.limits.cells) fail(m, 'memory');
    return 0;
  };
}

function compilePopControl(c: Scope, s: PopControl): (f: Frame) => number {
  const { m } = c;
  const slot = slotOf(c, s.target);
  return (f) => {
    const value = m.control.pop();
    if (value === undefined) return fail(m, 'tape-underflow');
    storeWhole(m, f[slot] as number, value);
    return 0;
  };
}
