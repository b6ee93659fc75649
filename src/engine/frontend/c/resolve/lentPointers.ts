/**
 * Pointers that outlive a call: `static double *work;`, at the top of a text or in a function, and variables of the whole
 * text that are structures with pointers. Each belongs to the function from which all that name it are called, and is
 * lent to the others:
 *
 *     static double *work;                                       void setup(int n, double **work) { *work = malloc(…); }
 *     void setup(int n) { work = malloc(…); }               →    void fill(double *x, double *work) { work[0] = *x; }
 *     void fill(double *x) { work[0] = *x; }                     void f(int n, double *x)
 *     void f(int n, double *x) { setup(n); fill(x); }            { double *work; setup(n, &work); fill(x, work); }
 *
 * What it points to from an earlier call of that function is what its declaration says. Where nothing there gives it a
 * place, it is an argument of the function. One that nothing changes, as `static const series s = {coefficients, 11};`, belongs to
 * each function that names it.
 */
import { reached } from '../../../base/components';
import { mapped, namesOf, withNames } from '../../mapped';
import { declaration, named, node, unary, withParameters } from '../parse/build';
import type * as S from '../parse/syntax';
import { parametersOf } from '../parse/syntax';
import { writtenPlace } from '../parse/walk';
import { givesMemory } from './moved/facts';
import { hasStatic, type Item, partsIn, rootName, variablesIn, withoutDeclared } from './survey';

interface Lasting {
  readonly type: S.TypeSpecifier;
  readonly declared: S.Declared;
}
interface Lent extends Lasting {
  readonly name: string;
  /** Functions that name it, or call one that does. */
  readonly users: ReadonlySet<string>;
  /** Users that set the pointer, themselves or by a call; of a structure, all users. */
  readonly setters: ReadonlySet<string>;
  readonly owners: ReadonlySet<string>;
}

export function withoutLastingPointers(given: S.SourceFile): S.SourceFile {
  const file = withStaticsOutside(given);
  const found = file.items.flatMap((item) =>
    item.kind === 'declaration' && item.type.storage !== 'typedef' && item.type.storage !== 'extern'
      ? item.declared.filter((each) => isLasting(item.type, each)).map((declared) => ({ ...item, declared }))
      : [],
  );
  const functions = file.items.filter((item) => item.kind === 'function');
  if (found.length === 0 || functions.length === 0) return given;
  const named = new Map(functions.map((item) => [item.declarator.name, namesIn(item)]));
  const lent = found
    .map((each) => (isFixed(each, file.items) ? fixed(each, named) : lentFor(each, functions, named)))
    .filter(({ users }) => users.size > 0);
  const gone = new Set(lent.map(({ name }) => name));
  return {
    ...file,
    items: withoutDeclared(file.items, (name) => gone.has(name)).map((item) => {
      if (item.kind !== 'declaration') return item.kind === 'function' ? definition(item, lent) : item;
      const declared = item.declared.map((each) => ({
        ...each,
        declarator: withFormals(each.declarator, lent),
      }));
      return { ...item, declared };
    }),
  };
}

function isLasting({ struct, base }: S.TypeSpecifier, { declarator }: S.Declared): boolean {
  const [first, second] = declarator.derivations;
  if (first) return first.kind === 'pointer' && second?.kind !== 'function' && (!!struct || base !== 'void');
  return !!struct && (struct.members() ?? []).some((m) => m.derivations[0]?.kind === 'pointer');
}

