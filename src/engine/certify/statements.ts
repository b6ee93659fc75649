/** Statements as closures, on the control flow that `ir/graph/closures.ts` makes of them. */
import { assertNever } from '../base/assert';
import { isConstant, isReal } from '../ir/build';
import { type Action, type Bounds, compileStatements, type Machinery } from '../ir/graph/closures';
import type { Assign, Expr, For, Statement, StatementId } from '../ir/types';
import { type CallScope, compileCall } from './calls';
import { store, tripleAt } from './domain';
import { compileAddress, compileBool, compileIndex, compileReal, compileWhole } from './expressions';
import { fail, storeReal, storeWhole, takeStep } from './machine';
import { type Frame, type Run, slotOf } from './scope';
import { compileTangent } from './tangents';
import { compilePopControl, compilePushControl, compileTape } from './tape';

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
