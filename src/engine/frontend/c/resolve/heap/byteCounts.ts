/**
 * Numbers of bytes that a variable holds stand where memory is asked for, by which one sees of what elements it is:
 *
 *     size_t bytes = n * sizeof(double);                 →     double *a = malloc(n * sizeof(double));
 *     double *a = malloc(bytes);
 */

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
    const told = (e: S.Expr): S.Expr => known.get(pathOf(e)) ?? e;
    return mapped(item, (e: S.Expr) =>
      e.kind === 'call' && (isHeap(e) || MEMORY.has(calleeOf(e))) ? { ...e, args: mapped(e.args, told) } : e,
    );
  });
  return { ...file, items };
}

/** By the variable or member that is given it, and nothing else: `n * sizeof(double)` of what keeps its value too. */
function byteCounts(item: S.FunctionDefinition): Map<string, S.Expr> {
  const given = settingsIn(item.body).flatMap(({ name, value, by }) => (by ? [] : [{ path: name, value }]));
  const times = new Map<string, number>();
  const note = (path: string) => times.set(path, (times.get(path) ?? 0) + 1);
  for (const { path } of given) note(path);
  for (const e of partsIn(item.body)) {
    const place = writtenPlace(e);
    if (place) note(pathOf(place.kind === 'subscript' ? place.base : place) || rootName(place));
    if (place && e.kind === 'assign' && e.op === null) given.push({ path: pathOf(place), value: e.value });
  }
  const locals = new Map(variablesIn(item).map(({ name, type }) => [name, type.storage === null]));
  const keeps = (path: string): boolean => {
    const [root = ''] = path.split('.');
    return locals.get(root) === true && (times.get(path) ?? 0) < 2 && (path === root || !times.has(root));
  };
  const isSteady = (e: S.Expr): boolean =>
    e.kind === 'binary' || e.kind === 'cast'
      ? operands(e).every(isSteady)
      : e.kind === 'number' || e.kind === 'sizeof' || keeps(pathOf(e));
  const isCount = (e: S.Expr): boolean =>
    isSteady(e) && factorsOf(withoutCasts(e)).some((part) => withoutCasts(part).kind === 'sizeof');
  return new Map(given.flatMap(({ path, value }) => (keeps(path) && isCount(value) ? [[path, value]] : [])));
}

/** `v.size` of a variable or a member of one; nothing of others. */
function pathOf(e: S.Expr): string {
  if (e.kind === 'name') return e.name;
  const base = e.kind === 'member' && !e.arrow ? pathOf(e.base) : '';
  return e.kind === 'member' && base ? `${base}.${e.name}` : '';
}
