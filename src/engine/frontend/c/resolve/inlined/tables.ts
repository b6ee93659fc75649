/**
 * Functions that are passed an array of pointers into other arrays, `double *row[2] = {a, b}; f(row);`. Which arrays these are is known
 * only where it is declared.
 */

import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { calleeOf, isNull, withoutCasts } from '../../parse/walk';
import { pointerKey } from '../pointers';
import { isRows } from '../rows/made';
import { declarationsIn, partsIn, rootName } from '../survey';

export function functionsGivenTables(functions: readonly S.FunctionDefinition[]): Set<string> {
  const given = new Set<string>();
  const found = new Set<string>();
  const own = functions.map((item) => ({
    item,
    tables: tablesIn(item),
    calls: partsIn(item.body).filter((part) => part.kind === 'call'),
  }));
  for (let before = -1; before !== given.size; ) {
    before = given.size;
    for (const { item, tables, calls } of own) {
      formalsOf(item).forEach(({ declarator }, i) => {
        if (given.has(pointerKey(item.declarator.name, i))) tables.add(declarator.name);
      });
      for (const call of tables.size > 0 ? calls : [])
        call.args
          .map((arg) => withoutCasts(arg))
          .forEach((arg, i) => {
            if (arg.kind !== 'name' || !tables.has(arg.name)) return;
            given.add(pointerKey(calleeOf(call), i));
            found.add(calleeOf(call));
          });
    }
  }
  return found;
}

/** Arrays of pointers whose elements are set to anything but memory of their own, or of the first. */
function tablesIn(item: S.FunctionDefinition): Set<string> {
  const declared = declarationsIn(item.body).filter(isRows);
  const found = new Set(
    declared.flatMap(({ name, initializer }) => (initializer?.kind === 'list' ? [name] : [])),
  );
  const names = new Set(declared.map(({ name }) => name));
  if (names.size === 0) return found;
  const parts = partsIn(item.body);
  // What holds one of them while two change places.
  const passing = new Set<string>();
  const pass = (name: string, value: S.Expr): void => {
    if (names.has(rootName(value))) passing.add(name);
  };
  for (const { name, initializer } of declarationsIn(item.body))
    if (initializer?.kind === 'expression') pass(name, initializer.value);
  for (const part of parts)
    if (part.kind === 'assign' && part.target.kind === 'name') pass(part.target.name, part.value);
  for (const part of parts) {
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
