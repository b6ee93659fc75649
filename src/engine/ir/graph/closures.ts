/**
 * Control flow as closures over a frame, for whoever runs programs. What statements do that hold no others, how tests and integers
 * are evaluated and who is told of it is theirs. A closure returns where control goes: 0 on, 2L + 1 out of label L, 2L + 2 to
 * the next iteration of label L.
 */
import { assertNever } from '../../base/assert';
import type {
  Dispatch,
  DispatchJump,
  DoWhile,
  Expr,
  For,
  Simple,
  Statement,
  StatementId,
  Switch,
  VariableId,
  While,
} from '../types';

export type Run<F> = (f: F) => number;

/** A statement that does something and lets control go on. */
export type Action = Exclude<Simple, { kind: 'exit' | 'next' | 'io' | 'comment' }>;

/** A counted loop's first index, its stride and the number of its trips, as they are at entry. */
export interface Bounds {
  readonly first: number;
  readonly stride: number;
  readonly trips: number;
}

export interface Machinery<F> {
  readonly action: (s: Action) => Run<F>;
  readonly test: (id: StatementId, condition: Expr) => (f: F) => boolean;
  readonly bounds: (s: For) => (f: F) => Bounds;
  /** Number of the case that holds the selector, which `caseOf` tells of its value. */
  readonly choice: (id: StatementId, selector: Expr, caseOf: (value: number) => number) => (f: F) => number;
  /** Sets an integer scalar on behalf of a statement. */
  readonly setter: (id: StatementId, variable: VariableId) => (f: F, value: number) => void;
  /** The statement runs from here on. */
  readonly at: (id: StatementId) => void;
  /** One trip more through a loop, or one block more of a region. */
  readonly trip: (id: StatementId) => void;
  /** Wraps the closure of a whole statement. */
  readonly around?: (s: Statement, run: Run<F>) => Run<F>;
}

export function compileStatements<F>(m: Machinery<F>, list: readonly Statement[]): Run<F> {
  const runs = list.filter(doesAnything).map((s) => compileStatement(m, s));
  if (runs.length === 0) return () => 0;
  if (runs.length === 1) return runs[0] as Run<F>;
  return (f) => {
    for (let i = 0; i < runs.length; i++) {
      const goes = (runs[i] as Run<F>)(f);
      if (goes !== 0) return goes;
    }
    return 0;
  };
}

/** What only the backward sweep computes may read what it alone has set by then. */
function doesAnything(s: Statement): boolean {
  return s.kind !== 'comment' && s.kind !== 'io' && !(s.kind === 'assign' && s.again);
}

function compileStatement<F>(m: Machinery<F>, s: Statement): Run<F> {
  const run = compileOne(m, s);
  return m.around ? m.around(s, run) : run;
}

function compileOne<F>(m: Machinery<F>, s: Statement): Run<F> {
  switch (s.kind) {
    case 'if': {
      const test = m.test(s.id, s.condition);
      const then = compileStatements(m, s.then);
      const otherwise = compileStatements(m, s.else);
      return (f) => (test(f) ? then(f) : otherwise(f));
    }
    case 'for':
      return compileFor(m, s);
    case 'while':
    case 'doWhile':
      return compileLoop(m, s);
    case 'block': {
      const body = compileStatements(m, s.body);
      return (f) => past(s.label, body(f));
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
      return compileSwitch(m, s);
    case 'dispatch':
      return compileDispatch(m, s);
    case 'io':
    case 'comment':
      return () => 0;
    default:
      return m.action(s);
  }
}

/** Where control goes behind a construct: on, if what left it named its label. */
function past(label: number, goes: number): number {
  return goes === 2 * label + 1 ? 0 : goes;
}

function compileLoop<F>(m: Machinery<F>, s: While | DoWhile): Run<F> {
  const test = m.test(s.id, s.condition);
  const body = compileStatements(m, s.body);
  const increment = compileStatements(m, (s.kind === 'while' && s.increment) || []);
  const testFirst = s.kind === 'while';
  const again = 2 * s.label + 2;
  return (f) => {
    for (let first = true; ; first = false) {
      if ((testFirst || !first) && !test(f)) return 0;
      m.trip(s.id);
      const goes = body(f);
      if (goes !== 0 && goes !== again) return past(s.label, goes);
      increment(f);
    }
  };
}

function compileFor<F>(m: Machinery<F>, s: For): Run<F> {
  const bounds = m.bounds(s);
  const body = compileStatements(m, s.body);
  const set = m.setter(s.id, s.index);
  const again = 2 * s.label + 2;
  return (f) => {
    const { first, stride, trips } = bounds(f);
    let index = first;
    set(f, index);
    for (let k = 0; k < trips; k++) {
      m.trip(s.id);
      const goes = body(f);
      if (goes !== 0 && goes !== again) return past(s.label, goes);
      index += stride;
      set(f, index);
    }
    return 0;
  };
}

type Cases = readonly { readonly values: readonly { readonly from: number; readonly to: number }[] }[];

function compileChoice<F>(m: Machinery<F>, id: StatementId, selector: Expr, cases: Cases): Run<F> {
  return m.choice(id, selector, (x) =>
    cases.findIndex(({ values }) => values.some(({ from, to }) => x >= from && x <= to)),
  );
}

function compileSwitch<F>(m: Machinery<F>, s: Switch): Run<F> {
  const choose = compileChoice(m, s.id, s.selector, s.cases);
  const bodies = s.cases.map(({ body }) => compileStatements(m, body));
  const otherwise = compileStatements(m, s.default);
  return (f) => past(s.label, (bodies[choose(f)] ?? otherwise)(f));
}

function compileDispatch<F>(m: Machinery<F>, s: Dispatch): Run<F> {
  const bodies = s.blocks.map(({ body }) => compileStatements(m, body));
  const jumps = s.blocks.map(({ jump }) => compileJump(m, jump));
  const set = m.setter(s.id, s.state);
  return (f) => {
    for (let block = 0; block >= 0; ) {
      m.at(s.id);
      set(f, block);
      m.trip(s.id);
      const goes = (bodies[block] as Run<F>)(f);
      if (goes !== 0) return past(s.label, goes);
      block = (jumps[block] as Run<F>)(f);
    }
    set(f, -1);
    return 0;
  };
}

function compileJump<F>(m: Machinery<F>, jump: DispatchJump): Run<F> {
  switch (jump.kind) {
    case 'go':
      return () => jump.to;
    case 'branch': {
      const test = m.test(jump.id, jump.condition);
      return (f) => (test(f) ? jump.then : jump.else);
    }
    case 'select': {
      const choose = compileChoice(m, jump.id, jump.selector, jump.cases);
      return (f) => jump.cases[choose(f)]?.to ?? jump.default;
    }
    default:
      return assertNever(jump);
  }
}
