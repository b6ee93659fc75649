/**
 * Statements as closures. A closure returns where control goes: 0 on, 2L + 1 out of label L, 2L + 2 to the next iteration of
 * label L.
 */
import { assertNever } from '../base/assert';
import { isReal } from '../ir/build';
import type { Assign, Dispatch, DispatchJump, Expr, For, Statement, StatementId, Switch } from '../ir/types';
import { type CallScope, compileCall } from './calls';
import { store, tripleAt } from './domain';
import { compileAddress, compileBool, compileIndex, compileReal, compileWhole } from './expressions';
import { fail, type Machine, storeReal, storeWhole, takeStep } from './machine';
import { type Frame, type Num, type Run, slotOf } from './scope';
import { compileTangent } from './tangents';
import { compilePop, compilePopControl, compilePush, compilePushControl } from './tape';

export function compileStatements(c: CallScope, list: readonly Statement[]): Run {
  const runs = list.filter((s) => s.kind !== 'comment' && s.kind !== 'io').map((s) => compileStatement(c, s));
  const [only] = runs;
  if (!only) return () => 0;
  if (runs.length === 1) return only;
  return (f) => {
    for (let i = 0; i < runs.length; i++) {
      const goes = (runs[i] as Run)(f);
      if (goes !== 0) return goes;
    }
    return 0;
  };
}

function compileStatement(c: CallScope, s: Statement): Run {
  const { m } = c;
  switch (s.kind) {
    case 'assign':
      return at(m, s.id, compileAssign(c, s));
    case 'call':
      return at(m, s.id, compileCall(c, s));
    case 'if': {
      const test = compileTest(c, s.id, s.condition);
      const then = compileStatements(c, s.then);
      const otherwise = compileStatements(c, s.else);
      return (f) => (test(f) ? then(f) : otherwise(f));
    }
    case 'for':
      return compileFor(c, s);
    case 'while': {
      const increment = compileStatements(c, s.increment ?? []);
      return loop(c, s, compileStatements(c, s.body), increment, true);
    }
    case 'doWhile':
      return loop(c, s, compileStatements(c, s.body), () => 0, false);
    case 'block': {
      const body = compileStatements(c, s.body);
      return (f) => left(body(f), s.label);
    }
    case 'exit':
      return () => 2 * s.target + 1;
    case 'next':
      return () => 2 * s.target + 2;
    case 'switch':
      return compileSwitch(c, s);
    case 'dispatch':
      return compileDispatch(c, s);
    case 'stop':
      return at(m, s.id, () => fail(m, 'stopped'));
    case 'io':
    case 'comment':
      return () => 0;
    case 'push':
      return at(m, s.id, compilePush(c, s.what));
    case 'pop':
      return at(m, s.id, compilePop(c, s.what));
    case 'pushControl':
      return at(m, s.id, compilePushControl(c, s));
    case 'popControl':
      return at(m, s.id, compilePopControl(c, s));
    default:
      return assertNever(s);
  }
}

function at(m: Machine, id: StatementId, run: Run): Run {
  return (f) => {
    m.statement = id;
    return run(f);
  };
}

function left(goes: number, label: number): number {
  return goes === 2 * label + 1 ? 0 : goes;
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
  return (f) => {
    m.statement = id;
    const holds = value(f) !== 0;
    path?.test(id, holds);
    return holds;
  };
}

// ---------------------------------------------------------------------------------------------------------- loops

function loop(
  c: CallScope,
  s: Extract<Statement, { kind: 'while' | 'doWhile' }>,
  body: Run,
  increment: Run,
  testFirst: boolean,
): Run {
  const { m } = c;
  const test = compileTest(c, s.id, s.condition);
  const again = 2 * s.label + 2;
  return (f) => {
    for (let first = true; ; first = false) {
      if ((testFirst || !first) && !test(f)) return 0;
      takeStep(m);
      const goes = body(f);
      if (goes !== 0 && goes !== again) return left(goes, s.label);
      increment(f);
    }
  };
}

function compileFor(c: CallScope, s: For): Run {
  const { m, path } = c;
  const first = compileIndex(c, s.first);
  const last = compileIndex(c, s.last);
  const step = compileIndex(c, s.step);
  const body = compileStatements(c, s.body);
  const slot = slotOf(c, s.index);
  const again = 2 * s.label + 2;
  return (f) => {
    m.statement = s.id;
    let index = first(f);
    const end = last(f);
    const stride = step(f);
    if (stride === 0) fail(m, 'zero-step');
    const cell = f[slot] as number;
    storeWhole(m, cell, index);
    const trips = Math.max(0, Math.floor((end - index + stride) / stride));
    path?.choice(trips);
    for (let k = 0; k < trips; k++) {
      takeStep(m);
      const goes = body(f);
      if (goes !== 0 && goes !== again) return left(goes, s.label);
      index += stride;
      storeWhole(m, cell, index);
    }
    return 0;
  };
}

// -------------------------------------------------------------------------------------------------------- choices

type Cases = readonly { readonly values: readonly { readonly from: number; readonly to: number }[] }[];

/** Number of the case that holds the selector, or −1. */
function compileChoice(c: CallScope, id: StatementId, selector: Expr, cases: Cases): Num {
  const { m, path } = c;
  const value = compileIndex(c, selector);
  return (f) => {
    m.statement = id;
    const x = value(f);
    const chosen = cases.findIndex(({ values }) => values.some(({ from, to }) => x >= from && x <= to));
    path?.choice(chosen);
    return chosen;
  };
}

function compileSwitch(c: CallScope, s: Switch): Run {
  const choose = compileChoice(c, s.id, s.selector, s.cases);
  const bodies = s.cases.map(({ body }) => compileStatements(c, body));
  const otherwise = compileStatements(c, s.default);
  return (f) => left((bodies[choose(f)] ?? otherwise)(f), s.label);
}

function compileDispatch(c: CallScope, s: Dispatch): Run {
  const { m } = c;
  const bodies = s.blocks.map(({ body }) => compileStatements(c, body));
  const jumps = s.blocks.map(({ jump }) => compileJump(c, jump));
  const slot = slotOf(c, s.state);
  return (f) => {
    const cell = f[slot] as number;
    for (let block = 0; block >= 0; ) {
      m.statement = s.id;
      storeWhole(m, cell, block);
      takeStep(m);
      const goes = (bodies[block] as Run)(f);
      if (goes !== 0) return left(goes, s.label);
      block = (jumps[block] as Num)(f);
    }
    storeWhole(m, cell, -1);
    return 0;
  };
}

function compileJump(c: CallScope, jump: DispatchJump): Num {
  switch (jump.kind) {
    case 'go':
      return () => jump.to;
    case 'branch': {
      const test = compileTest(c, jump.id, jump.condition);
      return (f) => (test(f) ? jump.then : jump.else);
    }
    case 'select': {
      const choose = compileChoice(c, jump.id, jump.selector, jump.cases);
      return (f) => jump.cases[choose(f)]?.to ?? jump.default;
    }
    default:
      return assertNever(jump);
  }
}
