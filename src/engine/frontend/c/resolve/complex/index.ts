/**
 * Complex numbers as pairs of reals, as they lie in memory: `double complex z` is `double z[2]`, a pointer or an array of them is
 * one of twice as many reals. A function that returns one fills a pair in an argument behind the others; one that is passed by
 * value is a pair of the caller's, which no one else has.
 *
 *     double complex w = cexp(I*t)*a[k];     →     double w[2]; part = cos(t), …, w[0] = part*a[2*k] - …, w[1] = …
 *
 * The adjoint of a pair is the pair of the adjoints, ∂/∂re + i ∂/∂im: for v = f(z) it is conj(f'(z)) times that of v, the
 * convention of [TAP].
 *
 * Works on syntax without structures. Values that stand twice are kept in variables, by comma expressions.
 */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import { namesOf, someNode } from '../../../mapped';
import type * as S from '../../parse/syntax';
import { parametersOf } from '../../parse/syntax';
import { functionBody } from './functions';
import { baseOf, isComplex, type Names, type Signature, type State } from './state';

export function withoutComplex(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  const first = file.hasComplex ? firstComplex(file) : null;
  if (!first) return file;
  sink.info(
    'complex-pairs',
    'Complex numbers are read as pairs of reals, (re, im).',
    first,
    'The adjoint of z is the pair of the derivatives by its parts: for r = w*z it is conj(w) times that of r.',
  );
  const globals: Names = new Map();
  const functions: Map<string, Signature> = new Map();
  for (const item of file.items) {
    const list =
      item.kind === 'function'
        ? [{ type: item.type, declarator: item.declarator }]
        : item.kind === 'declaration'
          ? item.declared.map(({ declarator }) => ({ type: item.type, declarator }))
          : [];
    for (const { type, declarator } of list) {
      const parameters = parametersOf(declarator);
      if (!parameters) globals.set(declarator.name, isComplex(type) ? declarator.derivations.length : null);
      else
        functions.set(declarator.name, {
          result: declarator.derivations.length === 1 ? baseOf(type) : null,
          scalars: parameters.map((p) => (p.declarator.derivations.length === 0 ? baseOf(p.type) : null)),
        });
    }
  }
  const s: Omit<State, 'names' | 'temporaries' | 'result' | 'base' | 'isOutside'> = {
    sink,
    functions,
    taken: namesOf(file.items),
    globals,
  };
  return { ...file, items: file.items.map((item) => functionBody(s, item)) };
}

function firstComplex(file: S.SourceFile): S.TypeSpecifier['span'] | null {
  let found: S.TypeSpecifier['span'] | null = null;
  someNode(file.items, (part) => {
    if (!('isComplex' in part) || part.isComplex !== true) return false;
    found = (part as S.TypeSpecifier).span;
    return true;
  });
  return found;
}
