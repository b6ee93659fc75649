/**
 * Checks of subscripts, taken out of innermost counted loops.
 *
 * A subscript that is affine in the index, everything else in it unwritten by the body, is in bounds on all trips if it
 * is on the first and on the last. So these two are tested before the loop; if all tests hold, a copy of the body runs
 * that checks nothing of the kind, else the ordinary one, which says what was wrong when it gets there.
 *
 * The tests are done in 64 bits. Sums and products in 32 bits wrap around to the same value when that is in bounds.
 */

import { walk } from '../../ir/build';
import { evaluate } from '../../ir/evaluate';
import { walkStatements } from '../../ir/statements';
import type { ElementRef, Expr, For, VariableId } from '../../ir/types';
import { assignedBy, mentions, statementExpressions } from '../../ir/uses';
import { exactInteger } from '../numbers';
import { type Operand, type RoutineContext, variableAt } from './context';
import { arrayStorage, getOperand } from './elements';
import { Op, WasmType } from './encoding/opcodes';

export interface Hoisted {
  /** Merged into `proved` for the copy without checks. */
  readonly proved: ReadonlyMap<ElementRef, number>;
  readonly tests: readonly Test[];
}

interface Test {
  readonly subscript: Expr;
  readonly lower: Operand;
  readonly extent: Operand;
  readonly varies: boolean;
}

/** Longer bodies are not worth a second copy. */
const MOST_STATEMENTS = 80;
const MOST_TESTS = 24;

/** What can be tested before the loop, or null when nothing can or the loop is none of the innermost. */
export function hoistable(r: RoutineContext, s: For): Hoisted | null {
  const written = new Set<VariableId>();
  let size = 0;
  let simple = true;
  walkStatements(s.body, (each) => {
    size++;
    if (['for', 'while', 'doWhile', 'dispatch', 'call'].includes(each.kind)) simple = false;
    for (const id of assignedBy(each)) written.add(id);
  });
  if (!simple || size > MOST_STATEMENTS) return null;
  const proved = new Map<ElementRef, number>();
  const tests: Test[] = [];
  const keys = new Set<string>();
  const visit = (ref: ElementRef) => {
    const array = arrayStorage(r, ref.variable);
    ref.subscripts.forEach((subscript, d) => {
      const bits = affineBits(r, subscript, s.index, written);
      const dimension = array.dimensions[d];
      if (bits === null || bits > 62 || !dimension || evaluate(subscript) !== null) return;
      proved.set(ref, (proved.get(ref) ?? 0) | (1 << d));
      const key = JSON.stringify([shapeOf(subscript), dimension.lower, dimension.extent]);
      if (keys.has(key)) return;
      keys.add(key);
      tests.push({ subscript, ...dimension, varies: mentions(subscript, (id) => id === s.index) });
    });
  };
  walkStatements(s.body, (each) => {
    if (each.kind === 'io') return;
    for (const e of statementExpressions(each))
      walk(e, (part) => {
        if (part.kind === 'element') visit(part);
      });
  });
  return tests.length > 0 && tests.length <= MOST_TESTS ? { proved, tests } : null;
}

/** A value that is the same for equal subscripts. */
function shapeOf(e: Expr): unknown {
  switch (e.kind) {
    case 'constant':
      return exactInteger(e).toString();
    case 'variable':
      return `v${e.variable}`;
    case 'binary':
      return [e.op, shapeOf(e.left), shapeOf(e.right)];
    case 'unary':
    case 'convert':
      return [e.kind, shapeOf(e.operand)];
    default:
      return null;
  }
}

