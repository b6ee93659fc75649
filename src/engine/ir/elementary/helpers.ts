/**
 * Functions that a language lacks, as text in that language. They stand in the marked section of a printed text, which the
 * front ends skip; a call of one is read back as the function that it stands for.
 */
import { LOG_GAMMA_SERIES, ONE_MINUS_GAMMA } from '../../base/special';
import { TYPE_WORD } from '../runtime';
import type { ScalarType } from '../types';
import type { Helper } from './rule';

const isReal = (type: ScalarType) => type === 'f64' || type === 'f32';
const typedName = (stem: string) => (type: ScalarType) => `${stem}_${TYPE_WORD[type]}`;

/** A static function of C of `parameters`, for any type: `min_int`. */
function cHelper(stem: string, parameters: readonly string[], body: (type: ScalarType) => string[]): Helper {
  const name = typedName(stem);
  return {
    name,
    text: (type) => {
      const t = TYPE_WORD[type];
      const list = parameters.map((p) => `${t} ${p}`).join(', ');
      return [`static ${t} ${name(type)}(${list}) {`, ...body(type).map((line) => `  ${line}`), '}\n'].join(
        '\n',
      );
    },
  };
}

const two = ['a', 'b'];
export const C_MIN = cHelper('min', two, () => ['return a <= b ? a : b;']);
export const C_MAX = cHelper('max', two, () => ['return a >= b ? a : b;']);
export const C_SIGN = cHelper('sign', two, () => ['return (a < 0) == (b < 0) ? a : -a;']);
export const C_DIM = cHelper('dim', two, () => ['return a > b ? a - b : 0;']);
export const C_MODULO = cHelper('modulo', two, (type) => [
  `${TYPE_WORD[type]} r = ${isReal(type) ? `fmod${type === 'f32' ? 'f' : ''}(a, b)` : 'a % b'};`,
  'return r != 0 && (r < 0) != (b < 0) ? r + b : r;',
]);
export const C_POWER = cHelper('power', ['a', 'n'], (type) => [
  `${TYPE_WORD[type]} p = 1;`,
  'if (n < 0) return a == 1 ? 1 : a == -1 ? (n % 2 == 0 ? 1 : -1) : 0;',
  'for (; n > 0; n /= 2) {',
  '  if (n % 2 == 1) p *= a;',
  '  if (n > 1) a *= a;',
  '}',
  'return p;',
]);

/** A function of JavaScript, where all numbers have one type. */
export function jsHelper(name: string, lines: readonly string[], needs: readonly Helper[] = []): Helper {
  const [head, ...body] = lines;
  const text = [`function ${name}${head} {`, ...body.map((line) => `  ${line}`), '}\n'].join('\n');
  return { name: () => name, text: () => text, needs };
}

export const JS_COPYSIGN = jsHelper('copysign', [
  '(a, b)',
  'return b < 0 || Object.is(b, -0) ? -Math.abs(a) : Math.abs(a);',
]);
export const JS_ROUND_AWAY = jsHelper('round_away', [
  '(x)',
  'const t = Math.trunc(x);',
  'return Math.abs(x - t) >= 0.5 ? t + Math.sign(x) : t;',
]);
export const JS_ROUND_EVEN = jsHelper('round_even', [
  '(x)',
  'const f = Math.floor(x);',
  'const d = x - f;',
  'if (d !== 0.5) return d < 0.5 ? f : f + 1;',
  'return f % 2 === 0 ? f : f + 1;',
]);
export const JS_REMAINDER = jsHelper(
  'remainder',
  ['(a, b)', 'return a - b * round_even(a / b);'],
  [JS_ROUND_EVEN],
);
export const JS_DIM = jsHelper('dim_double', ['(a, b)', 'return a > b ? a - b : 0;']);
export const JS_MODULO = jsHelper('modulo_double', [
  '(a, b)',
  'const r = a % b;',
  'return r !== 0 && r < 0 !== b < 0 ? r + b : r;',
]);
export const JS_FMA = jsHelper('fma', ['(x, y, z)', 'return x * y + z;']);

