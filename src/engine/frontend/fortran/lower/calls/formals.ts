/** Dummies as a call sees them, and actual arguments on their way to them. */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Argument, ScalarType, Variable } from '../../../../ir/types';
import type { Section } from '../arrays/sections';
import { type Context, type RoutineInfo, report } from '../context';
import { typeName } from '../values';

export interface Formal {
  readonly name: string;
  readonly type: ScalarType;
  readonly array: boolean;
  readonly byValue: boolean;
  readonly intent: Variable['intent'];
  readonly poison: boolean;
}

export function formalOf(ctx: Context, callee: RoutineInfo, i: number): Formal {
  const symbol = callee.parameters[i];
  if (symbol)
    return {
      name: symbol.name,
      type: symbol.type,
      array: symbol.dimensions !== null,
      byValue: symbol.byValue,
      intent: symbol.intent,
      poison: symbol.poison,
    };
  const v = ctx.shared.variables[callee.parameterIds[i] ?? -1];
  return {
    name: v?.name ?? '',
    type: v?.type ?? 'f64',
    array: v?.shape !== null && v?.shape !== undefined,
    byValue: v?.passing === 'value',
    intent: v?.intent ?? null,
    poison: !v,
  };
}

export function formalCount(callee: RoutineInfo): number {
  return callee.external
    ? callee.parameterIds.length
    : callee.parameters.length - callee.captured.length - (callee.arrayResult ? 1 : 0);
}

/** An argument, and for arrays the section that it came from. */
export type Lowered = Argument & { readonly section?: Section };

export function withoutSection(arg: Lowered): Argument {
  if (arg.kind !== 'array') return arg;
  const { kind, variable, start, span } = arg;
  return { kind, variable, start, span };
}

export function checkType(ctx: Context, formal: Formal, type: ScalarType, span: Span): void {
  if (formal.type === type || ctx.failed) return;
  report(
    ctx,
    'argument-type',
    `${formal.name} is ${typeName(formal.type)}, and this is ${typeName(type)}.`,
    span,
    'Arguments are passed by reference, so their types must agree.',
  );
}

export const NOTHING: Lowered = { kind: 'value', value: b.constant(0, 'f64') };
