/**
 * `void *` parameters and members, as callbacks have them for what they need besides: each is a pointer to what its function takes it
 * for, by a cast, by the pointer that it is given to, or by the function that it is handed on to. A parameter that is taken for
 * nothing is left out, and so is what is passed for it.
 */

import type { DiagnosticSink } from '../../../base/diagnostics';
import { shortened } from '../../limitedSink';
import { mapped, someNode } from '../../mapped';
import { isNull } from '../lower/memory/pointerVariables';
import { integer, plainType, withParameters } from '../parse/build';
import type * as S from '../parse/syntax';
import { formalsOf } from '../parse/syntax';
import { calleeOf, hasEffects, operands } from '../parse/walk';
import { memberTypes } from './memberTypes';
import { rebuilt } from './moved/rebuilt';
import { declarationsIn, expressionsIn, partsIn, settingsIn, structsIn } from './survey';

interface Taken {
  readonly type: S.TypeSpecifier;
  readonly derivations: readonly S.Derivation[];
}

/** What stands for a pointer that nothing reads. */
const NUMBER: Taken = { type: plainType('i32', { start: 0, end: 0 }), derivations: [] };

export function withoutVoidPointers(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  const functions = file.items.filter((item) => item.kind === 'function');
  const open = functions.filter((item) => formalsOf(item).some(isVoid));
  const members = voidMembers(file);
  if (open.length === 0 && members.size === 0) return file;
  const known = new Map<string, Taken>();
  for (let changed = true; changed; ) {
    changed = false;
    const learn = (key: string, among: readonly S.FunctionDefinition[], isIt: (e: S.Expr) => boolean) => {
      const found = known.has(key) ? null : takenFor(among, isIt, known, functions);
      if (!found) return;
      known.set(key, found);
      changed = true;
    };
    for (const item of open)
      formalsOf(item).forEach((parameter, i) => {
        const { name } = parameter.declarator;
        if (isVoid(parameter))
          learn(`${i} ${item.declarator.name}`, [item], (e) => e.kind === 'name' && e.name === name);
      });
    for (const name of members) learn(`.${name}`, functions, (e) => e.kind === 'member' && e.name === name);
  }
  const struct = memberTypes((member) => {
    const taken = isVoidPointer(member.type, member.derivations) ? known.get(`.${member.name}`) : undefined;
    return taken ? { ...member, ...taken, type: { ...taken.type, storage: null } } : member;
  });
  const unread = unreadIn(open, known);
  const numbers = new Set<string>();
  for (const name of members) {
    const isIt = (e: S.Expr) => e.kind === 'member' && e.name === name;
    if (known.has(`.${name}`) || functions.some(({ body }) => isRead(body, isIt, unread))) continue;
    known.set(`.${name}`, NUMBER);
    numbers.add(name);
  }
  const items = file.items.map((item) => retyped(item, known, unread));
  for (const { parameter } of unread.values())
    sink.info(
      'unread-argument',
      `What \`${shortened(parameter.declarator.name)}\` points to is never read: it is left out.`,
      parameter.span,
    );
  return {
    ...file,
    items: mapped(items, (part: object) =>
      'isUnion' in part && members.size > 0
        ? struct(part as S.StructType)
        : withoutUnread(unread, withNumbers(numbers, withoutCast(part as S.Expr))),
    ),
  };
}

type Unread = ReadonlyMap<string, { readonly item: S.FunctionDefinition; readonly parameter: S.Parameter }>;

/** Parameters that are taken for nothing: they are set, cast to nothing, or handed on to such. */
function unreadIn(open: readonly S.FunctionDefinition[], known: ReadonlyMap<string, Taken>): Unread {
  const found = new Map(
    open.flatMap((item) =>
      formalsOf(item).flatMap((parameter, i) => {
        const key = `${i} ${item.declarator.name}`;
        return isVoid(parameter) && !known.has(key) ? [[key, { item, parameter }] as const] : [];
      }),
    ),
  );
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [key, { item, parameter }] of found) {
      const { name } = parameter.declarator;
      if (isRead(item.body, (e) => e.kind === 'name' && e.name === name, found)) found.delete(key);
    }
  }
  return found;
}

function isRead(body: S.Statement, isIt: (e: S.Expr) => boolean, unread: Pick<Unread, 'has'>): boolean {
  const reads = (e: S.Expr): boolean =>
    !isIdle(e, isIt) && (isIt(e) || operands(withoutUnread(unread, e)).some(reads));
  return expressionsIn(body).some(reads);
}

/** `(void)p` and `p = 0` */
function isIdle(e: S.Expr, isIt: (e: S.Expr) => boolean): boolean {
  if (e.kind === 'cast') return e.type === 'void' && isIt(e.operand);
  return e.kind === 'assign' && isIt(e.target) && isNull(e.value);
}