const JS_ERF_SERIES = jsHelper('erf_series', [
  '(x)',
  'let term = x, sum = x;',
  'for (let k = 1; k < 200 && Math.abs(term) > Math.abs(sum) * 1e-18; k++) {',
  '  term *= (-x * x) / k;',
  '  sum += term / (2 * k + 1);',
  '}',
  'return (2 / Math.sqrt(Math.PI)) * sum;',
]);
const JS_ERFC_FRACTION = jsHelper('erfc_fraction', [
  '(x)',
  'let f = x;',
  'for (let k = 80; k > 0; k--) f = x + k / 2 / f;',
  'return Math.exp(-x * x) / (Math.sqrt(Math.PI) * f);',
]);
export const JS_ERF = jsHelper(
  'erf',
  [
    '(x)',
    'const a = Math.abs(x);',
    'if (a > 6) return Math.sign(x);',
    'return a < 2.5 ? erf_series(x) : Math.sign(x) * (1 - erfc_fraction(a));',
  ],
  [JS_ERF_SERIES, JS_ERFC_FRACTION],
);
export const JS_ERFC = jsHelper(
  'erfc',
  [
    '(x)',
    'if (x < 0) return 2 - erfc(-x);',
    'if (x > 27.3) return 0;',
    'return x < 1.5 ? 1 - erf_series(x) : erfc_fraction(x);',
  ],
  [JS_ERF_SERIES, JS_ERFC_FRACTION],
);

const JS_LOG_GAMMA_NEAR_TWO = jsHelper('log_gamma_near_two', [
  '(z)',
  `const c = [${LOG_GAMMA_SERIES.join(', ')}];`,
  'let sum = 0;',
  'for (let k = c.length - 1; k >= 0; k--) sum = c[k] - z * sum;',
  `return z * (${ONE_MINUS_GAMMA} + z * sum);`,
]);
export const JS_LGAMMA: Helper = jsHelper(
  'lgamma',
  [
    '(x)',
    'const t = x - Math.floor(x);',
    'if (x <= 0 && t === 0) return Infinity;',
    'if (x < 0) return Math.log(Math.PI / Math.sin(Math.PI * t)) - lgamma(1 - x);',
    'if (x < 0.5) return lgamma(1 + x) - Math.log(x);',
    'let f = 1;',
    'if (x < 15) {',
    '  while (x >= 2.5) f *= --x;',
    '  while (x < 1.5) f /= x++;',
    '  return Math.log(f) + log_gamma_near_two(x - 2);',
    '}',
    'f = 1 / (x * x);',
    'const tail = 1 / 12 - f * (1 / 360 - f * (1 / 1260 - f * (1 / 1680 - f * (1 / 1188 - (f * 691) / 360360))));',
    'return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + tail / x;',
  ],
  [JS_LOG_GAMMA_NEAR_TWO],
);
export const JS_TGAMMA: Helper = jsHelper(
  'tgamma',
  [
    '(x)',
    'if (x === 0) return 1 / x;',
    'if (x > 172) return Infinity;',
    'if (x < 0.5) {',
    '  const floor = Math.floor(x);',
    '  if (x === floor) return NaN;',
    '  const sine = Math.sin(Math.PI * (x - floor)) * (floor % 2 === 0 ? 1 : -1);',
    '  return Math.PI / (sine * tgamma(1 - x));',
    '}',
    'let f = 1;',
    'while (x >= 2.5) f *= --x;',
    'while (x < 1.5) f /= x++;',
    'return f * Math.exp(log_gamma_near_two(x - 2));',
  ],
  [JS_LOG_GAMMA_NEAR_TWO],
);

// ---------------------------------------------------------------------------------------------- digamma and trigamma

