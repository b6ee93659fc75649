/**
 * Arrays that are no contiguous piece of memory as arguments: expressions, and sections with gaps, are copied into an array
 * of their own before the call, and what the routine may write is copied back after it, as the language says.
 */

import type { RawStatement } from '../../../../control/structure';
import * as b from '../../../../ir/build';
import { variableOf } from '../../../../ir/names';
import type { Argument, Dimension, Expr, Place, VariableId } from '../../../../ir/types';
import { type Context, into, type RoutineInfo, temporary } from '../context';
import { assignTo, loopNest } from '../emit';
import { isKnownAtEntry } from '../entryBounds';
import { arrayOfSize } from '../lateSizes';
import { type ArrayValue, ONE, type Walk } from '../operands';
import { subscriptAt } from '../walks';
import { formalOf } from './formals';

/** Work to do after the call, in order. */
export type AfterCall = (() => void)[];

/**
 * Copies an array into a temporary, which is as large as the array, or as `atMost` for one of a single dimension.
 * @returns null where the text does not say at entry how large that is
 */
export function copyIn(ctx: Context, array: ArrayValue, atMost: Expr | null = null): VariableId | null {
  const copy = room(ctx, array, atMost);
  if (copy === null) return null;
  loopNest(ctx, array.natural, (walks) =>
    assignTo(ctx, elementOf(copy, array, walks), array.at(walks), array.span),
  );
  return copy;
}

/** The same for what the routine may write: `array` is a section, its elements are places. */
export function copyInOut(
  ctx: Context,
  array: ArrayValue,
  intent: 'in' | 'out' | 'inout' | null,
  atMost: Expr | null,
  after: AfterCall,
): VariableId | null {
  const copy = intent === 'out' ? room(ctx, array, atMost) : copyIn(ctx, array, atMost);
  if (copy === null || intent === 'in') return copy;
  after.push(() => {
    loopNest(ctx, array.natural, (walks) =>
      assignTo(ctx, array.at(walks) as Place, elementOf(copy, array, walks), array.span),
    );
  });
  return copy;
}

/**
 * A call with what comes after it: copies go back where they came from, so what says where that is, and the call may change,
 * is kept before it.
 *
 *     call s(a(i, :), i)          at = i;  copy = a(at, :);  call s(copy, i);  a(at, :) = copy
 */
export function withCopiesBack<T>(
  ctx: Context,
  callee: RoutineInfo,
  args: readonly Argument[],
  after: AfterCall,
  call: () => T,
): T {
  const tail = into(ctx, () => {
    for (const copyBack of after) copyBack();
  });
  if (tail.length === 0) return call();
  const passed = args.flatMap((arg, i) => {
    if (arg.kind === 'value' || formalOf(ctx, callee, i).intent === 'in') return [];
    return [arg.kind === 'array' ? arg.variable : arg.place.variable];
  });
  const fixed = new Fixed(ctx, new Set(passed));
  const back = tail.map((s) => fixed.statement(s));
  const result = call();
  ctx.out.push(...back);
  return result;
}

/** Rewrites statements behind a call so that they use the values from before it of all that it may change. */
class Fixed {
  private readonly kept: { readonly of: Expr; readonly by: Expr }[] = [];
  private readonly indices = new Set<VariableId>();

  constructor(
    private readonly ctx: Context,
    private readonly passed: ReadonlySet<VariableId>,
  ) {}

  statement(s: RawStatement): RawStatement {
    if (s.kind === 'for') {
      this.indices.add(s.index);
      const [first, last, step] = [this.value(s.first), this.value(s.last), this.value(s.step)];
      return { ...s, first, last, step, body: s.body.map((inner) => this.statement(inner)) };
    }
    if (s.kind !== 'assign') return s;
    return { ...s, target: this.place(s.target), value: this.place(s.value) };
  }

  /** The place as it was before the call; its value is what the call left there. */
  private place<E extends Expr>(e: E): E {
    return e.kind === 'element' ? { ...e, subscripts: e.subscripts.map((at) => this.value(at)) } : e;
  }

  private value(e: Expr): Expr {
    return b.rewrite(e, (part) => {
      if (part.kind !== 'variable' && part.kind !== 'element') return part;
      return this.mayChange(part.variable) && !this.isWalked(part) ? this.keep(part) : part;
    });
  }

  private mayChange(id: VariableId): boolean {
    if (this.indices.has(id)) return false;
    const v = variableOf(this.ctx.shared, id);
    return v.intent !== 'in' && (this.passed.has(id) || v.role === 'global' || v.storage !== null);
  }

  private isWalked(e: Expr): boolean {
    let found = false;
    b.walk(e, (part) => {
      if (part.kind === 'variable' && this.indices.has(part.variable)) found = true;
    });
    return found;
  }

  private keep(e: Expr): Expr {
    const known = this.kept.find(({ of }) => b.sameExpr(of, e));
    if (known) return known.by;
    const by = b.variable(temporary(this.ctx, 'at', e.type), e.type, e.span);
    assignTo(this.ctx, by, e, e.span);
    this.kept.push({ of: e, by });
    return by;
  }
}

/** The same array, as it is now: `nest` goes over the elements that count. Null where its size is not known at entry. */
export function kept(
  ctx: Context,
  array: ArrayValue,
  name: string,
  nest: (body: (walks: readonly Walk[]) => void) => void = (body) => loopNest(ctx, array.natural, body),
): ArrayValue | null {
  const copy = room(ctx, array, null, name);
  if (copy === null) return null;
  const at = (walks: readonly Walk[]) => elementOf(copy, array, walks);
  nest((walks) => assignTo(ctx, at(walks), array.at(walks), array.span));
  return { ...array, at };
}

function elementOf(copy: VariableId, array: ArrayValue, walks: readonly Walk[]): Place {
  const subscripts = array.natural.map((_, d) => subscriptAt(walks[d] as Walk, ONE, ONE));
  return b.element(copy, subscripts, array.type, array.span);
}

function room(ctx: Context, array: ArrayValue, atMost: Expr | null, name = 'copy'): VariableId | null {
  const dimensions: Dimension[] = [];
  for (const own of array.extents) {
    const known = own !== null && isKnownAtEntry(ctx, own);
    // Only the last dimension may be longer than its contents, since the elements lie one behind the other.
    const extent = known || array.extents.length > 1 ? own : (atMost ?? own);
    if (!extent) return null;
    dimensions.push({ lower: ONE, extent: b.convert(extent, 'i32') });
  }
  return arrayOfSize(ctx, name, array.type, dimensions);
}
