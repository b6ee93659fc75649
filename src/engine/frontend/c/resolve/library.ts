/**
 * The contents of the standard headers: functions with a derivative, by their names in the table of elementary functions,
 * constants, and names that lie outside the fence.
 */
import { keysOf } from '../../../base/lookup';
import { constant } from '../../../ir/build';
import { ELEMENTARY, ELEMENTARY_NAMES, type Elementary } from '../../../ir/elementary';
import { realNames } from '../../../ir/elementary/rule';
import { TYPE_WORD } from '../../../ir/runtime';
import type { Expr, ScalarType } from '../../../ir/types';

import type { Fenced } from './fence';

const TYPES = keysOf(TYPE_WORD);
const isRealType = (type: ScalarType) => type === 'f64' || type === 'f32';

export interface MathFunction {
  readonly fn: Elementary;
  /** Type of every argument. */
  readonly type: ScalarType;
  /** Or the type of what it is given, as functions of C++ have it. */
  readonly asGiven?: true;
  /** The result is converted to this integer type (`lround`). */
  readonly to?: ScalarType;
}

export const MATH: ReadonlyMap<string, MathFunction> = mathFunctions();

/** What printed code calls beside them: functions that C lacks for a type. */
export const HELPER_CALLS: ReadonlyMap<string, MathFunction> = new Map(
  ELEMENTARY_NAMES.flatMap((fn) =>
    TYPES.flatMap((type): [string, MathFunction][] => {
      const { c, types } = ELEMENTARY[fn];
      const { helper } = c;
      return helper && (types !== 'real' || isRealType(type)) ? [[helper.name(type), { fn, type }]] : [];
    }),
  ),
);

function mathFunctions(): Map<string, MathFunction> {
  const map = new Map<string, MathFunction>();
  for (const fn of ELEMENTARY_NAMES) {
    // A function that C lacks is called by its name in the table.
    const names: Partial<Record<ScalarType, string>> = ELEMENTARY[fn].c.names ?? realNames(fn);
    for (const type of keysOf(names)) {
      const name = names[type];
      // Where two share a name, as powers do, it is that of the first.
      if (name !== undefined && !map.has(name)) map.set(name, { fn, type });
    }
  }
  for (const [suffix, type] of [
    ['', 'f64'],
    ['f', 'f32'],
  ] as const) {
    map.set(`nearbyint${suffix}`, { fn: 'rint', type });
    for (const long of ['l', 'll']) {
      map.set(`${long}round${suffix}`, { fn: 'round', type, to: 'i64' });
      map.set(`${long}rint${suffix}`, { fn: 'rint', type, to: 'i64' });
    }
  }
  map.set('llabs', { fn: 'abs', type: 'i64' });
  // `long double` is read as `double`, and so are its functions.
  for (const [name, entry] of [...map])
    if (entry.type === 'f64' && !map.has(`${name}l`)) map.set(`${name}l`, entry);
  map.set('std::abs', { fn: 'abs', type: 'f64', asGiven: true });
  return map;
}

/** Functions of `math.h` without a derivative in the table, each with the reason. */
export const NO_DERIVATIVE: ReadonlyMap<string, string> = new Map([
  ...names('remquo', 'It returns a second value through a pointer to a local: write `remainder(x, y)`.'),
  ...names('logb ilogb', 'Write `floor(log2(fabs(x)))`.'),
  ...names('nextafter nexttoward', 'It steps through the machine’s numbers, which has no derivative.'),
  ...names('fpclassify isnormal', 'Write a comparison.'),
  ...names('nan', 'Write `NAN`.'),
  ...names('lgamma_r', 'Write `lgamma(x)`.'),
  ...names(
    'cacos casin catan cacosh casinh catanh',
    'Write it with `clog` and `csqrt`: `casinh(z)` is `clog(z + csqrt(z*z + 1))`.',
  ),
]);

function names(list: string, reason: string): [string, string][] {
  return list.split(' ').flatMap((name): [string, string][] => [
    [name, reason],
    [`${name}f`, reason],
    [`${name}l`, reason],
  ]);
}

/** Library functions that the fence names. */
export const FENCED_FUNCTIONS: ReadonlyMap<string, Fenced> = new Map<string, Fenced>([
  ...fenced('heap', 'malloc calloc realloc alloca aligned_alloc'),
  ...fenced('memory', 'memcpy memmove memset memcmp bzero'),
  ...fenced(
    'string',
    'strlen strcpy strcmp strcat strncpy strncmp sprintf snprintf strtod atof atoi atol sscanf',
  ),
  ...fenced('input', 'getchar fgets gets getc fgetc feof'),
  ...fenced('system', 'fopen fclose fread fwrite system getenv remove perror signal'),
  ...fenced('randomNumber', 'erand48 lrand48 mrand48 rand_r'),
  ...fenced('sort', 'qsort bsearch'),
  ...fenced('complex', 'cabs creal cimag cexp csqrt clog csin ccos conj carg cpow'),
  ...fenced('varargs', 'va_start va_end va_arg va_copy vprintf'),
]);

function fenced(what: Fenced, list: string): [string, Fenced][] {
  return list.split(' ').map((name) => [name, what]);
}

