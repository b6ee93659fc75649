/**
 * Functions as arguments. A function that is passed others is read once for each set that it is passed: `integrate(sin3, a, b)`
 * calls `integrate_sin3`, a copy of integrate in which sin3 stands for its argument. So every call names what it calls.
 *
 * Works on syntax: a parameter is a function if its declarator says so, `double (*f)(double)` or `double f(double)`.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import { Copies, type Generic } from '../../lower/specialised';
import { freshName, mapped, namesOf } from '../../mapped';
import { withParameters } from '../parse/build';
import type * as S from '../parse/syntax';
import { formalsOf } from '../parse/syntax';
import { declarationsIn, type Item, partsIn, withoutDeclared } from './survey';

type Function_ = S.FunctionDefinition;

/** A function that takes functions. */
interface Passed extends Generic<Function_> {
  readonly positions: readonly number[];
}

interface State {
  readonly generic: ReadonlyMap<string, Passed>;
  /** What can be passed. */
  readonly functions: ReadonlySet<string>;
  readonly copies: Copies<Function_>;
}

export function specialised(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  const definitions = file.items.filter((item) => item.kind === 'function');
  const generic = new Map(
    definitions.flatMap((definition) => {
      const parameters = formalsOf(definition);
      const positions = parameters.flatMap((p, k) => (isFunction(p.declarator) ? [k] : []));
      const dummies = positions.map((k) => (parameters[k] as S.Parameter).declarator.name);
      const { name } = definition.declarator;
      return positions.length > 0 ? [[name, { name, definition, dummies, positions }] as const] : [];
    }),
  );
  if (generic.size === 0) return file;
  const defined = definitions.map(({ declarator }) => declarator.name);
  const functions = new Set([...defined, ...file.items.flatMap(prototypesIn)]);
  const copies = new Copies<Function_>(new Set(functions), sink, 'function', ({ body }) =>
    declarationsIn(body).some(({ type }) => type.storage === 'static' && !type.isConst),
  );
  const state: State = { generic, functions, copies };
  const items = file.items.map((item) =>
    item.kind === 'function' && generic.has(item.declarator.name) ? item : redirected(state, item),
  );
  copies.finish();
  const read = new Set([...copies.originals()].map(({ declarator }) => declarator.name));
  return {
    ...file,
    items: withoutDeclared(items, (name) => read.has(name)).flatMap((item): readonly Item[] =>
      item.kind === 'function' ? (copies.of(item) ?? [item]) : [item],
    ),
  };
}

/** Functions whose text may be elsewhere can be passed as well. */
function prototypesIn(item: Item): string[] {
  if (item.kind !== 'declaration') return [];
  const declared = item.declared.map(({ declarator }) => declarator);
  return declared.filter(({ derivations }) => derivations[0]?.kind === 'function').map(({ name }) => name);
}

function isFunction({ derivations: [first, second] }: S.Declarator): boolean {
  return first?.kind === 'function' || (first?.kind === 'pointer' && second?.kind === 'function');
}

/** The calls in it that pass functions call copies instead. */
function redirected<T extends object>(state: State, tree: T): T {
  return mapped(tree, (node) => {
    if (!isCall(node)) return node;
    const callee = functionNamed(node.callee);
    const generic = callee === null ? undefined : state.generic.get(callee);
    if (!generic) return node;
    const actuals = generic.positions.map((k) => functionNamed(node.args[k]));
    const names = actuals.flatMap((name) => (name !== null && state.functions.has(name) ? [name] : []));
    if (names.length < actuals.length) return node;
    const name = copyFor(state, generic, names, node.span);
    if (name === null) return node;
    const { span, height } = node.callee;
    return {
      ...node,
      callee: { kind: 'name', name, span, height },
      args: node.args.filter((_, k) => !generic.positions.includes(k)),
    };
  });
}

function isCall(node: object): node is S.CallExpression {
  return 'kind' in node && node.kind === 'call';
}

/** `f`, `*f` and `&f` are the same function. */
function functionNamed(e: S.Expr | undefined): string | null {
  if (e?.kind === 'unary' && (e.op === '*' || e.op === '&')) return functionNamed(e.operand);
  return e?.kind === 'name' ? e.name : null;
}

function copyFor(state: State, generic: Passed, actuals: readonly string[], span: Span): string | null {
  const { definition, positions } = generic;
  return state.copies.named(generic, actuals, span, (name, meant) => {
    const declarator = withParameters(definition.declarator, (list) =>
      list.filter((_, i) => !positions.includes(i)),
    );
    const made = { ...definition, declarator: { ...declarator, name } };
    const finished = () => ({ ...made, body: redirected(state, substituted(definition.body, meant)) });
    return { made, finished };
  });
}

