/** Constants of the language's own modules, as far as they are kinds or units of output. */
import type { Span } from '../../../base/span';
import { constant } from '../../../ir/build';
import type { ConstantSymbol } from '../lower/context';

const CONSTANTS: Record<string, Record<string, number>> = {
  iso_fortran_env: {
    real32: 4,
    real64: 8,
    real128: 16,
    int8: 1,
    int16: 2,
    int32: 4,
    int64: 8,
    iostat_end: -1,
    iostat_eor: -2,
    error_unit: 0,
    input_unit: 5,
    output_unit: 6,
  },
  iso_c_binding: {
    c_float: 4,
    c_double: 8,
    c_float_complex: 4,
    c_double_complex: 8,
    c_int: 4,
    c_long: 8,
    c_long_long: 8,
    c_size_t: 8,
    c_bool: 4,
    c_int32_t: 4,
    c_int64_t: 8,
  },
  // Its functions are read as intrinsics.
  ieee_arithmetic: {},
};

export function intrinsicModule(name: string): Map<string, ConstantSymbol> | null {
  const constants = CONSTANTS[name];
  if (!constants) return null;
  const span: Span = { start: 0, end: 0 };
  return new Map(
    Object.entries(constants).map(([member, value]) => [
      member,
      { kind: 'constant', name: member, span, value: constant(value, 'i32') },
    ]),
  );
}
