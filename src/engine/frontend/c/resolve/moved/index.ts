/**
 * Pointers that move from one array to another, that a choice sets, or that may be null. What each points to is followed
 * through its function, and stands in its place (`flow.ts`); a function that is passed NULL is read once without the
 * parameter. Pointers that stay with one array are left to those who lower them.
 */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import { freshName, mapped, namesOf } from '../../../mapped';
import { isNull } from '../../lower/memory/pointerVariables';
import { named, withParameters } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { calleeOf, writtenPlace } from '../../parse/walk';
import { type Declared, declarationsIn, type Item, parametersIn, partsIn } from '../survey';
import { factsOf, isPointer, type Names, sourceOf, testedIn } from './facts';
import { newFlow, withoutMoves } from './flow';
import { type Normal, normalised } from './normal';

interface Copies {
  readonly sink: DiagnosticSink;
  readonly definitions: ReadonlyMap<string, S.FunctionDefinition>;
  readonly globals: ReadonlyMap<string, Declared>;
  /** Whether a global is a pointer. */
  readonly hasPointers: boolean;
  /** Names of the text; gathered for those who ask. */
  readonly taken: () => Set<string>;
  /** By the function and its null parameters. */
  readonly names: Map<string, string>;
  readonly made: Map<string, S.FunctionDefinition[]>;
  /** By function, the names that it asks whether they point to anything. */
  readonly tested: Map<string, ReadonlySet<string>>;
}

export function withoutMovedPointers(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  const functions = file.items.filter((item) => item.kind === 'function');
  if (functions.length === 0) return file;
  const globals = new Map(
    file.items.flatMap((item) =>
      item.kind === 'function' ? [] : declarationsIn(item).map((each) => [each.name, each] as const),
    ),
  );
  let taken: Set<string> | null = null;
  const c: Copies = {
    sink,
    definitions: new Map(functions.map((item) => [item.declarator.name, item])),
    globals,
    hasPointers: [...globals.values()].some(isPointer),
    taken: () => {
      taken ??= namesOf(file.items);
      return taken;
    },
    names: new Map(),
    made: new Map(),
    tested: new Map(),
  };
  const items = file.items.map((item) => (item.kind === 'function' ? definition(c, item, new Set()) : item));
  return {
    ...file,
    items: items.flatMap((item): Item[] =>
      item.kind === 'function' ? [...(c.made.get(item.declarator.name) ?? []), item] : [item],
    ),
  };
}

function definition(
  c: Copies,
  item: S.FunctionDefinition,
  absent: ReadonlySet<string>,
): S.FunctionDefinition {
  const parameters = parametersIn(item).map((each): Declared => {
    const [first, ...others] = each.derivations;
    // An array that is passed is the address of its first element.
    const isArray = first?.kind === 'array';
    return isArray ? { ...each, derivations: [{ kind: 'pointer', span: first.span }, ...others] } : each;
  });
  if (absent.size === 0 && !c.hasPointers && staysPut(c, item, parameters)) return item;
  const own = withoutUnset(c, turned(c, item, parameters));
  const declaredIn = (body: S.BlockStatement): Map<string, Declared> =>
    new Map([
      ...c.globals,
      ...[...parameters, ...declarationsIn(body)].map((each) => [each.name, each] as const),
    ]);
  const facts = factsOf(declaredIn(own), own, absent, testedIn(own, asksOf(c)));
  if (facts.moved.size === 0 && !partsIn(own).some((each) => asks(c, facts.names, each)))
    return own === item.body ? item : { ...item, body: own };
  const top: S.Statement[] = [];
  const fresh = (wanted: string): string => freshName(c.taken(), wanted, '_');
  const normal: Normal = { moved: facts.moved, fresh, top };
  const body = own.body.flatMap((stmt) => normalised(normal, stmt));
  const made = withoutMoves(newFlow(facts, body, c.sink, fresh), body, absent);
  return { ...item, body: passing(c, { ...own, body: [...top, ...made] }) };
}

/** Whether a function asks of its k-th argument if it points to anything. */
function asksOf(c: Copies): (callee: string, k: number) => boolean {
  return (callee, k) => {
    const item = c.definitions.get(callee);
    if (!item) return false;
    if (!c.tested.has(callee)) {
      c.tested.set(callee, new Set());
      // What calls itself may pass on what it then asks.
      for (let before = -1; before !== c.tested.get(callee)?.size; ) {
        before = c.tested.get(callee)?.size ?? 0;
        c.tested.set(callee, testedIn(item.body, asksOf(c)));
      }
    }
    return c.tested.get(callee)?.has(formalsOf(item)[k]?.declarator.name ?? '') ?? false;
  };
}

/**
 * Every address is an array or a parameter that keeps the place it came with, and nothing asks for one: seen at one glance,
 * since so it is in most functions.
 */
function staysPut(c: Copies, { body }: S.FunctionDefinition, parameters: readonly Declared[]): boolean {
  const own = new Map<string, Declared>();
  const names: Names = { get: (name) => own.get(name) ?? c.globals.get(name) };
  for (const each of [...parameters, ...declarationsIn(body)]) {
    const before = names.get(each.name);
    if (
      (!each.isParameter && isPointer(each)) ||
      (before && before.derivations.length !== each.derivations.length)
    )
      return false;
    own.set(each.name, each);
  }
  const isAddress = (e: S.Expr): boolean =>
    e.kind === 'name' && (names.get(e.name)?.derivations.length ?? 0) > 0;
  const moves = (each: S.Expr): boolean =>
    (each.kind === 'assign' && isAddress(each.target)) || (each.kind === 'update' && isAddress(each.operand));
  const isTurned = (each: S.Expr): boolean => each.kind === 'subscript' && isNumber(names, each.base);
  return !partsIn(body).some((each) => moves(each) || isTurned(each) || asks(c, names, each));
}

