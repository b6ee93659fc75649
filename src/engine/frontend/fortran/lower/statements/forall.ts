/**
 * FORALL takes all values before it stores any. Values that names tell to be read too late wait in copies (`parse/forall.ts`).
 * What else reads an element that may be set already is told here, where it is known what pointers, ASSOCIATE and EQUIVALENCE
 * make of names, and what functions read.
 */
import { readsOthers } from '../../parse/forall';
import type { DoNode, ExprSyntax } from '../../parse/syntax';
import { allOfKind, mentionsIn, readsSome } from '../../parse/visit';
import { genericNamed, lookUp, routineNamed } from '../../resolve/symbols';
import { sharesMemory } from '../arrays/sections';
import { type Context, unsupported, type VariableSymbol } from '../context';

export function tellReadBetween(ctx: Context, node: DoNode): void {
  const assigned = allOfKind([node], 'assign');
  // Values are read before anything is stored where they wait in copies.
  const read: ExprSyntax[] = [
    ...allOfKind([node], 'ifBlock').flatMap(({ arms }) => arms.flatMap(({ condition }) => condition ?? [])),
    ...allOfKind([node], 'whereBlock').flatMap(({ arms }) => arms.flatMap(({ mask }) => mask ?? [])),
    ...(assigned.some(({ held }) => held) ? [] : assigned.map(({ value }) => value)),
    ...assigned.flatMap(({ target }) =>
      target.kind === 'apply'
        ? target.args.flatMap(({ value }) => (value.kind === 'range' ? [] : value))
        : [],
    ),
  ];
  for (const { target, held } of assigned) {
    const symbol = lookUp(ctx.scope, target.name);
    // What is taken goes into a copy, and sets nothing that is read.
    if (symbol?.kind !== 'variable' || held?.phase === 'take') continue;
    if (readsOthers(target, read) || read.some((e) => readsBeside(ctx, symbol, e)))
      unsupported(
        ctx,
        `A FORALL that assigns ${symbol.name}, and reads other elements of it in a mask, in a subscript, in a WHERE, by another name or in a function, is`,
        target.span,
        'Put what it reads into an array of its own first, or write DO loops.',
      );
  }
}

function readsBeside(ctx: Context, symbol: VariableSymbol, e: ExprSyntax): boolean {
  return readsSome(
    e,
    ({ kind, name }) => sharesMemory(ctx, symbol, name) || (kind === 'apply' && mayRead(ctx, symbol, name)),
  );
}

/** A function of this text that names the variable, of its module, COMMON block or host. */
function mayRead(ctx: Context, symbol: VariableSymbol, called: string): boolean {
  if (lookUp(ctx.scope, called)?.kind === 'variable') return false;
  const { name } = symbol;
  return [genericNamed(ctx, called) ?? routineNamed(ctx, called) ?? []].flat().some((each) => {
    if (each.captured.some(({ host, home }) => host === name && home === symbol.home)) return true;
    const isSeen = each.scope !== null && each.scope !== ctx.scope && lookUp(each.scope, name) === symbol;
    return isSeen && mentionsIn(each.unit?.body ?? []).some((part) => part.name === name);
  });
}
