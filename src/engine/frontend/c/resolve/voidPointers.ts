/**
 * `void *` parameters, as callbacks have them for what they need besides: each is a pointer to what its function takes it
 * for, by a cast, by the pointer that it is given to, or by the function that it is handed on to.
 */

import { mapped } from '../../mapped';
import type * as S from '../parse/syntax';
import { formalsOf } from '../parse/syntax';
import { operands } from '../parse/walk';
import { declarationsIn } from './moved/facts';
import { expressionsIn, statementsIn } from './survey';

interface Taken {
  readonly type: S.TypeSpecifier;
  readonly derivations: readonly S.Derivation[];
}

export function withoutVoidPointers(file: S.SourceFile): S.SourceFile {
  const functions = file.items.filter((item) => item.kind === 'function');
  const open = functions.filter((item) => formalsOf(item).some(isVoid));
  if (open.length === 0) return file;
  const known = new Map<string, Taken>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const item of open)
      formalsOf(item).forEach((parameter, i) => {
        const key = `${i} ${item.declarator.name}`;
        const found =
          isVoid(parameter) && !known.has(key) ? takenFor(item, parameter, known, functions) : null;
        if (!found) return;
        known.set(key, found);
        changed = true;
      });
  }
  const items = mapped(file.items, (part) => withoutCast(part as S.Expr));
  return { ...file, items: items.map((item) => retyped(item, known)) };
}

function isVoid({ type, declarator }: Pick<S.Parameter, 'type' | 'declarator'>): boolean {
  const { derivations } = declarator;
  return type.base === 'void' && derivations.length === 1 && derivations[0]?.kind === 'pointer';
}

function takenFor(
  item: S.FunctionDefinition,
  { declarator: { name } }: S.Parameter,
  known: ReadonlyMap<string, Taken>,
  functions: readonly S.FunctionDefinition[],
): Taken | null {
  const found: Taken[] = [];
  const isIt = (e: S.Expr | undefined): boolean =>
    e?.kind === 'name'
      ? e.name === name
      : e?.kind === 'cast' && e.specifier.base === 'void' && isIt(e.operand);
  const expression = (e: S.Expr): void => {
    const isPointer = e.kind === 'cast' && (e.type === 'pointer' || e.specifier.struct !== undefined);
    if (e.kind === 'cast' && isPointer && e.specifier.base !== 'void' && isIt(e.operand))
      found.push({ type: e.specifier, derivations: [{ kind: 'pointer', span: e.span }] });
    if (e.kind === 'call' && e.callee.kind === 'name') {
      const callee = e.callee.name;
      const formals = functions.find(({ declarator }) => declarator.name === callee);
      e.args.forEach((arg, i) => {
        const formal = formals && formalsOf(formals)[i];
        if (!isIt(arg) || !formal) return;
        const own = isVoid(formal)
          ? known.get(`${i} ${callee}`)
          : { type: formal.type, derivations: formal.declarator.derivations };
        if (own) found.push(own);
      });
    }
    for (const part of operands(e)) expression(part);
  };
  const statement = (stmt: S.Statement): void => {
    if (stmt.kind === 'declaration')
      for (const { declarator, initializer } of stmt.declared)
        if (
          initializer?.kind === 'expression' &&
          isIt(initializer.value) &&
          declarator.derivations.length > 0
        )
          found.push({ type: stmt.type, derivations: declarator.derivations });
    statementsIn(stmt).forEach(statement);
  };
  for (const e of expressionsIn(item.body)) expression(e);
  statement(item.body);
  const assigned = assignedTo(item, isIt);
  found.push(...assigned);
  const [first] = found;
  const isOne = found.every(
    ({ type }) => type.base === first?.type.base && type.struct === first.type.struct,
  );
  return first && isOne ? first : null;
}

/** `p = ctx;` */
function assignedTo(item: S.FunctionDefinition, isIt: (e: S.Expr) => boolean): Taken[] {
  const names = new Map(declarationsIn(item.body).map((each) => [each.name, each]));
  const found: Taken[] = [];
  const expression = (e: S.Expr): void => {
    const target = e.kind === 'assign' && e.target.kind === 'name' ? names.get(e.target.name) : undefined;
    if (e.kind === 'assign' && target && isIt(e.value) && target.derivations.length > 0) found.push(target);
    for (const part of operands(e)) expression(part);
  };
  for (const e of expressionsIn(item.body)) expression(e);
  return found;
}

function withoutCast(e: S.Expr): S.Expr {
  return e.kind === 'cast' && e.type === 'pointer' && e.specifier.base === 'void' ? e.operand : e;
}

function retyped<Item extends S.SourceFile['items'][number]>(
  item: Item,
  known: ReadonlyMap<string, Taken>,
): Item {
  const declarator = (of: S.Declarator): S.Declarator => ({
    ...of,
    derivations: of.derivations.map((d, k) =>
      d.kind === 'function' && k === 0
        ? { ...d, parameters: d.parameters.map((p, i) => parameter(p, known.get(`${i} ${of.name}`))) }
        : d,
    ),
  });
  if (item.kind === 'function') return { ...item, declarator: declarator(item.declarator) };
  if (item.kind !== 'declaration') return item;
  return {
    ...item,
    declared: item.declared.map((each) => ({ ...each, declarator: declarator(each.declarator) })),
  };
}

function parameter(p: S.Parameter, taken: Taken | undefined): S.Parameter {
  if (!taken || !isVoid(p)) return p;
  const { type, derivations } = taken;
  return {
    ...p,
    type: { ...type, isConst: type.isConst, storage: null },
    declarator: { ...p.declarator, derivations },
  };
}