/** How many bits the value of an affine subscript may need, sign aside; null if it is not affine, or may change. */
function affineBits(
  r: RoutineContext,
  e: Expr,
  index: VariableId,
  written: ReadonlySet<VariableId>,
): number | null {
  const bits = (part: Expr) => affineBits(r, part, index, written);
  switch (e.kind) {
    case 'constant':
      return Math.abs(e.value) < 2 ** 31 ? Math.ceil(Math.log2(Math.abs(e.value) + 1)) : null;
    case 'variable':
      // In memory it might be changed under another name.
      return written.has(e.variable) || r.storage.get(e.variable)?.kind !== 'local' ? null : 31;
    case 'convert':
      // The operand's own arithmetic would wrap around at 32 bits, and the result keeps that.
      return e.type === 'i64' && e.operand.kind === 'variable' ? bits(e.operand) : null;
    case 'unary':
      return e.op === 'negate' ? bits(e.operand) : null;
    case 'binary': {
      const [left, right] = [bits(e.left), bits(e.right)];
      if (left === null || right === null) return null;
      if (e.op === 'add' || e.op === 'subtract') return Math.max(left, right) + 1;
      const linear =
        e.op === 'multiply' &&
        !(mentions(e.left, (id) => id === index) && mentions(e.right, (id) => id === index));
      return linear ? left + right : null;
    }
    default:
      return null;
  }
}

/** Leaves 1 on the stack when all tests hold, for the index (i64, in locals) on the first trip and on the last. */
export function emitTests(r: RoutineContext, s: For, { tests }: Hoisted, first: number, last: number): void {
  r.f.i32(1);
  for (const id of wideLeaves(r, tests, s.index)) {
    const from = r.f.scratch(WasmType.i64);
    const storage = r.storage.get(id);
    if (storage?.kind === 'local') r.f.get(storage.local);
    r.f.set(from);
    emitIsNarrow(r, from);
    r.f.op(Op.i32_and).release(from);
  }
  for (const local of [first, last]) {
    emitIsNarrow(r, local);
    r.f.op(Op.i32_and);
  }
  for (const test of tests) {
    for (const at of test.varies ? [first, last] : [first]) {
      emitWide(r, test.subscript, s.index, at);
      getOperand(r, test.lower);
      r.f.op(Op.i64_extend_i32_s, Op.i64_sub);
      getOperand(r, test.extent);
      r.f.op(Op.i64_extend_i32_u, Op.i64_lt_u, Op.i32_and);
    }
  }
}

/** Variables of 64 bits in the tests, the index aside. */
function wideLeaves(r: RoutineContext, tests: readonly Test[], index: VariableId): Set<VariableId> {
  const found = new Set<VariableId>();
  for (const test of tests)
    walk(test.subscript, (part) => {
      if (part.kind === 'variable' && part.variable !== index && variableAt(r, part.variable).type === 'i64')
        found.add(part.variable);
    });
  return found;
}

/** Leaves 1 when the i64 in the local is one of 32 bits. */
function emitIsNarrow(r: RoutineContext, local: number): void {
  r.f.get(local).get(local).op(Op.i32_wrap_i64, Op.i64_extend_i32_s, Op.i64_eq);
}

function emitWide(r: RoutineContext, e: Expr, index: VariableId, at: number): void {
  switch (e.kind) {
    case 'constant':
      r.f.i64(exactInteger(e));
      return;
    case 'variable': {
      if (e.variable === index) {
        r.f.get(at);
        return;
      }
      const storage = r.storage.get(e.variable);
      if (storage?.kind === 'local') r.f.get(storage.local);
      if (variableAt(r, e.variable).type !== 'i64') r.f.op(Op.i64_extend_i32_s);
      return;
    }
    case 'convert':
      emitWide(r, e.operand, index, at);
      return;
    case 'unary':
      r.f.i64(0n);
      emitWide(r, e.operand, index, at);
      r.f.op(Op.i64_sub);
      return;
    case 'binary':
      emitWide(r, e.left, index, at);
      emitWide(r, e.right, index, at);
      r.f.op(e.op === 'add' ? Op.i64_add : e.op === 'subtract' ? Op.i64_sub : Op.i64_mul);
      return;
    default:
      return;
  }
}