/** `static double *work = NULL;` in a function, at the top of the text. */
function withStaticsOutside(file: S.SourceFile): S.SourceFile {
  const outside: S.Declaration[] = [];
  if (!file.items.some((item) => item.kind === 'function' && hasStatic(item.body))) return file;
  const taken = namesOf(file.items);
  const items = file.items.map((item) => {
    if (item.kind !== 'function' || !hasStatic(item.body)) return item;
    const names = new Map<string, string>();
    const isMoved = (type: S.TypeSpecifier, each: S.Declared): boolean =>
      type.storage === 'static' && each.declarator.derivations.length > 0 && isLasting(type, each);
    const body = mapped(item.body, (stmt: S.Statement) => {
      if (stmt.kind !== 'declaration' || !stmt.declared.some((each) => isMoved(stmt.type, each))) return stmt;
      for (const each of stmt.declared.filter((d) => isMoved(stmt.type, d))) {
        const { name } = each.declarator;
        let own = `${item.declarator.name}_${name}`;
        while (taken.has(own)) own += '_';
        taken.add(own);
        names.set(name, own);
        outside.push({ ...stmt, declared: [{ ...each, declarator: { ...each.declarator, name: own } }] });
      }
      const kept = stmt.declared.filter((each) => !isMoved(stmt.type, each));
      return kept.length > 0 ? { ...stmt, declared: kept } : { kind: 'empty', span: stmt.span };
    });
    return { ...item, body: withNames(body, names) };
  });
  return outside.length > 0 ? { ...file, items: [...outside, ...items] } : file;
}

// -------------------------------------------------------------------------------------------------------- who names it

interface Names {
  readonly named: ReadonlySet<string>;
  readonly set: ReadonlySet<string>;
  readonly called: ReadonlySet<string>;
}

function namesIn(item: S.FunctionDefinition): Names {
  const named = new Set<string>();
  const set = new Set<string>();
  const called = new Set<string>();
  for (const part of partsIn(item.body)) {
    if (part.kind === 'name') named.add(part.name);
    if (part.kind === 'call' && part.callee.kind === 'name') called.add(part.callee.name);
    const place = writtenPlace(part);
    if (place?.kind === 'name') set.add(place.name);
    // `work[i] = malloc(…)`: where rows are made.
    if (part.kind === 'assign' && givesMemory(part.value)) set.add(rootName(part.target));
  }
  for (const { name } of variablesIn(item)) for (const names of [named, set]) names.delete(name);
  return { named, set, called };
}

function fixed({ type, declared }: Lasting, names: ReadonlyMap<string, Names>): Lent {
  const { name } = declared.declarator;
  const users = new Set([...names].filter(([, { named }]) => named.has(name)).map(([fn]) => fn));
  return { name, type, declared, users, setters: new Set(), owners: users };
}

/** Nothing in the text sets it: its members are read, and it is passed to what takes it for `const`. */
function isFixed({ type, declared: { declarator, initializer } }: Lasting, items: readonly Item[]): boolean {
  const { name, derivations } = declarator;
  const isStruct = derivations.length === 0;
  const hasArrays = (type.struct?.members() ?? []).some((m) => m.derivations[0]?.kind === 'array');
  if (!initializer || (isStruct && hasArrays)) return false;
  const isIt = (e: S.Expr): boolean => e.kind === 'name' && e.name === name;
  const isTaken = (e: S.Expr): boolean => e.kind === 'unary' && e.op === '&' && isIt(e.operand);
  const isConst = (callee: string, k: number): boolean =>
    items.some(
      (item) =>
        item.kind === 'function' &&
        item.declarator.name === callee &&
        parametersOf(item.declarator)?.[k]?.type.isConst === true,
    );
  // How often it is named, less the times that are known to leave it as it is.
  let open = 0;
  const count = (e: S.Expr): void => {
    const place = writtenPlace(e);
    if (place && !isTaken(e) && (isStruct ? rootName(place) === name : isIt(place)))
      open = Number.POSITIVE_INFINITY;
    if (isStruct ? isIt(e) : isTaken(e)) open++;
    if (e.kind === 'member' && !e.arrow && isIt(e.base)) open--;
    if (e.kind === 'call' && e.callee.kind === 'name')
      for (const [k, arg] of e.args.entries()) if (isTaken(arg) && isConst(e.callee.name, k)) open--;
  };
  for (const item of items)
    if (item.kind === 'function') partsIn(item.body).forEach(count);
    else if (
      namesOf([item]).has(name) &&
      !('declared' in item && item.declared.some((d) => d.declarator === declarator))
    )
      return false;
  return open === 0;
}

