/** The values of an initialiser, and where each of them goes. */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { constant, isReal } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import type { Shape } from '../../../../ir/types';
import type * as S from '../../parse/syntax';
import { fence } from '../../resolve/fence';
import { value } from '../names';
import { aside, type Meaning, type RoutineState } from '../state';
import { partAt, product } from './shapes';

export function scalarInitializer(sink: DiagnosticSink, initializer: S.Initializer | null): S.Expr | null {
  if (!initializer) return null;
  if (initializer.kind === 'expression') return initializer.value;
  const [only] = initializer.items;
  if (initializer.items.length === 1 && only?.kind === 'expression') return only.value;
  return sink.error('bad-initializer', 'A single value is expected here.', initializer.span);
}

/** Visits the values of an initialiser with their positions in memory order. */
export function eachValue(
  s: RoutineState,
  shape: Shape | null,
  initializer: S.Initializer,
  visit: (position: number, e: S.Expr) => void,
): void {
  if (!shape) {
    const only = scalarInitializer(s.file.sink, initializer);
    if (only) visit(0, only);
    return;
  }
  if (initializer.kind === 'expression') {
    s.file.sink.error('bad-initializer', 'The values of an array stand in braces.', initializer.span);
    return;
  }
  const extents = shape.dimensions.map(({ extent }) => (extent ? (evaluate(extent) ?? 0) : 0));
  visitList(s, extents, 0, initializer, visit);
}

function subscriptSaid(s: RoutineState, e: S.Expr): number | null {
  const v = value(s, e);
  const number = v && !isReal(v.type) ? evaluate(v) : null;
  return number !== null && number >= 0 ? number : null;
}

function visitList(
  s: RoutineState,
  extents: readonly number[],
  start: number,
  list: Extract<S.Initializer, { kind: 'list' }>,
  visit: (position: number, e: S.Expr) => void,
): void {
  const [, ...inner] = extents;
  const [total, row] = [product(extents), product(inner)];
  let [at, filled] = [0, 0];
  for (const item of list.items) {
    filled = Math.max(filled, at);
    if (item.member !== undefined) fence(s.file.sink, 'designator', item.span);
    if (item.at) {
      const said = subscriptSaid(s, item.at);
      if (said === null || said * row >= total) {
        const most = total / row - 1;
        s.file.sink.error(
          'bad-initializer',
          `The subscript before a value must be a constant from 0 to ${most}.`,
          item.at.span,
        );
        return;
      }
      at = said * row;
      // A list for what has values already would take them away.
      if (item.kind === 'list' && !item.isPath && at < filled) fence(s.file.sink, 'designator', item.span);
    }
    if (at >= total) {
      s.file.sink.error('bad-initializer', 'There are more values here than elements.', item.span);
      return;
    }
    const part = partAt(inner, at);
    if (item.kind === 'expression') {
      visit(start + at, item.value);
      at++;
    } else if (part.length > 0) {
      visitList(s, part, start + at, item, visit);
      at += product(part);
    } else {
      const only = scalarInitializer(s.file.sink, item);
      if (only) visit(start + at, only);
      at++;
    }
  }
}

/** The names of an `enum` are constants. */
export function declareEnumerators(
  s: RoutineState,
  type: S.TypeSpecifier,
  declare: (name: string, meaning: Meaning) => void,
): void {
  let next = 0;
  for (const { name, value: given, span } of type.enumerators) {
    if (given) {
      const { found } = aside(s, () => value(s, given));
      const number = found && !isReal(found.type) ? evaluate(found) : null;
      if (found && number === null)
        s.file.sink.error(
          'constant-expected',
          'The value of an enumerator must be a constant integer.',
          given.span,
        );
      next = number ?? next;
    }
    declare(name, { kind: 'constant', value: constant(next, 'i32', span), span });
    next++;
  }
}
