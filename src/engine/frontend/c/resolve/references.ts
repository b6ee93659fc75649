/** References of C++ as pointers: `*y` stands for `y`, and calls pass `&a`. A number that is only read is passed by its value. */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { itemAt } from '../../../base/lookup';
import { mapped } from '../../mapped';
import { unary, withParameters } from '../parse/build';
import type * as S from '../parse/syntax';
import { parametersOf } from '../parse/syntax';
import { calleeOf } from '../parse/walk';
import { declarationsIn } from './survey';

const isReference = ({ derivations }: Pick<S.Declarator, 'derivations'>): boolean =>
  derivations[0]?.kind === 'pointer' && derivations[0].isReference === true;

export function withoutReferences(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  if (!file.hasReferences) return file;
  const functions = new Map<string, readonly S.Parameter[]>();
  const known = (declarator: S.Declarator): S.Declarator =>
    withParameters(declarator, (parameters) => {
      const changed = parameters.map(byValue);
      functions.set(declarator.name, changed);
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
      const references = all.filter(isReference);
      const names = new Set(references.map(({ name }) => name));
      if (all.filter(({ name }) => names.has(name)).length > names.size)
        sink.error(
          'unsupported',
          'References are supported where no other variable of the function has their name.',
          references[0]?.derivations[0]?.span ?? item.span,
        );
      return { ...item, body: followed(item.body, names, functions) };
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
  functions: ReadonlyMap<string, readonly S.Parameter[]>,
): S.BlockStatement {
  return mapped(body, (node: S.Expr | S.Declared) => {
    if ('declarator' in node) return bound(node);
    if (node.kind === 'name' && names.has(node.name)) return unary('*', node, node.span);
    const formals = node.kind === 'call' ? functions.get(calleeOf(node)) : undefined;
    if (node.kind !== 'call' || !formals) return node;
    const args = node.args.map((arg, i) => {
      const formal = i < formals.length ? itemAt(formals, i) : null;
      return formal && isReference(formal.declarator) ? unary('&', arg, arg.span) : arg;
    });
    return { ...node, args };
  });
}

/** `double &z = y` is `double *z = &y`. */
function bound(each: S.Declared): S.Declared {
  const { declarator, initializer } = each;
  if (!isReference(declarator) || initializer?.kind !== 'expression') return each;
  return { ...each, initializer: { ...initializer, value: unary('&', initializer.value, initializer.span) } };
}