function lentFor(
  { type, declared }: Lasting,
  functions: readonly S.FunctionDefinition[],
  names: ReadonlyMap<string, Names>,
): Lent {
  const { name } = declared.declarator;
  const withCallers = (first: (each: Names) => boolean): Set<string> => {
    const own = [...names].filter(([, each]) => first(each)).map(([fn]) => fn);
    return reached(own, (fn) => [...names.keys()].filter((caller) => names.get(caller)?.called.has(fn)));
  };
  const users = withCallers(({ named }) => named.has(name));
  const isStruct = declared.declarator.derivations.length === 0;
  const setters = withCallers(({ named, set }) => (isStruct ? named : set).has(name));
  const callersOf = (fn: string): string[] =>
    functions
      .map((item) => item.declarator.name)
      .filter((caller) => caller !== fn && names.get(caller)?.called.has(fn));
  const calledIn = (fn: string): string[] => [...(names.get(fn)?.called ?? [])].filter((to) => users.has(to));
  const owners = new Set<string>();
  for (const root of users) {
    if (callersOf(root).length > 0) continue;
    // A main program that does nothing with it but to call one function leaves it to that.
    let owner = root;
    for (let only = calledIn(owner); owner === 'main' && only.length === 1 && only[0]; only = [])
      if (!names.get(owner)?.named.has(name)) owner = only[0];
    const [only] = owner === root ? [] : callersOf(owner);
    if (owner !== root) users.delete('main');
    if (setters.has(owner) || declared.initializer) if (!only || only === 'main') owners.add(owner);
  }
  return { name, type, declared, users, setters, owners };
}

// ----------------------------------------------------------------------------------------------------------- rewriting

function isAddress({ setters }: Lent, fn: string): boolean {
  return setters.has(fn);
}

function formalOf(each: Lent, fn: string): S.Parameter {
  const { declarator, span } = each.declared;
  const pointer: S.Derivation = { kind: 'pointer', span };
  const derivations = isAddress(each, fn) ? [pointer, ...declarator.derivations] : declarator.derivations;
  return { type: { ...each.type, storage: null }, declarator: { ...declarator, derivations }, span };
}

function lentTo(lent: readonly Lent[], fn: string): readonly Lent[] {
  return lent.filter(({ users, owners }) => users.has(fn) && !owners.has(fn));
}

function withFormals(declarator: S.Declarator, lent: readonly Lent[]): S.Declarator {
  const more = lentTo(lent, declarator.name).map((each) => formalOf(each, declarator.name));
  return more.length === 0 ? declarator : withParameters(declarator, (list) => [...list, ...more]);
}

function definition(item: S.FunctionDefinition, lent: readonly Lent[]): S.FunctionDefinition {
  const fn = item.declarator.name;
  const own = lent.filter(({ users }) => users.has(fn));
  if (own.length === 0) return item;
  const byName = new Map(own.map((each) => [each.name, each]));
  const body = mapped(item.body, (e: S.Expr) => {
    if (e.kind === 'name') {
      const each = byName.get(e.name);
      return each && !each.owners.has(fn) && isAddress(each, fn) ? unary('*', e, e.span) : e;
    }
    // `(*w).x` is `w->x`.
    if (e.kind === 'member' && !e.arrow && e.base.kind === 'unary' && e.base.op === '*')
      return { ...e, base: e.base.operand, arrow: true };
    if (e.kind !== 'call' || e.callee.kind !== 'name') return e;
    const callee = e.callee.name;
    const more = lentTo(lent, callee).map((each) => argument(each, fn, callee, e.span));
    return more.length > 0 ? node({ ...e, args: [...e.args, ...more] }, ...e.args, ...more) : e;
  });
  const made = own
    .filter(({ owners }) => owners.has(fn))
    .map(({ type, declared: { declarator, initializer, span } }) =>
      declaration({ ...type, storage: null }, { ...declarator, span }, initializer),
    );
  return {
    ...item,
    declarator: withFormals(item.declarator, lent),
    body: { ...body, body: [...made, ...body.body] },
  };
}

function argument(each: Lent, fn: string, callee: string, span: S.Name['span']): S.Expr {
  const name = named(each.name, span);
  const isHeld = !each.owners.has(fn) && isAddress(each, fn);
  if (isHeld) return isAddress(each, callee) ? name : unary('*', name, span);
  return isAddress(each, callee) ? unary('&', name, span) : name;
}