/** One body for C and JavaScript: `DOUBLE` declares, `MATH` stands before functions of the library. */
const DIGAMMA = [
  'DOUBLE y = x, sum = 0, f;',
  'if (x <= 0) {',
  '  DOUBLE t = x - MATHfloor(x);',
  '  if (!(t > 0)) return NAN;',
  '  y = 1 - x;',
  '  sum = -PI / MATHtan(PI * t);',
  '}',
  'for (; y < 10; y++) sum -= 1 / y;',
  'f = 1 / (y * y);',
  'return sum + MATHlog(y) - 0.5 / y - f * (1.0 / 12 - f * (1.0 / 120 - f * (1.0 / 252',
  '  - f * (1.0 / 240 - f * (1.0 / 132 - f * (691.0 / 32760 - f / 12))))));',
];
const TRIGAMMA = [
  'DOUBLE y = x, sum = 0, f;',
  'DOUBLE around = 0, side = 1;',
  'if (x <= 0) {',
  '  DOUBLE t = x - MATHfloor(x);',
  '  if (!(t > 0)) return t == 0 ? INFINITY : NAN;',
  '  y = 1 - x;',
  '  around = PI / MATHsin(PI * t);',
  '  side = -1;',
  '}',
  'for (; y < 10; y++) sum += 1 / (y * y);',
  'f = 1 / (y * y);',
  'sum += 1 / y + f / 2 + f / y * (1.0 / 6 - f * (1.0 / 30 - f * (1.0 / 42',
  '  - f * (1.0 / 30 - f * (5.0 / 66 - f * (691.0 / 2730 - f * 7 / 6))))));',
  'return around * around + side * sum;',
];
const inC = (line: string) =>
  line.replaceAll('DOUBLE', 'double').replaceAll('MATH', '').replaceAll('PI', '3.14159265358979323846');
const inJavaScript = (line: string) =>
  line
    .replaceAll('DOUBLE', 'let')
    .replaceAll('MATH', 'Math.')
    .replaceAll(/\bPI\b/g, 'Math.PI')
    .replaceAll('NAN', 'NaN')
    .replaceAll('INFINITY', 'Infinity')
    .replaceAll('t == 0', 't === 0');

/** Computed in double, whatever the type. */
const cSpecial = (stem: string, body: readonly string[]) =>
  cHelper(stem, ['given'], () => ['double x = given;', ...body.map(inC)]);
export const C_DIGAMMA = cSpecial('digamma', DIGAMMA);
export const C_TRIGAMMA = cSpecial('trigamma', TRIGAMMA);
export const JS_DIGAMMA = jsHelper('digamma', ['(x)', ...DIGAMMA.map(inJavaScript)]);
export const JS_TRIGAMMA = jsHelper('trigamma', ['(x)', ...TRIGAMMA.map(inJavaScript)]);

/** A function of a module; `x` is its argument in double precision, `r` the result. */
function fortranHelper(stem: string, locals: string, body: readonly string[]): Helper {
  const name = typedName(stem);
  return {
    name,
    text: (type) =>
      [
        `pure function ${name(type)}(given) result(r)`,
        `  real(${type === 'f32' ? 4 : 8}), intent(in) :: given`,
        `  real(${type === 'f32' ? 4 : 8}) :: r`,
        `  real(8) :: x, ${locals}`,
        '  real(8), parameter :: pi = 3.14159265358979323846d0',
        '  x = real(given, 8)',
        ...body.map((line) => `  ${line}`),
        'end function',
      ].join('\n'),
  };
}
export const F_DIGAMMA = fortranHelper('digamma', 'y, total, t, f', [
  'y = x',
  'total = 0',
  'if (x <= 0) then',
  '  t = modulo(x, 1.0d0)',
  '  y = 1 - x',
  '  total = -pi/tan(pi*t)',
  '  if (.not. t > 0) total = (t - t)/t',
  'end if',
  'do while (y < 10)',
  '  total = total - 1/y',
  '  y = y + 1',
  'end do',
  'f = 1/(y*y)',
  't = 1.0d0/132 - f*(691.0d0/32760 - f/12)',
  't = 1.0d0/12 - f*(1.0d0/120 - f*(1.0d0/252 - f*(1.0d0/240 - f*t)))',
  'total = total + log(y) - 0.5d0/y - f*t',
  'r = real(total, kind(r))',
]);
export const F_TRIGAMMA = fortranHelper('trigamma', 'y, total, t, f, around, side', [
  'y = x',
  'total = 0',
  'around = 0',
  'side = 1',
  'if (x <= 0) then',
  '  t = modulo(x, 1.0d0)',
  '  y = 1 - x',
  '  around = pi/sin(pi*t)',
  '  side = -1',
  'end if',
  'do while (y < 10)',
  '  total = total + 1/(y*y)',
  '  y = y + 1',
  'end do',
  'f = 1/(y*y)',
  't = 5.0d0/66 - f*(691.0d0/2730 - f*7/6)',
  't = 1.0d0/6 - f*(1.0d0/30 - f*(1.0d0/42 - f*(1.0d0/30 - f*t)))',
  'total = total + 1/y + f/2 + f/y*t',
  'r = real(around*around + side*total, kind(r))',
]);
