/**
 * Functions as arguments. A function that is passed others is read once for each set that it is passed: `integrate(sin3, a, b)`
 * calls `integrate_sin3`, a copy of integrate in which sin3 stands for its argument. So every call names what it calls.
 *
 * Works on syntax: a parameter is a function if its declarator says so, `double (*f)(double)` or `double f(double)`.
 */

import type { DiagnosticSink } from '../../../base/diagnostics';
import { mapped } from '../../mapped';
import type * as S from '../parse/syntax';
import { formalsOf } from '../parse/syntax';

type Item = S.SourceFile['items'][number];

interface Generic {
  readonly definition: S.FunctionDefinition;
  /** Positions of the parameters that are functions. */
  readonly positions: readonly number[];
}

interface State {
  readonly generic: ReadonlyMap<string, Generic>;
  /** What can be passed. */
  readonly functions: ReadonlySet<string>;
  readonly made: Map<string, string>;
  /** Names that functions and copies have. */
  readonly taken: Set<string>;
  readonly copies: Map<S.FunctionDefinition, S.FunctionDefinition[]>;
  /** Copies whose own calls are still to be redirected, which can ask for more copies. */
  readonly pending: (() => void)[];
  readonly sink: DiagnosticSink;
}

export function specialised(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  const definitions = file.items.filter((item) => item.kind === 'function');
  const generic = new Map(
    definitions.flatMap((definition) => {
      const positions = formalsOf(definition).flatMap((p, k) => (isFunction(p.declarator) ? [k] : []));
      return positions.length > 0 ? [[definition.declarator.name, { definition, positions }] as const] : [];
    }),
  );
  if (generic.size === 0) return file;
  const functions = new Set(definitions.map(({ declarator }) => declarator.name));
  const state: State = {
    generic,
    functions,
    made: new Map(),
    taken: new Set(functions),
    copies: new Map(),
    pending: [],
    sink,
  };
  const items = file.items.map((item) =>
    item.kind === 'function' && generic.has(item.declarator.name) ? item : redirected(state, item),
  );
  for (const complete of state.pending) complete();
  const read = new Set([...state.copies.keys()].map(({ declarator }) => declarator.name));
  return {
    ...file,
    items: items.flatMap((item): Item[] => {
      if (item.kind === 'function') return state.copies.get(item) ?? [item];
      if (item.kind !== 'declaration') return [item];
      const declared = item.declared.filter(({ declarator }) => !read.has(declarator.name));
      return declared.length > 0 || item.declared.length === 0 ? [{ ...item, declared }] : [];
    }),
  };
}

function isFunction({ derivations: [first, second] }: S.Declarator): boolean {
  return first?.kind === 'function' || (first?.kind === 'pointer' && second?.kind === 'function');
}

/** Functions that pass functions on to each other can ask for a copy of each for every choice of what is passed. */
const MOST_COPIES = 1000;

/** The calls in it that pass functions call copies instead. */
function redirected<T extends object>(state: State, tree: T): T {
  return mapped(tree, (node) => {
    if (!isCall(node)) return node;
    const callee = functionNamed(node.callee);
    const generic = callee === null ? undefined : state.generic.get(callee);
    if (!generic || callee === null) return node;
    const actuals = generic.positions.map((k) => functionNamed(node.args[k]));
    const names = actuals.flatMap((name) => (name !== null && state.functions.has(name) ? [name] : []));
    if (names.length < actuals.length) return node;
    const name = copyFor(state, callee, generic, names, node);
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

function copyFor(
  state: State,
  callee: string,
  { definition, positions }: Generic,
  actuals: readonly string[],
  call: S.CallExpression,
): string | null {
  const wanted = [callee, ...actuals].join('_');
  const known = state.made.get([callee, ...actuals].join(' '));
  if (known !== undefined) return known;
  if (state.made.size >= MOST_COPIES) {
    state.sink.error(
      'too-large',
      `Functions are passed to functions in more than ${MOST_COPIES} ways.`,
      call.span,
      'Call some of them by their names.',
    );
    return null;
  }
  let name = wanted;
  for (let k = 2; state.taken.has(name); k++) name = `${wanted}${k}`;
  state.taken.add(name);
  state.made.set([callee, ...actuals].join(' '), name);
  const dummies = positions.map((k) => (formalsOf(definition)[k] as S.Parameter).declarator.name);
  state.sink.info(
    'routine-argument',
    `\`${callee}\` is read once for each function that is passed to it: here as \`${name}\`, in which \`${actuals.join('`, `')}\` stands for \`${dummies.join('`, `')}\`.`,
    call.span,
  );
  const copies = state.copies.get(definition) ?? [];
  state.copies.set(definition, copies);
  const meant = new Map(dummies.map((dummy, k) => [dummy, actuals[k] as string]));
  const { declarator } = definition;
  const derivations = declarator.derivations.map((d, k) =>
    k === 0 && d.kind === 'function'
      ? { ...d, parameters: d.parameters.filter((_, i) => !positions.includes(i)) }
      : d,
  );
  const copy = { ...definition, declarator: { ...declarator, name, derivations } };
  const at = copies.push(copy) - 1;
  state.pending.push(() => {
    copies[at] = { ...copy, body: redirected(state, substituted(definition.body, meant)) };
  });
  return name;
}

/** Names of parameters become those of functions; `(*f)(x)` becomes `g(x)`. */
function substituted(body: S.BlockStatement, meant: ReadonlyMap<string, string>): S.BlockStatement {
  return mapped(body, (node) => {
    if (!('kind' in node)) return node;
    const e = node as S.Expr;
    if (e.kind === 'name') return { ...e, name: meant.get(e.name) ?? e.name };
    if (e.kind !== 'call' || e.callee.kind !== 'unary') return node;
    const name = functionNamed(e.callee);
    const { span, height } = e.callee;
    return name !== null && [...meant.values()].includes(name)
      ? { ...e, callee: { kind: 'name', name, span, height } }
      : node;
  });
}
