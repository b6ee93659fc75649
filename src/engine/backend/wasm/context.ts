/** What code generation carries along: for the module, for the routine at hand. */
import { keysOf } from '../../base/lookup';
import { variableOf } from '../../ir/names';
import type {
  ElementRef,
  Expr,
  LabelId,
  Program,
  Routine,
  StatementId,
  Variable,
  VariableId,
} from '../../ir/types';
import type { FunctionBody, Label } from './encoding/emit';
import { defineGlobal, type ModuleBuilder } from './encoding/module';
import { WasmType } from './encoding/opcodes';
import type { RoutineFacts } from './facts';
import type { StaticLayout } from './layout';

export interface WasmOptions {
  /** Count executions of every straight run of statements, and the peak of the tape. Costs a few per cent of time. */
  readonly counters: boolean;
}

/** What can end a run early. A `site` says which check it was, and where. */
export type TrapCode =
  | 'out-of-bounds'
  | 'division-by-zero'
  | 'conversion-out-of-range'
  | 'zero-step'
  | 'stack-overflow'
  | 'budget-steps'
  | 'budget-memory'
  | 'tape-underflow'
  | 'external-routine'
  | 'stopped'
  | 'no-fixed-point';

export interface Site {
  readonly code: TrapCode;
  readonly statement: StatementId | null;
  /** The array of an out-of-bounds subscript, or the local array that was too big. */
  readonly variable?: VariableId;
  /** Which subscript, from 0. */
  readonly dimension?: number;
  /** The subscript, or the divisor. */
  readonly culprit?: Expr;
  /** Name of the external routine. */
  readonly callee?: string;
}

/** A count point: these parts belong to one straight run and are counted together. */
export interface CountPoint {
  readonly parts: CountedPart[];
}
export type CountedPart =
  /** A statement by itself: its own expressions, down to arms of choices, which have points of their own. */
  { readonly kind: 'statement'; readonly id: StatementId } | { readonly kind: 'expr'; readonly expr: Expr };

const GLOBALS = {
  fuel: WasmType.i64,
  depth: WasmType.i32,
  callSite: WasmType.i32,
  frame: WasmType.i32,
  frameLimit: WasmType.i32,
  bitBase: WasmType.i32,
  bit: WasmType.i32,
  bitLimit: WasmType.i32,
  control: WasmType.i32,
  controlLimit: WasmType.i32,
  controlBase: WasmType.i32,
  value: WasmType.i32,
  valueLimit: WasmType.i32,
  valueBase: WasmType.i32,
  peak: WasmType.i32,
  snapshots: WasmType.i32,
  mostSnapshots: WasmType.i32,
} as const;
export type GlobalName = keyof typeof GLOBALS;

export interface ModuleContext {
  readonly program: Program;
  readonly options: WasmOptions;
  readonly module: ModuleBuilder;
  readonly globals: Readonly<Record<GlobalName, number>>;
  readonly statics: StaticLayout;
  readonly facts: ReadonlyMap<string, RoutineFacts>;
  readonly sites: Site[];
  readonly points: CountPoint[];
  /** Byte address of count point 0: eight bytes a point. */
  readonly pointsAddress: number;
  /** Elements pushed by array pushes, by recording: index into words after the count points. */
  readonly arrayPushes: Map<number, number>;
}

/** A number known now, or held in a local when the routine runs. All are i32. */
export type Operand = { readonly constant: number } | { readonly local: number };

export interface ArrayStorage {
  readonly kind: 'array';
  readonly base: Operand;
  readonly count: Operand;
  readonly dimensions: readonly { readonly lower: Operand; readonly extent: Operand }[];
  readonly order: 'row' | 'column';
  /** Whether the slowest dimension ends where the memory does: the last row, or column, may be incomplete. */
  readonly isOpen: boolean;
}
export type ScalarStorage =
  | { readonly kind: 'local'; readonly local: number }
  /** At a fixed address. */
  | { readonly kind: 'static'; readonly address: number }
  /** At an address that a local holds. */
  | { readonly kind: 'pointer'; readonly local: number };
export type Storage = ScalarStorage | ArrayStorage;

export interface RoutineContext {
  readonly m: ModuleContext;
  readonly routine: Routine;
  readonly facts: RoutineFacts;
  readonly f: FunctionBody;
  readonly storage: Map<VariableId, Storage>;
  readonly labels: Map<LabelId, { readonly exit: Label; readonly next: Label | null }>;
  /** An expression of any kind, for the parts of expressions that have files of their own. */
  readonly emitExpr: (r: RoutineContext, e: Expr) => void;
  /** Subscripts (bit d of the mask: number d) that need no check where we are. */
  readonly proved: Map<ElementRef, number>;
  /** The statement being translated, for sites; null in a prologue. */
  statement: StatementId | null;
  /** The count point of the current straight run; null when the next part must open one. */
  point: number | null;
}

export function moduleGlobals(module: ModuleBuilder): Record<GlobalName, number> {
  const entries = keysOf(GLOBALS).map((key) => [key, defineGlobal(module, key, GLOBALS[key])]);
  return Object.fromEntries(entries) as Record<GlobalName, number>;
}

export function site(r: RoutineContext, code: TrapCode, more: Omit<Site, 'code' | 'statement'> = {}): number {
  r.m.sites.push({ code, statement: r.statement, ...more });
  return r.m.sites.length - 1;
}

export function variableAt(r: RoutineContext, id: VariableId): Variable {
  return variableOf(r.m.program, id);
}

/** A local of type i32 as an operand. */
export function localOperand(r: RoutineContext): { readonly local: number } {
  return { local: r.f.newLocal(WasmType.i32) };
}
