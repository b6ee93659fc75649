/**
 * The published table of weights by which runs are compared, and what each part of a program counts.
 *
 * - add 1: additions, subtractions, negations and comparisons of reals; min, max, abs, sign, dim, floor, ceil, trunc, round.
 * - multiply 1: products of reals; a constant integer power counts the products of repeated squaring.
 * - divide 4: quotients of reals, sqrt, and remainders.
 * - elementary 10: every other elementary function.
 * - memory 1: each element of an array that is read or written, each entry pushed or popped.
 *
 * Integer arithmetic, control and scalars are free: compilers hide them behind the rest.
 */

import type { CountedPart } from '../../backend/wasm/index';
import { entryOf, keysOf } from '../../base/lookup';
import { children, isReal } from '../../ir/build';
import { ELEMENTARY, type Elementary } from '../../ir/elementary';
import { walkStatements } from '../../ir/statements';
import type { Expr, Program, Statement, StatementId } from '../../ir/types';
import { statementExpressions } from '../../ir/uses';
import type { OperationCounts } from '../../pipeline/results';

export const WEIGHTS = { add: 1, multiply: 1, divide: 4, elementary: 10, memory: 1 } as const;

export type Cost = Record<keyof typeof WEIGHTS, number>;

export function noCost(): Cost {
  return { add: 0, multiply: 0, divide: 0, elementary: 0, memory: 0 };
}

export function weighted(cost: Cost): OperationCounts {
  let sum = 0;
  for (const key of keysOf(WEIGHTS)) sum += WEIGHTS[key] * cost[key];
  return { ...cost, weighted: sum };
}

/** Statements by id, including tests of dispatch branches, each with the expressions that it evaluates itself. */
export type PartTable = ReadonlyMap<
  StatementId,
  { readonly kind: Statement['kind']; readonly expressions: readonly Expr[] }
>;

export function partTable(program: Program): PartTable {
  const table = new Map<StatementId, { kind: Statement['kind']; expressions: readonly Expr[] }>();
  for (const routine of program.routines) {
    walkStatements(routine.body, (s) => {
      table.set(s.id, { kind: s.kind, expressions: s.kind === 'io' ? [] : statementExpressions(s) });
      if (s.kind !== 'dispatch') return;
      for (const { jump } of s.blocks) {
        if (jump.kind === 'go') continue;
        const test = jump.kind === 'branch' ? jump.condition : jump.selector;
        table.set(jump.id, { kind: 'if', expressions: [test] });
      }
    });
  }
  return table;
}

/** Adds `times` executions of a part to `total`. Arms of choices are parts of their own. */
export function addPart(total: Cost, table: PartTable, part: CountedPart, times: number): void {
  if (part.kind === 'expr') {
    addExpr(total, part.expr, times);
    return;
  }
  const found = entryOf(table, part.id);
  for (const e of found.expressions) addExpr(total, e, times);
  const { kind } = found;
  if (kind === 'push' || kind === 'pop' || kind === 'pushControl' || kind === 'popControl')
    total.memory += times;
}

function addExpr(total: Cost, e: Expr, times: number): void {
  addNode(total, e, times);
  if (e.kind === 'select') {
    addExpr(total, e.condition, times);
    return;
  }
  if (e.kind === 'logical') {
    addExpr(total, e.left, times);
    return;
  }
  for (const child of children(e)) addExpr(total, child, times);
}

function addNode(total: Cost, e: Expr, times: number): void {
  switch (e.kind) {
    case 'element':
      total.memory += times;
      break;
    case 'unary':
      if (isReal(e.type)) total.add += times;
      break;
    case 'compare':
      if (isReal(e.left.type)) total.add += times;
      break;
    case 'binary':
      if (!isReal(e.type)) break;
      if (e.op === 'multiply') total.multiply += times;
      else if (e.op === 'divide') total.divide += times;
      else total.add += times;
      break;
    case 'intrinsic':
      if (isReal(e.type)) addFunction(total, e.fn, e.args, times);
      break;
    default:
      break;
  }
}

function addFunction(total: Cost, fn: Elementary, args: readonly Expr[], times: number): void {
  const { cost } = ELEMENTARY[fn];
  if (cost === 'add') total.add += times;
  else if (cost === 'divide') total.divide += times;
  else if (cost === 'multiplyAdd') {
    total.multiply += times;
    total.add += times;
  } else if (fn === 'powerInteger' && args[1]?.kind === 'constant') {
    const n = Math.abs(args[1].value);
    total.multiply += times * (n < 2 ? 0 : Math.floor(Math.log2(n)) + ones(n) - 1);
    if (args[1].value < 0) total.divide += times;
  } else total.elementary += times;
}

function ones(n: number): number {
  let count = 0;
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
