/** Routines that a text calls and doesn’t have. */
import * as b from '../../../../ir/build';
import { addVariable } from '../../../../ir/emit';
import type { ExternalShape, ScalarType, VariableId } from '../../../../ir/types';
import {
  checkArgumentCount,
  declaredShape,
  type ExternalSignature,
  type FoundDirective,
  isExternalFor,
  visibleGlobals,
  worstShape,
} from '../../../directives';
import type { ArgumentSyntax, Name } from '../../parse/syntax';
import { finishedRoots } from '../../resolve/storage';
import { lookUp, resolve } from '../../resolve/symbols';
import {
  type Context,
  dryRun,
  freshName,
  newRoutine,
  type RoutineInfo,
  type Shared,
  unsupported,
  type VariableSymbol,
} from '../context';
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
  const inside = shared.byName.get(name.name);
  if (inside)
    unsupported(
      ctx,
      `Calling ${name.name} from here, while another routine has one of that name inside, is`,
      name.span,
      'Give one of them another name.',
    );
  const info = newRoutine(shared, {
    name: inside ? freshName(shared, name.name) : name.name,
    kind: type ? 'function' : 'subroutine',
    external: { ...b.INERT, declared: false },
    span: name.span,
    nameSpan: name.span,
  });
  shared.routines.push(info);
  shared.byName.set(name.name, info);
  given.forEach((arg, i) => {
    info.parameterIds.push(externalDummy(ctx, info, arg, i));
  });
  if (type)
    info.resultId = addVariable(shared.variables, {
      name: name.name,
      type,
      role: 'result',
      owner: info.index,
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
  return addVariable(ctx.shared.variables, {
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
  // The lowering of the call reports that no text can be passed.
  if (value.kind === 'string') return { type: 'i32', array: false };
  return { type: dryRun(ctx, () => scalar(ctx, value)).type, array: false };
}

/** What a routine without a body is taken to do: as a directive says, by its interface, or the worst. */
export function giveShape(shared: Shared, info: RoutineInfo, directives: readonly FoundDirective[]): void {
  const dummies = shared.interfaces.get(info.name) ?? [];
  const signature: ExternalSignature = {
    name: info.name,
    parameters: info.parameterIds.map((id, i) => ({
      name: dummies[i]?.name ?? shared.variables[id]?.name ?? '',
      passed: info.passed[i] ?? new Set(),
      mayBeWritten: dummies[i]?.intent !== 'in',
    })),
    globals: visibleGlobals(shared.variables, finishedRoots(shared)),
    returns: info.resultId !== null,
    language: 'fortran',
  };
  checkArgumentCount(signature, info.nameSpan, shared.sink);
  const directive = directives.find((each) => isExternalFor(each, info.name, true));
  const hint = `Paste its text, or say what it does in a comment: \`backsweep: external(${info.name}, read(…), written(…), adjoint(…), tangent(…))\`.`;
  if (directive) info.external = declaredShape(directive, signature, shared.sink);
  else if (shared.interfaces.has(info.name)) {
    info.external = interfaceShape(signature, dummies);
    shared.sink.info(
      'external',
      `Only the interface of ${info.name} is known: all that it gives may depend on all that it is given.`,
      info.nameSpan,
      hint,
    );
  } else {
    info.external = worstShape(signature);
    shared.sink.warning(
      'unknown-external',
      `The body of \`${info.name}\` is not here: it is taken to read and write whatever it can.`,
      info.nameSpan,
      hint,
    );
  }
}

/** By their INTENT: OUT arguments are not read, IN arguments not written. */
function interfaceShape(signature: ExternalSignature, dummies: readonly VariableSymbol[]): ExternalShape {
  const worst = worstShape(signature);
  const isRead = (i: number) => dummies[i]?.intent !== 'out';
  return {
    ...worst,
    declared: true,
    read: worst.read.filter(isRead),
  };
}
