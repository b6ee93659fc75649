/**
 * What a run over pairs works on: one memory of cells, four bytes of a real machine each, with a double and an element of
 * the domain in every cell. A variable takes as many cells as it has words; its first cell holds its value.
 */
import { memoryBytes } from '../ir/build';
import type { Program, ScalarType, StatementId, VariableId } from '../ir/types';
import type { Domain } from './domain';
import { store, type Triple } from './domain';

/** Why a run says nothing, or that what ran is wrong. */
export type Failure =
  | 'not-finite'
  | 'division-by-zero'
  | 'unset'
  | 'bounds'
  | 'conversion'
  | 'steps'
  | 'time'
  | 'memory'
  | 'stack'
  | 'stopped'
  | 'external'
  | 'zero-step'
  | 'tape-underflow';

export interface Failed {
  readonly why: Failure;
  readonly statement: StatementId | null;
  readonly variable: VariableId | null;
}

export interface Limits {
  /** Iterations and calls. */
  readonly steps: number;
  readonly cells: number;
  /** False when time is up; asked now and then. */
  readonly goOn: () => boolean;
}

/** Is told what steers a run: outcomes of tests, and integers that reals or choices come to. */
export interface PathObserver {
  readonly test: (statement: StatementId, outcome: boolean) => void;
  readonly choice: (value: number) => void;
}

export interface Machine {
  readonly program: Program;
  readonly domain: Domain;
  readonly limits: Limits;
  /** Tangents are carried along: dual numbers. */
  readonly dual: boolean;
  /** A read of what was never set ends the run; else it gives a value that no derivative may depend on. */
  readonly strict: boolean;
  value: Float64Array;
  /** Three numbers for every cell, as in `Domain`. */
  element: Float64Array;
  dot: Float64Array;
  isSet: Uint8Array;
  /** 64-bit integers that no double holds, by cell. */
  readonly big: Map<number, bigint>;
  top: number;
  depth: number;
  steps: number;
  statement: StatementId | null;
  readonly tape: TapeEntry[];
  readonly control: (number | bigint)[];
  failed: Failed | null;
}

export interface TapeEntry {
  readonly value: number;
  readonly big: bigint | undefined;
  readonly element: Triple;
  /** In dual runs. */
  readonly dot: readonly [number, number, number] | null;
  readonly isSet: number;
}

export function newMachine(
  program: Program,
  domain: Domain,
  limits: Limits,
  how: Pick<Machine, 'dual' | 'strict'>,
): Machine {
  const cells = 1024;
  return {
    program,
    domain,
    limits,
    ...how,
    value: new Float64Array(cells),
    element: new Float64Array(3 * cells),
    dot: new Float64Array(how.dual ? 3 * cells : 0),
    isSet: new Uint8Array(cells),
    big: new Map(),
    top: 0,
    depth: 0,
    steps: 0,
    statement: null,
    tape: [],
    control: [],
    failed: null,
  };
}

export function fail(m: Machine, why: Failure, variable: VariableId | null = null): never {
  m.failed = { why, statement: m.statement, variable };
  throw new Error('the run ended early');
}

export function wordsOf(type: ScalarType): number {
  return memoryBytes(type) / 4;
}

/** Adds so many cells, all zero and not set; returns the first. */
export function allocate(m: Machine, cells: number, variable: VariableId | null = null): number {
  const at = m.top;
  const end = at + cells;
  if (!(end <= m.limits.cells)) fail(m, 'memory', variable);
  if (end > m.value.length) enlarge(m, Math.max(end, 2 * m.value.length));
  m.value.fill(0, at, end);
  m.element.fill(0, 3 * at, 3 * end);
  if (m.dual) m.dot.fill(0, 3 * at, 3 * end);
  m.isSet.fill(0, at, end);
  m.top = end;
  return at;
}

function enlarge(m: Machine, cells: number): void {
  const larger = <T extends Float64Array | Uint8Array>(next: T, old: ArrayLike<number>): T => {
    next.set(old);
    return next;
  };
  m.value = larger(new Float64Array(cells), m.value);
  m.element = larger(new Float64Array(3 * cells), m.element);
  if (m.dual) m.dot = larger(new Float64Array(3 * cells), m.dot);
  m.isSet = larger(new Uint8Array(cells), m.isSet);
}

const STEPS_BETWEEN_LOOKS = 4096;

export function takeStep(m: Machine): void {
  m.steps++;
  if (m.steps > m.limits.steps) fail(m, 'steps');
  if (m.steps % STEPS_BETWEEN_LOOKS === 0 && !m.limits.goOn()) fail(m, 'time');
}

/** What is in `acc` and a double go to a cell. */
export function storeReal(m: Machine, at: number, x: number): void {
  if (x - x !== 0) fail(m, 'not-finite');
  m.value[at] = x;
  store(m.element, at, m.domain.acc);
  m.isSet[at] = 1;
}

export function storeWhole(m: Machine, at: number, x: number | bigint): void {
  if (typeof x === 'number') {
    m.value[at] = x;
    if (m.big.size > 0) m.big.delete(at);
  } else {
    m.value[at] = Number(x);
    m.big.set(at, x);
  }
  m.isSet[at] = 1;
}

export function loadWhole(m: Machine, at: number): number | bigint {
  const x = m.value[at] as number;
  return Number.isSafeInteger(x) ? x : (m.big.get(at) ?? x);
}