function withNumbers(names: ReadonlySet<string>, e: S.Expr): S.Expr {
  const isIt = e.kind === 'assign' && e.target.kind === 'member' && names.has(e.target.name);
  return isIt ? { ...e, value: integer(0, e.span) } : e;
}

/** A call without what is passed for what is never read. */
function withoutUnread(unread: Pick<Unread, 'has'>, e: S.Expr): S.Expr {
  if (e.kind !== 'call' || e.callee.kind !== 'name') return e;
  const { name } = e.callee;
  const args = e.args.filter((arg, i) => hasEffects(arg) || !unread.has(`${i} ${name}`));
  return args.length < e.args.length ? { ...e, args } : e;
}

/** Names of members that are such pointers. */
function voidMembers(file: S.SourceFile): ReadonlySet<string> {
  const found = new Set<string>();
  const structs = new Set<S.StructType>();
  if (file.hasStructs)
    someNode(file.items, (part) => {
      if ('isUnion' in part) structs.add(part as S.StructType);
      return false;
    });
  for (const struct of structs)
    for (const { name, type, derivations } of structsIn(struct).flatMap((each) => each.members() ?? []))
      if (isVoidPointer(type, derivations)) found.add(name);
  return found;
}

function isVoid({ type, declarator }: Pick<S.Parameter, 'type' | 'declarator'>): boolean {
  return isVoidPointer(type, declarator.derivations);
}

function isVoidPointer(type: S.TypeSpecifier, derivations: readonly S.Derivation[]): boolean {
  return type.base === 'void' && derivations.length === 1 && derivations[0]?.kind === 'pointer';
}

function takenFor(
  among: readonly S.FunctionDefinition[],
  isPointer: (e: S.Expr) => boolean,
  known: ReadonlyMap<string, Taken>,
  functions: readonly S.FunctionDefinition[],
): Taken | null {
  const found: Taken[] = [];
  const isIt = (e: S.Expr | undefined): boolean =>
    e !== undefined &&
    (isPointer(e) || (e.kind === 'cast' && e.specifier.base === 'void' && isIt(e.operand)));
  const expression = (e: S.Expr): void => {
    const isCast = e.kind === 'cast' && (e.type === 'pointer' || e.specifier.struct !== undefined);
    if (e.kind === 'cast' && isCast && e.specifier.base !== 'void' && isIt(e.operand))
      found.push({ type: e.specifier, derivations: [{ kind: 'pointer', span: e.span }] });
    if (e.kind === 'call') {
      const callee = calleeOf(e);
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
  };
  for (const { body } of among) {
    partsIn(body).forEach(expression);
    const own = new Map(declarationsIn(body).map((each) => [each.name, each]));
    for (const { type, derivations, value } of declarationsIn(body))
      if (value && isIt(value) && derivations.length > 0) found.push({ type, derivations });
    for (const { name, value, by } of settingsIn(body)) {
      // `p = ctx;`
      const target = by && isIt(value) ? own.get(name) : undefined;
      if (target && target.derivations.length > 0)
        found.push({ type: target.type, derivations: target.derivations });
    }
  }
  const [first] = found;
  const isOne = found.every(
    ({ type }) => type.base === first?.type.base && type.struct === first.type.struct,
  );
  // Who only reads takes what others write, too.
  const isConst = found.every(({ type }) => type.isConst);
  return first && isOne ? { ...first, type: { ...first.type, isConst } } : null;
}

function withoutCast(e: S.Expr): S.Expr {
  return e.kind === 'cast' && e.type === 'pointer' && e.specifier.base === 'void' ? e.operand : e;
}

function retyped<Item extends S.SourceFile['items'][number]>(
  item: Item,
  known: ReadonlyMap<string, Taken>,
  unread: Unread,
): Item {
  const declarator = (of: S.Declarator): S.Declarator =>
    withParameters(of, (list) =>
      list.flatMap((p, i) => {
        const key = `${i} ${of.name}`;
        return unread.has(key) ? [] : [parameter(p, known.get(key))];
      }),
    );
  if (item.kind === 'function') {
    const own = [...unread.values()].flatMap((each) =>
      each.item === item ? each.parameter.declarator.name : [],
    );
    const body = own.length > 0 ? withoutIdle(item.body, own) : item.body;
    return { ...item, body, declarator: declarator(item.declarator) };
  }
  if (item.kind !== 'declaration') return item;
  return {
    ...item,
    declared: item.declared.map((each) => ({ ...each, declarator: declarator(each.declarator) })),
  };
}

function withoutIdle(body: S.BlockStatement, names: readonly string[]): S.BlockStatement {
  const change = (stmt: S.Statement): S.Statement =>
    stmt.kind === 'expression' && isIdle(stmt.expr, (e) => e.kind === 'name' && names.includes(e.name))
      ? { kind: 'empty', span: stmt.span }
      : rebuilt(stmt, { expr: (e) => e, stmt: change });
  return change(body) as S.BlockStatement;
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
