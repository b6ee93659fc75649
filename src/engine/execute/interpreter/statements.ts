/** Statements as closures, on the control flow that `ir/graph/closures.ts` makes of them. */

import { assertNever } from '../../base/assert';
import { type Action, type Bounds, compileStatements, type Machinery } from '../../ir/graph/closures';
import { someStatement } from '../../ir/statements';
import type { Expr, For, Statement, StatementId } from '../../ir/types';
import { type CallScope, compileCall } from './calls';
import { compileIndex } from './expressions';
import type { Historian } from './history';
import { heightOf } from './memory';
import { compileSetInteger, compileStore } from './places';
import type { Num, Run, Scope } from './scope';
import { countPart, type Frame, fail, type Interpreter, newPart, takeStep } from './state';
import { compilePop, compilePopControl, compilePush, compilePushControl } from './tape';

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
