/** References of C++ as pointers: `*y` stands for `y`, and calls pass `&a`. A number that is only read is passed by its value. */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { mapped } from '../../mapped';
import { unary, withParameters } from '../parse/build';
import type * as S from '../parse/syntax';
import { parametersOf } from '../parse/syntax';
import { calleeOf } from '../parse/walk';
import { declarationsIn, rootName } from './survey';

/** Of a function, as they are written and as they are read. */
interface Formals {
  readonly written: readonly S.Parameter[];
  readonly changed: readonly S.Parameter[];
}

const isReference = ({ derivations }: Pick<S.Declarator, 'derivations'>): boolean =>
  derivations[0]?.kind === 'pointer' && derivations[0].isReference === true;

export function withoutReferences(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  if (!file.hasReferences) return file;
  const functions = new Map<string, Formals>();
  const known = (declarator: S.Declarator): S.Declarator =>
    withParameters(declarator, (parameters) => {
      const changed = parameters.map(byValue);
      functions.set(declarator.name, { written: parameters, changed });
      return changed;
    });
  const items = file.items.map((item): S.SourceFile['items'][number] => {
    if (item.kind === 'function') return { ...item, declarator: known(item.declarator) };
    if (item.kind !== 'declaration') return item;
    const declared = item.declared.map((each) => ({ ...each, declarator: known(each.declarator) }));
    return { ...item, declared };
  });
  return {
    ...file,
    items: items.map((item) => {
      if (item.kind !== 'function') return item;
      const formals = (parametersOf(item.declarator) ?? []).map(({ declarator }) => declarator);
      const all = [...formals, ...declarationsIn(item.body)];
      const names = new Set(all.filter(isReference).map(({ name }) => name));
      const shared = new Set(
        variablesOf(items).filter((name) => !all.some((declarator) => declarator.name === name)),
      );
      const tell = (call: S.CallExpression, formals: Formals): void =>
        tellChanged(call, formals, shared, sink);
      return { ...item, body: followed(item.body, names, functions, tell) };
    }),
  };
}

/** `const double &x` */
function byValue(p: S.Parameter): S.Parameter {
  const { derivations } = p.declarator;
  if (!isReference(p.declarator) || derivations.length > 1 || !p.type.isConst || p.type.struct) return p;
  return { ...p, declarator: { ...p.declarator, derivations: [] } };
}

function followed(
  body: S.BlockStatement,
  names: ReadonlySet<string>,
  functions: ReadonlyMap<string, Formals>,
  tell: (call: S.CallExpression, formals: Formals) => void,
): S.BlockStatement {
  return mapped(body, (node: S.Expr | S.Declared) => {
    if ('declarator' in node) return bound(node);
    if (node.kind === 'name' && names.has(node.name)) return unary('*', node, node.span);
    const formals = node.kind === 'call' ? functions.get(calleeOf(node)) : undefined;
    if (node.kind !== 'call' || !formals) return node;
    tell(node, formals);
    const args = node.args.map((arg, i) => {
      const formal = formals.changed[i];
      return formal && isReference(formal.declarator) ? unary('&', arg, arg.span) : arg;
    });
    return { ...node, args };
  });
}

/** Variables outside of functions that anything may set. */
function variablesOf(items: S.SourceFile['items']): string[] {
  return items.flatMap((item) => {
    if (item.kind !== 'declaration' || item.type.isConst) return [];
    return item.declared.flatMap(({ declarator }) => (parametersOf(declarator) ? [] : [declarator.name]));
  });
}

/** What is passed by its value would change in the call, were it passed by reference. */
function tellChanged(
  { args }: S.CallExpression,
  { written, changed }: Formals,
  shared: ReadonlySet<string>,
  sink: DiagnosticSink,
): void {
  const canSet = (k: number): boolean => {
    const formal = changed[k];
    return formal !== undefined && formal.declarator.derivations.length > 0 && !formal.type.isConst;
  };
  args.forEach((arg, i) => {
    const byItsValue = written[i] !== changed[i];
    const root = byItsValue && isPlace(arg) ? rootName(arg) : '';
    if (root === '') return;
    if (!shared.has(root) && !args.some((other, k) => canSet(k) && rootName(other) === root)) return;
    sink.error(
      'unsupported',
      `\`${root}\` is passed to a constant reference, and may be set in the call.`,
      arg.span,
      'Pass a copy of it, or an expression such as `1*x`, if its value before the call is meant; else a pointer.',
    );
  });
}

const isPlace = (e: S.Expr): boolean =>
  e.kind === 'name' || e.kind === 'subscript' || e.kind === 'member' || (e.kind === 'unary' && e.op === '*');

/** `double &z = y` is `double *z = &y`. */
function bound(each: S.Declared): S.Declared {
  const { declarator, initializer } = each;
  if (!isReference(declarator) || initializer?.kind !== 'expression') return each;
  return { ...each, initializer: { ...initializer, value: unary('&', initializer.value, initializer.span) } };
}
