/** The state of the interpreter: blocks of memory with shadows, pointers into them, frames, and findings. */
import type { CountedPart } from '../../backend/wasm/index';
import type { Expr, Program, StatementId, VariableId } from '../../ir/types';
import { type RunLimits, type Trap, trapAt } from '../outcome';
import type { Block, Historian } from './history';
import type { TraceRecorder } from './trace';
import type { Watch } from './watch';

export interface Pointer {
  readonly block: Block;
  /** In bytes. */
  readonly offset: number;
  /** The elements from there to the end of the object. */
  count: number;
  /** The number of the location for traces, and where in the block that location starts. */
  readonly location: number;
  readonly start: number;
}

export interface ArrayView {
  readonly pointer: Pointer;
  readonly lower: readonly number[];
  readonly extent: number[];
  /** Product of all extents but the slowest. */
  readonly inner: number;
}

export interface Frame {
  readonly pointers: Pointer[];
  readonly arrays: ArrayView[];
}

export interface TapeEntry {
  readonly value: number | bigint;
  readonly defined: number;
  readonly dot: number;
  /** Its number for `watch`; -1 without. */
  readonly mark: number;
}

export interface Finding {
  readonly statement: StatementId | null;
  readonly variable: VariableId | null;
  readonly detail: string;
}

/** An operation on integers whose result its type does not hold. */
export interface Overflow {
  readonly statement: StatementId | null;
  readonly expr: Expr;
  /** Null for a shift by more places than there are. */
  readonly exact: number | bigint | null;
}

/** A routine that runs, and where its variables are. */
export interface OpenRoutine {
  readonly routine: string;
  readonly pointerOf: (id: VariableId) => Pointer | null;
  readonly arrayOf: (id: VariableId) => ArrayView | null;
}

export interface Interpreter {
  readonly program: Program;
  readonly limits: RunLimits;
  readonly now: () => number;
  readonly dual: boolean;
  /** Whether something stands beside values in memory: a tangent or a node. */
  readonly shadows: boolean;
  readonly history: Historian | null;
  readonly trace: TraceRecorder | null;
  /** Called before every assignment, call, PUSH and POP. */
  readonly enter: ((id: StatementId) => void) | null;
  /** Called at the end of every routine, while its variables are still there. */
  readonly leave: (() => void) | null;
  /** The calls that have not ended, the entry routine first; kept for `enter` and `leave`. */
  readonly open: OpenRoutine[];
  readonly watch: Watch | null;
  /** The statement being executed. */
  statement: StatementId | null;
  /** The tangent of the real value evaluated last, in dual mode; or its node, where a history is kept. */
  dot: number;
  /** Arguments of the function whose partial is being evaluated. */
  partialArgs: number[];
  steps: number;
  nextLook: number;
  started: number;
  depth: number;
  bytes: number;
  readonly values: TapeEntry[];
  readonly controls: (number | bigint)[];
  readonly parts: CountedPart[];
  readonly counts: number[];
  /** The number of entries pushed, by recording. */
  readonly pushes: Map<number, number>;
  trap: Trap | null;
  readonly uninitialised: Map<string, Finding>;
  /** While a member is copied. */
  copied: { isUnset: boolean } | null;
  readonly kinks: Map<string, Finding>;
  /** The first of each statement. */
  readonly overflows: Map<StatementId | null, Overflow>;
  notFinite: Finding | null;
}

/** Notes why the run ends; `run` reports it. */
export function setTrap(m: Interpreter, code: Trap['code'], more: Partial<Trap> = {}): void {
  m.trap = trapAt({ code, statement: m.statement, ...more });
}

/** Ends the run. */
export function fail(m: Interpreter, code: Trap['code'], more: Partial<Trap> = {}): never {
  setTrap(m, code, more);
  throw new Error('the run ended early');
}

/** Takes one step of the budget; now and then looks at the clock. */
export function takeStep(m: Interpreter): void {
  m.steps++;
  if (m.steps > m.limits.steps) fail(m, 'budget-steps');
  if (m.steps < m.nextLook) return;
  m.nextLook = m.steps + 10_000;
  if (m.now() - m.started > m.limits.milliseconds) fail(m, 'budget-time');
}

export function takeBytes(m: Interpreter, bytes: number, by: Partial<Trap> = {}): void {
  m.bytes += bytes;
  if (m.bytes > m.limits.bytes) fail(m, 'budget-memory', by);
}

export function noteUninitialised(m: Interpreter, variable: VariableId): void {
  if (m.copied) m.copied.isUnset = true;
  const key = `${m.statement} ${variable}`;
  if (m.copied || m.uninitialised.has(key)) return;
  m.uninitialised.set(key, { statement: m.statement, variable, detail: '' });
}

export function noteOverflow(m: Interpreter, expr: Expr, exact: Overflow['exact']): void {
  const { statement, overflows } = m;
  if (!overflows.has(statement)) overflows.set(statement, { statement, expr, exact });
}

/** Adds a part that is counted each time it is executed; returns its number. */
export function newPart(m: Interpreter, part: CountedPart): number {
  m.parts.push(part);
  m.counts.push(0);
  return m.parts.length - 1;
}

export function countPart(m: Interpreter, part: number): void {
  m.counts[part] = (m.counts[part] as number) + 1;
}

/** A test that compares equal reals is listed among kinks under this name. */
export const TIED_TEST = 'test';

/** Notes a kink once for each statement and kind; `detail` is an elementary function, or a tied test. */
export function noteKink(m: Interpreter, detail: string): void {
  const key = `${m.statement} ${detail}`;
  if (!m.kinks.has(key)) m.kinks.set(key, { statement: m.statement, variable: null, detail });
}
