/** Routines that a text calls and doesn’t have. */
import * as b from '../../../../ir/build';
import type { LabelId, ScalarType, VariableId } from '../../../../ir/types';
import type { ArgumentSyntax, Name } from '../../parse/syntax';
import { lookUp, resolve } from '../../resolve/symbols';
import { addVariable, type Context, dryRun, type RoutineInfo } from '../context';
import { ONE } from '../operands';
import { scalar } from '../values';

/** A routine that this text doesn't have: its dummies look like the arguments of its first call. */
export function externalRoutine(
  ctx: Context,
  name: Name,
  given: readonly ArgumentSyntax[],
  type: ScalarType | null,
): RoutineInfo {
  const { shared } = ctx;
  const index = shared.routines.length;
  const info: RoutineInfo = {
    index,
    name: name.name,
    unit: null,
    scope: null,
    kind: type ? 'function' : 'subroutine',
    parameters: [],
    captured: [],
    parameterIds: [],
    hidden: [],
    result: null,
    arrayResult: null,
    resultId: null,
    external: { ...b.INERT, declared: false },
    passed: [],
    label: shared.nextLabel++ as LabelId,
    span: name.span,
    nameSpan: name.span,
  };
  shared.routines.push(info);
  shared.byName.set(name.name, info);
  given.forEach((arg, i) => {
    info.parameterIds.push(externalDummy(ctx, info, arg, i));
  });
  if (type)
    info.resultId = addVariable(shared, {
      name: name.name,
      type,
      role: 'result',
      owner: index,
      span: name.span,
    });
  return info;
}

/** What a directive may call its dummies: the text knows no names but those. */
export function noteNames({ external, passed }: RoutineInfo, given: readonly ArgumentSyntax[]): void {
  if (external)
    given.forEach(({ value }, i) => {
      passed[i] ??= new Set();
      if (value.kind === 'name' || value.kind === 'apply') passed[i].add(value.name);
    });
}

function externalDummy(ctx: Context, info: RoutineInfo, arg: ArgumentSyntax, i: number): VariableId {
  const look = actualLook(ctx, arg);
  return addVariable(ctx.shared, {
    name: `arg${i + 1}`,
    type: look.type,
    shape: look.array ? { dimensions: [{ lower: ONE, extent: null }], order: 'column' } : null,
    role: 'parameter',
    passing: 'reference',
    owner: info.index,
    span: arg.span,
  });
}

function actualLook(ctx: Context, arg: ArgumentSyntax): { type: ScalarType; array: boolean } {
  const { value } = arg;
  if (value.kind === 'name' || value.kind === 'apply') {
    const symbol =
      value.kind === 'name' ? resolve(ctx, value.name, value.span) : lookUp(ctx.scope, value.name);
    if (symbol?.kind === 'variable') return { type: symbol.type, array: symbol.dimensions !== null };
  }
  if (value.kind === 'range') return { type: 'f64', array: true };
  return { type: dryRun(ctx, () => scalar(ctx, value)).type, array: false };
}