/** Names of parameters become those of functions; `(*f)(x)` becomes `g(x)`. */
function substituted(body: S.BlockStatement, meant: ReadonlyMap<string, string>): S.BlockStatement {
  return mapped(body, (e: S.Expr) => {
    if (e.kind === 'name') return { ...e, name: meant.get(e.name) ?? e.name };
    if (e.kind !== 'call' || e.callee.kind !== 'unary') return e;
    const name = functionNamed(e.callee);
    const { span, height } = e.callee;
    return name !== null && [...meant.values()].includes(name)
      ? { ...e, callee: { kind: 'name', name, span, height } }
      : e;
  });
}

/**
 * Functions that are passed to one that nothing in the text calls: nobody says which they are, so that each is taken for a
 * function whose text is not here, of the parameter's name; and the parameter goes.
 *
 *     double twice(double (*f)(double), double x)              double f(double);
 *     { return f(f(x)); }                               →      double twice(double x) { return f(f(x)); }
 */
export function withoutUnpassed(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  const isUncalled = (f: S.FunctionDefinition): boolean => {
    const { name } = f.declarator;
    return !file.items.some((item) =>
      item.kind === 'function'
        ? item !== f && namesOf(item.body).has(name)
        : item.kind === 'declaration' &&
          item.declared.some(({ initializer }) => initializer && namesOf(initializer).has(name)),
    );
  };
  const unpassed = file.items.filter(
    (item): item is S.FunctionDefinition =>
      item.kind === 'function' &&
      formalsOf(item).some((p) => isFunction(p.declarator)) &&
      passesOnlyItsOwn(item) &&
      isUncalled(item),
  );
  if (unpassed.length === 0) return file;
  const names = new Set(unpassed.map(({ declarator }) => declarator.name));
  const taken = new Set(
    file.items.flatMap((item) => {
      if (item.kind === 'function') return [item.declarator.name];
      return item.kind === 'declaration' ? item.declared.map(({ declarator }) => declarator.name) : [];
    }),
  );
  const items = withoutDeclared(file.items, (name) => names.has(name)).flatMap((item) =>
    item.kind === 'function' && names.has(item.declarator.name) ? external(item, taken, sink) : [item],
  );
  return { ...file, items };
}

/** Where a function calls itself, it hands on what it was passed. */
function passesOnlyItsOwn(f: S.FunctionDefinition): boolean {
  const parameters = formalsOf(f);
  return partsIn(f.body).every(
    (e) =>
      e.kind !== 'call' ||
      functionNamed(e.callee) !== f.declarator.name ||
      parameters.every((p, k) => !isFunction(p.declarator) || functionNamed(e.args[k]) === p.declarator.name),
  );
}

/** Declarations of what it was passed, and the function without those parameters. */
function external(f: S.FunctionDefinition, taken: Set<string>, sink: DiagnosticSink): Item[] {
  const { name: caller } = f.declarator;
  const dummies = formalsOf(f).filter((p) => isFunction(p.declarator));
  const meant = new Map<string, string>();
  const declared = dummies.map(({ type, declarator, span }): Item => {
    const name = freshName(taken, declarator.name);
    meant.set(declarator.name, name);
    sink.warning(
      'routine-argument',
      `Nothing here calls \`${caller}\`, so nobody says what is passed for \`${declarator.name}\`: it is taken for the function \`${name}\`, and is no parameter any more.`,
      declarator.nameSpan,
      'Add a function that calls this one and passes it, and choose that.',
    );
    const derivations = declarator.derivations.filter((d, k) => k > 0 || d.kind === 'function');
    const own = { declarator: { ...declarator, name, derivations }, initializer: null, span };
    return { kind: 'declaration', type, declared: [own], span };
  });
  const isKept = (p: S.Parameter): boolean => !isFunction(p.declarator);
  const formals = formalsOf(f);
  const body = mapped(f.body, (e: S.Expr) =>
    e.kind === 'call' && functionNamed(e.callee) === caller
      ? { ...e, args: e.args.filter((_, k) => !formals[k] || isKept(formals[k])) }
      : e,
  );
  const declarator = withParameters(f.declarator, (list) => list.filter(isKept));
  return [...declared, { ...f, declarator, body: substituted(body, meant) }];
}
