/**
 * Statements as closures. A closure returns where control goes: 0 on, 2L+1 out of label L, 2L+2 to the next iteration
 * of label L.
 */
import { assertNever } from '../../base/assert';
import { walkStatements } from '../../ir/statements';
import type {
  Assign,
  Dispatch,
  DispatchJump,
  DoWhile,
  Expr,
  For,
  Statement,
  StatementId,
  Switch,
  While,
} from '../../ir/types';
import { type CallScope, compileCall } from './calls';
import { compileIndex, compileNumber } from './expressions';
import type { Historian } from './history';
import { heightOf } from './memory';
import { compileSetInteger, compileStore } from './places';
import type { Run } from './running';
import type { Num, Scope } from './scope';
import { countPart, type Frame, fail, type Interpreter, newPart, takeStep } from './state';
import { compilePop, compilePopControl, compilePush, compilePushControl } from './tape';

export function compileStatements(c: CallScope, list: readonly Statement[]): Run {
  const runs = list.filter((s) => s.kind !== 'comment' && s.kind !== 'io').map((s) => compileStatement(c, s));
  if (runs.length === 0) return () => 0;
  if (runs.length === 1) return runs[0] as Run;
  return (f) => {
    for (let i = 0; i < runs.length; i++) {
      const goes = (runs[i] as Run)(f);
      if (goes !== 0) return goes;
    }
    return 0;
  };
}

/** What comes after these hangs on none of their tests; after a loop all hangs on how often it ran. */
const SCOPES: ReadonlySet<Statement['kind']> = new Set(['block', 'switch', 'dispatch']);

function compileStatement(c: CallScope, s: Statement): Run {
  const run = compileOne(c, s);
  const { history } = c.m;
  return history && SCOPES.has(s.kind) ? within(history, run) : run;
}