/**
 * What a pointer that nothing sets is passed for points to nothing. Where it has no value at all, no more than to pass it on may be
 * done with it, as with members of structures that are of no use here.
 */
function withoutUnset(c: Copies, body: S.BlockStatement): S.BlockStatement {
  const unset = new Map(
    declarationsIn(body).flatMap((each) =>
      isPointer(each) && each.type.storage === null ? [[each.name, each.initializer] as const] : [],
    ),
  );
  for (const part of unset.size > 0 ? partsIn(body) : []) {
    const place = writtenPlace(part);
    if (place?.kind === 'name') unset.delete(place.name);
  }
  if (unset.size === 0) return body;
  const isAbsent = (arg: S.Expr, e: S.Expr, k: number): boolean => {
    const value = arg.kind === 'name' ? unset.get(arg.name) : undefined;
    if (value === null) return isIdle(c, calleeOf(e), k, new Set());
    return value?.kind === 'expression' && isNull(value.value);
  };
  return mapped(body, (e: S.Expr) => {
    if (e.kind !== 'call' || !c.definitions.has(calleeOf(e))) return e;
    return { ...e, args: e.args.map((arg, k) => (isAbsent(arg, e, k) ? named('NULL', arg.span) : arg)) };
  });
}

/** Whether a function does nothing with its k-th argument but to pass it on to such. */
function isIdle(c: Copies, callee: string, k: number, around: Set<string>): boolean {
  const item = c.definitions.get(callee);
  const name = item && formalsOf(item)[k]?.declarator.name;
  if (!name || around.has(`${callee} ${k}`)) return name !== undefined;
  around.add(`${callee} ${k}`);
  const isIt = (e: S.Expr): boolean => e.kind === 'name' && e.name === name;
  const parts = partsIn(item.body);
  const passed = parts.flatMap((e) =>
    e.kind === 'call' ? e.args.map((arg, i) => isIt(arg) && isIdle(c, calleeOf(e), i, around)) : [],
  );
  return parts.filter(isIt).length === passed.filter(Boolean).length;
}

/** `i[x]` is `x[i]`. */
function turned(
  c: Copies,
  { body }: S.FunctionDefinition,
  parameters: readonly Declared[],
): S.BlockStatement {
  const names = new Map(
    [...c.globals.values(), ...parameters, ...declarationsIn(body)].map((each) => [each.name, each]),
  );
  if (!partsIn(body).some((part) => part.kind === 'subscript' && isNumber(names, part.base))) return body;
  return mapped(body, (e: S.Expr) => {
    if (e.kind !== 'subscript' || !isNumber(names, e.base) || sourceOf(names, e.index).kind !== 'place')
      return e;
    return { ...e, base: e.index, index: e.base };
  });
}

function isNumber(names: Names, e: S.Expr): boolean {
  const known = e.kind === 'name' ? names.get(e.name) : undefined;
  return e.kind === 'number' || e.kind === 'update' || known?.derivations.length === 0;
}

/** Asks whether a pointer is there, chooses among pointers, or passes NULL. */
function asks(c: Copies, names: Names, each: S.Expr): boolean {
  // A choice among choices is asked for each of them; 0 alone is a number.
  const isAddress = (e: S.Expr): boolean => {
    const { kind } = sourceOf(names, e);
    return kind === 'place' || kind === 'heap';
  };
  switch (each.kind) {
    case 'name':
      return each.name === 'NULL';
    case 'conditional':
      return isAddress(each.condition) || isAddress(each.whenTrue) || isAddress(each.whenFalse);
    case 'unary':
      return each.op === '!' && isAddress(each.operand);
    case 'binary':
      return (each.op === '&&' || each.op === '||') && (isAddress(each.left) || isAddress(each.right));
    case 'call':
      return absentIn(c, each).length > 0;
    default:
      return false;
  }
}

// ----------------------------------------------------------------------------------------------------- null as argument

/** Positions of pointers that a call passes as null. */
function absentIn(c: Copies, e: S.CallExpression): number[] {
  const callee = c.definitions.get(calleeOf(e));
  if (!callee) return [];
  const parameters = formalsOf(callee);
  return e.args.flatMap((arg, k) => {
    const formal = parameters[k];
    const isAddress =
      formal && (isPointer(formal.declarator) || formal.declarator.derivations[0]?.kind === 'array');
    return isAddress && isNull(arg) ? [k] : [];
  });
}

function passing(c: Copies, body: S.BlockStatement): S.BlockStatement {
  return mapped(body, (e: S.Expr) => {
    if (e.kind !== 'call' || e.callee.kind !== 'name') return e;
    const absent = absentIn(c, e);
    if (absent.length === 0) return e;
    const name = copyWithout(c, e.callee.name, absent);
    return { ...e, callee: { ...e.callee, name }, args: e.args.filter((_, k) => !absent.includes(k)) };
  });
}

function copyWithout(c: Copies, callee: string, absent: readonly number[]): string {
  const written = `${callee} ${absent.join(' ')}`;
  const known = c.names.get(written);
  const item = c.definitions.get(callee);
  if (known !== undefined || !item) return known ?? callee;
  const gone = new Set(absent.map((k) => formalsOf(item)[k]?.declarator.name ?? ''));
  const name = freshName(c.taken(), [callee, 'without', ...gone].join('_').replaceAll('.', '_'));
  c.names.set(written, name);
  const copies = c.made.get(callee) ?? [];
  c.made.set(callee, copies);
  const made = definition(c, item, gone);
  const declarator = withParameters(made.declarator, (list) => list.filter((_, i) => !absent.includes(i)));
  copies.push({ ...made, declarator: { ...declarator, name } });
  return name;
}
