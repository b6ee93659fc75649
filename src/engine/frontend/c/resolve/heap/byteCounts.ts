/**
 * Numbers of bytes that a variable holds stand where memory is asked for, by which one sees of what elements it is:
 *
 *     size_t bytes = n * sizeof(double);                 →     double *a = malloc(n * sizeof(double));
 *     double *a = malloc(bytes);
 */

import { getOrMake } from '../../../../base/once';
import { mapped } from '../../../mapped';
import type * as S from '../../parse/syntax';
import { calleeOf, factorsOf, isHeap, operands, withoutCasts, writtenPlace } from '../../parse/walk';
import { MEMORY } from '../structs/memory';
import { partsIn, rootName, settingsIn, variablesIn } from '../survey';

export function withByteCounts(file: S.SourceFile): S.SourceFile {
  if (!file.hasHeap) return file;
  const items = file.items.map((item) => {
    const known = item.kind === 'function' ? byteCounts(item) : null;
    if (!known || known.size === 0) return item;
    const told = (e: S.Expr): S.Expr => known.get(pathOf(e) ?? '') ?? e;
    return mapped(item, (node: S.Expr) =>
      isHeap(node) || MEMORY.has(calleeOf(node))
        ? { ...node, args: mapped((node as S.CallExpression).args, told) }
        : node,
    );
  });
  return { ...file, items };
}

/** By the variable or member that holds it, and is given nothing else: `n * sizeof(double)` of what keeps its value too. */
function byteCounts(item: S.FunctionDefinition): Map<string, S.Expr> {
  const given = new Map<string, (S.Expr | null)[]>();
  const note = (path: string, value: S.Expr | null) => getOrMake(given, path, () => []).push(value);
  for (const { name, value, by } of settingsIn(item.body)) if (!by) note(name, value);
  for (const e of partsIn(item.body)) {
    const place = writtenPlace(e);
    if (place)
      note(pathOf(place) ?? `${rootName(place)}.`, e.kind === 'assign' && e.op === null ? e.value : null);
  }
  const locals = new Set(
    variablesIn(item).flatMap(({ name, type }) => (type.storage === null ? [name] : [])),
  );
  // What is set through a pointer, or as part of a structure, is set as well.
  const keeps = (path: string): boolean =>
    locals.has(path.replace(/\..*/s, '')) &&
    [...given].reduce(
      (n, [p, { length }]) =>
        `${p}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${p}.`) ? n + length : n,
      0,
    ) < 2;
  const isSteady = (e: S.Expr): boolean => {
    const path = pathOf(e);
    if (path !== null) return keeps(path);
    return (
      e.kind === 'number' ||
      e.kind === 'sizeof' ||
      ((e.kind === 'binary' || e.kind === 'cast') && operands(e).every(isSteady))
    );
  };
  return new Map(
    [...given].flatMap(([path, [value]]) =>
      value &&
      keeps(path) &&
      isSteady(value) &&
      factorsOf(withoutCasts(value)).some((e) => withoutCasts(e).kind === 'sizeof')
        ? [[path, value]]
        : [],
    ),
  );
}

/** `v.size` of a variable or a member of one; null of others. */
function pathOf(e: S.Expr): string | null {
  if (e.kind === 'name') return e.name;
  const base = e.kind === 'member' && !e.arrow ? pathOf(e.base) : null;
  return e.kind === 'member' && base !== null ? `${base}.${e.name}` : null;
}
