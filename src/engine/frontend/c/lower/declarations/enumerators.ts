import { constant, isReal } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import type * as S from '../../parse/syntax';
import { value } from '../operands';
import { aside, type Meaning, type RoutineState } from '../state';

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
