/**
 * Functions that are passed to one that nothing in the text calls: nobody says which they are, so that each is taken for a
 * function whose text is not here, of the parameter's name; and the parameter goes.
 *
 *     double twice(double (*f)(double), double x)              double f(double);
 *     { return f(f(x)); }                               →      double twice(double x) { return f(f(x)); }
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { freshName, mapped, namesOf } from '../../mapped';
import { withParameters } from '../parse/build';
import type * as S from '../parse/syntax';
import { formalsOf } from '../parse/syntax';
import { functionNamed, isFunction, substituted } from './specialise';
import { type Item, partsIn, withoutDeclared } from './survey';

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
