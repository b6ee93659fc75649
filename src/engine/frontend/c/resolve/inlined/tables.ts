/**
 * Functions that are passed an array of pointers into other arrays, `double *row[2] = {a, b}; f(row);`, or structures in an array that
 * hold pointers. Which arrays these are is known only where it is declared.
 */

import { once } from '../../../../base/once';
import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { calleeOf, isNull, someExpr, withoutCasts } from '../../parse/walk';
import { pointerKey } from '../pointers';
import { isRows } from '../rows/made';
import { declarationsIn, partsIn, rootName, settingsIn } from '../survey';
import { holdsPointers } from './elements';

export function functionsGivenTables(functions: readonly S.FunctionDefinition[]): Set<string> {
  const given = new Set<string>();
  const found = new Set<string>();
  const formals = new Map(functions.map((item) => [item.declarator.name, formalsOf(item)]));
  const own = functions.map((item) => ({
    item,
    tables: new Set([...tablesIn(item), ...structuresIn(item)]),
    calls: once(() => partsIn(item.body).filter((part) => part.kind === 'call')),
  }));
  for (let before = -1; before !== given.size; ) {
    before = given.size;
    for (const { item, tables, calls } of own) {
      formalsOf(item).forEach(({ declarator }, i) => {
        if (given.has(pointerKey(item.declarator.name, i))) tables.add(declarator.name);
      });
      for (const call of tables.size > 0 ? calls() : [])
        formals.get(calleeOf(call))?.forEach((formal, i) => {
          if (!isTable(call.args[i], formal, tables)) return;
          given.add(pointerKey(calleeOf(call), i));
          found.add(calleeOf(call));
        });
    }
  }
  return found;
}

/** `row`, and `net`, `&net` or `net->layers`, but not one of its elements. */
function isTable(given: S.Expr | undefined, { type, declarator }: S.Parameter, tables: Set<string>): boolean {
  const arg = given && withoutCasts(given);
  if (!arg || !tables.has(rootName(arg)) || someExpr(arg, isChoosing)) return false;
  return isRows(declarator) ? arg.kind === 'name' : type.struct !== undefined;
}

function isChoosing({ kind }: S.Expr): boolean {
  return kind === 'subscript' || kind === 'binary';
}

/** Structures with pointers, of which there are several. */
function structuresIn({ body }: S.FunctionDefinition): string[] {
  const held = declarationsIn(body).filter(({ type }) => type.struct);
  if (held.length === 0) return [];
  const several = new Set(
    partsIn(body).flatMap((e) =>
      e.kind === 'subscript' && e.base.kind === 'name' && !isNull(e.index) ? [e.base.name] : [],
    ),
  );
  return held.flatMap(({ name, type: { struct }, derivations: [first] }) => {
    const isArray = first?.kind === 'array' || (first && several.has(name));
    return struct && (isArray ? holdsPointers(struct) : holdsTables(struct)) ? [name] : [];
  });
}

function holdsTables(struct: S.StructType, depth = 0): boolean {
  return (struct.members() ?? []).some(({ type: { struct: inner }, derivations }) => {
    if (!inner || depth > 8) return false;
    return derivations.length > 0 ? holdsPointers(inner) : holdsTables(inner, depth + 1);
  });
}

/** Arrays of pointers whose elements are set to anything but memory of their own, or of the first. */
function tablesIn(item: S.FunctionDefinition): Set<string> {
  const declared = declarationsIn(item.body).filter(isRows);
  const found = new Set(
    declared.flatMap(({ name, initializer }) => (initializer?.kind === 'list' ? [name] : [])),
  );
  const names = new Set(declared.map(({ name }) => name));
  if (names.size === 0) return found;
  // What holds one of them while two change places.
  const passing = new Set<string>();
  for (const { name, value } of settingsIn(item.body)) if (names.has(rootName(value))) passing.add(name);
  for (const part of partsIn(item.body)) {
    if (part.kind !== 'assign' || part.target.kind !== 'subscript' || part.target.base.kind !== 'name')
      continue;
    const { name } = part.target.base;
    const value = withoutCasts(part.value);
    const root = rootName(value);
    const isOwn = value.kind === 'call' || isNull(value) || names.has(root) || passing.has(root);
    if (names.has(name) && !isOwn) found.add(name);
  }
  return found;
}
