/** Constants of the language's own modules, as far as they are kinds. */
import type { Span } from '../../../base/span';
import { constant } from '../../../ir/build';
import type { ConstantSymbol } from '../lower/context';

const KINDS: Record<string, Record<string, number>> = {
  iso_fortran_env: { real32: 4, real64: 8, int32: 4, int64: 8 },
  iso_c_binding: { c_float: 4, c_double: 8, c_int: 4, c_long: 8, c_bool: 4, c_int32_t: 4, c_int64_t: 8 },
};

export function intrinsicModule(name: string): Map<string, ConstantSymbol> | null {
  const kinds = KINDS[name];
  if (!kinds) return null;
  const span: Span = { start: 0, end: 0 };
  return new Map(
    Object.entries(kinds).map(([member, kind]) => [
      member,
      { kind: 'constant', name: member, span, value: constant(kind, 'i32') },
    ]),
  );
}