/** Output: kept as it is written. `skip` arguments in front are no values. */
export const OUTPUT: ReadonlyMap<string, { readonly skip: number }> = new Map([
  ['printf', { skip: 1 }],
  ['fprintf', { skip: 2 }],
  ['puts', { skip: 1 }],
  ['fputs', { skip: 2 }],
  ['putchar', { skip: 0 }],
  ['fflush', { skip: 1 }],
  ['perror', { skip: 1 }],
]);

/** What gives random numbers: the type of each, which is passed. */
export const RANDOM: ReadonlyMap<string, ScalarType> = new Map([
  ['rand', 'i32'],
  ['random', 'i32'],
  ['drand48', 'f64'],
]);
/** What makes numbers of words. */
export const CONVERTING: ReadonlyMap<string, ScalarType> = new Map([
  ['atoi', 'i32'],
  ['atol', 'i64'],
  ['strtol', 'i64'],
  ['atof', 'f64'],
  ['strtod', 'f64'],
]);
/** Nothing depends on what they begin with. */
export const RANDOM_SEEDS: ReadonlySet<string> = new Set(['srand', 'srandom', 'srand48']);

/** Input: what is read is passed. `skip` arguments in front are no places. */
export const INPUT: ReadonlyMap<string, { readonly skip: number }> = new Map([
  ['scanf', { skip: 1 }],
  ['fscanf', { skip: 2 }],
]);

/** Those that every text may declare for itself. */
export const HEAP_FUNCTIONS: ReadonlySet<string> = new Set(
  'malloc calloc realloc free memcpy memmove memset memcmp'.split(' '),
);

export const ENDINGS: ReadonlySet<string> = new Set(['exit', 'abort', '_Exit', 'quick_exit']);

const real = (value: number, name: string): [string, Expr] => [name, constant(value, 'f64', undefined, name)];
const whole = (value: number, name: string): [string, Expr] => [
  name,
  constant(value, 'i32', undefined, name),
];

/** Macros of the standard headers that stand for numbers. Their spelling is kept. */
export const CONSTANTS: ReadonlyMap<string, Expr> = new Map<string, Expr>([
  real(Math.PI, 'M_PI'),
  real(Math.PI / 2, 'M_PI_2'),
  real(Math.PI / 4, 'M_PI_4'),
  real(1 / Math.PI, 'M_1_PI'),
  real(2 / Math.PI, 'M_2_PI'),
  real(1.1283791670955126, 'M_2_SQRTPI'),
  real(Math.E, 'M_E'),
  real(Math.LOG2E, 'M_LOG2E'),
  real(Math.LOG10E, 'M_LOG10E'),
  real(Math.LN2, 'M_LN2'),
  real(Math.LN10, 'M_LN10'),
  real(Math.SQRT2, 'M_SQRT2'),
  real(Math.SQRT1_2, 'M_SQRT1_2'),
  real(Number.MAX_VALUE, 'DBL_MAX'),
  real(2.2250738585072014e-308, 'DBL_MIN'),
  real(Number.EPSILON, 'DBL_EPSILON'),
  real(Number.POSITIVE_INFINITY, 'INFINITY'),
  real(Number.POSITIVE_INFINITY, 'HUGE_VAL'),
  real(Number.MIN_VALUE, 'DBL_TRUE_MIN'),
  ['HUGE_VALF', constant(Number.POSITIVE_INFINITY, 'f32', undefined, 'HUGE_VALF')],
  real(Number.NaN, 'NAN'),
  ['FLT_MAX', constant(3.4028234663852886e38, 'f32', undefined, 'FLT_MAX')],
  ['FLT_MIN', constant(1.1754943508222875e-38, 'f32', undefined, 'FLT_MIN')],
  ['FLT_EPSILON', constant(1.1920928955078125e-7, 'f32', undefined, 'FLT_EPSILON')],
  whole(2147483647, 'INT_MAX'),
  whole(-2147483648, 'INT_MIN'),
  whole(2147483647, 'INT32_MAX'),
  whole(2147483647, 'RAND_MAX'),
  ...Object.entries({
    EOF: -1,
    EDOM: 33,
    EINVAL: 22,
    ENOMEM: 12,
    ENOTSUP: 95,
    ERANGE: 34,
    INT32_MIN: -2147483648,
    SHRT_MAX: 32767,
    SHRT_MIN: -32768,
    INT16_MAX: 32767,
    INT16_MIN: -32768,
    USHRT_MAX: 65535,
    UINT16_MAX: 65535,
    SCHAR_MAX: 127,
    SCHAR_MIN: -128,
    INT8_MAX: 127,
    INT8_MIN: -128,
    UCHAR_MAX: 255,
    UINT8_MAX: 255,
    CHAR_BIT: 8,
    DBL_DIG: 15,
    FLT_DIG: 6,
    DBL_MANT_DIG: 53,
    FLT_MANT_DIG: 24,
    FLT_RADIX: 2,
    DBL_MAX_EXP: 1024,
    DBL_MIN_EXP: -1021,
    DBL_MAX_10_EXP: 308,
  }).map(([name, value]): [string, Expr] => [name, constant(value, 'i32', undefined, String(value))]),
  ...['UINT_MAX', 'UINT32_MAX'].map((name): [string, Expr] => [
    name,
    constant(4294967295, 'i64', undefined, '4294967295'),
  ]),
  whole(0, 'EXIT_SUCCESS'),
  whole(1, 'EXIT_FAILURE'),
  ['true', constant(1, 'bool', undefined, 'true')],
  ['false', constant(0, 'bool', undefined, 'false')],
]);