function compileOne(c: CallScope, s: Statement): Run {
  const { m } = c;
  switch (s.kind) {
    case 'assign':
      return begin(m, s.id, compileAssign(c, s));
    case 'call':
      return begin(m, s.id, compileCall(c, s));
    case 'if': {
      const test = compileTest(c, s.id, s.condition);
      const then = compileStatements(c, s.then);
      const otherwise = compileStatements(c, s.else);
      const chosen: Run = (f) => (test(f) ? then(f) : otherwise(f));
      // What comes after a test that may have left hangs on it too.
      return m.history && !mayLeave(s) ? within(m.history, chosen) : chosen;
    }
    case 'for':
      return compileFor(c, s);
    case 'while': {
      const test = compileTest(c, s.id, s.condition);
      const body = compileStatements(c, s.body);
      const increment = compileStatements(c, s.increment ?? []);
      return loop(m, s, (f) => test(f), body, increment);
    }
    case 'doWhile':
      return loop(m, s, compileTest(c, s.id, s.condition), compileStatements(c, s.body), () => 0);
    case 'block': {
      const body = compileStatements(c, s.body);
      const out = 2 * s.label + 1;
      return (f) => {
        const goes = body(f);
        return goes === out ? 0 : goes;
      };
    }
    case 'exit': {
      const goes = 2 * s.target + 1;
      return () => goes;
    }
    case 'next': {
      const goes = 2 * s.target + 2;
      return () => goes;
    }
    case 'switch':
      return compileSwitch(c, s);
    case 'dispatch':
      return compileDispatch(c, s);
    case 'stop':
      return () => {
        m.statement = s.id;
        return fail(m, s.unrest ? 'no-fixed-point' : 'stopped');
      };
    case 'io':
    case 'comment':
      return () => 0;
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

/** Says which statement runs, and counts it. */
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

/** The tests of this hold for it alone. */
function within(history: Historian, run: Run): Run {
  return (f) => {
    const { test } = history;
    const goes = run(f);
    history.test = test;
    return goes;
  };
}

function mayLeave(s: Statement): boolean {
  let leaves = false;
  walkStatements([s], ({ kind }) => {
    leaves ||= kind === 'exit' || kind === 'next' || kind === 'stop';
  });
  return leaves;
}

function compileTest(c: Scope, id: StatementId, condition: Expr): (f: Frame) => boolean {
  const { m } = c;
  const value = compileNumber(c, condition);
  const part = newPart(m, { kind: 'statement', id });
  return (f) => {
    m.statement = id;
    countPart(m, part);
    m.history?.enter(id);
    const holds = value(f);
    m.watch?.decide();
    m.history?.decide(m.dot);
    m.trace?.write(id, -1, 0, 0, holds, heightOf(m));
    return holds !== 0;
  };
}

function compileAssign(c: Scope, s: Assign): Run {
  return compileStore(c, s.target, s.value);
}

// ---------------------------------------------------------------------------------------------------------- loops

function loop(
  m: Interpreter,
  s: While | DoWhile,
  test: (f: Frame) => boolean,
  body: Run,
  increment: Run,
): Run {
  const testFirst = s.kind === 'while';
  const out = 2 * s.label + 1;
  const again = 2 * s.label + 2;
  return (f) => {
    for (let first = true; ; first = false) {
      if ((testFirst || !first) && !test(f)) return 0;
      m.statement = s.id;
      takeStep(m);
      const goes = body(f);
      if (goes !== 0 && goes !== again) return goes === out ? 0 : goes;
      increment(f);
    }
  };
}

function compileFor(c: CallScope, s: For): Run {
  const { m } = c;
  const first = compileIndex(c, s.first);
  const last = compileIndex(c, s.last);
  const step = compileIndex(c, s.step);
  const body = compileStatements(c, s.body);
  const set = compileSetInteger(c, s.index);
  const part = newPart(m, { kind: 'statement', id: s.id });
  const out = 2 * s.label + 1;
  const again = 2 * s.label + 2;
  return (f) => {
    m.statement = s.id;
    countPart(m, part);
    m.history?.enter(s.id);
    let index = first(f);
    m.history?.decide(m.dot);
    const end = last(f);
    m.history?.decide(m.dot);
    const stride = step(f);
    if (stride === 0) fail(m, 'zero-step');
    m.watch?.decide();
    set(f, index);
    for (let trips = Math.floor((end - index + stride) / stride); trips > 0; trips--) {
      m.statement = s.id;
      takeStep(m);
      const goes = body(f);
      if (goes !== 0 && goes !== again) return goes === out ? 0 : goes;
      m.statement = s.id;
      index += stride;
      set(f, index);
    }
    return 0;
  };
}

// -------------------------------------------------------------------------------------------------------- choices

function compileSwitch(c: CallScope, s: Switch): Run {
  const choose = compileChoice(c, s.id, s.selector, s.cases);
  const bodies = s.cases.map((each) => compileStatements(c, each.body));
  const otherwise = compileStatements(c, s.default);
  const out = 2 * s.label + 1;
  return (f) => {
    const chosen = choose(f);
    const goes = (bodies[chosen] ?? otherwise)(f);
    return goes === out ? 0 : goes;
  };
}

/** Number of the case that holds the selector, or -1. */
function compileChoice(
  c: Scope,
  id: StatementId,
  selector: Expr,
  cases: readonly { readonly values: readonly { readonly from: number; readonly to: number }[] }[],
): Num {
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
    return cases.findIndex((each) => each.values.some(({ from, to }) => v >= from && v <= to));
  };
}

function compileDispatch(c: CallScope, s: Dispatch): Run {
  const { m } = c;
  const bodies = s.blocks.map((b) => compileStatements(c, b.body));
  const jumps = s.blocks.map((b) => compileJump(c, b.jump));
  const set = compileSetInteger(c, s.state);
  const out = 2 * s.label + 1;
  return (f) => {
    for (let block = 0; block >= 0; ) {
      m.statement = s.id;
      set(f, block);
      takeStep(m);
      const goes = (bodies[block] as Run)(f);
      if (goes !== 0) return goes === out ? 0 : goes;
      block = (jumps[block] as Num)(f);
    }
    m.statement = s.id;
    set(f, -1);
    return 0;
  };
}

function compileJump(c: Scope, jump: DispatchJump): Num {
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
  }
}
